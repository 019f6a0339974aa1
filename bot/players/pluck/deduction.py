"""What is certain about the hidden cards: who cannot hold which, by everything a view tells.

Nothing here is a guess. The true deal always fits what `deduce` says, so whoever makes up deals
that fit it leaves none out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.cards import ACE_HIGH, JOKERS, Card, Suit
from bot.engine.pluck.variants import PACKS, OpeningLead, ZeroBooks
from bot.engine.pluck.view import PluckView, View
from bot.engine.seats import Seat

RANK: Mapping[Card, int] = MappingProxyType({card: ACE_HIGH.index(card.rank) for card in Card})
"""How high each card is within its suit, jokers above the ace."""

PRINTED: Mapping[Card, Suit | None] = MappingProxyType({card: card.suit for card in Card})
"""The suit printed on each card; None for a joker."""

Told = tuple[dict[Card, Seat], set[tuple[Seat, Card]]]
"""Cards whose holder is known, and seats known not to hold a card."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """The hidden cards with the seats that may hold each, and how many cards each seat holds.

    `room` is 0 for the seat whose view it is. `voids` are the suits that seats have shown they are
    out of.
    """

    may_hold: Mapping[Card, tuple[Seat, ...]]
    room: tuple[int, ...]
    voids: frozenset[tuple[Seat, Suit]]


def deduce(view: View, trump: Suit | None = None) -> Deduction:
    """What the seat of a view can be certain of; with `trump` as if that suit had been named."""
    trump = trump or view.trump
    hidden = hidden_cards(view)
    others = tuple(seat for seat in range(len(view.seats)) if seat != view.seat)
    voids, jokers_only = _shown(view, trump)
    known, excluded = _told(view)
    may_hold: dict[Card, tuple[Seat, ...]] = {}
    for card in hidden:
        suit = PRINTED[card] or trump
        if card in known:
            may_hold[card] = (known[card],)
            continue
        may_hold[card] = tuple(
            seat
            for seat in others
            if (suit is None or (seat, suit) not in voids)
            and (seat, card) not in excluded
            and (seat not in jokers_only or card in JOKERS)
        )
    room = tuple(0 if seat == view.seat else other.cards for seat, other in enumerate(view.seats))
    return Deduction(may_hold, room, voids)


def hidden_cards(view: View) -> tuple[Card, ...]:
    """The cards that the seat of a view neither holds nor has seen played."""
    seen = set(view.hand)
    for trick in (*view.tricks, *((view.trick,) if view.trick else ())):
        seen.update(card for _, card in trick.plays)
    return tuple(card for card in PACKS[view.rules.deck] if card not in seen)


def _shown(view: View, trump: Suit | None) -> tuple[frozenset[tuple[Seat, Suit]], frozenset[Seat]]:
    """Who has shown a void, and who can hold nothing but jokers.

    A seat shows a void by not following; by leading trump before it was broken; and, while jokers
    are locked, by playing one before that, which only a hand of nothing else may do.
    """
    voids: set[tuple[Seat, Suit]] = set()
    jokers_only: set[Seat] = set()
    broken = False
    current = (view.trick,) if view.trick else ()
    opened = view.rules.opening_lead is OpeningLead.TWO_OF_CLUBS
    for trick in (*view.tricks, *current):
        if not trick.plays:
            continue
        leader, lead = trick.plays[0]
        led_suit = PRINTED[lead] or trump
        if led_suit is None:
            continue
        if led_suit is trump and not broken and not opened:
            voids.update((leader, suit) for suit in Suit if suit is not trump)
        for seat, card in trick.plays:
            suit = PRINTED[card] or trump
            if suit is not led_suit:
                voids.add((seat, led_suit))
            if view.rules.jokers_locked and not broken and card in JOKERS:
                jokers_only.add(seat)
            broken = broken or suit is trump
        opened = False
    return frozenset(voids), frozenset(jokers_only)


def _told(view: View) -> Told:
    """What the plucks the seat took part in tell, and the first call (rules 3)."""
    known: dict[Card, Seat] = {}
    excluded: set[tuple[Seat, Card]] = set()
    if not view.rules.dealer_calls and view.deal == 1 and view.caller not in (None, view.seat):
        assert view.caller is not None
        known[Card.C2] = view.caller
    for pluck in view.plucks:
        if pluck.given is None or pluck.returned is None:
            known, excluded = _blurred(pluck, known, excluded)
        elif pluck.plucker == view.seat:
            known.pop(pluck.returned, None)
            if pluck.given is not pluck.returned:
                known[pluck.given] = pluck.target
                excluded.discard((pluck.target, pluck.given))
            elif view.rules.zero_books is ZeroBooks.MERCY:
                continue  # Nothing came, and the suit that was named is not on record.
            excluded |= _higher(pluck.target, pluck.returned, but=pluck.given)
        elif pluck.given is pluck.returned:
            known[pluck.given] = pluck.plucker
        else:
            known.pop(pluck.given, None)
            known[pluck.returned] = pluck.plucker
            excluded.discard((pluck.plucker, pluck.returned))
    return known, excluded


def _blurred(pluck: PluckView, known: dict[Card, Seat], excluded: set[tuple[Seat, Card]]) -> Told:
    """What is still certain after two other seats have exchanged cards unseen."""
    parties = (pluck.plucker, pluck.target)
    return (
        {card: seat for card, seat in known.items() if seat not in parties},
        {(seat, card) for seat, card in excluded if seat not in parties},
    )


def _higher(seat: Seat, top: Card, but: Card) -> set[tuple[Seat, Card]]:
    """That `seat`, whose highest was `top`, holds nothing higher of that suit."""
    return {
        (seat, card)
        for card in Card
        if PRINTED[card] is PRINTED[top] and RANK[card] > RANK[top] and card is not but
    }
