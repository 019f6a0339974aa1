"""Melding in Pinochle: what makes a meld, which copies are used, and the nine of trump."""

from dataclasses import replace
from itertools import permutations

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, parse_cards
from bot.engine.contract import IllegalAction, Reason
from bot.engine.pinochle.actions import DRAW_ON, Dix, Meld
from bot.engine.pinochle.events import DrewOn, Melded
from bot.engine.pinochle.melds import MeldName
from bot.engine.pinochle.state import Phase, Scored
from bot.engine.trick import Trick
from tests.engine import pinochle_tables as tables
from tests.engine.pinochle_positions import GAME, RULES, as_text, on_table, to_meld

DOUBLE = replace(RULES, double_pinochle=True)


def by_rule(row):
    return row.rule


def refusal(state, seat, action):
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, seat, action)
    return refused.value.reason


def undrawn(state, after):
    """The hand of seat 0 without the card it drew."""
    hand = list(after.hands[0])
    hand.remove(state.stock[0])
    return hand


def meld_with(row, **facts):
    return to_meld(row.hand, row.table, row.trump, rules=replace(RULES, **facts))


@pytest.mark.parametrize("row", tables.SHAPES, ids=by_rule)
def test_these_cards_make_this_meld_and_no_other(row):
    cards = parse_cards(row.cards)
    state = to_meld(row.cards, trump=row.trump, rules=replace(RULES, double_pinochle=row.double))
    if not row.name:
        assert refusal(state, 0, Meld(cards)) is Reason.NOT_A_MELD
        return
    after, events = GAME.apply(state, 0, Meld(cards))
    assert events[0] == Melded(None, 0, MeldName(row.name), row.points)
    assert after.melds == (Scored(0, MeldName(row.name), row.points, cards),)
    assert [each.meld_points for each in GAME.view(after, None).seats] == [row.points, 0]
    assert GAME.report([after])["deals"][0]["melds"] == [[0, row.name, row.points]]


@pytest.mark.parametrize("row", tables.LAYING, ids=by_rule)
def test_a_meld_is_laid_from_these_copies_or_refused(row):
    state = meld_with(row, double_pinochle=row.double)
    action = Meld(parse_cards(row.cards))
    if row.expected.isupper() and ":" not in row.expected:
        assert refusal(state, 0, action) is Reason[row.expected]
        return
    after, events = GAME.apply(state, 0, action)
    assert isinstance(events[0], Melded)
    assert as_text(after.laid[0]) == row.expected
    assert sorted(undrawn(state, after)) == sorted(parse_cards(row.left))
    assert as_text(after.laid[1]) == ""


@pytest.mark.parametrize("row", tables.LAYING, ids=by_rule)
def test_a_meld_is_offered_if_it_may_be_laid_in_whatever_order_it_is_named(row):
    state = meld_with(row, double_pinochle=row.double)
    wanted = sorted(parse_cards(row.cards))
    offered = any(
        isinstance(action, Meld) and sorted(action.cards) == wanted
        for action in GAME.legal(state, 0)
    )
    assert offered is (":" in row.expected)
    for cards in set(permutations(wanted)):
        if offered:
            GAME.apply(state, 0, Meld(cards))
        else:
            assert refusal(state, 0, Meld(cards)) is Reason[row.expected]


@pytest.mark.parametrize("row", tables.NINES, ids=by_rule)
def test_a_nine_is_exchanged_or_shown(row):
    state = to_meld(row.hand, row.table, row.trump, up_card=Card(row.turn_up))
    *acts, last = (Dix(exchange=act == "x") for act in row.acts.split())
    for act in acts:
        state, _ = GAME.apply(state, 0, act)
    if row.expected.isupper() and "/" not in row.expected:
        assert last not in GAME.legal(state, 0)
        assert refusal(state, 0, last) is Reason[row.expected]
        return
    assert last in GAME.legal(state, 0)
    after, events = GAME.apply(state, 0, last)
    hand, table, turn_up = (part.strip() for part in row.expected.split("/"))
    assert sorted(after.hands[0]) == sorted(parse_cards(hand))
    assert as_text(after.laid[0]) == table
    assert after.up_card == Card(turn_up)
    name = MeldName.DIX_EXCHANGE if last.exchange else MeldName.DIX
    assert events == (Melded(None, 0, name, 10),)
    assert GAME.view(after, None).seats[0].meld_points == row.points
    assert (after.phase, after.stock, GAME.to_act(after)) == (Phase.MELD, state.stock, (0,))


def test_after_a_dix_one_other_meld_may_be_made_at_the_same_time():
    state = to_meld("9S QS AC", up_card=Card.KS)
    state, _ = GAME.apply(state, 0, Dix(exchange=True))
    state, events = GAME.apply(state, 0, Meld(parse_cards("KS QS")))
    assert events[0] == Melded(None, 0, MeldName.ROYAL_MARRIAGE, 40)
    assert [each.name for each in state.melds] == [MeldName.DIX_EXCHANGE, MeldName.ROYAL_MARRIAGE]


@pytest.mark.parametrize("cards", ["", "KS QS"])
def test_after_one_meld_or_none_both_draw_and_no_other_may_be_laid(cards):
    state = to_meld("KS QS KH QH 9S")
    state, events = GAME.apply(state, 0, Meld(parse_cards(cards)))
    assert (len(state.stock), state.phase) == (4, Phase.PLAY)
    assert (events[0] == DrewOn(None, 0)) is (cards == "")
    for action in (Meld(parse_cards("KH QH")), DRAW_ON, Dix(exchange=True)):
        assert refusal(state, 0, action) is Reason.NOT_NOW


def test_only_the_winner_of_the_trick_melds():
    state = replace(to_meld("KS QS 9S"), hands=(parse_cards("KS QS 9S"), parse_cards("KH QH 9S")))
    for action in (Meld(parse_cards("KH QH")), DRAW_ON, Dix(exchange=True), Play(Card.KH)):
        assert refusal(state, 1, action) is Reason.NOT_YOUR_TURN
    assert GAME.legal(state, 1) == ()


def test_before_the_draw_no_card_is_played():
    assert refusal(to_meld("KS QS"), 0, Play(Card.KS)) is Reason.NOT_NOW


def test_after_the_twelfth_trick_too_a_nine_and_a_meld_may_be_laid():
    state = to_meld("9S QS", stock=(Card.AH,), up_card=Card.KS)
    state, _ = GAME.apply(state, 0, Dix(exchange=True))
    state, _ = GAME.apply(state, 0, Meld(parse_cards("KS QS")))
    assert sorted(state.hands[0]) == sorted(parse_cards("KS QS AH"))
    assert state.hands[1] == (Card.S9,)
    assert GAME.view(state, None).seats[0].meld_points == 50


def test_once_played_a_card_can_no_longer_be_melded():
    state = to_meld("JD 9C", "QS:queens QH:queens QD:queens QC:queens")
    state = replace(state, phase=Phase.PLAY, trick=Trick(0), hands=(state.hands[0], (Card.H9,)))
    state, _ = GAME.apply(state, 0, Play(Card.QS))
    state, _ = GAME.apply(state, 1, Play(Card.H9))
    assert GAME.to_act(state) == (0,)
    assert refusal(state, 0, Meld(parse_cards("QS JD"))) is Reason.NOT_HELD


def test_a_copy_that_takes_the_place_of_a_played_one_may_be_melded():
    """What is played is the king on the table, so the other one is new."""
    state = to_meld("KS QS 9C", "KS:royal QS:royal")
    state = replace(state, phase=Phase.PLAY, trick=Trick(0), hands=(state.hands[0], (Card.H9,)))
    state, _ = GAME.apply(state, 0, Play(Card.KS))
    state, _ = GAME.apply(state, 1, Play(Card.H9))
    state, _ = GAME.apply(state, 0, Meld(parse_cards("KS QS")))
    assert as_text(state.laid[0]) == "QS:royal KS:royal QS:royal"


def test_choices_come_nine_first_then_the_dearest_meld_and_last_to_draw_on():
    state = to_meld("9S AS TS KS QS JS KH QH JD", rules=DOUBLE)
    codes = [GAME.code(action) for action in GAME.legal(state, 0)]
    assert codes == ["d.x", "d.s", "m.ASTSKSQSJS", "m.KSQS", "m.QSJD", "m.KHQH", "m.none"]


def test_what_lies_on_the_table_is_shown_to_everybody():
    state = to_meld("KS QS 9C", "9S:dix")
    state, _ = GAME.apply(state, 0, Meld(parse_cards("KS QS")))
    for seat in (None, 0, 1):
        seats = GAME.view(state, seat).seats
        assert [as_text(each.laid) for each in seats] == ["9S:dix KS:royal QS:royal", ""]
        assert [each.cards for each in seats] == [2, 1]


@pytest.mark.parametrize("exchange", [False, True])
def test_with_two_nines_the_first_answer_does_not_answer_the_second_question(exchange):
    state = to_meld("9S 9S AC")
    after, _ = GAME.apply(state, 0, Dix(exchange))
    assert GAME.question(after, 0) != GAME.question(state, 0)


def test_equal_cards_are_one_answer_wherever_they_lie():
    state = replace(to_meld("AS AS 9C"), phase=Phase.PLAY)
    other = replace(state, hands=(parse_cards("AS 9C"), ()), laid=(on_table("AS:aces"), ()))
    assert GAME.question(state, 0) == GAME.question(other, 0)
