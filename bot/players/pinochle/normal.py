"""The club player: keeps what may still meld, counts what is out, and wins tricks to meld."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pinochle.actions import DRAW_ON, Dix, Meld, SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.judgment import best_card, best_figure


@dataclass(frozen=True, slots=True)
class Normal:
    """Plays the card that promises most, and lays what scores most."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """The best of `legal` by its judgment; nothing is left to luck."""
        if len(legal) == 1:
            return legal[0]
        # Judgment does not look at the cards that are made up here.
        twin = dealer_for(view).any_deal()
        if isinstance(legal[0], Play):
            return Play(twin.layout.card_of[best_card(twin)])
        nines = [action for action in legal if isinstance(action, Dix)]
        if nines:
            return nines[0]
        figure = best_figure(twin)
        return DRAW_ON if figure is None else Meld(figure.cards)
