"""Cards, suits and packs.

A card is its own text: `Card.QS == "QS"`. That makes a log, a test, a button and a stored game
read alike. What a rank is worth belongs to a game and is asked with a rank order, such as
`ACE_HIGH`.
"""

from collections.abc import Iterable
from enum import StrEnum


class Suit(StrEnum):
    """One of the four suits, by its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Card(StrEnum):
    """A card of the largest pack: rank `23456789TJQKA` and suit, or one of the two jokers."""

    AC, KC, QC, JC, TC, C9, C8 = "AC", "KC", "QC", "JC", "TC", "9C", "8C"
    C7, C6, C5, C4, C3, C2 = "7C", "6C", "5C", "4C", "3C", "2C"
    AD, KD, QD, JD, TD, D9, D8 = "AD", "KD", "QD", "JD", "TD", "9D", "8D"
    D7, D6, D5, D4, D3, D2 = "7D", "6D", "5D", "4D", "3D", "2D"
    AH, KH, QH, JH, TH, H9, H8 = "AH", "KH", "QH", "JH", "TH", "9H", "8H"
    H7, H6, H5, H4, H3, H2 = "7H", "6H", "5H", "4H", "3H", "2H"
    AS, KS, QS, JS, TS, S9, S8 = "AS", "KS", "QS", "JS", "TS", "9S", "8S"
    S7, S6, S5, S4, S3, S2 = "7S", "6S", "5S", "4S", "3S", "2S"
    BIG_JOKER = "BJ"
    LITTLE_JOKER = "LJ"

    rank: str
    """The rank's character; `B` and `L` for the jokers."""
    suit: Suit | None
    """The suit printed on the card; None for a joker."""
    is_joker: bool
    """Whether this is the Big or the Little Joker."""

    def __init__(self, text: str) -> None:
        """Read the text once: these are asked for at every card that is played."""
        self.rank = text[0]
        self.is_joker = text[1] == "J"
        self.suit = None if self.is_joker else Suit(text[1])


JOKERS = (Card.BIG_JOKER, Card.LITTLE_JOKER)
ACE_HIGH = "23456789TJQKALB"
"""The common order of ranks, low to high, with the jokers above the ace."""

HAND_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits in a hand: the colours alternate."""

STANDARD_PACK = tuple(card for card in Card if not card.is_joker)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a line such as `"QS 3C BJ"`; raises ValueError for anything else."""
    return tuple(Card(word) for word in text.split())


def pack_without(*missing: Card, jokers: bool = False) -> tuple[Card, ...]:
    """The 52 cards less `missing`, with both jokers if asked for."""
    cards = tuple(card for card in STANDARD_PACK if card not in missing)
    return cards + JOKERS if jokers else cards


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """`cards` less one copy of `card`; raises ValueError if there is none."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def sorted_hand(
    cards: Iterable[Card], trump: Suit | None = None, ranks: str = ACE_HIGH
) -> tuple[Card, ...]:
    """Cards as a player holds them: trump first with the jokers at its head, each suit downwards.

    Suits go round in `HAND_ORDER`; before there is a trump the jokers stand alone in front.
    `ranks` lists the ranks from low to high.
    """
    suits: tuple[Suit, ...] = HAND_ORDER
    if trump is not None:
        suits = suits[suits.index(trump) :] + suits[: suits.index(trump)]

    def place(card: Card) -> tuple[int, int]:
        group = -1 if card.suit is None else suits.index(card.suit)
        return group, -ranks.index(card.rank)

    return tuple(sorted(cards, key=place))
