"""One heartbeat for everything that waits for the loopback Discord to change."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Pulse:
    """Wakes all who wait, whenever something has changed."""

    def __init__(self) -> None:
        """Start with nothing having changed."""
        self.beats = 0
        self._changed = asyncio.Event()

    def beat(self) -> None:
        """Say that something has changed."""
        self.beats += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, beats: int) -> None:
        """Return once there has been a change that a count of `beats` does not include."""
        while self.beats <= beats:
            await self._changed.wait()

    async def until(self, ready: Callable[[], T | None], timeout: float) -> T:
        """Return the first true answer of `ready`, asked anew after each change, or time out."""
        async with asyncio.timeout(timeout):
            while not (answer := ready()):
                await self.after(self.beats)
        return answer
