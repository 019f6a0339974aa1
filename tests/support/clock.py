"""A clock for tests: it stands still until it is told to go on. And patience with the real one."""

START = 1_700_000_000.0
PATIENCE = 60.0
"""For how many seconds something is waited for that must come, on a machine that is busy too."""


class Clock:
    """The time now, in epoch seconds, as a callable; `pass_` lets time pass."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let that many seconds pass."""
        self.now += seconds
