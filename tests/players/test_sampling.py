"""Deals that are made up fit all that a view tells, leave no possible deal out, and are fair."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import Rules
from bot.engine.pluck.view import view
from bot.engine.trick import Trick
from bot.players.pluck.deduction import deduce
from bot.players.pluck.masks import layout_for
from bot.players.pluck.sampling import dealer_for
from tests.players.test_twin_in_lockstep import GAME, LONG, moments
from tests.support.layout import position, view_to_act, with_pluck


def asked_moments(rules: Rules, seed: int, deals: int) -> list[tuple[State, int]]:
    """Every moment of random deals, with a seat that is asked."""
    return [
        (state, seat)
        for _, state in moments(rules, seed, deals)
        if isinstance(asked := GAME.to_act(state), tuple)
        for seat in asked
    ]


@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_the_true_deal_is_always_among_the_possible_ones(rules: Rules) -> None:
    certain = 0
    for state, seat in asked_moments(rules, seed=21, deals=12):
        deduction = deduce(view(state, seat))
        certain += any(len(seats) == 1 for seats in deduction.may_hold.values())
        hidden = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
        assert set(deduction.may_hold) == hidden
        for card, seats in deduction.may_hold.items():
            assert state.holder_of(card) in seats
    assert certain


@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_a_made_up_deal_fits_all_that_is_known(rules: Rules) -> None:
    luck = Random(4)
    for state, seat in asked_moments(rules, seed=22, deals=4)[::3]:
        seen = view(state, seat)
        deduction, layout = deduce(seen), layout_for(state.trump)
        hands = [set(layout.cards(hand)) for hand in dealer_for(seen).deal(luck)]
        assert hands[seat] == set(seen.hand)
        assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
        for card, seats in deduction.may_hold.items():
            assert any(card in hands[holder] for holder in seats)


def test_every_deal_that_fits_is_equally_likely() -> None:
    # Seat 1 has no diamond left; QD, 9H, 8C and TS lie with seats 1 and 2, two each.
    state = position("S; AD 3C / 9H 8C / QD TS; 0:; 0: 5D 6H 7D")
    seen = view_to_act(state)
    dealer, layout, luck = dealer_for(seen), layout_for(Suit.SPADES), Random(7)
    counts = Counter(frozenset(layout.cards(dealer.deal(luck)[1])) for _ in range(3_000))
    free = (Card.H9, Card.C8, Card.TS)
    assert set(counts) == {frozenset(pair) for pair in combinations(free, 2)}
    assert all(900 < count < 1_100 for count in counts.values())


def test_four_hands_are_dealt_as_often_as_there_are_ways() -> None:
    # Seat 1 shows out of hearts: 5H is with seat 2 or 3, and the seven others anywhere.
    line = "S; 2D 3C 4C / 6S 7S 8S / 5H 9D TD / 9C TC JC; 0:; 0: 4H 6D 7H 8H"
    seen = view_to_act(position(line, "partners"))
    dealer, layout, luck = dealer_for(seen), layout_for(Suit.SPADES), Random(9)
    holders = Counter()
    for _ in range(4_000):
        hands = dealer.deal(luck)
        holders.update((card, seat) for seat in (1, 2, 3) for card in layout.cards(hands[seat]))
    assert holders[Card.H5, 1] == 0
    assert 1_850 < holders[Card.H5, 2] < 2_150
    # Each of the eight others: three of eight places are with seat 1, five with the rest.
    for card in (Card.S6, Card.D9, Card.JC):
        assert 1_380 < holders[card, 1] < 1_620


@pytest.mark.parametrize(
    ("why", "line", "preset", "house", "card", "seats"),
    [
        ("a lead of trump before it is broken shows nothing else",
         "S; 4D 5C / 7D 8C / 9D TC; 0:; 1: KS 6S 7S", "classic", {}, "8C", (2,)),
        ("a locked joker played before trump is broken shows nothing but jokers",
         "S; 4D 5C / LJ 8S / 9D TC; 0:; 0: KD BJ 7D", "house", {}, "8S", (2,)),
        ("an open joker shows no more than a void",
         "S; 4D 5C / LJ 8S / 9D TC; 0:; 0: KD BJ 7D", "classic", {}, "8S", (1, 2)),
    ],
)  # fmt: skip
def test_what_a_play_tells(
    why: str, line: str, preset: str, house: dict, card: str, seats: tuple[int, ...]
) -> None:
    state = position(line, preset, **house)
    # Of what went before only the opening and the trick of the line are left to be read.
    read = replace(state, tricks=(Trick(0, parse_cards("2C 3C 6C")), state.tricks[-1]))
    assert deduce(view_to_act(read)).may_hold[Card(card)] == seats


def test_the_first_caller_of_partners_holds_the_two_of_clubs() -> None:
    state = position("S; 4D / 2C / 9D / 7H; 0:", "partners", caller=1)
    first = view(state, 0)
    assert first.phase is Phase.PLAY
    assert deduce(first).may_hold[Card.C2] == (1,)


def test_an_offer_that_came_straight_back_stays_known() -> None:
    # Seat 1 offered its king to seat 0, who had nothing higher: the king is still there.
    state = position("S; QD 3D 7H / KD 4D 9H / 9D AD 8H; 0:")
    seen = view_to_act(with_pluck(state, 1, 0, "KD", "KD"))
    assert deduce(seen).may_hold[Card.KD] == (1,)
