"""House sets: rules that a server has saved under a name."""

import sqlite3

from bot.store.rows import HouseSetRow, values_of

_PUT = """
INSERT INTO house_sets (guild_id, name, game, preset, rules, saved_by, saver, at)
VALUES (:guild_id, :name, :game, :preset, :rules, :saved_by, :saver, :at)
ON CONFLICT (guild_id, name) DO UPDATE SET
    name = excluded.name, game = excluded.game, preset = excluded.preset, rules = excluded.rules,
    saved_by = excluded.saved_by, saver = excluded.saver, at = excluded.at
"""

_GET = "SELECT * FROM house_sets WHERE guild_id = ? AND name = ?"

_OF_GUILD = "SELECT * FROM house_sets WHERE guild_id = ? ORDER BY name"

_REMOVE = "DELETE FROM house_sets WHERE guild_id = ? AND name = ?"


class HouseSets:
    """The saved rules of servers; a name is one whether written large or small."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def put(self, row: HouseSetRow) -> None:
        """Save a set, in the place of one of the same name."""
        self._connection.execute(_PUT, values_of(row))

    def get(self, guild_id: int, name: str) -> HouseSetRow | None:
        """The set of that name, or None."""
        row = self._connection.execute(_GET, (guild_id, name)).fetchone()
        return None if row is None else HouseSetRow(**row)

    def of_guild(self, guild_id: int) -> tuple[HouseSetRow, ...]:
        """All sets of a server, by name."""
        rows = self._connection.execute(_OF_GUILD, (guild_id,))
        return tuple(HouseSetRow(**row) for row in rows)

    def remove(self, guild_id: int, name: str) -> bool:
        """Forget a set; False where there was none."""
        return self._connection.execute(_REMOVE, (guild_id, name)).rowcount == 1
