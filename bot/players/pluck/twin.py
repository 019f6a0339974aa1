"""A twin of the engine for one deal, hundreds of times as fast: hands are masks, and it changes.

The engine is the truth; a test plays both in lockstep. A twin knows every hand, so only searches
build one, from hands they have made up. Every step is checked and raises ValueError.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.engine.cards import Card, Suit
from bot.engine.pluck.variants import OpeningLead, Rules, TrumpCall
from bot.engine.seats import Seat, Sides, clockwise_from, side_of
from bot.players.pluck.masks import (
    NO_JOKERS,
    PLAIN,
    SUIT_MASKS,
    SUIT_OF,
    TRUMPS,
    Layout,
    each_bit,
    layout_for,
    recast,
    top_of,
)

PluckStep = tuple[int, Seat, int]
"""A pluck: the bit offered, the target, and under mercy the mask of the suit named, else 0."""


@dataclass(frozen=True, slots=True)
class Plucks:
    """The plucks of a deal that are left, side by side; `side` is whose turn it is, if known."""

    rights: tuple[int, ...]
    owed: tuple[int, ...]
    mercy: tuple[bool, ...]
    side: int | None = None

    @classmethod
    def none(cls, sides: int) -> "Plucks":
        """No plucks at all."""
        return cls((0,) * sides, (0,) * sides, (False,) * sides)


@cache
def _seating(rules: Rules) -> tuple[Sides, tuple[int, ...]]:
    """The sides, and the side of each seat: asked for at every deal that is made up."""
    sides = rules.sides
    return sides, tuple(side_of(seat, sides) for seat in range(rules.seats))


class Twin:
    """One deal from its plucks to its last trick.

    `hands` are masks in `layout`; `turn` is who plays next. `led` is the mask of the led suit, 0
    before a lead; `best` the card that takes the trick so far, and `winner` who played it.
    """

    __slots__ = (
        "best",
        "broken",
        "caller",
        "dealer",
        "hands",
        "layout",
        "led",
        "locked",
        "mercy",
        "opening",
        "owed",
        "plucking_side",
        "rights",
        "rules",
        "side",
        "sides",
        "to_come",
        "trump",
        "turn",
        "winner",
        "won",
    )

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[int],
        dealer: Seat,
        caller: Seat,
        trump: Suit | None = None,
        plucks: Plucks | None = None,
    ) -> None:
        """A deal before its first trick: the plucks that are due, if any, and the call come first.

        `hands` are in the layout of `trump`, which is None unless it has been named.
        """
        seats = rules.seats
        self.rules = rules
        self.hands = list(hands)
        self.dealer = dealer
        self.caller = caller
        self.trump = trump
        self.layout: Layout = layout_for(trump)
        self.sides, self.side = _seating(rules)
        due = plucks or Plucks.none(len(self.sides))
        self.rights, self.owed, self.mercy = list(due.rights), list(due.owed), due.mercy
        self.plucking_side = due.side
        self.won = [0] * seats
        self.locked = rules.jokers_locked
        self.broken = False
        self.led = self.best = self.winner = self.to_come = self.opening = 0
        self.turn: Seat = caller
        if trump is not None or rules.trump_call is TrumpCall.AFTER_PLUCKS:
            self._settle_plucks()

    def _settle_plucks(self) -> None:
        """Pass the turn to a side that has rights and something to offer, or end the plucks."""
        for side, left in enumerate(self.rights):
            if left and not any(map(self.offerable, self.sides[side])):
                self.rights[side] = 0
        if not any(self.rights):
            self.plucking_side = None
            if self.trump is not None:
                self._begin_play()
            return
        if self.plucking_side is None:
            nearest = (self.side[seat] for seat in clockwise_from(self.dealer, len(self.side)))
            self.plucking_side = max(nearest, key=self.rights.__getitem__)
        while not self.rights[self.plucking_side]:
            self.plucking_side = (self.plucking_side + 1) % len(self.rights)

    def offerable(self, seat: Seat) -> int:
        """The cards a seat may offer."""
        return self.hands[seat] & NO_JOKERS & (-1 if self.trump is None else PLAIN)

    def pluckers(self) -> tuple[Seat, ...]:
        """Who may pluck now; empty when no plucks are left."""
        if self.plucking_side is None:
            return ()
        return tuple(filter(self.offerable, self.sides[self.plucking_side]))

    def legal_plucks(self, seat: Seat) -> Iterator[PluckStep]:
        """Every pluck of a seat that may pluck now."""
        suits = SUIT_MASKS if self.trump is None else SUIT_MASKS[:3]
        own = self.side[seat]
        for target, side in enumerate(self.side):
            if side != own and self.owed[side]:
                for bit in each_bit(self.offerable(seat)):
                    for suit in suits if self.mercy[side] else (0,):
                        yield bit, target, suit

    def pluck(self, seat: Seat, step: PluckStep) -> int:
        """Make a pluck, and tell which card came back; the offered one where none changed hands.

        Raises ValueError unless it is legal.
        """
        bit, target, suit = step
        if seat not in self.pluckers() or not self._allows(seat, step):
            raise ValueError(step)
        hands = self.hands
        if suit:
            returned = top_of(hands[target] & suit & NO_JOKERS) or bit
        else:
            returned = top_of((hands[target] | bit) & SUIT_OF[bit] & NO_JOKERS)
        if returned != bit:
            hands[seat] ^= bit | returned
            hands[target] ^= bit | returned
        own = self.side[seat]
        self.rights[own] -= 1
        self.owed[self.side[target]] -= 1
        self.plucking_side = (own + 1) % len(self.rights)
        self._settle_plucks()
        return returned

    def _allows(self, seat: Seat, step: PluckStep) -> bool:
        """Whether a seat that may pluck may do it so."""
        bit, target, suit = step
        side = self.side[target]
        suits = SUIT_MASKS if self.trump is None else SUIT_MASKS[:3]
        return (
            bit in SUIT_OF
            and self.offerable(seat) & bit != 0
            and side != self.side[seat]
            and self.owed[side] > 0
            and suit in (suits if self.mercy[side] else (0,))
        )

    def name(self, suit: Suit) -> None:
        """Name trump, which moves every hand to its layout. Raises ValueError if it is not due."""
        if self.trump is not None or self.plucking_side is not None:
            raise ValueError(suit)
        new = layout_for(suit)
        self.hands = [recast(hand, self.layout, new) for hand in self.hands]
        self.layout, self.trump = new, suit
        self._settle_plucks()

    def _begin_play(self) -> None:
        """Let the right seat lead to the first trick."""
        self.turn = self.caller
        if self.rules.opening_lead is OpeningLead.TWO_OF_CLUBS:
            self.opening = self.layout.bit_of[Card.C2]
            self.turn = next(
                (seat for seat, hand in enumerate(self.hands) if hand & self.opening), self.caller
            )

    def legal(self) -> int:
        """The cards that the seat whose turn it is may play."""
        hand = self.hands[self.turn]
        if self.led:
            cards = hand & self.led or hand
        elif self.opening:
            return self.opening
        else:
            cards = hand if self.broken else hand & PLAIN or hand
        if self.locked and not self.broken:
            return cards & NO_JOKERS or cards
        return cards

    def play(self, card: int) -> None:
        """Play a card for the seat whose turn it is. Raises ValueError unless it is legal."""
        suit = SUIT_OF[card]
        if not self.legal() & card:
            raise ValueError(card)
        turn = self.turn
        self.hands[turn] ^= card
        if card > PLAIN:
            self.broken = True
        if not self.led:
            self.led, self.best, self.winner = suit, card, turn
            self.opening = 0
            self.to_come = len(self.hands) - 1
            self.turn = (turn + 1) % len(self.hands)
            return
        if card > self.best and (suit == self.led or suit == TRUMPS):
            self.best, self.winner = card, turn
        self.to_come -= 1
        if self.to_come:
            self.turn = (turn + 1) % len(self.hands)
        else:
            self.won[self.winner] += 1
            self.led, self.turn = 0, self.winner

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return self.trump is not None and not self.led and not any(self.hands)
