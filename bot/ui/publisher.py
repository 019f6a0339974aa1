"""Keeps what Discord shows of each table equal to its newest revision.

A table that changes is looked at again: hands that can be pushed to are redrawn, the board is
edited or posted anew, somebody who keeps the table waiting is reminded. One worker a table does
that, so nothing of a table is ever sent twice at a time, and only the newest is sent. All boards
share the bot's limit: each waits for its turn, and goes by the token of a press if that is long
in coming.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import discord

from bot.logs import trail
from bot.store.errors import StoreError
from bot.store.rows import OPEN_STATUSES
from bot.table.model import Board, Look
from bot.table.queries import TableQueries
from bot.table.upkeep import Upkeep
from bot.ui.boards import Boards, Face, Job, Need
from bot.ui.calls import Calls
from bot.ui.faults import (
    EXPECTED_FAULTS,
    describe,
    is_gone,
    is_refusal_of_content,
    seconds_to_wait,
)
from bot.ui.hands import Hands
from bot.ui.passes import Passes
from bot.ui.precedence import Precedence
from bot.ui.pusher import Pusher
from bot.ui.reminders import Reminded, Reminders
from bot.ui.render.panels import Panels

log = logging.getLogger(__name__)

T = TypeVar("T")

SPACING = 1.0
"""At least so many seconds lie between two edits of a board."""
PATIENCE = 3.0
"""A board that is behind for so many seconds need not wait for its turn where it has a token."""
PAUSE = 0.02
"""So many seconds after a change a table is looked at: presses are answered first, and changes
that come together are shown together."""
REST = 60.0
"""After so many seconds without a change nothing of a table is kept in mind, and a table that
could not be shown for a reason of our own is looked at again."""
LONGEST_BACKOFF = 60.0
START_SPACING = 0.2
"""Seconds between two tables that are brought up to date after a start."""


@dataclass(slots=True)
class Worker:
    """What is known of a table that is being shown: nothing that matters if it is lost."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    behind_since: float | None = None
    not_before: float = 0.0
    backoff: float = SPACING
    face: Face = field(default_factory=Face)
    reminded: Reminded | None = None
    posted: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def change(self) -> None:
        """The table looks different now."""
        if self.behind_since is None:
            self.behind_since = _now()
        self.changed.set()

    async def changes_within(self, seconds: float) -> bool:
        """Wait until the table has changed, but no longer than so many seconds; whether it has."""
        # Not `wait_for`: where both come at once it prefers a change to being cancelled.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()
        return self.changed.is_set()

    def is_shown(self) -> None:
        """The board is up to date, as far as is known; what has changed meanwhile counts anew."""
        self.backoff = SPACING
        self.behind_since = _now() if self.changed.is_set() else None

    def has_failed(self, at_least: float = 0.0) -> float:
        """The board has to be tried again; after how many seconds."""
        wait = min(max(self.backoff, at_least), LONGEST_BACKOFF)
        self.backoff = min(self.backoff * 2, LONGEST_BACKOFF)
        self.not_before = _now() + wait
        self.changed.set()
        return wait


class Publisher:
    """The only writer of public messages, and of hands that nobody has pressed."""

    def __init__(
        self,
        calls: Calls,
        upkeep: Upkeep,
        queries: TableQueries,
        panels: Panels,
        hands: Hands,
        passes: Passes,
        precedence: Precedence,
        *,
        now: Callable[[], float],
        nudge_after: float,
    ) -> None:
        """Show these tables by these calls."""
        self._calls = calls
        self._upkeep = upkeep
        self._queries = queries
        self._hands = hands
        self._precedence = precedence
        self._boards = Boards(calls, upkeep, queries, panels, hands, passes, now=now)
        self._pusher = Pusher(calls, panels, hands, precedence, self.notify)
        self._reminders = Reminders(calls, upkeep, panels, hands, now=now, after=nudge_after)
        self._workers: dict[str, Worker] = {}
        self._to_catch_up: dict[str, None] = {}
        self._is_catching_up = False
        self._is_closing = False

    def notify(self, table_id: str) -> None:
        """The table has changed, or is due to look different: bring it up to date soon."""
        self._to_catch_up.pop(table_id, None)
        if worker := self._worker(table_id):
            worker.change()

    def repost(self, table_id: str, old_channel: int) -> None:
        """Post the board anew and remove the old one, which stands in that channel."""
        if worker := self._worker(table_id):
            worker.face.repost_from = old_channel
            worker.face.doubted = worker.face.refused = None
        self.notify(table_id)

    async def until_posted(self, table_id: str, patience: float) -> None:
        """Wait until a table that has just been opened is posted, or for so many seconds."""
        if worker := self._workers.get(table_id):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await worker.posted.wait()

    async def mend(self, table_id: str, channel: int, message: int) -> None:
        """Delete a message that shows the table although a newer one does; show it if none does.

        Such a one is left over where putting it away failed, or an answer of Discord's was lost.
        """
        board = await self._queries.board(table_id)
        if board is None:
            return
        if message < (board.display.message or 0):
            await self._boards.remove(board.table, channel, message)
        elif board.display.shown_rev < board.table.rev and table_id not in self._workers:
            self.notify(table_id)

    async def catch_up(self, table_ids: tuple[str, ...]) -> None:
        """Bring these tables up to date, a few each second; one that changes goes before.

        While others are being brought up to date, these follow them and nobody waits for it.
        """
        self._to_catch_up.update(dict.fromkeys(table_ids))
        if self._is_catching_up:
            return
        self._is_catching_up = True
        try:
            while self._to_catch_up:
                self.notify(next(iter(self._to_catch_up)))
                await asyncio.sleep(START_SPACING)
        finally:
            self._is_catching_up = False

    def backlog(self) -> int:
        """How many boards are behind."""
        return sum(worker.behind_since is not None for worker in self._workers.values())

    def longest_behind(self) -> float:
        """For how many seconds the board that is behind the longest has been so; 0 if none is."""
        moments = [worker.behind_since for worker in self._workers.values()]
        return max((_now() - moment for moment in moments if moment is not None), default=0.0)

    async def close(self, patience: float) -> None:
        """Bring up to date what is behind, for so many seconds at most; then show no more.

        A start brings the rest up to date.
        """
        self._is_closing = True
        self._to_catch_up.clear()
        for worker in list(self._workers.values()):
            if worker.task is not None and worker.behind_since is None:
                worker.task.cancel()
        ongoing = {worker.task for worker in self._workers.values() if worker.task is not None}
        if ongoing:
            await asyncio.wait(ongoing, timeout=patience)
        for task in ongoing:
            task.cancel()
        await asyncio.gather(*ongoing, self._pusher.close(), return_exceptions=True)
        await self._calls.close()

    def _worker(self, table_id: str) -> Worker | None:
        """Who shows this table; nobody begins to when the bot is about to leave."""
        worker = self._workers.get(table_id)
        if worker is None and not self._is_closing:
            worker = self._workers[table_id] = Worker()
            worker.task = asyncio.create_task(self._work(table_id, worker))
        return worker

    async def _work(self, table_id: str, worker: Worker) -> None:
        """Show the table whenever it changes, until it rests."""
        try:
            while await worker.changes_within(0 if self._is_closing else REST):
                await asyncio.sleep(PAUSE)
                await self._bring_up_to_date(table_id, worker)
        except Exception as error:
            log.error("showing table %s fails: %s", table_id, trail(error))
            asyncio.get_running_loop().call_later(REST, self.notify, table_id)
        finally:
            del self._workers[table_id]

    async def _bring_up_to_date(self, table_id: str, worker: Worker) -> None:
        """Show the table as it is, or note when that is to be tried again."""
        worker.changed.clear()
        try:
            await self._boards.record(table_id, worker.face)
            look = await self._look(table_id)
            if look is not None:
                self._pusher.push(look.hands)
                await self._show(look.board, worker)
            else:
                worker.is_shown()
        except EXPECTED_FAULTS as fault:
            log.warning("table %s cannot be shown: %s", table_id, describe(fault))
            worker.has_failed(seconds_to_wait(fault))
        except StoreError as fault:
            log.warning("table %s cannot be read: %s", table_id, describe(fault))
            await asyncio.sleep(worker.has_failed())

    async def _look(self, table_id: str) -> Look | None:
        """The table as it is, if there is one in a server that answers."""
        await self._precedence.after_presses()
        look = await self._queries.look(table_id, self._hands.shown(table_id))
        # A server that is out of order is caught up with once it answers.
        return look if look is not None and self._calls.reaches(look.board.table.guild) else None

    async def _push(self, table_id: str) -> None:
        """Redraw the hands that show something else, if the table's server answers."""
        await self._precedence.after_presses()
        hands = await self._queries.views(table_id, self._hands.shown(table_id))
        if all(self._calls.reaches(view.guild) for view in hands.values()):
            self._pusher.push(hands)

    async def _show(self, board: Board, worker: Worker) -> None:
        """Write the board when it is its turn, as it is then; remind once that is done."""
        job, left = self._boards.job(board, worker.face, worker.behind_since or _now()), None
        if job.need is not Need.NOTHING:
            ready = await self._when_its_turn(job, worker)
            left = worker.face.repost_from
            if ready is None or not await self._write(ready, worker):
                return
            board = ready.board
        await self._upkeep.shown(board.table.id, board.table.rev)
        worker.reminded = await self._reminders.bring_up_to_date(board, worker.reminded, left)
        worker.is_shown()

    async def _when_its_turn(self, job: Job, worker: Worker) -> Job | None:
        """The job once it may be done, as it is by then; None if nothing can be shown by then.

        Whoever waits keeps the place: it is given by the moment since which the board is behind.
        """
        if worker.not_before <= _now() and self._calls.is_free:
            await self._calls.turn(job.since)
            return job
        table_id = job.board.table.id
        turn = self._turn(job, worker.not_before)
        has_turn = await self._while_pushing(turn, table_id, worker)
        if worker.changed.is_set():
            worker.changed.clear()
            look = await self._look(table_id)
            if look is None:
                worker.changed.set()
                return None
            self._pusher.push(look.hands)
            job = self._boards.job(look.board, worker.face, job.since)
        if has_turn or job.need is Need.NOTHING:
            return job
        if token := self._boards.token(job):
            return replace(job, token=token)
        # The token would have done for what was to be done before the table changed.
        return await self._when_its_turn(job, worker)

    async def _turn(self, job: Job, not_before: float) -> bool:
        """Wait for the job's turn; False if a token has to do, since it is so long in coming."""
        await asyncio.sleep(not_before - _now())
        has_token = self._boards.token(job) is not None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(job.since + PATIENCE if has_token else None):
                await self._calls.turn(job.since)
                return True
        return False

    async def _write(self, job: Job, worker: Worker) -> bool:
        """Do the job, as far as Discord lets us; False if the channel is gone."""
        table = job.board.table
        try:
            if not await self._while_pushing(self._boards.do(job), table.id, worker):
                worker.changed.set()
            worker.face.doubted = None
            if job.need is Need.POST:
                worker.posted.set()
        except discord.HTTPException as fault:
            if is_gone(fault):
                await self._suspend(job, worker, fault)
                return False
            # Discord now and then refuses what it accepts a moment later, but not for ever.
            if not is_refusal_of_content(fault):
                raise
            if worker.face.doubted != job.panel:
                worker.face.doubted = job.panel
                raise
            log.warning("the board of table %s is refused: %s", table.id, describe(fault))
            worker.face.refused = job.panel
        finally:
            worker.not_before = _now() + SPACING
        return True

    async def _while_pushing(
        self, work: Coroutine[Any, Any, T], table_id: str, worker: Worker
    ) -> T:
        """Do some work; hands that change meanwhile are redrawn without waiting for it."""
        doing, has_changed = asyncio.create_task(work), False
        try:
            while not await _is_over(doing, before=worker.changed):
                worker.changed.clear()
                has_changed = True
                await asyncio.sleep(PAUSE)
                await self._push(table_id)
            return doing.result()
        finally:
            doing.cancel()
            if has_changed:
                worker.changed.set()

    async def _suspend(self, job: Job, worker: Worker, fault: discord.HTTPException) -> None:
        """Let a table rest where nothing can be shown any more; trying again would not help.

        One that has ended cannot rest: it is shown once we may, after a start or when pressed.
        """
        table = job.board.table
        log.warning("table %s is suspended: %s", table.id, describe(fault))
        worker.face.repost_from = None
        await self._upkeep.suspend(table.id, table.channel)
        if table.status in OPEN_STATUSES or not isinstance(fault, discord.Forbidden):
            await self._upkeep.shown(table.id, table.rev)
        worker.is_shown()


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _is_over(task: asyncio.Task[Any], *, before: asyncio.Event) -> bool:
    """Wait for a task or an event, whichever comes first; whether it is the task."""
    event = asyncio.create_task(before.wait())
    try:
        await asyncio.wait({task, event}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        event.cancel()
    return task.done()
