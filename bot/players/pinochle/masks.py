"""Cards as bits: what lets a search play thousands of deals.

A type of card is one of 24 bits: suits one after the other, the trumps on top, each suit upwards
from its nine. There are two cards of each type, and each has a bit of its own: the type, or the
type shifted by `COPY`. So what is held is one mask, and of a type it may hold either card.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from bot.engine.cards import Card, Suit
from bot.engine.pinochle.melds import MeldName, shapes
from bot.engine.pinochle.rules import CARD_POINTS
from bot.engine.pinochle.variants import TEN_HIGH

WIDTH = len(TEN_HIGH)
COPY = WIDTH * len(Suit)
TYPES = (1 << COPY) - 1
BOTH = 1 | 1 << COPY
"""The two cards of a type, to be multiplied with it."""
EVERY = TYPES * BOTH
SUITS = tuple(((1 << WIDTH) - 1) << WIDTH * place for place in range(len(Suit)))
TRUMPS = SUITS[-1]
NINE = TRUMPS & -TRUMPS
"""The nine of trump, the dix."""

EACH = tuple(1 << place for place in range(COPY))
SUIT_OF = {bit: suit for suit in SUITS for bit in EACH if bit & suit}
POINTS = {bit: CARD_POINTS[TEN_HIGH[place % WIDTH]] for place, bit in enumerate(EACH)}
BEATERS = {bit: SUIT_OF[bit] & -(bit << 1) | (0 if bit & TRUMPS else TRUMPS) for bit in EACH}
"""The types that take a trick in which this one was led."""
HIGHER = {bit: (SUIT_OF[bit] & -(bit << 1)) * BOTH for bit in EACH}
"""The cards of its suit that are higher."""

SERVICES = 5
WED, RUN, FOUR, PAIR, DOUBLE = range(SERVICES)
"""What a card may have served in."""
_SERVES = {
    MeldName.RUN: (RUN, RUN),
    MeldName.ROYAL_MARRIAGE: (WED, RUN),
    MeldName.MARRIAGE: (WED, RUN),
    MeldName.PINOCHLE: (PAIR, DOUBLE),
    MeldName.DOUBLE_PINOCHLE: (DOUBLE, DOUBLE),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A meld: its types as one mask and in the order in which they are named, and its points.

    Its cards come to have served in `serves`, and none may have served in that or in `barred`.
    `twice` says that it takes both cards of each type.
    """

    name: MeldName
    cards: tuple[Card, ...]
    types: int
    order: tuple[int, ...]
    points: int
    serves: int
    barred: int
    twice: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Which bit is which card under a trump, and the melds as masks, the dearest first.

    `simple` has of those that take no two equal cards what judgment asks all the time: types,
    points and `serves`.
    """

    bit_of: dict[Card, int]
    card_of: dict[int, Card]
    figures: tuple[Figure, ...]
    simple: tuple[tuple[int, int, int], ...]

    def parted(self, *piles: Iterable[Card]) -> list[list[int]]:
        """Each pile with a bit of its own for every card in it."""
        taken: Counter[Card] = Counter()
        parted = []
        for pile in piles:
            bits = []
            for card in pile:
                bits.append(self.bit_of[card] << COPY * taken[card])
                taken[card] += 1
            parted.append(bits)
        return parted


@cache
def layout_for(trump: Suit, double: bool) -> Layout:
    """The layout of a deal."""
    suits = (*(suit for suit in Suit if suit is not trump), trump)
    cards = [Card(rank + suit) for suit in suits for rank in TEN_HIGH]
    bit_of = dict(zip(cards, EACH, strict=True))
    figures = []
    for shape in shapes(trump, double):
        order = tuple(dict.fromkeys(bit_of[card] for card in shape.cards))
        serves, barred = _SERVES.get(shape.name, (FOUR, FOUR))
        twice = len(order) < len(shape.cards)
        figures.append(
            Figure(shape.name, shape.cards, sum(order), order, shape.points, serves, barred, twice)
        )
    simple = tuple((each.types, each.points, each.serves) for each in figures if not each.twice)
    return Layout(bit_of, dict(zip(EACH, cards, strict=True)), tuple(figures), simple)


def types(held: int) -> int:
    """The types of which at least one card is held."""
    return (held | held >> COPY) & TYPES


def pairs(held: int) -> int:
    """The types of which both cards are held."""
    return held & held >> COPY & TYPES


def each_bit(mask: int) -> Iterator[int]:
    """The bits of a mask, upwards."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
