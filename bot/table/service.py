"""The table service: the only writer.

Every request is one unit of work: load the table, check, move it on, settle its questions and
deadlines, save, commit. Only then is anybody told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TypeVar

from bot.engine.contract import AnyGame
from bot.logs import trail
from bot.players.contract import AnyPolicy
from bot.store.database import Store
from bot.store.errors import BadState, StoreError
from bot.store.rows import OPEN_STATUSES, LeaverRow, SeatRow, Status, TableRow
from bot.store.unit import Unit
from bot.table import admission, clock, lobby, match
from bot.table.model import Pace, Person, Press, Refused, Table, TableView, Why
from bot.table.moves import Moves, Step, require_seat
from bot.table.shelf import Shelf
from bot.table.views import view_of

log = logging.getLogger(__name__)

T = TypeVar("T")

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 8
_TAKES_A_SEAT = ("join", "sit")
_SPREAD = 0.2
_WITHOUT_A_CHANNEL = MappingProxyType(
    {
        Status.LOBBY: Status.VOID,
        Status.PLAYING: Status.SUSPENDED,
        Status.PAUSED: Status.SUSPENDED,
    }
)


class TableService:
    """Opens tables and moves them on. Everything it needs is given to it."""

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, AnyGame],
        policies: Mapping[str, Mapping[str, AnyPolicy]],
        house: Mapping[str, AnyPolicy],
        now: Callable[[], float],
        rng: Random,
        pace: Pace,
        notify: Callable[[str], None],
    ) -> None:
        """`notify` is called with a table's id after each commit that concerns it."""
        self._store = store
        self._games = games
        self._now = now
        self._rng = rng
        self._pace = pace
        self._notify = notify
        self._moves = Moves(policies=policies, house=house, now=now, rng=rng)
        self._shelf = Shelf(games)

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
        chosen = self._games[game]
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
        table = lobby.join(Table(row, seats, chosen, rules), person, self._now())

        def work(unit: Unit) -> TableView:
            unit.presses.prune(self._now())
            admission.check_first_time(unit, interaction)
            admission.check_room(unit, person, channel)
            self._shelf.insert(unit, table)
            admission.remember(unit, interaction, row, self._now())
            return view_of(table, person.id)

        return await self._write(row.id, work)

    async def press(self, press: Press) -> TableView:
        """Do what a press, or a command on a table, asks for; the table as that person sees it.

        Raises Refused with the reason; then nothing has changed, except that whoever was away
        is back.
        """
        try:
            return await self._write(press.table, lambda unit: self._press(unit, press))
        except Refused as refused:
            if refused.why is Why.STALE and refused.table and _is_away(refused.table):
                raise Refused(Why.STALE, await self.look(press)) from None
            raise

    async def look(self, press: Press) -> TableView:
        """The table as this person sees it now; looking ends being away.

        Raises Refused: NO_SUCH_TABLE, SET_ASIDE, or NOT_SEATED for somebody without a seat.
        """
        table = await self._told(
            press.table, self._store.read(lambda unit: self._load(unit, press))
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

        view = await self._write(press.table, work)
        self._notify(view.id)
        return view

    async def expire(self, table_id: str) -> None:
        """Do what is due at a table whose deadline has passed; nothing if it has moved.

        A table whose state or rules fail is set aside, with a line in the log. Raises
        StoreError if the database cannot be written: nothing is wrong with the table then.
        """
        try:
            await self._store.write(lambda unit: self._expire(unit, table_id))
        except Exception as error:
            if _is_stores(error):
                raise
            log.error("table %s is set aside: %s", table_id, trail(error))
            await self._store.write(lambda unit: _set_aside(unit, table_id))
        self._notify(table_id)

    async def recover(self) -> tuple[str, ...]:
        """After a downtime, give overdue people grace and spread overdue AI players out.

        Returns the ids of the tables that have to be shown anew.
        """

        def work(unit: Unit) -> tuple[str, ...]:
            now, moved = self._now(), set[str]()
            for place, table_id in enumerate(unit.tables.due(now)):
                try:
                    table = self._shelf.load(unit, table_id)
                except BadState:
                    log.error("table %s cannot be read and is set aside", table_id)
                    _set_aside(unit, table_id)
                    continue
                if table is not None and table.row.status is Status.PLAYING:
                    resumed = clock.resume(table, now, self._pace, spread=place * _SPREAD)
                    self._shelf.save(unit, resumed, was_rev=table.row.rev)
                    moved.add(table_id)
            return tuple(sorted({*moved, *unit.tables.behind()}))

        return await self._store.write(work)

    async def suspend(self, table_id: str) -> None:
        """Let a match rest whose channel cannot be written to any more, and close a lobby."""

        def work(unit: Unit) -> bool:
            table = self._shelf.load(unit, table_id)
            if table is None or table.row.status not in _WITHOUT_A_CHANNEL:
                return False
            status = _WITHOUT_A_CHANNEL[table.row.status]
            self._save(unit, table, Step(table.with_row(status=status)))
            return True

        # Without a change nobody is told: whoever shows tables would try again at once.
        if await self._store.write(work):
            self._notify(table_id)

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
                table = self._save(unit, table, Step(goes_on))
            return view_of(table, press.person.id)

        return await self._write(press.table, work)

    async def shown(self, table_id: str, rev: int) -> None:
        """Note that the public message shows this revision."""
        await self._store.write(lambda unit: unit.tables.set_shown(table_id, rev))

    async def posted(self, table_id: str, message: int, at: float, deal: int) -> None:
        """Note which message shows the table, since when, and which deal it shows."""
        await self._store.write(
            lambda unit: unit.tables.set_message(table_id, message, at=at, deal=deal)
        )

    async def nudged(self, table_id: str, message: int | None, ask: int | None) -> None:
        """Note the message that reminds of a question, or that there is none any more."""
        await self._store.write(lambda unit: unit.tables.set_nudge(table_id, message, ask=ask))

    def _press(self, unit: Unit, press: Press) -> TableView:
        table = self._load(unit, press)
        admission.check_first_time(unit, press.interaction)
        if press.code.split(".")[0] in _TAKES_A_SEAT and not table.seat_of(press.person.id):
            admission.check_room(unit, press.person)
        moved = self._save(unit, table, self._moves.answer(table, press))
        admission.remember(unit, press.interaction, moved.row, self._now())
        return view_of(moved, press.person.id)

    def _save(self, unit: Unit, before: Table, step: Step) -> Table:
        """Settle and store a step: the next deal if everybody waits for it, events, results."""
        now, after, acts = self._now(), step.table, step.acts
        waited = before.between_deals and after.between_deals and after.present
        if waited and clock.everybody_ready(after):
            dealt = self._moves.deal(after)
            after, acts = dealt.table, acts + dealt.acts
        settled = clock.settle(before, after, step.moved, now, self._pace)
        self._shelf.save(unit, settled, was_rev=before.row.rev)
        self._shelf.append(unit, settled, acts, now)
        if step.left is not None and step.left.user_id is not None:
            unit.leavers.add(
                LeaverRow(
                    table_id=settled.row.id,
                    user_id=step.left.user_id,
                    seat=step.left.seat,
                    name=step.left.name,
                    at=now,
                )
            )
        if settled.row.status is Status.OVER and before.row.status is not Status.OVER:
            done = [act for act, _ in self._shelf.acts(unit, settled)]
            unit.results.add(match.results(settled, done, unit.leavers.of(settled.row.id), now))
        return settled

    def _expire(self, unit: Unit, table_id: str) -> None:
        now = self._now()
        table = self._shelf.load(unit, table_id)
        if table is None or table.row.deadline_at is None or table.row.deadline_at > now:
            return
        if lobby.has_lapsed(table, now):
            self._save(unit, table, Step(lobby.free_lapsed(table, now)))
            return
        if table.row.status is not Status.PLAYING:
            self._save(unit, table, Step(table.with_row(status=Status.VOID)))
            return
        late = clock.overdue(table, now)
        if not late:
            next_look = clock.deadline(table, now, self._pace, since=now)
            self._shelf.save(unit, table.with_row(deadline_at=next_look), was_rev=table.row.rev)
        elif table.between_deals:
            self._save(unit, table, self._moves.deal(table))
        else:
            self._save(unit, table, self._moves.overdue(table, late[0]))

    def _open_again(self, unit: Unit, table: Table, press: Press) -> TableView:
        require_seat(table, press.person)
        admission.check_room(unit, press.person, table.row.channel_id)
        now, old = self._now(), table.row
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
            for seat in lobby.seats_again(table, press.person, now + self._pace.reserved)
        )
        opened = Table(row, seats, table.game, table.rules)
        opened = opened.with_row(deadline_at=clock.deadline(opened, now, self._pace, since=now))
        self._shelf.insert(unit, opened)
        ended = table.with_row(next_id=row.id, rev=old.rev + 1)
        self._shelf.save(unit, ended, was_rev=old.rev)
        admission.remember(unit, press.interaction, row, now)
        return view_of(opened, press.person.id)

    def _new_row(
        self, game: AnyGame, preset: str, host: Person, *, guild: int, channel: int
    ) -> TableRow:
        return lobby.new_row(
            "".join(self._rng.choices(_ID_LETTERS, k=_ID_LENGTH)),
            game,
            preset,
            host,
            guild=guild,
            channel=channel,
            now=self._now(),
            pace=self._pace,
        )

    def _load(self, unit: Unit, press: Press) -> Table:
        """The table of a press, in the server it came from."""
        table = self._shelf.load(unit, press.table)
        if table is None or table.row.guild_id != press.guild:
            raise Refused(Why.NO_SUCH_TABLE)
        if table.row.status is Status.SET_ASIDE:
            raise Refused(Why.SET_ASIDE)
        return table

    async def _write(self, table_id: str, work: Callable[[Unit], T]) -> T:
        """Run a unit of work and tell that it is done, also when the caller is cancelled."""

        async def write_and_notify() -> T:
            result = await self._told(table_id, self._store.write(work))
            self._notify(table_id)
            return result

        task = asyncio.ensure_future(write_and_notify())
        # A refusal that nobody waits for any more is no error of ours.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def _told(self, table_id: str, answer: Awaitable[T]) -> T:
        """What the store answers. A failure changes nothing: BUSY the store's, BROKEN ours."""
        try:
            return await answer
        except Refused:
            raise
        except Exception as error:
            log.error("table %s fails: %s", table_id, trail(error))
            raise Refused(Why.BUSY if _is_stores(error) else Why.BROKEN) from None


def _is_stores(error: Exception) -> bool:
    """Whether the database is in trouble, and not the table."""
    return isinstance(error, StoreError) and not isinstance(error, BadState)


def _set_aside(unit: Unit, table_id: str) -> None:
    row = unit.tables.get(table_id)
    if row is not None:
        aside = replace(row, status=Status.SET_ASIDE, deadline_at=None, rev=row.rev + 1)
        unit.tables.save(aside, unit.seats.of(table_id), was_rev=row.rev)


def _is_away(view: TableView) -> bool:
    """Whether the viewer is missed: at a table that is closed nobody is."""
    return view.own is not None and view.own.away and view.status in OPEN_STATUSES
