"""What seats and chance may do in Pluck. Field by field these are the record's actions.

What is face down at the table never shows in a repr.
"""

from dataclasses import dataclass, field
from typing import Literal

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, Suit
from bot.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Pluck:
    """A seat offers a card to a target for its highest of that suit, or, by mercy, of `suit`."""

    card: Card = field(repr=False)
    target: Seat
    suit: Suit | None = None
    type: Literal["pluck"] = "pluck"


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The caller names the trump suit."""

    suit: Suit
    type: Literal["trump"] = "trump"


ChanceAction = Draw | Deal
SeatAction = Pluck | NameTrump | Play
Action = ChanceAction | SeatAction


def code(action: Action) -> str:
    """The action as a button names it: `p.QS`, `t.S`, `k.4H.2`, by mercy `k.4H.2.D`."""
    match action:
        case Play(card):
            return f"p.{card}"
        case NameTrump(suit):
            return f"t.{suit}"
        case Pluck(card, target, None):
            return f"k.{card}.{target}"
        case Pluck(card, target, suit):
            return f"k.{card}.{target}.{suit}"
        case Draw() | Deal():
            return action.type
