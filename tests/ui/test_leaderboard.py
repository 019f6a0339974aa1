"""The leaderboard and one person's statistics, as they are read."""

import pytest

from bot.store.rows import Leaderboard, PlayerStats, Standing, Tally
from bot.ui import press
from bot.ui.press import PagePress
from bot.ui.render.leaderboard import PAGE_SIZE
from tests.support.panels import PANELS, components

WINS = PagePress("pluck", "wins", "all", 0)


def standing(rank, user, name, **changes):
    values = {"matches": 4, "wins": 2, "points": 31, "win_rate": 0.5, "stats": {"bostons": 1}}
    return Standing(rank=rank, user_id=user, name=name, **(values | changes))


def test_a_page_in_full():
    board = Leaderboard(
        page=(
            standing(1, 7, "Ada", wins=3, matches=1),
            standing(2, 8, "B*b"),
            standing(2, 9, "Cy"),
        ),
        total=3,
        own=standing(2, 8, "B*b"),
    )
    panel = PANELS.leaderboard(board, WINS, own_id=8)
    assert panel.text == "\n".join(
        [
            "### Leaderboard · Pluck · by wins · all time",
            "**1.** Ada · **3 wins** · 1 match",
            "**2.** **B\\*b (you)** · **2 wins** · 4 matches",
            "**2.** Cy · **2 wins** · 4 matches",
            "-# Matches that began with at least two people count.",
        ]
    )
    assert not list(panel.choices), "there is no other page to turn to"


def test_ones_own_row_is_shown_from_any_page():
    board = Leaderboard(page=(standing(1, 7, "Ada"),), total=40, own=standing(33, 8, "Bob"))
    text = PANELS.leaderboard(board, WINS, own_id=8).text
    assert "Ada · **2 wins** · 4 matches\n…\n**33.** **Bob (you)** · **2 wins**" in text
    assert text.endswith("\n-# Page 1 of 4 · matches that began with at least two people")
    stranger = Leaderboard(page=(standing(1, 7, "Ada"),), total=1, own=None)
    assert "You do not stand here yet." in PANELS.leaderboard(stranger, WINS, own_id=8).text


def test_pages_are_turned_as_far_as_there_are_any():
    def turning(page, total):
        board = Leaderboard(page=(standing(1, 7, "Ada"),), total=total, own=None)
        wanted = PagePress("", "points", "month", page)
        panel = PANELS.leaderboard(board, wanted, own_id=8)
        assert len({each.id for each in panel.choices}) == 2
        return [(press.parse(each.id), each.enabled) for each in panel.choices]

    (_, back), (onward, forth) = turning(0, PAGE_SIZE + 1)
    assert (back, forth) == (False, True)
    assert onward == PagePress("", "points", "month", 1)
    (back_to, back), (_, forth) = turning(1, PAGE_SIZE + 1)
    assert (back, forth) == (True, False)
    assert back_to == PagePress("", "points", "month", 0)
    (first, back), (_, forth) = turning(1, PAGE_SIZE)
    assert (first.page, back, forth) == (0, True, False), "the second page has emptied meanwhile"
    (last, enabled), _ = turning(50, PAGE_SIZE * 3)
    assert (last.page, enabled) == (2, True), "from beyond the end it goes back to the last page"


def test_one_page_has_nothing_to_turn():
    for total in (0, 1, PAGE_SIZE):
        board = Leaderboard(page=(standing(1, 7, "Ada"),)[:total], total=total, own=None)
        panel = PANELS.leaderboard(board, WINS, own_id=8)
        assert not list(panel.choices)
        assert "Page" not in panel.text
        assert panel.text.endswith("-# Matches that began with at least two people count.")


def test_nobody_stands_there_yet():
    nothing = Leaderboard(page=(), total=0, own=None)
    assert "Nobody stands here yet." in PANELS.leaderboard(nothing, WINS, own_id=8).text
    beyond = Leaderboard(page=(), total=3, own=None)
    assert "This page is empty now." in PANELS.leaderboard(beyond, WINS, own_id=8).text


def test_each_sort_shows_what_it_ranks_by():
    board = Leaderboard(page=(standing(1, 7, "Ada"),), total=1, own=None)
    for sort, value in (
        ("wins", "2 wins"),
        ("points", "31 points"),
        ("win_rate", "50% won"),
        ("bostons", "1 Boston"),
        ("plucks_made", "0 plucks"),
    ):
        text = PANELS.leaderboard(board, PagePress("", sort, "month", 0), own_id=8).text
        assert f"Ada · **{value}**" in text
        assert "all games" in text
        assert "last 30 days" in text


def test_one_is_named_as_one():
    once = standing(1, 7, "Ada", wins=1, points=1, stats={"bostons": 2, "plucks_made": 1})
    board = Leaderboard(page=(once,), total=1, own=None)
    for sort, value in (
        ("wins", "1 win"),
        ("points", "1 point"),
        ("bostons", "2 Bostons"),
        ("plucks_made", "1 pluck"),
    ):
        text = PANELS.leaderboard(board, PagePress("", sort, "all", 0), own_id=8).text
        assert f"Ada · **{value}** ·" in text


def test_statistics_in_full():
    tally = Tally(
        matches=4,
        wins=1,
        points=50,
        deals=20,
        stats={
            "as_dealer": 8,
            "as_left": 0,
            "bostons": 1,
            "made_dealer": 5,
            "made_left": 0,
            "plucks_made": 6,
            "plucks_suffered": 7,
            "unknown": 3,
        },
    )
    stats = PlayerStats(user_id=7, name="Ada", with_people=tally, practice=Tally())
    panel = PANELS.stats({"pluck": stats}, "Ada_")
    assert panel.text == "\n".join(
        [
            "### Ada\\_ in this server",
            "**Pluck · with people**",
            "4 matches, 1 win (25%), 12.5 points a match",
            "Quota made as dealer: 5 of 8 (62%)",
            "Plucks made: 6",
            "Plucks suffered: 7",
            "Bostons: 1",
        ]
    )
    assert components(panel) == 3


def test_every_game_stands_by_itself_and_in_its_own_words():
    tally = Tally(matches=1, wins=1, points=20, deals=2, stats={"tricks": 9})
    nothing = Tally()
    games = {
        "pluck": PlayerStats(user_id=7, name="Ada", with_people=nothing, practice=tally),
        "pinochle": PlayerStats(user_id=7, name="Ada", with_people=tally, practice=nothing),
    }
    pluck, pinochle = PANELS.stats(games, "Ada").text.split("**Pinochle · with people**")
    assert "**Pluck · practice against AI players**" in pluck
    assert "Books won: 9" in pluck
    assert "Tricks won: 9" in pinochle
    assert "Book" not in pinochle
    assert "practice" not in pinochle


def test_whoever_has_finished_no_match_is_told_so_once():
    nothing = PlayerStats(user_id=7, name=None, with_people=Tally(), practice=Tally())
    text = PANELS.stats({"pluck": nothing, "pinochle": nothing}, "Ada").text
    assert text == "### Ada in this server\nNo finished match yet."


@pytest.mark.parametrize(
    ("page", "known"),
    [
        (WINS, True),
        (PagePress("", "plucks_made", "month", 9_999), True),
        (PagePress("chess", "wins", "all", 0), False),
        (PagePress("pluck", "title", "all", 0), False),
        (PagePress("pluck", "wins", "week", 0), False),
    ],
)
def test_only_what_there_is_can_be_asked_for(page, known):
    assert PANELS.has_leaderboard(page) is known
