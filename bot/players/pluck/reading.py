"""What a careful player reads off a view: which cards are still out, and who may hold them.

Everything here follows from what the seat has seen: its own hand, the cards played, who could not
follow, and the plucks it took part in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.cards import ACE_HIGH, JOKERS, Card, Suit
from bot.engine.pluck.variants import PACKS, OpeningLead, ZeroBooks
from bot.engine.pluck.view import PluckView, View
from bot.engine.seats import Seat
from bot.engine.trick import belongs_to

RANK: Mapping[Card, int] = MappingProxyType({card: ACE_HIGH.index(card.rank) for card in Card})
"""How high each card is within its suit, jokers above the ace."""

_PRINTED: Mapping[Card, Suit | None] = MappingProxyType({card: card.suit for card in Card})


@dataclass(frozen=True, slots=True)
class Reading:
    """One seat's knowledge of a deal; suits run from low to high, jokers among the trumps.

    `out` are the cards in other hands, `shares` for each of them how likely each seat holds it.
    `cards` and `needs` count, seat by seat, the cards in hand and the tricks short of quota.
    """

    seat: Seat
    own_side: tuple[Seat, ...]
    opponents: tuple[Seat, ...]
    trump: Suit | None
    held: Mapping[Suit, tuple[Card, ...]]
    out: Mapping[Suit, tuple[Card, ...]]
    shares: Mapping[Card, Mapping[Seat, float]]
    voids: frozenset[tuple[Seat, Suit]]
    cards: tuple[int, ...]
    needs: tuple[int, ...]
    plays: tuple[tuple[Seat, Card], ...]
    ruffers: tuple[Card, ...]

    def suit(self, card: Card) -> Suit | None:
        """The suit a card counts as; None for a joker while there is no trump."""
        return _PRINTED[card] or self.trump

    @property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps in the seat's own hand."""
        return self.held[self.trump] if self.trump else ()

    @property
    def led_suit(self) -> Suit | None:
        """The suit of the current trick; None before its lead."""
        return self.suit(self.plays[0][1]) if self.plays else None

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """Who plays to the current trick after this seat, in order."""
        seats = len(self.cards)
        return tuple((self.seat + step) % seats for step in range(1, seats - len(self.plays)))

    def above(self, card: Card) -> tuple[Card, ...]:
        """The cards of its suit in other hands that are higher than `card`."""
        suit = self.suit(card)
        if suit is None:
            return ()
        return tuple(other for other in self.out[suit] if RANK[other] > RANK[card])

    def certain_void(self, seat: Seat, suit: Suit) -> bool:
        """Whether `seat` has shown that it is void in `suit`, or all of it has been seen."""
        return not any(self.shares[card].get(seat) for card in self.out[suit])


def read(view: View, trump: Suit | None = None) -> Reading:
    """What the seat of a view knows; with `trump` as if that suit had been named."""
    seat, trump = view.seat, trump or view.trump
    assert seat is not None
    seen = set(view.hand)
    for trick in view.tricks:
        seen.update(card for _, card in trick.plays)
    plays = view.trick.plays if view.trick else ()
    seen.update(card for _, card in plays)
    unseen = [card for card in PACKS[view.rules.deck] if card not in seen]
    own_side = view.sides[view.seats[seat].side]
    others = tuple(other for other in range(len(view.seats)) if other != seat)
    out = _by_suit(unseen, trump)
    voids = _voids(view, trump)
    locked = view.rules.jokers_locked and not view.broken
    trumps_out = out[trump] if trump else ()
    return Reading(
        seat=seat,
        own_side=own_side,
        opponents=tuple(other for other in others if other not in own_side),
        trump=trump,
        held=_by_suit(view.hand, trump),
        out=out,
        shares=_shares(view, unseen, others, voids, trump),
        voids=voids,
        cards=tuple(other.cards for other in view.seats),
        needs=_needs(view),
        plays=plays,
        ruffers=tuple(card for card in trumps_out if not (locked and card in JOKERS)),
    )


def _by_suit(cards: Sequence[Card], trump: Suit | None) -> Mapping[Suit, tuple[Card, ...]]:
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in cards:
        suit = _PRINTED[card] or trump
        if suit is not None:
            suits[suit].append(card)
    return {suit: tuple(sorted(group, key=RANK.__getitem__)) for suit, group in suits.items()}


def _needs(view: View) -> tuple[int, ...]:
    """How many tricks each seat's side is short of its quota; negative beyond it."""
    won = [sum(view.seats[seat].won for seat in side) for side in view.sides]
    return tuple((seat.quota or 0) - won[seat.side] for seat in view.seats)


def _voids(view: View, trump: Suit | None) -> frozenset[tuple[Seat, Suit]]:
    """Who has shown a void: by not following, or by leading trump before it was broken."""
    voids: set[tuple[Seat, Suit]] = set()
    broken = False
    current = (view.trick,) if view.trick else ()
    opened = view.rules.opening_lead is OpeningLead.TWO_OF_CLUBS
    for trick in (*view.tricks, *current):
        if not trick.plays:
            continue
        leader, lead = trick.plays[0]
        led_suit = _PRINTED[lead] or trump
        if led_suit is None:
            continue
        if led_suit is trump and not broken and not opened:
            voids.update((leader, suit) for suit in Suit if suit is not trump)
        for seat, card in trick.plays:
            suit = _PRINTED[card] or trump
            broken = broken or suit is trump
            if suit is not led_suit:
                voids.add((seat, led_suit))
        opened = False
    return frozenset(voids)


def _shares(
    view: View,
    unseen: Sequence[Card],
    others: tuple[Seat, ...],
    voids: frozenset[tuple[Seat, Suit]],
    trump: Suit | None,
) -> Mapping[Card, Mapping[Seat, float]]:
    """For each unseen card the chance of each other seat to hold it, by the room in its hand."""
    known, excluded = _told_by_plucks(view)
    room = [seat.cards for seat in view.seats]
    for card, holder in known.items():
        if card in unseen and room[holder]:
            room[holder] -= 1
    shares: dict[Card, Mapping[Seat, float]] = {}
    for card in unseen:
        suit = belongs_to(card, trump)
        may_hold = [
            seat
            for seat in others
            if (suit is None or (seat, suit) not in voids) and (seat, card) not in excluded
        ]
        if card in known:
            shares[card] = {known[card]: 1.0}
            continue
        places = sum(room[seat] for seat in may_hold)
        shares[card] = {seat: room[seat] / places for seat in may_hold} if places else {}
    return shares


Told = tuple[dict[Card, Seat], set[tuple[Seat, Card]]]


def _told_by_plucks(view: View) -> Told:
    """Cards whose holder the seat knows from plucks, and seats known not to hold a card."""
    known: dict[Card, Seat] = {}
    excluded: set[tuple[Seat, Card]] = set()
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
        elif pluck.given is not pluck.returned:
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
        if _PRINTED[card] is _PRINTED[top] and RANK[card] > RANK[top] and card is not but
    }
