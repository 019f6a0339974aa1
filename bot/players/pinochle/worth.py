"""What cards are worth keeping: for the melds they may still make, and for the tricks they take."""

from collections import Counter
from collections.abc import Iterator

from bot.engine.cards import Card
from bot.engine.pinochle.actions import Dix, Meld
from bot.engine.pinochle.melds import POINTS, MeldName, Shape, nine_of, shapes
from bot.engine.pinochle.rules import CARD_POINTS
from bot.engine.pinochle.variants import PACK, TEN_HIGH
from bot.engine.pinochle.view import View

_NEAR = (0.9, 0.25, 0.06)
"""How much of a meld's points counts while none, one or two of its cards are missing."""
_TRUMP = 9.0
_POWER = {"A": 6.0, "T": 3.0, "K": 1.5, "Q": 1.0, "J": 0.5, "9": 0.0}


def points(card: Card) -> int:
    """What a card counts in a trick."""
    return CARD_POINTS[card.rank]


def unseen(view: View) -> Counter[Card]:
    """The cards that the viewer cannot place: in the stock or in the other hand."""
    assert view.seat is not None
    left = Counter(PACK)
    left.subtract(view.hand)
    for own in view.seats:
        left.subtract(each.card for each in own.laid)
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    left.subtract(card for trick in tricks for _, card in trick.plays)
    if view.up_card is not None:
        left.subtract((view.up_card,))
    return +left


def beats(card: Card, other: Card, view: View) -> bool:
    """Whether a card takes a trick in which the other one was led."""
    if card.suit is other.suit:
        return TEN_HIGH.index(card.rank) > TEN_HIGH.index(other.rank)
    return card.suit is view.trump


def keeping(card: Card, view: View, out: Counter[Card]) -> float:
    """What is lost with a card beyond its points in this trick, in points."""
    power = _POWER[card.rank] + (_TRUMP if card.suit is view.trump else 0.0)
    if view.playing_off:
        return power
    return power + max((_promise(shape, view, out) for shape in _with(card, view)), default=0.0)


def best_meld(view: View) -> Meld | Dix:
    """What to lay now: a nine first, for it costs nothing, then the dearest meld, else nothing."""
    nines = [action for action in view.legal if isinstance(action, Dix)]
    if nines:
        return nines[0]
    melds = [action for action in view.legal if isinstance(action, Meld)]
    return max(melds, key=lambda action: _scores(action, view))


def in_hand(view: View) -> int:
    """What could be laid after a won trick: the dearest meld that is complete, and the nines."""
    whole = [shape.points for shape in _every(view) if not _missing(shape, view)]
    assert view.trump is not None
    nines = view.hand.count(nine_of(view.trump)) * POINTS[MeldName.DIX]
    return max(whole, default=0) + nines


def _scores(action: Meld, view: View) -> int:
    return next((each.points for each in _every(view) if each.cards == action.cards), 0)


def _every(view: View) -> tuple[Shape, ...]:
    assert view.trump is not None
    return shapes(view.trump, view.rules.double_pinochle)


def _with(card: Card, view: View) -> Iterator[Shape]:
    return (shape for shape in _every(view) if card in shape.cards)


def _promise(shape: Shape, view: View, out: Counter[Card]) -> float:
    """What a meld is worth now, complete or not; nothing if it can no longer be had."""
    missing = _missing(shape, view)
    if len(missing) >= len(_NEAR) or any(not out[card] for card in missing):
        return 0.0
    return _NEAR[len(missing)] * shape.points


def _missing(shape: Shape, view: View) -> list[Card]:
    """The cards of a meld that the viewer has neither in the hand nor on the table for it."""
    assert view.seat is not None
    left = Counter(view.hand)
    laid = Counter(each.card for each in view.seats[view.seat].laid if each.may_serve(shape.name))
    missing, fresh = [], False
    for card in shape.cards:
        if laid[card]:
            laid[card] -= 1
        elif left[card]:
            left[card] -= 1
            fresh = True
        else:
            missing.append(card)
    # Without a new card from the hand it cannot be laid, however complete it lies there.
    return missing if fresh or missing else list(shape.cards)
