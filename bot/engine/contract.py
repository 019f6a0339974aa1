"""What a game is to the rest of the program.

A game is a pure state machine: `apply` turns a state, a seat and an action into the next state
and the events that happened, and `view` says what one seat may know. The deal is an action too,
taken by chance, so a match is nothing but its actions. Nothing here knows who sits where, what
time it is, or how anything looks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, Literal, Protocol, TypeVar

from bot.engine.cards import Card
from bot.engine.seats import Seat, Sides


class Chance(Enum):
    """The actor who shuffles: not a seat, but asked like one."""

    CHANCE = "chance"


CHANCE: Final = Chance.CHANCE
Actor = Seat | Literal[Chance.CHANCE]
"""Who takes an action: a seat or chance."""

Asked = tuple[Seat, ...] | Literal[Chance.CHANCE]
"""Whom a state waits for; the empty tuple once the match is over."""

Audience = tuple[Seat, ...] | None
"""Who may be told of an event: these seats only, or None for everybody."""


Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON object of a value of one version into that of the next."""


class Reason(StrEnum):
    """Why an action is illegal: the closed list, in the words of a rule book."""

    NOT_YOUR_TURN = "not this seat's turn"
    NOT_NOW = "not what is asked now"
    NOT_HELD = "that card is not in the hand"
    MUST_FOLLOW = "the led suit must be followed"
    TRUMP_NOT_BROKEN = "trump is not broken yet"
    JOKER_LOCKED = "a joker may not be played before trump is broken"
    MUST_LEAD_TWO_OF_CLUBS = "the two of clubs must be led first"
    JOKER_NOT_OFFERED = "a joker may not be offered"
    TRUMP_PROTECTED = "trump is protected from plucks"
    NO_VULNERABILITY = "that seat owes no pluck"
    SUIT_NOT_DUE = "no suit is to be named here"
    SUIT_DUE = "a suit must be named here"
    WRONG_PACK = "the deck is not the pack of these rules"
    MUST_TRUMP = "a void seat must play trump"
    MUST_BEAT = "a higher trump must be played"
    NOT_A_MELD = "these cards make no meld"
    SERVED_ALREADY = "a card has served in such a meld already"
    NEEDS_A_NEW_CARD = "at least one card must come from the hand"
    NO_NINE = "there is no nine of trump in the hand"
    TURN_UP_IS_NINE = "the turn-up is a nine itself"
    DEALER_NOT_DUE = "that dealer is not due"
    MATCH_OVER = "the match is over"
    UNFINISHED = "unfinished"


class IllegalAction(Exception):
    """An action that the rules refuse, with the reason; the state is as it was."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason; its value is no sentence for players."""
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and who may know of it. Games add their own kinds."""

    audience: Audience


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, side by side: final scores, places from 1, and who has won."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """What a point of the rules may become, and why it may not, given all the others."""

    value: str
    misfit: StrEnum | None


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A point of the rules that a table may change, as it is; numbers have no alternatives."""

    key: str
    value: str
    alternatives: tuple[Alternative, ...] = ()


class RulesMisfit(Exception):
    """A change of the rules that does not fit, with the reason."""

    def __init__(self, misfit: StrEnum) -> None:
        """Keep the reason; its value is no sentence for players."""
        super().__init__(misfit.value)
        self.misfit = misfit


R = TypeVar("R")
S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", covariant=True)


class Game(Protocol[R, S, A, V]):
    """A game's rules R, state S, actions A and views V, and the functions between them.

    `ranked` names the counters of `tally` by which a leaderboard may rank. `longest_match` is the
    largest length (a target, or a number of rounds) that a table may choose.
    `action_type` is the union of the action dataclasses, `seat_action_type` of those that seats
    take. Each has a `type` tag and is, field by field, the record's form of itself, so one codec
    serves the store and the record. `upcasts[n]` brings the JSON object of a state of version n up
    to version n + 1; those up to `state_version` let what was stored long ago be read.
    """

    key: str
    name: str
    presets: Mapping[str, R]
    ranked: tuple[str, ...]
    longest_match: int
    rules_type: Any
    state_type: Any
    action_type: Any
    seat_action_type: Any
    state_version: int
    upcasts: Mapping[int, Upcast]

    def check(self, rules: R) -> StrEnum | None:
        """Why these rules do not fit together; None if they do."""

    def house_rules(self, rules: R) -> tuple[HouseRule, ...]:
        """Every point of the rules that a table may change, and what it may become."""

    def with_house_rule(self, rules: R, key: str, value: str) -> R:
        """The rules with one point changed. Raises RulesMisfit where they would not fit."""

    def sides(self, rules: R) -> Sides:
        """The seats that score together."""

    def pack(self, rules: R) -> tuple[Card, ...]:
        """The cards of the game, in the order of a new pack."""

    def setup(self, rules: R) -> S:
        """The state before anything has been dealt. The rules must fit together."""

    def to_act(self, state: S) -> Asked:
        """Whom the state waits for; several seats when any of them may act."""

    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Every action the seat may take now; empty unless it is asked."""

    def apply(self, state: S, actor: Actor, action: A) -> tuple[S, tuple[Event, ...]]:
        """The next state and what happened, the action itself first.

        Raises IllegalAction; nothing has happened then.
        """

    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat may know, its legal actions included; None asks for the public."""

    def claim(self, view: Any) -> tuple[A, ...]:
        """The actions with which the seat of a view takes all that is left of a deal, in order.

        () unless that is certain, whatever the seat cannot see and whatever the others do.
        """

    def question(self, state: S, seat: Seat) -> object:
        """What the seat is being asked, to be compared: equal while its answer still fits."""

    def code(self, action: A) -> str:
        """A short text for a button, unique among the legal actions: `p.QS`."""

    def shuffled(self, state: S, order: tuple[Card, ...]) -> A:
        """The action of chance that is due, made from a shuffled `pack`."""

    def recorded_deal(self, state: S, dealer: Seat, deck: tuple[Card, ...]) -> tuple[A, ...]:
        """The actions of chance that bring a recorded deal about, after checking that it is due.

        Raises IllegalAction if another deal, or none, is due.
        """

    def deck_of(self, action: A) -> tuple[Card, ...] | None:
        """The deck of an action that deals, None for any other action."""

    def dealer(self, state: S) -> Seat | None:
        """Who deals, or has dealt, the current deal; None before it is decided."""

    def deal_number(self, state: S) -> int:
        """How many deals have been dealt so far, the current one included."""

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it runs."""

    def report(self, states: Sequence[S]) -> dict[str, Any]:
        """What `replay --json` prints, from the last state of each deal."""

    def tally(self, rules: R, events: Sequence[Event]) -> tuple[dict[str, int], ...]:
        """For each seat, named counters for the statistics, from all events of a match."""


AnyGame = Game[Any, Any, Any, Any]
"""A game of whatever kind, as the table service sees it."""
