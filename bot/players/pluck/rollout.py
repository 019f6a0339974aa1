"""Playing a deal to its end in a few microseconds a trick, all hands being known.

This is the inner loop of every search, so it is one loop with everything in it. It plays as a
sensible person would who counts cards and guesses well what the next player can do: masters first,
no higher than needed, low where that is not enough; and now and then, by `noise`, any legal card,
which keeps the averages honest.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.seats import Seat
from bot.players.pluck.masks import (
    NO_JOKERS,
    PLAIN,
    SUIT_MASKS,
    SUIT_OF,
    TRUMPS,
    WIDTH,
)

FIRST, SECOND, THIRD, _ = SUIT_MASKS
RANKS = FIRST
"""The bits of one suit: what is left when all suits are laid over one another."""
SAME_RANK = 1 | 1 << WIDTH | 1 << 2 * WIDTH
"""One rank in each plain suit, to be multiplied with a bit of `RANKS`."""
SPREAD = 4 * WIDTH
UPWARDS = tuple(-1 << bit for bit in range(SPREAD))
"""The bits from each place upwards."""
PARTNER, NOBODY = 2, -1
"""The difference, bit by bit, between the seats of two partners; and one that no seats have."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What is on the table: who plays, to what. `led` is 0 and nothing else counts at a lead."""

    seats: int
    turn: Seat
    broken: bool
    locked: bool
    led: int = 0
    best: int = 0
    winner: Seat = 0
    to_come: int = 0
    taken: Seat | None = None

    def after(self, card: int) -> "Spot":
        """The spot once the seat whose turn it is has played `card`.

        `taken` is then who took the trick, if that card was its last.
        """
        broken = self.broken or card > PLAIN
        following = (self.turn + 1) % self.seats
        if not self.led:
            led, to_come = SUIT_OF[card], self.seats - 1
            return Spot(self.seats, following, broken, self.locked, led, card, self.turn, to_come)
        best, winner = self.best, self.winner
        if card > best and (card & self.led or card > PLAIN):
            best, winner = card, self.turn
        if self.to_come == 1:
            return Spot(self.seats, winner, broken, self.locked, taken=winner)
        left = self.to_come - 1
        return Spot(self.seats, following, broken, self.locked, self.led, best, winner, left)


def play_out(
    spot: Spot, hands: list[int], won: list[int], luck: Callable[[], float], noise: float
) -> list[int]:
    """Play until `hands` are used up; `luck` gives floats below 1. `won`, grown, comes back."""
    seat, broken, locked = spot.turn, spot.broken, spot.locked
    led, best, winner, to_come = spot.led, spot.best, spot.winner, spot.to_come
    seats, partner = spot.seats, PARTNER if spot.seats == 4 else NOBODY
    out = sum(hands)
    while True:
        hand = hands[seat]
        cards = hand & led
        if not cards:
            if not hand:
                return won
            cards = hand if led or broken else hand & PLAIN or hand
            if locked and not broken:
                cards = cards & NO_JOKERS or cards
        if luck() < noise:
            over = cards & UPWARDS[int(luck() * SPREAD)] or cards
            card = over & -over
        elif not led:
            card = lead(cards, out ^ hand)
        else:
            over = cards & (led | TRUMPS) & -best if winner ^ seat != partner else 0
            if over and to_come > 1:
                rival = hands[seat + 1 - seats]
                over &= -1 << (rival & led or rival & TRUMPS).bit_length()
            card = over & -over or (cards if cards & led else lowest(cards & PLAIN or cards))
            card &= -card
        if not led:
            led, best, winner, to_come = SUIT_OF[card], card, seat, seats
        elif card > best and (card & led or card > PLAIN):
            best, winner = card, seat
        broken |= card > PLAIN
        hands[seat] = hand ^ card
        out ^= card
        seat, to_come = (seat + 1) % seats, to_come - 1
        if not to_come:
            won[winner] += 1
            seat, led = winner, 0


def lead(cards: int, rest: int) -> int:
    """The lead of a player who may lead `cards` while the others hold `rest`.

    The highest trump while others have any, then masters, then low from the weakest suit.
    """
    if (own := cards & TRUMPS) > rest & TRUMPS > 0:
        return 1 << own.bit_length() - 1
    weakest, rank = cards, WIDTH
    for suit in (FIRST, SECOND, THIRD):
        if own := cards & suit:
            if own > rest & suit:
                return 1 << own.bit_length() - 1
            if own.bit_length() % WIDTH < rank:
                weakest, rank = own, own.bit_length() % WIDTH
    return weakest & -weakest


def lowest(cards: int) -> int:
    """A card of the lowest rank there is."""
    ranks = (cards | cards >> WIDTH | cards >> 2 * WIDTH) & RANKS
    least = cards & (ranks & -ranks) * SAME_RANK or cards
    return least & -least
