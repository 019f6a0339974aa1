"""How a good club player judges a deal: which card to play, which meld to lay.

It keeps what may still meld, counts what is out, and wins tricks that are worth it. Of the other
hand it looks at nothing but what lies open, until in the play-off counting tells it all. It works
on a twin because a search plays whole deals with it, so its sums are in loops with everything in
them. Every worth is in points; the numbers were found by letting players with other ones meet.
"""

from bot.players.pinochle.masks import (
    BEATERS,
    BOTH,
    COPY,
    EVERY,
    HIGHER,
    NINE,
    POINTS,
    RUN,
    SUITS,
    TRUMPS,
    TYPES,
    Figure,
    each_bit,
)
from bot.players.pinochle.twin import Twin

_POWER = [0.0, 1.0, 2.0, 3.0, 6.0, 12.0] * 3 + [18.0, 19.0, 20.0, 21.0, 24.0, 30.0]
"""What each type is worth for the play-off, beyond its points: the plain suits, then trumps."""
_MELDING = 0.7
"""How much of a meld counts that has yet to be laid."""
_PRIZE = 0.5
"""How much a meld adds to a trick after which it can be laid: it might be laid later, too."""
_AGAIN = 0.5
"""How likely each later trick is lost: the fewer are left, the less a meld still promises."""
_MISSING = 2
"""How many cards of a meld may be missing for it to be thought of."""
_TAKEN, _RUFFED, _COVETED = 0.25, 0.05, 0.02 / 3
"""How likely one card that is out takes a lead: a higher one of its suit; a trump; and how much
more likely for each point that the lead counts."""
_DIX, _NINE = 10, NINE.bit_length() - 1
"""What a nine of trump scores if it is kept for that, and its place among the types."""
_EVERY_COUNT = range(2 * COPY)
_NOT_TAKEN = [(1 - _TAKEN) ** count for count in _EVERY_COUNT]
_NOT_RUFFED = {
    points: [(1 - _RUFFED - _COVETED * points) ** count for count in _EVERY_COUNT]
    for points in set(POINTS.values())
}
_CASHED, _UNTROUBLED, _LAST_RESORT = 40, 30, 8
"""How a lead of the play-off is liked: a winner that is followed to; one that nobody can follow to
or trump; and how little the lead of a trump that takes nothing."""
_LONG = 7
"""With so many cards in the stock there is time to lay a royal marriage and then its run."""

Promises = dict[int, float]
Weighed = tuple[list[float], float, int]


def best_card(twin: Twin) -> int:
    """The type to play; the lowest of equals."""
    if not twin.up:
        return _follow_to_the_end(twin) if twin.led else _lead_to_the_end(twin)
    values = _following(twin, _weigh(twin)) if twin.led else _leading(twin)
    return max(values, key=values.__getitem__)


def promises(twin: Twin) -> Promises:
    """What each type that may be played in the first part promises, the lowest type first.

    A type that loses the trick is left out where another one would give fewer points away and is
    missed no more.
    """
    if not twin.led:
        return _leading(twin)
    weighed = _weigh(twin)
    found, worth = _following(twin, weighed), weighed[0]
    losing = [card for card in found if not card & BEATERS[twin.led]]
    for card in losing:
        missed = worth[card.bit_length() - 1]
        if any(
            POINTS[other] < POINTS[card] and worth[other.bit_length() - 1] <= missed
            for other in losing
        ):
            del found[card]
    return found


def least_missed(twin: Twin) -> list[int]:
    """The types that may be played, those first that are least worth keeping."""
    worth = _POWER if not twin.up else _weigh(twin)[0]
    return sorted(
        each_bit(twin.legal()), key=lambda card: POINTS[card] + worth[card.bit_length() - 1]
    )


def best_figure(twin: Twin) -> Figure | None:
    """The meld to lay now: the dearest, but a royal marriage before the run that it is part of."""
    held = twin.held[twin.turn]
    types = (held | held >> COPY) & TYPES
    found = None
    for figure in twin.layout.figures:
        if figure.types & ~types or not twin.may_lay(figure):
            continue
        if found is None:
            found = figure
            if figure.serves != RUN or len(twin.stock) < _LONG:
                break
        elif figure.barred == RUN and figure.types & TRUMPS:
            return figure
    return found


def play_out(twin: Twin) -> list[int]:
    """Play a deal to its end, and tell the points that were made from here on."""
    held = twin.held
    while True:
        if twin.melding:
            _lay_all(twin)
        if not held[twin.turn]:
            return twin.points
        twin.play(best_card(twin))


def _lay_all(twin: Twin) -> None:
    seat = twin.turn
    while twin.held[seat] & ~twin.table & NINE * BOTH:
        twin.dix()
    figure = best_figure(twin)
    if figure is not None:
        twin.lay(figure)
    twin.draw()


def _weigh(twin: Twin) -> Weighed:
    """What is lost with a card of each type, what a won trick lets lay, and the types for that."""
    worth = _POWER.copy()
    held = twin.held[twin.turn]
    fresh = held & ~twin.table
    new = fresh | fresh >> COPY
    tricks = (len(twin.stock) + 1) // 2 - 1
    scale = _MELDING * (1 - _AGAIN**tricks)
    out = EVERY & ~(twin.gone | twin.table | held | twin.up)
    some, both = out | out >> COPY, out & out >> COPY
    one = min(tricks / out.bit_count(), 1.0) if out else 0.0
    two = one * (2 - one)
    usable_for = twin.usable(twin.turn)
    best = needed = 0
    for types, points, serves in twin.layout.simple:
        usable = usable_for[serves]
        have = usable | usable >> COPY
        missing = types & ~have
        if missing & ~some or missing.bit_count() > _MISSING or not (missing or types & new):
            continue
        promise = scale * points
        single = types & have & ~(usable & usable >> COPY)
        if not missing and points > best:
            best, needed = points, single
        while missing:
            bit = missing & -missing
            promise *= two if bit & both else one
            missing ^= bit
        while single:
            bit = single & -single
            worth[bit.bit_length() - 1] += promise
            single ^= bit
    if nines := fresh & NINE * BOTH:
        best += _DIX * nines.bit_count()
        worth[_NINE] += _DIX
        if not nines & nines - 1:
            turned = (twin.up | twin.up >> COPY) & TYPES
            worth[_NINE] += _POWER[turned.bit_length() - 1] - _POWER[_NINE]
    return worth, best * (_PRIZE if tricks else 1.0), needed


def _following(twin: Twin, weighed: Weighed) -> Promises:
    """What a card promises that decides the trick."""
    worth, prize, needed = weighed
    beaters, stake = BEATERS[twin.led], POINTS[twin.led]
    found = {}
    for card in each_bit(twin.legal()):
        value: float = POINTS[card] + stake
        if card & beaters:
            value += 0 if card & needed else prize
        else:
            value = -value
        found[card] = value - worth[card.bit_length() - 1]
    return found


def _leading(twin: Twin) -> Promises:
    """What a lead promises: it may be taken, or be left to take the trick."""
    worth, prize, needed = _weigh(twin)
    out = EVERY & ~(twin.gone | twin.held[twin.turn] | twin.up)
    ruffs = (out & TRUMPS * BOTH).bit_count()
    found = {}
    for card in each_bit(twin.legal()):
        points = POINTS[card]
        left = _NOT_TAKEN[(out & HIGHER[card]).bit_count()]
        if card & ~TRUMPS:
            left *= _NOT_RUFFED[points][ruffs]
        won = points if card & needed else points + prize
        found[card] = left * (points + won) - points - worth[card.bit_length() - 1]
    return found


def _lead_to_the_end(twin: Twin) -> int:
    """A lead of the play-off: draw trumps from strength, cash winners, else lead low."""
    own, other = twin.held[twin.turn], twin.held[1 - twin.turn]
    own, other = (own | own >> COPY) & TYPES, (other | other >> COPY) & TYPES
    threat = other & TRUMPS
    if threat and (own & TRUMPS).bit_length() >= threat.bit_length():
        return 1 << own.bit_length() - 1
    best, choice = float("-inf"), 0
    for suit in SUITS:
        cards = own & suit
        if not cards:
            continue
        top, low = 1 << cards.bit_length() - 1, cards & -cards
        theirs = other & suit
        if theirs and top.bit_length() >= theirs.bit_length():
            card, value = top, _CASHED + POINTS[top]
        elif not theirs and not threat and suit != TRUMPS:
            card, value = top, _UNTROUBLED
        else:
            card, value = low, -POINTS[low] - (_LAST_RESORT if suit == TRUMPS else 0)
        if value > best:
            best, choice = value, card
    return choice


def _follow_to_the_end(twin: Twin) -> int:
    """A card that decides a trick of the play-off: take it with the lowest, else give the least."""
    cards = twin.legal()
    over = cards & BEATERS[twin.led]
    if over:
        return over & -over
    return min(each_bit(cards), key=POINTS.__getitem__)
