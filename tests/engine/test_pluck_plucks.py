"""Plucks: who plucks, whom, with which card, and what comes back."""

from dataclasses import replace

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.contract import IllegalAction, Reason
from bot.engine.pluck.actions import NameTrump, Pluck
from bot.engine.pluck.events import Plucked
from bot.engine.pluck.state import Exchange, Phase
from bot.engine.pluck.variants import Deck, TrumpCall, ZeroBooks
from bot.engine.seats import side_of
from tests.engine import pluck_tables as tables
from tests.engine.positions import (
    GAME,
    before_deal,
    deal,
    dealt,
    numbers,
    rules_for,
    suit_or_none,
)


def by_rule(row):
    return row.rule


def to_pluck(hands, trump="-", trump_call="after_plucks", rights=(1, 0, 0), owed=(0, 1, 0), **more):
    """The side with most rights is to pluck, three-handed unless four hands are given."""
    call = TrumpCall(trump_call)
    if hands.count("/") == 3:
        rules = rules_for(4, deck=Deck.JOKERS_FOR_RED_TWOS, trump_call=call)
    else:
        rules = rules_for(3, trump_call=call)
    return dealt(
        rules,
        hands,
        phase=Phase.PLUCK,
        trump=suit_or_none(trump),
        rights=rights,
        owed=owed,
        plucking_side=rights.index(max(rights)),
        **more,
    )


def refusal(state, seat, action):
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, seat, action)
    return refused.value.reason


@pytest.mark.parametrize("row", tables.OFFERABLE, ids=by_rule)
def test_exactly_these_cards_may_be_offered(row):
    state = to_pluck(f"{row.hand}/KC KD/9S 2H", row.trump, row.trump_call)
    allowed = set(row.expected.split())
    assert {action.card for action in GAME.legal(state, 0)} == allowed
    if not allowed:
        return
    for card in row.hand.split():
        if card not in allowed:
            joker = card in ("BJ", "LJ")
            reason = Reason.JOKER_NOT_OFFERED if joker else Reason.TRUMP_PROTECTED
            assert refusal(state, 0, Pluck(Card(card), 1)) is reason
            assert dict(GAME.view(state, 0).barred)[card] is reason
    assert refusal(state, 0, Pluck(Card.KC, 1)) is Reason.NOT_HELD


@pytest.mark.parametrize("row", tables.FORCED_RETURN, ids=by_rule)
def test_the_card_that_comes_back_is_forced(row):
    spare = "2C" if "2C" not in f"{row.offered} {row.target}" else "9C"
    mercy = (False, row.named is not None, False)
    state = to_pluck(
        f"{row.offered} 5C/{row.target}/{spare}", row.trump, row.trump_call, mercy=mercy
    )
    offered, target = Card(row.offered), set(row.target.split())
    suit = row.named and Suit(row.named)
    after, events = GAME.apply(state, 0, Pluck(offered, 1, suit))
    assert events[0] == Plucked((0, 1), 0, 1)
    changed = row.returned not in (None, row.offered)
    returned = row.returned if changed else row.offered
    assert after.plucks == (Exchange(0, 1, offered, Card(returned)),)
    assert set(after.hands[0]) == {returned, "5C"}
    assert set(after.hands[1]) == ((target | {row.offered}) - {returned} if changed else target)
    assert after.hands[2] == (spare,)
    assert after.rights == after.owed == (0, 0, 0), "the right is spent either way"


@pytest.mark.parametrize("row", tables.MERCY_SUITS, ids=by_rule)
def test_a_suit_is_named_exactly_under_mercy(row):
    rules = rules_for(
        row.seats, zero_books=ZeroBooks(row.zero_books), trump_call=TrumpCall(row.trump_call)
    )
    side = side_of(row.target, rules.sides)
    sides = range(len(rules.sides))
    balance = tuple(-1 if each == side else int(each == (side + 1) % len(sides)) for each in sides)
    state = deal(before_deal(rules, 0, won=numbers(row.tricks_before), balance=balance))
    if row.trump != "-":
        state, _ = GAME.apply(state, state.caller, NameTrump(Suit(row.trump)))
    seat = GAME.to_act(state)[0]
    legal = [action for action in GAME.legal(state, seat) if action.target == row.target]
    named = {action.suit for action in legal}
    assert named == (set(row.expected.split()) or {None})
    assert (row.target in GAME.view(state, None).merciful) is bool(row.expected)
    if row.expected:
        assert refusal(state, seat, replace(legal[0], suit=None)) is Reason.SUIT_DUE
        for suit in set(Suit) - named:
            wrong = replace(legal[0], suit=suit)
            assert refusal(state, seat, wrong) is Reason.TRUMP_PROTECTED
    else:
        assert refusal(state, seat, replace(legal[0], suit=Suit.HEARTS)) is Reason.SUIT_NOT_DUE


@pytest.mark.parametrize("row", tables.PLUCK_ORDER, ids=by_rule)
def test_pluckers_take_turns_in_this_order(row):
    rights, owed = numbers(row.rights), numbers(row.vulnerability)
    balance = tuple(right - debt for right, debt in zip(rights, owed, strict=True))
    state = deal(before_deal(rules_for(3), row.dealer, balance=balance))
    assert (state.rights, state.owed) == (rights, owed)
    order = []
    while state.phase is Phase.PLUCK:
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state, _ = GAME.apply(state, seat, GAME.legal(state, seat)[0])
    assert tuple(order) == numbers(row.expected)
    assert state.phase is Phase.TRUMP
    assert not any(state.rights + state.owed)


@pytest.mark.parametrize("row", tables.PLUCK_TARGETS, ids=by_rule)
def test_only_a_seat_that_owes_may_be_plucked(row):
    owed = numbers(row.vulnerability)
    rules = rules_for(row.seats)
    rights = tuple(int(row.plucker in side) for side in rules.sides)
    state = to_pluck("/".join(["3C 9D"] * row.seats), rights=rights, owed=owed)
    assert {action.target for action in GAME.legal(state, row.plucker)} == set(
        numbers(row.expected)
    )
    for target in (-1, *range(row.seats + 1)):
        if target not in numbers(row.expected):
            wrong = Pluck(Card.D9, target)
            assert refusal(state, row.plucker, wrong) is Reason.NO_VULNERABILITY


@pytest.mark.parametrize("row", tables.MAY_PLUCK, ids=by_rule)
def test_these_partners_may_make_the_next_pluck(row):
    rights, expected = numbers(row.rights), numbers(row.expected)
    made = () if row.last is None else (Exchange(row.last, 1, Card.C4, Card.C4),)
    hands = row.hands.replace("4H", "4H 2C")
    if row.trump_call == "before_plucks":
        rules = rules_for(4, deck=Deck.JOKERS_FOR_RED_TWOS, trump_call=TrumpCall.BEFORE_PLUCKS)
        facts = {"rights": rights, "owed": rights[::-1], "plucks": made}
        state = dealt(rules, hands, phase=Phase.TRUMP, **facts)
        state, _ = GAME.apply(state, 0, NameTrump(Suit(row.trump)))
    elif any(rights):
        state = to_pluck(hands, rights=rights, owed=rights[::-1], plucks=made)
    else:
        state = deal(before_deal(rules_for(4), 0))
    if expected:
        assert GAME.to_act(state) == expected
        assert [seat for seat in range(4) if GAME.legal(state, seat)] == list(expected)
    else:
        assert state.phase in (Phase.TRUMP, Phase.PLAY)
        assert not any(state.rights)


def test_one_partner_may_make_every_pluck_until_the_rights_are_spent():
    state = to_pluck("4S 5S/9S TS/4D 5D/9D TD", rights=(2, 0), owed=(0, 2))
    for card, rights in ((Card.S4, (1, 0)), (Card.S5, (0, 0))):
        assert GAME.to_act(state) == (0, 2)
        state, _ = GAME.apply(state, 0, Pluck(card, 1))
        assert state.rights == rights
    assert state.phase is Phase.TRUMP


def test_a_three_handed_plucker_who_can_offer_nothing_loses_the_rest():
    rules = rules_for(3, trump_call=TrumpCall.BEFORE_PLUCKS)
    state = dealt(rules, "AS BJ/4H 2C/KD QD", phase=Phase.TRUMP, rights=(2, 0, 1), owed=(0, 3, 0))
    state, _ = GAME.apply(state, 0, NameTrump(Suit.SPADES))
    assert GAME.to_act(state) == (2,)
    state, _ = GAME.apply(state, 2, Pluck(Card.KD, 1))
    assert state.phase is Phase.PLAY


def test_a_card_that_came_back_may_be_offered_again():
    state = to_pluck("4S BJ/AS KS/2C", rights=(2, 0, 0), owed=(0, 2, 0))
    state, _ = GAME.apply(state, 0, Pluck(Card.S4, 1))
    assert {action.card for action in GAME.legal(state, 0)} == {Card.AS}
    state, _ = GAME.apply(state, 0, Pluck(Card.AS, 1))
    assert state.plucks[-1] == Exchange(0, 1, Card.AS, Card.AS)


@pytest.mark.parametrize("action", [NameTrump(Suit.HEARTS), Play(Card.S4)], ids=lambda a: a.type)
def test_nothing_but_a_pluck_is_due(action):
    assert refusal(to_pluck("4S/AS/2C"), 0, action) is Reason.NOT_NOW


def test_only_the_plucker_is_asked():
    state = to_pluck("4S/AS/2C", rights=(1, 0, 1), owed=(0, 2, 0))
    assert refusal(state, 2, Pluck(Card.C2, 1)) is Reason.NOT_YOUR_TURN
    assert refusal(state, 1, Pluck(Card.AS, 0)) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_only_the_two_learn_which_cards_went(seat):
    state = to_pluck("4S/AS/2C KC", rights=(2, 0, 0), owed=(0, 2, 0))
    state, _ = GAME.apply(state, 0, Pluck(Card.S4, 1))
    (seen,) = GAME.view(state, seat).plucks
    assert (seen.plucker, seen.target) == (0, 1)
    knows = seat in (0, 1)
    assert (seen.given, seen.returned) == ((Card.S4, Card.AS) if knows else (None, None))


def test_after_the_plucks_whoever_now_holds_the_two_of_clubs_leads():
    call = TrumpCall.BEFORE_PLUCKS
    state = to_pluck("2C 3D/9C 4D/5D 6D", "S", call)
    state, _ = GAME.apply(state, 0, Pluck(Card.C2, 1))
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == (Play(Card.C2),)
