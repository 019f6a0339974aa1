"""What one seat, or the public, may know of a match: every field is named here or not shown."""

from dataclasses import dataclass, field

from bot.engine.cards import Card, Suit
from bot.engine.contract import CHANCE, Reason
from bot.engine.pinochle.actions import SeatAction
from bot.engine.pinochle.legality import legal, objection_to_play, to_act
from bot.engine.pinochle.melds import Laid, Scored
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import SEATS, TEN_HIGH, Rules
from bot.engine.seats import Seat, Sides, singles
from bot.engine.trick import TrickView, seen


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as the whole table sees it: cards in hand, cards on the table, what it has scored.

    The points of its tricks only once the deal is scored: until then they are counted in the head.
    """

    cards: int
    laid: tuple[Laid, ...]
    won: int
    meld_points: int
    trick_points: int | None


@dataclass(frozen=True, slots=True)
class View:
    """A match through the eyes of `seat`, or of the public where that is None.

    `hand`, `legal` and `barred` (the reason for each card that may not be played now) are the
    seat's own and empty for the public. `stock` is how many cards are left to be drawn, `drawn` the
    card that the seat drew last, until it plays again.
    """

    seat: Seat | None
    rules: Rules
    phase: Phase
    deal: int
    dealer: Seat | None
    draw: tuple[tuple[Seat, Card], ...]
    asked: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...] = field(repr=False)
    legal: tuple[SeatAction, ...] = field(repr=False)
    barred: tuple[tuple[Card, Reason], ...] = field(repr=False)
    stock: int
    drawn: Card | None = field(repr=False)
    trump: Suit | None
    up_card: Card | None
    shown: tuple[Seat, Card] | None
    playing_off: bool
    trick: TrickView | None
    tricks: tuple[TrickView, ...]
    melds: tuple[Scored, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    winners: tuple[int, ...] | None

    @property
    def sides(self) -> Sides:
        """Everybody plays alone."""
        return singles(SEATS)


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may know; the public for None."""
    asked = to_act(state)
    return View(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        deal=state.deal,
        dealer=state.dealer,
        draw=state.draw,
        asked=() if asked is CHANCE else asked,
        seats=tuple(_seat(state, each) for each in range(SEATS)),
        hand=() if seat is None or not state.hands else state.hands[seat],
        legal=() if seat is None else legal(state, seat),
        barred=() if seat is None or asked is CHANCE or seat not in asked else _barred(state, seat),
        stock=len(state.stock) + (state.up_card is not None),
        drawn=None if seat is None else state.drawn[seat],
        trump=state.trump,
        up_card=state.up_card,
        shown=state.shown,
        playing_off=state.playing_off,
        trick=None if state.trick is None else seen(state.trick, SEATS, state.trump, TEN_HIGH),
        tricks=tuple(seen(trick, SEATS, state.trump, TEN_HIGH) for trick in state.tricks),
        melds=state.melds,
        points=state.points,
        score=state.score,
        winners=state.winners,
    )


def _seat(state: State, seat: Seat) -> SeatView:
    return SeatView(
        cards=len(state.hands[seat]) if state.hands else 0,
        laid=state.laid[seat],
        won=state.won[seat] if state.won else 0,
        meld_points=sum(each.points for each in state.melds if each.seat == seat),
        trick_points=state.trick_points[seat] if state.points else None,
    )


def _barred(state: State, seat: Seat) -> tuple[tuple[Card, Reason], ...]:
    """The reason for each card held that may not be played to the trick."""
    if state.phase is not Phase.PLAY:
        return ()
    reasons = [(card, objection_to_play(state, seat, card)) for card in state.held(seat)]
    return tuple((card, reason) for card, reason in reasons if reason is not None)
