"""The strongest player: tries its choices on many deals that fit, and solves the play-off."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from time import perf_counter

from bot.engine.pinochle.actions import DRAW_ON, Dix, Meld, Play, SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle import endgame
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.masks import Figure, Layout
from bot.players.pinochle.normal import Normal
from bot.players.pinochle.search import Limit, Option, best_option
from bot.players.pinochle.stakes import worth_of
from bot.players.pinochle.twin import Twin

DEALS = 60
"""How many deals a choice is tried on at most."""
SECONDS = 0.3
"""How long a choice may take."""


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
        out_of_time = _clock(self.seconds)
        likely = Normal().choose(view, legal, rng)
        if len(legal) == 1 or isinstance(likely, Dix):
            return likely
        dealer = dealer_for(view)
        if view.playing_off:
            assert isinstance(likely, Play)
            twin = dealer.any_deal()
            card = twin.layout.bit_of[likely.card]
            return Play(twin.layout.card_of[endgame.best_card(twin, card, out_of_time)])
        actions = (likely, *(action for action in legal if action != likely))
        options = [_option(action, dealer.known.layout) for action in actions]
        limit = Limit(self.deals, out_of_time)
        return actions[best_option(options, dealer, worth_of(view), rng, limit)]


def _option(action: SeatAction, layout: Layout) -> Option:
    """How an action is taken in a twin."""
    match action:
        case Play(card):
            return partial(Twin.play, card=layout.bit_of[card])
        case Meld(cards) if action != DRAW_ON:
            figure = next(each for each in layout.figures if each.cards == cards)
            return partial(_lay_and_draw, figure=figure)
        case Meld():
            return Twin.draw
        case Dix(exchange):
            return Twin.dix if exchange else Twin.show


def _lay_and_draw(twin: Twin, figure: Figure) -> None:
    twin.lay(figure)
    twin.draw()


def _clock(seconds: float | None) -> Callable[[], bool]:
    """Tells whether the time is up; it starts now."""
    if seconds is None:
        return lambda: False
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end
