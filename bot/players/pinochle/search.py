"""Trying each choice on many deals that fit what is known, and keeping to the one that does best.

Every option is tried on the same deals, so that luck falls on all alike. After each batch those
that are clearly behind are dropped, and the time goes to those that are still in question.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from bot.players.pinochle.dealing import Dealer
from bot.players.pinochle.judgment import play_out
from bot.players.pinochle.twin import Twin

BATCH = 8
"""How many deals are tried between two looks at the results."""
DOUBT = 2.0
"""How many standard errors an option is given the benefit of, before it is dropped."""

Option = Callable[[Twin], object]
"""Takes a choice in a deal."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: after so many deals, or when `out_of_time` says so."""

    deals: int
    out_of_time: Callable[[], bool]


def best_option(
    options: Sequence[Option],
    dealer: Dealer,
    worth: Callable[[Sequence[int]], float],
    luck: Random,
    limit: Limit,
) -> int:
    """Which option brings most on average; `worth` judges the points made; the first of equals."""
    results: list[list[float]] = [[] for _ in options]
    alive = list(range(len(options)))
    for tried in range(1, limit.deals + 1):
        deal = dealer.deal(luck)
        for option in alive:
            trial = deal.copy()
            options[option](trial)
            results[option].append(worth(play_out(trial)))
        if tried % BATCH == 0:
            alive = _hopeful(results, alive)
        if len(alive) == 1 or limit.out_of_time():
            break
    return max(alive, key=lambda option: sum(results[option]))


def _hopeful(results: Sequence[Sequence[float]], alive: Sequence[int]) -> list[int]:
    """The options that may yet turn out best."""
    best = max(alive, key=lambda option: sum(results[option]))
    return [
        option for option in alive if option == best or not _behind(results[option], results[best])
    ]


def _behind(values: Sequence[float], best: Sequence[float]) -> bool:
    """Whether one option is clearly worse than another, tried on the same deals."""
    count = len(values)
    gaps = [high - low for high, low in zip(best, values, strict=True)]
    mean = sum(gaps) / count
    spread = sum(gap * gap for gap in gaps) / count - mean * mean
    return mean > DOUBT * sqrt(max(spread, 0.0) / count)
