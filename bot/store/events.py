"""Events: every action of a match in order, chance included. They are only ever appended."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from bot.store.rows import By, EventRow, NewEvent, values_of

_NEXT_SEQ = "SELECT coalesce(max(seq) + 1, 0) FROM events WHERE table_id = ?"

_APPEND = """
INSERT INTO events (table_id, seq, rev, seat, action, audience, by, at)
VALUES (:table_id, :seq, :rev, :seat, :action, :audience, :by, :at)
"""

_OF = "SELECT * FROM events WHERE table_id = ? AND seq >= ? ORDER BY seq"


class Events:
    """The actions of a match, numbered from 0 in the order in which they happened."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def append(
        self, table_id: str, events: Iterable[NewEvent], *, rev: int, at: float
    ) -> tuple[EventRow, ...]:
        """Append these in order, all made by revision `rev` at time `at`; returns them numbered."""
        first: int = self._connection.execute(_NEXT_SEQ, (table_id,)).fetchone()[0]
        rows = tuple(
            EventRow(
                table_id=table_id,
                seq=seq,
                rev=rev,
                seat=event.seat,
                action=event.action,
                audience=event.audience,
                by=event.by,
                at=at,
            )
            for seq, event in enumerate(events, first)
        )
        self._connection.executemany(_APPEND, [values_of(row) for row in rows])
        return rows

    def of(self, table_id: str, *, start: int = 0) -> tuple[EventRow, ...]:
        """The events of that table in order, from number `start` on."""
        return tuple(_event(row) for row in self._connection.execute(_OF, (table_id, start)))


def _event(row: sqlite3.Row) -> EventRow:
    values: dict[str, Any] = dict(row)
    values["by"] = By(row["by"])
    return EventRow(**values)
