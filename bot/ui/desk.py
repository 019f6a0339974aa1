"""What a press leads to: the service is asked, and its answer becomes a panel."""

import contextlib
import json
from collections.abc import Callable

from bot.table.model import Person, Press, Refused, Status, TableView, Why
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.ui.coach import Coach
from bot.ui.press import PagePress, TablePress
from bot.ui.render.house import HousePanels
from bot.ui.render.leaderboard import PAGE_SIZE
from bot.ui.render.panels import Panels
from bot.ui.reply import Caller, Reply
from bot.ui.texts import Texts

MONTH = 30 * 24 * 3600

_SILENT = frozenset({"leave", "ai", "noai", "start", "close", "next", "agree", "side"})
"""Verbs whose effect everybody sees on the public message."""
_TERMS = frozenset({"house", "form", "rule", "rules", "hints"})
"""Verbs that lead to the house rules of a lobby."""


class Desk:
    """Answers presses and commands; every answer is for the person who asked."""

    def __init__(
        self,
        service: TableService,
        queries: TableQueries,
        panels: Panels,
        texts: Texts,
        house: HousePanels,
        coach: Coach,
        *,
        repost: Callable[[str, int], None],
        now: Callable[[], float],
    ) -> None:
        """Ask this service, draw with these panels; `repost` posts a table's message anew."""
        self._service = service
        self._queries = queries
        self._panels = panels
        self._texts = texts
        self._house = house
        self._coach = coach
        self._repost = repost
        self._now = now

    async def leaderboard(self, page: PagePress, caller: Caller) -> Reply:
        """A page of the server's leaderboard."""
        if not self._panels.has_leaderboard(page):
            return Reply(self._panels.message(self._texts("answer.old_button")), apart=True)
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
        """How a person has done in this server, in one game or in each of them."""
        stats = await self._queries.stats(caller.guild, person.id, game)
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

    async def show_again(self, table: str, caller: Caller) -> Reply:
        """Bring a table's message back to the bottom of its own channel. Raises Refused."""
        view = await self._service.show_again(_press(TablePress(table, 0, "table"), caller))
        self._repost(table, view.channel)
        return self._stands_in(view, "answer.table_shown")

    async def move(self, table: str, caller: Caller) -> Reply:
        """Take a table to the channel from which the person asks. Raises Refused."""
        board = await self._queries.board(table)
        press = _press(TablePress(table, 0, "move"), caller)
        view = await self._service.move(press, caller.channel)
        self._repost(table, view.channel if board is None else board.table.channel)
        return self._stands_in(view, "answer.table_moved")

    async def hand(self, table: str, caller: Caller) -> Reply:
        """The person's hand at a table. Raises Refused."""
        view = await self._service.look(_press(TablePress(table, 0, "hand"), caller))
        return Reply(self._panels.hand(view), view)

    async def at_table(self, pressed: TablePress, caller: Caller) -> Reply:
        """Do what was pressed at a table. Raises Refused."""
        press = _press(pressed, caller)
        match pressed.code:
            case "hand":
                return await self.hand(pressed.table, caller)
            case "last":
                return await self._last_deal(press, caller)
            case "hint":
                return await self._coach.hint(press)
            case _ if pressed.is_apart:
                return await self._coach.review(press)
            case "again":
                view = await self._service.again(press)
                return Reply(self._panels.hand(view), view)
            case "leave.yes":
                await self._service.press(press)
                return Reply(self._panels.message(self._texts("answer.left")))
            case "leave" if not await self._in_lobby(pressed.table, caller):
                return await self._confirm_leave(pressed.table, caller)
        if pressed.code.split(".")[0] in _TERMS:
            return await self._terms(press)
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

    async def _terms(self, press: Press) -> Reply:
        """The house rules of a lobby, after what was changed. Raises Refused."""
        verb, _, rest = press.code.partition(".")
        if verb in ("house", "form"):
            view = await self._service.look(press)
            if view.host != press.person.id or view.status is not Status.LOBBY:
                raise Refused(Why.NOT_HOST if view.status is Status.LOBBY else Why.NOT_IN_LOBBY)
            form = self._house.form(view, rest) if verb == "form" else None
            return Reply(self._house.editor(view), form=form)
        try:
            return Reply(self._house.editor(await self._service.press(press)))
        except Refused as refused:
            if refused.why is not Why.RULES_DO_NOT_FIT:
                raise
            view = await self._service.look(press)
            return Reply(self._house.editor(view, note=self._panels.refusal(refused)))

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

    def _stands_in(self, view: TableView, key: str) -> Reply:
        return Reply(self._panels.message(self._texts(key, channel=f"<#{view.channel}>")))

    async def _in_lobby(self, table: str, caller: Caller) -> bool:
        board = await self._queries.board(table)
        waits = (Status.LOBBY, Status.SUSPENDED)
        return board is not None and board.table.view is None and board.table.status in waits


def _press(pressed: TablePress, caller: Caller) -> Press:
    return Press(
        interaction=caller.interaction,
        table=pressed.table,
        guild=caller.guild,
        person=caller.person,
        ask=pressed.ask,
        code=pressed.code,
        manager=caller.manager,
        channel=None if caller.lacking else caller.channel,
    )
