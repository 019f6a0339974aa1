"""Lets whoever has pressed something go first: they wait, and nobody else does.

Everything runs in one thread, a piece at a time. Where presses come fast, what could as well be
done a moment later, drawing what has changed for others, would else be done before their answers.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 0.1
"""Longer than so many seconds nothing is held up by presses."""


class Precedence:
    """Knows of the presses whose answers are being worked out, and holds up what can wait."""

    def __init__(self, patience: float = PATIENCE) -> None:
        """Hold nothing up for longer than so many seconds."""
        self._patience = patience
        self._answering = 0
        self._held_up = deque[asyncio.Future[None]]()

    @contextmanager
    def pressing(self) -> Iterator[None]:
        """While the answer to a press is being worked out, others wait."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1
            self._let_one_on()

    async def after_presses(self) -> None:
        """Wait until no answer is being worked out; one goes on at a time, for a press may come."""
        if not self._answering and not self._held_up:
            return
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        self._held_up.append(place)
        limit = loop.call_later(self._patience, _let_on, place)
        try:
            await place
        finally:
            limit.cancel()
            loop.call_soon(self._let_one_on)

    def _let_one_on(self) -> None:
        while self._held_up and not self._answering:
            if _let_on(self._held_up.popleft()):
                return


def _let_on(place: asyncio.Future[None]) -> bool:
    """Whether somebody still waited there, who goes on now."""
    if place.done():
        return False
    place.set_result(None)
    return True
