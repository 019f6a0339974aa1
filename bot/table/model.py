"""The words of the table service: a table, what is asked of it, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.engine.contract import CHANCE, Actor, AnyGame, Audience
from bot.engine.seats import Seat, Sides
from bot.store.rows import By as By
from bot.store.rows import SeatRow, TableRow, changed
from bot.store.rows import Status as Status


class Why(StrEnum):
    """Why a request is refused: the closed list. Sentences for people are in the texts."""

    NO_SUCH_TABLE = "no_such_table"
    NOT_SEATED = "not_seated"
    STALE = "stale"
    REPEAT = "repeat"
    NOT_LEGAL = "not_legal"
    NOT_HOST = "not_host"
    NOT_IN_LOBBY = "not_in_lobby"
    NOT_PLAYING = "not_playing"
    NOT_OVER = "not_over"
    TABLE_CLOSED = "table_closed"
    SUSPENDED = "suspended"
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    SEATS_RESERVED = "seats_reserved"
    SEAT_NOT_FREE = "seat_not_free"
    SAW_A_HAND = "saw_a_hand"
    NO_AI_SEAT = "no_ai_seat"
    SEATS_EMPTY = "seats_empty"
    UNKNOWN_LEVEL = "unknown_level"
    UNKNOWN_PRESET = "unknown_preset"
    RULES_DO_NOT_FIT = "rules_do_not_fit"
    TOO_MANY_TABLES = "too_many_tables"
    CHANNEL_FULL = "channel_full"
    NOTHING_SCORED = "nothing_scored"
    SET_ASIDE = "set_aside"
    NOT_AGREED = "not_agreed"
    NOT_INVITED = "not_invited"
    NOT_MANAGER = "not_manager"
    BAD_SETTING = "bad_setting"
    BAD_CLOCK = "bad_clock"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    TOO_MANY_SETS = "too_many_sets"
    NO_SUCH_SET = "no_such_set"
    OLD_SET = "old_set"
    NOT_SAVER = "not_saver"
    NO_OTHER_SIDE = "no_other_side"
    NOT_HERE = "not_here"
    NO_HINTS = "no_hints"
    NOT_CERTAIN = "not_certain"
    COACH_BUSY = "coach_busy"
    BUSY = "busy"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who presses: a Discord user, by id and by the name others see."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Press:
    """One request to change a table, told apart from every other by its interaction.

    `ask` is the question it answers (or the pause it ends); `code` is a game's code or a verb.
    `manager` says whether the person may manage the server, `channel` where they press, if that
    is a channel in which a table can be shown.
    """

    interaction: int
    table: str
    guild: int
    person: Person
    ask: int
    code: str = field(repr=False)
    manager: bool = False
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    turn: float = 90
    ai: float = 1.2
    think: float = 0.3
    next: float = 20
    nudge: float = 20
    lobby: float = 30 * 60
    abandoned: float = 24 * 3600
    reserved: float = 60
    grace: float = 30


@dataclass(frozen=True, slots=True)
class Claim:
    """That a seat was certain of the last `tricks` of a deal, and took them all at once."""

    deal: int
    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Options:
    """What a table has chosen for itself besides its rules, and what its state does not know.

    `set_name` is the saved set the rules came from. Without `strangers` only the `invited` may
    take a free seat. `ai_seconds` is how long AI players wait, if not as long as usual. `claims`
    are those of its match so far, in order, at most one a deal.
    """

    set_name: str = ""
    hints: bool = True
    strangers: bool = True
    invited: tuple[int, ...] = ()
    ai_seconds: float | None = None
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """An action that was taken, with who may learn of it; `seat` is None for chance."""

    seat: Seat | None
    action: Any = field(repr=False)
    audience: Audience
    by: By

    @property
    def actor(self) -> Actor:
        """Who took it, as the engine names them."""
        return CHANCE if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class Table:
    """One table as the service holds it while it works: its row, its seats, the game's state."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    rules: Any
    state: Any = field(default=None, repr=False)
    options: Options = Options()

    def seat_of(self, user: int) -> SeatRow | None:
        """The seat that person holds, if any."""
        return next((seat for seat in self.seats if seat.user_id == user), None)

    def with_row(self, **changes: Any) -> "Table":
        """The table with some fields of its row changed."""
        row = changed(self.row, **changes)
        return self if row is self.row else replace(self, row=row)

    def with_seat(self, seat: Seat, **changes: Any) -> "Table":
        """The table with some fields of one seat changed."""
        return replace(
            self,
            seats=tuple(changed(row, **changes) if row.seat == seat else row for row in self.seats),
        )

    @property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that people hold, away or not."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def present(self) -> tuple[SeatRow, ...]:
        """The seats of people who are not away."""
        return tuple(seat for seat in self.people if not seat.away)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats whose action the state waits for."""
        asked = () if self.state is None else self.game.to_act(self.state)
        return () if asked is CHANCE else asked

    @property
    def between_deals(self) -> bool:
        """Whether a deal has ended and the next one waits for the people to be ready."""
        if self.state is None or self.game.to_act(self.state) is not CHANCE:
            return False
        return self.game.deal_number(self.state) > 0


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """A seat as everybody sees it. `level` is the AI player's, `left` says it may be taken."""

    seat: Seat
    name: str
    user: int | None
    level: str | None
    away: bool
    ready: bool
    misses: int
    asked_at: float | None
    due_at: float | None
    left: bool
    reserved: bool

    @property
    def empty(self) -> bool:
        """Whether nobody sits here, neither a person nor an AI player."""
        return self.user is None and self.level is None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one person, or the public, may see it; all that a renderer is given.

    `view` is the game's view for `seat`, the public's where that is None, and None in the lobby.
    `ask` is the viewer's open question, `pause` the revision that Start, Next and Again name.
    `claim` is how many tricks are the viewer's for certain, if those are all that is left;
    `claimed` is how the deal in view ended, if by a claim.
    """

    id: str
    game: str
    preset: str
    rules: Any
    status: Status
    rev: int
    host: int
    guild: int
    channel: int
    clock: float
    holders: tuple[SeatHolder, ...]
    pause: int
    seat: Seat | None
    ask: int
    view: Any
    deal: int
    next_table: str | None = None
    options: Options = Options()
    sides: Sides = ()
    claim: int = 0
    claimed: Claim | None = None

    @property
    def partners(self) -> bool:
        """Whether some seats score together."""
        return any(len(side) > 1 for side in self.sides)

    @property
    def host_name(self) -> str:
        """The name of the host, if the host still holds a seat."""
        return next((holder.name for holder in self.holders if holder.user == self.host), "")

    @property
    def own(self) -> SeatHolder | None:
        """The viewer's own seat."""
        return None if self.seat is None else self.holders[self.seat]


@dataclass(frozen=True, slots=True)
class Display:
    """What Discord shows of a table, as far as we know: its public message and a reminder."""

    shown_rev: int
    message: int | None
    message_at: float | None
    message_deal: int
    nudge: int | None
    nudged_ask: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """A table as the public sees it, with what is displayed of it.

    `waiting` maps each person the table waits for to the question and when it was put.
    """

    table: TableView
    display: Display
    waiting: Mapping[int, tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one moment: for the public, and for some people by their ids."""

    board: Board
    hands: Mapping[int, TableView] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """A table to choose from: its id, its game, its channel, and a line that tells it apart."""

    table: str
    game: str
    channel: int
    text: str
    resting: bool = False


class Refused(Exception):
    """The request changes nothing, and why. `table` is what the person may see instead."""

    def __init__(self, why: Why, table: TableView | None = None, detail: str = "") -> None:
        """Keep the reason; `detail` names a misfit of rules, nothing secret."""
        super().__init__(why.value)
        self.why, self.table, self.detail = why, table, detail
