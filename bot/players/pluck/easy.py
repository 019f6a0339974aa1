"""The beginner: any card that is legal, but a sensible trump and a reasonable pluck."""

from dataclasses import dataclass
from random import Random

from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.calling import longest_call
from bot.players.pluck.reading import RANK


@dataclass(frozen=True, slots=True)
class Easy:
    """Plays at random, calls its longest suit, and offers low cards to pluck with."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`; only plays and plucks are left to luck."""
        if calls := tuple(action for action in legal if isinstance(action, NameTrump)):
            return longest_call(view, calls)
        if plucks := tuple(action for action in legal if isinstance(action, Pluck)):
            return _low_offer(plucks, rng)
        return rng.choice(legal)


def _low_offer(plucks: tuple[Pluck, ...], rng: Random) -> Pluck:
    """A pluck with the lowest card of whichever suit."""
    any_pluck = rng.choice(plucks)
    same_suits = (
        pluck
        for pluck in plucks
        if (pluck.target, pluck.suit, pluck.card.suit)
        == (any_pluck.target, any_pluck.suit, any_pluck.card.suit)
    )
    return min(same_suits, key=lambda pluck: RANK[pluck.card])
