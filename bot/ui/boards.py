"""Puts a table's board, its public message, into Discord: posts it, edits it, puts it away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import discord

from bot.store.rows import OPEN_STATUSES
from bot.table.model import Board, Display, Refused, Status, TableView
from bot.table.queries import TableQueries
from bot.table.upkeep import Upkeep
from bot.ui.calls import Calls
from bot.ui.discordify import layout
from bot.ui.faults import ARCHIVED, EXPECTED_FAULTS, UNKNOWN_MESSAGE, describe
from bot.ui.hands import Hands
from bot.ui.panel import PublicPanel
from bot.ui.passes import Pass, Passes
from bot.ui.render.panels import Panels

log = logging.getLogger(__name__)

T = TypeVar("T")

OLD_MESSAGE = 55 * 60
"""Discord slows down edits of messages older than an hour; ours are replaced before."""
FRESH = 4 * 60
"""A token not older than so many seconds may post a board: it can then edit it for a deal."""
_NOT_JUST_SENT = 2.0
"""A message older than so many seconds is the answer to an earlier attempt to post it."""


class Need(Enum):
    """What has to be done for a board to show its table."""

    NOTHING = "nothing"
    EDIT = "edit"
    POST = "post"


@dataclass(slots=True)
class Face:
    """What is known of a board beyond what is stored: nothing that matters if it is lost."""

    drawn: PublicPanel | None = None
    doubted: PublicPanel | None = None
    """What Discord has refused once, which may have been by chance."""
    refused: PublicPanel | None = None
    repost_from: int | None = None
    tried: str | None = None
    """The nonce with which posting was tried last; if that failed, it may have come about."""
    unrecorded: tuple[int, float, int] | None = None
    """A message that has been posted but not stored yet, since when, and for which deal."""


@dataclass(frozen=True, slots=True)
class Job:
    """A board to be brought up to date, which is behind `since` that moment of the loop's time.

    With a token it need not wait for its turn: one that can edit the board, or post it.
    """

    board: Board
    panel: PublicPanel
    face: Face
    need: Need
    since: float
    token: Pass | None = None


class Boards:
    """Writes boards; the only one who does."""

    def __init__(
        self,
        calls: Calls,
        upkeep: Upkeep,
        queries: TableQueries,
        panels: Panels,
        hands: Hands,
        passes: Passes,
        *,
        now: Callable[[], float],
    ) -> None:
        """Write with these calls, and with the tokens of presses where that saves waiting."""
        self._calls = calls
        self._upkeep = upkeep
        self._queries = queries
        self._panels = panels
        self._hands = hands
        self._passes = passes
        self._now = now

    def job(self, board: Board, face: Face, since: float) -> Job:
        """What is to be done so that this board is shown."""
        panel = self._panels.public(board.table, self._now())
        return Job(board, panel, face, self._need(board, panel, face), since)

    def token(self, job: Job) -> Pass | None:
        """A token with which the job can be done outside the bot's limit, if there is one."""
        table = job.board.table
        if job.need is Need.EDIT:
            return self._passes.of(job.board.display.message)
        if job.need is Need.NOTHING or job.face.tried == _nonce(job.board):
            # What may stand there already is found by its nonce, and by nothing else.
            return None
        hand = self._hands.newest(table.id, table.channel)
        if hand is None or self._now() - hand.issued_at > FRESH:
            return None
        return Pass(hand.token, hand.issued_at, pressed=False)

    async def do(self, job: Job) -> bool:
        """Edit the board or post it anew; False if it must be looked at once more.

        Without a token of the job's the first call's turn has come already. Raises what goes
        wrong.
        """
        match job.need:
            case Need.EDIT:
                return await self._edit(job)
            case Need.POST:
                return await self._post(job, in_turn=job.token is None)
            case Need.NOTHING:
                return True

    async def record(self, table_id: str, face: Face) -> None:
        """Store which message shows the table, if that is still to be done. Raises StoreError."""
        if face.unrecorded is not None:
            message, at, deal = face.unrecorded
            await self._upkeep.posted(table_id, message, at, deal)
            face.unrecorded = None

    async def remove(self, table: TableView, channel: int, message: int) -> None:
        """Delete a message of that channel which shows the table no longer."""
        old = self._message(table, message, channel)
        try:
            await self._calls.in_turn(old.delete, asyncio.get_running_loop().time())
        except EXPECTED_FAULTS as fault:
            log.info("an old message stays: %s", describe(fault))

    def _need(self, board: Board, panel: PublicPanel, face: Face) -> Need:
        display, table = board.display, board.table
        resting = table.status is Status.SUSPENDED and face.repost_from is None
        if resting or (table.status is Status.VOID and display.message is None):
            return Need.NOTHING
        if panel == face.refused:
            return Need.NOTHING
        if (
            display.message is None
            or face.repost_from is not None
            or 0 < display.message_deal < table.deal
        ):
            return Need.POST
        if panel == face.drawn:
            return Need.NOTHING
        is_old = self._now() - (display.message_at or 0) > OLD_MESSAGE
        return Need.POST if is_old and table.status in OPEN_STATUSES else Need.EDIT

    async def _edit(self, job: Job) -> bool:
        """Edit the board; post it anew if it was deleted, or its thread archived."""
        table, display = job.board.table, job.board.display
        assert display.message is not None
        try:
            await self._edit_message(job, display.message)
        except discord.HTTPException as fault:
            if fault.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                raise
            return table.status is Status.VOID or await self._post(job)
        job.face.drawn = job.panel
        if display.message_deal != table.deal:
            at = display.message_at or self._now()
            await self._upkeep.posted(table.id, display.message, at, table.deal)
        return True

    async def _edit_message(self, job: Job, message: int) -> None:
        if job.token is not None:
            named = None if job.token.pressed else message
            try:
                await self._calls.edit_with(job.token.token, named, job.panel)
                return
            except EXPECTED_FAULTS as fault:
                log.info("a token edits no more: %s", describe(fault))
                self._passes.forget(message)
        old = self._message(job.board.table, message)
        await self._as_bot(job, lambda: old.edit(view=layout(job.panel)), job.token is None)

    async def _post(self, job: Job, *, in_turn: bool = False) -> bool:
        """Post the board anew, after the old one is put away.

        In this order a crash between the two costs nothing: what is done twice is harmless, and
        the nonce makes Discord answer a repeated post with the message it has.
        """
        table, display, face = job.board.table, job.board.display, job.face
        if display.message is not None:
            await self._put_away(job, display, display.message)
        before, is_new = self._now(), True
        message = await self._post_with_token(job)
        if message is None:
            message, is_new = await self._post_as_bot(job, in_turn)
        face.unrecorded = (message, before, table.deal)
        face.repost_from = None
        face.drawn = job.panel if is_new else None
        await self.record(table.id, face)
        return is_new

    async def _post_with_token(self, job: Job) -> int | None:
        """Post the board as a follow-up of a press; None if it has to be posted otherwise.

        If only the answer is lost, a second board stands above the one that is posted then: it
        is removed when somebody presses a button of it.
        """
        found = job.token
        if job.need is not Need.POST or found is None:
            return None
        try:
            message = await self._calls.follow_up(found.token, job.panel)
        except EXPECTED_FAULTS as fault:
            log.info("a token posts nothing: %s", describe(fault))
            return None
        self._passes.keep(message, found)
        return message

    async def _post_as_bot(self, job: Job, in_turn: bool) -> tuple[int, bool]:
        """The message, and whether it is a new one: it may be that of an earlier attempt."""
        table, face, nonce = job.board.table, job.face, _nonce(job.board)
        is_first, face.tried = face.tried != nonce, nonce
        channel = self._calls.channel(table.channel, table.guild)
        before = self._now()
        sent = await self._as_bot(
            job, lambda: channel.send(view=layout(job.panel), nonce=nonce), in_turn
        )
        return sent.id, is_first and sent.created_at.timestamp() >= before - _NOT_JUST_SENT

    async def _put_away(self, job: Job, display: Display, message: int) -> None:
        """Reduce the message of an earlier deal to its summary; delete any other old one."""
        table = job.board.table
        old = self._message(table, message, job.face.repost_from)
        summary = await self._summary(table, display)
        try:
            if summary is None:
                await self._calls.in_turn(old.delete, job.since)
            else:
                await self._calls.in_turn(lambda: old.edit(view=layout(summary)), job.since)
        except EXPECTED_FAULTS as fault:
            log.info("an old board stays as it is: %s", describe(fault))
        self._passes.forget(message)

    async def _summary(self, table: TableView, display: Display) -> PublicPanel | None:
        if not 0 < display.message_deal < table.deal:
            return None
        try:
            deal = await self._queries.scored_deal(
                table.id, table.guild, None, display.message_deal
            )
        except Refused:
            return None
        return self._panels.reduced(deal)

    async def _as_bot(self, job: Job, call: Callable[[], Awaitable[T]], in_turn: bool) -> T:
        """Make a call with the bot's token, at once if it is its turn."""
        return await (self._calls.now(call) if in_turn else self._calls.in_turn(call, job.since))

    def _message(
        self, table: TableView, message: int, channel: int | None = None
    ) -> discord.PartialMessage:
        place = self._calls.channel(channel or table.channel, table.guild)
        return place.get_partial_message(message)


def _nonce(board: Board) -> str:
    """The same whenever this board is posted in place of the message that shows it now."""
    table, message = board.table, board.display.message or 0
    return f"{table.id}.{table.deal}.{message % 10**9}"
