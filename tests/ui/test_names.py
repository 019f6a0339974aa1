"""Whatever somebody calls themselves, nothing breaks, nobody is mentioned, and it can be read."""

import re
import unicodedata
from unittest import mock

import discord
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.rows import Leaderboard, PlayerStats, Standing, Tally
from bot.table.model import Person
from bot.ui.press import PagePress
from bot.ui.respond import person_of
from bot.ui.texts import LONGEST_NAME, NAMELESS, plain_name, safe_name
from tests.support.panels import NOW, PANELS, deal_ends, drawn, holder, lobby_table, seen, states

ZALGO = "a" + "\u0301" * 10_000
FAMILY = "👩‍👩‍👧‍👦"
NASTY = [
    "@everyone",
    "<@123456789012345678>",
    "<#1> <:x:1> <t:0:R>",
    "**bold** __under__ ||spoiler|| `code`",
    "```\ncode\n```",
    "[link](https://evil.example)",
    "https://evil.example/x",
    "# heading\n- list\n1. list\n> quote",
    "\u202eevil\u2066\u200f",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad",
    "\u3164\u2800\u115f",
    "\x00\x07\x1b[31m",
    "x" * 10_000,
    "😀" * 100,
    "🇩🇪" * 100,
    FAMILY * 20,
    "👍🏽" * 20,
    ZALGO,
    "\u0301\u0302",
    "שלום",
    "مرحبا (6/7)",
    "क्षि" * 20,
    "",
    " ",
    "\ud800",
]

names = st.one_of(
    st.text(),
    st.sampled_from(NASTY),
    st.lists(st.sampled_from([*NASTY, "a", " ", "\n"]), max_size=4).map("".join),
    st.text(alphabet="\\*_~|`>#[]()<@:.-\u202e\u200b\u0301\u2068 a\n", max_size=60),
)


@given(names)
def test_a_plain_name_is_short_visible_and_on_one_line(name):
    plain = plain_name(name)
    assert 1 <= len(plain) <= LONGEST_NAME
    assert plain.isprintable()
    assert plain == plain.strip()
    assert any(unicodedata.category(each)[0] not in "CZM" for each in plain)


@given(names)
def test_a_plain_name_stays_as_it_is(name):
    assert plain_name(plain_name(name)) == plain_name(name)


@given(names)
def test_a_safe_name_shows_the_plain_one_and_nothing_of_it_is_markdown(name):
    safe = safe_name(name).strip("\u2068\u2069")
    assert re.sub(r"\\(.)", r"\1", safe) == plain_name(name)
    assert not re.search(r"[*_~|`>#\[\]()<@:.-]", re.sub(r"\\.", "", safe))


@given(names)
def test_a_name_turns_the_direction_of_nothing_but_itself(name):
    safe = safe_name(name)
    turned = [each for each in safe if unicodedata.bidirectional(each) in ("R", "AL", "AN")]
    marks = [each for each in safe if unicodedata.category(each) == "Cf"]
    assert marks == (["\u2068", "\u2069"] if turned else [])


@pytest.mark.parametrize("name", ["🇩🇪" * 100, "👍🏽" * 20, "e\u0301\u0323" * 30])
def test_the_last_picture_of_a_name_that_is_cut_is_whole(name):
    clusters = regex.findall(r"\X", unicodedata.normalize("NFC", name))
    assert set(regex.findall(r"\X", plain_name(name)[:-1])) <= set(clusters)


@pytest.mark.parametrize("name", ["", " ", "\u200b\u200d", "\u3164", "\u0301\u0302", "\ud800"])
def test_a_name_that_nobody_sees_is_replaced(name):
    assert plain_name(name) == NAMELESS


def test_marks_do_not_pile_up():
    assert len(plain_name(ZALGO)) <= 3
    assert plain_name("Trần Thị Ánh") == "Trần Thị Ánh"


def test_a_line_break_is_a_space():
    assert plain_name("a\r\nb\tc") == "a b c"


RUNNING = next(state for number, state in enumerate(states("classic", 3)) if number == 30)
SCORED = next(deal_ends("classic", 3))


def people(called):
    return {seat: holder(seat, name=name, user=100 + seat) for seat, name in enumerate(called)}


def everything_with(called):
    """All that is drawn of a table whose people are called so."""
    seated = people(called)
    lobby = lobby_table(*seated.values())
    tables = [seen(state, None, holders=seated) for state in (RUNNING, SCORED)]
    hands = [seen(state, 1, holders=seated) for state in (RUNNING, SCORED)]
    return [
        *(drawn(PANELS.public(table, NOW)) for table in (lobby, *tables)),
        *(drawn(PANELS.hand(hand)) for hand in hands),
        drawn(PANELS.last_deal(tables[1])),
    ]


USUAL = everything_with(["Ann", "Ben", "Cat"])


@given(st.lists(names, min_size=3, max_size=3))
@settings(max_examples=60)
def test_every_panel_keeps_its_lines_whatever_people_are_called(called):
    for shown, usual in zip(everything_with(called), USUAL, strict=True):
        assert shown.count("\n") == usual.count("\n")
        assert "<@" not in shown
        assert "@everyone" not in shown.replace("\\@everyone", "")
        assert shown.encode("utf-8")


@given(names)
def test_a_leaderboard_keeps_its_lines_whatever_somebody_is_called(name):
    def board(called):
        one = Standing(
            rank=1, user_id=100, name=called, matches=3, wins=2, points=40, win_rate=0.5, stats={}
        )
        page = Leaderboard(page=(one,), total=1, own=one)
        return drawn(PANELS.leaderboard(page, PagePress("", "wins", "all", 0), own_id=7))

    assert board(name).count("\n") == board("Ann").count("\n")
    nothing = PlayerStats(user_id=100, name=name, with_people=Tally(), practice=Tally())
    stats = PANELS.stats({"pluck": nothing}, name)
    assert "<@" not in board(name) + drawn(stats)


def test_a_reminder_mentions_by_number_only():
    table = seen(RUNNING, None, holders=people(["@everyone", "<@1>", "x"]))
    assert re.findall(r"@[^ ]*", PANELS.nudge(table, [101])) == ["@101>"]


@pytest.mark.parametrize(
    ("display_name", "name"),
    [
        ("Zoë", "Zoë"),
        ("\u200b", "zoe_1"),
        ("\u202ezoë\n!", "zoë !"),
        ("x" * 10_000, "x" * 23 + "…"),
    ],
)
def test_somebody_is_known_by_a_name_that_can_be_seen(display_name, name):
    user = mock.create_autospec(discord.User, instance=True)
    user.id, user.display_name, user.name = 7, display_name, "zoe_1"
    assert person_of(user) == Person(7, name)
