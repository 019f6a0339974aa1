"""The blows of a storm: what each of them does to the bot, and how it is undone."""

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from bot.playground import Playground
from tests.soak.plan import PRESS, Blow
from tests.soak.process import Keeper
from tests.soak.room import Room

_AT_WORK = 0.02
"""For so many seconds at most the bot works at a press."""


class Blows:
    """Strikes, and counts what has struck. Everything is made good again by `end`."""

    def __init__(self, playground: Playground, keeper: Keeper, db: Path) -> None:
        self.struck: Counter[str] = Counter()
        self.deleted: set[int] = set()
        """The messages that somebody has deleted."""
        self._playground = playground
        self._keeper = keeper
        self._db = db
        self._tasks: set[asyncio.Task[None]] = set()

    def strike(self, blow: Blow, room: Room) -> None:
        """Strike now; what takes time goes on by itself."""
        self.struck[blow.what] += 1
        if blow.what in ("kill", "terminate"):
            end = partial(self._keeper.end, blow.what, blow.amount)
            if blow.route == PRESS:
                asyncio.get_running_loop().call_later(blow.amount * _AT_WORK, end)
            else:
                end()
            return
        name = blow.what.replace(" ", "_")
        act: Callable[[Blow, Room], Awaitable[None]] = getattr(self, f"_{name}")
        task = asyncio.ensure_future(act(blow, room))
        self._tasks.add(task)

    async def end(self) -> None:
        """Wait until everything is made good."""
        await asyncio.gather(*self._tasks)
        self._tasks.clear()

    # ------------------------------------------------------------------ the gateway

    async def _disconnect(self, blow: Blow, room: Room) -> None:
        await self._playground.gateway.disconnect()

    async def _reconnect(self, blow: Blow, room: Room) -> None:
        self._playground.gateway.ask_to_reconnect()

    async def _invalidate(self, blow: Blow, room: Room) -> None:
        self._playground.gateway.invalidate(resumable=blow.amount < 0.5)

    async def _go_down(self, blow: Blow, room: Room) -> None:
        await self._playground.gateway.go_down()
        await asyncio.sleep(3 * blow.amount)
        self._playground.gateway.is_down = False

    async def _deliver_twice(self, blow: Blow, room: Room) -> None:
        self._playground.gateway.delivery.repeat(times=10)

    async def _hold(self, blow: Blow, room: Room) -> None:
        """Interactions come late, and the last one first."""
        self._playground.gateway.delivery.hold()
        await asyncio.sleep(1.5 * blow.amount)
        self._playground.gateway.delivery.release(reverse=True)

    async def _outage(self, blow: Blow, room: Room) -> None:
        self._playground.discord.lose_guild()
        await asyncio.sleep(3 * blow.amount)
        self._playground.discord.find_guild()

    async def _kick(self, blow: Blow, room: Room) -> None:
        self._playground.discord.remove_bot()
        await asyncio.sleep(2 * blow.amount)
        self._playground.discord.invite_bot()

    # ------------------------------------------------------------------ channels

    async def _delete_a_board(self, blow: Blow, room: Room) -> None:
        found = [
            message
            for user in self._playground.discord.people.values()
            for message in self._playground.discord.messages(user, room.channel)
            if not message.is_ephemeral
        ]
        if found:
            newest = max(found, key=lambda message: message.id)
            self._playground.discord.delete_message(room.channel, newest.id)
            self.deleted.add(newest.id)

    async def _forbid(self, blow: Blow, room: Room) -> None:
        """Nobody may hear the bot in this room for a while, or it may not see the room."""
        discord, channel = self._playground.discord, room.channel
        what = "send_messages" if blow.amount < 0.5 else "view_channel"
        discord.forbid(channel, discord.bot_id, what)
        await asyncio.sleep(4 * blow.amount)
        if channel == room.channel:
            discord.forbid(channel, discord.bot_id)

    async def _delete_a_channel(self, blow: Blow, room: Room) -> None:
        """The room is gone, and everybody meets in another."""
        old, name = room.channel, f"room-{room.number}-{len(room.channels)}"
        room.move(self._playground.discord.create_channel(name))
        self._playground.discord.delete_channel(old)

    # ------------------------------------------------------------------ the machine

    async def _lock_the_database(self, blow: Blow, room: Room) -> None:
        """Another process holds the database for longer or shorter than the bot waits for it."""
        await asyncio.to_thread(self._hold_the_database, 8 * blow.amount)

    def _hold_the_database(self, seconds: float) -> None:
        with closing(sqlite3.connect(self._db, timeout=5, isolation_level=None)) as other:
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return
            time.sleep(seconds)
            other.execute("ROLLBACK")
