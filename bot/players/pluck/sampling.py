"""Making up the hidden hands: deals that fit all that is certain, each as likely as any other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import comb, prod
from random import Random

from bot.engine.cards import Card
from bot.engine.pluck.view import View
from bot.engine.seats import Seat
from bot.players.pluck.deduction import deduce
from bot.players.pluck.masks import Layout, layout_for

Group = tuple[Seat, ...]
"""The seats that may hold a card."""
Split = tuple[tuple[int, ...], ...]
"""For each group of cards, how many of them go to each of its seats."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the hidden cards anew. `hands` are what is certain, `groups` the cards that are not.

    `splits` are the ways to divide the groups so that every hand is full, with the running total
    of how many deals each stands for.
    """

    layout: Layout
    hands: tuple[int, ...]
    groups: tuple[tuple[Group, tuple[int, ...]], ...]
    splits: tuple[Split, ...]
    totals: tuple[int, ...]

    def deal(self, rng: Random) -> list[int]:
        """All hands, the own one included: one of the deals that are possible."""
        hands = list(self.hands)
        if not self.groups:
            return hands
        split = self.splits[0]
        if len(self.splits) > 1:
            (split,) = rng.choices(self.splits, cum_weights=self.totals)
        luck = rng.random
        for (seats, cards), counts in zip(self.groups, split, strict=True):
            mixed = sorted(cards, key=lambda _: luck())
            start = 0
            for seat, count in zip(seats, counts, strict=True):
                hands[seat] += sum(mixed[start : start + count])
                start += count
        return hands


def dealer_for(view: View) -> Dealer:
    """Who deals what the seat of a view cannot see.

    Where no deal fits (a view that no match can show) it forgets who may hold what.
    """
    layout = layout_for(view.trump)
    deduction = deduce(view)
    others = tuple(seat for seat, room in enumerate(deduction.room) if seat != view.seat)
    own = [layout.bits(view.hand) if seat == view.seat else 0 for seat in range(len(view.seats))]
    return (
        _dealer(layout, own, deduction.may_hold, deduction.room)
        or _dealer(layout, own, dict.fromkeys(deduction.may_hold, others), deduction.room)
        or Dealer(layout, tuple(own), (), (), ())
    )


def _dealer(
    layout: Layout,
    own: Sequence[int],
    may_hold: Mapping[Card, Group],
    rooms: Sequence[int],
) -> Dealer | None:
    hands, room = list(own), list(rooms)
    open_cards: dict[Group, list[int]] = {}
    for card, seats in may_hold.items():
        seats = tuple(seat for seat in seats if rooms[seat])
        if len(seats) == 1:
            hands[seats[0]] += layout.bit_of[card]
            room[seats[0]] -= 1
        else:
            open_cards.setdefault(seats, []).append(layout.bit_of[card])
    groups = [(seats, tuple(open_cards[seats])) for seats in sorted(open_cards, key=_narrow)]
    if min(room) < 0 or () in open_cards:
        return None
    splits = tuple(_splits([(seats, len(cards)) for seats, cards in groups], room))
    totals = accumulate(prod(map(_ways, split)) for split in splits)
    if not splits:
        return None
    return Dealer(layout, tuple(hands), tuple(groups), splits, tuple(totals))


def _splits(groups: Sequence[tuple[Group, int]], room: Sequence[int]) -> Iterator[Split]:
    """Every way to divide groups of so many cards among seats with so much room, filling it."""
    if not groups:
        if not any(room):
            yield ()
        return
    (seats, cards), *rest = groups
    places = [room[seat] for seat in seats]
    for counts in _divisions(cards, places) if rest else (tuple(places),):
        left = list(room)
        for seat, count in zip(seats, counts, strict=True):
            left[seat] -= count
        if rest or sum(counts) == cards:
            yield from ((counts, *more) for more in _splits(rest, left))


def _divisions(cards: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give out so many cards among places with so much room."""
    for counts in product(*(range(min(each, cards) + 1) for each in room[:-1])):
        last = cards - sum(counts)
        if 0 <= last <= room[-1]:
            yield (*counts, last)


def _narrow(seats: Group) -> tuple[int, Group]:
    return len(seats), seats


def _ways(counts: tuple[int, ...]) -> int:
    """In how many ways cards can be divided by these counts."""
    ways, left = 1, sum(counts)
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways
