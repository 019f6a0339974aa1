"""A custom_id says which table, which question and which code; anything else says nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.press import (
    OURS,
    PagePress,
    RulesPress,
    TablePress,
    page_id,
    parse,
    rules_id,
    table_id,
)


@pytest.mark.parametrize(
    ("custom_id", "pressed"),
    [
        ("tb:1:ab12:7:p.QS", TablePress("ab12", 7, "p.QS")),
        ("tb:1:ab12:7:p.QS~1", TablePress("ab12", 7, "p.QS")),
        ("tb:1:ab12:0:join", TablePress("ab12", 0, "join")),
        ("tb:1:ab12:31:k.4H.2.D", TablePress("ab12", 31, "k.4H.2.D")),
        ("lb:1::wins:all:0", PagePress("", "wins", "all", 0)),
        ("lb:1:pluck:plucks_made:month:12", PagePress("pluck", "plucks_made", "month", 12)),
        ("ru:1:ab12", RulesPress("ab12")),
    ],
)
def test_a_custom_id_is_read(custom_id, pressed):
    assert parse(custom_id) == pressed


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "join",
        "tb:0:ab12:7:p.QS",
        "tb:2:ab12:7:p.QS",
        "tb:1:ab12:7",
        "tb:1:ab12:-1:join",
        "tb:1:ab12:٣:join",
        "tb:1::7:join",
        "tb:1:AB12:7:join",
        "tb:1:ab12:7:join\n",
        "tb:1:ab12:7:join~",
        "tb:1:ab12:7:" + "p" * 41,
        "tb:1:ab12:9999999999:join",
        "lb:1:pluck:wins:week:0",
        "lb:1:pluck:wins:all:-1",
        "lb:1:pluck:wins; DROP TABLE results:all:0",
        "ru:1:",
    ],
)
def test_what_is_none_of_ours_or_of_another_version_is_not_read(custom_id):
    assert parse(custom_id) is None


@given(st.text(max_size=120))
def test_whatever_somebody_sends_is_read_or_refused(custom_id):
    assert parse(custom_id) is None or OURS.fullmatch(custom_id)


@given(
    st.from_regex(r"[a-z0-9]{1,16}", fullmatch=True),
    st.integers(0, 999_999_999),
    st.from_regex(r"[A-Za-z0-9.]{1,40}", fullmatch=True),
    st.integers(0, 9),
)
def test_what_is_written_is_read_again(table, ask, code, copy):
    written = table_id(table, ask, code, copy)
    assert len(written) <= 100
    assert OURS.fullmatch(written)
    assert parse(written) == TablePress(table, ask, code)


def test_pages_and_rules_are_read_again():
    page = PagePress("pluck", "win_rate", "month", 3)
    assert parse(page_id(page)) == page
    assert parse(rules_id("ab12")) == RulesPress("ab12")
