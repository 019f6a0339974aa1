"""The private hands that can still be redrawn by themselves: where they are, what they show.

A hand can be pushed to with the newest token that made or updated that very message, while the
token is young. All of this may vanish: a hand that is not known heals when it is pressed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

TOKEN_LIFE = 14 * 60
"""For how many seconds a token is used; Discord lets it live for 15 minutes."""

Key = tuple[str, int]
"""A table and a person."""


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A private message that shows a hand, and the token with which it can be edited."""

    token: str = field(repr=False)
    message: int
    issued_at: float
    occasion: Hashable = field(repr=False)


class Hands:
    """The newest hand of each person at each table."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Know no hand yet."""
        self._now = now
        self._live: dict[Key, LiveHand] = {}
        self._answering: dict[Key, int] = {}
        self._quiet = asyncio.Condition()
        self._locks = WeakValueDictionary[Key, asyncio.Lock]()

    def live(self, table: str, user: int) -> LiveHand | None:
        """The hand that can be pushed to, if there is one."""
        hand = self._live.get((table, user))
        if hand is not None and self._now() - hand.issued_at >= TOKEN_LIFE:
            self.forget(table, user)
            return None
        return hand

    def is_reachable(self, table: str, user: int) -> bool:
        """Whether this person sees, or is just being shown, what we draw."""
        return (table, user) in self._answering or self.live(table, user) is not None

    def seen_by(self, table: str) -> frozenset[int]:
        """The people who may have a hand of this table before them."""
        return frozenset(user for of, user in self._live if of == table)

    def remember(self, table: str, user: int, hand: LiveHand) -> None:
        """Note that this message now shows the hand, and no other one any more."""
        for key, other in list(self._live.items()):
            if other.message == hand.message or self._is_old(key):
                del self._live[key]
        self._live[table, user] = hand

    def forget(self, table: str, user: int) -> None:
        """Note that the hand can no longer be pushed to."""
        self._live.pop((table, user), None)

    @asynccontextmanager
    async def answering(self, table: str, user: int) -> AsyncIterator[None]:
        """While a press of this person is answered, nothing else draws this hand."""
        key = (table, user)
        self._answering[key] = self._answering.get(key, 0) + 1
        try:
            yield
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
            async with self._quiet:
                self._quiet.notify_all()

    @asynccontextmanager
    async def drawing(self, table: str, user: int) -> AsyncIterator[None]:
        """Draw a hand by oneself: one at a time, and not while a press is being answered."""
        key = (table, user)
        async with self._locks.setdefault(key, asyncio.Lock()):
            async with self._quiet:
                await self._quiet.wait_for(lambda: key not in self._answering)
            yield

    def _is_old(self, key: Key) -> bool:
        return self._now() - self._live[key].issued_at >= TOKEN_LIFE
