"""Presses: interactions already acted on, so that one delivered twice acts once."""

import sqlite3

from bot.store.rows import PressRow, values_of

DAY_SECONDS = 86_400.0

_RECORD = """
INSERT INTO presses (interaction_id, table_id, rev, at)
VALUES (:interaction_id, :table_id, :rev, :at)
ON CONFLICT (interaction_id) DO NOTHING
"""

_GET = "SELECT * FROM presses WHERE interaction_id = ?"

_PRUNE = "DELETE FROM presses WHERE at < ?"


class Presses:
    """The interactions of the last day."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def record(self, row: PressRow) -> bool:
        """Remember an interaction; False, and nothing changed, where it was there already."""
        return self._connection.execute(_RECORD, values_of(row)).rowcount == 1

    def get(self, interaction_id: int) -> PressRow | None:
        """What became of that interaction, or None where it was never acted on."""
        row = self._connection.execute(_GET, (interaction_id,)).fetchone()
        return None if row is None else PressRow(**row)

    def seen(self, interaction_id: int) -> bool:
        """Whether that interaction has been acted on."""
        return self.get(interaction_id) is not None

    def prune(self, now: float) -> int:
        """Forget what is older than a day at `now` (epoch seconds); returns how many."""
        return self._connection.execute(_PRUNE, (now - DAY_SECONDS,)).rowcount
