"""How a good club player judges a deal: which card to play, which meld to lay.

It keeps what may still meld, counts what is out, and wins tricks that are worth it. Of the other
hand it looks at nothing but what lies open, until in the play-off counting tells it all. It works
on a twin because a search plays whole deals with it.
"""

from bot.players.pinochle.masks import (
    BEATERS,
    BOTH,
    COPY,
    EACH,
    EVERY,
    NINE,
    POINTS,
    RUN,
    SUIT_OF,
    SUITS,
    TRUMPS,
    TYPES,
    Figure,
)
from bot.players.pinochle.twin import Twin

POWER = [0.0, 1.0, 2.0, 3.0, 6.0, 12.0] * 3 + [18.0, 19.0, 20.0, 21.0, 24.0, 30.0]
"""What each type is worth for the play-off, beyond its points: plain suits, then trumps."""
MELDING = 0.7
"""How much of a meld's promise counts."""
PRIZE = 0.6
"""How much a meld in the hand adds to a trick: it may be laid after another one, too."""
LEADING = 0.0
"""What it is worth to lead to the next trick."""
TAKEN = 0.25
RUFFED = 0.05
COVET = 0.02

P = dict(READY=0.5)
HIGHER = {bit: (SUIT_OF[bit] & -(bit << 1)) * BOTH for bit in EACH}
SUIT_LEFT = [(1 - TAKEN) ** n for n in range(13)]
RUFF_LEFT = {p: [(1 - RUFFED - COVET * p / 3) ** n for n in range(13)] for p in set(POINTS.values())}


def weigh(twin: Twin, seat: int) -> tuple[list[float], float]:
    """What is lost with a card of each type besides its points, and what a won trick lets lay."""
    worth = POWER.copy()
    held = twin.held[seat]
    fresh = held & ~twin.table
    tricks = (len(twin.stock) + 1) // 2 - 1
    out = EVERY & ~(twin.gone | twin.table | held | twin.up)
    some, both = (out | out >> COPY) & TYPES, out & out >> COPY
    one = min(tricks / out.bit_count(), 1.0) if out else 0.0
    two = one * (2 - one)
    scale = MELDING * (1 - P["READY"] ** tricks)
    new = fresh | fresh >> COPY
    wed, run, four, pair, double = twin.served
    usable_for = held & ~(wed | run), held & ~run, held & ~four, held & ~(pair | double), held & ~double
    best = 0
    for types, points, serves in twin.layout.quick:
        usable = usable_for[serves]
        have = usable | usable >> COPY
        missing = types & ~have
        if missing:
            if missing & ~some or missing.bit_count() > 2:
                continue
            promise = scale * points
            while missing:
                bit = missing & -missing
                promise *= two if bit & both else one
                missing ^= bit
        elif types & new:
            promise = scale * points
            if points > best:
                best = points
        else:
            continue
        single = types & have & ~(usable & usable >> COPY)
        while single:
            bit = single & -single
            worth[bit.bit_length() - 1] += promise
            single ^= bit
    nines = (fresh & NINE * BOTH).bit_count()
    return worth, (best + 10 * nines) * (PRIZE if tricks else 1.0)


def best_card(twin: Twin) -> int:
    """The type to play."""
    if not twin.up:
        return follow_out(twin) if twin.led else lead_out(twin)
    return follow(twin) if twin.led else lead(twin)


def follow(twin: Twin) -> int:
    """The card that decides a trick of the first part."""
    seat, led = twin.turn, twin.led
    held = twin.held[seat]
    worth, gain = weigh(twin, seat)
    gain += LEADING
    beaters, stake = BEATERS[led], POINTS[led]
    hand = (held | held >> COPY) & TYPES
    best, choice = -1e9, 0
    while hand:
        card = hand & -hand
        hand ^= card
        value = POINTS[card] + stake
        value = (value + gain if card & beaters else -value) - worth[card.bit_length() - 1]
        if value > best:
            best, choice = value, card
    return choice


def lead(twin: Twin) -> int:
    """The card to lead in the first part."""
    seat = twin.turn
    held = twin.held[seat]
    worth, gain = weigh(twin, seat)
    gain += LEADING
    out = EVERY & ~(twin.gone | held | twin.up)
    trumps = (out & TRUMPS * BOTH).bit_count()
    hand = (held | held >> COPY) & TYPES
    best, choice = -1e9, 0
    while hand:
        card = hand & -hand
        hand ^= card
        points = POINTS[card]
        above = (out & HIGHER[card]).bit_count()
        left = SUIT_LEFT[above]
        if card & ~TRUMPS:
            left *= RUFF_LEFT[points][trumps]
        value = left * (points + gain + points) - points - worth[card.bit_length() - 1]
        if value > best:
            best, choice = value, card
    return choice


def lead_out(twin: Twin) -> int:
    """The card to lead in the play-off: draw trumps from strength, cash winners, else lead low."""
    own, other = twin.held[twin.turn], twin.held[1 - twin.turn]
    own, other = (own | own >> COPY) & TYPES, (other | other >> COPY) & TYPES
    threat = other & TRUMPS
    mine = own & TRUMPS
    if mine and mine >= threat > 0 and mine.bit_length() >= threat.bit_length():
        return 1 << mine.bit_length() - 1
    best, choice = -1e9, 0
    for suit in SUITS:
        cards = own & suit
        if not cards:
            continue
        top = 1 << cards.bit_length() - 1
        theirs = other & suit
        low = cards & -cards
        if theirs:
            if top.bit_length() >= theirs.bit_length():
                value = 40 + POINTS[top]
                if value > best:
                    best, choice = value, top
        elif not threat:
            if 30 > best:
                best, choice = 30, top
        value = -POINTS[low] - (8 if suit == TRUMPS else 0)
        if value > best:
            best, choice = value, low
    return choice


def follow_out(twin: Twin) -> int:
    """The card that decides a trick of the play-off."""
    cards = twin.legal()
    over = cards & BEATERS[twin.led]
    if over:
        if over & SUIT_OF[twin.led] and not twin.led & TRUMPS:
            pass
        return over & -over
    best, choice = 1e9, 0
    while cards:
        card = cards & -cards
        cards ^= card
        value = POINTS[card]
        if value < best:
            best, choice = value, card
    return choice


def lay_all(twin: Twin) -> None:
    """Lay what a seat should lay that has won a trick, and draw."""
    seat = twin.turn
    while twin.held[seat] & ~twin.table & NINE * BOTH:
        twin.dix()
    figure = best_figure(twin)
    if figure is not None:
        twin.lay(figure)
    twin.draw()


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
            if figure.serves != RUN or len(twin.stock) < 7:
                break
        elif figure.barred == RUN and figure.types & TRUMPS:
            return figure
    return found


def play_out(twin: Twin) -> list[int]:
    """Play a deal to its end, and tell the points that were made from here on."""
    held = twin.held
    while True:
        if twin.melding:
            lay_all(twin)
        if not held[twin.turn]:
            return twin.points
        twin.play(best_card(twin))
