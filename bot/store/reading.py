"""Opening a database to look at it: whose it is, and a connection that changes nothing."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.errors import StoreError
from bot.store.migrate import APPLICATION_ID

BUSY_SECONDS = 5.0
"""For how long a connection waits for another process."""
_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_APPLICATION_ID = slice(68, 72)


@contextmanager
def open_for_reading(path: Path, busy_seconds: float) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, beside a running bot or on a file at rest.

    Raises StoreError with one readable line where the file is none of ours or cannot be read,
    and at the end where a file at rest was written to meanwhile: what was read may then be of
    several moments. The file is left as it was, and so is the folder.
    """
    try:
        check_header(path)
        at_rest = not side_file(path, "-wal").exists()
        before = path.stat()
        # On a file at rest an ordinary reader would make side files and leave them behind.
        mode = "mode=ro&immutable=1" if at_rest else "mode=ro"
        with closing(connect(path, mode, busy_seconds)) as connection:
            connection.execute("PRAGMA query_only = ON")
            if application_of(connection) != APPLICATION_ID:
                raise StoreError("it belongs to another program")
            yield connection
        if at_rest and _written_since(before, path):
            raise StoreError("it was written to meanwhile, look at it again")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(reason(error)) from error


def check_header(path: Path) -> None:
    """Raises StoreError, or OSError, for a file that SQLite need not open to be refused."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if side_file(path, "-wal").exists():
        return  # all of the database may still be in there
    if not header:
        raise StoreError("it is empty")
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise StoreError("it is not a database")
    if int.from_bytes(header[_APPLICATION_ID], "big") != APPLICATION_ID:
        raise StoreError("it belongs to another program")


def connect(path: Path, options: str, busy_seconds: float) -> sqlite3.Connection:
    """A connection in autocommit mode, opened with these options of an SQLite address."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
    )
    connection.row_factory = sqlite3.Row
    return connection


def application_of(connection: sqlite3.Connection) -> int:
    """The number that tells whose database it is."""
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    return application


def _written_since(before: os.stat_result, path: Path) -> bool:
    now = path.stat()
    return (before.st_mtime_ns, before.st_size) != (now.st_mtime_ns, now.st_size)


def side_file(path: Path, suffix: str) -> Path:
    """The file that SQLite, or we, keep beside a database: `-wal`, `-shm`, `.lock`."""
    return path.with_name(f"{path.name}{suffix}")


def reason(error: BaseException) -> str:
    """What went wrong, in one line without a stored value."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error)
