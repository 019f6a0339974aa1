"""Playing cards in Pinochle: duties, who takes the trick, which of two equal cards is played."""

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, parse_cards
from bot.engine.contract import IllegalAction, Reason
from bot.engine.events import CardPlayed
from bot.engine.pinochle.actions import Dix, Meld
from bot.engine.pinochle.events import TrickTaken
from bot.engine.pinochle.state import Phase
from bot.engine.trick import Trick
from tests.engine import pinochle_tables as tables
from tests.engine.pinochle_positions import GAME, as_text, dealt, on_table, play_off


def by_rule(row):
    return row.rule


def refusal(state, seat, action):
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, seat, action)
    return refused.value.reason


def second_to(make, hand, led, trump):
    """Seat 0 is to play to a trick that seat 1 has led."""
    cards = parse_cards(led)
    return make(f"{hand}/9H", trump, trick=Trick(-len(cards) % 2, cards))


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("make", [dealt, play_off])
@pytest.mark.parametrize("row", tables.TRICK_WINNER, ids=by_rule)
def test_a_trick_goes_to_its_winner_in_both_parts(row, make, leader):
    hands = [f"{row.led} 9H", f"{row.second} JH"]
    if make is play_off:  # nothing but the cards themselves, so that no duty forbids them
        hands = [f"{row.led} {row.led}", f"{row.second} {row.second}"]
    state = make("/".join(hands if leader == 0 else hands[::-1]), row.trump, trick=Trick(leader))
    for seat, card in ((leader, row.led), (1 - leader, row.second)):
        state, events = GAME.apply(state, seat, Play(Card(card)))
    winner = leader if row.winner == 0 else 1 - leader
    assert events[1] == TrickTaken(None, winner, last=False)
    assert state.won == tuple(int(seat == winner) for seat in (0, 1))
    assert state.trick_points == tuple(row.points * (seat == winner) for seat in (0, 1))
    assert GAME.to_act(state) == (winner,)
    assert state.phase is (Phase.MELD if make is dealt else Phase.PLAY)
    assert GAME.view(state, None).tricks[-1].winner == winner


@pytest.mark.parametrize("row", tables.PLAY_OFF, ids=by_rule)
def test_in_the_first_part_any_card_may_be_played(row):
    state = second_to(dealt, row.hand, row.led, row.trump)
    assert {action.card for action in GAME.legal(state, 0)} == set(parse_cards(row.hand))
    assert GAME.view(state, 0).barred == ()
    for card in set(parse_cards(row.hand)):
        GAME.apply(state, 0, Play(card))


@pytest.mark.parametrize("row", tables.PLAY_OFF, ids=by_rule)
def test_in_the_play_off_exactly_these_cards_may_be_played(row):
    state = second_to(play_off, row.hand, row.led, row.trump)
    allowed = set(parse_cards(row.expected))
    barred = {
        Card(card): Reason[f"MUST_{duty.upper()}"]
        for card, duty in (word.split(":") for word in row.barred.split())
    }
    assert {action.card for action in GAME.legal(state, 0)} == allowed
    assert dict(GAME.view(state, 0).barred) == barred
    for card in Card:
        if card in allowed:
            _, events = GAME.apply(state, 0, Play(card))
            assert events[0] == CardPlayed(None, 0, card)
        else:
            assert refusal(state, 0, Play(card)) is barred.get(card, Reason.NOT_HELD)


@pytest.mark.parametrize("row", tables.PLAYED, ids=by_rule)
def test_of_two_equal_cards_the_right_one_is_played(row):
    state = dealt(f"{row.hand}/9H", laid=(on_table(row.table), ()))
    after, events = GAME.apply(state, 0, Play(Card(row.card)))
    assert sorted(after.hands[0]) == sorted(parse_cards(row.hand_left))
    assert as_text(after.laid[0]) == row.table_left
    assert events == (CardPlayed(None, 0, Card(row.card)),)


def test_cards_on_the_table_of_the_other_seat_are_not_ones_own():
    state = dealt("9H/9C", laid=((), on_table("KS:royal QS:royal")))
    assert refusal(state, 0, Play(Card.KS)) is Reason.NOT_HELD


def test_equal_cards_are_one_choice():
    state = dealt("AS AS 9H/9C", laid=(on_table("9H:dix"), ()))
    assert GAME.legal(state, 0) == (Play(Card.H9), Play(Card.AS))
    assert [GAME.code(action) for action in GAME.legal(state, 0)] == ["p.9H", "p.AS"]


def test_only_the_seat_whose_turn_it_is_may_act():
    state = second_to(dealt, "AS", "KS", "S")
    for action in (Play(Card.H9), Meld(()), Dix(exchange=True)):
        assert refusal(state, 1, action) is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("make", [dealt, play_off])
@pytest.mark.parametrize("led", ["", "KS"])
def test_nothing_is_melded_until_a_trick_is_won_nor_in_the_play_off(make, led):
    state = second_to(make, "KS QS 9S", led, "S")
    for action in (Meld(parse_cards("KS QS")), Meld(()), Dix(exchange=True), Dix(exchange=False)):
        assert refusal(state, 0, action) is Reason.NOT_NOW


def test_who_leads_to_the_play_off_is_the_winner_of_the_twelfth_trick():
    state = dealt("AC TC/9C TD", stock=(Card.AH,))
    for seat, action in ((0, Play(Card.AC)), (1, Play(Card.C9)), (0, Meld(()))):
        state, _ = GAME.apply(state, seat, action)
    assert GAME.to_act(state) == (0,)
    state, _ = GAME.apply(state, 0, Play(Card.TC))
    state, events = GAME.apply(state, 1, Play(Card.JS))
    assert events[1] == TrickTaken(None, 1, last=False)
    assert GAME.to_act(state) == (1,)


def test_a_hand_is_seen_by_its_holder_alone():
    state = dealt("9H AS/9C", laid=(on_table("KS:royal QS:royal"), ()))
    assert [GAME.view(state, seat).hand for seat in (0, 1, None)] == [
        parse_cards("9H AS"),
        parse_cards("9C"),
        (),
    ]
    assert [len(GAME.view(state, seat).legal) for seat in (0, 1, None)] == [4, 0, 0]
