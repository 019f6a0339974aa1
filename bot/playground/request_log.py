"""What the bot asked of the REST API, kept so that tests can count and read it."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

_SNOWFLAKE = re.compile(r"(?<=/)\d+(?=/|$)")
_TOKENS = (
    (re.compile(r"^(/interactions/)([^/]+)/[^/]+"), r"\1{id}/{token}"),
    (re.compile(r"^(/webhooks/)([^/]+)/[^/]+"), r"\1{id}/{token}"),
)
_KEPT = 20_000


def route_of(path: str) -> str:
    """Return `path` with its ids and tokens replaced by `{id}` and `{token}`."""
    for pattern, route in _TOKENS:
        path = pattern.sub(route, path)
    return _SNOWFLAKE.sub("{id}", path)


@dataclass
class Request:
    """One REST request of the bot, and how it was answered."""

    method: str
    path: str
    route: str
    body: Any
    auth: str  # "bot", "interaction" or "none"
    at: float
    query: dict[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    status: int = 0
    #: Whether it took effect, answered or not.
    applied: bool = False
    #: Who alone can see what this request brought about; None if everybody can.
    audience: int | None = None

    @property
    def key(self) -> str:
        """The method and the route in one word, as faults and tests name them."""
        return f"{self.method} {self.route}"


class RequestLog(deque[Request]):
    """The newest requests, oldest first."""

    def __init__(self, requests: Iterable[Request] = ()) -> None:
        """Start with these."""
        super().__init__(requests, _KEPT)

    def matching(self, pattern: str, since: float = 0.0) -> list[Request]:
        """Return the requests whose `METHOD /route` matches the regular expression."""
        found = re.compile(pattern)
        return [r for r in self if r.at >= since and found.search(r.key)]
