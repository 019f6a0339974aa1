"""The coach at the table: what to do now, and what could have been done better.

It is given what a seat may know, or could know then, and nothing else; it changes nothing.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.engine.contract import AnyGame
from bot.engine.seats import Seat
from bot.players.advice import Advice, AnyAdviser, Appraisal, advise_within, appraise_within
from bot.players.pool import Pool, WorkerDied, WorkFailed
from bot.store.database import Store
from bot.store.errors import BadState
from bot.store.rows import By
from bot.store.unit import Unit
from bot.table import match
from bot.table.model import Refused, Table, TableView, Why
from bot.table.shelf import Shelf
from bot.table.views import view_of

log = logging.getLogger(__name__)

HINT, PATIENCE = 0.4, 1.2
"""For how many seconds a hint is searched, and after how many it is given without a search."""
CHOICE = 0.3
"""For how many seconds each choice of a deal is gone through."""
REVIEW = 8.0
"""For how many seconds a deal is gone through; what is left then is left out."""
REVIEWS = 2
"""How many deals are gone through at once."""

_NO_RESULT = (TimeoutError, WorkerDied, WorkFailed)


@dataclass(frozen=True, slots=True)
class Choice:
    """A moment at which a person had a choice: what their seat could see, and what it did."""

    view: Any = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    action: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Review:
    """A scored deal, how many choices a person had in it, and those that were gone through."""

    table: TableView
    choices: int
    appraisals: tuple[Appraisal, ...]


class Coaching:
    """Gives hints and reviews. The thinking is done in the pool, a moment at a time."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        advisers: Mapping[str, AnyAdviser],
        pool: Pool,
    ) -> None:
        """`advisers` are the coaches by game; at other games there is neither hint nor review."""
        self._store = store
        self._shelf = Shelf(games)
        self._advisers = advisers
        self._pool = pool
        self._reviewing: set[int] = set()

    async def hint(self, table: TableView) -> Advice:
        """What the viewer might do who is asked something; the same for the same question.

        Raises Refused: NO_HINTS, or STALE for somebody who is not asked.
        """
        adviser = self._advisers.get(table.game)
        if adviser is None or not table.options.hints:
            raise Refused(Why.NO_HINTS, table)
        if not table.ask:
            raise Refused(Why.STALE, table)
        luck = Random(f"{table.id} {table.ask}")
        view, legal = table.view, table.view.legal
        try:
            return await self._pool.run(
                advise_within,
                HINT,
                adviser,
                view,
                legal,
                luck.getrandbits(64),
                limit=PATIENCE,
                brief=True,
            )
        except _NO_RESULT as fault:
            log.warning("table %s: a hint without a search: %s", table.id, type(fault).__name__)
            return adviser.at_once(view, legal, luck)

    async def review(self, table_id: str, guild: int, user: int, deal: int) -> Review:
        """What a person chose in a scored deal, gone through with what they could know then.

        Only what they chose themselves counts, in the seat they hold now. Raises Refused:
        NO_SUCH_TABLE, NOT_SEATED, NOTHING_SCORED, NO_HINTS, or COACH_BUSY.
        """
        if user in self._reviewing or len(self._reviewing) >= REVIEWS:
            raise Refused(Why.COACH_BUSY)
        self._reviewing.add(user)
        try:
            table, choices = await self._store.read(
                lambda unit: self._choices(unit, table_id, guild, user, deal)
            )
            return Review(table, len(choices), await self._appraise(table, choices))
        finally:
            self._reviewing.discard(user)

    async def _appraise(
        self, table: TableView, choices: Collection[Choice]
    ) -> tuple[Appraisal, ...]:
        """What has become of the choices, one after the other, as far as there is time."""
        adviser, luck = self._advisers[table.game], Random(f"{table.id} {table.deal}")
        loop, found = asyncio.get_running_loop(), list[Appraisal]()
        end = loop.time() + REVIEW
        for choice in choices:
            if (left := end - loop.time()) <= 0:
                break
            try:
                appraisal = await self._pool.run(
                    appraise_within,
                    CHOICE,
                    adviser,
                    choice.view,
                    choice.legal,
                    choice.action,
                    luck.getrandbits(64),
                    limit=left,
                    brief=True,
                )
            except _NO_RESULT as fault:
                log.warning("table %s: a choice is left out: %s", table.id, type(fault).__name__)
            else:
                found.append(appraisal)
        return tuple(found)

    def _choices(
        self, unit: Unit, table_id: str, guild: int, user: int, deal: int
    ) -> tuple[TableView, tuple[Choice, ...]]:
        """The table when the deal was scored, and what the person had chosen until then."""
        try:
            table = self._shelf.load(unit, table_id)
        except BadState:
            raise Refused(Why.BROKEN) from None
        if table is None or table.row.guild_id != guild:
            raise Refused(Why.NO_SUCH_TABLE)
        if table.game.key not in self._advisers:
            raise Refused(Why.NO_HINTS)
        seat = table.seat_of(user)
        if seat is None:
            raise Refused(Why.NOT_SEATED)
        if table.state is None or not 1 <= deal <= match.deals_scored(table):
            raise Refused(Why.NOTHING_SCORED)
        timed = list(self._shelf.acts(unit, table))
        acts = [act for act, _ in timed]
        since = _held_since(unit, table, seat.seat, user)
        choices = []
        for state, place in match.choices(table, acts, deal):
            act, at = timed[place]
            legal = () if act.seat != seat.seat else table.game.legal(state, seat.seat)
            if len(legal) > 1 and act.by is By.PLAYER and at > since:
                choices.append(Choice(table.game.view(state, seat.seat), legal, act.action))
        scored = view_of(table, user, state=match.state_after_deal(table, acts, deal))
        return scored, tuple(choices)


def _held_since(unit: Unit, table: Table, seat: Seat, user: int) -> float:
    """Since when nobody else has been able to play in a seat: somebody else may have left it."""
    left = [
        leaver.at
        for leaver in unit.leavers.of(table.row.id)
        if leaver.seat == seat and leaver.user_id != user
    ]
    return max(left, default=0.0)
