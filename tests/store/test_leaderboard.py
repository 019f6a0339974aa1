"""Leaderboards and statistics: what counts, who stands where, what is summed.

A match is written as one line: people, game, age in days, then `name points [won] [counter=n]`.
"""

import pytest

from bot.store.rows import SortBy, Tally

from .builders import ANN, BEN, CAT, DAN, EVE, GUILD, NAMES, NOW, a_result, a_table

DAY = 86_400.0
IDS = {name.lower(): user_id for user_id, name in NAMES.items()}


def a_match(number, line, guild_id=GUILD):
    """The table and the results that a line tells of."""
    head, *players = [part.split() for part in line.split(",")]
    people, game, age = int(head[0]), head[1], float(head[2])
    table = a_table(f"M{number}", guild_id=guild_id, game=game)
    results = []
    for seat, (name, points, *more) in enumerate(players):
        counters = dict(word.split("=") for word in more if "=" in word)
        results.append(
            a_result(
                IDS.get(name),
                table.id,
                seat,
                points=int(points),
                won="won" in more,
                people=people,
                game=game,
                guild_id=guild_id,
                at=NOW - age * DAY,
                stats={key: int(value) for key, value in counters.items()},
            )
        )
    return table, results


async def play(store, *lines, guild_id=GUILD, start=0):
    def work(unit):
        for number, line in enumerate(lines, start):
            table, results = a_match(number, line, guild_id)
            unit.tables.insert(table, ())
            unit.results.add(results)

    await store.write(work)


@pytest.fixture
async def season(store):
    """A few matches.

    In those with people, at any time: Ann 3 of 4 won, 31 points; Ben 1 of 4, 40; Cat 1 of 2, 14;
    Dan 1 of 1, 5; Eve none of 1, -3.
    """
    await play(
        store,
        "3 whist 1, ann 10 won slams=1 steals=2, ben 10 steals=5, cat 4",
        "3 whist 40, ann 10 won slams=1, ben 10, cat 10 won",
        "2 hearts 2, ann 1, ben 10 won, ai 7 won slams=9",
        "4 whist 3, ann 10 won, ben 10 slams=1, dan 5 won, eve -3 slams=0",
        "1 whist 1, ann 99 won slams=7, ai 0, ai 1",
    )
    await play(store, "2 whist 1, eve 50 won, dan 1", guild_id=7, start=90)
    return store


async def board(store, **question):
    return await store.read(lambda unit: unit.leaderboards.page(GUILD, **question))


def lines(standings):
    return [f"{each.rank} {each.name}" for each in standings]


class TestRanking:
    @pytest.mark.parametrize(
        ("question", "expect"),
        [
            ({"sort": SortBy.WINS}, ["1 Ann", "2 Ben", "2 Cat", "2 Dan", "5 Eve"]),
            ({"sort": SortBy.POINTS}, ["1 Ben", "2 Ann", "3 Cat", "4 Dan", "5 Eve"]),
            ({"sort": SortBy.WIN_RATE}, ["1 Dan", "2 Ann", "3 Cat", "4 Ben", "5 Eve"]),
            (
                {"sort": SortBy.COUNTER, "counter": "slams"},
                ["1 Ann", "2 Ben", "3 Cat", "3 Dan", "3 Eve"],
            ),
            (
                {"sort": SortBy.COUNTER, "counter": "steals"},
                ["1 Ben", "2 Ann", "3 Cat", "3 Dan", "3 Eve"],
            ),
            (
                {"sort": SortBy.COUNTER, "counter": "it's $.odd"},
                ["1 Ann", "1 Ben", "1 Cat", "1 Dan", "1 Eve"],
            ),
            ({"game": "hearts"}, ["1 Ben", "2 Ann"]),
            ({"game": "chess"}, []),
            ({"since": NOW - 30 * DAY}, ["1 Ann", "2 Ben", "2 Dan", "4 Cat", "4 Eve"]),
            ({"since": NOW - 1 * DAY, "sort": SortBy.POINTS}, ["1 Ann", "1 Ben", "3 Cat"]),
            ({"since": NOW}, []),
        ],
    )
    async def test_by_every_sort_game_and_period(self, season, question, expect):
        assert lines((await board(season, **question)).page) == expect

    async def test_shows_every_sum(self, season):
        ann = (await board(season)).page[0]
        assert (ann.user_id, ann.matches, ann.wins, ann.points) == (ANN, 4, 3, 31)
        assert ann.win_rate == 0.75
        assert ann.stats == {"slams": 2, "steals": 2}

    async def test_sums_counters_only_over_what_is_asked(self, season):
        page = (await board(season, game="hearts")).page
        assert [standing.stats for standing in page] == [{}, {}]

    async def test_of_nobody_is_empty(self, store):
        empty = await board(store, own=ANN)
        assert (empty.page, empty.total, empty.own) == ((), 0, None)

    async def test_is_of_one_server_only(self, season):
        abroad = await season.read(lambda unit: unit.leaderboards.page(7))
        assert lines(abroad.page) == ["1 Eve", "2 Dan"]


class TestTies:
    @pytest.mark.parametrize(
        ("points", "expect"),
        [
            ((5, 5, 5, 5), ["1 Ann", "1 Ben", "1 Cat", "1 Dan"]),
            ((9, 5, 5, 1), ["1 Ann", "2 Ben", "2 Cat", "4 Dan"]),
            ((9, 9, 5, 5), ["1 Ann", "1 Ben", "3 Cat", "3 Dan"]),
            ((1, 5, 5, 5), ["1 Ben", "1 Cat", "1 Dan", "4 Ann"]),
            ((4, 3, 2, 1), ["1 Ann", "2 Ben", "3 Cat", "4 Dan"]),
        ],
    )
    async def test_share_a_place_and_the_next_are_skipped(self, store, points, expect):
        players = ", ".join(f"{name} {n}" for name, n in zip(IDS, points, strict=False))
        await play(store, f"4 whist 1, {players}")
        assert lines((await board(store, sort=SortBy.POINTS)).page) == expect

    async def test_in_win_rate_are_told_from_one_third_and_two_sixths(self, store):
        await play(store, "2 whist 1, ann 0 won, ben 0 won", "2 whist 1, ben 0 won, cat 0")
        await play(store, *["2 whist 1, ben 0, cat 0"] * 4, start=10)
        await play(store, *["2 whist 1, ann 0, dan 0"] * 2, start=20)
        page = (await board(store, sort=SortBy.WIN_RATE)).page
        assert lines(page) == ["1 Ben", "1 Ann", "3 Dan", "3 Cat"]

    async def test_are_ordered_by_wins_then_points_then_fewer_matches(self, store):
        await play(
            store,
            "2 whist 1, cat 5 won, dan 3 won",
            "2 whist 1, ann 5 won, ben 5 won",
            "2 whist 1, ann 0, eve 0",
        )
        page = (await board(store, sort=SortBy.WINS)).page
        assert lines(page) == ["1 Ben", "1 Cat", "1 Ann", "1 Dan", "5 Eve"]


class TestPages:
    @pytest.mark.parametrize(
        ("limit", "offset", "expect"),
        [
            (2, 0, ["1 Ben", "2 Ann"]),
            (2, 2, ["3 Cat", "4 Dan"]),
            (2, 4, ["5 Eve"]),
            (2, 6, []),
            (10, 0, ["1 Ben", "2 Ann", "3 Cat", "4 Dan", "5 Eve"]),
        ],
    )
    @pytest.mark.parametrize(("own", "row"), [(EVE, "5 Eve"), (ANN, "2 Ann"), (404, None)])
    async def test_always_bring_the_total_and_ones_own_row(
        self, season, limit, offset, expect, own, row
    ):
        found = await board(season, sort=SortBy.POINTS, limit=limit, offset=offset, own=own)
        assert (lines(found.page), found.total) == (expect, 5)
        assert lines([found.own] if found.own else []) == ([row] if row else [])

    async def test_need_no_own_row(self, season):
        assert (await board(season)).own is None


class TestNames:
    async def test_are_the_newest_known_in_that_server(self, store):
        def work(unit):
            for number, (name, age, guild_id) in enumerate(
                [("Annie", 3, GUILD), ("Anna", 1, GUILD), ("Ann", 2, GUILD), ("A.", 0, 7)]
            ):
                unit.tables.insert(a_table(f"N{number}"), ())
                row = a_result(ANN, f"N{number}", name=name, at=NOW - age * DAY, guild_id=guild_id)
                unit.results.add([row])

        await store.write(work)
        assert lines((await board(store)).page) == ["1 Anna"]
        old = await store.read(lambda unit: unit.leaderboards.player(GUILD, ANN, since=NOW + 1))
        assert old.name == "Anna"


class TestPlayerStatistics:
    async def test_keep_practice_apart(self, season):
        ann = await season.read(lambda unit: unit.leaderboards.player(GUILD, ANN))
        assert ann.name == "Ann"
        assert ann.with_people == Tally(
            matches=4, wins=3, points=31, deals=16, stats={"slams": 2, "steals": 2}
        )
        assert ann.practice == Tally(matches=1, wins=1, points=99, deals=4, stats={"slams": 7})
        assert ann.with_people.average_points == 7.75
        assert ann.with_people.win_rate == 0.75

    @pytest.mark.parametrize(
        ("question", "matches"),
        [({}, 4), ({"game": "hearts"}, 1), ({"since": NOW - 2 * DAY}, 2), ({"since": NOW}, 0)],
    )
    async def test_can_be_of_one_game_or_period(self, season, question, matches):
        ben = await season.read(lambda unit: unit.leaderboards.player(GUILD, BEN, **question))
        assert ben.with_people.matches == matches

    @pytest.mark.parametrize("user_id", [404, CAT, DAN])
    async def test_of_somebody_without_matches_are_nought(self, store, user_id):
        nobody = await store.read(lambda unit: unit.leaderboards.player(GUILD, user_id))
        assert (nobody.name, nobody.with_people, nobody.practice) == (None, Tally(), Tally())
        assert nobody.practice.average_points == nobody.practice.win_rate == 0.0
