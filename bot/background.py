"""Work that nobody waits for, and that must neither be forgotten nor fail unheard."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.logs import trail


class Background:
    """Keeps such work going: the event loop itself holds on to no task."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        """Failures are told to that log; `what` names such work there."""
        self._log = log
        self._what = what
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """How much is under way."""
        return len(self._tasks)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin some work. Whoever does not want it any more may cancel it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def stop(self) -> None:
        """Stop all that is under way, and wait until it has."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._log.error("%s fails: %s", self._what, trail(error))
