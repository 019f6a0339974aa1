"""The counters of a match of Pluck, and the report of its deals."""

import pytest

from bot.engine.contract import CHANCE
from bot.engine.pluck.events import DealScored, Plucked, TrickTaken
from bot.engine.pluck.report import COUNTERS
from bot.engine.pluck.variants import PRESETS
from tests.engine.playouts import playout
from tests.engine.positions import GAME, end_of_deal, rules_for

CLASSIC, PARTNERS = PRESETS["classic"], PRESETS["partners"]
NOTHING = {"deals": 0, "tricks": 0, "plucks_made": 0, "plucks_suffered": 0, "bostons": 0}


def test_three_handed_every_seat_counts_for_itself():
    events = [
        TrickTaken(None, 0),
        TrickTaken(None, 2),
        Plucked((0, 2), 0, 2),
        Plucked((0, 2), 0, 2),
        DealScored(None, 1, (4, 7, 6), (13, -7, -6), (13, 0, 0), 0),
        DealScored(None, 2, (6, 4, 7), (0, 1, -1), (0, 1, 0), None),
    ]
    assert GAME.tally(CLASSIC, events) == (
        {
            "deals": 2, "tricks": 1, "plucks_made": 2, "plucks_suffered": 0, "bostons": 1,
            "as_right": 1, "made_right": 1, "as_left": 1, "made_left": 1,
        },
        {
            "deals": 2, "tricks": 0, "plucks_made": 0, "plucks_suffered": 0, "bostons": 0,
            "as_dealer": 1, "made_dealer": 0, "as_right": 1, "made_right": 1,
        },
        {
            "deals": 2, "tricks": 1, "plucks_made": 0, "plucks_suffered": 2, "bostons": 0,
            "as_left": 1, "made_left": 0, "as_dealer": 1, "made_dealer": 0,
        },
    )  # fmt: skip


def test_four_handed_a_quota_is_made_by_both_partners_or_by_neither():
    events = [DealScored(None, 3, (5, 8), (2, -2), (2, 0), None)]
    defender = {**NOTHING, "deals": 1, "as_defender": 1, "made_defender": 1}
    caller = {**NOTHING, "deals": 1, "as_caller": 1, "made_caller": 0}
    assert GAME.tally(PARTNERS, events) == (defender, caller, defender, caller)


def test_a_boston_is_counted_for_every_seat_of_the_side():
    _, events = end_of_deal(rules_for(4), (13, 0, 0, 0))
    assert [counts["bostons"] for counts in GAME.tally(PARTNERS, events)] == [1, 0, 1, 0]


def test_what_never_happened_is_counted_as_nothing():
    assert GAME.tally(CLASSIC, []) == (NOTHING, NOTHING, NOTHING)
    assert GAME.tally(PARTNERS, []) == (NOTHING,) * 4
    assert tuple(NOTHING) == COUNTERS
    assert set(GAME.ranked) <= set(COUNTERS)


@pytest.mark.parametrize("table", ["classic", "full-deck", "partners", "partners-before"])
def test_the_counters_of_a_match_add_up(table):
    match = playout("pluck", table, 0)
    events = [event for step in match.steps for event in step.events]
    counts = GAME.tally(match.rules, events)
    deals = GAME.deal_number(match.states[-1])
    plucks = sum(step.actor is not CHANCE and step.action.type == "pluck" for step in match.steps)
    assert sum(count["tricks"] for count in counts) == deals * match.rules.tricks
    assert {count["deals"] for count in counts} == {deals}
    for name in ("plucks_made", "plucks_suffered"):
        assert sum(count[name] for count in counts) == plucks
    for count in counts:
        assert sum(value for name, value in count.items() if name.startswith("as_")) == deals
        assert set(COUNTERS) <= set(count)


def test_a_deal_reports_its_balance_only_once_it_is_complete():
    match = playout("pluck", "classic", 0)
    before_last, last = match.states[-2], match.states[-1]
    (running,) = GAME.report([before_last])["deals"]
    (complete,) = GAME.report([last])["deals"]
    assert (running["complete"], complete["complete"]) == (False, True)
    assert "balance" not in running
    assert complete["balance"] == list(last.balance)
    assert running["score"] == list(before_last.score)
