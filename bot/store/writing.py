"""Units of work that wait for the writing connection.

A unit runs in the loop's own thread: it holds up nothing but Python, and Python runs one thread
at a time anyway. So does its commit while the disk is quick, since the way to another thread and
back takes longer. Only what would have to wait is done in the connection's thread: for a slow disk,
or for the log to be folded into the file. The units that come meanwhile share the next commit.
Each stays a unit of its own: what one does wrong undoes nothing of another.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.store.errors import Busy, StoreError
from bot.store.transaction import roll_back, translated
from bot.store.unit import Unit

T = TypeVar("T")

TOGETHER = 50
"""At most so many units share a commit: the loop does nothing else while they run."""
QUICK = 0.002
"""A commit that takes no more than so many seconds may be made in the loop's thread."""
WARY = 100
"""After a slower one so many commits are made in the connection's thread."""
FOLD_AFTER = 250
"""After so many units the write-ahead log is folded into the file, or it would grow for ever."""
LAST_PATIENCE = 0.25
"""For how many seconds another process is waited for once the end has come."""
_BEGIN = "BEGIN IMMEDIATE"
_FOLD = "PRAGMA wal_checkpoint(PASSIVE)"
_TRY_AGAIN = 0.01


@dataclass(slots=True)
class Task:
    """A unit of work, whom to tell, and what became of it: a result, or the error that undid it."""

    work: Callable[[Unit], Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def tell(self, error: BaseException | None = None) -> None:
        """Tell the caller what became of it, or of all; nobody, if the caller was cancelled."""
        if self.answer.done():
            return
        if (found := error or self.error) is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(found)


class WriteQueue:
    """Runs units of work in the order in which they come."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        in_thread: Callable[[Callable[[], Any]], Awaitable[Any]],
        busy_seconds: float,
    ) -> None:
        """`in_thread` runs something in the connection's thread; the connection must not fold
        its log by itself.

        `busy_seconds` is how long another process is waited for.
        """
        self._connection = connection
        self._in_thread = in_thread
        self._busy_seconds = busy_seconds
        self._waiting: deque[Task] = deque()
        self._singly = 0  # so many of the first in the queue are to be committed one by one
        self._wary = 0  # so many of the next commits are to be made in the connection's thread
        self._unfolded = 0  # units in the log since it was last folded into the file
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[Unit], T]) -> T:
        """What `work` returns, once that is committed. Raises what it raises, or StoreError.

        It is run whether or not the caller is cancelled meanwhile.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(Task(work, answer))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await answer

    async def finish(self) -> None:
        """Wait until all that was begun is done, and hardly any more for another process."""
        self._busy_seconds = min(self._busy_seconds, LAST_PATIENCE)
        if self._writing is not None:
            await asyncio.wait({self._writing})

    async def _write(self) -> None:
        while self._waiting:
            try:
                await self._begin()
            except Exception as error:
                while self._waiting:
                    self._waiting.popleft().tell(translated(error))
                return
            done = list[Task]()
            try:
                self._run_some(done)
                if not self._connection.in_transaction:
                    raise StoreError("the database has given up")
                await self._commit()
            except Exception as error:
                # If even that fails it is tried again before the next transaction begins.
                with contextlib.suppress(sqlite3.Error):
                    roll_back(self._connection)
                self._failed(done, translated(error))
            else:
                for task in done:
                    task.tell()
                await self._fold_now_and_then(len(done))

    async def _begin(self) -> None:
        try:
            roll_back(self._connection)
            self._connection.execute(_BEGIN)
        except sqlite3.Error as error:
            if not isinstance(translated(error), Busy):
                raise
            await self._in_thread(self._begin_patiently)

    def _begin_patiently(self) -> None:
        """Begin as soon as another process lets us, which the loop cannot wait for."""
        since = time.monotonic()
        while True:
            try:
                self._connection.execute(_BEGIN)
                return
            except sqlite3.Error as error:
                # How long it is waited for may change meanwhile: the end may have come.
                is_late = time.monotonic() - since >= self._busy_seconds
                if is_late or not isinstance(translated(error), Busy):
                    raise
            time.sleep(_TRY_AGAIN)

    async def _commit(self) -> None:
        if self._wary:
            self._wary -= 1
            seconds = await self._in_thread(self._commit_here)
        else:
            seconds = self._commit_here()
        if seconds > QUICK:
            self._wary = WARY

    def _commit_here(self) -> float:
        """Commit, and tell for how many seconds that took."""
        since = time.perf_counter()
        self._connection.execute("COMMIT")
        return time.perf_counter() - since

    async def _fold_now_and_then(self, units: int) -> None:
        """Fold the log into the file, once enough has come together there."""
        self._unfolded += units
        if self._unfolded >= FOLD_AFTER:
            self._unfolded = 0
            # What cannot be folded now, on a full disk say, stays in the log and is not lost.
            with contextlib.suppress(sqlite3.Error):
                await self._in_thread(lambda: self._connection.execute(_FOLD).fetchall())

    def _run_some(self, done: list[Task]) -> None:
        """Run units in the transaction that has begun, and list them: all that it is to commit.

        Raises sqlite3.Error if the last of them cannot be told apart from the others.
        """
        most = 1 if self._singly else TOGETHER
        while self._waiting and len(done) < most and self._connection.in_transaction:
            done.append(self._waiting.popleft())
            self._singly = max(self._singly - 1, 0)
            self._run(done[-1])

    def _run(self, task: Task) -> None:
        connection = self._connection
        connection.execute("SAVEPOINT unit")
        try:
            task.result = task.work(Unit(connection))
        except BaseException as error:
            task.error = translated(error)
            # Some failures (a full disk, say) have already undone the whole transaction.
            if not connection.in_transaction:
                return
            connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")

    def _failed(self, done: list[Task], error: BaseException) -> None:
        """Tell of a commit that failed. Of several units each is tried alone: one is to blame."""
        if len(done) == 1:
            done[0].tell(done[0].error or error)
            return
        for task in reversed(done):
            task.result = task.error = None
            self._waiting.appendleft(task)
        self._singly = len(done)
