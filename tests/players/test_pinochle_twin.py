"""The fast twin of Pinochle plays every deal as the engine does: cards, melds and points."""

from collections import Counter
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.pinochle.actions import DRAW_ON, Dix, Meld, SeatAction
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import Rules
from bot.engine.seats import Seat
from bot.players.pinochle.masks import BOTH, COPY, NINE, TYPES, each_bit, layout_for
from bot.players.pinochle.twin import Twin
from tests.players.pinochle_moments import GAME, TABLES, Careless, steps


class Melder(Careless):
    """Plays whatever card, and lays whatever can be laid."""

    def choose(self, view: object, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        return rng.choice(tuple(action for action in legal if action != DRAW_ON) or legal)


def twin_of(state: State) -> Twin:
    """The twin of a deal that has just been dealt."""
    assert state.trump is not None
    assert state.up_card is not None
    assert state.trick is not None
    layout = layout_for(state.trump, state.rules.double_pinochle)
    first, second, up, stock = layout.parted(*state.hands, (state.up_card,), state.stock)
    hands = [sum(first), sum(second)]
    return Twin(layout, hands, state.trick.leader, up=sum(up), stock=stock[::-1])


def step(twin: Twin, action: SeatAction) -> None:
    match action:
        case Play(card):
            twin.play(twin.layout.bit_of[card])
        case Dix(exchange):
            if exchange or twin.up & NINE * BOTH:
                twin.dix()
            else:
                twin.show()
        case Meld(cards):
            if cards:
                twin.lay(next(each for each in twin.layout.figures if each.cards == cards))
            twin.draw()


def cards(twin: Twin, held: int) -> Counter[Card]:
    """The cards of a mask, two of a type as two."""
    return Counter(twin.layout.card_of[bit & TYPES or bit >> COPY] for bit in each_bit(held))


def compare(twin: Twin, state: State, seat: Seat) -> None:
    assert twin.turn == seat
    assert twin.melding is (state.phase is Phase.MELD)
    for own in range(2):
        assert cards(twin, twin.held[own]) == Counter(state.held(own))
        lying = twin.held[own] & twin.table
        assert cards(twin, lying) == Counter(each.card for each in state.laid[own])
        melded = sum(each.points for each in state.melds if each.seat == own)
        turned = sum(each.points for each in state.melds[:1] if each.name == "turned-nine")
        dealt = turned if own == state.dealer else 0
        assert twin.points[own] == state.trick_points[own] + melded - dealt


def legal(twin: Twin) -> set[SeatAction]:
    """What the twin holds to be legal, the nines left out."""
    if twin.melding:
        return {Meld(each.cards) for each in twin.layout.figures if twin.may_lay(each)} | {DRAW_ON}
    return {Play(twin.layout.card_of[bit]) for bit in each_bit(twin.legal())}


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("policy", [Careless(), Melder()], ids=["careless", "melder"])
def test_twin_and_engine_agree_at_every_step(rules: Rules, policy: Careless) -> None:
    twin, melded = None, set()
    for seed in range(12):
        for state, seat, action in steps(rules, [policy, policy], seed):
            if seat is None or action is None:
                continue
            if not state.tricks and not (state.trick and state.trick.cards):
                twin = twin_of(state)
            assert twin is not None
            compare(twin, state, seat)
            possible = {each for each in GAME.legal(state, seat) if not isinstance(each, Dix)}
            assert legal(twin) == possible
            step(twin, action)
            melded |= {each.name for each in state.melds}
    assert len(melded) >= 7
