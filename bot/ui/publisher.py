"""Keeps what Discord shows of each table equal to its newest revision.

A table that changes is looked at again: hands that can be pushed to are redrawn, the public
message is edited or posted anew, somebody who keeps the table waiting is reminded. One worker a
table does that, so nothing of a table is ever sent twice at a time, and only the newest is sent.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord

from bot.logs import trail
from bot.store.errors import StoreError
from bot.table.model import Board, Display, Refused, Status, TableView, Why
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.ui.discordify import layout
from bot.ui.hands import Hands, LiveHand
from bot.ui.panel import PrivatePanel, PublicPanel
from bot.ui.render.panels import Panels
from bot.ui.respond import EXPECTED_FAULTS, describe

log = logging.getLogger(__name__)

OLD_MESSAGE = 55 * 60
"""Discord slows down edits of messages older than an hour; ours are replaced before."""
EDIT_SPACING = 1.0
"""At least so many seconds lie between two edits of a table's message."""
LONGEST_BACKOFF = 60.0
START_SPACING = 0.25
"""Seconds between two tables that are brought up to date after a start."""

_UNKNOWN_MESSAGE = 10008
_GONE = frozenset({10003, 10004, 50001, 50013, 50083, 160005})
"""Codes that say that a channel, or our right to write in it, is gone."""
_THOSE_NAMED = discord.AllowedMentions(everyone=False, roles=False, users=True)
"""For a text that names nobody else. A list of users would not do: discord.py sends their ids as
numbers, and Discord describes them as text."""
_ENDED = (Status.OVER, Status.VOID, Status.SET_ASIDE)


@dataclass(slots=True)
class Worker:
    """What is known of a table that is being shown: nothing that matters if it is lost."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    drawn: PublicPanel | None = None
    next_edit: float = 0.0
    repost_from: int | None = None


class Publisher:
    """The only writer of public messages, and of hands that nobody has pressed."""

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        queries: TableQueries,
        panels: Panels,
        hands: Hands,
        *,
        now: Callable[[], float],
        nudge_after: float,
    ) -> None:
        """Show the tables of this service through this client."""
        self._client = client
        self._service = service
        self._queries = queries
        self._panels = panels
        self._hands = hands
        self._now = now
        self._nudge_after = nudge_after
        self._workers: dict[str, Worker] = {}
        self._pushes: set[asyncio.Task[None]] = set()

    def notify(self, table_id: str) -> None:
        """The table has changed, or is due to look different: bring it up to date soon."""
        worker = self._workers.setdefault(table_id, Worker())
        worker.changed.set()
        if worker.task is None or worker.task.done():
            worker.task = asyncio.create_task(self._work(table_id, worker))

    def repost(self, table_id: str, old_channel: int) -> None:
        """Post the table's message anew and delete the old one, which stands in that channel."""
        self._workers.setdefault(table_id, Worker()).repost_from = old_channel
        self.notify(table_id)

    async def catch_up(self, table_ids: tuple[str, ...]) -> None:
        """Bring these tables up to date, a few a second."""
        for table_id in table_ids:
            self.notify(table_id)
            await asyncio.sleep(START_SPACING)

    async def close(self) -> None:
        """Stop showing; a start brings everything up to date again."""
        tasks = [worker.task for worker in self._workers.values() if worker.task is not None]
        tasks += self._pushes
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, table_id: str, worker: Worker) -> None:
        """Work until the table is shown as it is; after a fault try again, ever more slowly."""
        backoff = EDIT_SPACING
        while worker.changed.is_set():
            worker.changed.clear()
            try:
                await self._bring_up_to_date(table_id, worker)
                backoff = EDIT_SPACING
            except (*EXPECTED_FAULTS, StoreError) as fault:
                log.warning("table %s cannot be shown: %s", table_id, describe(fault))
                await asyncio.sleep(backoff)
                backoff = min(backoff * 2, LONGEST_BACKOFF)
                worker.changed.set()
            except Exception as error:
                log.error("showing table %s fails: %s", table_id, trail(error))
                return

    async def _bring_up_to_date(self, table_id: str, worker: Worker) -> None:
        board = await self._queries.board(table_id)
        if board is None:
            return
        self._push_hands(board)
        if await self._changes_before(worker, worker.next_edit - self._now()):
            return
        await self._show(board, worker)
        await self._remind(board)
        if board.table.status in _ENDED:
            self._workers.pop(table_id, None)

    async def _changes_before(self, worker: Worker, seconds: float) -> bool:
        """Wait until the next edit may be made; whether the table has changed meanwhile."""
        try:
            await asyncio.wait_for(worker.changed.wait(), max(seconds, 0))
        except TimeoutError:
            return False
        return seconds > 0

    async def _show(self, board: Board, worker: Worker) -> None:
        """Edit the public message, or post it; suspend the table where that is not allowed."""
        table, panel = board.table, self._panels.public(board.table, self._now())
        if table.status is Status.SUSPENDED and worker.repost_from is None:
            return
        try:
            if self._must_post(board, worker):
                await self._post(board, panel, worker)
            elif panel != worker.drawn:
                await self._edit(board, panel)
                worker.next_edit = self._now() + EDIT_SPACING
        except discord.HTTPException as fault:
            if fault.code not in _GONE and not isinstance(fault, discord.Forbidden):
                raise
            log.warning("table %s is suspended: %s", table.id, describe(fault))
            await self._service.suspend(table.id)
            await self._service.shown(table.id, table.rev)
            return
        worker.drawn = panel
        await self._service.shown(table.id, table.rev)

    def _must_post(self, board: Board, worker: Worker) -> bool:
        display, table = board.display, board.table
        if display.message is None:
            return table.status is not Status.VOID
        if worker.repost_from is not None:
            return True
        if 0 < display.message_deal < table.deal:
            return True
        age = self._now() - (display.message_at or 0)
        return age > OLD_MESSAGE and table.status not in _ENDED

    async def _post(self, board: Board, panel: PublicPanel, worker: Worker) -> None:
        """Post the message anew. The nonce makes a repeated request harmless."""
        table, display = board.table, board.display
        nonce = f"{table.id}.{table.deal}.{(display.message or 0) % 10**9}"
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        sent = await channel.send(view=layout(panel), nonce=nonce)
        await self._service.posted(table.id, sent.id, self._now(), table.deal)
        old_channel = worker.repost_from or table.channel
        worker.repost_from = None
        worker.next_edit = self._now() + EDIT_SPACING
        if display.message is not None:
            await _quietly(self._retire(table, display, display.message, old_channel))

    async def _retire(
        self, table: TableView, display: Display, message: int, channel_id: int
    ) -> None:
        """Reduce the message of an earlier deal to its summary; delete any other old one."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=table.guild)
        old = channel.get_partial_message(message)
        if 0 < display.message_deal < table.deal:
            try:
                deal = await self._queries.scored_deal(
                    table.id, table.guild, None, display.message_deal
                )
                await old.edit(view=layout(self._panels.reduced(deal)))
                return
            except Refused:
                pass
        await old.delete()

    async def _edit(self, board: Board, panel: PublicPanel) -> None:
        """Edit the public message; if somebody has deleted it, post it again."""
        table, display = board.table, board.display
        assert display.message is not None
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        try:
            await channel.get_partial_message(display.message).edit(view=layout(panel))
        except discord.NotFound as fault:
            if fault.code != _UNKNOWN_MESSAGE:
                raise
            if table.status is Status.VOID:
                return
            sent = await channel.send(
                view=layout(panel), nonce=f"{table.id}.r{display.message}"[:25]
            )
            await self._service.posted(table.id, sent.id, self._now(), table.deal)
            return
        if display.message_deal != table.deal:
            at = display.message_at or self._now()
            await self._service.posted(table.id, display.message, at, table.deal)

    def _push_hands(self, board: Board) -> None:
        """Redraw the hands for which something new is there to be seen; nobody waits for that."""
        table = board.table
        seated = {holder.user for holder in table.holders if holder.user is not None}
        for user in seated | self._hands.seen_by(table.id):
            if self._hands.is_reachable(table.id, user):
                task = asyncio.create_task(self._push(table.id, user))
                self._pushes.add(task)
                task.add_done_callback(self._pushed)

    def _pushed(self, task: asyncio.Task[None]) -> None:
        self._pushes.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("pushing a hand fails: %s", trail(error))

    async def _push(self, table_id: str, user: int) -> None:
        """Redraw one hand as it is now, unless it shows that already; take it from who has left."""
        async with self._hands.drawing(table_id, user):
            hand = self._hands.live(table_id, user)
            if hand is None:
                return
            table = await self._queries.hand(table_id, user)
            if table is None:
                self._hands.forget(table_id, user)
                panel = self._panels.message(self._panels.refusal(Refused(Why.NOT_SEATED)))
                await _quietly(self._edit_private(hand, panel))
                return
            occasion = self._panels.occasion(table)
            if occasion == hand.occasion:
                return
            try:
                await self._edit_private(hand, self._panels.hand(table))
            except EXPECTED_FAULTS as fault:
                log.info("a hand at table %s cannot be pushed: %s", table_id, describe(fault))
                self._hands.forget(table_id, user)
                self.notify(table_id)
                return
            if self._hands.live(table_id, user) is hand:
                self._hands.remember(table_id, user, replace(hand, occasion=occasion))

    async def _edit_private(self, hand: LiveHand, panel: PrivatePanel) -> None:
        """Edit a private message with the token that made it."""
        application = self._client.application_id or 0
        webhook = discord.Webhook.partial(application, hand.token, client=self._client)
        await webhook.edit_message(hand.message, view=layout(panel))

    async def _remind(self, board: Board) -> None:
        """Delete a reminder that is answered; mention those whose hand cannot show their turn."""
        table, display = board.table, board.display
        asks = {ask for ask, _ in board.waiting.values()}
        reminded = display.nudge is not None and display.nudged_ask in asks
        channel = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        if display.nudge is not None and not reminded:
            await _quietly(channel.get_partial_message(display.nudge).delete())
            await self._service.nudged(table.id, None, None)
        if reminded or table.status is not Status.PLAYING:
            return
        late = [
            user for user, (_, since) in board.waiting.items() if self._is_due(table, user, since)
        ]
        if not late:
            return
        sent = await channel.send(
            self._panels.nudge(table, late),
            allowed_mentions=_THOSE_NAMED,
            nonce=f"{table.id}.n{board.waiting[late[0]][0]}",
        )
        await self._service.nudged(table.id, sent.id, board.waiting[late[0]][0])

    def _is_due(self, table: TableView, user: int, since: float) -> bool:
        unreachable = not self._hands.is_reachable(table.id, user)
        return unreachable or self._now() >= since + self._nudge_after


async def _quietly(call: Awaitable[None]) -> None:
    """Make a call that only tidies up: a fault is logged and forgotten."""
    try:
        await call
    except EXPECTED_FAULTS as fault:
        log.info("tidying up fails: %s", describe(fault))
