"""Misfortunes to order: a route that fails, dawdles, hangs up, or loses its answer.

A request is named as `Request.key` writes it, so a key is a pattern that fits:

    faults.add(Fault.lost_reply("POST /interactions/{id}/{token}/callback"))
    faults.add(Fault.refused("PATCH /channels/{id}/messages/{id}", 50013, times=3))
    faults.add(Fault.fails(".", 503, times=FOREVER, share=0.02))
"""

import re
import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .errors import REFUSALS, ApiError, nested, too_many

FOREVER = sys.maxsize
"""As many times as there are requests."""
_EMOJI_ERROR = nested(
    ("components", 0, "components", 0, "emoji", "id"),
    "BUTTON_COMPONENT_INVALID_EMOJI",
    "Invalid emoji",
)


@dataclass
class Fault:
    """What shall go wrong with the next `times` requests that match, or with a `share` of them.

    `pattern` is a regular expression for `METHOD /route`, as `Request.key` writes it. With `apply`
    the request takes effect first, so that only its answer is late, lost or replaced. A `silent`
    fault never answers; the request then hangs until the client gives up. A `body` is answered as
    it stands, though it may be no JSON at all. `share` is the probability with which a matching
    request is struck.
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
    scope: str = "user"
    silent: bool = False
    share: float = 1.0
    errors: dict[str, Any] | None = field(default=None, repr=False)
    body: str | None = None
    #: How many requests it has struck.
    struck: int = 0

    @classmethod
    def lost_reply(cls, pattern: str, times: int = 1, **more: Any) -> "Fault":
        """Return the nastiest one: the request takes effect, its answer never arrives."""
        return cls(pattern, times, reset=True, apply=True, **more)

    @classmethod
    def hangs_up(cls, pattern: str, times: int = 1, **more: Any) -> "Fault":
        """Return a reset of the connection, before anything has happened."""
        return cls(pattern, times, reset=True, **more)

    @classmethod
    def never_answers(cls, pattern: str, times: int = 1, **more: Any) -> "Fault":
        """Return a request that hangs until the client gives up."""
        return cls(pattern, times, silent=True, **more)

    @classmethod
    def slow(cls, pattern: str, seconds: float, times: int = 1, **more: Any) -> "Fault":
        """Return a request that takes so many seconds before it takes effect."""
        return cls(pattern, times, delay=seconds, **more)

    @classmethod
    def fails(cls, pattern: str, status: int = 500, times: int = 1, **more: Any) -> "Fault":
        """Return a failure on Discord's side: 500, 502, 503 or 504."""
        return cls(pattern, times, status=status, message=f"{status}: Server Error", **more)

    @classmethod
    def refused(cls, pattern: str, code: int, times: int = 1, **more: Any) -> "Fault":
        """Return a refusal by Discord's code, with the status and the words that belong to it."""
        status, words = REFUSALS[code]
        return cls(pattern, times, status=status, code=code, message=words, **more)

    @classmethod
    def bad_emoji(cls, pattern: str, times: int = 1, **more: Any) -> "Fault":
        """Return the refusal of a button whose emoji Discord does not know, or has mislaid."""
        return cls.refused(pattern, 50035, times, errors=_EMOJI_ERROR, **more)

    @classmethod
    def limited(
        cls, pattern: str, seconds: float, times: int = 1, scope: str = "user", **more: Any
    ) -> "Fault":
        """Return a 429 that asks for so many seconds; `scope` is `user`, `global` or `shared`."""
        return cls(pattern, times, status=429, retry_after=seconds, scope=scope, **more)

    @classmethod
    def garbled(
        cls, pattern: str, body: str, status: int = 200, times: int = 1, **more: Any
    ) -> "Fault":
        """Return an answer that says it is JSON and is not, or lacks something.

        A request to which it says yes has taken effect.
        """
        return cls(pattern, times, status=status, body=body, apply=status < 300, **more)

    @classmethod
    def banned(cls, pattern: str, times: int = 1, **more: Any) -> "Fault":
        """Return the 429 of the proxy in front of Discord, which has no `Via`."""
        return cls.limited(pattern, 1.0, times, via=False, **more)

    @classmethod
    def too_old(cls, pattern: str, seconds: float, times: int = 1, **more: Any) -> "Fault":
        """Return the 429 for editing messages older than an hour too often."""
        return cls.limited(pattern, seconds, times, code=30046, **more)

    def error(self) -> ApiError | None:
        """Return the answer with which the request is refused, if it gets one."""
        if self.status is None:
            return None
        if self.status == 429:
            return too_many(self.retry_after, code=self.code, scope=self.scope, via=self.via)
        return ApiError(self.status, self.code, self.message, self.errors)


class Faults:
    """The faults still to come."""

    def __init__(self, rng: Random | None = None) -> None:
        """Start with nothing to come; `rng` decides whom a fault with a `share` strikes."""
        self._rng = rng or Random()
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Order a fault."""
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Cancel whatever has not happened yet."""
        self._waiting.clear()

    def take(self, key: str) -> Fault | None:
        """Return the fault that strikes the request `key`, if there is one, and count it."""
        for fault in self._waiting:
            if re.search(fault.pattern, key) and self._rng.random() < fault.share:
                fault.struck += 1
                fault.times -= 1
                if fault.times <= 0:
                    self._waiting.remove(fault)
                return fault
        return None
