"""What happened in a match of Pinochle, each with the seats that may be told of it."""

from dataclasses import dataclass, field

from bot.engine.cards import Card
from bot.engine.contract import Event
from bot.engine.pinochle.melds import MeldName
from bot.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick was complete and went to a seat; `last` says that it was the last of the deal."""

    seat: Seat
    last: bool


@dataclass(frozen=True, slots=True)
class Melded(Event):
    """Something scored besides tricks."""

    seat: Seat
    name: MeldName
    points: int


@dataclass(frozen=True, slots=True)
class DrewOn(Event):
    """The winner of a trick laid nothing more down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew a card, which nobody else sees unless it lay open."""

    seat: Seat
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A deal ended with these points, seat by seat."""

    points: tuple[int, ...]
