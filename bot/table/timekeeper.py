"""The one task that waits: it sleeps until the earliest deadline of any table."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from bot.store.database import Store
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

_LONGEST_SLEEP = 60.0
_PAUSE_AFTER_FAILURE = 1.0
_BETWEEN_LOOKS = 0.02
"""However many presses come, the deadlines are looked at only once in so many seconds."""


class Timekeeper:
    """Calls `expire` for every table whose deadline has passed, the most overdue first."""

    def __init__(
        self, store: Store, expire: Callable[[str], Awaitable[None]], now: Callable[[], float]
    ) -> None:
        """Wait on nothing yet; see `run`."""
        self._store = store
        self._expire = expire
        self._now = now
        self._poked = asyncio.Event()

    def poke(self) -> None:
        """Look at the deadlines again: one may have come nearer."""
        self._poked.set()

    async def run(self) -> None:
        """Watch the deadlines until cancelled."""
        while True:
            self._poked.clear()
            try:
                wait = await self._time_until_next()
                if wait <= 0 and await self._expire_due():
                    wait = _PAUSE_AFTER_FAILURE
            except StoreError as error:
                log.error("the deadlines cannot be read: %s", error)
                wait = _PAUSE_AFTER_FAILURE
            # Not `wait_for`: where both come at once it prefers a poke to being cancelled.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._poked.wait()
            await asyncio.sleep(_BETWEEN_LOOKS)

    async def _expire_due(self) -> bool:
        """Expire what is due; whether a table failed, which keeps no other one waiting."""
        now, failed = self._now(), False
        for table_id in await self._store.peek(lambda unit: unit.tables.due(now)):
            try:
                await self._expire(table_id)
            except Exception as error:
                log.error("table %s cannot be expired: %s", table_id, type(error).__name__)
                failed = True
        return failed

    async def _time_until_next(self) -> float:
        earliest = await self._store.peek(lambda unit: unit.tables.earliest_deadline())
        if earliest is None:
            return _LONGEST_SLEEP
        return min(max(earliest - self._now(), 0.0), _LONGEST_SLEEP)
