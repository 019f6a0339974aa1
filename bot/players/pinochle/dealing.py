"""Deals as they may be, made up from what a seat knows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from bot.engine.pinochle.actions import DRAW_ON
from bot.engine.pinochle.melds import Laid, MeldName
from bot.engine.pinochle.variants import SEATS
from bot.engine.pinochle.view import View
from bot.engine.seats import Seat, left_of
from bot.players.pinochle.knowledge import played, surely_held, unseen
from bot.players.pinochle.masks import (
    COPY,
    DOUBLE,
    FOUR,
    PAIR,
    RUN,
    SERVICES,
    TYPES,
    WED,
    layout_for,
)
from bot.players.pinochle.twin import Twin

_SERVED = {
    MeldName.RUN: RUN,
    MeldName.ROYAL_MARRIAGE: WED,
    MeldName.MARRIAGE: WED,
    MeldName.ACES: FOUR,
    MeldName.KINGS: FOUR,
    MeldName.QUEENS: FOUR,
    MeldName.JACKS: FOUR,
    MeldName.PINOCHLE: PAIR,
    MeldName.DOUBLE_PINOCHLE: DOUBLE,
}


@dataclass(frozen=True, slots=True)
class Dealer:
    """Makes up deals that fit a view.

    `known` is all but the cards that are `hidden`: of those `room` go to the hand of `other` and
    `stock` to the stock.
    """

    known: Twin
    other: Seat
    hidden: tuple[int, ...]
    room: int
    stock: int

    def deal(self, luck: Random) -> Twin:
        """A deal that fits, each as likely as any other."""
        order = list(self.hidden)
        luck.shuffle(order)
        return self._with(order)

    def deals(self, luck: Random) -> Iterator[Twin]:
        """Deals that fit, two and two: they differ in who draws which card of each two.

        So neither of two options has the better cards only because it leaves another seat to
        draw first.
        """
        while True:
            twin = self.deal(luck)
            other = twin.copy()
            stock = twin.stock
            for place in range(len(stock) - 1, 0, -2):
                other.stock[place], other.stock[place - 1] = stock[place - 1], stock[place]
            yield twin
            yield other

    def any_deal(self) -> Twin:
        """A deal that fits, always the same one."""
        return self._with(list(self.hidden))

    def _with(self, order: list[int]) -> Twin:
        twin = self.known.copy()
        twin.held[self.other] += sum(order[: self.room])
        twin.stock = order[self.room : self.room + self.stock]
        return twin


def dealer_for(view: View) -> Dealer:
    """Who makes up the deals that fit all that a view tells; the deal must have begun."""
    assert view.seat is not None
    assert view.trump is not None
    assert view.trick is not None
    own, other = view.seat, left_of(view.seat, SEATS)
    layout = layout_for(view.trump, view.rules.double_pinochle)
    sure = surely_held(view, other)
    laid = [[each.card for each in seat.laid] for seat in view.seats]
    up = () if view.up_card is None else (view.up_card,)
    hidden = unseen(view)
    hidden.subtract(sure)
    piles = layout.parted(
        view.hand, laid[0], laid[1], sure, up, played(view), sorted(hidden.elements())
    )
    hand, *tables, held, turned, gone, rest = piles
    late, served = _laid_marks(zip(tables, (each.laid for each in view.seats), strict=True))
    lying = [sum(table) for table in tables]
    twin = Twin(
        layout,
        held=lying.copy(),
        turn=own,
        up=sum(turned),
        led=layout.bit_of[view.trick.plays[0][1]] if view.trick.plays else 0,
        melding=DRAW_ON in view.legal,
        table=sum(lying),
        late=late,
        served=served,
        gone=sum(gone),
    )
    twin.held[own] += sum(hand)
    twin.held[other] += sum(held)
    room = view.seats[other].cards - len(sure)
    return Dealer(twin, other, tuple(rest), room, view.stock - len(up))


def _laid_marks(
    tables: Iterable[tuple[list[int], tuple[Laid, ...]]],
) -> tuple[int, list[int]]:
    """Which cards lie as the later of two, and what each has served in."""
    late, served = 0, [0] * SERVICES
    for bits, laid in tables:
        lying = 0
        for bit, each in zip(bits, laid, strict=True):
            if bit > TYPES and lying & bit >> COPY:
                late |= bit
            lying |= bit
            for name in each.served:
                if name in _SERVED:
                    served[_SERVED[name]] |= bit
    return late, served
