"""What the conformance suite must be told of a game: the part of it that no contract can know."""

from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, Protocol

from bot.engine.cards import Card
from bot.engine.contract import Audience, Event
from bot.engine.seats import Seat


class Knowledge(Protocol):
    """Where the cards of a game are, who has seen them, and which tables to try."""

    def tables(self) -> dict[str, Any]:
        """The rules of every table to be tried, by name; the presets among them."""

    def cards(self, state: Any) -> list[Card]:
        """Every card of the deal, wherever it lies."""

    def dealt(self, state: Any) -> bool:
        """Whether there is a deal."""

    def secrets(self, state: Any) -> set[Card]:
        """The cards of which not everybody has seen a copy."""

    def may_see(self, state: Any, seat: Seat | None) -> set[Card]:
        """The cards a seat, or the public, has seen or holds."""

    def without_draw(self, value: Any) -> Any:
        """A state or view less what was shown and shuffled back: it may lie in a hand by chance."""

    def redeals(self, state: Any, seat: Seat | None, rng: Random) -> Any:
        """The state as it may be as well, for all that `seat` knows."""

    def left(self, state: Any) -> object:
        """What is left to do besides the seat's own choices."""

    def audience(self, state: Any, event: Event) -> Audience:
        """Who may be told of an event that led to this state; the deal itself left out."""

    def is_chance(self, event: Event) -> bool:
        """Whether an event tells of cards that chance has brought."""

    def card_lists(self) -> list[tuple[Card, ...]]:
        """Cards that an action may name, where it names several."""


def cards_in(value: Any) -> set[Card]:
    """Every card that stands anywhere in a value."""
    if isinstance(value, Card):
        return {value}
    if is_dataclass(value):
        return cards_in(tuple(getattr(value, field.name) for field in fields(value)))
    if isinstance(value, tuple | list):
        return {card for each in value for card in cards_in(each)}
    return set()
