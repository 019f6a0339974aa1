"""House rules: what a table may change of its rules, one point at a time (rules 4)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bot.engine.contract import Alternative, HouseRule, RulesMisfit
from bot.engine.pluck.variants import (
    SEATS_OF_DECK,
    Boston,
    Deck,
    FirstDealer,
    Misfit,
    OpeningLead,
    Points,
    Rounds,
    Rules,
    TrumpCall,
    ZeroBooks,
    check,
    with_length,
)

LONGEST_MATCH = 200
"""The largest target, or number of rounds, that a table may choose."""

_CHOICES = MappingProxyType(
    {
        "first_dealer": FirstDealer,
        "trump_call": TrumpCall,
        "opening_lead": OpeningLead,
        "boston": Boston,
        "zero_books": ZeroBooks,
    }
)
"""The fields that are one of several words."""
_JOKERS = MappingProxyType({"free": False, "locked": True})
_USUAL_LENGTH: Mapping[str, Points | Rounds] = MappingProxyType(
    {"points": Points(20), "rounds": Rounds(2)}
)
_USUAL_QUOTAS: Mapping[Deck, tuple[int, ...]] = MappingProxyType(
    {
        Deck.WITHOUT_RED_AND_SPADE_TWOS: (7, 6, 4),
        Deck.FULL_WITH_JOKERS: (7, 6, 5),
        Deck.PLAIN: (8, 5),
        Deck.JOKERS_FOR_RED_TWOS: (8, 5),
    }
)


def house_rules(rules: Rules) -> tuple[HouseRule, ...]:
    """Every point of the rules that a table may change, and what it may become.

    A point that is a number or several has no alternatives: whatever fits may be written.
    """
    points = (
        ("deck", str(rules.deck)),
        *((key, str(getattr(rules, key))) for key in _CHOICES),
        ("jokers", "locked" if rules.jokers_locked else "free"),
        ("match", rules.match.kind),
    )
    numbers = (
        HouseRule("quotas", "/".join(map(str, rules.quotas))),
        HouseRule("length", str(_length(rules))),
    )
    return (*(_choice(rules, key, value) for key, value in points), *numbers)


def with_house_rule(rules: Rules, key: str, value: str) -> Rules:
    """The rules with one point changed. Raises RulesMisfit where they would not fit together."""
    changed = _changed(rules, key, value)
    if misfit := check(changed):
        raise RulesMisfit(misfit)
    if _length(changed) > LONGEST_MATCH:
        raise RulesMisfit(Misfit.MATCH_TOO_LONG)
    return changed


def _choice(rules: Rules, key: str, value: str) -> HouseRule:
    match key:
        case "deck":
            values = tuple(str(deck) for deck in Deck if SEATS_OF_DECK[deck] == rules.seats)
        case "jokers":
            values = tuple(_JOKERS)
        case "match":
            values = tuple(_USUAL_LENGTH)
        case _:
            values = tuple(map(str, _CHOICES[key]))
    others = tuple(Alternative(each, check(_changed(rules, key, each))) for each in values)
    return HouseRule(key, value, others)


def _changed(rules: Rules, key: str, value: str) -> Rules:
    """The rules with one point changed, fitting or not. Raises RulesMisfit for nonsense."""
    try:
        match key:
            case "deck":
                return _with_deck(rules, Deck(value))
            case "jokers":
                return replace(rules, jokers_locked=_JOKERS[value])
            case "match":
                same = rules.match.kind == value
                return rules if same else replace(rules, match=_USUAL_LENGTH[value])
            case "quotas":
                return replace(rules, quotas=_numbers(value))
            case "length":
                (length,) = _numbers(value)
                return with_length(rules, length)
            case _:
                changes: dict[str, Any] = {key: _CHOICES[key](value)}
                return replace(rules, **changes)
    except (ValueError, KeyError):
        raise RulesMisfit(Misfit.NO_SUCH_RULE) from None


def _with_deck(rules: Rules, deck: Deck) -> Rules:
    """Another deck; quotas that no longer add up become the usual ones."""
    changed = replace(rules, deck=deck)
    if sum(rules.quotas) != changed.tricks and SEATS_OF_DECK[deck] == rules.seats:
        return replace(changed, quotas=_USUAL_QUOTAS[deck])
    return changed


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of a text like `7/6/4` or `7, 6, 4`; ValueError where there are others."""
    words = text.replace("/", " ").replace(",", " ").split()
    if not words or not all(each.isascii() and each.isdecimal() for each in words):
        raise ValueError
    if max(map(len, words)) > 4 or len(words) > 4:
        raise ValueError
    return tuple(map(int, words))


def _length(rules: Rules) -> int:
    return rules.match.target if isinstance(rules.match, Points) else rules.match.count
