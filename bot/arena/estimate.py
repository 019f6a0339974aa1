"""Means with their 95 % intervals, from one number a round.

The plays of one round share their cards, so the round and not the play is what is drawn at random.
Of fewer than some thirty rounds the true intervals are wider.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from bot.arena.contest import MEASURES, Contest, Round

_DEVIATIONS = NormalDist().inv_cdf(0.975)
SHARES = ("hands", "matches")
"""What is measured in shares, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval, which is None if there was only one round."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Step:
    """By how many tricks over quota a deal one level is better than another, as a pair."""

    better: str
    than: str
    excess: Estimate


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of what each round brought, which is at least one number."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    margin = _DEVIATIONS * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - margin, mean + margin)


def by_level(contest: Contest, rounds: Sequence[Round]) -> dict[str, dict[str, Estimate]]:
    """For each level what was measured of it."""
    return {
        level: {
            measure: _measured(measure, [each[level][measure] for each in rounds])
            for measure in MEASURES
            if measure in rounds[0][level] and (contest.whole or measure != "matches")
        }
        for level in contest.levels
    }


def _measured(measure: str, values: Sequence[float]) -> Estimate:
    """The estimate, of which that of a share stays between nothing and all."""
    found = estimate(values)
    if measure not in SHARES or found.low is None or found.high is None:
        return found
    return Estimate(found.mean, max(found.low, 0.0), min(found.high, 1.0))


def steps(contest: Contest, rounds: Sequence[Round]) -> list[Step]:
    """Each level against the next one named, on the same cards."""
    return [
        Step(
            better,
            than,
            estimate([each[better]["excess"] - each[than]["excess"] for each in rounds]),
        )
        for better, than in pairwise(contest.levels)
    ]


def report(contest: Contest, rounds: Sequence[Round]) -> dict[str, Any]:
    """What `arena --json` prints: the same for the same contest and number of rounds."""
    return {
        "game": contest.game,
        "preset": contest.preset,
        "seed": contest.seed,
        "matches" if contest.whole else "deals": len(rounds),
        "seatings": len(contest.seatings),
        "results": {
            level: {measure: asdict(found) for measure, found in measures.items()}
            for level, measures in by_level(contest, rounds).items()
        },
        "steps": [asdict(step) for step in steps(contest, rounds)],
    }
