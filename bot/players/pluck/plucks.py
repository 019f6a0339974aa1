"""Choosing a pluck: what each suit is likely to bring, and the card that is missed least for it."""

from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import Pluck
from bot.engine.pluck.view import View
from bot.players.pluck.deduction import RANK
from bot.players.pluck.odds import BEHIND
from bot.players.pluck.reading import Reading, read

LATER_ROUND = 0.9
"""What is left of a winner's worth for each round of its suit that it has to wait."""
OWN_CALL = 0.12
"""How much more a card is worth to who calls trump afterwards, for each card of its suit held."""

Cards = tuple[Card, ...]


def best_pluck(view: View, legal: tuple[Pluck, ...]) -> Pluck:
    """The pluck that is likely to bring most, against the side with the best score among equals."""
    reading = read(view)
    calls = view.trump is None and view.caller == view.seat

    def merit(pluck: Pluck) -> tuple[float, int, int, str]:
        score = view.score[view.seats[pluck.target].side]
        gain = expected_gain(reading, pluck, calls)
        return round(gain, 6), score, -RANK[pluck.card], pluck.card

    return max(promising(reading, legal), key=merit)


def expected_gain(reading: Reading, pluck: Pluck, calls: bool = False) -> float:
    """The tricks a pluck is likely to bring; `calls` if the plucker names trump afterwards."""
    given = pluck.card.suit
    assert given is not None
    wanted = pluck.suit or given
    gain, chance = 0.0, 1.0
    for card in reversed(reading.out[wanted]):
        if card.is_joker:
            continue
        if pluck.suit is None and RANK[card] < RANK[pluck.card]:
            break  # The offered card would come straight back.
        share = reading.shares[card].get(pluck.target, 0.0)
        gain += chance * share * _swap(reading, pluck.card, card, calls)
        chance *= 1.0 - share
    return gain


def suit_value(held: Cards, out: Cards) -> float:
    """The tricks a plain suit is likely to bring, by the higher cards that others hold."""
    value = 0.0
    for guards, card in enumerate(held):
        higher = sum(RANK[other] > RANK[card] for other in out)
        ahead = len(held) - guards - 1
        likely = BEHIND[min(higher, len(BEHIND) - 1)] * LATER_ROUND ** (higher + ahead)
        value += likely if guards >= higher else likely * 0.5
    return value


def _swap(reading: Reading, gives: Card, gets: Card, calls: bool) -> float:
    """What it is worth to have `gets` in the place of `gives`, which its holder has instead."""
    gain = 0.0
    for suit in {gives.suit, gets.suit}:
        assert suit is not None
        held, out = reading.held[suit], reading.out[suit]
        new_held = _moved(held, gives, gets, suit)
        new_out = _moved(out, gets, gives, suit)
        weight = 1.0 + (OWN_CALL * len(held) if calls else 0.0)
        gain += weight * (suit_value(new_held, new_out) - suit_value(held, out))
    return gain


def _moved(cards: Cards, goes: Card, comes: Card, suit: Suit) -> Cards:
    """A suit's cards, low to high, once `goes` has left them and `comes` has joined."""
    joined = [card for card in (*cards, comes) if card is not goes and card.suit is suit]
    return tuple(sorted(joined, key=RANK.__getitem__))


def promising(reading: Reading, legal: tuple[Pluck, ...]) -> tuple[Pluck, ...]:
    """The plucks worth a thought; never none.

    For each target and suit only the lowest card that may be offered, and where any pluck may
    bring a higher card, only those that may: the others would spend a right on nothing.
    """
    lowest = _lowest_of_each_suit(legal)
    return tuple(pluck for pluck in lowest if _may_bring_more(reading, pluck)) or lowest


def _may_bring_more(reading: Reading, pluck: Pluck) -> bool:
    """Whether the target may have to give a higher card than it is offered."""
    wanted = pluck.suit or pluck.card.suit
    assert wanted is not None
    return any(
        not card.is_joker
        and RANK[card] > RANK[pluck.card]
        and bool(reading.shares[card].get(pluck.target))
        for card in reading.out[wanted]
    )


def _lowest_of_each_suit(legal: tuple[Pluck, ...]) -> tuple[Pluck, ...]:
    lowest: dict[tuple[int, Suit | None, Suit | None], Pluck] = {}
    for pluck in sorted(legal, key=lambda pluck: -RANK[pluck.card]):
        lowest[pluck.target, pluck.suit, pluck.card.suit] = pluck
    return tuple(lowest.values())
