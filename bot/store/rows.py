"""The rows of the database as plain values, and the answers of its queries.

Every time is UTC epoch seconds, every duration seconds, every Discord id (a snowflake) an int.
What may show a hand (`state`, `action`) is left out of every `repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

R = TypeVar("R")


def values_of(row: Any) -> dict[str, Any]:
    """The fields of a row by name, as a statement takes them. Rows hold nothing nested."""
    return {name: getattr(row, name) for name in row.__slots__}


def changed(row: R, **changes: Any) -> R:
    """The row with some fields changed; itself where they are so already."""
    if all(getattr(row, name) == value for name, value in changes.items()):
        return row
    return type(row)(**values_of(row) | changes)


class Status(StrEnum):
    """Where a table stands; the first four are open, the last three are the end of it."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    SUSPENDED = "suspended"
    OVER = "over"
    VOID = "void"
    SET_ASIDE = "set_aside"


OPEN_STATUSES = frozenset({Status.LOBBY, Status.PLAYING, Status.PAUSED, Status.SUSPENDED})
MATCH_STATUSES = OPEN_STATUSES - {Status.LOBBY}
"""Those of a match that goes on; a lobby, too, may be suspended."""


class By(StrEnum):
    """Who chose an action: a person, an AI seat, the house for somebody late, or the cards."""

    PLAYER = "player"
    AI = "ai"
    TIMEOUT = "timeout"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One table.

    The fields under "display" say what Discord shows; they are written by their own methods,
    never by `Tables.save`, because they change without the table moving.
    """

    id: str
    game: str
    preset: str
    rules: str  # JSON
    state_version: int
    guild_id: int
    channel_id: int
    host_id: int
    opened_by: str  # the name of the person who opened the table
    clock_seconds: float
    status: Status
    rev: int
    created_at: float
    state: str | None = field(default=None, repr=False)  # JSON; None in the lobby
    pause_rev: int | None = None  # revision of the pause between two deals
    deadline_at: float | None = None  # the earliest of the table's timers
    previous_id: str | None = None
    next_id: str | None = None
    ended_at: float | None = None
    options: str = "{}"  # JSON
    # display
    shown_rev: int = 0
    message_id: int | None = None
    message_at: float | None = None
    message_deal: int = 0  # the deal that message shows; 0 for the lobby
    nudge_message_id: int | None = None
    nudged_ask: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSetRow:
    """Rules that a server has saved under a name."""

    guild_id: int
    name: str
    game: str
    preset: str  # the one they were made from
    rules: str  # JSON
    saved_by: int
    saver: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """One seat of a table: who holds it, what it is being asked, and until when."""

    table_id: str
    seat: int
    name: str = ""
    user_id: int | None = None
    policy: str | None = None
    ask: int | None = None  # the revision at which this seat's question was put
    asked_at: float | None = None
    due_at: float | None = None
    misses: int = 0
    ready: bool = False
    away: bool = False
    left_by: int | None = None  # who left the running match at this seat
    deals_held: int = 0
    reserved_for: int | None = None
    reserved_until: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaverRow:
    """Somebody who left a running match, and so has lost it."""

    table_id: str
    user_id: int
    seat: int
    name: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An action to be appended to a table's events; the store gives it its number."""

    seat: int | None  # None for chance
    action: str = field(repr=False)  # JSON, in the record's form
    audience: str | None  # JSON; None for everybody
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """One action of a match, as it was stored; `seq` counts from 0 without gaps."""

    table_id: str
    seq: int
    rev: int
    seat: int | None
    action: str = field(repr=False)
    audience: str | None
    by: By
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PressRow:
    """An interaction that has been acted on, and the revision it made."""

    interaction_id: int
    table_id: str
    rev: int
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """How one person, or one AI seat (`user_id` None), came out of a finished match."""

    table_id: str
    seat: int
    user_id: int | None
    name: str
    guild_id: int
    game: str
    preset: str
    points: int
    place: int
    won: bool
    people: int  # how many people the match began with
    deals: int
    at: float
    stats: Mapping[str, int] = field(default_factory=dict)  # named counters


class SortBy(StrEnum):
    """What a leaderboard ranks by; COUNTER is the sum of one named counter of `stats`."""

    WINS = "wins"
    POINTS = "points"
    WIN_RATE = "win_rate"
    COUNTER = "counter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of a leaderboard; equal values share a `rank` (1, 2, 2, 4)."""

    rank: int
    user_id: int
    name: str  # the newest we know in that server
    matches: int
    wins: int
    points: int
    win_rate: float  # 0..1
    stats: Mapping[str, int]  # every counter, summed


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """A page of standings, how many there are in all, and one's own row wherever it stands."""

    page: tuple[Standing, ...]
    total: int
    own: Standing | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Somebody's finished matches of one kind, summed."""

    matches: int = 0
    wins: int = 0
    points: int = 0
    deals: int = 0
    stats: Mapping[str, int] = field(default_factory=dict)

    @property
    def average_points(self) -> float:
        """Points a match; 0 where there was none."""
        return self.points / self.matches if self.matches else 0.0

    @property
    def win_rate(self) -> float:
        """The part of the matches that was won, 0..1; 0 where there was none."""
        return self.wins / self.matches if self.matches else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStats:
    """One person in one server; practice is a match begun by one person against AI players."""

    user_id: int
    name: str | None  # None for somebody who never finished a match here
    with_people: Tally
    practice: Tally
