"""The beginner: plays sensibly, but does not always think it through."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.calling import longest_call
from bot.players.pluck.normal import by_rule_of_thumb
from bot.players.pluck.plucks import promising
from bot.players.pluck.reading import read
from bot.players.pluck.sense import sensible_cards

CARELESS = 0.8
"""How often it plays any card that looks all right."""


@dataclass(frozen=True, slots=True)
class Easy:
    """Calls its longest suit, plucks with low cards, and is careless with some of its plays.

    Even then it wastes nothing that anybody would be seen to waste.
    """

    careless: float = CARELESS

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`; plucks and the careless plays are left to luck."""
        if calls := tuple(action for action in legal if isinstance(action, NameTrump)):
            return longest_call(view, calls)
        if plucks := tuple(action for action in legal if isinstance(action, Pluck)):
            return rng.choice(promising(read(view), plucks))
        reading = read(view)
        cards = tuple(action.card for action in legal if isinstance(action, Play))
        if rng.random() < self.careless:
            return Play(rng.choice(sensible_cards(reading, cards)))
        return Play(by_rule_of_thumb(reading, cards))
