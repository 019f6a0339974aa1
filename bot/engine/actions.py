"""Actions of every game of tricks: those of chance, and playing a card.

Field by field they are the record's form of themselves.
"""

from dataclasses import dataclass, field
from typing import Literal

from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance decides who deals first, where cards are drawn for it."""

    order: tuple[Card, ...] = field(repr=False)
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals; `order` is the order in which the cards leave the pack."""

    order: tuple[Card, ...] = field(repr=False)
    type: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card to the trick."""

    card: Card
    type: Literal["play"] = "play"
