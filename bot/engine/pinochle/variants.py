"""The rules object of Pinochle, its pack and its one preset (rules 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from bot.engine.cards import Card, Suit
from bot.engine.contract import Alternative, HouseRule, RulesMisfit

TEN_HIGH = "9JQKTA"
"""The order of ranks, low to high: the ten stands above the king."""
SEATS = 2
DEALT = 12
"""How many cards each seat is dealt, and how many tricks each part has."""
AT_A_TIME = 3
LONGEST_MATCH = 10_000
"""The largest target that a table may choose."""

PACK: tuple[Card, ...] = tuple(
    Card(rank + suit) for suit in Suit for rank in reversed(TEN_HIGH) for _ in range(2)
)
"""The 48 cards: two of each."""


@dataclass(frozen=True, slots=True)
class Points:
    """A match to a number of points."""

    target: int
    kind: Literal["points"] = "points"


@dataclass(frozen=True, slots=True)
class SingleDeal:
    """A match of one deal."""

    kind: Literal["deal"] = "deal"


class Misfit(StrEnum):
    """Why a set of rules does not fit together."""

    MATCH_TOO_SHORT = "a match needs a target of at least 1"
    MATCH_TOO_LONG = "a match may be too long to be finished"
    NO_SUCH_RULE = "there is no such rule, or it cannot be that"


@dataclass(frozen=True, slots=True)
class Rules:
    """One complete set of rules."""

    seats: Literal[2] = 2
    deck: Literal["48"] = "48"
    double_pinochle: bool = False
    match: Points | SingleDeal = Points(1000)


PRESETS: Mapping[str, Rules] = MappingProxyType({"pinochle": Rules()})

_DOUBLE = MappingProxyType({"off": False, "on": True})
_MATCHES: Mapping[str, Points | SingleDeal] = MappingProxyType(
    {"points": Points(1000), "deal": SingleDeal()}
)


def check(rules: Rules) -> Misfit | None:
    """What about the rules does not fit together; None if all does."""
    too_short = isinstance(rules.match, Points) and rules.match.target < 1
    return Misfit.MATCH_TOO_SHORT if too_short else None


def house_rules(rules: Rules) -> tuple[HouseRule, ...]:
    """Every point of the rules that a table may change, and what it may become."""
    double = "on" if rules.double_pinochle else "off"
    points = (
        HouseRule("double_pinochle", double, tuple(Alternative(each, None) for each in _DOUBLE)),
        HouseRule("match", rules.match.kind, tuple(Alternative(each, None) for each in _MATCHES)),
    )
    if isinstance(rules.match, SingleDeal):
        return points
    return (*points, HouseRule("length", str(rules.match.target)))


def with_house_rule(rules: Rules, key: str, value: str) -> Rules:
    """The rules with one point changed. Raises RulesMisfit where they would not fit together."""
    match key:
        case "double_pinochle" if value in _DOUBLE:
            return replace(rules, double_pinochle=_DOUBLE[value])
        case "match" if value in _MATCHES:
            same = rules.match.kind == value
            return rules if same else replace(rules, match=_MATCHES[value])
        case "length" if isinstance(rules.match, Points) and _is_number(value):
            changed = replace(rules, match=Points(int(value)))
            if misfit := check(changed):
                raise RulesMisfit(misfit)
            if int(value) > LONGEST_MATCH:
                raise RulesMisfit(Misfit.MATCH_TOO_LONG)
            return changed
        case _:
            raise RulesMisfit(Misfit.NO_SUCH_RULE)


def _is_number(text: str) -> bool:
    """Whether a text is a number of points that somebody may mean: up to five digits."""
    digits = text.strip()
    return digits.isascii() and digits.isdecimal() and len(digits) < 6
