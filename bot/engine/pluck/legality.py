"""What a seat may do now, and why it may not do something else (rules 2 and 3)."""

from itertools import product

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, Suit
from bot.engine.contract import CHANCE, Actor, Asked, Reason
from bot.engine.pluck.actions import Action, NameTrump, Pluck, SeatAction
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import PACKS, OpeningLead, TrumpCall
from bot.engine.seats import Seat, side_of
from bot.engine.trick import belongs_to, following


def to_act(state: State) -> Asked:
    """Whom the match waits for: chance, one seat, the partners who may pluck, or nobody."""
    match state.phase:
        case Phase.DRAW | Phase.DEAL:
            return CHANCE
        case Phase.PLUCK:
            assert state.plucking_side is not None
            side = state.rules.sides[state.plucking_side]
            return tuple(seat for seat in side if offerable(state, seat))
        case Phase.TRUMP:
            assert state.caller is not None
            return (state.caller,)
        case Phase.PLAY:
            assert state.trick is not None
            return (state.trick.next_seat(state.rules.seats),)
        case Phase.OVER:
            return ()


def legal(state: State, seat: Seat) -> tuple[SeatAction, ...]:
    """Every action the seat may take now; empty unless it is asked."""
    asked = to_act(state)
    if asked is CHANCE or seat not in asked:
        return ()
    match state.phase:
        case Phase.PLUCK:
            return _legal_plucks(state, seat)
        case Phase.TRUMP:
            return tuple(NameTrump(suit) for suit in Suit)
        case _:
            return tuple(Play(card) for card in playable(state, seat))


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
        case Phase.PLUCK, Pluck():
            return _objection_to_pluck(state, actor, action)
        case Phase.TRUMP, NameTrump():
            return None
        case Phase.PLAY, Play(card):
            return objection_to_play(state, actor, card)
        case _:
            return Reason.NOT_NOW


def offerable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat may offer in a pluck (rules 2): no joker, no protected trump."""
    return tuple(card for card in state.hands[seat] if objection_to_offer(state, card) is None)


def objection_to_offer(state: State, card: Card) -> Reason | None:
    """Why a held card may not be offered in a pluck; None if it may."""
    if card.is_joker:
        return Reason.JOKER_NOT_OFFERED
    return Reason.TRUMP_PROTECTED if card.suit is _protected(state) else None


def targets(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats that still owe a pluck and are not of the plucker's own side."""
    sides = state.rules.sides
    own = side_of(seat, sides)
    return tuple(
        target
        for target in range(state.rules.seats)
        if (side := side_of(target, sides)) != own and state.owed[side]
    )


def by_mercy(state: State, target: Seat) -> bool:
    """Whether the target is plucked by mercy: its side won no trick in the deal before."""
    return state.mercy[side_of(target, state.rules.sides)]


def mercy_suits(state: State) -> tuple[Suit, ...]:
    """The suits a plucker may name under mercy: not trump where it is protected."""
    return tuple(suit for suit in Suit if suit is not _protected(state))


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards of its hand that a seat may play to the trick, were it to play now."""
    hand = state.hands[seat]
    candidates = _candidates(state, hand)
    if not state.rules.jokers_locked or state.broken:
        return candidates
    # A joker that follows a trump lead never comes here: the lead has broken trump.
    return tuple(card for card in candidates if not card.is_joker) or candidates


def objection_to_play(state: State, seat: Seat, card: Card) -> Reason | None:
    """Why a seat whose turn it is may not play the card; None if it may."""
    hand = state.hands[seat]
    if card not in hand:
        return Reason.NOT_HELD
    if card in playable(state, seat):
        return None
    assert state.trick is not None
    if opens_with_two_of_clubs(state):
        return Reason.MUST_LEAD_TWO_OF_CLUBS
    if state.trick.cards and card not in _candidates(state, hand):
        return Reason.MUST_FOLLOW
    if state.rules.jokers_locked and card.is_joker:
        return Reason.JOKER_LOCKED
    return Reason.TRUMP_NOT_BROKEN


def opens_with_two_of_clubs(state: State) -> bool:
    """Whether the card due is the lead of the deal and must be 2C."""
    assert state.trick is not None
    opening = not state.tricks and not state.trick.cards
    return opening and state.rules.opening_lead is OpeningLead.TWO_OF_CLUBS


def _candidates(state: State, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """What may be led or follows, before the jokers' lock is considered."""
    assert state.trick is not None
    if state.trick.cards:
        led_suit = belongs_to(state.trick.cards[0], state.trump)
        assert led_suit is not None
        return following(hand, led_suit, state.trump) or hand
    if opens_with_two_of_clubs(state):
        return (Card.C2,)
    if state.broken:
        return hand
    return tuple(card for card in hand if belongs_to(card, state.trump) != state.trump) or hand


def _protected(state: State) -> Suit | None:
    """The suit that may not change hands, None under after_plucks."""
    return state.trump if state.rules.trump_call is TrumpCall.BEFORE_PLUCKS else None


def _legal_plucks(state: State, seat: Seat) -> tuple[Pluck, ...]:
    cards = offerable(state, seat)
    plucks: list[Pluck] = []
    for target in targets(state, seat):
        suits = mercy_suits(state) if by_mercy(state, target) else (None,)
        plucks += (Pluck(card, target, suit) for card, suit in product(cards, suits))
    return tuple(plucks)


def _objection_to_pluck(state: State, seat: Seat, pluck: Pluck) -> Reason | None:
    if pluck.card not in state.hands[seat]:
        return Reason.NOT_HELD
    if reason := objection_to_offer(state, pluck.card):
        return reason
    if pluck.target not in targets(state, seat):
        return Reason.NO_VULNERABILITY
    if pluck.suit is None:
        return Reason.SUIT_DUE if by_mercy(state, pluck.target) else None
    if not by_mercy(state, pluck.target):
        return Reason.SUIT_NOT_DUE
    return None if pluck.suit in mercy_suits(state) else Reason.TRUMP_PROTECTED


def _objection_to_chance(state: State, actor: Actor, action: Action) -> Reason | None:
    if actor is not CHANCE or to_act(state) is not CHANCE:
        return Reason.NOT_YOUR_TURN
    pack = PACKS[state.rules.deck]
    match state.phase, action:
        case Phase.DRAW, Draw(order):
            due = tuple(card for card in pack if not card.is_joker)
        case Phase.DEAL, Deal(order):
            due = pack
        case _:
            return Reason.NOT_NOW
    return None if sorted(order) == sorted(due) else Reason.WRONG_PACK
