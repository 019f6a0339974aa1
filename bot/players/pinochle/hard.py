"""The strongest player: tries its choices on many deals that fit, and solves the play-off."""

from dataclasses import dataclass, replace
from random import Random

from bot.engine.actions import Play
from bot.engine.pinochle.actions import SeatAction
from bot.engine.pinochle.view import View
from bot.players.limit import Limit, clock
from bot.players.pinochle import endgame, judgment, search
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.normal import Normal
from bot.players.pinochle.stakes import worth_of
from bot.players.pinochle.twin import Twin

DEALS = 64
"""How many deals a choice is tried on at most."""
CARDS = 5
"""How many cards are tried: those that judgment likes best."""
SECONDS = 0.3
"""How long a choice may take."""
IN_TIME = 0.9
"""How much of that is searched in, for the look at the clock that ends it may come late."""


@dataclass(frozen=True, slots=True)
class Hard:
    """Tries each choice on `deals` deals, or on fewer if `seconds` have passed."""

    deals: int = DEALS
    seconds: float | None = SECONDS

    def within(self, seconds: float | None) -> "Hard":
        """The same player, who takes at most so many seconds for a choice.

        With None no clock runs: the choice depends on nothing but the view and the luck.
        """
        return replace(self, seconds=seconds)

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`, at once where there is nothing to decide, and for melds."""
        if len(legal) == 1 or not isinstance(legal[0], Play):
            return Normal().choose(view, legal, rng)
        out_of_time = clock(self.seconds, IN_TIME)
        dealer = dealer_for(view)
        twin = dealer.any_deal()
        if view.playing_off:
            card = endgame.best_card(twin, judgment.best_card(twin), out_of_time)
        else:
            limit = Limit(self.deals, out_of_time)
            promises = _most_promising(twin)
            card = search.best_card(promises, dealer.deals(rng), worth_of(view), limit)
        return Play(twin.layout.card_of[card])


def _most_promising(twin: Twin) -> dict[int, float]:
    """The few cards that are worth a search, the best first."""
    promises = judgment.promises(twin)
    best = sorted(promises, key=promises.__getitem__, reverse=True)[:CARDS]
    return {card: promises[card] for card in best}
