"""Backup: a copy of a database that may be in use, whole or not there at all."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.store.errors import StoreError
from bot.store.migrate import APPLICATION_ID
from bot.store.reading import BUSY_SECONDS, application_of, check_header, connect, reason, side_file

_PAGES_A_STEP = 256
"""Between two steps whoever writes the source has the disk to itself."""
_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")


class CannotBackUp(StoreError):
    """Nothing was tried: the source or the target is not what it has to be."""


def back_up(source: Path, target: Path, *, overwrite: bool = False) -> None:
    """Copy the database at `source`, in use or not, to `target`, readable by its owner only.

    The copy is one moment of the source, checked before it gets its name; a target that exists
    is replaced only if that is asked for. Raises CannotBackUp where nothing was tried, and
    StoreError where the copy failed: there is no new file then, and an old one is as it was.
    """
    try:
        _check_target(source, target, overwrite)
    except OSError as error:
        raise CannotBackUp(f"{target}: {reason(error)}") from error
    try:
        check_header(source)
        connection = connect(source, "mode=rw", BUSY_SECONDS)
    except (StoreError, sqlite3.Error, OSError) as error:
        raise CannotBackUp(f"{source}: {reason(error)}") from error
    with closing(connection):
        try:
            if application_of(connection) != APPLICATION_ID:
                raise CannotBackUp(f"{source}: it belongs to another program")
            copy(connection, target)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{source} cannot be copied to {target}: {reason(error)}") from error


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy what a connection sees at this moment to a file, replacing it once that is whole.

    The connection must not be in a transaction. Raises StoreError where the copy is not sound,
    and what SQLite or the file system raise.
    """
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(number)
    part = Path(name)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copied:
            _fill(copied, source)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        side_file(part, "-journal").unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _fill(copied: sqlite3.Connection, source: sqlite3.Connection) -> None:
    # One transaction around all steps: what is written meanwhile does not begin them anew.
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copied, pages=_PAGES_A_STEP)
    finally:
        source.execute("COMMIT")
    # A backup is one file: the log that the source writes ahead is none of it.
    copied.execute("PRAGMA journal_mode = DELETE")
    verdicts = copied.execute("PRAGMA integrity_check(1)").fetchone()
    if verdicts[0] != "ok" or copied.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreError("the copy is not sound, and so the database is damaged: check it")


def _check_target(source: Path, target: Path, overwrite: bool) -> None:
    there = os.path.lexists(target)
    if not target.name or (there and not target.is_file()):
        raise CannotBackUp(f"{target} must name a file, not a folder or a device")
    if not target.parent.is_dir():
        raise CannotBackUp(f"{target.parent} is no folder")
    if target.resolve() in {side_file(source, end).resolve() for end in _BESIDE}:
        raise CannotBackUp(f"{target} is the database itself, or a part of it")
    if there and not overwrite:
        raise CannotBackUp(f"{target} is there already; --overwrite replaces it")
    # What lies beside it would be taken for a part of the copy, and spoil it.
    if any(side_file(target, end).exists() for end in ("-wal", "-journal")):
        raise CannotBackUp(f"{target} is a database in use")


def _sync_folder(folder: Path) -> None:
    """Let the new name survive a power cut too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
