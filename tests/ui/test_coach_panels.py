"""What the coach says: a hint above the hand, a claim below it, a review of a scored deal."""

from dataclasses import replace
from random import Random

import pytest

from bot.engine.cards import Card, Suit
from bot.engine.pluck.variants import PRESETS
from bot.engine.trick import Trick
from bot.players.advice import Advice, Appraisal, Saying
from bot.players.pluck.reasons import reason
from bot.players.registry import ADVISERS
from bot.table.coaching import Review
from bot.table.model import Options, Status
from bot.ui import press
from tests.support.layout import before_plucks, position
from tests.support.panels import (
    LONGEST_LABEL,
    MOST_COMPONENTS,
    PANELS,
    PLUCK,
    TEXTS,
    ai,
    components,
    deal_ends,
    holder,
    seen,
    states,
)
from tests.ui.test_panel_limits import full_hand

MINE = "H; BJ AH 3H / KC 4C 9D / 8S 7S 6S; 0:"
COACH = ADVISERS["pluck"]
END = next(deal_ends("classic", 1))


def labels(panel):
    return [each.label for each in panel.choices]


def code_of(panel, label):
    return next(press.parse(each.id) for each in panel.choices if each.label == label)


def play(card, *, better="AH", cost=0.0, trick=1):
    taken, best = Saying("deed_play", (("card", Card(card)),)), Card(better)
    return Appraisal(taken, Saying("deed_play", (("card", best),)), cost, trick)


def review(*appraisals, choices=None):
    table = seen(END, 0)
    return PANELS.review(
        Review(table, len(appraisals) if choices is None else choices, appraisals)
    ).text


class TestHint:
    def test_it_can_be_asked_for_by_whoever_is_asked_something(self):
        state = position(MINE)
        assert code_of(PANELS.hand(seen(state, 0)), "Hint") == press.TablePress("t4bl3", 0, "hint")
        assert "Hint" not in labels(PANELS.hand(seen(state, 1)))

    def test_it_is_not_offered_where_the_table_has_no_hints_nor_to_who_is_away(self):
        state = position(MINE)
        without = seen(state, 0, options=Options(hints=False))
        assert "Hint" not in labels(PANELS.hand(without))
        away = seen(state, 0, holders={0: holder(0, away=True)})
        assert "Hint" not in labels(PANELS.hand(away))

    def test_it_stands_above_the_hand_and_names_cards_suits_and_people(self):
        table = seen(position(MINE), 0)
        facts = (("card", Card.H3), ("higher", Card.AC), ("name", 1), ("suit", Suit.CLUBS))
        said = PANELS.hint(table, Advice(None, Saying("cut_low", facts)))
        assert said == (
            "💡 Cut low with the 3♥: the A♣ is still out, "
            "and Bob has not been seen to be out of clubs."
        )
        assert PANELS.hand(table, note=said).text.startswith(said)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_advice_can_be_said_and_leaves_the_hand_within_its_limits(self, preset):
        said = set()
        rng = Random(preset)
        for number, state in enumerate(states(preset, 3)):
            asked = PLUCK.to_act(state)
            if not isinstance(asked, tuple) or number > 150:
                continue
            for seat in asked:
                table = seen(state, seat, preset=preset)
                for action in table.view.legal:
                    advice = Advice(action, reason(table.view, action))
                    said.add(advice.why.key)
                    panel = PANELS.hand(table, note=PANELS.hint(table, advice))
                    assert components(panel) <= MOST_COMPONENTS
                assert COACH.at_once(table.view, table.view.legal, rng).action in table.view.legal
        assert len(said) > 12


class TestClaim:
    def test_whoever_can_take_the_rest_is_offered_it(self):
        panel = PANELS.hand(seen(position(MINE), 0))
        assert "**The rest is yours**, whatever the others hold: all 3 books." in panel.text
        assert code_of(panel, "Take the rest") == press.TablePress("t4bl3", 6, "claim")

    def test_nobody_else_is(self):
        assert "Take the rest" not in labels(PANELS.hand(seen(position(MINE), 1)))
        doubtful = position("H; AH 3S / 5H 4S / 9D 8D; 0:")
        assert "Take the rest" not in labels(PANELS.hand(seen(doubtful, 0)))


class TestReview:
    def test_it_is_offered_between_deals_and_on_the_last_deal_to_who_sits_there(self):
        own = PANELS.hand(seen(END, 0))
        assert code_of(own, "Review") == press.TablePress("t4bl3", 0, f"review.{END.deal}")
        assert labels(PANELS.last_deal(seen(END, 0))) == ["Review"]
        assert labels(PANELS.last_deal(seen(END, None))) == []
        running = next(iter(states("classic", 1)))
        assert "Review" not in labels(PANELS.hand(seen(running, 0)))

    def test_the_three_plays_that_cost_most_are_told_in_order(self):
        text = review(
            play("3H", cost=0.3, trick=2),
            play("4H", cost=0.2, trick=4),
            play("5H", cost=1.25, trick=5),
            play("6H", cost=0.1, trick=6),
            play("7H", cost=0.4, trick=9),
        )
        assert "**Book 2:** you played **3♥**. **A♥** was better by about 0.3 books." in text
        assert [line[:9] for line in text.split("\n") if "Book" in line] == [
            "**Book 2:",
            "**Book 5:",
            "**Book 9:",
        ]
        assert "all your 5 choices" in text

    def test_a_call_and_plucks_are_told_besides(self):
        call = Appraisal(
            Saying("deed_call", (("suit", Suit.CLUBS),)),
            Saying("deed_call", (("suit", Suit.SPADES),)),
            0.5,
            None,
        )
        facts = (("card", Card.H3), ("name", 1))
        pluck = Appraisal(Saying("deed_pluck", facts), Saying("deed_pluck", (*facts,)), 0.35, None)
        plays = [play("3H", cost=1.0, trick=number) for number in range(1, 5)]
        text = review(pluck, call, *plays)
        assert "**Trump:** you named **clubs**. **spades** was better by about 0.5 books." in text
        assert "**Pluck:** you offered **3♥** to Bob." in text
        assert text.count("Book ") == 3

    def test_whoever_played_well_is_told_so_kindly(self):
        text = review(play("3H"), play("4H", cost=0.14))
        assert "Well played!" in text
        assert "better by" not in text

    def test_what_was_left_out_is_said(self):
        assert "There was time for one of your 7 choices." in review(play("3H"), choices=7)
        assert "You had no choices of your own" in review()

    def test_the_buttons_fit(self):
        names = {seat: ai(seat) for seat in (1, 2)}
        for panel in (
            PANELS.hand(seen(END, 0, holders=names)),
            PANELS.hand(seen(END, 0, holders={0: holder(0, away=True)}, status=Status.PAUSED)),
        ):
            assert all(len(each.label) <= LONGEST_LABEL for each in panel.choices)
            assert len(panel.blocks[-1].choices) <= 5
        assert TEXTS("button.review") == "Review"


def test_the_largest_hand_has_room_for_a_hint_and_a_claim():
    whole = before_plucks("S; AS / KS / QS", owed=(0, 0, 0), rights=(0, 0, 0), preset="full-deck")
    state = replace(whole, hands=full_hand("S"), phase="play", plucking_side=None, trick=Trick(0))
    table = replace(seen(state, 0, preset="full-deck"), claim=18)
    long = "💡 " + "x" * 300
    panel = PANELS.hand(table, note=long)
    assert "Take the rest" in labels(panel)
    assert components(panel) <= MOST_COMPONENTS
