"""What is wrong with a record is said together with where it is wrong."""

import json
import random
import re

import pytest

from bot.record.model import NotARecord, parse
from tests.record import generator
from tests.record.changes import drop, literal, made, put, swap

PLACES = [
    (drop("preset"), "preset: missing key"),
    (drop("deals", 1, "dealer"), "deals.1.dealer: missing key"),
    (put("rules", "colour", "red"), "rules.colour: unknown key"),
    (put("rules", "deck", None), "rules.deck: a key without a value (null)"),
    (
        put("deals", 0, "actions", 1, "at", None),
        "deals.0.actions.1.at: a key without a value (null)",
    ),
    (swap('"seat":', '"seat": 0, "seat":'), "deals.0.actions.0.seat: a key that stands twice"),
    (swap('"game":', '"game": "pluck", "g\\u0061me":'), "game: a key that stands twice"),
    (put("deals", 1, "dealer", 3), "deal 2: a dealer who is not at this table"),
    (
        put("deals", 0, "actions", 1, "seat", -1),
        "deal 1 action 1: a seat that is not at this table",
    ),
    (
        put("deals", 1, "actions", 0, "target", 3),
        "deal 2 action 0: a seat that is not at this table",
    ),
    (drop("deals", 1, "deck", 0), "deal 2: the deck is not the pack of these rules"),
    (
        put("deals", 0, "actions", 1, "at", "2026-01-02T03:04:05+02:00"),
        "deals.0.actions.1.play.at: not a time in UTC",
    ),
    (literal("deals", 0, "dealer", "NaN"), "bad JSON: NaN is no number"),
    (lambda record: json.dumps(record, indent=1).encode()[:-1] + b"]", "bad JSON in line "),
]


@pytest.mark.parametrize(("change", "place"), PLACES, ids=[place for _, place in PLACES])
def test_the_place_is_named(change, place):
    with pytest.raises(NotARecord, match="^" + re.escape(place)):
        parse(made(change, generator.base(random.Random(1))))
