"""Results: how everybody came out of each finished match."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from bot.store.rows import ResultRow, values_of

_ADD = """
INSERT INTO results (
    table_id, seat, user_id, name, guild_id, game, preset, points, place, won, people, deals, at,
    stats
) VALUES (
    :table_id, :seat, :user_id, :name, :guild_id, :game, :preset, :points, :place, :won, :people,
    :deals, :at, :stats
)
"""

_OF = "SELECT * FROM results WHERE table_id = ? ORDER BY seat, user_id IS NULL, at, user_id"


class Results:
    """The results of matches, written once when a match is over."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def add(self, rows: Iterable[ResultRow]) -> None:
        """Store the results of a match.

        A person comes out of a match once, whatever seats they had, and an AI seat once: a second
        row for either raises StoreError when the unit of work ends, and nothing is stored.
        """
        self._connection.executemany(_ADD, [_values(row) for row in rows])

    def of(self, table_id: str) -> tuple[ResultRow, ...]:
        """The results of that match by seat; () while it is not over."""
        return tuple(_result(row) for row in self._connection.execute(_OF, (table_id,)))


def _values(row: ResultRow) -> dict[str, Any]:
    return values_of(row) | {"stats": json.dumps(dict(row.stats), sort_keys=True)}


def _result(row: sqlite3.Row) -> ResultRow:
    values: dict[str, Any] = dict(row)
    values["won"] = bool(row["won"])
    values["stats"] = json.loads(row["stats"])
    return ResultRow(**values)
