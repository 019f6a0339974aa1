"""A question that is handed to an AI player who searches, while the table waits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.seats import Seat
from bot.players.contract import Searcher
from bot.store.rows import SeatRow, Status, TableRow


@dataclass(frozen=True, slots=True)
class Search:
    """Whose question it is, and all that the policy is given: a view, and luck as a seed."""

    table: str
    seat: Seat
    ask: int
    level: str
    policy: Searcher[Any, Any] = field(repr=False)
    view: Any = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: int = field(repr=False)

    def is_open(self, row: TableRow, seats: Sequence[SeatRow]) -> bool:
        """Whether the table still waits for this answer: it is stale if anything has moved on.

        A person may have come back to the seat, or to one beside it that has the say.
        """
        seat = seats[self.seat]
        by_policy = seat.user_id is None or seat.away
        waits = row.status is Status.PLAYING and seat.due_at is not None
        return waits and by_policy and seat.ask == self.ask
