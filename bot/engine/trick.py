"""A trick: one card from each seat, and the sums about it that every trick game shares."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.engine.cards import ACE_HIGH, Card, Suit
from bot.engine.seats import Seat, left_of


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards on the table, in the order of play, beginning with the leader's."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    def add(self, card: Card) -> "Trick":
        """The trick with one more card on it."""
        return replace(self, cards=(*self.cards, card))

    def seat_at(self, place: int, seats: int) -> Seat:
        """Who played, or will play, the card at `place` (0 for the lead)."""
        return (self.leader + place) % seats

    def next_seat(self, seats: int) -> Seat:
        """Whose card comes next while the trick is not complete."""
        return self.seat_at(len(self.cards), seats)

    def plays(self, seats: int) -> tuple[tuple[Seat, Card], ...]:
        """Each card with the seat that played it, in order."""
        seat, plays = self.leader, []
        for card in self.cards:
            plays.append((seat, card))
            seat = left_of(seat, seats)
        return tuple(plays)


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick, complete or not: each play in order, and who has taken it or would now."""

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None


@lru_cache(maxsize=4096)
def seen(trick: Trick, seats: int, trump: Suit | None, ranks: str = ACE_HIGH) -> TrickView:
    """A trick as everybody at the table sees it."""
    plays = trick.plays(seats)
    winner = plays[winning_place(trick.cards, trump, ranks)][0] if plays else None
    return TrickView(plays, winner)


def belongs_to(card: Card, trump: Suit | None) -> Suit | None:
    """The suit a card counts as: jokers are trumps; None for a joker while there is no trump."""
    return trump if card.is_joker else card.suit


@lru_cache(maxsize=4096)
def winning_place(cards: tuple[Card, ...], trump: Suit | None, ranks: str = ACE_HIGH) -> int:
    """Which card takes the trick: the highest trump, else the highest of the led suit.

    `ranks` lists the ranks from low to high. Of two equal cards the one played first wins.
    """
    led_suit = belongs_to(cards[0], trump)

    def strength(card: Card) -> tuple[bool, bool, int]:
        suit = belongs_to(card, trump)
        return suit == trump, suit == led_suit, ranks.index(card.rank)

    return max(range(len(cards)), key=lambda place: strength(cards[place]))


def following(hand: tuple[Card, ...], led_suit: Suit, trump: Suit | None) -> tuple[Card, ...]:
    """The cards of a hand that follow `led_suit`; empty if it is void."""
    return tuple(card for card in hand if belongs_to(card, trump) is led_suit)


def highest(
    cards: tuple[Card, ...], suit: Suit, rank: Callable[[str], int] = ACE_HIGH.index
) -> Card | None:
    """The highest card printed with `suit`, jokers not counted; None if there is none."""
    return max(
        (card for card in cards if card.suit is suit),
        key=lambda card: rank(card.rank),
        default=None,
    )
