"""A table of Pluck and the words to speak of it: quotas, roles, plucks."""

from collections.abc import Sequence

from bot.engine.pluck.variants import Boston
from bot.engine.pluck.view import View
from bot.engine.seats import Seat
from bot.ui.render.scene import Scene as AnyScene

_FULL, _EMPTY = "▰", "▱"


class Scene(AnyScene):
    """One table as its view shows it."""

    view: View

    def won(self, side: int) -> int:
        """The books of a side in this deal."""
        return sum(self.view.seats[seat].won for seat in self.view.sides[side])

    def quota(self, side: int) -> int:
        """The books a side is to win in this deal."""
        return self.view.seats[self.view.sides[side][0]].quota or 0

    def bar(self, side: int) -> str:
        """A side's books against its quota as a small bar: `▰▰▱▱ 2/4`."""
        won, quota = self.won(side), self.quota(side)
        bar = _FULL * min(won, quota) + _EMPTY * (quota - won)
        return self.texts("board.quota", bar=bar, won=won, quota=quota)

    def fraction(self, side: int) -> str:
        """The same, with the books above the quota apart: `▰▰▰▰ 6/4 (+2)`."""
        extra = self.won(side) - self.quota(side)
        bar = self.bar(side)
        return self.texts("board.extra", quota=bar, extra=extra) if extra > 0 else bar

    def role(self, side: int) -> str:
        """What a side is in this deal."""
        return self.texts(f"role.{self.view.seats[self.view.sides[side][0]].role}")

    def trump(self) -> str:
        """Trump, or that it is not named."""
        view = self.view
        if view.trump is None:
            return self.texts("board.trump_due")
        key = "board.trump_broken" if view.broken else "board.trump_unbroken"
        return self.texts(key, suit=self.suit(view.trump))

    def named_trump(self) -> str:
        """Trump by its name only, or that it is not named."""
        if self.view.trump is None:
            return self.texts("board.trump_due")
        return self.texts("board.trump_named", suit=self.suit(self.view.trump))

    def counts(self, counts: Sequence[int]) -> str:
        """Each side that has any, with how many."""
        return ", ".join(
            self.texts("board.count", name=self.side(side), count=count)
            for side, count in enumerate(counts)
            if count
        )

    def boston(self) -> int | None:
        """The side that won every book of a scored deal."""
        sides = range(len(self.view.sides))
        return next((each for each in sides if self.won(each) == self.view.rules.tricks), None)

    def gained(self, side: int) -> int:
        """The points a side got for a scored deal: its excess, by a Boston perhaps twice."""
        doubled = self.view.rules.boston is Boston.DOUBLE and self.boston() is not None
        return max(self.view.balance[side], 0) * (2 if doubled else 1)

    def side_of(self, seat: Seat) -> int:
        """The side to which a seat belongs."""
        return self.view.seats[seat].side
