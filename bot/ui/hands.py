"""The private hands that can still be redrawn by themselves: where they are, what they show.

A hand can be pushed to with the newest token that made or updated that very message, while the
token is young. All of this may vanish: a hand that is not known heals when it is pressed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from weakref import WeakValueDictionary

TOKEN_LIFE = 14 * 60
"""For how many seconds a token is used; Discord lets it live for 15 minutes."""

Key = tuple[str, int]
"""A table and a person."""


@dataclass(frozen=True, slots=True)
class LiveHand:
    """A private message that shows a hand, and the token with which it can be edited.

    `occasion` is what the hand was drawn for, None if that is not known; it was still the same at
    the revision `rev` of its table. `channel` is where it was pressed.
    """

    token: str = field(repr=False)
    message: int
    issued_at: float
    occasion: Hashable = field(repr=False)
    channel: int = 0
    rev: int = 0

    @property
    def shows(self) -> int:
        """The last revision of which it shows all that matters; -1 if that is not known."""
        return -1 if self.occasion is None else self.rev


@dataclass(slots=True)
class _Answers:
    """Presses of one person that are being answered."""

    count: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Hands:
    """The newest hand of each person at each table."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Know no hand yet."""
        self._now = now
        self._live: dict[str, dict[int, LiveHand]] = {}
        self._by_message: dict[int, Key] = {}  # in the order in which the tokens were issued
        self._answering: dict[Key, _Answers] = {}
        self._locks = WeakValueDictionary[Key, asyncio.Lock]()

    def __len__(self) -> int:
        """How many hands are kept in mind."""
        return len(self._by_message)

    def live(self, table: str, user: int) -> LiveHand | None:
        """The hand that can be pushed to, if there is one."""
        hand = self._live.get(table, {}).get(user)
        if hand is not None and self._is_old(hand):
            self.forget(table, user)
            return None
        return hand

    def newest(self, table: str, channel: int) -> LiveHand | None:
        """The hand with the youngest token that was given in this channel, if there is one."""
        live = [self.live(table, user) for user in self.seen_by(table)]
        here = [hand for hand in live if hand is not None and hand.channel == channel]
        return max(here, key=lambda hand: hand.issued_at, default=None)

    def is_reachable(self, table: str, user: int) -> bool:
        """Whether this person sees, or is just being shown, what we draw."""
        return (table, user) in self._answering or self.live(table, user) is not None

    def shown(self, table: str) -> dict[int, int]:
        """Which revision each person's hand that can be pushed to shows."""
        live = {user: self.live(table, user) for user in self.seen_by(table)}
        return {user: hand.shows for user, hand in live.items() if hand is not None}

    def seen_by(self, table: str) -> frozenset[int]:
        """The people who may have a hand of this table before them."""
        return frozenset(self._live.get(table, ()))

    def remember(self, table: str, user: int, hand: LiveHand) -> None:
        """Note that this message now shows the hand, and no other one any more."""
        self._drop_old()
        before = self.live(table, user)
        if before is not None and replace(before, occasion=hand.occasion, rev=hand.rev) == hand:
            self._live[table][user] = hand  # drawn anew with the token it had
            return
        if hand.message in self._by_message:
            self.forget(*self._by_message[hand.message])
        self.forget(table, user)
        self._live.setdefault(table, {})[user] = hand
        self._by_message[hand.message] = (table, user)

    def forget(self, table: str, user: int) -> None:
        """Note that the hand can no longer be pushed to."""
        people = self._live.get(table, {})
        hand = people.pop(user, None)
        if hand is not None:
            del self._by_message[hand.message]
        if not people:
            self._live.pop(table, None)

    @asynccontextmanager
    async def answering(self, table: str, user: int) -> AsyncIterator[None]:
        """While a press of this person is answered, nothing else draws this hand."""
        key = (table, user)
        answers = self._answering.setdefault(key, _Answers())
        answers.count += 1
        try:
            yield
        finally:
            answers.count -= 1
            if not answers.count:
                del self._answering[key]
                answers.over.set()

    @asynccontextmanager
    async def drawing(self, table: str, user: int) -> AsyncIterator[None]:
        """Draw a hand by oneself: one at a time, and not while a press is being answered."""
        key = (table, user)
        async with self._locks.setdefault(key, asyncio.Lock()):
            while answers := self._answering.get(key):
                await answers.over.wait()
            yield

    def _drop_old(self) -> None:
        while self._by_message:
            table, user = next(iter(self._by_message.values()))
            if not self._is_old(self._live[table][user]):
                break
            self.forget(table, user)

    def _is_old(self, hand: LiveHand) -> bool:
        return self._now() - hand.issued_at >= TOKEN_LIFE
