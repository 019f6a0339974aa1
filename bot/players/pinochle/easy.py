"""The beginner: knows how it is done and lays every meld, but does not always look."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pinochle.actions import SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.judgment import least_missed
from bot.players.pinochle.masks import POINTS
from bot.players.pinochle.normal import Normal

CARELESS = 0.35
"""How often it just plays some card that it will hardly miss."""
SOME = 3
"""Among how many of those it picks."""
MUCH = 10
"""The points of a card that even it does not throw away without need."""


@dataclass(frozen=True, slots=True)
class Easy:
    """Like normal, but every third card or so is just one that is hardly missed."""

    careless: float = CARELESS

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`; the careless plays are left to luck."""
        if isinstance(legal[0], Play) and rng.random() < self.careless:
            twin = dealer_for(view).any_deal()
            least = least_missed(twin)[:SOME]
            small = [card for card in least if POINTS[card] < MUCH] or least[:1]
            return Play(twin.layout.card_of[rng.choice(small)])
        return Normal().choose(view, legal, rng)
