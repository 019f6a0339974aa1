"""Seats and leavers: who sits at a table, and who has left it in the middle of a match.

Seats are written only together with their table (`Tables.insert`, `Tables.save`), so that nobody
can move a seat of a table that has moved on.
"""

import sqlite3
from collections.abc import Iterable
from typing import Any

from bot.store.rows import LeaverRow, SeatRow, values_of

_SEATS_OF = "SELECT * FROM seats WHERE table_id = ? ORDER BY seat"

_CLEAR = "DELETE FROM seats WHERE table_id = ?"

_INSERT = """
INSERT INTO seats (
    table_id, seat, name, user_id, policy, ask, asked_at, due_at, misses, ready, away,
    left_by, deals_held, reserved_for, reserved_until
) VALUES (
    :table_id, :seat, :name, :user_id, :policy, :ask, :asked_at, :due_at, :misses, :ready, :away,
    :left_by, :deals_held, :reserved_for, :reserved_until
)
"""

_SET_DUE = "UPDATE seats SET due_at = ? WHERE table_id = ? AND seat = ?"

_ADD_LEAVER = """
INSERT INTO leavers (table_id, user_id, seat, name, at)
VALUES (:table_id, :user_id, :seat, :name, :at)
ON CONFLICT (table_id, user_id) DO NOTHING
"""

_LEAVERS_OF = "SELECT * FROM leavers WHERE table_id = ? ORDER BY at, user_id"


class Seats:
    """Reads the seats of a table."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def of(self, table_id: str) -> tuple[SeatRow, ...]:
        """All seats of that table in order; () where there is no such table."""
        return tuple(_seat(row) for row in self._connection.execute(_SEATS_OF, (table_id,)))


class Leavers:
    """Remembers who left a running match."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def add(self, row: LeaverRow) -> None:
        """Remember somebody who left; leaving the same match again changes nothing."""
        self._connection.execute(_ADD_LEAVER, values_of(row))

    def of(self, table_id: str) -> tuple[LeaverRow, ...]:
        """Who left that match, the first to go first."""
        rows = self._connection.execute(_LEAVERS_OF, (table_id,))
        return tuple(LeaverRow(**row) for row in rows)


def replace_seats(connection: sqlite3.Connection, table_id: str, seats: Iterable[SeatRow]) -> None:
    """Make these the seats of the table; all at once, so that two people may change places.

    Raises ValueError for a seat of another table.
    """
    rows = [values_of(seat) for seat in seats]
    if any(row["table_id"] != table_id for row in rows):
        raise ValueError(f"a seat of another table cannot be saved with table {table_id}")
    connection.execute(_CLEAR, (table_id,))
    connection.executemany(_INSERT, rows)


def set_due(connection: sqlite3.Connection, seats: Iterable[SeatRow]) -> None:
    """Write until when these seats have time, and nothing else of them."""
    connection.executemany(_SET_DUE, [(seat.due_at, seat.table_id, seat.seat) for seat in seats])


def _seat(row: sqlite3.Row) -> SeatRow:
    values: dict[str, Any] = dict(row)
    values["ready"] = bool(row["ready"])
    values["away"] = bool(row["away"])
    return SeatRow(**values)
