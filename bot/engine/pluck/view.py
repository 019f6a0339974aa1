"""What one seat, or the public, may know of a match: every field is named here or not shown."""

from dataclasses import dataclass, field

from bot.engine.cards import Card, Suit
from bot.engine.contract import CHANCE, Reason
from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.legality import (
    by_mercy,
    legal,
    objection_to_offer,
    objection_to_play,
    playable,
    to_act,
)
from bot.engine.pluck.state import Exchange, Phase, State
from bot.engine.pluck.variants import Rules
from bot.engine.seats import Seat, Sides, side_of
from bot.engine.trick import TrickView, seen


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as the whole table sees it. `role` and `quota` (its side's) exist once dealt."""

    side: int
    role: str | None
    quota: int | None
    won: int
    cards: int


@dataclass(frozen=True, slots=True)
class PluckView:
    """A pluck that was made; the cards only for those who may know them."""

    plucker: Seat
    target: Seat
    given: Card | None
    returned: Card | None


@dataclass(frozen=True, slots=True)
class View:
    """A match through the eyes of `seat`, or of the public where that is None.

    `hand`, `legal` and `barred` (the reason for each card that may not be chosen now) are the
    seat's own and empty for the public. Per side: `rights`, `owed`, `balance`, `score`.
    `asked` is empty while chance is due.
    """

    seat: Seat | None
    rules: Rules
    phase: Phase
    deal: int
    dealer: Seat | None
    caller: Seat | None
    draw: tuple[tuple[Seat, Card], ...]
    asked: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...] = field(repr=False)
    legal: tuple[SeatAction, ...] = field(repr=False)
    barred: tuple[tuple[Card, Reason], ...] = field(repr=False)
    rights: tuple[int, ...]
    owed: tuple[int, ...]
    merciful: tuple[Seat, ...]
    plucks: tuple[PluckView, ...] = field(repr=False)
    trump: Suit | None
    broken: bool
    trick: TrickView | None
    tricks: tuple[TrickView, ...]
    balance: tuple[int, ...]
    score: tuple[int, ...]
    winners: tuple[int, ...] | None

    @property
    def sides(self) -> Sides:
        """The seats that score together."""
        return self.rules.sides


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may know; the public for None. Plucked cards are open once a deal is scored."""
    asked = to_act(state)
    return View(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        deal=state.deal,
        dealer=state.dealer,
        caller=state.caller,
        draw=state.draw,
        asked=() if asked is CHANCE else asked,
        seats=_seats(state),
        hand=() if seat is None or not state.hands else state.hands[seat],
        legal=() if seat is None else legal(state, seat),
        barred=() if seat is None or asked is CHANCE or seat not in asked else _barred(state, seat),
        rights=state.rights,
        owed=state.owed,
        merciful=tuple(
            target
            for target in range(state.rules.seats)
            if any(state.rights) and by_mercy(state, target)
        ),
        plucks=tuple(_pluck(state, exchange, seat) for exchange in state.plucks),
        trump=state.trump,
        broken=state.broken,
        trick=None if state.trick is None else seen(state.trick, state.rules.seats, state.trump),
        tricks=tuple(seen(trick, state.rules.seats, state.trump) for trick in state.tricks),
        balance=state.balance,
        score=state.score,
        winners=state.winners,
    )


def _seats(state: State) -> tuple[SeatView, ...]:
    rules, caller = state.rules, state.caller
    quotas = None if caller is None else rules.quota_by_side(caller)
    return tuple(
        SeatView(
            side=(side := side_of(seat, rules.sides)),
            role=None if caller is None else rules.role(seat, caller),
            quota=None if quotas is None else quotas[side],
            won=state.won[seat] if state.won else 0,
            cards=len(state.hands[seat]) if state.hands else 0,
        )
        for seat in range(rules.seats)
    )


def _barred(state: State, seat: Seat) -> tuple[tuple[Card, Reason], ...]:
    """The reason for each card of the hand that this question excludes."""
    match state.phase:
        case Phase.PLUCK:
            reasons = [(card, objection_to_offer(state, card)) for card in state.hands[seat]]
        case Phase.PLAY:
            allowed = playable(state, seat)
            barred = [card for card in state.hands[seat] if card not in allowed]
            reasons = [(card, objection_to_play(state, seat, card)) for card in barred]
        case _:
            return ()
    return tuple((card, reason) for card, reason in reasons if reason is not None)


def _pluck(state: State, exchange: Exchange, seat: Seat | None) -> PluckView:
    scored = bool(state.balance)
    if scored or seat in (exchange.plucker, exchange.target):
        return PluckView(exchange.plucker, exchange.target, exchange.given, exchange.returned)
    return PluckView(exchange.plucker, exchange.target, None, None)
