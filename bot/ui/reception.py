"""Where every press and every command arrives, and goes to the desk that answers it."""

from collections.abc import Awaitable

from bot.meter import Meter
from bot.table.model import Refused, Why
from bot.table.queries import TableQueries
from bot.ui.classroom import Classroom
from bot.ui.desk import Desk
from bot.ui.housekeeping import Housekeeping
from bot.ui.press import LessonPress, PagePress, Pressed, RulesPress, SettingPress, TablePress
from bot.ui.render.panels import Panels
from bot.ui.reply import Caller, Reply
from bot.ui.rulebook import RuleBook
from bot.ui.texts import Texts


class Reception:
    """Passes on what people ask, and turns a refusal into a sentence."""

    def __init__(
        self,
        queries: TableQueries,
        panels: Panels,
        texts: Texts,
        meter: Meter,
        *,
        desk: Desk,
        rulebook: RuleBook,
        classroom: Classroom,
        housekeeping: Housekeeping,
    ) -> None:
        """Pass on to these; the meter is told of refusals."""
        self._queries = queries
        self._panels = panels
        self._texts = texts
        self._meter = meter
        self.desk = desk
        self.rulebook = rulebook
        self.classroom = classroom
        self.housekeeping = housekeeping

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
                return await self.desk.at_table(pressed, caller)
            case PagePress():
                return await self.desk.leaderboard(pressed, caller)
            case RulesPress():
                return Reply(await self.rulebook.answer(pressed, caller.guild))
            case LessonPress():
                return Reply(await self.classroom.answer(pressed, caller.person.id))
            case SettingPress():
                return Reply(await self.housekeeping.change(pressed, caller))

    async def outdated(self, pressed: Pressed | None, caller: Caller) -> Reply:
        """Do nothing for a button that its message does not show: here is the hand as it is now."""
        if isinstance(pressed, TablePress):
            view = await self._queries.hand(pressed.table, caller.person.id)
            if view is not None and view.guild == caller.guild:
                return self._refusal(Refused(Why.STALE, view))
        return Reply(self._panels.message(self._texts("answer.not_on_message")), apart=True)

    def _refusal(self, refused: Refused) -> Reply:
        """The sentence for a refusal, above the person's newest hand where there is one."""
        self._meter.refused(refused.why.value)
        sentence = self._panels.refusal(refused)
        table = refused.table
        if table is None or table.seat is None:
            return Reply(self._panels.message(sentence), apart=True)
        return Reply(self._panels.hand(table, note=sentence), table)
