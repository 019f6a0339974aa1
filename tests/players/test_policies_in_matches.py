"""Every policy finishes matches of every preset and house rule, and always acts legally."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.pluck import variants
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import CLASSIC, HOUSE, PARTNERS, PRESETS, Rules
from bot.engine.registry import GAMES
from bot.players import registry
from bot.players.contract import AnyPolicy
from bot.players.pluck.hard import Hard
from bot.players.pluck.sense import sensible
from tests.players.selfplay import GAME, Careless, advantage, steps
from tests.players.yardsticks import Pimc, RuleBased

EASY, NORMAL = registry.POLICIES["pluck"]["easy"], registry.POLICIES["pluck"]["normal"]
HARD = Hard(deals=20, seconds=None)
LATE, RANDOM = registry.HOUSE["pluck"], Careless()

HOUSE_RULES = {
    "other quotas": replace(CLASSIC, quotas=(9, 5, 3)),
    "mercy": replace(CLASSIC, zero_books=variants.ZeroBooks.MERCY, quotas=(15, 1, 1)),
    "mercy, trump first": replace(HOUSE, zero_books=variants.ZeroBooks.MERCY, quotas=(1, 1, 15)),
    "boston doubles": replace(CLASSIC, boston=variants.Boston.DOUBLE),
    "boston wins": replace(PARTNERS, boston=variants.Boston.WIN),
    "locked jokers": replace(CLASSIC, jokers_locked=True),
    "partners with jokers": replace(
        PARTNERS,
        deck=variants.Deck.JOKERS_FOR_RED_TWOS,
        jokers_locked=True,
        trump_call=variants.TrumpCall.BEFORE_PLUCKS,
        zero_books=variants.ZeroBooks.MERCY,
    ),
    "partners open with 2C": replace(
        PARTNERS, opening_lead=variants.OpeningLead.TWO_OF_CLUBS, match=variants.Rounds(1)
    ),
    "first jack": replace(PARTNERS, first_dealer=variants.FirstDealer.FIRST_JACK),
}
TABLES = {
    "easy": (EASY,),
    "normal": (NORMAL,),
    "house": (LATE,),
    "hard": (Hard(deals=3, seconds=None),),
    "mixed": (NORMAL, EASY, LATE),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("rules", (PRESETS | HOUSE_RULES).values(), ids=PRESETS | HOUSE_RULES)
def test_a_match_is_played_to_its_end(rules: Rules, table: str) -> None:
    assert variants.check(rules) is None
    policies = TABLES[table]
    seats = [policies[seat % len(policies)] for seat in range(rules.seats)]
    last = None
    for state, seat, action in islice(steps(rules, seats, seed=3), 20_000):
        last = state
        if seat is not None:
            assert action in GAME.legal(state, seat)
    assert last is not None
    assert last.phase is Phase.OVER


@pytest.mark.parametrize("rules", [CLASSIC, HOUSE, PARTNERS], ids=["classic", "house", "partners"])
@pytest.mark.parametrize("policy", [EASY, NORMAL, LATE], ids=["easy", "normal", "house"])
def test_nobody_is_ever_seen_to_waste_a_card(rules: Rules, policy: AnyPolicy) -> None:
    for state, seat, action in islice(steps(rules, [policy] * rules.seats, seed=5), 1_500):
        if seat is not None and isinstance(action, Play):
            view = GAME.view(state, seat)
            assert action in sensible(view, view.legal)


@pytest.mark.parametrize("policy", [NORMAL, LATE], ids=["normal", "house"])
def test_luck_plays_no_part_in_a_considered_choice(policy: AnyPolicy) -> None:
    for state, seat, action in islice(steps(CLASSIC, [policy] * 3, seed=5), 300):
        if seat is not None:
            view = GAME.view(state, seat)
            assert policy.choose(view, view.legal, Random(99)) == action


@pytest.mark.parametrize(
    ("preset", "hero", "others", "at_least"),
    [
        ("classic", NORMAL, RANDOM, 1.8),
        ("full-deck", NORMAL, RANDOM, 1.8),
        ("partners", NORMAL, RANDOM, 1.2),
        ("classic", NORMAL, EASY, 0.3),
        ("classic", EASY, RANDOM, 1.0),
        ("classic", NORMAL, LATE, 0.5),
        ("classic", LATE, RANDOM, 0.5),
        ("classic", RuleBased(), RANDOM, 1.9),
        ("classic", Pimc(4), RANDOM, 1.5),
        ("classic", HARD, RuleBased(), 0.3),
        ("house", HARD, NORMAL, 0.2),
        ("partners", HARD, NORMAL, 0.1),
    ],
)
def test_the_stronger_policy_wins_more_tricks(
    preset: str, hero: AnyPolicy, others: AnyPolicy, at_least: float
) -> None:
    assert advantage(PRESETS[preset], hero, others, deals=1, seeds=range(100, 124)) > at_least


def test_every_game_has_its_levels_and_a_house_policy() -> None:
    assert set(registry.POLICIES) == set(registry.HOUSE) == set(GAMES)
    assert registry.levels("pluck") == ("easy", "normal", "hard")
    with pytest.raises(KeyError):
        registry.POLICIES["pluck"]["godlike"]
    with pytest.raises(TypeError):
        registry.POLICIES["pluck"]["easy"] = LATE  # type: ignore[index]
