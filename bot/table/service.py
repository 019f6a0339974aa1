"""The table service: what people ask of tables, each request one unit of work."""

import logging
from dataclasses import replace
from typing import TypeVar

from bot.engine.contract import AnyGame
from bot.store.rows import OPEN_STATUSES, SeatRow, Status, TableRow
from bot.store.unit import Unit
from bot.table import admission, clock, lobby
from bot.table.model import Person, Press, Refused, Table, TableView, Why
from bot.table.moves import Step, require_seat
from bot.table.views import view_of
from bot.table.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 8
_TAKES_A_SEAT = ("join", "sit")


class TableService:
    """Opens tables and moves them on, as people ask."""

    def __init__(self, writer: Writer) -> None:
        """Work through this writer."""
        self._writer = writer

    async def open(
        self,
        person: Person,
        *,
        interaction: int,
        guild: int,
        channel: int,
        game: str,
        preset: str,
        length: int | None = None,
    ) -> TableView:
        """Open a lobby with this person as its host, in seat 0; once for each interaction.

        Raises Refused: UNKNOWN_PRESET, RULES_DO_NOT_FIT, REPEAT, TOO_MANY_TABLES, CHANNEL_FULL.
        """
        chosen = self._writer.games[game]
        rules = chosen.presets.get(preset)
        if rules is None:
            raise Refused(Why.UNKNOWN_PRESET)
        if length is not None:
            rules = chosen.with_length(rules, length)
        if misfit := chosen.check(rules):
            raise Refused(Why.RULES_DO_NOT_FIT, detail=misfit.name)
        row = self._new_row(chosen, preset, person, guild=guild, channel=channel)
        count = sum(len(side) for side in chosen.sides(rules))
        seats = tuple(SeatRow(table_id=row.id, seat=seat) for seat in range(count))
        table = lobby.join(Table(row, seats, chosen, rules), person, self._writer.now())

        def work(unit: Unit) -> TableView:
            unit.presses.prune(self._writer.now())
            admission.check_first_time(unit, interaction)
            admission.check_room(unit, person, channel)
            self._writer.shelf.insert(unit, table)
            admission.remember(unit, interaction, row, self._writer.now())
            return view_of(table, person.id)

        return await self._writer.write(row.id, work)

    async def press(self, press: Press) -> TableView:
        """Do what a press, or a command on a table, asks for; the table as that person sees it.

        Raises Refused with the reason; then nothing has changed, except that whoever was away
        is back.
        """
        try:
            return await self._writer.write(press.table, lambda unit: self._press(unit, press))
        except Refused as refused:
            if refused.why is Why.STALE and refused.table and _is_away(refused.table):
                raise Refused(Why.STALE, await self.look(press)) from None
            raise

    async def look(self, press: Press) -> TableView:
        """The table as this person sees it now; looking ends being away.

        Raises Refused: NO_SUCH_TABLE, SET_ASIDE, or NOT_SEATED for somebody without a seat.
        """
        table = await self._writer.told(
            press.table, self._writer.store.read(lambda unit: self._load(unit, press))
        )
        view = view_of(table, press.person.id)
        if view.seat is None:
            raise Refused(Why.NOT_SEATED)
        if not _is_away(view):
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

    async def show_again(self, press: Press, channel: int) -> TableView:
        """The table, if this person may have it shown anew; a suspended one goes on in `channel`.

        Raises Refused: NO_SUCH_TABLE, SET_ASIDE, NOT_SEATED, TABLE_CLOSED or CHANNEL_FULL.
        """

        def work(unit: Unit) -> TableView:
            table = self._load(unit, press)
            require_seat(table, press.person)
            if table.row.status not in OPEN_STATUSES:
                raise Refused(Why.TABLE_CLOSED)
            if table.row.status is Status.SUSPENDED:
                if channel != table.row.channel_id:
                    admission.check_channel(unit, channel)
                goes_on = table.with_row(channel_id=channel, status=Status.PLAYING)
                table = self._writer.save(unit, table, Step(goes_on))
            return view_of(table, press.person.id)

        return await self._writer.write(press.table, work)

    def _press(self, unit: Unit, press: Press) -> TableView:
        table = self._load(unit, press)
        admission.check_first_time(unit, press.interaction)
        if press.code.split(".")[0] in _TAKES_A_SEAT and not table.seat_of(press.person.id):
            admission.check_room(unit, press.person)
        moved = self._writer.save(unit, table, self._writer.moves.answer(table, press))
        admission.remember(unit, press.interaction, moved.row, self._writer.now())
        return view_of(moved, press.person.id)

    def _open_again(self, unit: Unit, table: Table, press: Press) -> TableView:
        require_seat(table, press.person)
        admission.check_room(unit, press.person, table.row.channel_id)
        now, old = self._writer.now(), table.row
        row = replace(
            self._new_row(
                table.game,
                old.preset,
                press.person,
                guild=old.guild_id,
                channel=old.channel_id,
            ),
            previous_id=old.id,
            clock_seconds=old.clock_seconds,
        )
        seats = tuple(
            replace(seat, table_id=row.id)
            for seat in lobby.seats_again(table, press.person, now + self._writer.pace.reserved)
        )
        opened = Table(row, seats, table.game, table.rules)
        opened = opened.with_row(
            deadline_at=clock.deadline(opened, now, self._writer.pace, since=now)
        )
        self._writer.shelf.insert(unit, opened)
        ended = table.with_row(next_id=row.id, rev=old.rev + 1)
        self._writer.shelf.save(unit, ended, was_rev=old.rev)
        admission.remember(unit, press.interaction, row, now)
        return view_of(opened, press.person.id)

    def _new_row(
        self, game: AnyGame, preset: str, host: Person, *, guild: int, channel: int
    ) -> TableRow:
        return lobby.new_row(
            "".join(self._writer.rng.choices(_ID_LETTERS, k=_ID_LENGTH)),
            game,
            preset,
            host,
            guild=guild,
            channel=channel,
            now=self._writer.now(),
            pace=self._writer.pace,
        )

    def _load(self, unit: Unit, press: Press) -> Table:
        """The table of a press, in the server it came from."""
        table = self._writer.shelf.load(unit, press.table)
        if table is None or table.row.guild_id != press.guild:
            raise Refused(Why.NO_SUCH_TABLE)
        if table.row.status is Status.SET_ASIDE:
            raise Refused(Why.SET_ASIDE)
        return table


def _is_away(view: TableView) -> bool:
    """Whether the viewer is missed: at a table that is closed nobody is."""
    return view.own is not None and view.own.away and view.status in OPEN_STATUSES
