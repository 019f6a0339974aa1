"""House rules of Pinochle, one point at a time: what may be chosen, and why something may not."""

from dataclasses import replace

import pytest

from bot.engine.contract import RulesMisfit
from bot.engine.pinochle.variants import Misfit, Points, SingleDeal
from tests.engine.pinochle_positions import GAME, RULES

DEAL = replace(RULES, match=SingleDeal())


@pytest.mark.parametrize(
    ("rules", "key", "value", "becomes"),
    [
        (RULES, "double_pinochle", "on", {"double_pinochle": True}),
        (
            replace(RULES, double_pinochle=True),
            "double_pinochle",
            "off",
            {"double_pinochle": False},
        ),
        (RULES, "match", "deal", {"match": SingleDeal()}),
        (DEAL, "match", "points", {"match": Points(1000)}),
        (replace(RULES, match=Points(300)), "match", "points", {}),
        (RULES, "length", "500", {"match": Points(500)}),
        (RULES, "length", " 500 ", {"match": Points(500)}),
        (RULES, "length", "1", {"match": Points(1)}),
        (RULES, "length", "10000", {"match": Points(10_000)}),
    ],
)
def test_a_point_can_be_changed_and_nothing_else_changes(rules, key, value, becomes):
    changed = GAME.with_house_rule(rules, key, value)
    assert changed == replace(rules, **becomes)
    assert GAME.check(changed) is None


@pytest.mark.parametrize(
    ("key", "value", "misfit"),
    [
        ("length", "0", Misfit.MATCH_TOO_SHORT),
        ("length", "10001", Misfit.MATCH_TOO_LONG),
        ("length", "-5", Misfit.NO_SUCH_RULE),
        ("length", "10 20", Misfit.NO_SUCH_RULE),
        ("length", "", Misfit.NO_SUCH_RULE),
        ("length", "٥٠٠", Misfit.NO_SUCH_RULE),
        ("length", "9" * 5000, Misfit.NO_SUCH_RULE),
        ("double_pinochle", "True", Misfit.NO_SUCH_RULE),
        ("match", "rounds", Misfit.NO_SUCH_RULE),
        ("deck", "52", Misfit.NO_SUCH_RULE),
        ("seats", "3", Misfit.NO_SUCH_RULE),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(key, value, misfit):
    with pytest.raises(RulesMisfit) as refused:
        GAME.with_house_rule(RULES, key, value)
    assert refused.value.misfit is misfit


def test_every_point_is_on_offer_as_it_is():
    points = {each.key: each for each in GAME.house_rules(RULES)}
    assert {key: each.value for key, each in points.items()} == {
        "double_pinochle": "off",
        "match": "points",
        "length": "1000",
    }
    for each in points.values():
        assert GAME.with_house_rule(RULES, each.key, each.value) == RULES
        for other in each.alternatives:
            changed = GAME.with_house_rule(RULES, each.key, other.value)
            assert {new.key: new.value for new in GAME.house_rules(changed)}[
                each.key
            ] == other.value


def test_a_single_deal_has_no_length():
    assert {each.key for each in GAME.house_rules(DEAL)} == {"double_pinochle", "match"}
    with pytest.raises(RulesMisfit) as refused:
        GAME.with_house_rule(DEAL, "length", "500")
    assert refused.value.misfit is Misfit.NO_SUCH_RULE
