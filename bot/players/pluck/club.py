"""The club player: counts trumps and high cards, and wants every trick it can get."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.calling import best_call
from bot.players.pluck.playing import best_card
from bot.players.pluck.plucks import best_pluck
from bot.players.pluck.reading import read
from bot.players.pluck.sense import sensible_cards


@dataclass(frozen=True, slots=True)
class Club:
    """Weighs every card by the trick it may take now against what it is worth later."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """The best of `legal` by its sums; nothing is left to luck."""
        if len(legal) == 1:
            return legal[0]
        if calls := tuple(action for action in legal if isinstance(action, NameTrump)):
            return best_call(view, calls)
        if plucks := tuple(action for action in legal if isinstance(action, Pluck)):
            return best_pluck(view, plucks)
        reading = read(view)
        cards = tuple(action.card for action in legal if isinstance(action, Play))
        return Play(best_card(reading, sensible_cards(reading, cards)))
