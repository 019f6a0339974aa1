"""Choosing trump."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import NameTrump
from bot.engine.pluck.variants import PACKS
from bot.engine.pluck.view import View
from bot.players.pluck.deduction import RANK

GUARDS: Mapping[str, int] = MappingProxyType({"A": 0, "K": 1, "Q": 2})
"""How many other cards of its suit guard a plain honour."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What a hand brings, in tricks: each trump by itself, honours, and short plain suits.

    A plain honour counts if it is guarded, shortness for each card that a plain suit is short of
    two. Jokers are left out: they belong to every trump.
    """

    length: float
    trump_honours: Mapping[str, float]
    plain_honours: Mapping[str, float]
    shortness: float


BELOW_JOKERS = Scale(
    length=0.75,
    trump_honours=MappingProxyType({"A": 0.8, "K": 0.45, "Q": 0.2}),
    plain_honours=MappingProxyType({"A": 1.0, "K": 0.8, "Q": 0.5}),
    shortness=0.45,
)
"""With jokers in the pack length makes a trump suit, and high cards need it least."""

WITHOUT_JOKERS = Scale(
    length=0.35,
    trump_honours=MappingProxyType({"A": 0.7, "K": 0.7, "Q": 0.4}),
    plain_honours=MappingProxyType({"A": 0.5, "K": 0.5, "Q": 0.25}),
    shortness=0.3,
)
"""Without them, and with a partner, the high trumps are masters themselves."""

HONOUR = RANK[Card.TC]
"""From this rank on a card tells between suits of the same length."""


def best_call(view: View, legal: tuple[NameTrump, ...]) -> NameTrump:
    """The trump under which the hand may hope for most tricks."""
    jokers = any(card.is_joker for card in PACKS[view.rules.deck])
    scale = BELOW_JOKERS if jokers else WITHOUT_JOKERS
    return max(legal, key=lambda call: (round(estimate(view.hand, call.suit, scale), 6), call.suit))


def longest_call(view: View, legal: tuple[NameTrump, ...]) -> NameTrump:
    """The longest suit, of equal ones the one with more high cards."""
    return max(legal, key=lambda call: (*_length(view.hand, call.suit), call.suit))


def estimate(hand: tuple[Card, ...], trump: Suit, scale: Scale) -> float:
    """The tricks that make one trump suit better than another, for its caller."""
    tricks = 0.0
    for suit in Suit:
        ranks = [card.rank for card in hand if card.suit is suit]
        if suit is trump:
            tricks += scale.length * len(ranks)
            tricks += sum(scale.trump_honours.get(rank, 0.0) for rank in ranks)
        else:
            tricks += scale.shortness * max(0, 2 - len(ranks))
            tricks += sum(
                scale.plain_honours[rank]
                for rank in ranks
                if rank in GUARDS and len(ranks) > GUARDS[rank]
            )
    return tricks


def _length(hand: Iterable[Card], suit: Suit) -> tuple[int, int]:
    ranks = [RANK[card] for card in hand if card.suit is suit]
    return len(ranks), sum(rank for rank in ranks if rank >= HONOUR)
