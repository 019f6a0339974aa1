"""Whatever bytes a file holds, `parse` makes a record of them or says that they are none.

PLUCK_EXAMPLES sets how many are tried by each test.
"""

import copy
import json
import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.record.model import NotARecord, Record, parse
from bot.record.replay import IllegalRecord, replay
from tests.record.changes import at, to_bytes
from tests.record.games import GENERATORS

settings.register_profile(
    "records",
    max_examples=int(os.environ.get("PLUCK_EXAMPLES", "150")),
    derandomize="PLUCK_EXAMPLES" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
ours = settings.get_profile("records")


def small_record(game):
    """A record with every kind of action, short enough to be changed anywhere."""
    record = GENERATORS[game].base(random.Random(1))
    for deal in record["deals"]:
        del deal["actions"][6:]
    return record


RECORDS = [small_record(game) for game in GENERATORS]
TEXTS = [to_bytes(record) for record in RECORDS]
KEYS = sorted({key for record in RECORDS for key in record})
WORDS = sorted(
    {
        word
        for text in TEXTS
        for word in text.decode().replace('"', " ").split()
        if word.isidentifier()
    }
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*WORDS, 0, 1, 2, 3, -1, 3.0, 10**19, 1e400, "2C", "BJ", "9S", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def places(value, path=()):
    """Every place within a JSON value, by the steps that lead there; of a deck the first two."""
    inner = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value[:2] if "deck" in path else value)
    for step, each in inner:
        yield (*path, step)
        yield from places(each, (*path, step))


PLACES = [(record, path) for record in RECORDS for path in places(record)]


def parsed_or_refused(data):
    """Parse and replay; nothing but the two refusals may come out."""
    try:
        record = parse(data)
        assert isinstance(record, Record)
    except NotARecord as reason:
        return str(reason)
    try:
        replay(record)
    except IllegalRecord as illegal:
        return str(illegal)
    return "legal"


def in_one_line(reason):
    return reason.isprintable() and reason.strip() == reason != ""


@ours
@given(st.binary(max_size=200))
def test_any_bytes(data):
    assert in_one_line(parsed_or_refused(data))


@ours
@given(st.text(alphabet='{}[]",:0123456789eE+-.\\u truefalsn', max_size=60))
def test_what_looks_like_json(text):
    assert in_one_line(parsed_or_refused(text.encode()))


@ours
@given(VALUES)
def test_any_json_value(value):
    assert in_one_line(parsed_or_refused(json.dumps(value).encode()))


@ours
@given(
    st.dictionaries(
        st.sampled_from(KEYS),
        VALUES | st.sampled_from([value for record in RECORDS for value in record.values()]),
    )
)
def test_a_record_put_together_from_anything(document):
    assert in_one_line(parsed_or_refused(json.dumps(document).encode()))


@ours
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=2))
def test_a_record_with_something_else_in_some_place(changes):
    record = copy.deepcopy(changes[0][0][0])
    for (_, path), value in changes:
        try:
            at(record, path[:-1])[path[-1]] = value
        except (IndexError, KeyError, TypeError):
            continue  # the first change took this place away
    assert in_one_line(parsed_or_refused(json.dumps(record).encode()))


@ours
@given(st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_a_record_with_two_places_exchanged(one, other):
    """Places of one record or of two; what is tried is the first of them."""
    (first, here), (second, there) = one, other
    record = copy.deepcopy(first)
    try:
        at(record, here[:-1])[here[-1]] = copy.deepcopy(at(second, there))
        at(record, there[:-1])[there[-1]] = copy.deepcopy(at(first, here))
    except (IndexError, KeyError, TypeError):
        return
    assert in_one_line(parsed_or_refused(json.dumps(record).encode()))


@ours
@given(
    st.sampled_from(TEXTS), st.floats(0, 1), st.integers(0, 12),
    st.binary(max_size=4) | st.sampled_from(
        [b'"', b"\\", b"{", b"}", b"null", b"NaN", b"1e999", b"-0", b"\\ud800", b"\xff", b",,"]
    )
)  # fmt: skip
def test_a_record_with_some_bytes_changed(text, share, length, data):
    place = int(share * len(text))
    assert in_one_line(parsed_or_refused(text[:place] + data + text[place + length :]))


@pytest.mark.parametrize("depth", [10, 190, 210, 900, 1100, 100_000])
@pytest.mark.parametrize("key", [*KEYS, "unknown"])
def test_a_record_in_which_something_is_nested(key, depth):
    for record in RECORDS:
        text = to_bytes({**record, key: "@"}).replace(b'"@"', b"[" * depth + b"]" * depth)
        assert in_one_line(parsed_or_refused(text))
