"""Redraws the private hands that nobody has pressed but in which something new is to be seen."""

import asyncio
import logging
from collections.abc import Callable, Hashable
from dataclasses import replace

from bot.logs import trail
from bot.store.errors import StoreError
from bot.table.model import Board, Refused, TableView, Why
from bot.table.queries import TableQueries
from bot.ui.calls import Calls
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.hands import Hands, Key, LiveHand
from bot.ui.render.panels import Panels

log = logging.getLogger(__name__)


class Pusher:
    """Brings live hands up to date, each by itself, so that none waits for another."""

    def __init__(
        self,
        calls: Calls,
        queries: TableQueries,
        panels: Panels,
        hands: Hands,
        notify: Callable[[str], None],
    ) -> None:
        """`notify` is told of a table at which a hand must be looked at once more."""
        self._calls = calls
        self._queries = queries
        self._panels = panels
        self._hands = hands
        self._notify = notify
        self._begun: set[asyncio.Task[None]] = set()
        self._queued: dict[Key, int] = {}

    @property
    def begun(self) -> frozenset[asyncio.Task[None]]:
        """The drawings that are under way."""
        return frozenset(self._begun)

    def push(self, board: Board) -> None:
        """Redraw the hands of a table for which that is worth while; nobody waits for it."""
        table = board.table
        seated = {holder.user for holder in table.holders if holder.user is not None}
        for user in seated | self._hands.seen_by(table.id):
            key = (table.id, user)
            if not self._hands.is_reachable(*key) or self._shows(key, table.rev):
                continue
            # A drawing that has not begun yet will show what is new now.
            has_begun = key not in self._queued
            self._queued[key] = table.rev
            if has_begun:
                task = asyncio.create_task(self._push(key))
                self._begun.add(task)
                task.add_done_callback(self._ended)

    def _shows(self, key: Key, rev: int) -> bool:
        hand = self._hands.live(*key)
        return hand is not None and hand.shows(rev)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._begun.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("pushing a hand fails: %s", trail(error))

    async def _push(self, key: Key) -> None:
        """Redraw one hand as it is now, unless it shows that already."""
        try:
            async with self._hands.drawing(*key):
                rev = self._queued.pop(key)
                hand = self._hands.live(*key)
                if hand is not None and not hand.shows(rev):
                    await self._bring_up_to_date(key, hand)
        except StoreError as fault:
            log.warning("a hand at table %s cannot be read: %s", key[0], describe(fault))

    async def _bring_up_to_date(self, key: Key, hand: LiveHand) -> None:
        table = await self._queries.hand(*key)
        if table is None:
            await self._take_away(key, hand)
        elif (occasion := self._panels.occasion(table)) != hand.occasion:
            await self._draw(key, hand, table, occasion)
        else:
            self._hands.remember(*key, replace(hand, rev=table.rev))

    async def _take_away(self, key: Key, hand: LiveHand) -> None:
        """Show the cards no longer to whoever has left the table."""
        self._hands.forget(*key)
        panel = self._panels.message(self._panels.refusal(Refused(Why.NOT_SEATED)))
        try:
            await self._calls.edit_with(hand.token, hand.message, panel)
        except EXPECTED_FAULTS as fault:
            log.info("a hand at table %s cannot be taken away: %s", key[0], describe(fault))

    async def _draw(self, key: Key, hand: LiveHand, table: TableView, occasion: Hashable) -> None:
        try:
            await self._calls.edit_with(hand.token, hand.message, self._panels.hand(table))
        except EXPECTED_FAULTS as fault:
            log.info("a hand at table %s cannot be pushed: %s", key[0], describe(fault))
            if self._hands.live(*key) is hand:
                self._hands.forget(*key)
            self._notify(key[0])
            return
        newest = self._hands.live(*key)
        if newest is hand:
            self._hands.remember(*key, replace(hand, occasion=occasion, rev=table.rev))
        elif newest is not None:
            # An answer was on its way as well, and which came last nobody knows.
            self._hands.remember(*key, replace(newest, occasion=None))
            self._notify(key[0])
