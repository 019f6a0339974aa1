"""Notices: who is still to be told that a table of theirs is resting."""

import sqlite3
from collections.abc import Iterable

_ADD = "INSERT INTO notices (table_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"

_DUE = """
SELECT notices.table_id FROM notices JOIN tables ON tables.id = notices.table_id
WHERE notices.user_id = :user_id AND tables.guild_id = :guild_id AND tables.status = 'suspended'
ORDER BY tables.created_at, tables.id
"""

_DELETE = "DELETE FROM notices WHERE table_id = ? AND user_id = ?"

_CLEAR = "DELETE FROM notices WHERE table_id = ?"

_GUILDS = """
SELECT DISTINCT tables.guild_id FROM notices JOIN tables ON tables.id = notices.table_id
WHERE tables.status = 'suspended'
"""


class Notices:
    """The people who have not been told yet."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def post(self, table_id: str, users: Iterable[int]) -> None:
        """Note that these people, and nobody else, are to be told of that table."""
        self.clear(table_id)
        for user in users:
            self.add(table_id, user)

    def add(self, table_id: str, user_id: int) -> None:
        """Note that this person, too, is to be told of that table."""
        self._connection.execute(_ADD, (table_id, user_id))

    def due(self, user_id: int, *, guild_id: int) -> tuple[str, ...]:
        """Ids of the resting tables of a server of which that person is still to be told."""
        values = {"user_id": user_id, "guild_id": guild_id}
        return tuple(row["table_id"] for row in self._connection.execute(_DUE, values))

    def told(self, table_id: str, user_id: int) -> bool:
        """Note that a person has been told; False where that was so already."""
        return self._connection.execute(_DELETE, (table_id, user_id)).rowcount == 1

    def clear(self, table_id: str) -> None:
        """Forget who is to be told of that table."""
        self._connection.execute(_CLEAR, (table_id,))

    def guilds(self) -> frozenset[int]:
        """The servers in which somebody is still to be told."""
        return frozenset(row["guild_id"] for row in self._connection.execute(_GUILDS))
