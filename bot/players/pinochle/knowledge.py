"""What a view tells of the cards that it does not show."""

from collections import Counter

from bot.engine.cards import Card
from bot.engine.pinochle.melds import MeldName
from bot.engine.pinochle.variants import PACK
from bot.engine.pinochle.view import View
from bot.engine.seats import Seat

_BESIDES = (MeldName.DIX, MeldName.DIX_EXCHANGE, MeldName.TURNED_NINE)
"""What is laid besides the one meld of a trick."""


def played(view: View) -> list[Card]:
    """Every card that has been played in this deal, the current trick included."""
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    return [card for trick in tricks for _, card in trick.plays]


def unseen(view: View) -> Counter[Card]:
    """The cards that the viewer does not see: those in the other hand and in the stock."""
    assert view.seat is not None
    left = Counter(PACK)
    left.subtract(view.hand)
    left.subtract(each.card for own in view.seats for each in own.laid)
    left.subtract(played(view))
    if view.up_card is not None:
        left.subtract((view.up_card,))
    return +left


def surely_held(view: View, seat: Seat) -> tuple[Card, ...]:
    """Cards that another seat holds unseen for all that is known: the turn-up it has taken.

    Where it may have played or laid that very card since, it is not said to hold it.
    """
    taken = _exchanged(view, seat)
    if taken is None or view.playing_off:
        return ()
    card, since = taken
    shown = sum(each.card is card for each in view.seats[seat].laid)
    spent = sum(
        (seat, card) in trick.plays
        for trick in (*view.tricks[since:], *((view.trick,) if view.trick else ()))
    )
    return (card,) if not shown and not spent and unseen(view)[card] else ()


def _exchanged(view: View, seat: Seat) -> tuple[Card, int] | None:
    """The card that a seat took for its nine, and how many tricks had surely been played then.

    Melds are not told trick by trick, but each but the nines took a trick of its own.
    """
    before = 0
    for scored in view.melds:
        if scored.seat != seat:
            continue
        if scored.name is MeldName.DIX_EXCHANGE:
            _, card = scored.cards
            wins = [place for place, trick in enumerate(view.tricks) if trick.winner == seat]
            return card, wins[before] + 1
        before += scored.name not in _BESIDES
    return None
