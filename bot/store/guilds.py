"""Guilds: how each server wants its tables, as JSON."""

import sqlite3

_GET = "SELECT settings FROM settings WHERE guild_id = ?"

_SET = """
INSERT INTO settings (guild_id, settings) VALUES (:guild_id, :settings)
ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings
"""


class Guilds:
    """The settings of servers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def settings(self, guild_id: int) -> str | None:
        """The settings of a server as JSON; None where it has chosen nothing."""
        row = self._connection.execute(_GET, (guild_id,)).fetchone()
        return None if row is None else str(row["settings"])

    def set_settings(self, guild_id: int, settings: str) -> None:
        """Replace the settings of a server."""
        self._connection.execute(_SET, {"guild_id": guild_id, "settings": settings})
