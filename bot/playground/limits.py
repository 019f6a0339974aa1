"""Rate limits: Discord's headers on every answer, and 429 for whoever ignores them."""

import re
import zlib
from dataclasses import dataclass, field

_MOST_BUCKETS = 10_000
_MAJOR = re.compile(r"^/(?:channels|guilds)/\d+|^/webhooks/[^/]+/[^/]+")


@dataclass
class Bucket:
    """How much of one bucket's window has been used."""

    started: float
    used: int = 0


@dataclass
class Limits:
    """So many requests a window, for each route and its channel, guild or interaction token.

    `globally` is how many the bot's token is good for a second on all routes together, which is
    50 on Discord; None is no such limit. Messages older than an hour can be edited `old_edits`
    times in `old_window` seconds in each channel: Discord's own numbers are not published, these
    are what others have measured.
    """

    requests: int = 500
    window: float = 1.0
    globally: int | None = None
    old_edits: int = 3
    old_window: float = 6.0
    _buckets: dict[str, Bucket] = field(default_factory=dict)

    def spend(self, key: str, path: str, now: float) -> tuple[dict[str, str], float]:
        """Count one request; return the headers and, if it was one too many, how long to wait."""
        major = match[0] if (match := _MAJOR.match(path)) else ""
        left, wait, exceeded = self._count(f"{key} {major}", self.requests, self.window, now)
        headers = {
            "X-RateLimit-Limit": str(self.requests),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{now + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(key.encode()):08x}",
        }
        return headers, wait if exceeded else 0.0

    def spend_globally(self, now: float) -> float:
        """Count one request with the bot's token; return how long to wait if it was too many."""
        if self.globally is None:
            return 0.0
        _, wait, exceeded = self._count("", self.globally, 1.0, now)
        return wait if exceeded else 0.0

    def spend_old_edit(self, channel: str, now: float) -> float:
        """Count an edit of an old message; return how long to wait if it was one too many."""
        _, wait, exceeded = self._count(f"old {channel}", self.old_edits, self.old_window, now)
        return wait if exceeded else 0.0

    def _count(self, name: str, most: int, window: float, now: float) -> tuple[int, float, bool]:
        """Count in one bucket: how many are left, for how long, whether it was full before."""
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.clear()
        bucket = self._buckets.setdefault(name, Bucket(now))
        if now - bucket.started >= window:
            bucket.started, bucket.used = now, 0
        exceeded = bucket.used >= most
        bucket.used += not exceeded
        return most - bucket.used, bucket.started + window - now, exceeded
