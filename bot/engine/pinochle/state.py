"""The whole truth about a match of Pinochle. Only this package may look at it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.engine.cards import Card, Suit
from bot.engine.pinochle.melds import Laid, Scored
from bot.engine.pinochle.variants import Rules
from bot.engine.seats import Seat
from bot.engine.trick import Trick


class Phase(StrEnum):
    """What the match waits for."""

    DRAW = "draw"
    DEAL = "deal"
    PLAY = "play"
    MELD = "meld"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. After a deal it stays here until the next one is dealt.

    Per seat: `hands` (what is held, without what lies on the table), `laid`, `won` (tricks),
    `trick_points`, `points` (of a deal that is over) and `score`. `stock` is topmost first.
    `drawn` is the card drawn last, until the seat plays again: a help for the memory, and no part
    of what makes two states the same. `up_card` lies open until the last draw; `shown` is who drew
    the last card of the stock.
    What is hidden never shows in a repr.
    """

    rules: Rules
    phase: Phase
    score: tuple[int, ...] = (0, 0)
    deal: int = 0
    dealer: Seat | None = None
    draw: tuple[tuple[Seat, Card], ...] = ()
    hands: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    laid: tuple[tuple[Laid, ...], ...] = ((), ())
    stock: tuple[Card, ...] = field(default=(), repr=False)
    trump: Suit | None = None
    drawn: tuple[Card | None, ...] = field(default=(None, None), repr=False, compare=False)
    up_card: Card | None = None
    shown: tuple[Seat, Card] | None = None
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    melds: tuple[Scored, ...] = ()
    won: tuple[int, ...] = ()
    trick_points: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] | None = None

    @property
    def playing_off(self) -> bool:
        """Whether the stock is used up, so that cards are no longer drawn."""
        return self.deal > 0 and self.up_card is None

    def held(self, seat: Seat) -> tuple[Card, ...]:
        """All that a seat may play: from the table and from its hand."""
        return (*(each.card for each in self.laid[seat]), *self.hands[seat])


def with_nothing_drawn(value: dict[str, Any]) -> dict[str, Any]:
    """A state of version 1 in the form of version 2: which card was drawn last is not known."""
    return value | {"drawn": [None, None]}
