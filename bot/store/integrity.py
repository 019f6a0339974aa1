"""Integrity: what a database says of itself, apart from what its rows mean."""

import glob
import re
import sqlite3
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from bot.store.errors import StoreError
from bot.store.migrate import check_not_newer, migrate, version_of
from bot.store.reading import BUSY_SECONDS, open_for_reading, side_file
from bot.store.unit import Unit

T = TypeVar("T")

_SCHEMA = """
SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
"""

_ORPHANS = """
SELECT DISTINCT 'seats' AS place, table_id FROM seats
WHERE table_id NOT IN (SELECT id FROM tables)
UNION ALL SELECT DISTINCT 'leavers', table_id FROM leavers
WHERE table_id NOT IN (SELECT id FROM tables)
UNION ALL SELECT DISTINCT 'events', table_id FROM events
WHERE table_id NOT IN (SELECT id FROM tables)
UNION ALL SELECT DISTINCT 'presses', table_id FROM presses
WHERE table_id NOT IN (SELECT id FROM tables)
UNION ALL SELECT DISTINCT 'results', table_id FROM results
WHERE table_id NOT IN (SELECT id FROM tables)
"""

_LOST_NEIGHBOURS = """
SELECT one.id, one.next_id AS other FROM tables AS one LEFT JOIN tables ON tables.id = one.next_id
WHERE one.next_id IS NOT NULL AND tables.previous_id IS NOT one.id
UNION ALL
SELECT one.id, one.previous_id FROM tables AS one LEFT JOIN tables ON tables.id = one.previous_id
WHERE one.previous_id IS NOT NULL AND tables.id IS NULL
"""

_EARLY_PRESSES = """
SELECT table_id, count(*) AS number FROM presses JOIN tables ON tables.id = presses.table_id
WHERE presses.rev > tables.rev OR presses.rev < 1 GROUP BY table_id
"""

_LOOKED_AT = frozenset({"seats", "leavers", "events", "presses", "results", "tables"})
"""Whose lost rows the statements above find, with the table they are of."""

_IDS = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"


class Problem(NamedTuple):
    """Something that is wrong with a table, or with the database as a whole (None)."""

    table: str | None
    text: str


class Inspection:
    """A database that is only looked at; see `inspect`."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, migrations: tuple[str, ...]
    ) -> None:
        """Raises StoreError for a schema newer than these migrations."""
        self._path = path
        self._connection = connection
        self._migrations = migrations
        self._version = version_of(connection)
        check_not_newer(self._version, len(migrations))

    @property
    def has_tables(self) -> bool:
        """Whether the schema is the newest, so that tables can be read."""
        return self._version == len(self._migrations)

    def problems(self) -> Iterator[Problem]:
        """What is wrong apart from what the rows mean; it is read while it is asked for."""
        yield from _exposed_files(self._path)
        try:
            yield from _damage(self._connection)
            if self.has_tables:
                yield from _schema_problems(self._connection, self._migrations)
                yield from _lost_rows(self._connection)
            else:
                known = len(self._migrations)
                yield Problem(None, f"its schema is {self._version}, and this bot's is {known}")
        except sqlite3.Error as error:
            yield Problem(None, f"cannot be read: {error}")

    def table_ids(self, at_once: int = 500) -> Iterator[str]:
        """The ids of all tables in order, a few at a time: no transaction stays open meanwhile.

        Raises StoreError where they cannot be read.
        """
        last = ""
        while ids := self._ids_after(last, at_once):
            yield from ids
            last = ids[-1]

    def read(self, work: Callable[[Unit], T]) -> T:
        """Run `work` on one unchanging moment; raises StoreError where it cannot be read."""
        try:
            self._connection.execute("BEGIN")
            try:
                return work(Unit(self._connection))
            finally:
                self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error

    def _ids_after(self, last: str, number: int) -> list[str]:
        try:
            return [row[0] for row in self._connection.execute(_IDS, (last, number))]
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error


@contextmanager
def inspect(
    path: Path, migrations: tuple[str, ...], busy_seconds: float = BUSY_SECONDS
) -> Iterator[Inspection]:
    """Look at a database, in use or at rest.

    Raises StoreError with one readable line where it is none of ours, newer than this code, or
    cannot be read; it is left as it was.
    """
    with open_for_reading(path, busy_seconds) as connection:
        yield Inspection(path, connection, migrations)


def _exposed_files(path: Path) -> Iterator[Problem]:
    """What others than the owner may read or write: the database, its side files, its backups."""
    beside = (side_file(path, suffix) for suffix in ("-wal", "-shm", "-journal", ".lock"))
    for file in (path, *beside, *sorted(path.parent.glob(f"{glob.escape(path.name)}.before-*"))):
        mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield Problem(None, f"{file.name} is open to others than its owner (mode {mode:03o})")


def _damage(connection: sqlite3.Connection) -> Iterator[Problem]:
    """What SQLite finds by going through the whole file.

    A connection that only reads knows no CHECK constraints; reading the rows shows the rest.
    """
    for (line,) in connection.execute("PRAGMA integrity_check(20)"):
        if line != "ok":
            yield Problem(None, f"damaged: {' '.join(line.split())}")


def _schema_problems(
    connection: sqlite3.Connection, migrations: tuple[str, ...]
) -> Iterator[Problem]:
    """In what the schema differs from the one that the migrations make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model, migrations, lambda _: None)
        wanted = _schema(model)
    found = _schema(connection)
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield Problem(None, f"the {name} is missing")
        elif name not in wanted:
            yield Problem(None, f"the {name} is none of ours")
        elif found[name] != wanted[name]:
            yield Problem(None, f"the {name} is not as it was made")


def _schema(connection: sqlite3.Connection) -> Mapping[str, str]:
    """The statement that made each thing, by its kind and name."""
    rows = connection.execute(_SCHEMA)
    return {f"{row[0]} {row[1]}": re.sub(r"\s+", " ", row[2]) for row in rows}


def _lost_rows(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Rows that refer to what is not there, or to what cannot be."""
    for place, table in connection.execute(_ORPHANS):
        yield Problem(table, f"has {place}, but there is no such table")
    for table, other in connection.execute(_LOST_NEIGHBOURS):
        yield Problem(table, f"says that table {other} is beside it, which does not know of it")
    for table, number in connection.execute(_EARLY_PRESSES):
        yield Problem(table, f"has {number} presses of revisions that it never had")
    for child, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        if child not in _LOOKED_AT:
            yield Problem(None, f"a row of {child} refers to a row of {parent} that is not there")
