"""One transaction: all of a function's statements, or none."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from bot.store.errors import Busy, StoreError
from bot.store.unit import Unit

T = TypeVar("T")


def transact(connection: sqlite3.Connection, begin: str, work: Callable[[Unit], T]) -> T:
    """Run `work` in a transaction that is opened by `begin`; its result, once committed.

    If it raises, everything it did is undone. Raises that, an error of SQLite as StoreError, or
    as Busy where another process holds the database.
    """
    try:
        connection.execute(begin)
        result = work(Unit(connection))
        connection.execute("COMMIT")
        return result
    except BaseException as error:
        roll_back(connection)
        found = translated(error)
        if found is error:
            raise
        raise found from error


def translated(error: BaseException) -> BaseException:
    """The error as callers may see it."""
    if isinstance(error, StopIteration):
        # A future cannot carry a StopIteration: the caller would wait for ever.
        return RuntimeError("a unit of work raised StopIteration")
    if not isinstance(error, sqlite3.Error):
        return error
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy("another process is using the database")
    return StoreError(f"the database refused: {error}")


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo what a transaction has done, if there is one."""
    # Some failures (a full disk, say) have already undone the transaction.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
