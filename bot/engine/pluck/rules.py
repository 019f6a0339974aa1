"""How a match of Pluck moves on: one small function for each kind of action (rules 2 and 3)."""

from dataclasses import replace

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import ACE_HIGH, Card, Suit, sorted_hand, without
from bot.engine.contract import Actor, Event, IllegalAction
from bot.engine.events import CardPlayed, Dealt, Drawn, MatchEnded
from bot.engine.pluck.actions import Action, NameTrump, Pluck
from bot.engine.pluck.events import DealScored, Plucked, TrickTaken, TrumpNamed
from bot.engine.pluck.legality import by_mercy, objection, offerable
from bot.engine.pluck.state import Exchange, Phase, State
from bot.engine.pluck.variants import (
    Boston,
    FirstDealer,
    OpeningLead,
    Points,
    Rounds,
    Rules,
    TrumpCall,
    ZeroBooks,
)
from bot.engine.seats import Seat, clockwise_from, left_of, side_of
from bot.engine.trick import Trick, belongs_to, highest, winning_place

Step = tuple[State, tuple[Event, ...]]


def setup(rules: Rules) -> State:
    """A match before the first draw or deal."""
    drawn = rules.first_dealer is FirstDealer.HIGH_CARD
    return State(rules, Phase.DRAW if drawn else Phase.DEAL, score=(0,) * len(rules.sides))


def apply(state: State, actor: Actor, action: Action) -> Step:
    """The next state and what happened. Raises IllegalAction, and nothing has happened then."""
    if reason := objection(state, actor, action):
        raise IllegalAction(reason)
    match action:
        case Draw(order):
            return _draw(state, order)
        case Deal(order):
            return _deal(state, order)
    assert isinstance(actor, int)
    match action:
        case Pluck():
            return _pluck(state, actor, action)
        case NameTrump(suit):
            return _name_trump(state, actor, suit)
        case Play(card):
            return _play(state, actor, card)


def draw_for_dealer(rules: Rules, order: tuple[Card, ...]) -> tuple[tuple[Seat, Card], ...]:
    """The draw for the first deal (rules 2): who drew what, in order.

    Every seat draws; those who share the highest rank draw again until one is highest.
    The seat of the draw's last winner deals, see `highest_drawer`.
    """
    drawn: list[tuple[Seat, Card]] = []
    drawing, cards = tuple(range(rules.seats)), iter(order)
    while len(drawing) > 1:
        turn = [(seat, next(cards)) for seat in drawing]
        drawn += turn
        top = max(ACE_HIGH.index(card.rank) for _, card in turn)
        drawing = tuple(seat for seat, card in turn if ACE_HIGH.index(card.rank) == top)
    return tuple(drawn)


def highest_drawer(draw: tuple[tuple[Seat, Card], ...]) -> Seat:
    """Who won a draw: the seat whose last card is the highest among those who drew longest."""
    last = dict(draw)
    times = {seat: sum(drawer == seat for drawer, _ in draw) for seat in last}
    return max(last, key=lambda seat: (times[seat], ACE_HIGH.index(last[seat].rank)))


def first_jack(rules: Rules, order: tuple[Card, ...]) -> Seat:
    """Who deals when the opening deal starts at seat 0: the first to receive a Jack (rules 2)."""
    return next(place for place, card in enumerate(order) if card.rank == "J") % rules.seats


def due_dealer(state: State, order: tuple[Card, ...]) -> Seat:
    """Who deals the next deal: the winner of the draw, the first Jack, or the last one's left."""
    if state.deal:
        assert state.dealer is not None
        return left_of(state.dealer, state.rules.seats)
    return first_jack(state.rules, order) if state.dealer is None else state.dealer


def _draw(state: State, order: tuple[Card, ...]) -> Step:
    draw = draw_for_dealer(state.rules, order)
    dealer = highest_drawer(draw)
    return replace(state, phase=Phase.DEAL, draw=draw, dealer=dealer), (Drawn(None, dealer),)


def _deal(state: State, order: tuple[Card, ...]) -> Step:
    rules = state.rules
    dealer = due_dealer(state, order)
    opening_by_jack = not state.deal and rules.first_dealer is FirstDealer.FIRST_JACK
    first = 0 if opening_by_jack else left_of(dealer, rules.seats)
    hands = tuple(
        sorted_hand(order[clockwise_from(first, rules.seats).index(seat) :: rules.seats])
        for seat in range(rules.seats)
    )
    mercy = rules.zero_books is ZeroBooks.MERCY and state.deal > 0
    dealt = replace(
        state,
        phase=Phase.TRUMP,
        deal=state.deal + 1,
        dealer=dealer,
        caller=_due_caller(state, dealer, hands),
        hands=hands,
        rights=tuple(max(balance, 0) for balance in state.balance),
        owed=tuple(max(-balance, 0) for balance in state.balance),
        mercy=tuple(mercy and not won for won in state.won_by_side) if state.won else (),
        plucking_side=None,
        plucks=(),
        trump=None,
        broken=False,
        trick=None,
        tricks=(),
        won=(0,) * rules.seats,
        balance=(),
    )
    if rules.trump_call is TrumpCall.AFTER_PLUCKS:
        dealt = _begin_plucks(dealt)
    return dealt, (Dealt((), dealer),)


def _due_caller(state: State, dealer: Seat, hands: tuple[tuple[Card, ...], ...]) -> Seat:
    """Who names trump (rules 2, 3): the dealer, or the call passes left from 2C's first holder."""
    if state.rules.dealer_calls:
        return dealer
    if state.caller is None:
        return next(seat for seat, hand in enumerate(hands) if Card.C2 in hand)
    return left_of(state.caller, state.rules.seats)


def _begin_plucks(state: State) -> State:
    """Give the first pluck to the side with most rights, the dealer's side first among equals."""
    if not any(state.rights):
        return _after_plucks(state)
    rules = state.rules
    assert state.dealer is not None
    nearest = [side_of(seat, rules.sides) for seat in clockwise_from(state.dealer, rules.seats)]
    first = max(nearest, key=lambda side: state.rights[side])
    return _settle_plucks(replace(state, phase=Phase.PLUCK, plucking_side=first))


def _settle_plucks(state: State) -> State:
    """Drop the rights of a side that can offer nothing, and pass the turn to one that can."""
    rights = tuple(
        left if any(offerable(state, seat) for seat in side) else 0
        for left, side in zip(state.rights, state.rules.sides, strict=True)
    )
    state = replace(state, rights=rights)
    if not any(rights):
        return _after_plucks(state)
    assert state.plucking_side is not None
    turn = clockwise_from(state.plucking_side, len(rights))
    return replace(state, plucking_side=next(side for side in turn if rights[side]))


def _after_plucks(state: State) -> State:
    state = replace(state, plucking_side=None)
    if state.trump is None:
        return replace(state, phase=Phase.TRUMP)
    return _begin_play(state)


def _pluck(state: State, seat: Seat, pluck: Pluck) -> Step:
    """Make one pluck (rules 2): the returned card is forced, the right is spent either way."""
    returned = _returned_card(state, pluck)
    hands = list(state.hands)
    if returned is not pluck.card:
        hands[seat] = sorted_hand((*without(hands[seat], pluck.card), returned), state.trump)
        hands[pluck.target] = sorted_hand(
            (*without(hands[pluck.target], returned), pluck.card), state.trump
        )
    sides = state.rules.sides
    own, other = side_of(seat, sides), side_of(pluck.target, sides)
    plucked = replace(
        state,
        hands=tuple(hands),
        rights=_one_less(state.rights, own),
        owed=_one_less(state.owed, other),
        plucks=(*state.plucks, Exchange(seat, pluck.target, pluck.card, returned)),
        # The other plucker comes next; where there is none, `_settle_plucks` comes back here.
        plucking_side=(own + 1) % len(sides),
    )
    return _settle_plucks(plucked), (Plucked((seat, pluck.target), seat, pluck.target),)


def _returned_card(state: State, pluck: Pluck) -> Card:
    """What a pluck gives back: the card itself where nothing changes hands (rules 2)."""
    target_hand = state.hands[pluck.target]
    if by_mercy(state, pluck.target):
        assert pluck.suit is not None
        return highest(target_hand, pluck.suit) or pluck.card
    assert pluck.card.suit is not None
    best = highest((*target_hand, pluck.card), pluck.card.suit)
    assert best is not None
    return best


def _one_less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def _name_trump(state: State, seat: Seat, suit: Suit) -> Step:
    hands = tuple(sorted_hand(hand, suit) for hand in state.hands)
    named = replace(state, trump=suit, hands=hands)
    before = state.rules.trump_call is TrumpCall.BEFORE_PLUCKS
    return _begin_plucks(named) if before else _begin_play(named), (TrumpNamed(None, seat, suit),)


def _begin_play(state: State) -> State:
    assert state.caller is not None
    opening = state.rules.opening_lead is OpeningLead.TWO_OF_CLUBS
    leader = state.holder_of(Card.C2) if opening else state.caller
    return replace(state, phase=Phase.PLAY, trick=Trick(leader))


def _play(state: State, seat: Seat, card: Card) -> Step:
    assert state.trick is not None
    hands = list(state.hands)
    hands[seat] = without(hands[seat], card)
    played = replace(
        state,
        hands=tuple(hands),
        trick=state.trick.add(card),
        broken=state.broken or belongs_to(card, state.trump) is state.trump,
    )
    events: tuple[Event, ...] = (CardPlayed(None, seat, card),)
    if len(state.trick.cards) + 1 < state.rules.seats:
        return played, events
    taken, more = _take_trick(played)
    return taken, events + more


def _take_trick(state: State) -> Step:
    trick = state.trick
    assert trick is not None
    winner = trick.seat_at(winning_place(trick.cards, state.trump), state.rules.seats)
    won = tuple(count + (seat == winner) for seat, count in enumerate(state.won))
    taken = replace(state, won=won, tricks=(*state.tricks, trick), trick=Trick(winner))
    events: tuple[Event, ...] = (TrickTaken(None, winner),)
    if any(state.hands):
        return taken, events
    scored, more = _score_deal(taken)
    return scored, events + more


def _score_deal(state: State) -> Step:
    """Score a deal (rules 2): each side its excess; a Boston as the house rule says."""
    rules = state.rules
    assert state.caller is not None
    won, quotas = state.won_by_side, rules.quota_by_side(state.caller)
    balance = tuple(tricks - quota for tricks, quota in zip(won, quotas, strict=True))
    boston = won.index(rules.tricks) if rules.tricks in won else None
    worth = 2 if rules.boston is Boston.DOUBLE and boston is not None else 1
    points = tuple(max(excess, 0) * worth for excess in balance)
    score = tuple(before + scored for before, scored in zip(state.score, points, strict=True))
    scored = replace(state, trick=None, balance=balance, score=score)
    winners = _winners(scored, boston)
    events: tuple[Event, ...] = (DealScored(None, state.caller, quotas, balance, points, boston),)
    if winners is None:
        return replace(scored, phase=Phase.DEAL), events
    over = replace(scored, phase=Phase.OVER, winners=winners)
    return over, (*events, MatchEnded(None, winners))


def _winners(state: State, boston: int | None) -> tuple[int, ...] | None:
    """The winning sides once the match is over (rules 2, Match); None while it goes on."""
    if boston is not None and state.rules.boston is Boston.WIN:
        return (boston,)
    best = max(state.score)
    leaders = tuple(side for side, score in enumerate(state.score) if score == best)
    match state.rules.match:
        case Points(target):
            over = best >= target and len(leaders) == 1
        case Rounds(count):
            over = state.deal == count * state.rules.seats
    return leaders if over else None
