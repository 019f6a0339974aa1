"""What happened in a match of Pluck, each with the seats that may be told of it."""

from dataclasses import dataclass

from bot.engine.cards import Suit
from bot.engine.contract import Event
from bot.engine.seats import Seat


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
