"""The frame: for every status of a table the panel that shows it, with its buttons.

What differs from game to game comes from the game's renderer; nothing here knows a rule.
"""

from collections.abc import Callable, Collection, Hashable, Mapping

from bot.players.advice import Advice
from bot.store.rows import MATCH_STATUSES, Leaderboard, PlayerStats, Status
from bot.table.coaching import Review
from bot.table.model import Refused, TableView, Why
from bot.ui.panel import Accent, Block, Divider, PrivatePanel, PublicPanel, Row, Text
from bot.ui.press import PagePress
from bot.ui.render import advice as advice_in_words
from bot.ui.render import leaderboard
from bot.ui.render.contract import Renderer
from bot.ui.render.controls import Controls
from bot.ui.render.holders import Names, is_hurried, is_present, moment
from bot.ui.render.lobby import lobby, lobby_hand
from bot.ui.render.topics import Reference
from bot.ui.texts import Texts, safe_name


class Panels:
    """Makes every panel that people are shown."""

    def __init__(
        self,
        texts: Texts,
        renderers: Mapping[str, Renderer],
        levels: Callable[[str], tuple[str, ...]],
        coached: Collection[str] = (),
    ) -> None:
        """`renderers` draw the games by key, `levels` names a game's AI players.

        `coached` are the games for which there are hints and reviews.
        """
        self._texts = texts
        self._renderers = renderers
        self._levels = levels
        self._controls = Controls(texts, coached)

    def public(self, table: TableView, now: float) -> PublicPanel:
        """The table's message in the channel, whatever its status."""
        renderer, controls = self._renderers[table.game], self._controls
        match table.status:
            case Status.LOBBY:
                rules = renderer.rules(table.preset, table.rules)
                drawn = lobby(self._texts, table, rules)
                buttons = controls.lobby(table, self._levels(table.game))
                return PublicPanel((*drawn, *buttons), Accent.LOBBY)
            case Status.PLAYING if _between_deals(table):
                waiting = Text(self._waiting(table))
                drawn = (*renderer.summary(table), Divider(), waiting)
                return PublicPanel((*drawn, *controls.between(table)))
            case Status.PLAYING:
                drawn = renderer.board(table, now)
                return PublicPanel((*drawn, *controls.board(table)), _urgency(table, now))
            case Status.PAUSED:
                drawn = (*self._standing(table, now), Divider(), self._status(table))
                return PublicPanel((*drawn, *controls.paused(table)))
            case Status.OVER:
                drawn = (*renderer.summary(table), *self._sequel(table))
                return PublicPanel((*drawn, controls.over(table)), Accent.OVER)
            case _:
                return PublicPanel((self._status(table),), Accent.OVER)

    def reduced(self, table: TableView) -> PublicPanel:
        """An old message of the table: the summary of its deal, without buttons."""
        return PublicPanel(self._renderers[table.game].summary(table), Accent.OVER)

    def hand(
        self, table: TableView, *, step: str | None = None, note: str | None = None
    ) -> PrivatePanel:
        """The table for the holder of a seat; `note` is a sentence to begin with."""
        asked = table.ask != 0 and table.status in (Status.PLAYING, Status.PAUSED)
        row = self._controls.hand(
            table,
            pausing=_between_deals(table) and table.status is not Status.SUSPENDED,
            over=table.status is Status.OVER,
        )
        noted = (Text(note),) if note else ()
        claim = self._claim(table) if asked and table.claim else ()
        drawn = (*noted, *self._hand(table, step), *claim, row)
        return PrivatePanel(drawn, Accent.YOURS if asked else Accent.CALM)

    def older_hand(self, table: TableView) -> PrivatePanel:
        """What stays of a hand that is shown in a newer message."""
        again = Row((self._controls.verb(table, "hand", label="hand_here"),))
        return PrivatePanel((Text(self._texts("hand.elsewhere")), again))

    def last_deal(self, table: TableView) -> PrivatePanel:
        """The scored deal that the view shows, trick by trick."""
        drawn = self._renderers[table.game].last_deal(table)
        return PrivatePanel((*drawn, *self._controls.last_deal(table)))

    def hint(self, table: TableView, advice: Advice) -> str:
        """What the viewer might do, and why: a sentence to stand above their hand."""
        return advice_in_words.hint(self._texts, table, advice)

    def review(self, review: Review) -> PrivatePanel:
        """How a person's choices in a scored deal have turned out."""
        return PrivatePanel(advice_in_words.review(self._texts, review))

    def rules(
        self, about: Reference, menu: tuple[Block, ...] = (), *, note: str = ""
    ) -> PrivatePanel:
        """Rules in short, with a menu of what else may be asked about them."""
        texts = self._texts
        title = texts("rules.title", game=texts(f"game.{about.game}"), name=about.name)
        noted = (note,) if note else ()
        short = Text("\n".join([*noted, title, texts(f"short.{about.game}")]))
        lines = self._renderers[about.game].rules(about.preset, about.rules)
        drawn = (short, Divider(), Text("\n".join(lines)), *menu)
        return PrivatePanel(drawn, Accent.LOBBY)

    def confirm_leave(self, table: TableView) -> PrivatePanel:
        """The question whether somebody really leaves a running match."""
        return PrivatePanel((Text(self._texts("leave.sure")), self._controls.leave(table)))

    def message(self, text: str) -> PrivatePanel:
        """A sentence and nothing else."""
        return PrivatePanel((Text(text),))

    def refusal(self, refused: Refused) -> str:
        """Why something was refused, as a sentence."""
        if refused.why is Why.RULES_DO_NOT_FIT:
            return self._texts(f"why.{refused.why}", misfit=self._texts(f"misfit.{refused.detail}"))
        if refused.why is Why.OLD_SET:
            return self._texts(f"why.{refused.why}", detail=self._old_rules(refused.detail))
        return self._texts(f"why.{refused.why}", detail=refused.detail)

    def resting(self, table: TableView) -> str:
        """That a table of somebody's rests, and how it goes on: a sentence for any place."""
        return self._texts(
            "table.resting", preset=table.preset, channel=f"<#{table.channel}>", group=table.game
        )

    def is_step(self, game: str, code: str) -> bool:
        """Whether a code of that game only leads to the next step of a question."""
        return self._renderers[game].is_step(code)

    def occasion(self, table: TableView) -> Hashable:
        """Equal while the viewer's hand need not be drawn anew by itself."""
        away = table.own is not None and table.own.away
        agreed = table.own and table.own.ready
        lobby = (table.host, table.seat, agreed) if table.status is Status.LOBBY else None
        frame = (table.status, table.ask, table.pause, table.deal, away, table.next_table, lobby)
        if table.view is None:
            return frame
        # A hand may name everybody who sits at the table, and where that stands.
        people = tuple(holder.user for holder in table.holders)
        return (*frame, table.channel, people, self._renderers[table.game].occasion(table))

    def nudge(self, table: TableView, user_ids: Collection[int]) -> str:
        """A message that reminds these people: the only text in which anybody is mentioned."""
        people = self._texts.listed([f"<@{user}>" for user in user_ids])
        return self._texts("nudge.text", people=people, game=self._game(table))

    def invitation(self, table: TableView, user_ids: Collection[int]) -> str:
        """A message that invites these people to a table, each mentioned once."""
        people = self._texts.listed([f"<@{user}>" for user in user_ids])
        host = safe_name(table.host_name)
        return self._texts("nudge.invited", people=people, host=host, game=self._game(table))

    def has_leaderboard(self, page: PagePress) -> bool:
        """Whether there are such a game, such an order and such a period."""
        return leaderboard.is_known(self._texts, page)

    def leaderboard(self, board: Leaderboard, page: PagePress, *, own_id: int) -> PrivatePanel:
        """A page of a leaderboard; pages hold `leaderboard.PAGE_SIZE` players."""
        return leaderboard.leaderboard(self._texts, board, page, own_id)

    def stats(self, stats: Mapping[str, PlayerStats], name: str) -> PrivatePanel:
        """How one person has done in these games, by key."""
        return leaderboard.stats(self._texts, stats, name)

    def _old_rules(self, fields: str) -> str:
        """What the fields of saved rules that cannot be read are about, in words."""
        keys = [f"old_rule.{field}" for field in fields.split(", ")]
        words = [self._texts(key if key in self._texts else "old_rule.unknown") for key in keys]
        return self._texts.listed(list(dict.fromkeys(words)))

    def _hand(self, table: TableView, step: str | None) -> tuple[Block, ...]:
        renderer = self._renderers[table.game]
        match table.status:
            case Status.LOBBY if table.own is not None:
                return lobby_hand(self._texts, table, table.own)
            case Status.PLAYING | Status.PAUSED if table.own is not None:
                return renderer.hand(table, step)
            case Status.LOBBY | Status.PLAYING | Status.PAUSED:
                return (Text(self._texts(f"why.{Why.NOT_SEATED}")),)
            case Status.OVER:
                return renderer.summary(table)
            case _:
                return (self._status(table),)

    def _claim(self, table: TableView) -> tuple[Block, ...]:
        """That all the rest is the viewer's, and the way to take it."""
        certain = self._texts("hand.claim", count=table.claim)
        return Text(certain), self._controls.claim(table)

    def _standing(self, table: TableView, now: float) -> tuple[Block, ...]:
        """Where a running match stands: its deal, or the one that was scored."""
        renderer = self._renderers[table.game]
        return renderer.summary(table) if _between_deals(table) else renderer.board(table, now)

    def _sequel(self, table: TableView) -> tuple[Text, ...]:
        """That the next match of the same people has a table already, if so."""
        return (Text(self._texts("table.next_open")),) if table.next_table else ()

    def _status(self, table: TableView) -> Text:
        """Why the table does not go on, in a sentence."""
        match table.status:
            case Status.VOID if table.view is None:
                key = "closed"
            case status:
                key = status.value
        return Text(self._texts(f"table.{key}", game=self._game(table), group=table.game))

    def _waiting(self, table: TableView) -> str:
        """Who is ready for the next deal, and for whom it waits until when."""
        texts, names = self._texts, Names(self._texts, table)
        present = [holder for holder in table.holders if is_present(holder)]
        ready = [names(holder.seat) for holder in present if holder.ready]
        waited = [holder for holder in present if not holder.ready]
        lines = [texts("table.ready", names=texts.listed(ready))] if ready else []
        until = min((each.due_at for each in waited if each.due_at is not None), default=None)
        if until is None:
            return "\n".join([*lines, texts("table.waiting_open")])
        who = texts.listed([names(holder.seat) for holder in waited])
        return "\n".join([*lines, texts("table.waiting", names=who, until=moment(until))])

    def _game(self, table: TableView) -> str:
        return self._texts(f"game.{table.game}")


def _between_deals(table: TableView) -> bool:
    return table.pause != 0 and table.status in MATCH_STATUSES


def _urgency(table: TableView, now: float) -> Accent:
    hurried = any(is_hurried(holder, now) for holder in table.holders)
    return Accent.HURRY if hurried else Accent.CALM
