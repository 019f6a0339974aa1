"""What stands behind the Discord client and knows nothing of it: the tables and their time."""

import time
from collections.abc import Callable
from random import SystemRandom

from bot.engine.registry import GAMES
from bot.meter import Meter
from bot.players.pool import Pool
from bot.players.registry import ADVISERS, HOUSE, POLICIES
from bot.store.database import Store
from bot.table.coaching import Coaching
from bot.table.guilds import Guilds
from bot.table.house import House
from bot.table.model import Pace
from bot.table.opening import Opening
from bot.table.progress import Progress
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.table.thinking import Thinking
from bot.table.timekeeper import Timekeeper
from bot.table.upkeep import Upkeep
from bot.table.writer import Writer


class Backroom:
    """The services of the application, each on the same store."""

    def __init__(
        self,
        store: Store,
        pace: Pace,
        meter: Meter,
        pool: Pool,
        notify: Callable[[str], None],
    ) -> None:
        """`notify` is called with a table's id after each commit that concerns it."""
        self._notify = notify
        writer = Writer(
            store,
            games=GAMES,
            policies=POLICIES,
            house=HOUSE,
            now=time.time,
            rng=SystemRandom(),
            pace=pace,
            notify=self._table_changed,
            meter=meter,
        )
        self.queries = TableQueries(store, GAMES, writer.shelf)
        self.service = TableService(writer)
        self.thinking = Thinking(writer, pool, meter)
        self.coaching = Coaching(store, GAMES, ADVISERS, pool)
        self.upkeep = Upkeep(writer, self.thinking)
        self.timekeeper = Timekeeper(store, self.upkeep.expire, time.time)
        self.house = House(store, GAMES, time.time)
        self.guilds = Guilds(store)
        self.opening = Opening(writer, self.house)
        self.progress = Progress(store, time.time)

    def _table_changed(self, table_id: str) -> None:
        self.timekeeper.poke()
        self.thinking.table_changed(table_id)
        self._notify(table_id)
