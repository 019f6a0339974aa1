"""The database file: opening it, and running units of work on it.

A unit of work is one plain function run whole in a connection's own thread: one hop for a whole
press instead of one for every statement, and nothing another coroutine could come between.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.store.errors import Busy, StoreError
from bot.store.migrate import check_ours, migrate, read_migrations
from bot.store.presses import Presses
from bot.store.unit import Unit

T = TypeVar("T")

BUSY_SECONDS = 5.0
_OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables
_OWNER_ONLY = 0o600


class Store:
    """One SQLite file: a connection that writes, another that only reads.

    Close it on every exit path: a connection left open keeps the process alive.
    """

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        connections: AsyncExitStack,
    ) -> None:
        """Not for callers: use `Store.open`."""
        self._writer = writer
        self._reader = reader
        self._connections = connections
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, path: Path, migrations: Path, *, now: float, busy_seconds: float = BUSY_SECONDS
    ) -> "Store":
        """Open the file, made if need be and readable by its owner only, and bring it up to date.

        Presses older than a day at `now` (epoch seconds) are forgotten. `busy_seconds` is how
        long a unit of work waits for another process. Raises StoreError with one readable line
        where the file is newer than this code, damaged, not ours or cannot be written; such a
        file is left as it was.
        """
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
                return cls(writer, reader, stack.pop_all())
        except (StoreError, sqlite3.Error, OSError) as error:
            raise StoreError(f"cannot open the database {path}: {_reason(error)}") from error

    async def write(self, work: Callable[[Unit], T]) -> T:
        """Run `work` in one transaction; what it returns is returned once it is committed.

        If `work` raises, everything it did is undone and the exception passes on. Once begun it
        runs whole, whether or not the caller is cancelled meanwhile. `work` runs in another
        thread: it must be quick and touch nothing of the event loop. Writes run one by one, in
        the order of the calls. Raises Busy where another process holds the database, StoreError
        where the database refuses a statement or is closed.
        """
        self._check_open()
        return await _in_thread(self._writer, lambda connection: _write(connection, work))

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Run `work` on one unchanging snapshot of what is committed; it cannot write.

        The same rules as for `write`. Never waits for a writer.
        """
        self._check_open()
        return await _in_thread(self._reader, lambda connection: _read(connection, work))

    async def close(self) -> None:
        """Finish what was begun, then close; any further call only waits for that."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._connections.aclose())
        await asyncio.shield(self._closing)

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreError("the database is closed")


async def _in_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]
) -> T:
    # aiosqlite has no public way to run a function of ours in its thread. `_execute` queues it
    # before it first awaits, so a caller cancelled later cannot stop it half way. These two
    # private names are used here only, and the version of aiosqlite is pinned.
    def run() -> T:
        return work(connection._conn)

    result: T = await connection._execute(run)  # type: ignore[no-untyped-call]
    return result


def _write(connection: sqlite3.Connection, work: Callable[[Unit], T]) -> T:
    return _transact(connection, "BEGIN IMMEDIATE", work)


def _read(connection: sqlite3.Connection, work: Callable[[Unit], T]) -> T:
    return _transact(connection, "BEGIN", work)


def _transact(connection: sqlite3.Connection, begin: str, work: Callable[[Unit], T]) -> T:
    try:
        connection.execute(begin)
        result = work(Unit(connection))
        connection.execute("COMMIT")
        return result
    except BaseException as error:
        _roll_back(connection)
        if isinstance(error, StopIteration):
            # A future cannot carry a StopIteration: the caller would wait for ever.
            raise RuntimeError("a unit of work raised StopIteration") from error
        if isinstance(error, sqlite3.Error):
            raise _translated(error) from error
        raise


def _roll_back(connection: sqlite3.Connection) -> None:
    # Some failures (a full disk, say) have already undone the transaction.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _translated(error: sqlite3.Error) -> StoreError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy("another process is using the database")
    return StoreError(f"the database refused: {error}")


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error)


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
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        if file.exists():
            file.chmod(_OWNER_ONLY)
    (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if journal != "wal":
        raise StoreError(f"write-ahead logging is not possible there (journal mode {journal})")
    connection.execute("PRAGMA synchronous = FULL")
    migrate(connection, scripts)
    connection.execute("PRAGMA foreign_keys = ON")
    Presses(connection).prune(now)
