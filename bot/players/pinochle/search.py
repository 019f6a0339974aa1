"""Trying cards on many deals that fit what is known, and keeping to the one that does best.

Every card is tried on the same deals, so that luck falls on all alike. After each batch those
that are clearly behind are dropped, and the time goes to those that are still in question.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt

from bot.players.limit import Limit
from bot.players.pinochle.judgment import play_out
from bot.players.pinochle.twin import Twin

BATCH = 8
"""How many deals are tried between two looks at the results."""
TRUST = 30
"""How many deals judgment counts as."""
DOUBT = 2.5
"""How many standard errors a card is given the benefit of, before it is dropped."""


def best_card(
    promises: Mapping[int, float],
    deals: Iterator[Twin],
    worth: Callable[[Sequence[int]], float],
    limit: Limit,
) -> int:
    """Which type brings most; `worth` judges the points made in a deal.

    What judgment promises of each counts as so many deals that it was tried on: they are few
    enough to be overruled, and many enough to keep luck from deciding.
    """
    results: dict[int, list[float]] = {card: [] for card in promises}
    alive = list(promises)
    for tried, deal in enumerate(islice(deals, limit.deals), start=1):
        for card in alive:
            trial = deal.copy()
            trial.play(card)
            results[card].append(worth(play_out(trial)))
        if tried % BATCH == 0:
            alive = _hopeful(results, alive, promises)
        if len(alive) == 1 or limit.out_of_time():
            break
    return max(alive, key=lambda card: sum(results[card]) + TRUST * promises[card])


def _hopeful(
    results: Mapping[int, Sequence[float]], alive: Sequence[int], promises: Mapping[int, float]
) -> list[int]:
    """The cards that may yet turn out best."""
    best = max(alive, key=lambda card: sum(results[card]) + TRUST * promises[card])
    return [
        card
        for card in alive
        if card == best
        or not _behind(results[card], results[best], TRUST * (promises[best] - promises[card]))
    ]


def _behind(values: Sequence[float], best: Sequence[float], ahead: float) -> bool:
    """Whether one card is clearly worse than another, tried on the same deals.

    `ahead` is how much better the other one was thought to be before.
    """
    count = len(values)
    gaps = [high - low for high, low in zip(best, values, strict=True)]
    total = sum(gaps)
    spread = sum(gap * gap for gap in gaps) - total * total / count
    return total + ahead > DOUBT * sqrt(max(spread, 0.0))
