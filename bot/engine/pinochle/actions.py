"""The actions of Pinochle: those of chance and those of seats (rules 5).

Field by field they are the record's form of themselves.
"""

from dataclasses import dataclass, field
from typing import Literal

from bot.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance decides who deals first."""

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


@dataclass(frozen=True, slots=True)
class Dix:
    """The winner of a trick exchanges a nine of trump for the turn-up, or shows it."""

    exchange: bool
    type: Literal["dix"] = "dix"


@dataclass(frozen=True, slots=True)
class Meld:
    """The winner of a trick lays these cards down, or none, and both draw."""

    cards: tuple[Card, ...]
    type: Literal["meld"] = "meld"


ChanceAction = Draw | Deal
SeatAction = Play | Dix | Meld
Action = ChanceAction | SeatAction

DRAW_ON = Meld(())


def code(action: Action) -> str:
    """The action as a button names it: `p.AS`, `d.x`, `d.s`, `m.QSJD`, `m.none`."""
    match action:
        case Play(card):
            return f"p.{card}"
        case Dix(exchange):
            return "d.x" if exchange else "d.s"
        case Meld(()):
            return "m.none"
        case Meld(cards):
            return "m." + "".join(cards)
        case Draw() | Deal():
            return action.type
