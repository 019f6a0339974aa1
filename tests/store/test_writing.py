"""In which thread units are committed, and when the log is folded into the file."""

import sqlite3
import threading
import time

import pytest

from bot.store.database import _in_thread
from bot.store.writing import FOLD_AFTER, QUICK, WARY, WriteQueue

SLOW = 5 * QUICK


class NotedCommits(sqlite3.Connection):
    """A connection that notes which thread commits, on a disk as slow as it is told to be."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.by_loop = []
        self.seconds = 0.0

    def execute(self, statement, *values):
        if statement == "COMMIT":
            time.sleep(self.seconds)
            self.by_loop.append(threading.current_thread() is threading.main_thread())
        return super().execute(statement, *values)


@pytest.fixture
def connection(db):
    connection = sqlite3.connect(
        db, factory=NotedCommits, isolation_level=None, check_same_thread=False
    )
    yield connection
    connection.close()


@pytest.fixture
async def queue(store, connection):
    connection.row_factory = sqlite3.Row

    async def in_thread(step):
        return await _in_thread(store._reader, lambda raw: step())

    return WriteQueue(connection, in_thread, busy_seconds=1.0)


async def write(queue, times=1):
    for _ in range(times):
        await queue.run(lambda unit: unit.meta.set("key", "value"))


class TestCommitting:
    async def test_is_left_to_another_thread_once_the_disk_was_slow(self, queue, connection):
        connection.seconds = SLOW
        await write(queue, 3)
        assert connection.by_loop == [True, False, False]

    async def test_comes_back_when_the_disk_has_been_quick_for_long(
        self, queue, connection, monkeypatch
    ):
        connection.seconds = SLOW
        await write(queue)
        connection.seconds = 0.0
        monkeypatch.setattr("bot.store.writing.QUICK", float("inf"))
        await write(queue, WARY + 1)
        assert connection.by_loop == [True] + WARY * [False] + [True]


class TestTheLog:
    async def test_is_folded_into_the_file_now_and_then(self, store, db):
        log = db.with_name(f"{db.name}-wal")
        await write(store._writes, FOLD_AFTER)
        size = log.stat().st_size
        await write(store._writes, 5 * FOLD_AFTER)
        assert log.stat().st_size <= 1.1 * size

    async def test_stays_a_log_where_it_cannot_be_folded(self, store, db):
        with sqlite3.connect(db, isolation_level=None) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM meta").fetchall()
            await write(store._writes, FOLD_AFTER + 1)
            other.execute("COMMIT")
        assert await store.read(lambda unit: unit.meta.get("key")) == "value"
