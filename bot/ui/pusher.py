"""Redraws the private hands that nobody has pressed but in which something new is to be seen."""

import logging
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace

from bot.background import Background
from bot.table.model import Refused, TableView, Why
from bot.ui.calls import Calls
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.hands import Hands, Key, LiveHand
from bot.ui.precedence import Precedence
from bot.ui.render.panels import Panels

log = logging.getLogger(__name__)


class Pusher:
    """Brings live hands up to date, each by itself, so that none waits for another."""

    def __init__(
        self,
        calls: Calls,
        panels: Panels,
        hands: Hands,
        precedence: Precedence,
        notify: Callable[[str], None],
    ) -> None:
        """`notify` is told of a table at which a hand must be looked at once more."""
        self._calls = calls
        self._panels = panels
        self._hands = hands
        self._precedence = precedence
        self._notify = notify
        self._begun = Background(log, "pushing a hand")
        self._queued: dict[Key, TableView] = {}

    def push(self, hands: Mapping[int, TableView]) -> None:
        """Redraw the hands of these people, who are shown something else; nobody waits for it."""
        for user, view in hands.items():
            key = (view.id, user)
            has_task = key in self._queued
            self._queued[key] = view
            if not has_task:
                self._begun.begin(self._push(key))

    async def close(self) -> None:
        """Give up the drawings that are under way."""
        await self._begun.stop()

    async def _push(self, key: Key) -> None:
        """Redraw one hand as the table was seen last, unless it shows that already."""
        await self._precedence.after_presses()
        async with self._hands.drawing(*key):
            table, hand = self._queued.pop(key), self._hands.live(*key)
            if hand is None or hand.shows >= table.rev:
                return
            occasion = self._panels.occasion(table)
            if table.seat is None:
                await self._take_away(key, hand)
            elif occasion != hand.occasion:
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
