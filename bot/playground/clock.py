"""What time it is in the loopback Discord."""

import datetime
from collections.abc import Callable


class Clock:
    """The wall clock, which a test may put forward."""

    def __init__(self, now: Callable[[], datetime.datetime]) -> None:
        """Tell the time by `now`."""
        self._now = now
        self.elapsed = 0.0

    def now(self) -> datetime.datetime:
        """Return the time it is."""
        return self._now() + datetime.timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        """Put the clock forward."""
        self.elapsed += seconds
