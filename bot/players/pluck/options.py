"""What a search tries: each move of a view as a function of the hands that others might hold."""

from collections.abc import Callable
from random import Random

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.guesses import likely_call, likely_pluck
from bot.players.pluck.masks import layout_for
from bot.players.pluck.rollout import Spot, play_out
from bot.players.pluck.search import Trial
from bot.players.pluck.stakes import Judge, Stakes, stakes_of
from bot.players.pluck.twin import Plucks, Twin

NOISE = 0.15
"""How often a move in a rollout is any legal one."""


def trial(view: View, action: SeatAction, rng: Random, stakes: Stakes | None = None) -> Trial:
    """The action, to be tried on hands in the layout of the view's trump.

    It tells what comes of it by `stakes`, which are those of the match if nothing else is asked.
    """
    judge = (stakes or stakes_of(view)).judge()
    match action:
        case Play(card):
            return _try_card(view, card, judge, rng)
        case NameTrump(suit):
            return _try_call(view, suit, judge, rng)
        case Pluck():
            return _try_pluck(view, action, judge, rng)


def spot_of(view: View) -> Spot:
    """What is on the table of a view in play."""
    layout = layout_for(view.trump)
    seats = len(view.seats)
    (turn,) = view.asked
    plays = view.trick.plays if view.trick else ()
    leader = plays[0][0] if plays else turn
    broken = view.broken if not plays else _broken_before(view)
    spot = Spot(seats, leader, broken, view.rules.jokers_locked)
    for _, card in plays:
        spot = spot.after(layout.bit_of[card])
    return spot


def _broken_before(view: View) -> bool:
    """Whether trump was broken before the current trick."""
    assert view.trump is not None
    layout = layout_for(view.trump)
    trumps = layout.mask_of(view.trump)
    return any(layout.bit_of[card] & trumps for trick in view.tricks for _, card in trick.plays)


def _try_card(view: View, card: Card, judge: Judge, rng: Random) -> Trial:
    bit = layout_for(view.trump).bit_of[card]
    spot = spot_of(view).after(bit)
    seat, luck = view.asked[0], rng.random
    before = [other.won for other in view.seats]
    if spot.taken is not None:
        before[spot.taken] += 1

    def play(hands: list[int]) -> float:
        left = hands.copy()
        left[seat] ^= bit
        return judge(play_out(spot, left, before.copy(), luck, NOISE))

    return play


def _try_call(view: View, suit: Suit, judge: Judge, rng: Random) -> Trial:
    finish = _finisher(judge, rng)

    def call(hands: list[int]) -> float:
        twin = _twin(view, hands, None)
        twin.name(suit)
        return finish(twin)

    return call


def _try_pluck(view: View, pluck: Pluck, judge: Judge, rng: Random) -> Trial:
    layout = layout_for(view.trump)
    named = 0 if pluck.suit is None else layout.mask_of(pluck.suit)
    step = layout.bit_of[pluck.card], pluck.target, named
    seat, finish = view.seat, _finisher(judge, rng)
    assert seat is not None
    side = view.seats[seat].side

    def make(hands: list[int]) -> float:
        twin = _twin(view, hands, side)
        twin.pluck(seat, step)
        return finish(twin)

    return make


def _twin(view: View, hands: list[int], plucking_side: int | None) -> Twin:
    """The deal of a view whose plucks or call are due, with these hands."""
    assert view.dealer is not None
    assert view.caller is not None
    sides = view.sides
    merciful = tuple(any(seat in view.merciful for seat in side) for side in sides)
    plucks = Plucks(view.rights, view.owed, merciful, plucking_side)
    return Twin(view.rules, hands, view.dealer, view.caller, view.trump, plucks)


def _spot_in(twin: Twin) -> Spot:
    return Spot(
        seats=len(twin.hands),
        turn=twin.turn,
        broken=twin.broken,
        locked=twin.locked,
        led=twin.led,
        best=twin.best,
        winner=twin.winner,
        to_come=twin.to_come,
    )


def _finisher(judge: Judge, rng: Random) -> Callable[[Twin], float]:
    """Plays a deal out from its plucks: all that is left of them, the call, and the tricks."""
    luck = rng.random

    def finish(twin: Twin) -> float:
        while True:
            if pluckers := twin.pluckers():
                twin.pluck(pluckers[0], likely_pluck(twin, pluckers[0]))
            elif twin.trump is None:
                twin.name(likely_call(twin))
            else:
                break
        if twin.opening:
            twin.play(twin.opening)
        return judge(play_out(_spot_in(twin), twin.hands, twin.won, luck, NOISE))

    return finish
