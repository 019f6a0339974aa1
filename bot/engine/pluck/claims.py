"""When the rest of a deal is certain: whoever leads takes every trick, however the cards lie.

Nothing is asked but which cards are still out. Any of the others may hold all of them, and play
them as spitefully as the rules allow.
"""

from collections.abc import Iterable, Mapping

from bot.engine.actions import Play
from bot.engine.cards import ACE_HIGH, Card, Suit
from bot.engine.pluck.variants import PACKS
from bot.engine.pluck.view import View
from bot.engine.trick import belongs_to

Suits = Mapping[Suit, list[Card]]
"""Cards suit by suit, jokers among the trumps, from high to low."""

FEWEST = 2
"""A last card needs no claim."""


def claim(view: View) -> tuple[Play, ...]:
    """The plays that take all the rest for the seat of a view, in order; () if it is not certain.

    Only a seat that is to lead, and has more than one card left, has anything to claim.
    """
    leads = {action.card for action in view.legal if isinstance(action, Play)}
    if not leads or view.trump is None or len(view.hand) < FEWEST:
        return ()
    if view.trick is not None and view.trick.plays:
        return ()
    held, out = _by_suit(view.hand, view.trump), _by_suit(_unseen(view), view.trump)
    if not all(_takes_all(held[suit], out[suit]) for suit in Suit):
        return ()
    order = _order(view, held, out)
    return tuple(map(Play, order)) if order and order[0] in leads else ()


def _takes_all(held: list[Card], out: list[Card]) -> bool:
    """Whether all these cards take tricks, led from the top: the others have to follow.

    Either each is higher than all that is out, or those that are higher draw it all.
    """
    masters = _masters(held, out)
    return masters == len(held) or masters >= len(out)


def _order(view: View, held: Suits, out: Suits) -> tuple[Card, ...]:
    """The order of the leads; () where a trump that is out may come in between.

    Trumps are drawn first, if trump may be led. Jokers that are locked wait for another trump.
    Before trump is broken all trumps are still held, so hardly anything is ever certain; the
    little that could be seen by counting what the others must follow with is left.
    """
    assert view.trump is not None
    trumps, dangers = held[view.trump], out[view.trump]
    plain = [card for suit in Suit if suit is not view.trump for card in held[suit]]
    if dangers and plain and (not view.broken or _masters(trumps, dangers) < len(dangers)):
        return ()
    if view.broken:
        return (*trumps, *plain)
    if view.rules.jokers_locked:
        if _masters(trumps, dangers) < len(trumps):
            return ()
        trumps = sorted(trumps, key=lambda card: card.is_joker)
    return (*plain, *trumps)


def _masters(held: list[Card], out: list[Card]) -> int:
    """How many cards of a suit are higher than all that is out of it."""
    return sum(not out or _rank(card) > _rank(out[0]) for card in held)


def _unseen(view: View) -> Iterable[Card]:
    """The cards in the hands of the others."""
    seen = set(view.hand)
    for trick in view.tricks:
        seen.update(card for _, card in trick.plays)
    return (card for card in PACKS[view.rules.deck] if card not in seen)


def _by_suit(cards: Iterable[Card], trump: Suit) -> Suits:
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in sorted(cards, key=_rank, reverse=True):
        suits[belongs_to(card, trump) or trump].append(card)
    return suits


def _rank(card: Card) -> int:
    return ACE_HIGH.index(card.rank)
