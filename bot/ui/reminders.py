"""Mentions people who keep a table waiting and whose hand cannot show them that."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.table.model import Board, Status, TableView
from bot.table.upkeep import Upkeep
from bot.ui.calls import THOSE_NAMED, Calls
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.hands import Hands
from bot.ui.render.panels import Panels

log = logging.getLogger(__name__)

Reminded = frozenset[tuple[int, int]]
"""The people who have been mentioned, each with the question."""

_FIRST = 0.0
"""A moment before all others: a reminder goes before any board."""


class Reminders:
    """Posts the messages that mention people, and deletes them when they are answered."""

    def __init__(
        self,
        calls: Calls,
        upkeep: Upkeep,
        panels: Panels,
        hands: Hands,
        *,
        now: Callable[[], float],
        after: float,
    ) -> None:
        """Mention whoever has no hand to look at at once, everybody else `after` seconds."""
        self._calls = calls
        self._upkeep = upkeep
        self._panels = panels
        self._hands = hands
        self._now = now
        self._after = after

    async def bring_up_to_date(
        self, board: Board, reminded: Reminded | None, left: int | None = None
    ) -> Reminded:
        """Delete a reminder that is answered, mention who is late; who has been mentioned now.

        Without knowing who has been (None), a reminder that stands there was for all who are
        asked. One in a channel that the table has just `left` is no good any more. A fault is
        logged and forgotten. Raises StoreError.
        """
        table, display = board.table, board.display
        if display.nudge is not None and left not in (None, table.channel):
            await self._take_away(table, display.nudge, left)
            display, reminded = replace(display, nudge=None, nudged_ask=None), frozenset()
        asked = frozenset((user, ask) for user, (ask, _) in board.waiting.items())
        still_asked = display.nudged_ask in {ask for _, ask in asked}
        if reminded is None:
            reminded = asked if still_asked else frozenset()
        reminded &= asked
        late = [
            user
            for user, (ask, since) in board.waiting.items()
            if (user, ask) not in reminded and self._is_due(table, user, since)
        ]
        if display.nudge is not None and (late or not still_asked):
            await self._take_away(table, display.nudge)
        if not late or table.status is not Status.PLAYING:
            return reminded
        await self._mention(table, late, board.waiting[late[0]][0])
        return reminded | {(user, board.waiting[user][0]) for user in late}

    async def _take_away(self, table: TableView, message: int, channel: int | None = None) -> None:
        place = self._calls.channel(channel or table.channel, table.guild)
        old = place.get_partial_message(message)
        await self._quietly(self._calls.in_turn(old.delete, _FIRST))
        await self._upkeep.nudged(table.id, None, None)

    async def _mention(self, table: TableView, late: list[int], ask: int) -> None:
        """Mention these people in a message of its own: edits notify nobody."""
        channel = self._calls.channel(table.channel, table.guild)

        async def post() -> discord.Message:
            return await channel.send(
                self._panels.nudge(table, late),
                allowed_mentions=THOSE_NAMED,
                nonce=f"{table.id}.n{ask}.{late[0] % 10**6}",
            )

        sent = await self._quietly(self._calls.in_turn(post, _FIRST))
        if sent is not None:
            await self._upkeep.nudged(table.id, sent.id, ask)

    async def _quietly(self, call: Awaitable[discord.Message | None]) -> discord.Message | None:
        try:
            return await call
        except EXPECTED_FAULTS as fault:
            log.info("a reminder fails: %s", describe(fault))
            return None

    def _is_due(self, table: TableView, user: int, since: float) -> bool:
        unreachable = not self._hands.is_reachable(table.id, user)
        return unreachable or self._now() >= since + self._after
