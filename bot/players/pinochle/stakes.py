"""What the points of a deal are worth to a seat: the difference, with a view to the match."""

from collections.abc import Callable, Sequence

from bot.engine.pinochle.rules import CARD_POINTS
from bot.engine.pinochle.variants import Points
from bot.engine.pinochle.view import View

MATCH = 100.0
"""What it is worth, in points, to win the match with this deal, or to keep the other from it."""


def worth_of(view: View) -> Callable[[Sequence[int]], float]:
    """A function of the points that each seat makes from here on, as quick as can be."""
    assert view.seat is not None
    own, other = view.seat, 1 - view.seat
    behind = _so_far(view, own) - _so_far(view, other)
    if not isinstance(view.rules.match, Points):
        return lambda made: made[own] - made[other] + _win(made[own] - made[other] + behind)
    target = view.rules.match.target
    mine, theirs = target - _so_far(view, own), target - _so_far(view, other)

    def worth(made: Sequence[int]) -> float:
        ahead = made[own] - made[other]
        if made[own] < mine and made[other] < theirs:
            return ahead
        return ahead + _win(ahead + behind)

    return worth


def _win(ahead: int) -> float:
    return MATCH if ahead > 0 else -MATCH if ahead < 0 else 0.0


def _so_far(view: View, seat: int) -> int:
    """The score with what has been made in this deal."""
    made = view.score[seat] + view.seats[seat].meld_points
    return made + sum(
        sum(CARD_POINTS[card.rank] for _, card in trick.plays)
        for trick in view.tricks
        if trick.winner == seat
    )
