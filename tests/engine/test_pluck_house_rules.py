"""House rules, one point at a time: what may be chosen, and why something may not (rules 4)."""

from dataclasses import replace

import pytest

from bot.engine.contract import RulesMisfit
from bot.engine.pluck.variants import (
    PRESETS,
    Boston,
    Deck,
    FirstDealer,
    Misfit,
    OpeningLead,
    Points,
    Rounds,
    TrumpCall,
    ZeroBooks,
    check,
)
from bot.engine.registry import GAMES

PLUCK = GAMES["pluck"]
CLASSIC, PARTNERS, FULL = PRESETS["classic"], PRESETS["partners"], PRESETS["full-deck"]


def points(rules):
    return {each.key: each for each in PLUCK.house_rules(rules)}


@pytest.mark.parametrize(
    ("rules", "key", "value", "becomes"),
    [
        (CLASSIC, "first_dealer", "first_jack", {"first_dealer": FirstDealer.FIRST_JACK}),
        (CLASSIC, "trump_call", "before_plucks", {"trump_call": TrumpCall.BEFORE_PLUCKS}),
        (CLASSIC, "jokers", "locked", {"jokers_locked": True}),
        (FULL, "jokers", "free", {"jokers_locked": False}),
        (CLASSIC, "boston", "win", {"boston": Boston.WIN}),
        (CLASSIC, "boston", "double", {"boston": Boston.DOUBLE}),
        (CLASSIC, "zero_books", "mercy", {"zero_books": ZeroBooks.MERCY}),
        (CLASSIC, "match", "rounds", {"match": Rounds(2)}),
        (PRESETS["rounds"], "match", "points", {"match": Points(20)}),
        (CLASSIC, "quotas", "9/5/3", {"quotas": (9, 5, 3)}),
        (CLASSIC, "quotas", " 8, 5 4 ", {"quotas": (8, 5, 4)}),
        (CLASSIC, "length", "33", {"match": Points(33)}),
        (PRESETS["rounds"], "length", "4", {"match": Rounds(4)}),
        (CLASSIC, "deck", "54", {"deck": Deck.FULL_WITH_JOKERS, "quotas": (7, 6, 5)}),
        (FULL, "deck", "51", {"deck": Deck.WITHOUT_RED_AND_SPADE_TWOS, "quotas": (7, 6, 4)}),
        (PARTNERS, "deck", "52j", {"deck": Deck.JOKERS_FOR_RED_TWOS}),
        (PARTNERS, "opening_lead", "two_of_clubs", {"opening_lead": OpeningLead.TWO_OF_CLUBS}),
        (PARTNERS, "quotas", "9/4", {"quotas": (9, 4)}),
    ],
)
def test_a_point_can_be_changed_and_nothing_else_changes(rules, key, value, becomes):
    changed = PLUCK.with_house_rule(rules, key, value)
    assert changed == replace(rules, **becomes)
    assert check(changed) is None


def test_another_deck_keeps_quotas_that_still_add_up():
    partners = replace(PARTNERS, quotas=(10, 3))
    assert PLUCK.with_house_rule(partners, "deck", "52j").quotas == (10, 3)


@pytest.mark.parametrize(
    ("rules", "key", "value", "misfit"),
    [
        (CLASSIC, "quotas", "7/6/5", Misfit.QUOTAS_SUM),
        (CLASSIC, "quotas", "17/0/0", Misfit.QUOTAS_TOO_SMALL),
        (CLASSIC, "quotas", "9/8", Misfit.QUOTAS_NUMBER),
        (CLASSIC, "quotas", "7/6/-4", Misfit.NO_SUCH_RULE),
        (CLASSIC, "quotas", "seven", Misfit.NO_SUCH_RULE),
        (CLASSIC, "quotas", "", Misfit.NO_SUCH_RULE),
        (CLASSIC, "quotas", "٧/6/4", Misfit.NO_SUCH_RULE),
        (CLASSIC, "quotas", "7/6/4" + "0" * 5000, Misfit.NO_SUCH_RULE),
        (CLASSIC, "opening_lead", "caller", Misfit.CALLER_LEADS_THREE_HANDED),
        (CLASSIC, "deck", "52", Misfit.DECK_FOR_OTHER_SEATS),
        (PARTNERS, "jokers", "locked", Misfit.LOCKED_WITHOUT_JOKERS),
        (CLASSIC, "length", "0", Misfit.MATCH_TOO_SHORT),
        (CLASSIC, "length", "201", Misfit.MATCH_TOO_LONG),
        (CLASSIC, "length", "10 20", Misfit.NO_SUCH_RULE),
        (CLASSIC, "boston", "triple", Misfit.NO_SUCH_RULE),
        (CLASSIC, "seats", "4", Misfit.NO_SUCH_RULE),
        (CLASSIC, "match", "forever", Misfit.NO_SUCH_RULE),
        (CLASSIC, "jokers", "True", Misfit.NO_SUCH_RULE),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(rules, key, value, misfit):
    with pytest.raises(RulesMisfit) as refused:
        PLUCK.with_house_rule(rules, key, value)
    assert refused.value.misfit is misfit


@pytest.mark.parametrize("preset", PRESETS)
def test_every_field_of_the_rules_but_the_seats_can_be_changed(preset):
    assert set(points(PRESETS[preset])) == {
        "deck",
        "quotas",
        "first_dealer",
        "trump_call",
        "jokers",
        "opening_lead",
        "match",
        "length",
        "boston",
        "zero_books",
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_on_offer_fits_and_what_is_not_has_a_reason(preset):
    rules = PRESETS[preset]
    for point in PLUCK.house_rules(rules):
        if not point.alternatives:
            assert PLUCK.with_house_rule(rules, point.key, point.value) == rules
            continue
        assert point.value in {each.value for each in point.alternatives}
        for each in point.alternatives:
            if each.misfit is None:
                changed = PLUCK.with_house_rule(rules, point.key, each.value)
                assert points(changed)[point.key].value == each.value
            else:
                with pytest.raises(RulesMisfit):
                    PLUCK.with_house_rule(rules, point.key, each.value)


def test_three_handed_the_caller_cannot_lead_and_it_is_said_why():
    [lead] = [each for each in points(CLASSIC)["opening_lead"].alternatives if each.misfit]
    assert (lead.value, lead.misfit) == ("caller", Misfit.CALLER_LEADS_THREE_HANDED)


def test_without_jokers_in_the_deck_they_cannot_be_locked():
    locked = points(PARTNERS)["jokers"].alternatives[1]
    assert (locked.value, locked.misfit) == ("locked", Misfit.LOCKED_WITHOUT_JOKERS)
    jokered = replace(PARTNERS, deck=Deck.JOKERS_FOR_RED_TWOS, jokers_locked=True)
    plain = points(jokered)["deck"].alternatives[0]
    assert (plain.value, plain.misfit) == ("52", Misfit.LOCKED_WITHOUT_JOKERS)
