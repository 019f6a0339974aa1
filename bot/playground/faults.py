"""Misfortunes to order: a route that fails, dawdles, hangs up, or loses its answer."""

import re
from dataclasses import dataclass


@dataclass
class Fault:
    """What shall go wrong with the next `times` requests that match.

    `pattern` is a regular expression for `METHOD /route`, as `Request.key` writes it. With `apply`
    the request takes effect first, so that only its answer is lost or replaced.
    """

    pattern: str
    times: int = 1
    status: int | None = None
    code: int = 0
    message: str = "Injected fault"
    delay: float = 0.0
    reset: bool = False
    apply: bool = False
    retry_after: float = 0.0
    via: bool = True

    @classmethod
    def lost_reply(cls, pattern: str, times: int = 1) -> "Fault":
        """Return the nastiest one: the request takes effect, its answer never arrives."""
        return cls(pattern, times, reset=True, apply=True)


class Faults:
    """The faults still to come."""

    def __init__(self) -> None:
        """Start with nothing to come."""
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Order a fault."""
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Cancel whatever has not happened yet."""
        self._waiting.clear()

    def take(self, key: str) -> Fault | None:
        """Return the fault due for the request `key`, if there is one, and count it."""
        for fault in self._waiting:
            if re.search(fault.pattern, key):
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None
