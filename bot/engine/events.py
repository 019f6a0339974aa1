"""What happens in every game of tricks, each with the seats that may be told of it."""

from dataclasses import dataclass

from bot.engine.cards import Card
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
class CardPlayed(Event):
    """A card was played to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match ended with these winning sides."""

    winners: tuple[int, ...]
