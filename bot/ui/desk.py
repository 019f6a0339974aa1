"""What a press leads to: the service is asked, and its answer becomes a panel."""

import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.table.model import Person, Press, Refused, Status, TableView, Why
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.ui.panel import PrivatePanel
from bot.ui.press import PagePress, Pressed, RulesPress, TablePress
from bot.ui.render.leaderboard import PAGE_SIZE
from bot.ui.render.panels import Panels
from bot.ui.texts import Texts

MONTH = 30 * 24 * 3600

_SILENT = frozenset({"leave", "ai", "noai", "start", "close", "next"})
"""Verbs whose effect everybody sees on the public message."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who speaks to us, from where. `private` says that they pressed on a message of their own."""

    interaction: int
    guild: int
    person: Person
    manager: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person gets to see: a panel, or nothing but that the press was received.

    `hand` is the table whose hand the panel shows, if it shows one; `file` is a name and what is
    in the file, sent with the panel's text. A reply `apart` never takes a message's place.
    """

    panel: PrivatePanel | None = field(default=None, repr=False)
    hand: TableView | None = None
    file: tuple[str, bytes] | None = field(default=None, repr=False)
    apart: bool = False


class Desk:
    """Answers presses and commands; every answer is for the person who asked."""

    def __init__(
        self,
        service: TableService,
        queries: TableQueries,
        panels: Panels,
        texts: Texts,
        *,
        repost: Callable[[str, int], None],
        now: Callable[[], float],
    ) -> None:
        """Ask this service, draw with these panels; `repost` posts a table's message anew."""
        self._service = service
        self._queries = queries
        self._panels = panels
        self._texts = texts
        self._repost = repost
        self._now = now

    async def attempt(self, work: Awaitable[Reply]) -> Reply:
        """The reply of some work; a refusal is a reply too."""
        try:
            return await work
        except Refused as refused:
            return self._refusal(refused)

    async def answer(self, pressed: Pressed, caller: Caller) -> Reply:
        """Do what was pressed. Raises Refused."""
        match pressed:
            case TablePress():
                return await self._at_table(pressed, caller)
            case PagePress():
                return await self.leaderboard(pressed, caller)
            case RulesPress(table):
                return await self._rules(table, caller)

    async def outdated(self, pressed: Pressed | None, caller: Caller) -> Reply:
        """Do nothing for a button that its message does not show: here is the hand as it is now."""
        if isinstance(pressed, TablePress):
            view = await self._queries.hand(pressed.table, caller.person.id)
            if view is not None and view.guild == caller.guild:
                return self._refusal(Refused(Why.STALE, view))
        return Reply(self._panels.message(self._texts("answer.not_on_message")), apart=True)

    async def leaderboard(self, page: PagePress, caller: Caller) -> Reply:
        """A page of the server's leaderboard."""
        board = await self._queries.leaderboard(
            caller.guild,
            game=page.game or None,
            sort=page.sort,
            since=self._now() - MONTH if page.period == "month" else None,
            page=page.page,
            page_size=PAGE_SIZE,
            own=caller.person.id,
        )
        return Reply(self._panels.leaderboard(board, page, own_id=caller.person.id))

    async def stats(self, person: Person, caller: Caller, game: str | None = None) -> Reply:
        """How a person has done in this server."""
        stats = await self._queries.stats(caller.guild, person.id, game=game)
        return Reply(self._panels.stats(stats, person.name))

    async def record(self, table: str, caller: Caller) -> Reply:
        """The record of a match as a file. Raises Refused."""
        record = await self._queries.record(table, caller.guild)
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        name = f"{record['game']}-{table}.json"
        return Reply(
            self._panels.message(self._texts("answer.record")), None, (name, text.encode())
        )

    async def end(self, table: str, caller: Caller) -> Reply:
        """End a table without a result. Raises Refused."""
        await self._service.press(_press(TablePress(table, 0, "end"), caller))
        return Reply(self._panels.message(self._texts("answer.ended")))

    async def show_again(
        self, table: str, caller: Caller, channel: int, obstacle: str | None
    ) -> Reply:
        """Bring a table's message back to the bottom of its channel. Raises Refused.

        A suspended match goes on in this `channel`, unless there is an `obstacle` to that.
        """
        board = await self._queries.board(table)
        if obstacle and board is not None and board.table.status is Status.SUSPENDED:
            return Reply(self._panels.message(obstacle))
        press = _press(TablePress(table, 0, "table"), caller)
        view = await self._service.show_again(press, channel)
        self._repost(table, view.channel if board is None else board.table.channel)
        where = self._texts("answer.table_moved", channel=f"<#{view.channel}>")
        return Reply(self._panels.message(where))

    async def hand(self, table: str, caller: Caller) -> Reply:
        """The person's hand at a table. Raises Refused."""
        view = await self._service.look(_press(TablePress(table, 0, "hand"), caller))
        return Reply(self._panels.hand(view), view)

    async def _at_table(self, pressed: TablePress, caller: Caller) -> Reply:
        press = _press(pressed, caller)
        match pressed.code:
            case "hand":
                return await self.hand(pressed.table, caller)
            case "last":
                return await self._last_deal(press, caller)
            case "again":
                view = await self._service.again(press)
                return Reply(self._panels.hand(view), view)
            case "leave.yes":
                await self._service.press(press)
                return Reply(self._panels.message(self._texts("answer.left")))
            case "leave" if not await self._in_lobby(pressed.table, caller):
                return await self._confirm_leave(pressed.table, caller)
        try:
            view = await self._service.press(press)
        except Refused as refused:
            if not self._is_step(refused, press.code):
                raise
            view = await self._service.look(press)
            return Reply(self._panels.hand(view, step=press.code), view)
        if pressed.code.split(".")[0] in _SILENT and not caller.private:
            return Reply()
        return Reply(self._panels.hand(view), view)

    async def _confirm_leave(self, table: str, caller: Caller) -> Reply:
        """Ask once more. Whoever is away stays so meanwhile: they may be about to go for good."""
        view = await self._queries.hand(table, caller.person.id)
        if view is None or view.guild != caller.guild:
            raise Refused(Why.NOT_SEATED)
        return Reply(self._panels.confirm_leave(view))

    def _is_step(self, refused: Refused, code: str) -> bool:
        """Whether a code that is no action only leads to the next step of the open question."""
        table = refused.table
        if refused.why is not Why.NOT_LEGAL or table is None:
            return False
        return self._panels.is_step(table.game, code)

    async def _last_deal(self, press: Press, caller: Caller) -> Reply:
        table = press.table
        with contextlib.suppress(Refused):
            await self._service.look(press)
        view = await self._queries.scored_deal(table, caller.guild, caller.person.id)
        return Reply(self._panels.last_deal(view), apart=True)

    async def _rules(self, table: str, caller: Caller) -> Reply:
        board = await self._queries.board(table)
        if board is None or board.table.guild != caller.guild:
            raise Refused(Why.NO_SUCH_TABLE)
        return Reply(self._panels.rules(board.table))

    def _refusal(self, refused: Refused) -> Reply:
        """The sentence for a refusal, above the person's newest hand where there is one."""
        sentence = self._panels.refusal(refused)
        table = refused.table
        if table is None or table.seat is None:
            return Reply(self._panels.message(sentence), apart=True)
        return Reply(self._panels.hand(table, note=sentence), table)

    async def _in_lobby(self, table: str, caller: Caller) -> bool:
        board = await self._queries.board(table)
        return board is not None and board.table.status is Status.LOBBY


def _press(pressed: TablePress, caller: Caller) -> Press:
    return Press(
        interaction=caller.interaction,
        table=pressed.table,
        guild=caller.guild,
        person=caller.person,
        ask=pressed.ask,
        code=pressed.code,
        manager=caller.manager,
    )
