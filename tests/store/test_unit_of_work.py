"""Units of work: all or nothing, one after another, whatever becomes of the caller."""

import asyncio
import sqlite3
import threading
import time
from dataclasses import replace

import pytest

from bot.store import Conflict, StoreError
from tests.support.clock import PATIENCE

from .builders import ANN, a_seat, a_table, an_event


def count_up(unit):
    """Read, then write what was read plus one: loses counts unless it runs alone."""
    value = int(unit.meta.get("count") or 0)
    time.sleep(0.001)
    unit.meta.set("count", str(value + 1))
    return value + 1


async def count_of(store):
    return int(await store.read(lambda unit: unit.meta.get("count")) or 0)


class TestWriting:
    async def test_gives_back_what_the_work_returns_once_it_is_committed(self, store):
        assert await store.write(count_up) == 1
        assert await count_of(store) == 1

    async def test_runs_one_work_at_a_time(self, store):
        await asyncio.gather(*(store.write(count_up) for _ in range(50)))
        assert await count_of(store) == 50

    @pytest.mark.parametrize("error", [ValueError, KeyError, Conflict, SystemExit])
    async def test_undoes_everything_when_the_work_raises(self, store, error):
        def work(unit):
            unit.tables.insert(a_table(), [a_seat(0, ANN)])
            unit.events.append("T1", [an_event()], rev=1, at=0.0)
            raise error("no")

        with pytest.raises(error):
            await store.write(work)
        left = await store.read(lambda unit: (unit.tables.get("T1"), unit.events.of("T1")))
        assert left == (None, ())
        assert await store.write(count_up) == 1

    async def test_passes_a_stop_iteration_on_as_an_error_instead_of_hanging(self, store):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await asyncio.wait_for(store.write(lambda unit: next(iter(()))), timeout=PATIENCE)
        assert await store.write(count_up) == 1

    async def test_undoes_everything_when_only_the_commit_fails(self, store):
        def work(unit):
            count_up(unit)
            unit.tables.insert(a_table(previous_id="nowhere"), ())

        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await store.write(work)
        assert await count_of(store) == 0
        assert await store.write(count_up) == 1

    async def test_names_no_value_in_what_the_database_refuses(self, store):
        def work(unit):
            unit.tables.insert(a_table(state='{"hand": ["QS"'), ())

        with pytest.raises(StoreError) as caught:
            await store.write(work)
        assert "QS" not in str(caught.value)


class TestWritingTogether:
    async def test_shares_a_commit(self, store):
        statements = []
        store._writes._connection.set_trace_callback(statements.append)
        await asyncio.gather(*(store.write(count_up) for _ in range(10)))
        assert await count_of(store) == 10
        assert statements.count("COMMIT") == 1

    async def test_gives_everybody_their_own_result(self, store):
        works = [store.write(count_up) for _ in range(10)]
        assert await asyncio.gather(*works) == list(range(1, 11))

    async def test_undoes_only_what_raises(self, store):
        def work(unit):
            count_up(unit)
            raise ValueError("no")

        works = [store.write(each) for each in (count_up, work, count_up)]
        one, wrong, two = await asyncio.gather(*works, return_exceptions=True)
        assert (one, two) == (1, 2)
        assert isinstance(wrong, ValueError)
        assert await count_of(store) == 2

    async def test_undoes_only_what_cannot_be_committed(self, store):
        def work(unit):
            count_up(unit)
            unit.tables.insert(a_table(previous_id="nowhere"), ())

        works = [store.write(each) for each in (count_up, work, count_up)]
        one, wrong, two = await asyncio.gather(*works, return_exceptions=True)
        assert (one, two) == (1, 2)
        assert isinstance(wrong, StoreError)
        assert "FOREIGN KEY" in str(wrong)
        assert await count_of(store) == 2

    async def test_undoes_only_what_leaves_the_database_at_work(self, store):
        def work(unit):
            return unit.tables._connection.execute(
                "INSERT INTO meta (key, value) VALUES ('a', '1'), ('b', '2') RETURNING key"
            )

        works = [store.write(each) for each in (count_up, work, count_up)]
        one, wrong, two = await asyncio.gather(*works, return_exceptions=True)
        assert (one, two) == (1, 2)
        assert isinstance(wrong, StoreError)
        assert await store.read(lambda unit: unit.meta.get("a")) is None
        assert await store.write(count_up) == 3

    async def test_lets_the_loop_go_on_while_another_process_writes(self, store, db):
        other = sqlite3.connect(db, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        works = [asyncio.create_task(store.write(count_up)) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert not any(work.done() for work in works)
        other.close()
        assert await asyncio.gather(*works) == [1, 2, 3]


class TestReading:
    async def test_cannot_write(self, store):
        with pytest.raises(StoreError, match="readonly"):
            await store.read(lambda unit: unit.meta.set("key", "value"))

    async def test_sees_what_was_committed_before(self, store):
        for number in range(1, 20):
            await store.write(count_up)
            assert await count_of(store) == number

    async def test_cannot_be_continued_after_its_end(self, store):
        unit = await store.read(lambda unit: unit)
        with pytest.raises(sqlite3.ProgrammingError):
            unit.meta.get("key")

    async def test_neither_waits_for_a_writer_nor_sees_its_work(self, store, db):
        other = sqlite3.connect(db, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO meta VALUES ('count', '1')")
        assert await asyncio.wait_for(count_of(store), timeout=PATIENCE) == 0
        assert await store.peek(lambda unit: unit.meta.get("count")) is None
        other.execute("COMMIT")
        assert await count_of(store) == 1
        assert await store.peek(lambda unit: unit.meta.get("count")) == "1"
        other.close()

    async def test_at_once_cannot_write_either(self, store):
        with pytest.raises(StoreError, match="readonly"):
            await store.peek(lambda unit: unit.meta.set("key", "value"))

    async def test_stays_on_one_snapshot_to_its_end(self, store):
        inside, leave = threading.Event(), threading.Event()

        def work(unit):
            before = unit.meta.get("count")
            inside.set()
            assert leave.wait(PATIENCE)
            return before, unit.meta.get("count")

        reading = asyncio.create_task(store.read(work))
        await asyncio.to_thread(inside.wait, PATIENCE)
        await store.write(count_up)
        leave.set()
        assert await reading == (None, None)


class TestACancelledCaller:
    async def test_does_not_stop_work_that_has_begun(self, store):
        caller = asyncio.create_task(store.write(count_up))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        assert await store.write(count_up) == 2

    @pytest.mark.parametrize("hops", range(6))
    async def test_leaves_all_or_nothing_wherever_it_is_cancelled(self, store, hops):
        await store.write(lambda unit: unit.tables.insert(a_table(), ()))

        def work(unit):
            table = unit.tables.get("T1")
            unit.tables.save(replace(table, rev=table.rev + 1), (), was_rev=table.rev)
            time.sleep(0.002)
            unit.events.append("T1", [an_event()], rev=table.rev + 1, at=0.0)

        for delay in (0.0, 0.0005, 0.002, 0.004):
            caller = asyncio.create_task(store.write(work))
            for _ in range(hops):
                await asyncio.sleep(0)
            await asyncio.sleep(delay)
            caller.cancel()
            await asyncio.gather(caller, return_exceptions=True)

        table, events = await store.write(
            lambda unit: (unit.tables.get("T1"), unit.events.of("T1"))
        )
        assert [event.rev for event in events] == list(range(2, table.rev + 1))

    async def test_in_a_crowd_does_not_disturb_the_others(self, store):
        callers = [asyncio.create_task(store.write(count_up)) for _ in range(40)]
        await asyncio.sleep(0.005)
        for caller in callers[::3]:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
        assert await store.write(count_up) == 41
