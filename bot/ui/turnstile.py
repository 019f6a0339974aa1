"""Lets calls with the bot's token through one by one: all tables share one limit of Discord's."""

import asyncio
import heapq
from collections import deque
from contextlib import suppress
from itertools import count

PER_SECOND = 40
"""How many calls are let through in a second; Discord allows 50, the library's own included."""
IN_A_ROW = 20
"""How many may go at once to make up for a moment in which nobody could."""
AT_MOST, WITHIN = 45, 1.25
"""No more than so many in so many seconds, whatever is to be made up for: what leaves here in a
little more than a second may get to Discord within one."""
REFUSALS_BORNE = 200
"""After so many refusals in a row only one more call a second is let through. Discord shuts out
whoever collects 10,000 in ten minutes."""
SHUT_OUT = 5.0
"""For how many seconds nobody passes after a refusal by what stands in front of Discord."""


class Turnstile:
    """A queue in which whoever has waited longest goes first."""

    def __init__(self, per_second: float = PER_SECOND) -> None:
        """Let so many pass each second."""
        self._interval = 1 / per_second
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._next = 0.0
        self._atoned = 0.0
        self._let_in = deque[float](maxlen=AT_MOST)
        self._gate: asyncio.Task[None] | None = None

    @property
    def is_free(self) -> bool:
        """Whether a call would be let through at once."""
        return not self._waiting and self._opens_at() <= _now()

    async def turn(self, since: float) -> None:
        """Wait for one's turn; who waits since an earlier moment of the loop's time goes first."""
        if self.is_free:
            self._count()
            return
        place = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (since, next(self._numbers), place))
        if self._gate is None:
            self._gate = asyncio.create_task(self._let_through())
        await place

    def refused(self) -> None:
        """Note a call that was answered 401, 403 or 429: too many of these must not follow."""
        self._atoned = max(self._atoned, _now()) + 1

    def shut_out(self, seconds: float | None = None) -> None:
        """Note that for so many seconds any call would only be refused."""
        self._next = max(self._next, _now() + (SHUT_OUT if seconds is None else seconds))

    async def close(self) -> None:
        """Let nobody through any more."""
        if self._gate is not None:
            self._gate.cancel()
            with suppress(asyncio.CancelledError):
                await self._gate

    async def _let_through(self) -> None:
        while self._waiting:
            if (wait := self._opens_at() - _now()) > 0:
                await asyncio.sleep(wait)
                continue
            _, _, place = heapq.heappop(self._waiting)
            if not place.done():
                self._count()
                place.set_result(None)
        self._gate = None

    def _opens_at(self) -> float:
        is_full = len(self._let_in) == AT_MOST
        enough = self._let_in[0] + WITHIN if is_full else 0.0
        return max(self._next, enough, self._atoned - REFUSALS_BORNE)

    def _count(self) -> None:
        start = max(self._next, _now() - (IN_A_ROW - 1) * self._interval)
        self._next = start + self._interval
        self._let_in.append(_now())


def _now() -> float:
    return asyncio.get_running_loop().time()
