"""Events, presses, results and meta: written once, read back as they were."""

import sqlite3
from contextlib import closing

import pytest

from bot.store import StoreError
from bot.store.presses import DAY_SECONDS
from bot.store.rows import By, EventRow, NewEvent, PressRow

from .builders import ANN, BEN, NOW, a_result, a_table, an_event


@pytest.fixture
async def table(store):
    """A store with one table."""
    await store.write(lambda unit: unit.tables.insert(a_table(), ()))
    return store


async def append(store, *events, rev=1):
    return await store.write(lambda unit: unit.events.append("T1", events, rev=rev, at=NOW))


class TestEvents:
    async def test_come_back_in_order_numbered_from_nought(self, table):
        deal = an_event("deal", seat=None, audience="[]", by=By.CHANCE)
        first = await append(table, deal, an_event("play"), rev=2)
        second = await append(table, an_event("play", seat=1, by=By.TIMEOUT), rev=3)
        stored = await table.read(lambda unit: unit.events.of("T1"))
        assert stored == first + second
        assert stored[0] == EventRow(
            table_id="T1",
            seq=0,
            rev=2,
            seat=None,
            action='{"type": "deal"}',
            audience="[]",
            by=By.CHANCE,
            at=NOW,
        )
        assert [(event.seq, event.rev, event.by) for event in stored[1:]] == [
            (1, 2, By.PLAYER),
            (2, 3, By.TIMEOUT),
        ]

    @pytest.mark.parametrize(("start", "expect"), [(0, [0, 1, 2]), (2, [2]), (3, [])])
    async def test_can_be_read_from_a_number_on(self, table, start, expect):
        await append(table, an_event(), an_event(), an_event())
        events = await table.read(lambda unit: unit.events.of("T1", start=start))
        assert [event.seq for event in events] == expect

    async def test_are_numbered_for_each_table_apart(self, table):
        await append(table, an_event())

        def elsewhere(unit):
            unit.tables.insert(a_table("T2"), ())
            return unit.events.append("T2", [an_event()], rev=1, at=NOW)

        assert [event.seq for event in await table.write(elsewhere)] == [0]

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE events SET seat = 1",
            "DELETE FROM events",
            "INSERT OR REPLACE INTO events VALUES ('T1', 0, 9, 1, '{}', NULL, 'ai', 0)",
            "INSERT INTO events VALUES ('T1', 0, 9, 1, '{}', NULL, 'ai', 0)"
            " ON CONFLICT DO UPDATE SET seat = 1",
        ],
    )
    async def test_can_be_neither_changed_nor_removed(self, table, db, statement):
        kept = await append(table, an_event())
        with (
            closing(sqlite3.connect(db)) as connection,
            pytest.raises(sqlite3.IntegrityError, match="append only"),
        ):
            connection.execute(statement)
        assert await table.read(lambda unit: unit.events.of("T1")) == kept

    @pytest.mark.parametrize(
        "event",
        [
            NewEvent(seat=0, action="{", audience=None, by=By.AI),
            NewEvent(seat=0, action="{}", audience="[", by=By.AI),
            NewEvent(seat=0, action="{}", audience=None, by="nobody"),
        ],
    )
    async def test_that_make_no_sense_are_refused(self, table, event):
        with pytest.raises(StoreError):
            await append(table, event)

    async def test_of_no_table_are_refused(self, store):
        with pytest.raises(StoreError):
            await append(store, an_event())

    async def test_show_no_card_in_a_repr(self, table):
        (row,) = await append(table, an_event("QS"))
        assert "QS" not in repr(row) + repr(an_event("QS"))


class TestPresses:
    PRESS = PressRow(interaction_id=2**62, table_id="T1", rev=4, at=NOW)

    async def test_are_recorded_once(self, table):
        again = PressRow(interaction_id=2**62, table_id="T1", rev=5, at=NOW + 1)
        assert await table.write(lambda unit: unit.presses.record(self.PRESS))
        assert not await table.write(lambda unit: unit.presses.record(again))
        assert await table.read(lambda unit: unit.presses.get(2**62)) == self.PRESS

    async def test_never_made_are_not_seen(self, table):
        assert not await table.read(lambda unit: unit.presses.seen(1))
        assert await table.read(lambda unit: unit.presses.get(1)) is None

    @pytest.mark.parametrize(("age", "pruned"), [(0, 0), (DAY_SECONDS, 0), (DAY_SECONDS + 1, 1)])
    async def test_are_forgotten_after_a_day(self, table, age, pruned):
        await table.write(lambda unit: unit.presses.record(self.PRESS))
        assert await table.write(lambda unit: unit.presses.prune(NOW + age)) == pruned
        assert await table.read(lambda unit: unit.presses.seen(2**62)) is not bool(pruned)


class TestResults:
    async def test_come_back_as_they_were(self, table):
        rows = (
            a_result(ANN, seat=0, points=20, place=1, won=True, stats={"slams": 1}),
            a_result(BEN, seat=1),
            a_result(None, seat=1),
            a_result(None, seat=2),
        )
        await table.write(lambda unit: unit.results.add(reversed(rows)))
        assert await table.read(lambda unit: unit.results.of("T1")) == rows

    @pytest.mark.parametrize(
        "rows",
        [
            (a_result(ANN, seat=0), a_result(ANN, seat=1)),
            (a_result(None, seat=0), a_result(None, seat=0)),
        ],
    )
    async def test_are_one_for_each_person_and_each_ai_seat(self, table, rows):
        with pytest.raises(StoreError):
            await table.write(lambda unit: unit.results.add(rows))
        assert await table.read(lambda unit: unit.results.of("T1")) == ()


class TestMeta:
    async def test_keeps_the_last_text_of_a_name(self, store):
        def work(unit):
            unit.meta.set("tree", "one")
            unit.meta.set("tree", "two")
            unit.meta.set("other", "x")
            unit.meta.delete("other")
            unit.meta.delete("never")
            return unit.meta.get("tree"), unit.meta.get("other")

        assert await store.write(work) == ("two", None)
