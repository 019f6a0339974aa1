"""Moments of Pinochle to try its players on: matches between policies, and hidden redeals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.engine.cards import sorted_hand
from bot.engine.contract import CHANCE
from bot.engine.pinochle.actions import SeatAction
from bot.engine.pinochle.game import Pinochle
from bot.engine.pinochle.state import State
from bot.engine.pinochle.variants import PRESETS, SEATS, TEN_HIGH, Points, Rules, SingleDeal
from bot.engine.pinochle.view import view
from bot.players.contract import AnyPolicy
from bot.players.pinochle.knowledge import surely_held

GAME = Pinochle()
RULES = PRESETS["pinochle"]
TABLES = {
    "pinochle": replace(RULES, match=Points(500)),
    "double": replace(RULES, double_pinochle=True, match=Points(500)),
    "one deal": replace(RULES, match=SingleDeal()),
}


@dataclass(frozen=True, slots=True)
class Careless:
    """Takes any legal action: the least that a player can do."""

    def choose(self, view: object, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        return rng.choice(legal)


def steps(
    rules: Rules, seats: Sequence[AnyPolicy], seed: int
) -> Iterator[tuple[State, int | None, SeatAction | None]]:
    """Every state of a match with who acts next and what it has chosen; None for chance."""
    shuffler, luck = Random(seed), [Random(f"{seed} {seat}") for seat in range(SEATS)]
    state, pack = GAME.setup(rules), GAME.pack(rules)
    while asked := GAME.to_act(state):
        if asked is CHANCE:
            yield state, None, None
            dealt = GAME.shuffled(state, tuple(shuffler.sample(pack, len(pack))))
            state, _ = GAME.apply(state, CHANCE, dealt)
            continue
        seat = asked[0]
        seen = view(state, seat)
        action = seats[seat].choose(seen, seen.legal, luck[seat])
        yield state, seat, action
        state, _ = GAME.apply(state, seat, action)
    yield state, None, None


def asked_moments(rules: Rules, seats: Sequence[AnyPolicy], seed: int) -> list[tuple[State, int]]:
    """Every moment of a match at which a seat is asked, with the seat."""
    return [(state, seat) for state, seat, _ in steps(rules, seats, seed) if seat is not None]


def redealt(state: State, seat: int, luck: Random) -> State:
    """The state with all cards whose place `seat` does not know shuffled among those places."""
    other = 1 - seat
    sure = surely_held(view(state, seat), other)
    held = list(state.hands[other])
    for card in sure:
        held.remove(card)
    hidden = [*held, *state.stock]
    luck.shuffle(hidden)
    drawn = sorted_hand((*sure, *hidden[: len(held)]), state.trump, TEN_HIGH)
    hands = tuple(hand if own == seat else drawn for own, hand in enumerate(state.hands))
    return replace(state, hands=hands, stock=tuple(hidden[len(held) :]))
