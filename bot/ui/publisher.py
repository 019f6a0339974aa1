"""Keeps what Discord shows of each table equal to its newest revision.

A table that changes is looked at again: hands that can be pushed to are redrawn, the public
message is edited or posted anew, somebody who keeps the table waiting is reminded. One worker a
table does that, so nothing of a table is ever sent twice at a time, and only the newest is sent.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord

from bot.logs import trail
from bot.store.errors import StoreError
from bot.table.model import Board, Display, Refused, Status, TableView, Why
from bot.table.queries import TableQueries
from bot.table.upkeep import Upkeep
from bot.ui.discordify import layout
from bot.ui.hands import Hands
from bot.ui.panel import PublicPanel
from bot.ui.render.panels import Panels
from bot.ui.respond import EXPECTED_FAULTS, describe, edit_private

log = logging.getLogger(__name__)

OLD_MESSAGE = 55 * 60
"""Discord slows down edits of messages older than an hour; ours are replaced before."""
EDIT_SPACING = 1.0
"""At least so many seconds lie between two edits of a table's message."""
LONGEST_CALL = 30.0
"""For how many seconds a table may be worked at before the connection counts as dead."""
LONGEST_BACKOFF = 60.0
START_SPACING = 0.25
"""Seconds between two tables that are brought up to date after a start."""

_UNKNOWN_MESSAGE = 10008
_ARCHIVED = 50083
_NOT_JUST_SENT = 2.0
"""A message older than so many seconds is the answer to an earlier attempt to post it."""
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
    posted: asyncio.Event = field(default_factory=asyncio.Event)
    reminded: frozenset[tuple[int, int]] | None = None
    """The people who have been mentioned, each with the question; None after a start."""


class Publisher:
    """The only writer of public messages, and of hands that nobody has pressed."""

    def __init__(
        self,
        client: discord.Client,
        upkeep: Upkeep,
        queries: TableQueries,
        panels: Panels,
        hands: Hands,
        *,
        now: Callable[[], float],
        nudge_after: float,
    ) -> None:
        """Show the tables of this service through this client."""
        self._client = client
        self._upkeep = upkeep
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

    async def until_posted(self, table_id: str, patience: float) -> None:
        """Wait until the table has been posted, or for so many seconds."""
        worker = self._workers.setdefault(table_id, Worker())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(worker.posted.wait(), patience)

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
                async with asyncio.timeout(LONGEST_CALL):
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
        await self._remind(board, worker)
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
            if not (table.status is Status.VOID and board.display.message is None):
                await self._post_or_edit(board, panel, worker)
        except discord.HTTPException as fault:
            if fault.code not in _GONE and not isinstance(fault, discord.Forbidden):
                raise
            log.warning("table %s is suspended: %s", table.id, describe(fault))
            await self._upkeep.suspend(table.id)
        await self._upkeep.shown(table.id, table.rev)

    async def _post_or_edit(self, board: Board, panel: PublicPanel, worker: Worker) -> None:
        display, table = board.display, board.table
        changed = panel != worker.drawn
        age = self._now() - (display.message_at or 0)
        if (
            display.message is None
            or worker.repost_from is not None
            or 0 < display.message_deal < table.deal
            or (changed and age > OLD_MESSAGE and table.status not in _ENDED)
        ):
            await self._post(board, panel, worker)
        elif changed:
            await self._edit(board, panel, worker)

    async def _post(self, board: Board, panel: PublicPanel, worker: Worker) -> None:
        """Post the message anew, after the old one is put away.

        In this order a crash between the two costs nothing: what is done twice is harmless, and
        the nonce makes Discord answer a repeated post with the message it has.
        """
        table, display = board.table, board.display
        old_channel = worker.repost_from or table.channel
        if display.message is not None:
            await _quietly(self._retire(table, display, display.message, old_channel))
        nonce = f"{table.id}.{table.deal}.{(display.message or 0) % 10**9}"
        channel = self._channel(table, table.channel)
        before = self._now()
        sent = await channel.send(view=layout(panel), nonce=nonce)
        await self._upkeep.posted(table.id, sent.id, before, table.deal)
        worker.posted.set()
        worker.repost_from = None
        worker.next_edit = self._now() + EDIT_SPACING
        worker.drawn = panel
        if sent.created_at.timestamp() < before - _NOT_JUST_SENT:
            worker.drawn = None
            worker.changed.set()

    async def _retire(
        self, table: TableView, display: Display, message: int, channel_id: int
    ) -> None:
        """Reduce the message of an earlier deal to its summary; delete any other old one."""
        channel = self._channel(table, channel_id)
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

    async def _edit(self, board: Board, panel: PublicPanel, worker: Worker) -> None:
        """Edit the public message; post it anew if it was deleted, or its thread archived."""
        table, display = board.table, board.display
        assert display.message is not None
        channel = self._channel(table, table.channel)
        try:
            await channel.get_partial_message(display.message).edit(view=layout(panel))
        except discord.HTTPException as fault:
            if fault.code not in (_UNKNOWN_MESSAGE, _ARCHIVED):
                raise
            if table.status is not Status.VOID:
                await self._post(board, panel, worker)
            return
        worker.drawn = panel
        worker.next_edit = self._now() + EDIT_SPACING
        if display.message_deal != table.deal:
            at = display.message_at or self._now()
            await self._upkeep.posted(table.id, display.message, at, table.deal)

    def _channel(self, table: TableView, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=table.guild)

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
                await _quietly(edit_private(self._client, hand, panel))
                return
            occasion = self._panels.occasion(table)
            if occasion == hand.occasion:
                return
            try:
                await edit_private(self._client, hand, self._panels.hand(table))
            except EXPECTED_FAULTS as fault:
                log.info("a hand at table %s cannot be pushed: %s", table_id, describe(fault))
                self._hands.forget(table_id, user)
                self.notify(table_id)
                return
            newest = self._hands.live(table_id, user)
            if newest is hand:
                self._hands.remember(table_id, user, replace(hand, occasion=occasion))
            elif newest is not None:
                # An answer was on its way as well, and which came last nobody knows.
                self._hands.remember(table_id, user, replace(newest, occasion=None))
                self.notify(table_id)

    async def _remind(self, board: Board, worker: Worker) -> None:
        """Delete a reminder that is answered; mention those whose hand cannot show their turn."""
        table, display = board.table, board.display
        asked = frozenset((user, ask) for user, (ask, _) in board.waiting.items())
        still_asked = display.nudged_ask in {ask for _, ask in asked}
        if worker.reminded is None:
            worker.reminded = asked if still_asked else frozenset()
        worker.reminded &= asked
        channel = self._channel(table, table.channel)
        late = [
            user
            for user, (ask, since) in board.waiting.items()
            if (user, ask) not in worker.reminded and self._is_due(table, user, since)
        ]
        if display.nudge is not None and (late or not still_asked):
            await _quietly(channel.get_partial_message(display.nudge).delete())
            await self._upkeep.nudged(table.id, None, None)
        if late and table.status is Status.PLAYING:
            ask = board.waiting[late[0]][0]
            worker.reminded |= {(user, board.waiting[user][0]) for user in late}
            await _quietly(self._mention(table, late, ask))

    async def _mention(self, table: TableView, late: list[int], ask: int) -> None:
        """Mention these people in a message of its own: edits notify nobody."""
        channel = self._channel(table, table.channel)
        sent = await channel.send(
            self._panels.nudge(table, late),
            allowed_mentions=_THOSE_NAMED,
            nonce=f"{table.id}.n{ask}.{late[0] % 10**6}",
        )
        await self._upkeep.nudged(table.id, sent.id, ask)

    def _is_due(self, table: TableView, user: int, since: float) -> bool:
        unreachable = not self._hands.is_reachable(table.id, user)
        return unreachable or self._now() >= since + self._nudge_after


async def _quietly(call: Awaitable[None]) -> None:
    """Make a call that only tidies up: a fault is logged and forgotten."""
    try:
        await call
    except EXPECTED_FAULTS as fault:
        log.info("tidying up fails: %s", describe(fault))
