"""A match of Pluck from deal to deal: dealers, callers, quotas, scores, winners, rules."""

from dataclasses import replace

import pytest

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.contract import CHANCE, IllegalAction, Reason
from bot.engine.events import Drawn, MatchEnded
from bot.engine.pluck.actions import NameTrump
from bot.engine.pluck.events import DealScored
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import PACKS, Boston, Deck, FirstDealer, Misfit, Points, Rounds
from bot.record.model import complete_rules
from tests.engine import pluck_tables as tables
from tests.engine.positions import (
    GAME,
    before_deal,
    deal,
    end_of_deal,
    numbers,
    pack_from,
    rules_for,
    with_quotas,
)

ABOUT = {
    "deck": {Misfit.DECK_FOR_OTHER_SEATS},
    "quotas": {Misfit.QUOTAS_NUMBER, Misfit.QUOTAS_TOO_SMALL, Misfit.QUOTAS_SUM},
    "joker": {Misfit.LOCKED_WITHOUT_JOKERS},
    "lead": {Misfit.CALLER_LEADS_THREE_HANDED},
    "target": {Misfit.MATCH_TOO_SHORT},
    "count": {Misfit.MATCH_TOO_SHORT},
    "": set(Misfit),
}


def by_rule(row):
    return row.rule


# ---------------------------------------------------------------- dealers and callers


@pytest.mark.parametrize("row", tables.FIRST_JACK, ids=by_rule)
def test_the_first_jack_decides_the_first_dealer(row):
    state = GAME.setup(rules_for(row.seats, first_dealer=FirstDealer.FIRST_JACK))
    assert GAME.to_act(state) is CHANCE
    assert GAME.dealer(state) is None
    state = deal(state, row.deck)
    assert GAME.dealer(state) == row.dealer


@pytest.mark.parametrize("row", tables.HIGH_CARD, ids=by_rule)
def test_the_highest_card_drawn_decides_the_first_dealer(row):
    deck, quotas = (Deck.FULL_WITH_JOKERS, (7, 6, 5)) if row.seats == 3 else (Deck.PLAIN, (8, 5))
    rules = rules_for(row.seats, deck=deck, quotas=quotas)
    drawn = parse_cards(row.draws.replace("/", " "))
    order = [card for card in pack_from(rules, " ".join(drawn)) if not card.is_joker]
    state, events = GAME.apply(GAME.setup(rules), CHANCE, Draw(tuple(order)))
    assert events == (Drawn(None, row.dealer),)
    assert GAME.dealer(state) == row.dealer
    assert tuple(card for _, card in GAME.view(state, None).draw) == drawn
    assert GAME.deal_number(state) == 0
    state = deal(state)
    assert GAME.dealer(state) == row.dealer
    assert tuple(card for _, card in GAME.view(state, None).draw) == drawn, "still to be seen"


@pytest.mark.parametrize("row", tables.DEALING, ids=by_rule)
def test_cards_are_dealt_in_this_order(row):
    rules = rules_for(row.seats, first_dealer=FirstDealer(row.first_dealer))
    if not row.opening:
        state = before_deal(rules, row.dealer)
    elif row.first_dealer == "high_card":
        state = replace(GAME.setup(rules), phase=Phase.DEAL, dealer=row.dealer)
    else:
        state = GAME.setup(rules)
    # The first Jack falls to the dealer, after the cards whose places the row gives.
    order = [card for card in PACKS[rules.deck] if card.rank != "J"]
    jacks = [card for card in PACKS[rules.deck] if card.rank == "J"]
    place = 2 * row.seats + row.dealer
    deck = (*order[:place], *jacks, *order[place:])
    state, _ = GAME.apply(state, CHANCE, Deal(deck))
    assert state.dealer == row.dealer
    expected = numbers(row.expected)
    assert tuple(state.holder_of(card) for card in deck[: len(expected)]) == expected
    assert {len(hand) for hand in state.hands} == {rules.tricks}


@pytest.mark.parametrize("row", tables.CALLER, ids=by_rule)
def test_deal_and_call_pass_to_the_left(row):
    rules = rules_for(row.seats)
    state = replace(GAME.setup(rules), phase=Phase.DEAL, dealer=row.dealer)
    others = [card for card in PACKS[rules.deck] if card is not Card.C2]
    place = (row.two_of_clubs - row.dealer - 1) % row.seats
    deck = (*others[:place], Card.C2, *others[place:])
    state, _ = GAME.apply(state, CHANCE, Deal(deck))
    assert state.holder_of(Card.C2) == row.two_of_clubs
    assert state.caller == row.caller
    balance = (0,) * len(rules.sides)
    state = deal(replace(state, phase=Phase.DEAL, balance=balance))
    assert (state.dealer, state.caller) == (row.next_dealer, row.next_caller)


def test_the_first_deal_has_no_plucks():
    assert deal(replace(GAME.setup(rules_for(3)), phase=Phase.DEAL, dealer=0)).phase is Phase.TRUMP


@pytest.mark.parametrize("suit", Suit)
def test_the_caller_alone_names_any_suit(suit):
    state = deal(before_deal(rules_for(3), 1))
    assert GAME.to_act(state) == (1,)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, NameTrump(suit))
    assert refused.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 1, Play(Card.C2))
    assert refused.value.reason is Reason.NOT_NOW
    assert GAME.apply(state, 1, NameTrump(suit))[0].trump is suit


def test_only_the_pack_of_the_rules_is_dealt_and_only_by_chance():
    state = before_deal(rules_for(3), 0)
    pack = PACKS[state.rules.deck]
    for order in (pack[1:], (*pack[1:], pack[1]), (*pack, pack[0]), PACKS[Deck.PLAIN], ()):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, CHANCE, Deal(order))
        assert refused.value.reason is Reason.WRONG_PACK
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, Deal(pack))
    assert refused.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, CHANCE, Draw(pack))
    assert refused.value.reason is Reason.NOT_NOW


# ---------------------------------------------------------------- quotas and scores


@pytest.mark.parametrize("row", tables.QUOTAS, ids=by_rule)
def test_every_seat_sees_the_quota_of_its_side(row):
    rules = with_quotas(numbers(row.quotas))
    assert rules.seats == row.seats
    assert rules.quota_by_side(row.caller) == numbers(row.expected)
    before = before_deal(rules, row.dealer)
    caller_before = (row.caller - 1) % row.seats
    state = deal(replace(before, caller=caller_before))
    assert state.caller == row.caller
    for seat in GAME.view(state, None).seats:
        assert seat.quota == numbers(row.expected)[seat.side]


@pytest.mark.parametrize("row", tables.RIGHTS, ids=by_rule)
def test_excess_becomes_rights_and_deficit_vulnerability(row):
    rules = with_quotas(numbers(row.quotas), match=Points(10**6), boston=Boston(row.boston))
    state, events = end_of_deal(rules, numbers(row.tricks), dealer=row.dealer, caller=row.caller)
    assert state.balance == numbers(row.balance)
    (scored,) = (event for event in events if isinstance(event, DealScored))
    assert scored.balance == numbers(row.balance)
    assert scored.quotas == rules.quota_by_side(row.caller)
    state = deal(state)
    assert (state.rights, state.owed) == (numbers(row.rights), numbers(row.vulnerability))
    assert state.phase is (Phase.PLUCK if any(state.rights) else Phase.TRUMP)


@pytest.mark.parametrize("row", tables.MATCH_END, ids=lambda row: f"{row.rule} ({row.boston})")
def test_a_match_ends_like_this(row):
    kind, count = row.match.split()
    match = Points(int(count)) if kind == "points" else Rounds(int(count))
    rules = with_quotas(numbers(row.quotas), match=match, boston=Boston(row.boston))
    state, events = end_of_deal(
        rules, numbers(row.tricks), score=numbers(row.before), deal=int(row.deal)
    )
    winners = None if row.winners == "-" else numbers(row.winners)
    assert state.score == numbers(row.score)
    assert state.winners == winners
    assert GAME.view(state, None).trick is None, "no card is due"
    won = GAME.sides(rules)
    tricks = [sum(numbers(row.tricks)[seat] for seat in side) for side in won]
    (scored,) = (event for event in events if isinstance(event, DealScored))
    assert scored.boston == (tricks.index(rules.tricks) if rules.tricks in tricks else None)
    outcome = GAME.outcome(state)
    if winners is None:
        assert outcome is None
        assert GAME.to_act(state) is CHANCE
        assert state.phase is Phase.DEAL
        return
    assert events[-1] == MatchEnded(None, winners)
    assert GAME.to_act(state) == ()
    assert (outcome.scores, outcome.winners) == (numbers(row.score), winners)
    assert {side for side, place in enumerate(outcome.places) if place == 1} == set(winners)


def test_nothing_is_played_or_dealt_after_the_match():
    state, _ = end_of_deal(rules_for(3, match=Points(1)), (9, 5, 3))
    assert state.phase is Phase.OVER
    for seat in range(3):
        assert GAME.legal(state, seat) == ()
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, seat, Play(Card.AS))
        assert refused.value.reason is Reason.MATCH_OVER
    with pytest.raises(IllegalAction):
        GAME.apply(state, CHANCE, Deal(PACKS[state.rules.deck]))
    with pytest.raises(IllegalAction) as refused:
        GAME.recorded_deal(state, 1, PACKS[state.rules.deck])
    assert refused.value.reason is Reason.MATCH_OVER


@pytest.mark.parametrize(
    ("score", "winners", "places"),
    [
        ((20, 5, 3), (0,), (1, 2, 3)),
        ((5, 20, 5), (1,), (2, 1, 2)),
        ((9, 9, 2), (0, 1), (1, 1, 3)),
        ((4, 4, 4), (0, 1, 2), (1, 1, 1)),
        ((10, 19, 3), (0,), (1, 2, 3)),  # a Boston that won
        ((20, 20, 0), (0,), (1, 2, 3)),
        ((0, 9, 19), (0,), (1, 3, 2)),
    ],
)
def test_places_follow_the_score_behind_the_winners(score, winners, places):
    state, _ = end_of_deal(rules_for(3, match=Points(1)), (9, 5, 3))
    outcome = GAME.outcome(replace(state, score=score, winners=winners))
    assert outcome.places == places


# ---------------------------------------------------------------- rules that fit together


@pytest.mark.parametrize("row", tables.FITS, ids=by_rule)
def test_a_set_of_rules_fits_together_or_says_why_not(row):
    if row.fits:
        rules = complete_rules(GAME, row.preset, row.changes)
        assert GAME.check(rules) is None
        return
    with pytest.raises(ValueError, match=r"^rules: ") as refused:
        complete_rules(GAME, row.preset, row.changes)
    assert str(refused.value) in {f"rules: {misfit}" for misfit in ABOUT[row.word]}


def test_a_match_can_be_made_longer_or_shorter():
    for rules in GAME.presets.values():
        longer = GAME.with_house_rule(rules, "length", "7")
        assert GAME.check(longer) is None
        assert longer.match in (Points(7), Rounds(7))
        assert type(longer.match) is type(rules.match)
