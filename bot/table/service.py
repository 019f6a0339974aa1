"""The table service: what people ask of tables, each request one unit of work."""

import logging
from dataclasses import replace
from typing import TypeVar

from bot.store.rows import OPEN_STATUSES, Status
from bot.store.unit import Unit
from bot.table import admission, clock, lobby, suspension
from bot.table.model import Press, Refused, Table, TableView, Why
from bot.table.moves import Step, require_seat, with_presence
from bot.table.views import view_of
from bot.table.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")

_TAKES_A_SEAT = ("join", "sit")
_EVEN_AT_REST = ("leave", "end", "back")
"""Verbs that ask nothing of a table but to be let go, or to be seen."""


class TableService:
    """Moves tables on, as people ask."""

    def __init__(self, writer: Writer) -> None:
        """Work through this writer."""
        self._writer = writer

    async def press(self, press: Press) -> TableView:
        """Do what a press, or a command on a table, asks for; the table as that person sees it.

        At a table at rest nothing can be done but leave it or end it, unless the press comes from
        its channel and that can be written to: then it goes on. Raises Refused with the reason;
        then nothing has changed, except that whoever was away is back and the table goes on.
        """
        try:
            return await self._writer.write(press.table, lambda unit: self._press(unit, press))
        except Refused as refused:
            if refused.why is Why.STALE and refused.table and _wakes(refused.table, press):
                raise Refused(Why.STALE, await self.look(press)) from None
            raise

    async def look(self, press: Press) -> TableView:
        """The table as this person sees it now; looking ends being away, and the table's rest.

        Raises Refused: NO_SUCH_TABLE, SET_ASIDE, or NOT_SEATED for somebody without a seat.
        """
        table = await self._writer.told(
            press.table, self._writer.store.peek(lambda unit: self._load(unit, press))
        )
        view = view_of(table, press.person.id)
        if view.seat is None:
            raise Refused(Why.NOT_SEATED)
        if not _wakes(view, press):
            return view
        return await self.press(replace(press, code="back"))

    async def again(self, press: Press) -> TableView:
        """A lobby with the same rules after a match, the others' seats kept for a while.

        Whoever asks first becomes the host, everybody else joins. Raises Refused: NOT_OVER,
        NOT_SEATED, TOO_MANY_TABLES, CHANNEL_FULL or what joining refuses.
        """

        def work(unit: Unit) -> TableView:
            table = self._load(unit, press)
            admission.check_first_time(unit, press.interaction)
            if table.row.status is not Status.OVER:
                raise Refused(Why.NOT_OVER)
            following = unit.tables.get(table.row.next_id) if table.row.next_id else None
            if following is None or following.status is Status.VOID:
                return self._open_again(unit, table, press)
            return self._press(unit, replace(press, table=following.id, ask=0, code="join"))

        view = await self._writer.write(press.table, work)
        self._writer.notify(view.id)
        return view

    async def show_again(self, press: Press) -> TableView:
        """The table, if this person may have it shown anew in its channel; there its rest ends.

        Raises Refused: NO_SUCH_TABLE, SET_ASIDE, NOT_SEATED, TABLE_CLOSED, or SUSPENDED where
        the press does not come from its channel.
        """
        view = await self.look(press)
        if view.status not in OPEN_STATUSES:
            raise Refused(Why.TABLE_CLOSED)
        if view.status is Status.SUSPENDED:
            raise Refused(Why.SUSPENDED, view)
        return view

    async def move(self, press: Press, channel: int) -> TableView:
        """Take an open table to another channel; it goes on there, with fresh time for people.

        Whoever sits at it may do that, and whoever may manage the server. Raises Refused:
        NO_SUCH_TABLE, SET_ASIDE, REPEAT, NOT_SEATED, TABLE_CLOSED or CHANNEL_FULL.
        """

        def work(unit: Unit) -> TableView:
            table = self._load(unit, press)
            admission.check_first_time(unit, press.interaction)
            if not press.manager:
                require_seat(table, press.person)
            if table.row.status not in OPEN_STATUSES:
                raise Refused(Why.TABLE_CLOSED)
            if channel != table.row.channel_id:
                admission.check_channel(unit, channel)
            step = with_presence(Step(suspension.show_in(table, channel)), press.person)
            moved = self._writer.save(unit, table, step)
            unit.notices.clear(table.row.id)
            admission.remember(unit, press.interaction, moved.row, self._writer.now())
            return view_of(moved, press.person.id)

        return await self._writer.write(press.table, work)

    def _press(self, unit: Unit, press: Press) -> TableView:
        table = self._load(unit, press)
        admission.check_first_time(unit, press.interaction)
        if press.code.split(".")[0] in _TAKES_A_SEAT and not table.seat_of(press.person.id):
            admission.check_room(unit, press.person)
        awake = self._awake(unit, table, press)
        if awake is not table and press.code == "back":
            require_seat(table, press.person)
            step = with_presence(Step(awake), press.person)
        else:
            step = self._writer.moves.answer(awake, press)
        moved = self._writer.save(unit, table, step)
        admission.remember(unit, press.interaction, moved.row, self._writer.now())
        return view_of(moved, press.person.id)

    def _awake(self, unit: Unit, table: Table, press: Press) -> Table:
        """The table, no longer at rest if it is pressed where it can be shown again."""
        if table.row.status is not Status.SUSPENDED:
            return table
        if press.channel == table.row.channel_id:
            unit.notices.clear(table.row.id)
            return suspension.show_in(table, press.channel)
        if press.code.split(".")[0] not in _EVEN_AT_REST:
            view = view_of(table, press.person.id)
            raise Refused(Why.SUSPENDED, None if view.seat is None else view)
        return table

    def _open_again(self, unit: Unit, table: Table, press: Press) -> TableView:
        require_seat(table, press.person)
        admission.check_room(unit, press.person)
        admission.check_channel(unit, table.row.channel_id)
        now, old = self._writer.now(), table.row
        row = replace(
            lobby.new_row(
                self._writer.new_id(),
                table.game,
                old.preset,
                press.person,
                guild=old.guild_id,
                channel=old.channel_id,
                now=now,
                pace=self._writer.pace,
            ),
            previous_id=old.id,
            clock_seconds=old.clock_seconds,
        )
        seats = tuple(
            replace(seat, table_id=row.id)
            for seat in lobby.seats_again(table, press.person, now + self._writer.pace.reserved)
        )
        known = dict.fromkeys(
            (*table.options.invited, *(seat.user_id or 0 for seat in table.people))
        )
        options = replace(table.options, invited=tuple(known), claims=())
        opened = Table(row, seats, table.game, table.rules, options=options)
        opened = opened.with_row(
            deadline_at=clock.deadline(opened, now, self._writer.pace, since=now)
        )
        self._writer.shelf.insert(unit, opened)
        ended = table.with_row(next_id=row.id, rev=old.rev + 1)
        self._writer.shelf.save(unit, ended, was_rev=old.rev)
        admission.remember(unit, press.interaction, row, now)
        return view_of(opened, press.person.id)

    def _load(self, unit: Unit, press: Press) -> Table:
        """The table of a press, in the server it came from."""
        table = self._writer.shelf.load(unit, press.table)
        if table is None or table.row.guild_id != press.guild:
            raise Refused(Why.NO_SUCH_TABLE)
        if table.row.status is Status.SET_ASIDE:
            raise Refused(Why.SET_ASIDE)
        return table


def _wakes(view: TableView, press: Press) -> bool:
    """Whether it changes something that the viewer is here: at a table that is closed it does not.

    Either they have been away, or the table rests and can be shown again where they press.
    """
    if view.own is None or view.status not in OPEN_STATUSES:
        return False
    rests = view.status is Status.SUSPENDED
    return view.own.away or (rests and view.channel == press.channel)
