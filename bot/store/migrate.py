"""Migrations: numbered SQL files, forward only; all that are due are one transaction.

Works on a plain connection, before the store is used by anybody.
"""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from bot.store.errors import StoreError

APPLICATION_ID = 1128354372  # written by the first migration; tells our files from others
LOOKED_THROUGH = 32 * 1024 * 1024
"""A database of at most so many bytes is looked through at every start, which takes less than a
second; one to be migrated always is."""
_FILE_NAME = re.compile(r"(\d{4})_\w+\.sql")


def read_migrations(folder: Path) -> tuple[str, ...]:
    """The migrations in order, number 1 first; raises StoreError where a number is missing."""
    numbered = {}
    for path in sorted(folder.glob("*.sql")):
        match = _FILE_NAME.fullmatch(path.name)
        if match is None or int(match[1]) in numbered:
            raise StoreError(f"{path.name} is not a migration named like 0001_name.sql")
        numbered[int(match[1])] = path.read_text(encoding="utf-8")
    if not numbered or list(numbered) != list(range(1, len(numbered) + 1)):
        raise StoreError(f"the migrations in {folder} are not numbered 1, 2, 3, …")
    return tuple(numbered.values())


def check_ours(connection: sqlite3.Connection, newest: int) -> None:
    """Raises StoreError for a database that we must not touch. Only reads."""
    # In one transaction: another process may be making the database at this moment.
    connection.execute("BEGIN")
    try:
        (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    finally:
        connection.execute("COMMIT")
    if application != APPLICATION_ID and (version or application or objects):
        raise StoreError("it belongs to another program")
    check_not_newer(version, newest)
    if version and (version < newest or _size(connection) <= LOOKED_THROUGH):
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise StoreError("it is damaged")


def check_not_newer(version: int, newest: int) -> None:
    """Raises StoreError for a version of which this code knows nothing."""
    if version > newest:
        raise StoreError(
            f"it was written by a newer version of this bot (schema {version}; "
            f"this one knows up to {newest})"
        )


def migrate(
    connection: sqlite3.Connection, migrations: tuple[str, ...], back_up: Callable[[int], None]
) -> None:
    """Bring the database to the newest version in one transaction; a failure leaves no trace.

    `back_up` is called with the version to come before an existing database is changed.
    Safe when two processes start at once: the second finds the work done.
    """
    newest = len(migrations)
    if version_of(connection) >= newest:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if 0 < version < newest:
            back_up(newest)
        for number in range(version + 1, newest + 1):
            _run(connection, number, migrations[number - 1])
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _run(connection: sqlite3.Connection, number: int, script: str) -> None:
    try:
        for statement in split_statements(script):
            connection.execute(statement)
    except sqlite3.Error as error:
        raise StoreError(f"migration {number} fails: {error}") from error
    if version_of(connection) != number:
        raise StoreError(f"migration {number} does not end with PRAGMA user_version = {number}")
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreError(f"migration {number} leaves rows that refer to nothing")


def split_statements(script: str) -> tuple[str, ...]:
    """The statements of a script; needed because `executescript` would commit first."""
    statements = []
    statement = ""
    for piece in re.split(r"(?<=;)", script):
        statement += piece
        if sqlite3.complete_statement(statement):
            statements.append(statement.strip())
            statement = ""
    if re.sub(r"--[^\n]*", "", statement).strip():
        raise StoreError("a migration ends in the middle of a statement")
    return tuple(statements)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the schema; 0 before the first migration."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _size(connection: sqlite3.Connection) -> int:
    """How many bytes the database has."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages * page)
