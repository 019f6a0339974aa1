"""AI players who search: their questions go to worker processes, the answers are acts."""

import asyncio
import logging
from time import perf_counter
from typing import Any

from bot.background import Background
from bot.engine.seats import Seat
from bot.logs import trail
from bot.meter import Meter
from bot.players.contract import choose_within
from bot.players.pool import Pool, WorkerDied, WorkFailed
from bot.store.errors import StoreError
from bot.store.unit import Unit
from bot.table.model import Refused
from bot.table.search import Search
from bot.table.writer import Writer

log = logging.getLogger(__name__)

_SLACK = 0.5
"""How many seconds beyond its clock a search is waited for."""
_UNTIL_OVERDUE = 1.0
"""How many seconds beyond its clock a seat is overdue, if nothing has come of its search."""


class Thinking:
    """Runs searches beside the event loop, each for the question of one seat.

    A search that comes to nothing is answered by the level below at once. One that is lost with
    the whole process is not remembered: its seat's deadline passes, and it is asked again.
    """

    def __init__(self, writer: Writer, pool: Pool, meter: Meter | None = None) -> None:
        """Searches have the time of the writer's pace; the `meter` is told how long they took."""
        self._writer = writer
        self._pool = pool
        self._seconds = writer.pace.think
        self._meter = meter or Meter()
        self._running: dict[tuple[str, Seat], tuple[Search, asyncio.Task[None]]] = {}
        self._tasks = Background(log, "thinking")

    @property
    def patience(self) -> float:
        """How many seconds a seat whose search begins now has until it is overdue."""
        return self._seconds + _UNTIL_OVERDUE

    def may_begin(self, search: Search) -> bool:
        """Whether a worker is free, and this question has not been handed out before."""
        running = self._running.get((search.table, search.seat))
        return self._pool.free > 0 and (running is None or running[0].ask != search.ask)

    def begin(self, search: Search) -> None:
        """Search for an answer, and post it if the table still waits for it then."""
        place = search.table, search.seat
        if place in self._running:
            self._running.pop(place)[1].cancel()
        self._running[place] = search, self._tasks.begin(self._answer(search))

    def table_changed(self, table_id: str) -> None:
        """Give up the searches for a table that no longer waits for them."""
        if any(table == table_id for table, _ in self._running):
            self._tasks.begin(self._give_up_stale(table_id))

    async def close(self) -> None:
        """Give up every search."""
        await self._tasks.stop()

    async def _answer(self, search: Search) -> None:
        action = await self._search(search)
        # From here on it is an act like any other, and not to be given up half-way.
        self._running.pop((search.table, search.seat), None)

        def work(unit: Unit) -> None:
            table = self._writer.shelf.load(unit, search.table)
            if table is not None and search.is_open(table.row, table.seats):
                step = self._writer.moves.searched(table, search, action)
                self._writer.save(unit, table, step)

        try:
            await self._writer.write(search.table, work)
        except Refused as refused:
            log.error("table %s seat %d: not answered: %s", search.table, search.seat, refused)

    async def _search(self, search: Search) -> Any:
        """The action that was found; None if there is none in time."""
        started = perf_counter()
        try:
            action = await self._pool.run(
                choose_within,
                self._seconds,
                search.policy,
                search.view,
                search.legal,
                search.seed,
                limit=self._seconds + _SLACK,
            )
        except TimeoutError:
            log.warning("table %s seat %d: the search is late", search.table, search.seat)
            return None
        except WorkerDied:
            log.warning("table %s seat %d: the worker has died", search.table, search.seat)
            return None
        except WorkFailed as kind:
            log.error("table %s seat %d: the search fails: %s", search.table, search.seat, kind)
            return None
        except Exception as error:
            log.error("table %s seat %d: no search: %s", search.table, search.seat, trail(error))
            return None
        self._meter.thought(search.level, perf_counter() - started)
        return action

    async def _give_up_stale(self, table_id: str) -> None:
        # Of one that begins while the table is looked at nothing can be said.
        begun = {place: each for place, each in self._running.items() if place[0] == table_id}
        try:
            row, seats = await self._writer.store.read(
                lambda unit: (unit.tables.get(table_id), unit.seats.of(table_id))
            )
        except StoreError:
            return  # Its answer will be found stale when it comes.
        for place, running in begun.items():
            search, task = running
            is_stale = row is None or not search.is_open(row, seats)
            if is_stale and self._running.get(place) is running:
                del self._running[place]
                task.cancel()
