"""A twin of the engine for one deal, a hundred times as fast: cards are bits, and it changes.

The engine is the truth; a test plays both in lockstep. A twin knows every card, so only players
build one, from deals that they have made up. It does not check: legal steps only.
"""

from dataclasses import dataclass, field

from bot.engine.pinochle.rules import LAST_TRICK
from bot.engine.seats import Seat
from bot.players.pinochle.masks import (
    BEATERS,
    BOTH,
    COPY,
    NINE,
    POINTS,
    SERVICES,
    SUIT_OF,
    TRUMPS,
    TYPES,
    Figure,
    Layout,
)


@dataclass(slots=True)
class Twin:
    """One deal from some trick on.

    `held` is what each seat may play, `table` what of that lies open and `late` the later of two
    equal cards there; `served` is by what cards have served in. `stock` is topmost last; `up` is
    the turn-up, 0 in the play-off. `led` is a type, 0 before a lead; `turn` who plays or melds.
    `gone` are the cards that were played; `points` those made from here on.
    """

    layout: Layout
    held: list[int]
    turn: Seat = 0
    up: int = 0
    stock: list[int] = field(default_factory=list)
    led: int = 0
    melding: bool = False
    table: int = 0
    late: int = 0
    served: list[int] = field(default_factory=lambda: [0] * SERVICES)
    gone: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])

    def copy(self) -> "Twin":
        """A deal that goes its own way from here."""
        return Twin(
            self.layout,
            self.held.copy(),
            self.turn,
            self.up,
            self.stock.copy(),
            self.led,
            self.melding,
            self.table,
            self.late,
            self.served.copy(),
            self.gone,
            self.points.copy(),
        )

    def legal(self) -> int:
        """The types that the seat whose turn it is may play."""
        held = self.held[self.turn]
        hand = (held | held >> COPY) & TYPES
        led = self.led
        if self.up or not led:
            return hand
        same = hand & SUIT_OF[led]
        if same:
            return (same & BEATERS[led] or same) if led & TRUMPS else same
        return hand & TRUMPS or hand

    def play(self, card: int) -> None:
        """Play a card of that type: of two equal ones that on the table, there the one laid first.

        After a trick its winner is asked for melds while there is a stock.
        """
        turn = self.turn
        own = self.held[turn] & card * BOTH
        laid = own & self.table
        own = laid & ~self.late if laid == card * BOTH else laid or own & -own
        self.held[turn] ^= own
        self.late &= ~(card * BOTH)
        self.gone |= own
        led = self.led
        if not led:
            self.led, self.turn = card, 1 - turn
            return
        winner = turn if card & BEATERS[led] else 1 - turn
        self.points[winner] += POINTS[card] + POINTS[led]
        self.led, self.turn = 0, winner
        if self.up:
            self.melding = True
        elif not self.held[winner]:
            self.points[winner] += LAST_TRICK

    def dix(self) -> None:
        """Exchange a nine of trump for the turn-up, or show it where that is a nine itself."""
        self.points[self.turn] += 10
        fresh = self.held[self.turn] & ~self.table & NINE * BOTH
        nine = fresh & -fresh
        if self.up & NINE * BOTH:
            self.put_down(nine)
        else:
            self.held[self.turn] ^= nine | self.up
            self.up = nine

    def show(self) -> None:
        """Show a nine of trump although it could be exchanged."""
        self.points[self.turn] += 10
        fresh = self.held[self.turn] & ~self.table & NINE * BOTH
        self.put_down(fresh & -fresh)

    def usable(self, seat: Seat) -> tuple[int, int, int, int, int]:
        """By what they would serve in, the cards of a seat that have not served in it yet."""
        held = self.held[seat]
        wed, run, four, pair, double = self.served
        return (
            held & ~(wed | run),
            held & ~run,
            held & ~four,
            held & ~(pair | double),
            held & ~double,
        )

    def may_lay(self, figure: Figure) -> bool:
        """Whether the seat whose turn it is has the cards for a meld, one of them new."""
        held = self.held[self.turn]
        usable = held & ~(self.served[figure.serves] | self.served[figure.barred])
        fresh = held & ~self.table
        have = usable & usable >> COPY if figure.twice else usable | usable >> COPY
        return not figure.types & ~have and bool(figure.types & (fresh | fresh >> COPY))

    def lay(self, figure: Figure) -> None:
        """Lay a meld that may be laid, with the copies that the rules name."""
        held = self.held[self.turn]
        usable = held & ~(self.served[figure.serves] | self.served[figure.barred])
        old, new = usable & self.table, held & ~self.table
        used = figure.types * BOTH if figure.twice else self._chosen(figure, old, new)
        for card in figure.order:
            fresh = used & new & card * BOTH
            while fresh:
                self.put_down(fresh & -fresh)
                fresh &= fresh - 1
        self.served[figure.serves] |= used
        self.points[self.turn] += figure.points

    def _chosen(self, figure: Figure, old: int, new: int) -> int:
        used = 0
        for card in figure.order:
            lying = old & card * BOTH
            if lying == card * BOTH:
                lying &= ~self.late
            in_hand = new & card * BOTH
            used |= lying or in_hand & -in_hand
        if not used & new:
            card = next(card for card in figure.order if new & card * BOTH)
            in_hand = new & card * BOTH
            used = used & ~(card * BOTH) | in_hand & -in_hand
        return used

    def put_down(self, card: int) -> None:
        """Lay one card from the hand on the table."""
        other = card << COPY if card & TYPES else card >> COPY
        if self.table & self.held[self.turn] & other:
            self.late |= card
        self.table |= card

    def draw(self) -> None:
        """Both draw, the winner first; with the turn-up the play-off begins."""
        self.melding = False
        winner, stock = self.turn, self.stock
        self.held[winner] |= stock.pop()
        if stock:
            self.held[1 - winner] |= stock.pop()
        else:
            self.held[1 - winner] |= self.up
            self.up = self.table = 0
