"""An event loop in which waiting takes no time: its clock jumps to whatever comes next.

    warped(main())  # an hour of sleeping is over at once

Only for what waits on the loop alone, not on sockets or threads.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Impatient(selectors.SelectSelector):
    """Finds at once that nothing has come, and what time it would be by then."""

    now = 1_000.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            assert timeout is not None, "everybody waits for somebody else"
            self.now += max(timeout, 0)
        return found


class WarpLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._impatient = _Impatient()
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.now


def warped(work: Coroutine[Any, Any, T]) -> T:
    """Run this to its end in such a loop."""
    with asyncio.Runner(loop_factory=WarpLoop) as runner:
        return runner.run(work)
