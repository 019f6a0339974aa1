"""What happened in a match of Pluck, each with the seats that may be told of it."""

from dataclasses import dataclass

from bot.engine.cards import Card, Suit
from bot.engine.contract import Event
from bot.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """The draw for the first deal was made."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards were dealt."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class Plucked(Event):
    """One seat plucked another. Only the two learn which cards went."""

    plucker: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """The caller named trump."""

    caller: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was played to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick was complete and went to a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A deal ended. `quotas`, `balance` and `points` are per side; `boston` is a side or None."""

    caller: Seat
    quotas: tuple[int, ...]
    balance: tuple[int, ...]
    points: tuple[int, ...]
    boston: int | None


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match ended with these winning sides."""

    winners: tuple[int, ...]
