"""Health: whether Discord is connected, the database can be written, and the loop is quick."""

import asyncio
import math
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol

from bot.meter import Meter
from bot.store.database import Store
from bot.store.errors import StoreError

WORST_LAG = 5.0
"""From so many seconds of lag on the bot does not count as healthy."""
_PROBE_SECONDS = 2.0
_PROBE_LASTS = 1.0
_TICK = 0.25
_TICKS = 40


class Gateway(Protocol):
    """What is asked of the client."""

    @property
    def ws(self) -> Any:
        """The connection, if there is one."""

    @property
    def latency(self) -> float:
        """Seconds between a heartbeat and its answer; not finite while unknown."""

    def is_ready(self) -> bool:
        """Whether all servers are known."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the bot is; times in seconds, `latency` None while it is unknown."""

    gateway_ready: bool
    latency: float | None
    database_writable: bool
    loop_lag: float

    @property
    def healthy(self) -> bool:
        """Whether it can do its work."""
        return self.gateway_ready and self.database_writable and self.loop_lag < WORST_LAG

    def described(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {
            "healthy": self.healthy,
            "gateway": {"ready": self.gateway_ready, "latency": self.latency},
            "database": {"writable": self.database_writable},
            "loop": {"lag": round(self.loop_lag, 4)},
        }


class Doctor:
    """Finds out how the bot is."""

    def __init__(self, gateway: Gateway, store: Store, meter: Meter) -> None:
        """Look at this client and this database; tell the meter of each lag."""
        self._gateway = gateway
        self._store = store
        self._meter = meter
        self._lags: deque[float] = deque(maxlen=_TICKS)
        self._probe: tuple[float, asyncio.Task[bool]] | None = None

    async def measure_lag(self) -> None:
        """Measure the lag of the event loop until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            before = clock()
            await asyncio.sleep(_TICK)
            lag = max(clock() - before - _TICK, 0.0)
            self._lags.append(lag)
            self._meter.lagged(lag)

    async def examine(self) -> Health:
        """How the bot is now. The database has two seconds to show that it can be written."""
        latency = self._gateway.latency
        return Health(
            gateway_ready=self._gateway_is_ready(),
            latency=latency if math.isfinite(latency) else None,
            database_writable=await self._database_is_writable(),
            loop_lag=max(self._lags, default=0.0),
        )

    def _gateway_is_ready(self) -> bool:
        # A client stays "ready" while it connects anew; its old connection is closed then.
        connection = self._gateway.ws
        return self._gateway.is_ready() and connection is not None and connection.open

    async def _database_is_writable(self) -> bool:
        """Ask at most once a second, however many ask us, and never twice at the same time."""
        now = asyncio.get_running_loop().time()
        if self._probe is None or (self._probe[1].done() and now - self._probe[0] > _PROBE_LASTS):
            self._probe = now, asyncio.ensure_future(self._write())
        done, _ = await asyncio.wait({self._probe[1]}, timeout=_PROBE_SECONDS)
        return bool(done) and self._probe[1].result()

    async def _write(self) -> bool:
        try:
            await self._store.write(lambda unit: unit.meta.rewrite())
        except StoreError:
            return False
        return True
