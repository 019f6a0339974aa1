"""The buttons that mean the same at every table, whatever is played there."""

from collections.abc import Collection

from bot.table.model import TableView
from bot.ui import press
from bot.ui.panel import Choice, Row, Style, rows
from bot.ui.render.holders import level_name
from bot.ui.texts import Texts, plain_name


class Controls:
    """Makes the buttons of the verbs of a table."""

    def __init__(self, texts: Texts, coached: Collection[str] = ()) -> None:
        """Label them from these texts; `coached` are the games that have a coach."""
        self._texts = texts
        self._coached = coached

    def verb(
        self,
        table: TableView,
        code: str,
        *,
        label: str = "",
        ask: int = 0,
        style: Style = Style.PLAIN,
        enabled: bool = True,
    ) -> Choice:
        """A button for a verb; its label is the one of that verb unless another is named."""
        text = self._texts(f"button.{label or code}")
        return Choice(press.table_id(table.id, ask, code), text, style, enabled)

    def lobby(self, table: TableView, levels: tuple[str, ...]) -> tuple[Row, ...]:
        """Join and leave, the AI players, start and close."""
        empty = any(holder.empty for holder in table.holders)
        seated = any(holder.level is not None for holder in table.holders)
        asked = any(holder.user is not None and not holder.ready for holder in table.holders)
        people = (
            self.verb(table, "join", style=Style.GO, enabled=empty),
            *((self.verb(table, "agree", style=Style.GO),) if asked else ()),
            self.verb(table, "leave"),
            *((self.verb(table, "side"),) if table.partners else ()),
        )
        read = (
            self._rules(table),
            Choice(press.course_id(table.game), self._texts("button.learn")),
        )
        ai = (
            *(self._ai(table, level, enabled=empty) for level in levels),
            self.verb(table, "noai", enabled=seated),
        )
        host = (
            self.verb(
                table, "start", ask=table.pause, style=Style.MAIN, enabled=not (empty or asked)
            ),
            self.verb(table, "house"),
            self.verb(table, "close", style=Style.STOP),
        )
        return (Row(people), Row(read), *rows(ai), Row(host))

    def board(self, table: TableView) -> tuple[Row, ...]:
        """What can be done at a running match by anybody in the channel."""
        own = (
            self.verb(table, "hand", style=Style.MAIN),
            self._last(table),
            self._rules(table),
            self.verb(table, "leave"),
        )
        return (Row(own), *self._free_seats(table))

    def between(self, table: TableView) -> tuple[Row, ...]:
        """The same between two deals, with the way on in front."""
        choices = (
            self._next(table, enabled=True),
            self.verb(table, "hand"),
            self._last(table),
            self._rules(table),
            self.verb(table, "leave"),
        )
        return (Row(choices), *self._free_seats(table))

    def paused(self, table: TableView) -> tuple[Row, ...]:
        """The ways back to a table that everybody has left alone."""
        choices = (
            self.verb(table, "hand", style=Style.MAIN),
            self.verb(table, "back", style=Style.GO),
            self._rules(table),
            self.verb(table, "leave"),
        )
        return (Row(choices), *self._free_seats(table))

    def over(self, table: TableView) -> Row:
        """What can be done after a match."""
        again = self.verb(table, "again", ask=table.pause, style=Style.GO)
        return Row((again, self._last(table), self._rules(table)))

    def hand(self, table: TableView, *, pausing: bool, over: bool) -> Row:
        """The row below one's own hand: refresh, look back, come back, a hint, go on."""
        own = table.own
        choices = [self.verb(table, "hand", label="refresh")]
        if table.view is not None:
            choices.append(self._last(table))
        if own is not None and own.away and not over:
            choices.append(self.verb(table, "back", style=Style.GO))
        elif table.ask and table.options.hints and table.game in self._coached:
            choices.append(self.verb(table, "hint"))
        if pausing:
            choices.append(self._next(table, enabled=own is not None and not own.ready))
        if over:
            choices.append(self.verb(table, "again", ask=table.pause, style=Style.GO))
        if pausing or over:
            choices += self._review(table)
        return Row(tuple(choices))

    def claim(self, table: TableView) -> Row:
        """The end of a deal at once, for whom the rest of it is certain."""
        return Row((self.verb(table, "claim", ask=table.ask, style=Style.GO),))

    def last_deal(self, table: TableView) -> tuple[Row, ...]:
        """What can be asked about a scored deal by whoever sat there."""
        review = self._review(table)
        return (Row(review),) if review else ()

    def _review(self, table: TableView) -> tuple[Choice, ...]:
        if table.seat is None or not table.deal or table.game not in self._coached:
            return ()
        code = f"review.{table.deal}"
        return (Choice(press.table_id(table.id, 0, code), self._texts("button.review")),)

    def _rules(self, table: TableView) -> Choice:
        return Choice(press.rules_id(table.id), self._texts("button.rules"))

    def leave(self, table: TableView) -> Row:
        """The question whether somebody really leaves."""
        yes = self.verb(table, "leave.yes", label="leave_yes", style=Style.STOP)
        return Row((yes, self.verb(table, "hand", label="stay")))

    def _ai(self, table: TableView, level: str, *, enabled: bool) -> Choice:
        label = self._texts("button.ai", level=level_name(self._texts, level))
        return Choice(press.table_id(table.id, 0, f"ai.{level}"), label, enabled=enabled)

    def _last(self, table: TableView) -> Choice:
        return self.verb(table, "last", enabled=table.deal > 1 or table.pause != 0)

    def _next(self, table: TableView, *, enabled: bool) -> Choice:
        return self.verb(table, "next", ask=table.pause, style=Style.GO, enabled=enabled)

    def _free_seats(self, table: TableView) -> tuple[Row, ...]:
        return rows(
            tuple(
                Choice(
                    press.table_id(table.id, 0, f"sit.{holder.seat}"),
                    self._texts("button.sit", name=plain_name(holder.name)),
                )
                for holder in table.holders
                if holder.left
            )
        )
