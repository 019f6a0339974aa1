"""The play-off, where counting tells both hands, solved exactly: alpha-beta with a table.

The duties to follow, to overtake and to trump leave so few ways to play that twelve tricks are
some ten thousand positions. A position is what both hold before a lead: two masks that tell equal
cards no longer apart. What it is worth is the leader's points less the other's, from there on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bot.engine.pinochle.rules import LAST_TRICK
from bot.players.pinochle.masks import (
    BEATERS,
    COPY,
    POINTS,
    SUIT_OF,
    TRUMPS,
    TYPES,
    each_bit,
    pairs,
    types,
)
from bot.players.pinochle.twin import Twin

ALL = 1_000
"""More points than there are."""
_LOOKS = 64
"""How many positions are searched between two looks at the clock."""

Known = tuple[int, int, int]
"""Of a position: the least and the most it can be worth, and the lead that seemed best."""


class OutOfTime(Exception):
    """The search was given up."""


def best_card(twin: Twin, likely: int, out_of_time: Callable[[], bool]) -> int:
    """The type that brings most, whatever the other seat does; `likely` among equals.

    When the time is up it is the best of those that have been tried.
    """
    solver = _Solver(out_of_time)
    own, other = _merged(twin.held[twin.turn]), _merged(twin.held[1 - twin.turn])
    if twin.led:
        other = _with(other, twin.led)
    legal, rest = twin.legal(), _left(own, other)
    best, choice = -ALL, likely

    def worth_of(card: int, low: int, high: int) -> int:
        if twin.led:
            return solver.replied(other, own, twin.led, card, low, high, rest)
        return solver.led(own, other, card, low, high, rest)

    try:
        for card in (likely, *each_bit(legal & ~likely)):
            # Is it better at all? That is quickly told, and seldom so.
            if best == -ALL or worth_of(card, best, best + 1) > best:
                choice = card
                best = worth_of(card, best, ALL)
    except OutOfTime:
        pass
    return choice


def worth(own: int, other: int) -> int:
    """What a play-off is worth to its leader, who holds `own`."""
    own, other = _merged(own), _merged(other)
    return _Solver(lambda: False).search(own, other, -ALL, ALL, _left(own, other))


def _merged(held: int) -> int:
    """A hand in which a single card of a type is always the same one."""
    return types(held) | pairs(held) << COPY


def _left(own: int, other: int) -> int:
    """The points that are left in two hands, those of the last trick included."""
    cards = (types(own), pairs(own), types(other), pairs(other))
    return sum(POINTS[card] for held in cards for card in each_bit(held)) + LAST_TRICK


def _without(held: int, card: int) -> int:
    """A merged hand less a card of a type."""
    second = card << COPY
    return held ^ second if held & second else held ^ card


def _with(held: int, card: int) -> int:
    """A merged hand and one more card of a type."""
    return held | card << COPY if held & card else held | card


@dataclass(slots=True)
class _Solver:
    out_of_time: Callable[[], bool]
    table: dict[tuple[int, int], Known] = field(default_factory=dict)
    searched: int = 0

    def search(self, own: int, other: int, low: int, high: int, rest: int) -> int:
        """What it is worth to lead from `own`; outside `low` to `high` it may be a bound only."""
        if not own:
            return 0
        if rest <= low:
            return rest
        if -rest >= high:
            return -rest
        least, most, likely = self.table.get((own, other), (-ALL, ALL, 0))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self.searched += 1
        if self.searched % _LOOKS == 0 and self.out_of_time():
            raise OutOfTime
        best = -ALL
        for card in _leads(own & TYPES, other & TYPES, likely):
            value = self.led(own, other, card, max(low, best), high, rest)
            if value > best:
                best, likely = value, card
                if best >= high:
                    break
        if best > low:
            least = best
        if best < high:
            most = best
        self.table[own, other] = least, most, likely
        return best

    def led(self, own: int, other: int, card: int, low: int, high: int, rest: int) -> int:
        """What it is worth to the leader to lead a card."""
        cards, led = other & TYPES, SUIT_OF[card]
        beaters = BEATERS[card]
        if same := cards & led:
            cards = same & beaters or same if led == TRUMPS else same
        else:
            cards = cards & TRUMPS or cards
        worst = ALL
        for reply in (*each_bit(cards & beaters), *each_bit(cards & ~beaters)):
            value = -self.replied(own, other, card, reply, -high, -low, rest)
            if value < worst:
                worst = value
                if worst <= low:
                    break
                high = min(high, worst)
        return worst

    def replied(
        self, leading: int, own: int, card: int, reply: int, low: int, high: int, rest: int
    ) -> int:
        """What a reply to a lead is worth to the seat that makes it from `own`."""
        leading, own = _without(leading, card), _without(own, reply)
        stake = POINTS[card] + POINTS[reply] + (0 if own else LAST_TRICK)
        if reply & BEATERS[card]:
            return stake + self.search(own, leading, low - stake, high - stake, rest - stake)
        return -stake - self.search(leading, own, -high - stake, -low - stake, rest - stake)


def _leads(cards: int, other: int, likely: int) -> Iterator[int]:
    """The leads in the order in which they are tried: winners from the top, then the cheapest."""
    if likely:
        yield likely
        cards ^= likely
    losers = []
    while cards:
        card = 1 << cards.bit_length() - 1
        cards ^= card
        if other & ((other & SUIT_OF[card] and SUIT_OF[card]) or TRUMPS) & BEATERS[card]:
            losers.append(card)
        else:
            yield card
    yield from sorted(losers, key=POINTS.__getitem__)
