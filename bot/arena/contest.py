"""A contest: which levels meet, in which seats, and what came of one round of it.

A round is one shuffle of the cards, played once in every seating, so that no level is lucky with
its cards. It depends on nothing but the contest and the round's number, wherever it is played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from statistics import fmean
from typing import Any

from bot.engine.contract import CHANCE, AnyGame
from bot.engine.registry import GAMES
from bot.engine.seats import Seat, count_of
from bot.players.contract import AnyPolicy, Searcher
from bot.players.registry import POLICIES

MEASURES = ("excess", "points", "hands", "matches")
"""What is measured: tricks over quota and points a deal, shares of hands and of matches won."""


class BadContest(Exception):
    """These levels cannot meet in this game; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays whom at what; `whole` for whole matches. A seating is a level for each seat."""

    game: str
    preset: str
    seatings: tuple[tuple[str, ...], ...]
    seed: int
    whole: bool = False

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that meet, in the order in which they were named."""
        return tuple(dict.fromkeys(self.seatings[0]))


@dataclass(frozen=True, slots=True)
class Played:
    """One deal that was played, or the last of a match: what each side made of it."""

    excess: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...] | None


Round = Mapping[str, Mapping[str, float]]
"""For each level the means of one round, by measure; without `matches` where none was finished."""


def make_contest(
    game: str | None,
    preset: str | None,
    levels: Sequence[str],
    *,
    seed: int,
    whole: bool = False,
) -> Contest:
    """A contest of these levels: one for each seat, or one for each side.

    Without a name it is the game that has the preset, else the first; and its first preset.
    Raises BadContest.
    """
    if game is None and preset is not None:
        owners = {name: key for key, each in GAMES.items() for name in each.presets}
        game = owners[_one_of(owners, preset, "preset")]
    game = _one_of(GAMES, game, "game")
    chosen = GAMES[game]
    preset = _one_of(chosen.presets, preset, "preset")
    names = [_one_of(POLICIES[game], level.strip(), "level") for level in levels]
    sides = chosen.sides(chosen.presets[preset])
    seats = count_of(sides)
    if len(names) not in (seats, len(sides)):
        raise BadContest(_misfit(preset, seats, len(sides), len(names)))
    places = sides if len(names) == len(sides) else [(seat,) for seat in range(seats)]
    seatings = dict.fromkeys(_seated(places, order) for order in permutations(names))
    return Contest(game, preset, tuple(seatings), seed, whole)


def _seated(places: Sequence[Sequence[Seat]], levels: Sequence[str]) -> tuple[str, ...]:
    """The levels by seat, if each has its place, which may be several seats."""
    by_seat = {seat: level for place, level in zip(places, levels, strict=True) for seat in place}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def _misfit(preset: str, seats: int, sides: int, levels: int) -> str:
    counts = f"{seats} seats" if seats == sides else f"{seats} seats on {sides} sides"
    return f"{preset} has {counts}, but {levels} levels are named"


def _one_of(known: Mapping[str, Any], name: str | None, what: str) -> str:
    if name is None:
        return next(iter(known))
    if name not in known:
        raise BadContest(f"there is no {what} {name!r}, only {', '.join(known)}")
    return name


def play_round(contest: Contest, number: int) -> Round:
    """Play one round of a contest, in every seating, and average what each level made of it."""
    game = GAMES[contest.game]
    rules = game.presets[contest.preset]
    policies = {level: _unhurried(POLICIES[contest.game][level]) for level in contest.levels}
    sums: dict[str, dict[str, list[float]]] = {
        level: {measure: [] for measure in MEASURES} for level in contest.levels
    }
    for seating in contest.seatings:
        seats = [policies[level] for level in seating]
        for deal in play(game, rules, seats, f"{contest.seed}/{number}", whole=contest.whole):
            _add(sums, game.sides(rules), seating, deal)
    return {
        level: {measure: fmean(values) for measure, values in measures.items() if values}
        for level, measures in sums.items()
    }


def _unhurried(policy: AnyPolicy) -> AnyPolicy:
    """The policy without a clock, whose choices would depend on how busy the machine is."""
    return policy.within(None) if isinstance(policy, Searcher) else policy


def play(
    game: AnyGame, rules: Any, seats: Sequence[AnyPolicy], luck: str, *, whole: bool
) -> Iterator[Played]:
    """Play the first deal of a match, or all of it, and say what came of each deal.

    `luck` decides the cards, and what each seat leaves to luck, apart from one another.
    """
    shuffler = Random(luck)
    dice = [Random(f"{luck}/{seat}") for seat in range(len(seats))]
    state = game.setup(rules)
    score = tuple(0 for _ in game.sides(rules))
    while asked := game.to_act(state):
        if asked is CHANCE:
            pack = game.pack(rules)
            dealt = game.shuffled(state, tuple(shuffler.sample(pack, len(pack))))
            state, _ = game.apply(state, CHANCE, dealt)
            continue
        seat = asked[0]
        legal = game.legal(state, seat)
        action = seats[seat].choose(game.view(state, seat), legal, dice[seat])
        state, _ = game.apply(state, seat, action)
        if game.to_act(state) in (CHANCE, ()):
            deal = _played(game, state, score)
            score = tuple(before + made for before, made in zip(score, deal.points, strict=True))
            yield deal
            if not whole:
                return


def _played(game: AnyGame, state: Any, before: Sequence[int]) -> Played:
    report = game.report([state])
    deal, outcome = report["deals"][-1], game.outcome(state)
    points = tuple(now - then for now, then in zip(deal["score"], before, strict=True))
    return Played(
        # A game without quotas has no balance: there points tell who was best.
        excess=tuple(deal.get("balance", points)),
        points=points,
        winners=None if outcome is None else outcome.winners,
    )


def _add(
    sums: dict[str, dict[str, list[float]]],
    sides: Sequence[Sequence[int]],
    seating: Sequence[str],
    deal: Played,
) -> None:
    best = max(deal.excess)
    holders = [side for side, excess in enumerate(deal.excess) if excess == best]
    for side, members in enumerate(sides):
        for seat in members:
            own = sums[seating[seat]]
            own["excess"].append(deal.excess[side])
            own["points"].append(deal.points[side])
            own["hands"].append(_share(side, holders))
            if deal.winners is not None:
                own["matches"].append(_share(side, deal.winners))


def _share(side: int, winners: Sequence[int]) -> float:
    """What a side has won of something that several may have won together."""
    return 1 / len(winners) if side in winners else 0.0
