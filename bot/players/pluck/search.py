"""Trying each move on many deals that fit what is known, and keeping to the one that does best.

Every option is tried on the same deals, so that luck falls on all alike. After each batch those
that are clearly behind are dropped, and the time goes to those that are still in question.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import sqrt

from bot.players.limit import Limit

BATCH = 20
"""How many deals are tried between two looks at the results."""
DOUBT = 2.0
"""How many standard errors an option is given the benefit of, before it is dropped."""
TRIFLE = 0.02
"""What is too little, in tricks, to go on for."""

Trial = Callable[[list[int]], float]
"""Plays a deal out after one option, and tells what it has brought. It leaves the hands alone."""


def estimates(
    trials: Sequence[Trial], deals: Iterator[list[int]], limit: Limit
) -> list[list[float]]:
    """What each option has brought on the deals it was tried on: fewer where it was dropped."""
    results: list[list[float]] = [[] for _ in trials]
    alive = list(range(len(trials)))
    for tried, hands in enumerate(islice(deals, limit.deals), start=1):
        for option in alive:
            results[option].append(trials[option](hands))
        if tried % BATCH == 0:
            alive = _hopeful(results, alive)
        if len(alive) == 1 or limit.out_of_time():
            break
    return results


def best_of(results: Sequence[Sequence[float]]) -> int:
    """Which option was tried longest and did best; the first among equals."""
    tried = max(map(len, results))
    return max(
        (option for option, values in enumerate(results) if len(values) == tried),
        key=lambda option: sum(results[option]),
    )


def _hopeful(results: Sequence[Sequence[float]], alive: Sequence[int]) -> list[int]:
    """The options that may yet turn out best."""
    best = max(alive, key=lambda option: sum(results[option]))
    return [
        option for option in alive if option == best or not _behind(results[option], results[best])
    ]


def _behind(values: Sequence[float], best: Sequence[float]) -> bool:
    """Whether one option is hardly better than another, at best, tried on the same deals."""
    count = len(values)
    gaps = [high - low for high, low in zip(best, values, strict=True)]
    mean = sum(gaps) / count
    spread = sum(gap * gap for gap in gaps) / count - mean * mean
    return mean + TRIFLE > DOUBT * sqrt(max(spread, 0.0) / count)
