"""Every player of Pinochle finishes matches, acts legally, and keeps to its view."""

import pickle
from itertools import islice
from random import Random
from statistics import fmean

import pytest

from bot.arena.contest import play
from bot.engine.pinochle.state import Phase
from bot.engine.pinochle.variants import Rules
from bot.engine.pinochle.view import view
from bot.players import registry
from bot.players.contract import AnyPolicy, Searcher
from bot.players.pinochle.hard import Hard
from tests.players.pinochle_moments import (
    GAME,
    RULES,
    TABLES,
    Careless,
    asked_moments,
    redealt,
    steps,
)

LEVELS = registry.POLICIES["pinochle"]
EASY, NORMAL, LATE = LEVELS["easy"], LEVELS["normal"], registry.HOUSE["pinochle"]
QUICK = Hard(deals=2, seconds=None)
POLICIES = {"easy": EASY, "normal": NORMAL, "hard": QUICK, "house": LATE}


def test_the_levels_are_named_from_the_weakest_on() -> None:
    assert registry.levels("pinochle") == ("easy", "normal", "hard")


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_match_is_played_to_its_end(rules: Rules, policy: AnyPolicy) -> None:
    last = None
    for state, seat, action in islice(steps(rules, [policy, policy], seed=3), 5_000):
        last = state
        if seat is not None:
            assert action in GAME.legal(state, seat)
    assert last is not None
    assert last.phase is Phase.OVER


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_redeal_of_hidden_cards_changes_no_choice(policy: AnyPolicy) -> None:
    luck = Random(17)
    for state, seat in asked_moments(TABLES["one deal"], [policy, EASY], seed=11)[::3]:
        seen, other = view(state, seat), view(redealt(state, seat, luck), seat)
        assert seen == other
        assert policy.choose(seen, seen.legal, Random(1)) == policy.choose(
            other, other.legal, Random(1)
        )


@pytest.mark.parametrize("policy", [NORMAL, LATE], ids=["normal", "house"])
def test_luck_plays_no_part_in_a_considered_choice(policy: AnyPolicy) -> None:
    for state, seat, action in steps(TABLES["one deal"], [policy, policy], seed=5):
        if seat is not None:
            seen = view(state, seat)
            assert policy.choose(seen, seen.legal, Random(99)) == action


def points_ahead(hero: AnyPolicy, other: AnyPolicy, deals: int) -> float:
    """The mean points by which the hero is better in a deal, in both seats on the same cards."""
    found = []
    for number in range(deals):
        for seats in ([hero, other], [other, hero]):
            first, second = next(play(GAME, RULES, seats, str(number), whole=False)).points
            found.append(first - second if seats[0] is hero else second - first)
    return fmean(found)


@pytest.mark.parametrize(
    ("hero", "other", "deals", "at_least"),
    [
        (NORMAL, Careless(), 10, 120),
        (EASY, Careless(), 10, 60),
        (LATE, Careless(), 10, 30),
        (NORMAL, EASY, 40, 10),
        (Hard(deals=4, seconds=None), NORMAL, 4, 0),
    ],
    ids=["normal", "easy", "house", "normal over easy", "hard over normal"],
)
def test_the_stronger_policy_makes_more_points(
    hero: AnyPolicy, other: AnyPolicy, deals: int, at_least: float
) -> None:
    assert points_ahead(hero, other, deals) > at_least


@pytest.mark.parametrize("late", [False, True], ids=["first part", "play-off"])
def test_a_search_that_has_no_time_still_plays_what_is_legal(late: bool) -> None:
    assert isinstance(LEVELS["hard"], Searcher)
    hurried = LEVELS["hard"].within(0)
    for state, seat in asked_moments(TABLES["one deal"], [NORMAL, NORMAL], seed=2):
        if state.playing_off is late:
            seen = view(state, seat)
            assert hurried.choose(seen, seen.legal, Random(1)) in seen.legal


def test_a_search_without_a_clock_depends_on_view_and_luck_alone() -> None:
    state, seat = asked_moments(TABLES["one deal"], [NORMAL, NORMAL], seed=2)[7]
    seen = view(state, seat)
    unhurried = Hard(deals=10).within(None)
    chosen = [unhurried.choose(seen, seen.legal, Random(4)) for _ in range(2)]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_players_can_be_sent_to_another_process(policy: AnyPolicy) -> None:
    assert pickle.loads(pickle.dumps(policy)) == policy
