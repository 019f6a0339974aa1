"""Where people wait to be served: each in a line of their own, so that nobody holds up others."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

AT_ONCE = 2
"""How many requests of one person are worked at: more than one, in case an answer hangs."""
WAITING = 8
"""How many more may wait. Who presses faster than that does not look at the answers."""
REMEMBERED = 2_000
"""Of so many requests it is known that they have come already."""


@dataclass(slots=True)
class Line:
    """One person's requests."""

    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    door: asyncio.Lock = field(default_factory=asyncio.Lock)
    inside: int = 0
    outside: int = 0


class Lines:
    """Lets everybody's requests in, few at a time of each person."""

    def __init__(self) -> None:
        """Nobody is there yet."""
        self._lines: dict[int, Line] = {}
        self._newest: deque[int] = deque()
        self._known: set[int] = set()

    def __len__(self) -> int:
        """How many people are being served, or wait."""
        return len(self._lines)

    def is_repeated(self, request: int) -> bool:
        """Whether a request has come before: Discord now and then delivers one twice."""
        if request in self._known:
            return True
        self._known.add(request)
        self._newest.append(request)
        if len(self._newest) > REMEMBERED:
            self._known.discard(self._newest.popleft())
        return False

    @asynccontextmanager
    async def turn(self, user: int) -> AsyncIterator[bool]:
        """Wait for one's turn; False, and one by one, for those who no longer fit into the line."""
        line = self._lines.setdefault(user, Line())
        admitted = line.inside < AT_ONCE + WAITING
        line.inside += admitted
        line.outside += not admitted
        try:
            async with line.gate if admitted else line.door:
                yield admitted
        finally:
            line.inside -= admitted
            line.outside -= not admitted
            if not line.inside and not line.outside:
                del self._lines[user]
