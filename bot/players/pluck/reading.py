"""What a careful player reads off a view: which cards are still out, and who may hold them.

Everything here follows from what the seat has seen: its own hand, the cards played, who could not
follow, and the plucks it took part in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.engine.cards import JOKERS, Card, Suit
from bot.engine.pluck.view import View
from bot.engine.seats import Seat
from bot.players.pluck.deduction import PRINTED, RANK, Deduction, deduce


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
        return PRINTED[card] or self.trump

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
    plays = view.trick.plays if view.trick else ()
    deduction = deduce(view, trump)
    own_side = view.sides[view.seats[seat].side]
    others = tuple(other for other in range(len(view.seats)) if other != seat)
    out = _by_suit(deduction.may_hold, trump)
    locked = view.rules.jokers_locked and not view.broken
    trumps_out = out[trump] if trump else ()
    return Reading(
        seat=seat,
        own_side=own_side,
        opponents=tuple(other for other in others if other not in own_side),
        trump=trump,
        held=_by_suit(view.hand, trump),
        out=out,
        shares=_shares(deduction),
        voids=deduction.voids,
        cards=tuple(other.cards for other in view.seats),
        needs=_needs(view),
        plays=plays,
        ruffers=tuple(card for card in trumps_out if not (locked and card in JOKERS)),
    )


def _by_suit(cards: Iterable[Card], trump: Suit | None) -> Mapping[Suit, tuple[Card, ...]]:
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in cards:
        suit = PRINTED[card] or trump
        if suit is not None:
            suits[suit].append(card)
    return {suit: tuple(sorted(group, key=RANK.__getitem__)) for suit, group in suits.items()}


def _needs(view: View) -> tuple[int, ...]:
    """How many tricks each seat's side is short of its quota; negative beyond it."""
    won = [sum(view.seats[seat].won for seat in side) for side in view.sides]
    return tuple((seat.quota or 0) - won[seat.side] for seat in view.seats)


def _shares(deduction: Deduction) -> Mapping[Card, Mapping[Seat, float]]:
    """For each hidden card the chance of each other seat to hold it, by the room in its hand."""
    room = list(deduction.room)
    for seats in deduction.may_hold.values():
        if len(seats) == 1 and room[seats[0]]:
            room[seats[0]] -= 1
    shares: dict[Card, Mapping[Seat, float]] = {}
    for card, seats in deduction.may_hold.items():
        places = sum(room[seat] for seat in seats)
        if len(seats) == 1:
            shares[card] = {seats[0]: 1.0}
        else:
            shares[card] = {seat: room[seat] / places for seat in seats} if places else {}
    return shares
