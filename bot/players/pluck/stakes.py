"""What the tricks of a deal are worth to a side: its own above all, with a view to the match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.pluck.variants import Boston, Points, Rules
from bot.engine.pluck.view import View

MATCH = 3.0
"""What it is worth, in tricks, to win the match with this deal, or to keep another from it."""

Judge = Callable[[Sequence[int]], float]
"""Tells what each seat's tricks are worth."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """For each side, by the number of its tricks in this deal, what they are worth to one side."""

    sides: tuple[tuple[int, ...], ...]
    worth: tuple[tuple[float, ...], ...]

    def judge(self) -> Judge:
        """A function of each seat's tricks, as quick as can be: it is asked after every rollout."""
        if len(self.sides) == 3:
            first, second, third = self.worth
            return lambda won: first[won[0]] + second[won[1]] + third[won[2]]
        even, odd = self.worth
        return lambda won: even[won[0] + won[2]] + odd[won[1] + won[3]]


def stakes_of(view: View) -> Stakes:
    """What is at stake for the seat of a view: one for each trick, and more where a match ends."""
    assert view.seat is not None
    assert view.caller is not None
    own = view.seats[view.seat].side
    quotas = view.rules.quota_by_side(view.caller)
    worth = []
    for side, quota in enumerate(quotas):
        sign = 1.0 if side == own else -1.0
        ends = [
            _ends(view.rules, view.score[side], tricks, quota)
            for tricks in range(view.rules.tricks + 1)
        ]
        worth.append(
            tuple(
                sign * MATCH * end + (tricks - quota if side == own else 0.0)
                for tricks, end in enumerate(ends)
            )
        )
    return Stakes(view.sides, tuple(worth))


def books_of(view: View) -> Stakes:
    """Nothing but the tricks of the side of a view's seat, one for each."""
    assert view.seat is not None
    own = view.seats[view.seat].side
    tricks = tuple(map(float, range(view.rules.tricks + 1)))
    nothing = (0.0,) * len(tricks)
    return Stakes(
        view.sides, tuple(tricks if side == own else nothing for side in range(len(view.sides)))
    )


def _ends(rules: Rules, score: int, tricks: int, quota: int) -> bool:
    """Whether a side that wins so many tricks reaches the end of the match by it."""
    boston = tricks == rules.tricks
    if boston and rules.boston is Boston.WIN:
        return True
    worth = 2 if boston and rules.boston is Boston.DOUBLE else 1
    match rules.match:
        case Points(target):
            return score + max(tricks - quota, 0) * worth >= target
        case _:
            return False
