"""The coach: the same search as the strongest player's, and what it tells about a choice."""

from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random

from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.view import View
from bot.players.advice import Advice, Appraisal
from bot.players.limit import clock
from bot.players.pluck.club import Club
from bot.players.pluck.hard import Hard
from bot.players.pluck.inference import likely_deals
from bot.players.pluck.options import trial
from bot.players.pluck.reasons import deed, reason
from bot.players.pluck.sense import sensible
from bot.players.pluck.stakes import books_of

DEALS = 300
"""On how many deals two choices are compared, once the better one has been found on others."""
SURE = 2.5
"""How many standard errors a better choice must be better to count."""


@dataclass(frozen=True, slots=True)
class PluckAdviser:
    """Finds the best choice by a search; compares it with another on deals of their own."""

    deals: int = DEALS

    def advise(
        self, view: View, legal: tuple[SeatAction, ...], rng: Random, seconds: float | None
    ) -> Advice:
        """What the strongest player would do, and why."""
        action = Hard(seconds=seconds).choose(view, legal, rng)
        return Advice(action, reason(view, action))

    def at_once(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> Advice:
        """What the club player would do, and why."""
        action = Club().choose(view, sensible(view, legal), rng)
        return Advice(action, reason(view, action))

    def appraise(
        self,
        view: View,
        legal: tuple[SeatAction, ...],
        action: SeatAction,
        rng: Random,
        seconds: float | None,
    ) -> Appraisal:
        """How much better the best choice would have been, on average over what could be.

        The best one is found on some deals and compared on others: on the same ones it would look
        better than it is.
        """
        half = None if seconds is None else seconds / 2
        best = Hard(seconds=half).choose(view, legal, rng)
        cost = 0.0 if best == action else self._gap(view, best, action, rng, half)
        trick = len(view.tricks) + 1 if view.trick else None
        return Appraisal(deed(action), deed(best), cost, trick)

    def _gap(
        self, view: View, best: SeatAction, action: SeatAction, rng: Random, seconds: float | None
    ) -> float:
        """How many tricks `best` brings more; 0 if that may well be chance."""
        out_of_time = clock(seconds)
        books = books_of(view)
        better, taken = trial(view, best, rng, books), trial(view, action, rng, books)
        gaps: list[float] = []
        for hands in islice(likely_deals(view, rng), self.deals):
            gaps.append(better(hands) - taken(hands))
            if out_of_time():
                break
        if len(gaps) < 2:
            return 0.0
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        return mean if mean > SURE * sqrt(spread / len(gaps)) else 0.0
