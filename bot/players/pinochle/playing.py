"""Which card to play: what the trick brings, against what the card is worth keeping for."""

from collections import Counter

from bot.engine.cards import Card
from bot.engine.pinochle.actions import Play
from bot.engine.pinochle.variants import DEALT
from bot.engine.pinochle.view import View
from bot.players.pinochle.worth import beats, in_hand, keeping, points, unseen

_READY_TO_TAKE = 0.5
"""How likely the other seat is to use a card that takes the trick, if it holds one."""


def best_play(view: View) -> Play:
    """The card that promises most; the first of them in the order of the hand."""
    out = unseen(view)
    plays = [action for action in view.legal if isinstance(action, Play)]
    return max(plays, key=lambda play: _promise(play.card, view, out))


def _promise(card: Card, view: View, out: Counter[Card]) -> float:
    assert view.trick is not None
    if view.trick.plays:
        return _following(card, view.trick.plays[0][1], view, out)
    return _leading(card, view, out)


def _following(card: Card, led: Card, view: View, out: Counter[Card]) -> float:
    """What a card is good for that decides the trick."""
    at_stake = points(card) + points(led)
    brings = at_stake + _prize(view) if beats(card, led, view) else -at_stake
    return brings - keeping(card, view, out)


def _leading(card: Card, view: View, out: Counter[Card]) -> float:
    """What a lead promises: it may be taken, or be left to take the trick."""
    taken = _chance_to_be_taken(card, view, out)
    stake = points(card)
    return (1 - taken) * (stake + _prize(view)) - taken * stake - keeping(card, view, out)


def _chance_to_be_taken(card: Card, view: View, out: Counter[Card]) -> float:
    """How likely the other seat takes a trick in which the card is led."""
    if view.playing_off:
        return float(_must_or_can_take(card, view, out))
    takers = sum(count for other, count in out.items() if beats(other, card, view))
    held = DEALT / max(sum(out.values()), DEALT)
    return 1 - (1 - held * _READY_TO_TAKE) ** takers


def _must_or_can_take(card: Card, view: View, out: Counter[Card]) -> bool:
    """In the play-off the other hand is known: whether it can take the trick."""
    follows = [other for other in out if other.suit is card.suit]
    if follows:
        return any(beats(other, card, view) for other in follows)
    return any(other.suit is view.trump for other in out)


def _prize(view: View) -> int:
    """What may be laid down after a won trick."""
    return 0 if view.playing_off else in_hand(view)
