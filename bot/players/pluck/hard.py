"""The strongest player: it tries the sensible moves on hundreds of deals that fit what it knows."""

from dataclasses import dataclass, replace
from random import Random

from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.view import View
from bot.players.limit import Limit, clock
from bot.players.pluck.club import Club
from bot.players.pluck.inference import likely_deals
from bot.players.pluck.options import trial
from bot.players.pluck.search import best_of, estimates
from bot.players.pluck.sense import sensible

DEALS = 200
"""How many deals a choice is tried on at most."""
SECONDS = 0.3
"""How long a choice may take."""

KEPT = 0.9
"""How much of that it uses: a deal that has been begun is still tried on every option."""


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
        """One of `legal`, at once where there is nothing to decide."""
        out_of_time = clock(self.seconds, KEPT)
        options = sensible(view, legal)
        if len(options) == 1:
            return options[0]
        likely = Club().choose(view, options, rng)
        options = (likely, *(option for option in options if option != likely))
        trials = [trial(view, option, rng) for option in options]
        deals = self.deals if view.trick else self.deals // 2
        results = estimates(trials, likely_deals(view, rng), Limit(deals, out_of_time))
        return options[best_of(results)]
