"""Playing cards in Pluck: what may be led and played, what breaks trump, who takes the trick."""

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.contract import IllegalAction, Reason
from bot.engine.events import CardPlayed
from bot.engine.pluck.actions import NameTrump
from bot.engine.pluck.events import TrickTaken
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import Deck, OpeningLead
from bot.engine.trick import Trick
from tests.engine import pluck_tables as tables
from tests.engine.positions import GAME, PAST, dealt, rules_for, suit_or_none

WHY_BARRED = {
    Reason.MUST_FOLLOW,
    Reason.TRUMP_NOT_BROKEN,
    Reason.JOKER_LOCKED,
    Reason.MUST_LEAD_TWO_OF_CLUBS,
}


def by_rule(row):
    return row.rule


def to_play(hand, trump, trick="", broken=False, locked=False, opening=""):
    """Seat 0 of four is to play to the trick."""
    cards = parse_cards(trick)
    lead = OpeningLead(opening or "caller")
    rules = rules_for(4, deck=Deck.JOKERS_FOR_RED_TWOS, jokers_locked=locked, opening_lead=lead)
    return dealt(
        rules,
        f"{hand}/9C TC/9H TH/JH QH",
        trump=suit_or_none(trump),
        broken=broken,
        trick=Trick(-len(cards) % 4, cards),
        tricks=() if opening else (PAST,),
    )


@pytest.mark.parametrize("row", tables.LEGAL_CARDS, ids=by_rule)
def test_a_seat_may_play_exactly_these_cards(row):
    state = to_play(row.hand, row.trump, row.trick, row.broken, row.locked, row.opening)
    assert GAME.to_act(state) == (0,)
    assert {action.card for action in GAME.legal(state, 0)} == set(row.expected.split())


@pytest.mark.parametrize("row", tables.LEGAL_CARDS, ids=by_rule)
def test_every_other_card_is_refused_and_shown_as_barred(row):
    state = to_play(row.hand, row.trump, row.trick, row.broken, row.locked, row.opening)
    allowed = set(row.expected.split())
    barred = dict(GAME.view(state, 0).barred)
    assert set(barred) == set(row.hand.split()) - allowed
    for card in Card:
        if card in allowed:
            after, events = GAME.apply(state, 0, Play(card))
            assert events[0] == CardPlayed(None, 0, card)
            assert card not in after.hands[0]
            continue
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, 0, Play(card))
        assert refused.value.reason is barred.get(card, Reason.NOT_HELD)
        assert refused.value.reason in {*WHY_BARRED, Reason.NOT_HELD}


# hand | trump | trick | refused card | reason. "first" is the first trick, which 2C leads;
# "locked" stands for the house rule.
REASONS = """\
KD AS 3C | S | 9D    | AS | MUST_FOLLOW
KD BJ    | S | 9D 3S | BJ | MUST_FOLLOW
3S AH    | S | BJ    | AH | MUST_FOLLOW
BJ 4D    | S | 9S    | 4D | MUST_FOLLOW
QS 3C    | S |       | QS | TRUMP_NOT_BROKEN
BJ 4H    | S |       | BJ | TRUMP_NOT_BROKEN
QS 3C    | S |       | AS | NOT_HELD
KD 3C    | S | 9D    | AH | NOT_HELD
2C 3D    | S | first | 3D | MUST_LEAD_TWO_OF_CLUBS
2C KC    | C | first | KC | MUST_LEAD_TWO_OF_CLUBS
2C BJ    | S | first | BJ | MUST_LEAD_TWO_OF_CLUBS
2C KC    | C | first | KH | NOT_HELD
3C AS    | S | first 2C | AS | MUST_FOLLOW
BJ 4H    | C | first 2C | 4H | MUST_FOLLOW
BJ 4H    | S | locked first 2C | BJ | JOKER_LOCKED
BJ 4H    | S | locked 9D | BJ | JOKER_LOCKED
BJ QS    | S | locked    | BJ | JOKER_LOCKED
BJ QS 4H | S | locked    | BJ | JOKER_LOCKED
BJ QS 4H | S | locked    | QS | TRUMP_NOT_BROKEN
BJ 4D    | S | locked 9D | BJ | MUST_FOLLOW
2C BJ    | S | locked first | BJ | MUST_LEAD_TWO_OF_CLUBS
"""


@pytest.mark.parametrize("line", REASONS.splitlines(), ids=lambda line: " ".join(line.split()))
def test_a_refused_card_is_refused_for_the_right_reason(line):
    hand, trump, trick, card, reason = (cell.strip() for cell in line.split("|"))
    words = trick.split()
    cards = [word for word in words if word not in ("locked", "first")]
    broken = any(each[1] == trump or each == "BJ" for each in cards)
    opening = "two_of_clubs" if "first" in words else ""
    state = to_play(hand, trump, " ".join(cards), broken, "locked" in words, opening)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, Play(Card(card)))
    assert refused.value.reason is Reason[reason]


def test_only_the_seat_whose_turn_it_is_may_play():
    state = to_play("KD 4D", "S", "9D")
    for seat, card in ((1, Card.C9), (2, Card.H9), (3, Card.JH)):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, seat, Play(card))
        assert refused.value.reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("row", tables.BREAKS, ids=by_rule)
def test_trump_is_broken_by_a_trump_and_by_nothing_else(row):
    cards = row.played.split()
    hands = [f"{card} 3D" for card in cards or ["2C"]]
    hands += ["4D 5D"] * (4 - len(hands))
    rules = rules_for(
        4, deck=Deck.JOKERS_FOR_RED_TWOS, opening_lead=OpeningLead.TWO_OF_CLUBS, jokers_locked=False
    )
    state = dealt(rules, "/".join(hands), phase=Phase.TRUMP)
    state, _ = GAME.apply(state, 0, NameTrump(Suit(row.trump)))
    for seat, card in enumerate(cards):
        state, _ = GAME.apply(state, seat, Play(Card(card)))
    assert state.broken is row.broken
    assert GAME.view(state, None).broken is row.broken


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("row", tables.TRICK_WINNER, ids=by_rule)
def test_a_trick_goes_to_its_winner_wherever_that_seat_is(row, leader):
    cards = parse_cards(row.cards)
    seats = len(cards)
    leader %= seats
    hands = [row.cards.split()[(seat - leader) % seats] for seat in range(seats)]
    facts = {"trump": Suit(row.trump), "broken": True, "tricks": (PAST,), "trick": Trick(leader)}
    state, events = dealt(rules_for(seats), "/".join(hands), **facts), ()
    for card in cards:
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, seat, Play(card))
    winner = (leader + row.winner) % seats
    assert events[1] == TrickTaken(None, winner)
    assert state.won == tuple(int(seat == winner) for seat in range(seats))
    assert state.tricks == (PAST, Trick(leader, cards))
    assert GAME.view(state, None).tricks[-1].winner == winner


def test_the_winner_leads_to_the_next_trick_and_the_others_follow_clockwise():
    state = dealt(
        rules_for(3), "9D 3C/AD 4C/KD 5C", trump=Suit.SPADES, tricks=(PAST,), trick=Trick(0)
    )
    order = []
    for card in ("9D", "AD", "KD", "4C", "5C", "3C"):
        (seat,) = GAME.to_act(state)
        order.append(seat)
        state, _ = GAME.apply(state, seat, Play(Card(card)))
    assert order == [0, 1, 2, 1, 2, 0]
    assert state.won == (0, 1, 1)


def test_a_trick_in_progress_shows_who_would_take_it():
    state = to_play("KD", "S", "9D AD 3S")
    assert GAME.view(state, None).trick.winner == 3
    assert GAME.view(to_play("KD", "S"), 0).trick.winner is None
