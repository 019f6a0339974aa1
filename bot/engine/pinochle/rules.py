"""How a match of Pinochle moves on: one small function for each kind of action (rules 5)."""

from dataclasses import replace
from typing import TypeVar

from bot.engine.actions import Deal, Draw, Play
from bot.engine.cards import Card, sorted_hand, without
from bot.engine.contract import Actor, Event, IllegalAction, Reason
from bot.engine.events import CardPlayed, Dealt, Drawn, MatchEnded
from bot.engine.pinochle.actions import Action, Dix, Meld
from bot.engine.pinochle.events import DealScored, Drew, DrewOn, Melded, TrickTaken
from bot.engine.pinochle.legality import objection
from bot.engine.pinochle.melds import POINTS, Laid, MeldName, Scored, lay, nine_of, shape_of
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import AT_A_TIME, DEALT, SEATS, TEN_HIGH, Points, Rules
from bot.engine.seats import Seat, left_of
from bot.engine.trick import Trick, winning_place

T = TypeVar("T")
Step = tuple[State, tuple[Event, ...]]

CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
LAST_TRICK = 10


def setup(rules: Rules) -> State:
    """A match before the draw for the first deal."""
    return State(rules, Phase.DRAW)


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
        case Play(card):
            return _play(state, actor, card)
        case Dix(exchange):
            return _dix(state, actor, exchange)
        case Meld(cards):
            return _meld(state, actor, cards)


def draw_for_dealer(order: tuple[Card, ...]) -> tuple[tuple[Seat, Card], ...]:
    """The draw for the first deal: each seat in turn, again while the ranks are equal."""
    drawn: list[tuple[Seat, Card]] = []
    for first, second in zip(order[::2], order[1::2], strict=True):
        drawn += [(0, first), (1, second)]
        if first.rank != second.rank:
            break
    return tuple(drawn)


def highest_drawer(draw: tuple[tuple[Seat, Card], ...]) -> Seat:
    """Who won a draw: the higher of the last two cards deals first."""
    return max(draw[-2:], key=lambda each: TEN_HIGH.index(each[1].rank))[0]


def due_dealer(state: State) -> Seat:
    """Who deals the next deal: the winner of the draw, then each in turn."""
    assert state.dealer is not None
    return left_of(state.dealer, SEATS) if state.deal else state.dealer


def _draw(state: State, order: tuple[Card, ...]) -> Step:
    draw = draw_for_dealer(order)
    dealer = highest_drawer(draw)
    return replace(state, phase=Phase.DEAL, draw=draw, dealer=dealer), (Drawn(None, dealer),)


def _deal(state: State, order: tuple[Card, ...]) -> Step:
    """Deal three at a time, non-dealer first; the next card is turned up (rules 5, Deal)."""
    dealer = due_dealer(state)
    other = left_of(dealer, SEATS)
    dealt = DEALT * SEATS
    hands: list[list[Card]] = [[], []]
    for place, card in enumerate(order[:dealt]):
        hands[other if place // AT_A_TIME % SEATS == 0 else dealer].append(card)
    up_card = order[dealt]
    trump = up_card.suit
    assert trump is not None
    turned = _scored(dealer, MeldName.TURNED_NINE, (up_card,))
    new = State(
        rules=state.rules,
        phase=Phase.PLAY,
        score=state.score,
        deal=state.deal + 1,
        dealer=dealer,
        draw=state.draw,
        hands=tuple(sorted_hand(hand, trump, TEN_HIGH) for hand in hands),
        stock=order[dealt + 1 :],
        trump=trump,
        up_card=up_card,
        trick=Trick(other),
        melds=(turned,) if up_card is nine_of(trump) else (),
        won=(0, 0),
        trick_points=(0, 0),
    )
    return new, (Dealt((), dealer), *(_melded(each) for each in new.melds))


def _play(state: State, seat: Seat, card: Card) -> Step:
    """Play a card: of two equal ones that on the table, and there the one laid first."""
    assert state.trick is not None
    hands, laid = list(state.hands), list(state.laid)
    place = next((at for at, each in enumerate(laid[seat]) if each.card is card), None)
    if place is None:
        hands[seat] = without(hands[seat], card)
    else:
        laid[seat] = laid[seat][:place] + laid[seat][place + 1 :]
    trick = state.trick.add(card)
    drawn = _with(state.drawn, seat, None)
    played = replace(state, hands=tuple(hands), laid=tuple(laid), drawn=drawn, trick=trick)
    events: tuple[Event, ...] = (CardPlayed(None, seat, card),)
    if len(trick.cards) < SEATS:
        return played, events
    taken, more = _take_trick(played, trick)
    return taken, events + more


def _take_trick(state: State, trick: Trick) -> Step:
    """Give the trick to its winner, who may meld while cards are drawn (rules 5, First part)."""
    winner = trick.seat_at(winning_place(trick.cards, state.trump, TEN_HIGH), SEATS)
    last = not any(state.hands) and state.playing_off
    worth = sum(CARD_POINTS[card.rank] for card in trick.cards) + (LAST_TRICK if last else 0)
    taken = replace(
        state,
        phase=Phase.PLAY if state.playing_off else Phase.MELD,
        trick=Trick(winner),
        tricks=(*state.tricks, trick),
        won=_plus(state.won, winner, 1),
        trick_points=_plus(state.trick_points, winner, worth),
    )
    events: tuple[Event, ...] = (TrickTaken(None, winner, last),)
    if not last:
        return taken, events
    scored, more = _score_deal(taken)
    return scored, events + more


def _dix(state: State, seat: Seat, exchange: bool) -> Step:
    """Exchange a nine of trump for the turn-up, or show it (rules 5, Dix)."""
    assert state.trump is not None
    assert state.up_card is not None
    nine = nine_of(state.trump)
    hand = without(state.hands[seat], nine)
    if exchange:
        scored = _scored(seat, MeldName.DIX_EXCHANGE, (nine, state.up_card))
        hand = sorted_hand((*hand, state.up_card), state.trump, TEN_HIGH)
        moved = replace(state, up_card=nine)
    else:
        scored = _scored(seat, MeldName.DIX, (nine,))
        laid = (*state.laid[seat], Laid(nine, (MeldName.DIX,)))
        moved = replace(state, laid=_with(state.laid, seat, laid))
    after = replace(moved, hands=_with(state.hands, seat, hand), melds=(*state.melds, scored))
    return after, (_melded(scored),)


def _meld(state: State, seat: Seat, cards: tuple[Card, ...]) -> Step:
    """Lay a meld or none, then draw: the winner of the trick first."""
    if not cards:
        drawn, events = _draw_cards(state, seat)
        return drawn, (DrewOn(None, seat), *events)
    assert state.trump is not None
    shape = shape_of(cards, state.trump, state.rules.double_pinochle)
    assert shape is not None
    result = lay(state.hands[seat], state.laid[seat], shape.name, cards)
    assert not isinstance(result, Reason)
    hand, laid = result
    scored = _scored(seat, shape.name, cards)
    melded = replace(
        state,
        hands=_with(state.hands, seat, hand),
        laid=_with(state.laid, seat, laid),
        melds=(*state.melds, scored),
    )
    drawn, events = _draw_cards(melded, seat)
    return drawn, (_melded(scored), *events)


def _draw_cards(state: State, winner: Seat) -> Step:
    """Both draw, the winner first; with the turn-up the play-off begins (rules 5, First part)."""
    loser = left_of(winner, SEATS)
    first, *rest = state.stock
    last = not rest
    second = state.up_card if last else rest[0]
    assert second is not None
    hands = {winner: (*state.hands[winner], first), loser: (*state.hands[loser], second)}
    drawn = replace(
        state,
        phase=Phase.PLAY,
        trick=Trick(winner),
        stock=tuple(rest[1:]),
        drawn=(first, second) if winner == 0 else (second, first),
        up_card=None if last else state.up_card,
        shown=(winner, first) if last else None,
    )
    if last:
        back = {seat: tuple(each.card for each in state.laid[seat]) for seat in hands}
        hands = {seat: hand + back[seat] for seat, hand in hands.items()}
        drawn = replace(drawn, laid=((), ()))
    held = tuple(sorted_hand(hands[seat], state.trump, TEN_HIGH) for seat in range(SEATS))
    return replace(drawn, hands=held), (
        Drew(None if last else (winner,), winner, first),
        Drew(None if last else (loser,), loser, second),
    )


def _score_deal(state: State) -> Step:
    """Add melds and tricks (rules 5, Trick points), and end the match where it ends."""
    points = tuple(
        state.trick_points[seat] + sum(each.points for each in state.melds if each.seat == seat)
        for seat in range(SEATS)
    )
    score = tuple(before + own for before, own in zip(state.score, points, strict=True))
    scored = replace(state, phase=Phase.DEAL, trick=None, points=points, score=score)
    events: tuple[Event, ...] = (DealScored(None, points),)
    winners = _winners(scored)
    if winners is None:
        return scored, events
    return replace(scored, phase=Phase.OVER, winners=winners), (*events, MatchEnded(None, winners))


def _winners(state: State) -> tuple[int, ...] | None:
    """Who has won (rules 5, Match); None while it goes on."""
    best = max(state.score)
    leaders = tuple(side for side, score in enumerate(state.score) if score == best)
    if isinstance(state.rules.match, Points):
        return leaders if best >= state.rules.match.target and len(leaders) == 1 else None
    return leaders


def _scored(seat: Seat, name: MeldName, cards: tuple[Card, ...]) -> Scored:
    return Scored(seat, name, POINTS[name], cards)


def _melded(scored: Scored) -> Melded:
    return Melded(None, scored.seat, scored.name, scored.points)


def _plus(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + more, *counts[place + 1 :])


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
