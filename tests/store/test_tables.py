"""Tables and seats: saved under compare-and-set, found again by every question asked of them."""

from dataclasses import replace

import pytest

from bot.store import Conflict, StoreError
from bot.store.rows import OPEN_STATUSES, Status

from .builders import ANN, BEN, CAT, CHANNEL, DAN, GUILD, NOW, a_leaver, a_seat, a_table, an_event

A_FULL_TABLE = a_table(
    status=Status.PLAYING,
    rev=7,
    state='{"dealer":2}',
    pause_rev=6,
    deadline_at=NOW + 1.25,
    ended_at=NOW + 2,
    shown_rev=5,
    message_id=2**62,
    message_at=NOW + 3,
    message_deal=2,
    nudge_message_id=4,
    nudged_ask=1,
)
FULL_SEATS = (
    a_seat(0, ANN, ask=7, asked_at=NOW, due_at=NOW + 90, misses=1, ready=True, deals_held=3),
    a_seat(1, policy="normal", name="An AI player", left_by=BEN, away=True),
    a_seat(2, reserved_for=CAT, reserved_until=NOW + 60),
)


async def insert(store, *tables, seats=()):
    def work(unit):
        for table in tables:
            unit.tables.insert(table, [seat for seat in seats if seat.table_id == table.id])

    await store.write(work)


async def load(store, table_id="T1"):
    return await store.read(lambda unit: (unit.tables.get(table_id), unit.seats.of(table_id)))


async def ask(store, question):
    """The ids of the tables that answer a question."""
    return [table.id for table in await store.read(question)]


class TestStoring:
    async def test_brings_back_every_field(self, store):
        await insert(store, A_FULL_TABLE, seats=FULL_SEATS)
        assert await load(store) == (A_FULL_TABLE, FULL_SEATS)

    async def test_knows_nothing_of_a_table_never_stored(self, store):
        assert await load(store) == (None, ())

    async def test_shows_no_state_in_a_repr(self):
        assert "dealer" not in repr(A_FULL_TABLE)

    async def test_refuses_an_id_that_is_taken(self, store):
        await insert(store, a_table())
        with pytest.raises(StoreError):
            await insert(store, a_table(host_id=BEN))

    @pytest.mark.parametrize(
        "change",
        [{"status": "sleeping"}, {"rules": "{"}, {"state": "{"}, {"rev": -1}, {"host_id": "Ann"}],
    )
    async def test_refuses_what_makes_no_sense(self, store, change):
        with pytest.raises(StoreError):
            await insert(store, a_table(**change))

    async def test_refuses_one_person_in_two_seats(self, store):
        with pytest.raises(StoreError):
            await insert(store, a_table(), seats=[a_seat(0, ANN), a_seat(1, ANN)])

    async def test_refuses_a_seat_of_another_table(self, store):
        with pytest.raises(ValueError, match="another table"):
            await store.write(
                lambda unit: unit.tables.insert(a_table(), [a_seat(0, table_id="T2")])
            )

    async def test_links_a_match_with_the_next(self, store):
        def rematch(unit):
            old = replace(a_table(), rev=2, next_id="T2")
            unit.tables.insert(a_table(), ())
            unit.tables.save(old, (), was_rev=1)
            unit.tables.insert(a_table("T2", previous_id="T1"), ())

        await store.write(rematch)
        assert (await load(store))[0].next_id == "T2"


class TestSaving:
    async def test_replaces_the_table_and_its_seats(self, store):
        await insert(store, a_table(), seats=[a_seat(0, BEN), a_seat(1, CAT)])
        display = {
            name: getattr(a_table(), name)
            for name in (
                "shown_rev",
                "message_id",
                "message_at",
                "message_deal",
                "nudge_message_id",
                "nudged_ask",
            )
        }
        await store.write(lambda unit: unit.tables.save(A_FULL_TABLE, FULL_SEATS, was_rev=1))
        assert await load(store) == (replace(A_FULL_TABLE, **display), FULL_SEATS)

    async def test_lets_two_people_change_places(self, store):
        await insert(store, a_table(), seats=[a_seat(0, ANN), a_seat(1, BEN)])
        swapped = (a_seat(0, BEN), a_seat(1, ANN))
        await store.write(lambda unit: unit.tables.save(a_table(rev=2), swapped, was_rev=1))
        assert (await load(store))[1] == swapped

    @pytest.mark.parametrize("was_rev", [0, 1, 3, 99])
    async def test_is_a_conflict_when_the_table_has_moved_on(self, store, was_rev):
        await insert(store, a_table(rev=2), seats=[a_seat(0, ANN)])
        late = a_table(rev=was_rev + 1, channel_id=5)
        with pytest.raises(Conflict):
            await store.write(lambda unit: unit.tables.save(late, (), was_rev=was_rev))
        assert await load(store) == (a_table(rev=2), (a_seat(0, ANN),))

    async def test_is_a_conflict_when_there_is_no_such_table(self, store):
        with pytest.raises(Conflict):
            await store.write(lambda unit: unit.tables.save(a_table(rev=2), (), was_rev=1))


class TestDisplay:
    """What Discord shows is noted without the table moving."""

    @pytest.mark.parametrize(
        ("note", "change"),
        [
            (lambda tables: tables.set_shown("T1", 6), {"shown_rev": 6}),
            (lambda tables: tables.set_shown("T1", 4), {}),
            (
                lambda tables: tables.set_message("T1", 8, at=NOW + 9, deal=3),
                {"message_id": 8, "message_at": NOW + 9, "message_deal": 3},
            ),
            (
                lambda tables: tables.set_message("T1", None, at=None, deal=0),
                {"message_id": None, "message_at": None, "message_deal": 0},
            ),
            (
                lambda tables: tables.set_nudge("T1", 11, ask=2),
                {"nudge_message_id": 11, "nudged_ask": 2},
            ),
            (
                lambda tables: tables.set_nudge("T1", None, ask=None),
                {"nudge_message_id": None, "nudged_ask": None},
            ),
            (lambda tables: tables.set_shown("nowhere", 9), {}),
        ],
    )
    async def test_is_noted_apart(self, store, note, change):
        await insert(store, A_FULL_TABLE, seats=FULL_SEATS)
        await store.write(lambda unit: note(unit.tables))
        assert await load(store) == (replace(A_FULL_TABLE, **change), FULL_SEATS)

    async def test_is_behind_where_the_newest_revision_was_not_shown(self, store):
        await insert(
            store,
            a_table("late", rev=3, shown_rev=2, created_at=NOW + 1),
            a_table("never", rev=1, shown_rev=0, status=Status.OVER),
            a_table("shown", rev=3, shown_rev=3),
        )
        assert await store.read(lambda unit: unit.tables.behind()) == ("never", "late")


class TestFindingOpenTables:
    @pytest.fixture
    async def tables(self, store):
        """One table of every status with Ann, and a few elsewhere."""
        every = [
            a_table(status.value, status=status, created_at=NOW + n)
            for n, status in enumerate(Status)
        ]
        elsewhere = [
            a_table("thread", channel_id=7, created_at=NOW + 50),
            a_table("abroad", channel_id=8, guild_id=9, created_at=NOW + 60),
        ]
        seats = [a_seat(0, ANN, table.id) for table in every + elsewhere]
        seats += [a_seat(1, BEN, "abroad"), a_seat(1, table_id="lobby", reserved_for=CAT)]
        await insert(store, *every, *elsewhere, seats=seats)
        return store

    HERE = ("lobby", "playing", "paused", "suspended")

    @pytest.mark.parametrize(
        ("question", "expect"),
        [
            (lambda t: t.open_of_user(ANN), [*HERE, "thread", "abroad"]),
            (lambda t: t.open_of_user(ANN, guild_id=GUILD), [*HERE, "thread"]),
            (lambda t: t.open_of_user(BEN), ["abroad"]),
            (lambda t: t.open_of_user(BEN, guild_id=GUILD), []),
            (lambda t: t.open_of_user(CAT), []),
            (lambda t: t.open_in_channel(CHANNEL), [*HERE]),
            (lambda t: t.open_in_channel(7), ["thread"]),
            (lambda t: t.open_in_channel(1), []),
            (lambda t: t.open_in_guild(GUILD), [*HERE, "thread"]),
            (lambda t: t.open_in_guild(9), ["abroad"]),
        ],
    )
    async def test_of_a_person_a_channel_a_server(self, tables, question, expect):
        assert await ask(tables, lambda unit: question(unit.tables)) == expect

    @pytest.mark.parametrize(
        ("question", "expect"),
        [
            (lambda t: t.count_open_of_user(ANN), 6),
            (lambda t: t.count_open_of_user(CAT), 0),
            (lambda t: t.count_open_in_channel(CHANNEL), 4),
        ],
    )
    async def test_and_counting_them(self, tables, question, expect):
        assert await tables.read(lambda unit: question(unit.tables)) == expect

    def test_open_means_not_ended(self):
        assert {status.value for status in OPEN_STATUSES} == set(self.HERE)


class TestDeadlines:
    @pytest.fixture
    async def tables(self, store):
        await insert(
            store,
            a_table("never"),
            a_table("second", deadline_at=NOW + 2.5),
            a_table("first", deadline_at=NOW + 1.5, status=Status.PAUSED),
            a_table("aside", deadline_at=NOW, status=Status.SET_ASIDE),
        )
        return store

    async def test_the_earliest_counts(self, tables):
        assert await tables.read(lambda unit: unit.tables.earliest_deadline()) == NOW + 1.5

    async def test_there_may_be_none(self, store):
        assert await store.read(lambda unit: unit.tables.earliest_deadline()) is None

    @pytest.mark.parametrize(
        ("after", "expect"),
        [(1.49, ()), (1.5, ("first",)), (2.5, ("first", "second")), (99, ("first", "second"))],
    )
    async def test_a_table_is_due_from_its_deadline_on(self, tables, after, expect):
        assert await tables.read(lambda unit: unit.tables.due(NOW + after)) == expect


class TestFinishedMatches:
    @pytest.fixture
    async def tables(self, store):
        over = [
            a_table(name, status=status, ended_at=NOW + ended, **more)
            for name, status, ended, more in [
                ("sat", Status.OVER, 3, {}),
                ("left", Status.OVER, 2, {}),
                ("void", Status.VOID, 1, {}),
                ("others", Status.OVER, 4, {}),
                ("silent", Status.OVER, 5, {}),
                ("abroad", Status.OVER, 6, {"guild_id": 9}),
            ]
        ]
        seats = [a_seat(0, ANN, name) for name in ("sat", "void", "silent", "abroad")]
        await insert(store, *over, a_table("open"), seats=[*seats, a_seat(0, BEN, "others")])

        def more(unit):
            for name in ("sat", "left", "void", "others", "abroad", "open"):
                unit.events.append(name, [an_event()], rev=1, at=NOW)
            unit.leavers.add(a_leaver(ANN, table_id="left"))

        await store.write(more)
        return store

    @pytest.mark.parametrize(
        ("question", "expect"),
        [
            (lambda t: t.finished_of_user(ANN, guild_id=GUILD), ["sat", "left", "void"]),
            (lambda t: t.finished_of_user(ANN, guild_id=GUILD, limit=1), ["sat"]),
            (lambda t: t.finished_of_user(DAN, guild_id=GUILD), []),
        ],
    )
    async def test_with_a_record_newest_first(self, tables, question, expect):
        assert await ask(tables, lambda unit: question(unit.tables)) == expect


class TestLeavers:
    async def test_are_remembered_once_each_in_order(self, store):
        await insert(store, a_table())

        def leave(unit):
            unit.leavers.add(a_leaver(BEN, at=NOW + 1))
            unit.leavers.add(a_leaver(ANN, at=NOW))
            unit.leavers.add(a_leaver(BEN, at=NOW - 5, seat=2))
            return unit.leavers.of("T1")

        assert await store.write(leave) == (a_leaver(ANN, at=NOW), a_leaver(BEN, at=NOW + 1))
