"""Migrations: numbered SQL files, forward only, each one transaction with its version number.

Works on a plain connection, before the store is used by anybody.
"""

import re
import sqlite3
from pathlib import Path

from bot.store.errors import StoreError

APPLICATION_ID = 1128354372  # written by the first migration; tells our files from others
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


def check_ours(connection: sqlite3.Connection, newest: int) -> int:
    """The version of the database; raises StoreError where we must not touch it. Only reads."""
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
    if version > newest:
        raise StoreError(
            f"it was written by a newer version of this bot (schema {version}; "
            f"this one knows up to {newest})"
        )
    if 0 < version < newest:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise StoreError("it is damaged, and is not migrated")
    return version


def migrate(connection: sqlite3.Connection, migrations: tuple[str, ...]) -> None:
    """Bring the database to the newest version; a migration that fails leaves no trace.

    Safe when two processes start at once: the second finds the work done.
    """
    for number, script in enumerate(migrations, 1):
        if _version(connection) >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) < number:
                _run(connection, number, script)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _run(connection: sqlite3.Connection, number: int, script: str) -> None:
    for statement in split_statements(script):
        connection.execute(statement)
    if _version(connection) != number:
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


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version
