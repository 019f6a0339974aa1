"""The coach knows no more than the seat it advises, says nothing that is not so, and is fair."""

import pickle
from dataclasses import replace
from itertools import islice
from random import Random
from time import perf_counter

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import NameTrump, Pluck
from bot.engine.pluck.variants import CLASSIC, HOUSE, PARTNERS
from bot.engine.pluck.view import view
from bot.players.advice import advise_within, appraise_within
from bot.players.pluck.reasons import reason
from bot.players.registry import ADVISERS, POLICIES
from tests.players.selfplay import ENDLESS, steps
from tests.players.test_policies_keep_to_their_view import redealt
from tests.support.layout import before_plucks, position, view_to_act

COACH = ADVISERS["pluck"]
LONG = 60.0


def moments(rules, count, policy=POLICIES["pluck"]["easy"]):
    """Who had to act in the first deals of a match, and when."""
    played = steps(replace(rules, match=ENDLESS), [policy] * rules.seats, 11)
    return [(state, seat) for state, seat, _ in islice(played, count) if seat is not None]


def told(view, action):
    saying = reason(view, action)
    return saying.key, dict(saying.facts)


@pytest.mark.parametrize("rules", [CLASSIC, HOUSE, PARTNERS], ids=["classic", "house", "partners"])
def test_a_redeal_of_hidden_cards_changes_no_hint_and_no_appraisal(rules):
    luck = Random(17)
    quick = replace(COACH, deals=20)
    for state, seat in moments(rules, 230)[::9]:
        seen, other = view(state, seat), view(redealt(state, seat, luck), seat)
        action = seen.legal[-1]
        first = [
            COACH.at_once(seen, seen.legal, Random(1)),
            quick.advise(seen, seen.legal, Random(1), None),
            quick.appraise(seen, seen.legal, action, Random(1), None),
        ]
        assert first == [
            COACH.at_once(other, other.legal, Random(1)),
            quick.advise(other, other.legal, Random(1), None),
            quick.appraise(other, other.legal, action, Random(1), None),
        ]
        assert first[0].action in seen.legal
        assert first[1].action in seen.legal


@pytest.mark.parametrize(
    ("line", "card", "key", "facts"),
    [
        ("H; KS 4S / 5D / 9D; 1: QS 2S", "KS", "take_last", {}),
        ("H; 3H 4C / 5D / 9D; 1: QS 2S", "3H", "cut_last", {}),
        ("H; 3H 4C / 5D / 9D; 1: QS 2S", "4C", "throw_keep_trump", {}),
        ("H; 3D 4C / 5D / 9D; 1: QS 2S", "4C", "throw_least", {}),
        ("H; AH 3H / 5D / 9D; 1: QS 5H", "3H", "give_save", {"suit": Suit.HEARTS}),
        ("H; 3H 4C / KH 2D / 9D; 2: 8S", "3H", "cut_over", {}),
        (
            "H; 3H 4C / AS 5H / 9S; 2: 8S",
            "3H",
            "cut_low",
            {"higher": Card.AS, "name": 1, "suit": Suit.SPADES},
        ),
        ("H; 3H 4C / AS KS / 9S; 2: 8S", "3H", "cut_sure", {}),
        ("H; AH 4C / AS BJ / 3H 5H; 2: 8S", "AH", "cut_high", {"name": 1}),
        ("H; KH 3H / AS BJ / 9S; 2: 8S", "KH", "cut_high", {"name": 1}),
        ("H; 9S 4S / AS KD / 5D; 2: 8S", "9S", "take_but_one", {"higher": Card.AS}),
        ("H; 9S 4S / AS KD / 5D; 2: 8S", "4S", "give_duck", {"higher": Card.AS}),
        ("H; 9S 4S / 5S KD / 5D; 2: TS", "4S", "give_cannot", {"best": Card.TS}),
        ("H; AS 4S / KS 5H / 9D 8D; 0:", "AS", "lead_master", {"suit": Suit.SPADES}),
        ("H; AS 4S / KS 5D / 9D 8D; 0:", "AS", "lead_safe", {"suit": Suit.SPADES}),
        ("H; AH 4S / KS 5H / 9D 8D; 0:", "AH", "lead_draw", {}),
        ("H; AH 4S / KS 5S / 9D 8D; 0:", "AH", "lead_last_trump", {}),
        ("H; 4H 4S / KS 5H / 9D 8D; 0:", "4S", "lead_short", {"suit": Suit.SPADES}),
        ("H; 4S 3S / KS 5H / 9D 8D; 0:", "3S", "lead_low", {"higher": Card.KS}),
        ("H; 4S 3S / 6H 5H / 9S 8D; 0:; 0: QS 7D JS", "3S", "lead_force", {"name": 1}),
        ("H; AH / KS / 9D; 0:", "AH", "only", {}),
    ],
)
def test_a_card_is_explained_by_what_is_true_of_it(line, card, key, facts):
    said, named = told(view_to_act(position(line)), Play(Card(card)))
    assert said == key
    assert named["card"] == card
    assert facts.items() <= named.items()


def test_a_partner_who_has_the_book_is_left_alone():
    seen = view_to_act(position("H; KS 4S / 5S / 9S / 8S; 2: AS 3S", preset="partners"))
    assert told(seen, Play(Card.S4)) == ("give_partner", {"card": Card.S4, "name": 2})
    assert COACH.at_once(seen, seen.legal, Random(1)).action == Play(Card.S4)


def test_a_call_is_explained_by_the_length_of_the_suit():
    blank = before_plucks("-; AS KS QS 3D 2D / 4C / 5C", owed=(0, 0, 0), rights=(0, 0, 0))
    seen = view(replace(blank, phase="trump", plucking_side=None), 0)
    assert told(seen, NameTrump(Suit.SPADES)) == ("call_long", {"suit": Suit.SPADES})
    assert told(seen, NameTrump(Suit.DIAMONDS)) == ("call_best", {"suit": Suit.DIAMONDS})


def test_a_pluck_is_explained_by_the_best_card_that_may_come():
    state = before_plucks("-; QS 3D / AS KD / KS AD", owed=(0, 1, 0), rights=(1, 0, 0))
    assert told(view(state, 0), Pluck(Card.QS, 1)) == (
        "pluck_hope",
        {"card": Card.QS, "name": 1, "higher": Card.AS},
    )


def test_hints_take_no_longer_than_they_may():
    for state, seat in moments(CLASSIC, 60)[::6]:
        seen = view(state, seat)
        began = perf_counter()
        advise_within(0.02, COACH, seen, seen.legal, 1)
        appraise_within(0.02, COACH, seen, seen.legal, seen.legal[-1], 1)
        assert perf_counter() - began < LONG


def test_all_that_goes_to_a_worker_and_back_can_be_pickled():
    state, seat = moments(CLASSIC, 60)[-1]
    seen = view(state, seat)
    coach = pickle.loads(pickle.dumps(COACH))
    advice = coach.at_once(seen, seen.legal, Random(1))
    assert pickle.loads(pickle.dumps(advice)) == advice
    assert "Card" not in repr(advice)


class TestAppraisal:
    def test_what_is_given_away_is_found_and_measured(self):
        seen = view_to_act(position("H; KS 4S 4C / 5D 9C / 9D 7C; 1: QS 2S"))
        ducked = COACH.appraise(seen, seen.legal, Play(Card.S4), Random(1), None)
        assert ducked.cost == pytest.approx(2.0, abs=0.1)
        assert dict(ducked.better.facts)["card"] == Card.KS
        assert dict(ducked.taken.facts)["card"] == Card.S4
        taken = COACH.appraise(seen, seen.legal, Play(Card.KS), Random(1), None)
        assert taken.cost == 0.0

    def test_what_the_strongest_player_does_costs_next_to_nothing(self):
        costs = []
        for state, seat in moments(CLASSIC, 60, POLICIES["pluck"]["normal"])[::3]:
            seen = view(state, seat)
            action = COACH.advise(seen, seen.legal, Random(5), None).action
            costs.append(COACH.appraise(seen, seen.legal, action, Random(6), None).cost)
        assert sum(costs) / len(costs) < 0.1

    def test_the_trick_is_told_and_before_the_first_there_is_none(self):
        state, seat = moments(CLASSIC, 3)[0]
        seen = view(state, seat)
        assert seen.trick is None
        assert COACH.appraise(seen, seen.legal, seen.legal[0], Random(1), 0.01).trick is None
        seen = view_to_act(position("H; KS 4S / 5D / 9D; 1: QS 2S; 0: 3D 4D 5C"))
        found = COACH.appraise(seen, seen.legal, Play(Card.KS), Random(1), 0.01)
        assert found.trick == len(seen.tricks) + 1
