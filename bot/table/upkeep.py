"""What happens to tables without a person asking for it.

Time runs out, the program starts again, a channel is lost, a message has been posted.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from bot.engine.seats import Seat
from bot.logs import trail
from bot.store.errors import BadState
from bot.store.rows import Status, TableRow
from bot.store.unit import Unit
from bot.table import clock, lobby, suspension
from bot.table.model import Table, TableView
from bot.table.moves import Step
from bot.table.search import Search
from bot.table.thinking import Thinking
from bot.table.views import view_of
from bot.table.writer import Writer, is_stores

log = logging.getLogger(__name__)

_SPREAD = 0.05
"""So many seconds lie between the AI players of overdue tables, who all ask for a board."""
_RESUMED_AT_ONCE = 50


class Upkeep:
    """Keeps tables going: deadlines, downtime, and what Discord shows of them."""

    def __init__(self, writer: Writer, thinking: Thinking | None = None) -> None:
        """Work through this writer; without `thinking` nobody searches."""
        self._writer = writer
        self._thinking = thinking
        # A server that is not among these need not be asked about for every press.
        self._with_notices: set[int] = set()

    async def expire(self, table_id: str) -> None:
        """Do what is due at a table whose deadline has passed; nothing if it has moved.

        A table whose state or rules fail is set aside, with a line in the log. Raises
        StoreError if the database cannot be written: nothing is wrong with the table then.
        """
        search = None
        try:
            search = await self._writer.store.write(lambda unit: self._expire(unit, table_id))
        except Exception as error:
            if is_stores(error):
                raise
            log.error("table %s is set aside: %s", table_id, trail(error))
            await self._writer.store.write(lambda unit: _set_aside(unit, table_id))
        if search is not None and self._thinking is not None:
            self._thinking.begin(search)  # and nothing has changed that anybody can see
        else:
            self._writer.notify(table_id)

    async def recover(self) -> tuple[str, ...]:
        """After a downtime, give overdue people grace and spread overdue AI players out.

        A few tables at a time, so that presses are answered meanwhile. Returns the ids of the
        tables that have to be shown anew.
        """
        store, now, moved = self._writer.store, self._writer.now(), set[str]()
        self._with_notices.update(await store.read(lambda unit: unit.notices.guilds()))
        due = await store.read(lambda unit: unit.tables.due(now))
        for first in range(0, len(due), _RESUMED_AT_ONCE):
            tables = due[first : first + _RESUMED_AT_ONCE]
            moved.update(await store.write(partial(self._resume, tables, first)))
        return tuple(sorted(moved.union(await store.read(lambda unit: unit.tables.behind()))))

    async def suspend(self, table_id: str, channel: int | None = None) -> None:
        """Let a table rest that cannot be shown any more; its people are still to be told.

        If it is the `channel` that is lost, nothing happens to a table that has left it, nor to one
        that cannot be read.
        """

        def work(unit: Unit) -> bool:
            table = self._load(unit, table_id)
            if table is None or not suspension.may_be_suspended(table):
                return False
            if channel not in (None, table.row.channel_id):
                return False
            self._writer.save(unit, table, Step(suspension.suspend(table)))
            people = [seat.user_id for seat in table.people if seat.user_id is not None]
            unit.notices.post(table_id, people)
            self._with_notices.add(table.row.guild_id)
            return True

        # Without a change nobody is told: whoever shows tables would try again at once.
        if await self._writer.store.write(work):
            self._writer.notify(table_id)

    async def suspend_channel(self, channel: int) -> None:
        """Let the tables of a channel or thread rest that is gone."""
        await self._suspend_all(lambda unit: unit.tables.open_in_channel(channel), channel)

    async def suspend_guild(self, guild: int) -> None:
        """Let the tables of a server rest which the bot has left."""
        await self._suspend_all(lambda unit: unit.tables.open_in_guild(guild))

    async def suspend_elsewhere(self, guilds: Collection[int]) -> None:
        """Let the tables of all servers rest but those of `guilds`: there the bot is."""
        known = await self._writer.store.read(lambda unit: unit.tables.open_guilds())
        for guild in known.difference(guilds):
            await self.suspend_guild(guild)

    async def behind(self, guild: int) -> tuple[str, ...]:
        """Ids of the tables of a server whose newest revision has not been shown yet."""
        return await self._writer.store.read(lambda unit: unit.tables.behind(guild_id=guild))

    async def untold(self, user: int, guild: int) -> tuple[TableView, ...]:
        """The resting tables of a server of which that person is still to be told."""
        if guild not in self._with_notices:
            return ()

        def work(unit: Unit) -> tuple[TableView, ...]:
            due = (self._load(unit, table) for table in unit.notices.due(user, guild_id=guild))
            return tuple(view_of(table, None) for table in due if table is not None)

        return await self._writer.store.read(work)

    async def told(self, user: int, table_id: str) -> bool:
        """Note that a person knows of a table at rest; False if that was noted before."""
        return await self._writer.store.write(lambda unit: unit.notices.told(table_id, user))

    async def owe(self, user: int, table_id: str) -> None:
        """Note that a person could not be told after all."""
        await self._writer.store.write(lambda unit: unit.notices.add(table_id, user))

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

    async def _suspend_all(
        self, find: Callable[[Unit], tuple[TableRow, ...]], channel: int | None = None
    ) -> None:
        for row in await self._writer.store.read(find):
            await self.suspend(row.id, channel)

    def _load(self, unit: Unit, table_id: str) -> Table | None:
        """The table, if there is one that can be read."""
        try:
            return self._writer.shelf.load(unit, table_id)
        except BadState:
            return None

    def _resume(self, tables: Sequence[str], place: int, unit: Unit) -> list[str]:
        """Let time run again at these tables, the first of which is at that place among all."""
        now, moved = self._writer.now(), []
        for later, table_id in enumerate(tables, place):
            try:
                table = self._writer.shelf.load(unit, table_id)
            except BadState:
                log.error("table %s cannot be read and is set aside", table_id)
                _set_aside(unit, table_id)
                continue
            if table is not None and table.row.status is Status.PLAYING:
                resumed = clock.resume(table, now, self._writer.pace, spread=later * _SPREAD)
                unit.tables.reschedule(resumed.row, resumed.seats)
                moved.append(table_id)
        return moved

    def _expire(self, unit: Unit, table_id: str) -> Search | None:
        """Do what is due; a search if somebody has to think first."""
        now = self._writer.now()
        table = self._writer.shelf.load(unit, table_id)
        if table is None or table.row.deadline_at is None or table.row.deadline_at > now:
            return None
        late = clock.overdue(table, now)
        if lobby.has_lapsed(table, now):
            self._writer.save(unit, table, Step(lobby.free_lapsed(table, now)))
        elif table.row.status is not Status.PLAYING:
            self._writer.save(unit, table, Step(table.with_row(status=Status.VOID)))
        elif not late:
            next_look = clock.deadline(table, now, self._writer.pace, since=now)
            waits = table.with_row(deadline_at=next_look)
            self._writer.shelf.save(unit, waits, was_rev=table.row.rev)
        elif table.between_deals:
            self._writer.save(unit, table, self._writer.moves.deal(table))
        else:
            return self._act_for(unit, table, late[0])
        return None

    def _act_for(self, unit: Unit, table: Table, seat: Seat) -> Search | None:
        """Act for a seat that is late, or give it time if its AI player can search now."""
        search = self._writer.moves.search(table, seat)
        if search is None or self._thinking is None or not self._thinking.may_begin(search):
            self._writer.save(unit, table, self._writer.moves.overdue(table, seat))
            return None
        now = self._writer.now()
        waits = table.with_seat(seat, due_at=now + self._thinking.patience)
        until = clock.deadline(waits, now, self._writer.pace, since=now)
        self._writer.shelf.save(unit, waits.with_row(deadline_at=until), was_rev=table.row.rev)
        return search


def _set_aside(unit: Unit, table_id: str) -> None:
    row = unit.tables.get(table_id)
    if row is not None:
        aside = replace(row, status=Status.SET_ASIDE, deadline_at=None, rev=row.rev + 1)
        unit.tables.save(aside, unit.seats.of(table_id), was_rev=row.rev)
