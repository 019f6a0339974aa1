"""What a seat may do now, and why it may not do something else (rules 5)."""

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, Suit
from bot.engine.contract import CHANCE, Actor, Asked, Reason
from bot.engine.pinochle.actions import DRAW_ON, Action, Dix, Meld, SeatAction
from bot.engine.pinochle.melds import lay, nine_of, shape_of, shapes
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import PACK, SEATS, TEN_HIGH
from bot.engine.seats import Seat


def to_act(state: State) -> Asked:
    """Whom the match waits for: chance, one seat, or nobody."""
    match state.phase:
        case Phase.DRAW | Phase.DEAL:
            return CHANCE
        case Phase.PLAY | Phase.MELD:
            assert state.trick is not None
            return (state.trick.next_seat(SEATS),)
        case Phase.OVER:
            return ()


def legal(state: State, seat: Seat) -> tuple[SeatAction, ...]:
    """Every action the seat may take now, of equal cards one; empty unless it is asked."""
    asked = to_act(state)
    if asked is CHANCE or seat not in asked:
        return ()
    if state.phase is Phase.PLAY:
        return tuple(Play(card) for card in dict.fromkeys(playable(state, seat)))
    assert state.trump is not None
    possible: tuple[SeatAction, ...] = (
        *(Dix(exchange) for exchange in (True, False)),
        *(Meld(shape.cards) for shape in shapes(state.trump, state.rules.double_pinochle)),
    )
    return (*(each for each in possible if objection(state, seat, each) is None), DRAW_ON)


def objection(state: State, actor: Actor, action: Action) -> Reason | None:
    """Why the action is illegal now, the most basic reason first; None if it is legal."""
    asked = to_act(state)
    if asked is CHANCE or actor is CHANCE:
        return _objection_to_chance(state, actor, action)
    if not asked:
        return Reason.MATCH_OVER
    if actor not in asked:
        return Reason.NOT_YOUR_TURN
    match state.phase, action:
        case Phase.PLAY, Play(card):
            return objection_to_play(state, actor, card)
        case Phase.MELD, Dix(exchange):
            return _objection_to_dix(state, actor, exchange)
        case Phase.MELD, Meld(cards):
            return _objection_to_meld(state, actor, cards)
        case _:
            return Reason.NOT_NOW


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat may play to the trick, were it to play now."""
    held = state.held(seat)
    assert state.trick is not None
    if not state.playing_off or not state.trick.cards:
        return held
    led, trump = state.trick.cards[0], state.trump
    same = _of_suit(held, led.suit)
    if same and led.suit is trump:
        return tuple(card for card in same if _beats(card, led)) or same
    return same or _of_suit(held, trump) or held


def objection_to_play(state: State, seat: Seat, card: Card) -> Reason | None:
    """Why a seat whose turn it is may not play the card; None if it may."""
    held = state.held(seat)
    if card not in held:
        return Reason.NOT_HELD
    if card in playable(state, seat):
        return None
    assert state.trick is not None
    led = state.trick.cards[0]
    if not _of_suit(held, led.suit):
        return Reason.MUST_TRUMP
    return Reason.MUST_BEAT if card.suit is led.suit else Reason.MUST_FOLLOW


def _of_suit(cards: tuple[Card, ...], suit: Suit | None) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit is suit)


def _beats(card: Card, other: Card) -> bool:
    """Whether a card is strictly higher than another one of its suit."""
    return TEN_HIGH.index(card.rank) > TEN_HIGH.index(other.rank)


def _objection_to_dix(state: State, seat: Seat, exchange: bool) -> Reason | None:
    assert state.trump is not None
    nine = nine_of(state.trump)
    if nine not in state.hands[seat]:
        return Reason.NO_NINE
    return Reason.TURN_UP_IS_NINE if exchange and state.up_card is nine else None


def _objection_to_meld(state: State, seat: Seat, cards: tuple[Card, ...]) -> Reason | None:
    if not cards:
        return None
    assert state.trump is not None
    shape = shape_of(cards, state.trump, state.rules.double_pinochle)
    if shape is None:
        return Reason.NOT_A_MELD
    laid = lay(state.hands[seat], state.laid[seat], shape.name, cards)
    return laid if isinstance(laid, Reason) else None


def _objection_to_chance(state: State, actor: Actor, action: Action) -> Reason | None:
    if actor is not CHANCE or to_act(state) is not CHANCE:
        return Reason.NOT_YOUR_TURN
    match state.phase, action:
        case (Phase.DRAW, Draw(order)) | (Phase.DEAL, Deal(order)):
            return None if sorted(order) == sorted(PACK) else Reason.WRONG_PACK
        case _:
            return Reason.NOT_NOW
