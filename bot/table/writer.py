"""The one way in which a table is written.

Every act is one unit of work: load the table, check, move it on, settle its questions and
deadlines, save, commit. Only then is anybody told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TypeVar

from bot.engine.contract import AnyGame
from bot.logs import trail
from bot.meter import Meter
from bot.players.contract import AnyPolicy
from bot.store.database import Store
from bot.store.errors import BadState, StoreError
from bot.store.rows import LeaverRow, Status
from bot.store.unit import Unit
from bot.table import clock, match
from bot.table.model import Pace, Refused, Table, Why
from bot.table.moves import Moves, Step
from bot.table.shelf import Shelf

log = logging.getLogger(__name__)

T = TypeVar("T")

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 8


class Writer:
    """Runs units of work on tables, and stores what they make of one.

    Everything it needs is given to it; who asks people's questions of it is the service, who
    keeps time is the upkeep.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, AnyGame],
        policies: Mapping[str, Mapping[str, AnyPolicy]],
        house: Mapping[str, AnyPolicy],
        now: Callable[[], float],
        rng: Random,
        pace: Pace,
        notify: Callable[[str], None],
        meter: Meter | None = None,
    ) -> None:
        """`notify` is called with a table's id after each commit that concerns it.

        The `meter` is told how long AI players think.
        """
        self.store = store
        self.games = games
        self.shelf = Shelf(games)
        self.moves = Moves(policies=policies, house=house, now=now, rng=rng, meter=meter or Meter())
        self.now = now
        self.rng = rng
        self.pace = pace
        self.notify = notify

    def new_id(self) -> str:
        """A name for a new table that can be read aloud."""
        return "".join(self.rng.choices(_ID_LETTERS, k=_ID_LENGTH))

    async def write(self, table_id: str, work: Callable[[Unit], T]) -> T:
        """Run a unit of work and tell that it is done, also when the caller is cancelled.

        Raises Refused as `told` does.
        """

        async def write_and_notify() -> T:
            result = await self.told(table_id, self.store.write(work))
            self.notify(table_id)
            return result

        task = asyncio.ensure_future(write_and_notify())
        # A refusal that nobody waits for any more is no error of ours.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(task)

    async def told(self, table_id: str, answer: Awaitable[T]) -> T:
        """What the store answers. A failure changes nothing.

        Raises Refused: BUSY for the store's failures, BROKEN for ours.
        """
        try:
            return await answer
        except Refused:
            raise
        except Exception as error:
            log.error("table %s fails: %s", table_id, trail(error))
            raise Refused(Why.BUSY if is_stores(error) else Why.BROKEN) from None

    def save(self, unit: Unit, before: Table, step: Step) -> Table:
        """Settle and store a step: the next deal if everybody waits for it, events, results."""
        now, after, acts = self.now(), step.table, step.acts
        waited = before.between_deals and after.between_deals and after.present
        if waited and clock.everybody_ready(after):
            dealt = self.moves.deal(after)
            after, acts = dealt.table, acts + dealt.acts
        settled = clock.settle(before, after, step.moved, now, self.pace)
        self.shelf.save(unit, settled, was_rev=before.row.rev)
        self.shelf.append(unit, settled, acts, now)
        if step.left is not None and step.left.user_id is not None:
            unit.leavers.add(
                LeaverRow(
                    table_id=settled.row.id,
                    user_id=step.left.user_id,
                    seat=step.left.seat,
                    name=step.left.name,
                    at=now,
                )
            )
        if settled.row.status is Status.OVER and before.row.status is not Status.OVER:
            done = [act for act, _ in self.shelf.acts(unit, settled)]
            unit.results.add(match.results(settled, done, unit.leavers.of(settled.row.id), now))
        return settled


def is_stores(error: Exception) -> bool:
    """Whether the database is in trouble, and not the table."""
    return isinstance(error, StoreError) and not isinstance(error, BadState)
