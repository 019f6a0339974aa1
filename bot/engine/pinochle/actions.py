"""The actions of Pinochle: those of chance and those of seats (rules 5).

Field by field they are the record's form of themselves.
"""

from dataclasses import dataclass
from typing import Literal

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card


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
