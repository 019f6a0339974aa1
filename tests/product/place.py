"""A Discord with the bot in it, as tests look at it: its requests, its log, its database."""

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.playground import Playground
from tests.support.clock import PATIENCE
from tests.support.wire import BotProcess, Person

PEOPLE = ("alice", "bob", "carol", "dave", "erin")
DEALS = os.environ.get("PLUCK_DEALS", "1")
"""The seed of all cards that are dealt in these tests."""
_GLANCE, _HELD_UP = 0.1, 0.3
"""How often silence is looked into, and from when on that took suspiciously long, in seconds."""
_SHOWN = ("shown_rev", "message_id", "message_at", "message_deal", "nudge_message_id", "nudged_ask")
TOO_MUCH_IN_A_LOG = re.compile(
    r"[♣♦♥♠]|Joker|\b[pk]\.(?:[2-9TJQKA][CDHS]|BJ|LJ)\b|\bt\.[CDHS]\b|\"[2-9TJQKA][CDHS]\""
    r"|\bm\.(?:[2-9TJQKA][CDHS])+|\bd\.[xs]\b"
)


@dataclass
class Place:
    """A Discord with the bot in it."""

    playground: Playground
    bot: BotProcess
    db: Path
    rooms: int = 0

    def deal_by(self, name: str) -> None:
        """From now on the cards follow from that name and the seed, whatever was dealt before."""
        self.db.with_name("luck").write_text(f"{DEALS} {name}")

    def person(self, name: str, channel: int) -> Person:
        return Person(self.playground, name, channel)

    def room(self) -> "Room":
        """A new channel, so that no test sees what another has left behind."""
        self.rooms += 1
        channel = self.playground.discord.create_channel(f"room-{self.rooms}")
        return Room(self, channel)

    async def wait(
        self, ready: Callable[[], Any], what: str = "", timeout: float = PATIENCE
    ) -> Any:
        """Wait until something is so; what never crosses the wire is looked at now and then."""
        deadline = time.monotonic() + timeout
        while not (found := ready()):
            left = deadline - time.monotonic()
            assert left > 0, f"in vain: {what or ready}\n{self.bot.log[-2000:]}"
            try:
                await self.playground.pulse.until(ready, min(left, 0.05))
            except TimeoutError:
                continue
        return found

    async def quiet(self, seconds: float = 0.4) -> None:
        """Wait until the bot has asked for nothing for a while in which it was wide awake.

        While it or we are held up by the machine, silence means nothing and is not counted.
        """
        silent, count = 0.0, self.count
        while silent < seconds:
            began = time.monotonic()
            await asyncio.sleep(_GLANCE)
            await self._hear()
            took = time.monotonic() - began
            if self.count != count:
                silent, count = 0.0, self.count
            elif took < _HELD_UP:
                silent += took

    async def _hear(self) -> None:
        """Wait for a heartbeat of the bot, if it is there."""
        gateway = self.playground.gateway
        before = gateway.heartbeats
        gateway.ask_for_heartbeat()
        async with asyncio.timeout(PATIENCE):
            while gateway.connected and gateway.heartbeats == before:
                await asyncio.sleep(0.005)

    def calls(self, since: int, key: str = "") -> list[Any]:
        """The requests from the one with that number on, of one kind if named."""
        return [each for each in list(self.playground.requests)[since:] if key in ("", each.key)]

    @property
    def count(self) -> int:
        return len(self.playground.requests)

    def ask(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """What is in the bot's database."""
        with closing(sqlite3.connect(f"file:{self.db}?mode=ro", uri=True, timeout=10)) as database:
            database.row_factory = sqlite3.Row
            return [dict(row) for row in database.execute(statement, values)]

    def kept(self, table: str) -> list[dict[str, Any]]:
        """All that is stored of a table, what Discord shows of it excepted."""
        rows = self.ask("SELECT * FROM tables WHERE id = ?", table)
        for row in rows:
            for name in _SHOWN:
                del row[name]
        rows += self.ask("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table)
        return rows + self.ask("SELECT * FROM events WHERE table_id = ? ORDER BY seq", table)

    def row(self, table: str) -> dict[str, Any]:
        return self.ask("SELECT * FROM tables WHERE id = ?", table)[0]

    async def end_all(self) -> None:
        """End every table that is open still."""
        alice = self.person("alice", self.playground.channel("card-room"))
        for row in self.ask(
            "SELECT id FROM tables WHERE status IN ('lobby','playing','paused','suspended')"
        ):
            await alice.slash("pluck end", table=row["id"])

    def complaints(self) -> list[str]:
        """What no log may hold: errors, cards, tokens."""
        token = self.playground.token
        return [
            line
            for line in self.bot.logs
            if " ERROR " in line
            or line.startswith("Traceback")
            or TOO_MUCH_IN_A_LOG.search(line)
            or (len(token) > 12 and token in line)
        ]


@dataclass
class Room:
    """A channel of a test's own, and the people in it."""

    place: Place
    channel: int

    def __getattr__(self, name: str) -> Person:
        """`room.alice` is Alice in this room."""
        if name not in PEOPLE:
            raise AttributeError(name)
        return self.place.person(name, self.channel)
