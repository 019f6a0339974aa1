"""The whole truth about a match of Pluck. Only this package may look at it."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.cards import Card, Suit
from bot.engine.pluck.variants import Rules
from bot.engine.seats import Seat
from bot.engine.trick import Trick


class Phase(StrEnum):
    """What the match waits for."""

    DRAW = "draw"
    DEAL = "deal"
    PLUCK = "pluck"
    TRUMP = "trump"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A pluck that was made: what was given and what came back.

    The same card twice where nothing changed hands.
    """

    plucker: Seat
    target: Seat
    given: Card
    returned: Card


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. After a deal its cards stay here until the next one is dealt.

    Per seat: `hands`, `won` (tricks of this deal). Per side: `rights` and `owed` (plucks still to
    make and to suffer), `mercy` (whether it is plucked by mercy), `balance` (of the deal that
    ended last) and `score`. `hands` never show in a repr.
    """

    rules: Rules
    phase: Phase
    score: tuple[int, ...]
    deal: int = 0
    dealer: Seat | None = None
    caller: Seat | None = None
    draw: tuple[tuple[Seat, Card], ...] = ()
    hands: tuple[tuple[Card, ...], ...] = field(default=(), repr=False)
    rights: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    mercy: tuple[bool, ...] = ()
    plucking_side: int | None = None
    plucks: tuple[Exchange, ...] = field(default=(), repr=False)
    trump: Suit | None = None
    broken: bool = False
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    won: tuple[int, ...] = ()
    balance: tuple[int, ...] = ()
    winners: tuple[int, ...] | None = None

    def holder_of(self, card: Card) -> Seat:
        """The seat that holds `card`; raises StopIteration if nobody does."""
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    @property
    def won_by_side(self) -> tuple[int, ...]:
        """The tricks of this deal, side by side."""
        return tuple(sum(self.won[seat] for seat in side) for side in self.rules.sides)
