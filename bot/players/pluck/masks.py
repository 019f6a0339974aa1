"""Cards as bits: a hand is an int, and so is everything that a search asks of one.

Each suit has fifteen bits, low to high: its thirteen ranks and two places for the jokers, which
only the last suit uses. A layout puts trump last, so that among the cards that can take a trick
the greater int is always the better card. While no trump is named the layout of `UNNAMED` serves:
its last suit is as plain as the others, and the jokers are masked out wherever a suit is asked for.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.cards import ACE_HIGH, JOKERS, STANDARD_PACK, Card, Suit

WIDTH = 15
"""How many bits a suit has."""
SUIT_MASKS = tuple((1 << WIDTH) - 1 << WIDTH * place for place in range(4))
"""The bits of each suit, by its place in the layout."""
TRUMPS = SUIT_MASKS[3]
PLAIN = SUIT_MASKS[0] | SUIT_MASKS[1] | SUIT_MASKS[2]
JOKER_BITS = 0b11 << 4 * WIDTH - 2
NO_JOKERS = ~JOKER_BITS

SUIT_OF: Mapping[int, int] = {1 << bit: SUIT_MASKS[bit // WIDTH] for bit in range(4 * WIDTH)}
"""The suit mask of every single card; a plain dict, as it is looked up at every lead."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which bit each card is: suits in `order`, the last of them with the jokers on top."""

    order: tuple[Suit, ...]
    bit_of: Mapping[Card, int]
    card_of: Mapping[int, Card]

    def bits(self, cards: Iterable[Card]) -> int:
        """The cards as a mask."""
        return sum(map(self.bit_of.__getitem__, cards))

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, suit by suit, low to high."""
        return tuple(self.card_of[bit] for bit in each_bit(mask))

    def mask_of(self, suit: Suit) -> int:
        """The fifteen bits of a suit."""
        return SUIT_MASKS[self.order.index(suit)]


def each_bit(mask: int) -> Iterator[int]:
    """The single bits of a mask, from low to high."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def top_of(mask: int) -> int:
    """The highest bit of a mask; 0 for an empty one."""
    return 1 << mask.bit_length() - 1 if mask else 0


def recast(mask: int, old: Layout, new: Layout) -> int:
    """The same cards in another layout."""
    moved = mask & JOKER_BITS
    for place, suit in enumerate(old.order):
        block = mask & SUIT_MASKS[place] & NO_JOKERS
        shift = WIDTH * (new.order.index(suit) - place)
        moved |= block << shift if shift >= 0 else block >> -shift
    return moved


def _layout(trump: Suit) -> Layout:
    order = (*(suit for suit in Suit if suit is not trump), trump)
    bit_of = {
        card: 1 << WIDTH * order.index(card.suit) + ACE_HIGH.index(card.rank)
        for card in STANDARD_PACK
        if card.suit
    }
    for card in JOKERS:
        bit_of[card] = 1 << WIDTH * 3 + ACE_HIGH.index(card.rank)
    return Layout(order, bit_of, {bit: card for card, bit in bit_of.items()})


LAYOUTS: Mapping[Suit, Layout] = MappingProxyType({suit: _layout(suit) for suit in Suit})
"""The layout for each trump suit."""
UNNAMED = LAYOUTS[Suit.SPADES]
"""The layout while no trump is named."""


def layout_for(trump: Suit | None) -> Layout:
    """The layout of a deal, whether its trump is named or not."""
    return UNNAMED if trump is None else LAYOUTS[trump]
