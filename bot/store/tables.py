"""Tables: loading, saving under compare-and-set, finding, and what Discord shows of them."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from bot.store.errors import Conflict
from bot.store.rows import OPEN_STATUSES, SeatRow, Status, TableRow, values_of
from bot.store.seats import replace_seats, set_due

_GET = "SELECT * FROM tables WHERE id = ?"

_INSERT = """
INSERT INTO tables (
    id, game, preset, rules, state_version, guild_id, channel_id, host_id, opened_by,
    clock_seconds, status, rev, created_at, state, pause_rev, deadline_at, previous_id, next_id,
    ended_at, shown_rev, message_id, message_at, message_deal, nudge_message_id, nudged_ask,
    options
) VALUES (
    :id, :game, :preset, :rules, :state_version, :guild_id, :channel_id, :host_id, :opened_by,
    :clock_seconds, :status, :rev, :created_at, :state, :pause_rev, :deadline_at, :previous_id,
    :next_id, :ended_at, :shown_rev, :message_id, :message_at, :message_deal, :nudge_message_id,
    :nudged_ask, :options
)
"""

_SAVE = """
UPDATE tables SET
    game = :game, preset = :preset, rules = :rules, state_version = :state_version,
    guild_id = :guild_id, channel_id = :channel_id, host_id = :host_id, opened_by = :opened_by,
    clock_seconds = :clock_seconds, status = :status, rev = :rev, created_at = :created_at,
    state = :state, pause_rev = :pause_rev, deadline_at = :deadline_at,
    previous_id = :previous_id, next_id = :next_id, ended_at = :ended_at, options = :options
WHERE id = :id AND rev = :was_rev
"""

_OPEN_OF_USER = """
SELECT tables.* FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.user_id = :user_id
  AND tables.status IN ('lobby', 'playing', 'paused', 'suspended')
  AND (:guild_id IS NULL OR tables.guild_id = :guild_id)
ORDER BY tables.created_at, tables.id
"""

_OPEN_IN_CHANNEL = """
SELECT * FROM tables
WHERE channel_id = ? AND status IN ('lobby', 'playing', 'paused', 'suspended')
ORDER BY created_at, id
"""

_OPEN_IN_GUILD = """
SELECT * FROM tables
WHERE guild_id = ? AND status IN ('lobby', 'playing', 'paused', 'suspended')
ORDER BY created_at, id
"""

_OPEN_GUILDS = """
SELECT DISTINCT guild_id FROM tables
WHERE status IN ('lobby', 'playing', 'paused', 'suspended')
"""

_COUNT_OPEN_OF_USER = """
SELECT count(*) FROM seats JOIN tables ON tables.id = seats.table_id
WHERE seats.user_id = ? AND tables.status IN ('lobby', 'playing', 'paused', 'suspended')
"""

_COUNT_OPEN_IN_CHANNEL = """
SELECT count(*) FROM tables
WHERE channel_id = ? AND status IN ('lobby', 'playing', 'paused', 'suspended')
"""

_COUNT_OPEN = """
SELECT status, count(*) AS number FROM tables
WHERE status IN ('lobby', 'playing', 'paused', 'suspended') GROUP BY status
"""

# A match whose state no longer loads is set aside and must not be woken again and again.
_EARLIEST_DEADLINE = """
SELECT min(deadline_at) FROM tables WHERE deadline_at IS NOT NULL AND status <> 'set_aside'
"""

_DUE = """
SELECT id FROM tables
WHERE deadline_at IS NOT NULL AND deadline_at <= ? AND status <> 'set_aside'
ORDER BY deadline_at, id
"""

_BEHIND = """
SELECT id FROM tables
WHERE shown_rev < rev AND (:guild_id IS NULL OR guild_id = :guild_id)
ORDER BY created_at, id
"""

_FINISHED_OF_USER = """
SELECT * FROM tables
WHERE guild_id = :guild_id AND status IN ('over', 'void')
  AND EXISTS (SELECT 1 FROM events WHERE events.table_id = tables.id)
  AND (
    EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.id AND user_id = :user_id)
    OR EXISTS (SELECT 1 FROM leavers WHERE leavers.table_id = tables.id AND user_id = :user_id)
    OR EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id AND user_id = :user_id)
  )
ORDER BY ended_at DESC, id
LIMIT :limit
"""

_SET_DEADLINE = "UPDATE tables SET deadline_at = ? WHERE id = ?"

_SET_SHOWN = "UPDATE tables SET shown_rev = max(shown_rev, :rev) WHERE id = :id"

_SET_MESSAGE = """
UPDATE tables SET message_id = :message_id, message_at = :at, message_deal = :deal WHERE id = :id
"""

_SET_NUDGE = """
UPDATE tables SET nudge_message_id = :message_id, nudged_ask = :ask WHERE id = :id
"""


class Tables:
    """The tables, the seats saved with them, and what is displayed of them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def get(self, table_id: str) -> TableRow | None:
        """The table of that id, or None."""
        found = self._find(_GET, (table_id,))
        return found[0] if found else None

    def insert(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        """Store a new table with its seats; raises StoreError where the id is taken."""
        self._connection.execute(_INSERT, values_of(row))
        replace_seats(self._connection, row.id, seats)

    def save(self, row: TableRow, seats: Iterable[SeatRow], *, was_rev: int) -> None:
        """Replace the table and all its seats, if its revision is still `was_rev`.

        `row.rev` becomes the revision. The display fields of `row` are not written.
        Raises Conflict, having changed nothing, where the table has moved on or is not there.
        """
        values = values_of(row) | {"was_rev": was_rev}
        if self._connection.execute(_SAVE, values).rowcount != 1:
            raise Conflict(f"table {row.id} is no longer at revision {was_rev}")
        replace_seats(self._connection, row.id, seats)

    def reschedule(self, row: TableRow, seats: Iterable[SeatRow]) -> None:
        """Write the deadlines of a table and its seats, and nothing else of them."""
        self._connection.execute(_SET_DEADLINE, (row.deadline_at, row.id))
        set_due(self._connection, seats)

    def open_of_user(self, user_id: int, *, guild_id: int | None = None) -> tuple[TableRow, ...]:
        """Open tables where that person holds a seat (in one server, or in all); oldest first."""
        return self._find(_OPEN_OF_USER, {"user_id": user_id, "guild_id": guild_id})

    def open_in_channel(self, channel_id: int) -> tuple[TableRow, ...]:
        """Open tables of that channel or thread, oldest first."""
        return self._find(_OPEN_IN_CHANNEL, (channel_id,))

    def open_in_guild(self, guild_id: int) -> tuple[TableRow, ...]:
        """Open tables of that server, oldest first."""
        return self._find(_OPEN_IN_GUILD, (guild_id,))

    def open_guilds(self) -> frozenset[int]:
        """The servers that have an open table."""
        return frozenset(row["guild_id"] for row in self._connection.execute(_OPEN_GUILDS))

    def count_open_of_user(self, user_id: int) -> int:
        """At how many open tables that person holds a seat, over all servers."""
        return self._count(_COUNT_OPEN_OF_USER, user_id)

    def count_open_in_channel(self, channel_id: int) -> int:
        """How many tables are open in that channel or thread."""
        return self._count(_COUNT_OPEN_IN_CHANNEL, channel_id)

    def count_open(self) -> dict[Status, int]:
        """How many tables are open, by each status that an open table may have."""
        found = {row["status"]: row["number"] for row in self._connection.execute(_COUNT_OPEN)}
        return {status: found.get(status, 0) for status in sorted(OPEN_STATUSES)}

    def earliest_deadline(self) -> float | None:
        """When the next timer of any table that is not set aside runs out, or None."""
        value: float | None = self._connection.execute(_EARLIEST_DEADLINE).fetchone()[0]
        return value

    def due(self, at: float) -> tuple[str, ...]:
        """Ids of the tables whose deadline is `at` or earlier, the most overdue first."""
        return tuple(row["id"] for row in self._connection.execute(_DUE, (at,)))

    def behind(self, *, guild_id: int | None = None) -> tuple[str, ...]:
        """Ids of the tables (of one server, or of all) that are not shown as they are yet."""
        found = self._connection.execute(_BEHIND, {"guild_id": guild_id})
        return tuple(row["id"] for row in found)

    def finished_of_user(
        self, user_id: int, *, guild_id: int, limit: int = 25
    ) -> tuple[TableRow, ...]:
        """Ended matches with events in that server which that person sat in; newest first."""
        values = {"user_id": user_id, "guild_id": guild_id, "limit": limit}
        return self._find(_FINISHED_OF_USER, values)

    def set_shown(self, table_id: str, rev: int) -> None:
        """Note that this revision is on the public message; an older one changes nothing."""
        self._connection.execute(_SET_SHOWN, {"id": table_id, "rev": rev})

    def set_message(
        self, table_id: str, message_id: int | None, *, at: float | None, deal: int
    ) -> None:
        """Note which message shows the table, when it was posted, and which deal it shows."""
        values = {"id": table_id, "message_id": message_id, "at": at, "deal": deal}
        self._connection.execute(_SET_MESSAGE, values)

    def set_nudge(self, table_id: str, message_id: int | None, *, ask: int | None) -> None:
        """Note the message that reminds of a question, and which; None twice when it is gone."""
        values = {"id": table_id, "message_id": message_id, "ask": ask}
        self._connection.execute(_SET_NUDGE, values)

    def _find(self, sql: str, values: tuple[Any, ...] | dict[str, Any]) -> tuple[TableRow, ...]:
        return tuple(_table(row) for row in self._connection.execute(sql, values))

    def _count(self, sql: str, value: int) -> int:
        count: int = self._connection.execute(sql, (value,)).fetchone()[0]
        return count


def _table(row: sqlite3.Row) -> TableRow:
    values: dict[str, Any] = dict(row)
    values["status"] = Status(row["status"])
    return TableRow(**values)
