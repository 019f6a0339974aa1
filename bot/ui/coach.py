"""The coach's desk: hints for the question that is open, and a look back at a scored deal."""

from bot.table.coaching import Coaching
from bot.table.model import Press, Refused, Why
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.ui.render.panels import Panels
from bot.ui.reply import Reply


class Coach:
    """Answers whoever asks for advice; nobody else ever sees it, and no table changes by it."""

    def __init__(
        self, coaching: Coaching, service: TableService, queries: TableQueries, panels: Panels
    ) -> None:
        """Ask these, draw with these panels."""
        self._coaching = coaching
        self._service = service
        self._queries = queries
        self._panels = panels

    async def hint(self, press: Press) -> Reply:
        """The hand with a hint above it; as it is by then, if the question has changed meanwhile.

        Raises Refused.
        """
        asked = await self._service.look(press)
        advice = await self._coaching.hint(asked)
        now = await self._queries.hand(press.table, press.person.id)
        if now is None:
            raise Refused(Why.NOT_SEATED)
        if (now.ask, now.seat) != (asked.ask, asked.seat):
            return Reply(self._panels.hand(now), now)
        return Reply(self._panels.hand(now, note=self._panels.hint(now, advice)), now)

    async def review(self, press: Press) -> Reply:
        """How the person's choices in the deal that the press names have turned out.

        Raises Refused.
        """
        _, _, deal = press.code.partition(".")
        number = int(deal) if deal.isdecimal() and len(deal) < 5 else 0
        review = await self._coaching.review(press.table, press.guild, press.person.id, number)
        return Reply(self._panels.review(review), apart=True)
