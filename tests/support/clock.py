"""A clock for tests: it stands still until it is told to go on."""

START = 1_700_000_000.0


class Clock:
    """The time now, in epoch seconds, as a callable; `pass_` lets time pass."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let that many seconds pass."""
        self.now += seconds
