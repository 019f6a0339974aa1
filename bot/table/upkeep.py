"""What happens to tables without a person asking for it.

Time runs out, the program starts again, a channel is lost, a message has been posted.
"""

import logging
from dataclasses import replace
from types import MappingProxyType

from bot.logs import trail
from bot.store.errors import BadState
from bot.store.rows import Status
from bot.store.unit import Unit
from bot.table import clock, lobby
from bot.table.moves import Step
from bot.table.writer import Writer, is_stores

log = logging.getLogger(__name__)

_SPREAD = 0.2
_WITHOUT_A_CHANNEL = MappingProxyType(
    {
        Status.LOBBY: Status.VOID,
        Status.PLAYING: Status.SUSPENDED,
        Status.PAUSED: Status.SUSPENDED,
    }
)


class Upkeep:
    """Keeps tables going: deadlines, downtime, and what Discord shows of them."""

    def __init__(self, writer: Writer) -> None:
        """Work through this writer."""
        self._writer = writer

    async def expire(self, table_id: str) -> None:
        """Do what is due at a table whose deadline has passed; nothing if it has moved.

        A table whose state or rules fail is set aside, with a line in the log. Raises
        StoreError if the database cannot be written: nothing is wrong with the table then.
        """
        try:
            await self._writer.store.write(lambda unit: self._expire(unit, table_id))
        except Exception as error:
            if is_stores(error):
                raise
            log.error("table %s is set aside: %s", table_id, trail(error))
            await self._writer.store.write(lambda unit: _set_aside(unit, table_id))
        self._writer.notify(table_id)

    async def recover(self) -> tuple[str, ...]:
        """After a downtime, give overdue people grace and spread overdue AI players out.

        Returns the ids of the tables that have to be shown anew.
        """

        def work(unit: Unit) -> tuple[str, ...]:
            now, moved = self._writer.now(), set[str]()
            for place, table_id in enumerate(unit.tables.due(now)):
                try:
                    table = self._writer.shelf.load(unit, table_id)
                except BadState:
                    log.error("table %s cannot be read and is set aside", table_id)
                    _set_aside(unit, table_id)
                    continue
                if table is not None and table.row.status is Status.PLAYING:
                    resumed = clock.resume(table, now, self._writer.pace, spread=place * _SPREAD)
                    self._writer.shelf.save(unit, resumed, was_rev=table.row.rev)
                    moved.add(table_id)
            return tuple(sorted({*moved, *unit.tables.behind()}))

        return await self._writer.store.write(work)

    async def suspend(self, table_id: str) -> None:
        """Let a match rest whose channel cannot be written to any more, and close a lobby."""

        def work(unit: Unit) -> bool:
            table = self._writer.shelf.load(unit, table_id)
            if table is None or table.row.status not in _WITHOUT_A_CHANNEL:
                return False
            status = _WITHOUT_A_CHANNEL[table.row.status]
            self._writer.save(unit, table, Step(table.with_row(status=status)))
            return True

        # Without a change nobody is told: whoever shows tables would try again at once.
        if await self._writer.store.write(work):
            self._writer.notify(table_id)

    async def shown(self, table_id: str, rev: int) -> None:
        """Note that the public message shows this revision."""
        await self._writer.store.write(lambda unit: unit.tables.set_shown(table_id, rev))

    async def posted(self, table_id: str, message: int, at: float, deal: int) -> None:
        """Note which message shows the table, since when, and which deal it shows."""
        await self._writer.store.write(
            lambda unit: unit.tables.set_message(table_id, message, at=at, deal=deal)
        )

    async def nudged(self, table_id: str, message: int | None, ask: int | None) -> None:
        """Note the message that reminds of a question, or that there is none any more."""
        await self._writer.store.write(
            lambda unit: unit.tables.set_nudge(table_id, message, ask=ask)
        )

    def _expire(self, unit: Unit, table_id: str) -> None:
        now = self._writer.now()
        table = self._writer.shelf.load(unit, table_id)
        if table is None or table.row.deadline_at is None or table.row.deadline_at > now:
            return
        if lobby.has_lapsed(table, now):
            self._writer.save(unit, table, Step(lobby.free_lapsed(table, now)))
            return
        if table.row.status is not Status.PLAYING:
            self._writer.save(unit, table, Step(table.with_row(status=Status.VOID)))
            return
        late = clock.overdue(table, now)
        if not late:
            next_look = clock.deadline(table, now, self._writer.pace, since=now)
            self._writer.shelf.save(
                unit, table.with_row(deadline_at=next_look), was_rev=table.row.rev
            )
        elif table.between_deals:
            self._writer.save(unit, table, self._writer.moves.deal(table))
        else:
            self._writer.save(unit, table, self._writer.moves.overdue(table, late[0]))


def _set_aside(unit: Unit, table_id: str) -> None:
    row = unit.tables.get(table_id)
    if row is not None:
        aside = replace(row, status=Status.SET_ASIDE, deadline_at=None, rev=row.rev + 1)
        unit.tables.save(aside, unit.seats.of(table_id), was_rev=row.rev)
