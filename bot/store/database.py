"""The database file: opening it, and running units of work on it.

A unit of work is one plain function, run whole: nothing another coroutine does comes between.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.store import backup
from bot.store.errors import Busy, StoreError
from bot.store.migrate import check_ours, migrate, read_migrations
from bot.store.presses import Presses
from bot.store.reading import BUSY_SECONDS, connect, reason, side_file
from bot.store.transaction import transact, translated
from bot.store.unit import Unit
from bot.store.writing import WriteQueue

T = TypeVar("T")

_OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables
_OWNER_ONLY = 0o600


class Store:
    """One SQLite file: a connection that writes, and two that only read.

    Close it on every exit path: a connection left open keeps the process alive.
    """

    def __init__(
        self,
        writes: WriteQueue,
        reader: aiosqlite.Connection,
        near: sqlite3.Connection,
        connections: AsyncExitStack,
        path: Path,
    ) -> None:
        """Not for callers: use `Store.open`."""
        self._writes = writes
        self._reader = reader
        self._near = near
        self._connections = connections
        self._path, self._file = path, _file_at(path)
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, path: Path, migrations: Path, *, now: float, busy_seconds: float = BUSY_SECONDS
    ) -> "Store":
        """Open the file, made if need be and readable by its owner only, and bring it up to date.

        Presses older than a day at `now` (epoch seconds) are forgotten. `busy_seconds` is how
        long a unit of work waits for another process. Raises StoreError with one readable line
        where the file is newer than this code, damaged, not ours or cannot be written; such a
        file is left as it was. Raises Busy where another process holds it for longer. Whoever
        stops waiting is kept until the file is open, and closed again.
        """
        opening = asyncio.ensure_future(cls._open(path, migrations, now, busy_seconds))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            # A connection that is left half way has a thread still, which outlives the loop.
            with suppress(StoreError):
                await (await opening).close()
            raise

    @classmethod
    async def _open(cls, path: Path, migrations: Path, now: float, busy_seconds: float) -> "Store":
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StoreError(f"SQLite 3.37 or newer is needed; this is {sqlite3.sqlite_version}")
        scripts = read_migrations(migrations)
        try:
            async with AsyncExitStack() as stack:
                _create(path)
                # Closed in reverse: the last to go, the writer, folds the log into the file.
                writer = await stack.enter_async_context(_connect(path, "rw", busy_seconds))
                await _in_thread(writer, lambda raw: _prepare(raw, path, scripts, now))
                reader = await stack.enter_async_context(_connect(path, "ro", busy_seconds))
                await _in_thread(reader, lambda raw: raw.execute("PRAGMA query_only = ON"))
                near = stack.enter_context(closing(connect(path, "mode=ro", 0.0)))
                near.execute("PRAGMA query_only = ON")
                return cls(_writes(writer, busy_seconds), reader, near, stack.pop_all(), path)
        except (StoreError, sqlite3.Error, OSError) as error:
            kind = Busy if isinstance(translated(error), Busy) else StoreError
            raise kind(f"cannot open the database {path}: {reason(error)}") from error

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Run `work` in one transaction; what it returns is returned once it is committed.

        If `work` raises, everything it did is undone and the exception passes on. Once begun it
        runs whole, whether or not the caller is cancelled meanwhile. `work` runs in the loop's
        thread and must be quick; where its commit fails it may be run again. Writes run one by
        one, in the order of the calls, and those that wait together are committed together, while
        the loop goes on. Raises Busy where another process holds the database,
        StoreError where the database refuses a statement, is closed, or is no longer there: what
        is written to a file that has been deleted or replaced would be lost with this process.
        """
        self._check_open()
        if _file_at(self._path) != self._file:
            raise StoreError("the database has been taken away")
        return await self._writes.run(work)

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Run `work` on one unchanging snapshot of what is committed; it cannot write.

        It runs in another thread, and must touch nothing of the event loop. Never waits for a
        writer. Raises as `write` does.
        """
        self._check_open()
        return await _in_thread(self._reader, lambda raw: transact(raw, "BEGIN", work))

    async def peek(self, work: Callable[[Unit], T]) -> T:
        """Run `work` as `read` does, but at once and in the loop's own thread.

        For a few rows: the way to another thread and back takes longer than reading them. Where
        that would mean to wait, it is done as by `read`.
        """
        self._check_open()
        try:
            return transact(self._near, "BEGIN", work)
        except Busy:
            return await self.read(work)

    async def close(self) -> None:
        """Finish what was begun, then close; any further call only waits for that."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._writes.finish()
        await self._connections.aclose()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreError("the database is closed")


def _writes(writer: aiosqlite.Connection, busy_seconds: float) -> WriteQueue:
    # What runs in the loop's thread and what in the connection's own take turns.
    return WriteQueue(
        writer._conn, lambda step: _in_thread(writer, lambda raw: step()), busy_seconds
    )


async def _in_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]
) -> T:
    # aiosqlite has no public way to run a function of ours in its thread. `_execute` queues it
    # before it first awaits, so a caller cancelled later cannot stop it half way. These two
    # private names are used in this file only, and the version of aiosqlite is pinned.
    def run() -> T:
        return work(connection._conn)

    result: T = await connection._execute(run)  # type: ignore[no-untyped-call]
    return result


def _file_at(path: Path) -> tuple[int, int] | None:
    """Which file has that name now; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Opening for writing tells at once that we may not; SQLite would open it for reading only.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ONLY))


@asynccontextmanager
async def _connect(
    path: Path, mode: str, busy_seconds: float
) -> AsyncIterator[aiosqlite.Connection]:
    connection = await aiosqlite.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=mode == "ro",
    )
    try:
        connection.row_factory = sqlite3.Row
        yield connection
    finally:
        await connection.close()


def _prepare(
    connection: sqlite3.Connection, path: Path, scripts: tuple[str, ...], now: float
) -> None:
    check_ours(connection, len(scripts))
    # SQLite gives its side files the mode of the database; those of a crash are already there.
    for file in (path, side_file(path, "-wal"), side_file(path, "-shm")):
        if file.exists():
            file.chmod(_OWNER_ONLY)
    (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if journal != "wal":
        raise StoreError(f"write-ahead logging is not possible there (journal mode {journal})")
    connection.execute("PRAGMA synchronous = FULL")
    migrate(connection, scripts, lambda version: _keep_copy(path, version))
    connection.execute("PRAGMA foreign_keys = ON")
    Presses(connection).prune(now)
    # From now on nothing in the loop's thread waits for another process, or folds the log.
    connection.execute("PRAGMA busy_timeout = 0")
    connection.execute("PRAGMA wal_autocheckpoint = 0")


def _keep_copy(path: Path, version: int) -> None:
    """Keep the database beside itself as it is before it becomes that version."""
    # Through a connection of its own: one that is about to write cannot be copied from.
    with closing(connect(path, "mode=ro", BUSY_SECONDS)) as source:
        backup.copy(source, side_file(path, f".before-{version}"))
