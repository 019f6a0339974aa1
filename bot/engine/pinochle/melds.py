"""Melds: which cards make one, what it scores, and which copies of its cards it uses (rules 5)."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.engine.cards import Card, Suit, without
from bot.engine.contract import Reason
from bot.engine.pinochle.variants import TEN_HIGH
from bot.engine.seats import Seat


class MeldName(StrEnum):
    """What scores besides tricks."""

    RUN = "run"
    ROYAL_MARRIAGE = "royal-marriage"
    MARRIAGE = "marriage"
    ACES = "aces"
    KINGS = "kings"
    QUEENS = "queens"
    JACKS = "jacks"
    PINOCHLE = "pinochle"
    DOUBLE_PINOCHLE = "double-pinochle"
    DIX = "dix"
    DIX_EXCHANGE = "dix-exchange"
    TURNED_NINE = "turned-nine"


POINTS = {
    MeldName.RUN: 150,
    MeldName.ROYAL_MARRIAGE: 40,
    MeldName.MARRIAGE: 20,
    MeldName.ACES: 100,
    MeldName.KINGS: 80,
    MeldName.QUEENS: 60,
    MeldName.JACKS: 40,
    MeldName.PINOCHLE: 40,
    MeldName.DOUBLE_PINOCHLE: 300,
    MeldName.DIX: 10,
    MeldName.DIX_EXCHANGE: 10,
    MeldName.TURNED_NINE: 10,
}

_CLASSES = (
    frozenset({MeldName.RUN, MeldName.ROYAL_MARRIAGE, MeldName.MARRIAGE}),
    frozenset({MeldName.ACES, MeldName.KINGS, MeldName.QUEENS, MeldName.JACKS}),
    frozenset({MeldName.PINOCHLE, MeldName.DOUBLE_PINOCHLE}),
)
"""The classes A, B and C: a card serves once in each, or again for more."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld by the cards it is made of, as a player would name them."""

    name: MeldName
    cards: tuple[Card, ...]

    @property
    def points(self) -> int:
        """What it scores."""
        return POINTS[self.name]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies on the table before its player, and the melds in which it has served."""

    card: Card
    served: tuple[MeldName, ...]

    def may_serve(self, name: MeldName) -> bool:
        """Whether it may serve in such a meld: in no other of its class, but for more."""
        own = next(each for each in _CLASSES if name in each)
        return all(POINTS[past] < POINTS[name] for past in self.served if past in own)


@dataclass(frozen=True, slots=True)
class Scored:
    """Something that scored besides tricks, with the cards that were shown for it.

    An exchanged nine comes with the card that was taken for it.
    """

    seat: Seat
    name: MeldName
    points: int
    cards: tuple[Card, ...]


@cache
def shapes(trump: Suit, double: bool) -> tuple[Shape, ...]:
    """Every meld there is under this trump, the dearest first; `double` allows the double one."""

    def of(name: MeldName, text: str) -> Shape:
        return Shape(name, tuple(map(Card, text.split())))

    marriages = tuple(
        of(MeldName.ROYAL_MARRIAGE if suit is trump else MeldName.MARRIAGE, f"K{suit} Q{suit}")
        for suit in Suit
    )
    fours = tuple(
        of(name, " ".join(rank + suit for suit in Suit))
        for rank, name in zip(
            "AKQJ",
            (MeldName.ACES, MeldName.KINGS, MeldName.QUEENS, MeldName.JACKS),
            strict=True,
        )
    )
    run = of(MeldName.RUN, " ".join(rank + trump for rank in "ATKQJ"))
    doubled = (of(MeldName.DOUBLE_PINOCHLE, "QS JD QS JD"),) if double else ()
    every = (run, *marriages, *fours, of(MeldName.PINOCHLE, "QS JD"), *doubled)
    return tuple(sorted(every, key=lambda shape: -shape.points))


def shape_of(cards: tuple[Card, ...], trump: Suit, double: bool) -> Shape | None:
    """The meld that these cards make, in whatever order they are named; None if they make none."""
    return next(
        (each for each in shapes(trump, double) if Counter(each.cards) == Counter(cards)), None
    )


def lay(
    hand: tuple[Card, ...], laid: tuple[Laid, ...], name: MeldName, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Laid, ...]] | Reason:
    """The hand and the cards on the table once a meld is laid, or why it cannot be.

    For each card, as they are named: a copy on the table that may serve, the one laid first, else
    one from the hand. At least one comes from the hand: if none would, it is the first named of
    which the hand has a copy.
    """
    chosen: list[int | None] = []
    left = Counter(hand)
    for card in cards:
        place = _place_of(card, laid, name, chosen)
        if place is None and not left[card]:
            served = any(each.card is card and at not in chosen for at, each in enumerate(laid))
            return Reason.SERVED_ALREADY if served else Reason.NOT_HELD
        if place is None:
            left[card] -= 1
        chosen.append(place)
    if None not in chosen:
        fresh = next((place for place, card in enumerate(cards) if left[card]), None)
        if fresh is None:
            return Reason.NEEDS_A_NEW_CARD
        chosen[fresh] = None
    used = tuple(
        replace(each, served=(*each.served, name)) if place in chosen else each
        for place, each in enumerate(laid)
    )
    for card, from_table in zip(cards, chosen, strict=True):
        if from_table is None:
            hand = without(hand, card)
            used = (*used, Laid(card, (name,)))
    return hand, used


def _place_of(
    card: Card, laid: tuple[Laid, ...], name: MeldName, chosen: list[int | None]
) -> int | None:
    """Where a copy lies that may serve and has not been chosen yet."""
    return next(
        (
            place
            for place, each in enumerate(laid)
            if each.card is card and place not in chosen and each.may_serve(name)
        ),
        None,
    )


def nine_of(trump: Suit) -> Card:
    """The nine of trump, the dix."""
    return Card(TEN_HIGH[0] + trump)
