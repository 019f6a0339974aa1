"""What the house plays for somebody who is late: nothing clever, and nothing lost."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pinochle.actions import SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.judgment import least_missed
from bot.players.pinochle.normal import Normal


@dataclass(frozen=True, slots=True)
class House:
    """Leads the card that is least worth keeping, takes what is worth it, lays what it can."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """A safe one of `legal`; nothing is left to luck."""
        leading = view.trick is not None and not view.trick.plays
        if isinstance(legal[0], Play) and leading and not view.playing_off:
            twin = dealer_for(view).any_deal()
            return Play(twin.layout.card_of[least_missed(twin)[0]])
        return Normal().choose(view, legal, rng)
