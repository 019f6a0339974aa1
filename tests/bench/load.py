"""The load: people at tables who press what their hands offer, at a given pace."""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.bench.hall import HallTable
from tests.bench.lean_discord import App, LeanDiscord, Message

_MOVES_ON = re.compile(r"next|[pkt]\..+")
"""The buttons of a hand that bring the match on; all others only tell something."""
_OPENED_AT_ONCE = 20


@dataclass
class Noted:
    """What a load has come to; times in seconds.

    `took` holds the card presses, click to applied callback. `waits` counts the moments at which
    a table should have pressed but nobody there had anything to press yet.
    """

    took: list[float] = field(default_factory=list)
    presses: int = 0
    lost: int = 0
    waits: int = 0


class Players:
    """The people of a hall, each with a hand before them."""

    def __init__(self, discord: LeanDiscord, app: App, tables: Sequence[HallTable]) -> None:
        """Sit at these tables; see `open_hands`."""
        self._discord = discord
        self._tables = tables
        self._rng = Random(3)
        self._hands: dict[str, list[tuple[int, Message]]] = {}
        for table in tables:
            button = {"type": 2, "style": 2, "label": "My hand", "custom_id": _hand_id(table)}
            row = {"type": 1, "components": [button]}
            panel = {"type": 17, "components": [{"type": 10, "content": "A board."}, row]}
            discord.add_message(app, table.channel, table.message, [panel])

    async def open_hands(self, tables: int | None = None) -> None:
        """Everybody presses My hand, or everybody at so many of the tables."""
        gate = asyncio.Semaphore(_OPENED_AT_ONCE)

        async def opened(table: HallTable, user: int) -> None:
            async with gate:
                board = self._discord.messages[table.message]
                press = await self._discord.press(board, user, _hand_id(table), table.guild)
            assert press.shows is not None, "no hand was shown"
            self._hands.setdefault(table.id, []).append((user, press.shows))

        pairs = [(table, user) for table in self._tables[:tables] for user in table.people]
        await asyncio.gather(*(opened(table, user) for table, user in pairs))

    async def play(self, period: float, seconds: float) -> Noted:
        """At every table somebody presses once a period, for so many seconds."""
        noted, began = Noted(), time.monotonic()
        share = period / len(self._tables)
        await asyncio.gather(
            *(
                self._play_at(table, began + place * share, period, began + seconds, noted)
                for place, table in enumerate(self._tables)
            )
        )
        return noted

    async def _play_at(
        self, table: HallTable, at: float, period: float, until: float, noted: Noted
    ) -> None:
        while at < until:
            await asyncio.sleep(max(at - time.monotonic(), 0))
            found = self._offer(table)
            if found is None:
                noted.waits += 1
                # Somebody who looks at a hand sees it change; nobody waits for the next beat.
                at = max(at, time.monotonic()) + period / 20
                continue
            user, hand, custom_id = found
            press = await self._discord.press(hand, user, custom_id, table.guild)
            noted.presses += 1
            if press.took is None:
                noted.lost += 1
            elif _code(custom_id).startswith("p."):
                noted.took.append(press.took)
            at = max(at + period, time.monotonic())

    def _offer(self, table: HallTable) -> tuple[int, Message, str] | None:
        """Somebody at the table who has something to press, and that."""
        for user, hand in self._hands[table.id]:
            choices = [each for each in hand.buttons() if _MOVES_ON.fullmatch(_code(each))]
            if choices:
                return user, hand, self._rng.choice(choices)
        return None


class Pressers:
    """The people of the bare bot: each has one message and presses it."""

    def __init__(self, discord: LeanDiscord, app: App, count: int) -> None:
        """So many people, each at a message that has yet to be pressed."""
        self._discord = discord
        self._messages = []
        for number in range(count):
            button = {"type": 2, "style": 2, "label": "Go", "custom_id": "bare:go"}
            row = {"type": 1, "components": [button]}
            channel, message = 210_000_000_000_000_000 + number, 410_000_000_000_000_000 + number
            discord.add_message(app, channel, message, [{"type": 17, "components": [row]}])
            self._messages.append(discord.messages[message])

    async def play(self, period: float, seconds: float) -> Noted:
        """Everybody presses once a period, for so many seconds."""
        noted, began = Noted(), time.monotonic()
        share = period / len(self._messages)
        await asyncio.gather(
            *(
                self._press(message, began + place * share, period, began + seconds, noted)
                for place, message in enumerate(self._messages)
            )
        )
        return noted

    async def _press(
        self, message: Message, at: float, period: float, until: float, noted: Noted
    ) -> None:
        while at < until:
            await asyncio.sleep(max(at - time.monotonic(), 0))
            guild, button = self._discord.guilds[0], message.buttons()[0]
            press = await self._discord.press(message, message.id % 10**6, button, guild)
            noted.presses += 1
            if press.took is None:
                noted.lost += 1
            else:
                noted.took.append(press.took)
            at = max(at + period, time.monotonic())


def _hand_id(table: HallTable) -> str:
    return f"tb:1:{table.id}:0:hand"


def _code(custom_id: str) -> str:
    return custom_id.split(":")[4].partition("~")[0]
