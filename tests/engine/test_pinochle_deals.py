"""Deals of Pinochle from end to end: who deals, what is dealt, how points make a match."""

from dataclasses import replace
from random import Random

import pytest

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.contract import CHANCE, IllegalAction, Outcome, Reason
from bot.engine.events import Dealt, Drawn, MatchEnded
from bot.engine.pinochle.actions import DRAW_ON
from bot.engine.pinochle.events import DealScored, Drew, Melded
from bot.engine.pinochle.melds import MeldName
from bot.engine.pinochle.state import Phase, Scored
from bot.engine.pinochle.variants import PACK, TEN_HIGH, Rules
from bot.engine.trick import Trick
from bot.record.model import complete_rules
from tests.engine import pinochle_tables as tables
from tests.engine.pinochle_positions import (
    GAME,
    RULES,
    as_text,
    deal,
    dealt,
    new_match,
    numbers,
    on_table,
    pack_with,
    play_off,
    rules_to,
)


def by_rule(row):
    return row.rule


# ---------------------------------------------------------------- dealing


def test_the_pack_has_two_of_each_card_from_nine_to_ace():
    assert len(PACK) == 48
    assert {card: PACK.count(card) for card in PACK} == {
        Card(rank + suit): 2 for rank in "AKQJT9" for suit in "CDHS"
    }


@pytest.mark.parametrize("row", tables.FIRST_DEALER, ids=by_rule)
def test_the_higher_card_deals_first(row):
    drawn = parse_cards(row.draws)
    rest = list(PACK)
    for card in drawn:
        rest.remove(card)
    state, events = GAME.apply(GAME.setup(RULES), CHANCE, Draw((*drawn, *rest)))
    assert GAME.dealer(state) == row.dealer
    assert state.draw == tuple((place % 2, card) for place, card in enumerate(drawn))
    assert events == (Drawn(None, row.dealer),)
    assert GAME.view(state, None).draw == state.draw
    assert GAME.dealer(deal(state)) == row.dealer
    assert GAME.view(deal(state), None).draw == state.draw


@pytest.mark.parametrize("row", tables.DEALING, ids=by_rule)
def test_cards_are_dealt_three_at_a_time_and_the_rest_is_the_stock(row):
    order = tuple(Random(5).sample(PACK, 48))
    state, events = GAME.apply(new_match(row.dealer), CHANCE, Deal(order))
    for seat in range(2):
        own = [card for card, to in zip(order, row.expected, strict=False) if int(to) == seat]
        assert sorted(state.hands[seat]) == sorted(own)
        assert len(own) == 12
    assert (state.up_card, state.stock) == (order[24], order[25:])
    assert events[0] == Dealt((), row.dealer)
    assert GAME.view(state, None).stock == 24


@pytest.mark.parametrize("row", tables.TURNED_UP, ids=by_rule)
def test_the_card_turned_up_makes_trump_and_a_nine_scores(row):
    order = pack_with(row.card, 24)
    state, events = GAME.apply(new_match(row.dealer), CHANCE, Deal(order))
    assert (state.up_card, state.trump) == (Card(row.card), Suit(row.trump))
    points = numbers(row.points)
    assert tuple(seat.meld_points for seat in GAME.view(state, None).seats) == points
    scored = tuple(
        Melded(None, seat, MeldName.TURNED_NINE, 10) for seat in range(2) if points[seat]
    )
    assert events[1:] == scored


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_non_dealer_leads(dealer):
    assert GAME.to_act(deal(new_match(dealer))) == (1 - dealer,)


def test_hands_are_sorted_with_trump_first_and_the_ten_above_the_king():
    state = deal(new_match(0), tuple(Random(6).sample(PACK, 48)))
    for hand in state.hands:
        trumps = [card for card in hand if card.suit is state.trump]
        assert list(hand[: len(trumps)]) == trumps
        ranks = [TEN_HIGH.index(card.rank) for card in trumps]
        assert ranks == sorted(ranks, reverse=True)


# ---------------------------------------------------------------- drawing


@pytest.mark.parametrize("winner", [0, 1])
def test_both_draw_the_winner_first_and_the_winner_leads(winner):
    state = dealt("9H/JH", stock=parse_cards("AC KC QC JC TC"), trick=Trick(0))
    if not winner:
        state = replace(state, hands=(state.hands[1], state.hands[0]))
    for seat in (0, 1):
        state, _ = GAME.apply(state, seat, Play(state.hands[seat][0]))
    assert GAME.to_act(state) == (winner,)
    state, events = GAME.apply(state, winner, DRAW_ON)
    assert (state.hands[winner], state.hands[1 - winner]) == ((Card.AC,), (Card.KC,))
    assert state.stock == parse_cards("QC JC TC")
    assert GAME.to_act(state) == (winner,)
    assert state.phase is Phase.PLAY
    drew = [event for event in events if isinstance(event, Drew)]
    assert drew == [
        Drew((winner,), winner, Card.AC),
        Drew((1 - winner,), 1 - winner, Card.KC),
    ]


def test_a_seat_alone_knows_which_card_it_drew_until_it_plays_again():
    state = dealt("9H/JH", stock=parse_cards("AC KC QC JC"), phase=Phase.MELD, trick=Trick(1))

    def known(state):
        return tuple(GAME.view(state, seat).drawn for seat in (None, 0, 1))

    assert known(state) == (None, None, None)
    state, _ = GAME.apply(state, 1, DRAW_ON)
    assert known(state) == (None, Card.KC, Card.AC)
    state, _ = GAME.apply(state, 1, Play(Card.JH))
    assert known(state) == (None, Card.KC, None)
    state, _ = GAME.apply(state, 0, Play(Card.KC))
    assert known(state) == (None, None, None)


def last_draw(up_card, **facts):
    """Seat 1 has won the 12th trick."""
    facts = {"stock": (Card.AH,), "up_card": Card(up_card), "trick": Trick(1), **facts}
    return dealt("9C TC/9D TD", phase=Phase.MELD, **facts)


def test_the_winner_takes_the_last_of_the_stock_and_shows_it_the_loser_the_turn_up():
    state, events = GAME.apply(last_draw("KS"), 1, DRAW_ON)
    assert sorted(state.hands[1]) == sorted(parse_cards("9D TD AH"))
    assert sorted(state.hands[0]) == sorted(parse_cards("9C TC KS"))
    assert events[-2:] == (Drew(None, 1, Card.AH), Drew(None, 0, Card.KS))
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert view.shown == (1, Card.AH)
        assert (view.stock, view.up_card, view.playing_off) == (0, None, True)
    assert GAME.to_act(state) == (1,)


def test_the_loser_takes_the_nine_that_was_exchanged():
    state, _ = GAME.apply(last_draw("9S"), 1, DRAW_ON)
    assert Card.S9 in state.hands[0]


def test_melds_go_back_to_the_hands_and_nothing_is_melded_any_more():
    laid = (on_table("KS:royal QS:royal"), on_table("9S:dix"))
    state, _ = GAME.apply(last_draw("KS", laid=laid), 1, DRAW_ON)
    assert [as_text(each) for each in state.laid] == ["", ""]
    assert sorted(state.hands[0]) == sorted(parse_cards("9C TC KS QS KS"))
    assert sorted(state.hands[1]) == sorted(parse_cards("9D TD 9S AH"))
    state, _ = GAME.apply(state, 1, Play(Card.D9))
    state, _ = GAME.apply(state, 0, Play(Card.KS))
    assert state.phase is Phase.PLAY
    assert {action.type for action in GAME.legal(state, 0)} == {"play"}


# ---------------------------------------------------------------- counting


def last_trick(points, **facts):
    """Play the last card of a deal in which the two score so many points: state and events."""
    first, second = points
    state = play_off("JC/9H", trick_points=(first - 12, second), **facts)
    for seat in (0, 1):
        state, events = GAME.apply(state, seat, Play(state.hands[seat][0]))
    return state, events


def test_the_last_trick_scores_ten_more():
    state = play_off("AC JC/TC 9H")
    for seat, card in ((0, "AC"), (1, "TC")):
        state, _ = GAME.apply(state, seat, Play(Card(card)))
    assert state.trick_points == (21, 0)
    for seat, card in ((0, "JC"), (1, "9H")):
        state, _ = GAME.apply(state, seat, Play(Card(card)))
    assert state.trick_points == (33, 0)
    assert state.won == (2, 0)


def test_the_twelfth_trick_is_not_the_last():
    state = dealt("AC/TC", stock=(Card.AH,))
    for seat in (0, 1):
        state, _ = GAME.apply(state, seat, Play(state.hands[seat][0]))
    assert state.trick_points == (21, 0)


def test_melds_and_tricks_are_added_up():
    melds = (
        Scored(0, MeldName.RUN, 150, ()),
        Scored(1, MeldName.TURNED_NINE, 10, ()),
        Scored(0, MeldName.DIX, 10, ()),
    )
    state, events = last_trick((100, 140), melds=melds, score=(5, 6))
    assert state.trick_points == (100, 140)
    assert state.points == (260, 150)
    assert state.score == (265, 156)
    assert DealScored(None, (260, 150)) in events
    seats = GAME.view(state, None).seats
    assert [(seat.meld_points, seat.trick_points) for seat in seats] == [(160, 100), (10, 140)]


def test_points_in_tricks_are_not_shown_before_the_deal_is_over():
    state = play_off("AC JC/TC 9H", trick_points=(30, 40))
    for seat in (None, 0, 1):
        assert [each.trick_points for each in GAME.view(state, seat).seats] == [None, None]


@pytest.mark.parametrize("row", tables.MATCH_END, ids=by_rule)
def test_a_match_ends_when_its_rules_say_so(row):
    points = numbers(row.points)
    state, events = last_trick(points, rules=rules_to(row.match), score=numbers(row.before))
    assert state.score == numbers(row.score)
    outcome = GAME.outcome(state)
    if row.winners == "-":
        assert outcome is None
        assert GAME.to_act(state) is CHANCE
    else:
        winners = numbers(row.winners)
        places = tuple(1 if seat in winners else 2 for seat in range(2))
        assert outcome == Outcome(state.score, places, winners)
        assert events[-1] == MatchEnded(None, winners)
        assert GAME.to_act(state) == ()


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal_alternates(dealer):
    state, _ = last_trick((100, 150), dealer=dealer, score=(30, 20))
    for other, reason in ((1 - dealer, None), (dealer, Reason.DEALER_NOT_DUE)):
        if reason is None:
            assert GAME.recorded_deal(state, other, PACK) == (Deal(PACK),)
            continue
        with pytest.raises(IllegalAction) as refused:
            GAME.recorded_deal(state, other, PACK)
        assert refused.value.reason is reason
    state = deal(state)
    assert (GAME.dealer(state), GAME.deal_number(state)) == (1 - dealer, 3)
    assert GAME.to_act(state) == (dealer,)
    assert (state.points, state.trick_points, state.won, state.tricks) == ((), (0, 0), (0, 0), ())
    assert state.score == (130, 170)


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_record_may_begin_with_either_dealer(dealer):
    state = GAME.setup(RULES)
    for action in GAME.recorded_deal(state, dealer, PACK):
        state, _ = GAME.apply(state, CHANCE, action)
    assert (GAME.dealer(state), GAME.deal_number(state)) == (dealer, 1)


def test_no_deal_is_recorded_in_the_middle_of_another_or_after_the_end():
    with pytest.raises(IllegalAction) as refused:
        GAME.recorded_deal(deal(new_match(0)), 1, PACK)
    assert refused.value.reason is Reason.UNFINISHED
    over, _ = last_trick((100, 150), rules=rules_to("deal"))
    with pytest.raises(IllegalAction) as refused:
        GAME.recorded_deal(over, 0, PACK)
    assert refused.value.reason is Reason.MATCH_OVER


def test_a_deal_that_is_over_is_reported_with_all_that_scored():
    melds = (Scored(1, MeldName.TURNED_NINE, 10, ()), Scored(0, MeldName.RUN, 150, ()))
    state, _ = last_trick((100, 150), melds=melds, rules=rules_to("deal"))
    assert GAME.report([state]) == {
        "deals": [
            {
                "complete": True,
                "trump": "S",
                "melds": [[1, "turned-nine", 10], [0, "run", 150]],
                "trick_points": [100, 150],
                "points": [250, 160],
                "score": [250, 160],
            }
        ],
        "score": [250, 160],
        "winners": [0],
    }


def test_an_unfinished_deal_is_reported_without_a_change_of_the_score():
    state = dealt("AC/TC", trick_points=(21, 4), score=(300, 400))
    assert GAME.report([state]) == {
        "deals": [
            {
                "complete": False,
                "trump": "S",
                "melds": [],
                "trick_points": [21, 4],
                "points": [21, 4],
                "score": [300, 400],
            }
        ],
        "score": [300, 400],
        "winners": None,
    }


def test_the_statistics_count_what_each_seat_has_done():
    state, events = GAME.apply(new_match(0), CHANCE, Deal(pack_with("9C", 24)))
    rng, every = Random(3), list(events)
    while GAME.to_act(state) not in (CHANCE, ()):
        (seat,) = GAME.to_act(state)
        state, events = GAME.apply(state, seat, rng.choice(GAME.legal(state, seat)))
        every += events
    counted = GAME.tally(RULES, every)
    assert [count["deals"] for count in counted] == [1, 1]
    assert tuple(count["tricks"] for count in counted) == state.won
    melded = [sum(each.points for each in state.melds if each.seat == seat) for seat in (0, 1)]
    assert [count["meld_points"] for count in counted] == melded
    assert melded[0] >= 10
    assert sum(count["last_tricks"] for count in counted) == 1
    assert GAME.view(state, None).tricks[-1].winner == max(
        (0, 1), key=lambda seat: counted[seat]["last_tricks"]
    )


def test_runs_are_counted():
    run = Melded(None, 1, MeldName.RUN, 150)
    counted = GAME.tally(RULES, [run, run, Melded(None, 0, MeldName.MARRIAGE, 20)])
    assert [(count["runs"], count["meld_points"]) for count in counted] == [(0, 20), (2, 300)]


# ---------------------------------------------------------------- the rules object


@pytest.mark.parametrize("row", tables.FITS, ids=by_rule)
def test_rules_fit_together_or_are_refused(row):
    if row.fits:
        assert isinstance(complete_rules(GAME, "pinochle", row.changes), Rules)
    else:
        with pytest.raises(ValueError, match="target"):
            complete_rules(GAME, "pinochle", row.changes)


def test_by_default_it_is_a_match_to_1000_without_double_pinochle():
    assert rules_to("1000") == RULES
    assert not RULES.double_pinochle
