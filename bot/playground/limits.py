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
    """So many requests a window, for each route and its channel, guild or interaction token."""

    requests: int = 500
    window: float = 1.0
    _buckets: dict[str, Bucket] = field(default_factory=dict)

    def spend(self, key: str, path: str, now: float) -> tuple[dict[str, str], float]:
        """Count one request; return the headers and, if it was one too many, how long to wait."""
        major = match[0] if (match := _MAJOR.match(path)) else ""
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.clear()
        bucket = self._buckets.setdefault(f"{key} {major}", Bucket(now))
        if now - bucket.started >= self.window:
            bucket.started, bucket.used = now, 0
        wait = bucket.started + self.window - now
        exceeded = bucket.used >= self.requests
        bucket.used += not exceeded
        headers = {
            "X-RateLimit-Limit": str(self.requests),
            "X-RateLimit-Remaining": str(self.requests - bucket.used),
            "X-RateLimit-Reset": f"{now + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(key.encode()):08x}",
        }
        return headers, wait if exceeded else 0.0
