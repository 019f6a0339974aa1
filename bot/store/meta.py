"""Meta: a few named texts of the bot as a whole, such as the hash of its synced commands."""

import sqlite3

_GET = "SELECT value FROM meta WHERE key = ?"

_SET = """
INSERT INTO meta (key, value) VALUES (:key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""

# The number that stands there already: SQLite writes its page, and nothing is another than before.
_REWRITE = "PRAGMA application_id = 1128354372"

_DELETE = "DELETE FROM meta WHERE key = ?"


class Meta:
    """Texts by name."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def get(self, key: str) -> str | None:
        """The text of that name, or None."""
        row = self._connection.execute(_GET, (key,)).fetchone()
        return None if row is None else str(row["value"])

    def set(self, key: str, value: str) -> None:
        """Give that name this text."""
        self._connection.execute(_SET, {"key": key, "value": value})

    def delete(self, key: str) -> None:
        """Forget that name; nothing where it was never set."""
        self._connection.execute(_DELETE, (key,))

    def rewrite(self) -> None:
        """Write to the file without changing what it says: shows whether it can be written."""
        self._connection.execute(_REWRITE)
