"""Going to Discord's gateway no more often than is good for us.

Discord resets the token of a bot that identifies 1,000 times in a day, as one does whose host
starts it again and again, or whose session is taken from it as soon as it has begun. discord.py
itself comes back at once, for ever.
"""

import asyncio
import json
import logging
import time
import zlib
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

from bot.logs import trail
from bot.store.database import Store
from bot.store.errors import StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")

DAY = 24 * 3600.0
_IDENTIFIES = "identifies"
_LONGEST_WAIT = 20.0
"""For how many seconds to wait within discord.py, which gives up a connection after 60."""
_LONGEST_GREETING = 60.0
"""For how many seconds the gateway may keep us waiting for a session it was asked for."""
_NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What discord.py stumbles with over a message in which something is missing, or odd."""
_STOP_AGAIN = 0.5
"""After how many seconds that goes on which was told to stop, it is told again."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often something may happen in so many seconds: freely at first, then ever more seldom.

    After the `free` times the waits begin with `first` seconds and grow by a factor, to no more
    than `longest`.
    """

    free: int
    first: float
    growth: float
    longest: float
    window: float

    def recent(self, moments: Sequence[float], now: float) -> list[float]:
        """The moments that count still; a clock that was put back makes none of them later."""
        return [min(moment, now) for moment in moments if now - moment < self.window]

    def wait(self, moments: Sequence[float], now: float) -> float:
        """How many seconds must pass until it may happen again."""
        recent = self.recent(moments, now)
        if len(recent) < self.free:
            return 0.0
        # The exponent is bounded because a float is.
        gap = self.first * self.growth ** min(len(recent) - self.free, 1_000)
        return max(max(recent) + min(gap, self.longest) - now, 0.0)


STARTS = Rhythm(free=12, first=0.5, growth=1.02, longest=600.0, window=DAY)
"""How often a process may identify for the first time: less than 500 times in the worst of days,
and yet a hundred restarts in a row take hardly longer than they would."""
AGAIN = Rhythm(free=12, first=5.0, growth=1.02, longest=600.0, window=DAY)
"""How often a process may identify whose session is lost: less than 400 times a day."""
CONNECTIONS = Rhythm(free=10, first=0.5, growth=1.5, longest=15.0, window=120.0)
"""How often a process may connect, to go on with its session or to begin one."""


class TooSoon(Exception):
    """The gateway must not be gone to yet, for longer than discord.py would wait."""


class Gatekeeper:
    """Says when the gateway may be gone to; a restart does not make it forget who identified."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        """Remember in this store; `now` is the time in seconds since 1970."""
        self._store = store
        self._now = now
        self._identifies: list[float] = []
        self._connections: list[float] = []
        self._has_identified = False

    async def open(self) -> None:
        """Read what is remembered. Raises StoreError."""
        text = await self._store.read(lambda unit: unit.meta.get(_IDENTIFIES))
        try:
            self._identifies = [float(moment) for moment in json.loads(text or "[]")]
        except (TypeError, ValueError):
            log.warning("when sessions were begun cannot be read, and is forgotten")

    async def wait(self, *, identify: bool = True) -> None:
        """Wait until the gateway may be gone to, however long that is."""
        while (seconds := self.seconds_left(identify=identify)) > 0:
            log.warning(
                "waiting %.1f s before going to the gateway: %d connections in two minutes and "
                "%d sessions since yesterday, and Discord resets the token at 1,000 sessions",
                seconds,
                len(self._connections),
                len(self._identifies),
            )
            await asyncio.sleep(seconds)

    async def enter(self, *, identify: bool) -> None:
        """Wait a little if need be, and note that the gateway is gone to, to `identify` or not.

        Raises TooSoon if that would take long.
        """
        if self.seconds_left(identify=identify) > _LONGEST_WAIT:
            raise TooSoon
        await self.wait(identify=identify)
        now = self._now()
        self._connections = [*CONNECTIONS.recent(self._connections, now), now]

    async def identify(self) -> None:
        """Note that the bot is about to identify."""
        now, self._has_identified = self._now(), True
        self._identifies = [*STARTS.recent(self._identifies, now), now]
        text = json.dumps([round(moment, 1) for moment in self._identifies])
        try:
            await self._store.write(lambda unit: unit.meta.set(_IDENTIFIES, text))
        except StoreError as error:
            log.error("a new session could not be noted: %s", error)

    def seconds_left(self, *, identify: bool) -> float:
        """How many seconds to wait before going to the gateway."""
        now = self._now()
        wait = CONNECTIONS.wait(self._connections, now)
        if identify:
            rhythm = AGAIN if self._has_identified else STARTS
            wait = max(wait, rhythm.wait(self._identifies, now))
        return wait


class Guarded(Protocol):
    """A client with a gatekeeper."""

    gatekeeper: Gatekeeper


class GuardedWebSocket(DiscordWebSocket):
    """discord.py's connection to the gateway, made only when the gatekeeper lets it.

    One message that cannot be understood ends neither the connection nor the bot.
    """

    _identified_at: float | None = None

    @classmethod
    async def from_client(cls, client: Any, *, resume: bool = False, **options: Any) -> Self:
        """Connect, to go on with a session or to begin one. Raises TooSoon."""
        guarded: Guarded = client
        await guarded.gatekeeper.enter(identify=not resume)
        return await super().from_client(client, resume=resume, **options)

    async def identify(self) -> None:
        """Ask for a session. Raises what discord.py raises."""
        await super().identify()
        self._identified_at = asyncio.get_running_loop().time()

    async def poll_event(self) -> None:
        """Take the next message in. Raises what discord.py raises, to be connected anew."""
        try:
            async with asyncio.timeout_at(self._greeted_until):
                await super().poll_event()
        except TimeoutError:
            log.warning("the gateway begins no session")
            await self.close(4000)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None

    async def received_message(self, msg: Any, /) -> None:
        """Do what a message says, or pass it over. Raises what discord.py raises by intent."""
        try:
            await super().received_message(msg)
        except zlib.error:
            raise WebSocketClosure from None
        except _NONSENSE as error:
            log.warning("a message of the gateway is passed over: %s", trail(error))

    @property
    def _greeted_until(self) -> float | None:
        if self.session_id is not None or self._identified_at is None:
            return None
        return self._identified_at + _LONGEST_GREETING


async def stoppable(work: Coroutine[Any, Any, T]) -> T:
    """What the work returns or raises; who stops waiting for it stops it, whatever it does.

    discord.py connects by `asyncio.wait_for`, which in Python 3.11 swallows a cancellation that
    comes as the connection does: the bot would stay although it was told to end.
    """
    task = asyncio.ensure_future(work)
    # How it ends does not matter to who has stopped it.
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        await asyncio.wait({task})
    finally:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_STOP_AGAIN)
    return await task


def guard_gateway() -> None:
    """Let every client of discord.py connect in this way. It has no other way to be told."""
    discord.client.DiscordWebSocket = GuardedWebSocket  # type: ignore[misc]
