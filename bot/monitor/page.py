"""The page: `/healthz` for whoever restarts the bot, `/metrics` for Prometheus."""

import asyncio

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.monitor.health import Doctor
from bot.monitor.metrics import Metrics
from bot.store.database import Store
from bot.store.errors import StoreError

_COUNTING_SECONDS = 2.0


class Page:
    """Answers on a port of its own, with numbers only."""

    def __init__(self, doctor: Doctor, metrics: Metrics, store: Store) -> None:
        """Show what these know, once started."""
        self._doctor = doctor
        self._metrics = metrics
        self._store = store
        self._measuring: asyncio.Task[None] | None = None
        application = web.Application()
        application.router.add_get("/healthz", self._healthz)
        application.router.add_get("/metrics", self._show_metrics)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    async def start(self, host: str, port: int) -> None:
        """Answer there from now on. Raises OSError where that cannot be."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self._measuring = asyncio.create_task(self._doctor.measure_lag())

    async def close(self) -> None:
        """Answer no more; also after a start that has failed."""
        if self._measuring is not None:
            self._measuring.cancel()
            await asyncio.gather(self._measuring, return_exceptions=True)
        await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        health = await self._doctor.examine()
        return web.json_response(health.described(), status=200 if health.healthy else 503)

    async def _show_metrics(self, _: web.Request) -> web.Response:
        self._metrics.show(await self._doctor.examine(), await self._open_tables())
        return web.Response(
            body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def _open_tables(self) -> dict[str, int]:
        """How many tables are open by status; nothing while the database does not answer."""
        try:
            async with asyncio.timeout(_COUNTING_SECONDS):
                counts = await self._store.read(lambda unit: unit.tables.count_open())
        except (StoreError, TimeoutError):
            return {}
        return {status.value: number for status, number in counts.items()}
