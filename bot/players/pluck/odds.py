"""Chances a player weighs: who is void, who can beat a card, what a card is worth if kept."""

from math import comb, prod

from bot.engine.cards import Card, Suit
from bot.engine.seats import Seat
from bot.players.pluck.deduction import RANK
from bot.players.pluck.reading import Reading

BEHIND = (1.0, 0.55, 0.3, 0.15, 0.06)
"""What a plain card is worth with 0, 1, 2.. higher ones out, if nobody ruffs."""
TRUMP_BEHIND = (1.0, 0.85, 0.7, 0.6, 0.5)
"""What a trump is worth with 0, 1, 2.. higher ones out."""
SMALL_TRUMP = 0.3
"""What the smallest trump is worth, for a ruff or at the end."""
PARTNER_HELPS = 0.8
"""How often a partner who can take a trick does so."""


def chance_of_any(reading: Reading, seat: Seat, cards: tuple[Card, ...]) -> float:
    """How likely `seat` holds at least one of the cards."""
    return 1.0 - prod(1.0 - reading.shares[card].get(seat, 0.0) for card in cards)


def chance_void(reading: Reading, seat: Seat, suit: Suit) -> float:
    """How likely `seat` holds no card of the suit."""
    return 1.0 - chance_of_any(reading, seat, reading.out[suit])


def chance_stands(reading: Reading, best: Card, led_suit: Suit, seats: tuple[Seat, ...]) -> float:
    """How likely the best card of a trick in `led_suit` stands against `seats`, yet to play."""
    higher = reading.above(best)
    ruffed = reading.suit(best) is reading.trump and led_suit is not reading.trump
    stands = 1.0
    if not ruffed:
        for card in higher:
            stands *= max(0.0, 1.0 - sum(reading.shares[card].get(seat, 0.0) for seat in seats))
    if led_suit is not reading.trump:
        ruffers = higher if ruffed else reading.ruffers
        for seat in seats:
            void = chance_void(reading, seat, led_suit)
            stands *= 1.0 - void * chance_of_any(reading, seat, ruffers)
    return stands


def best_play(reading: Reading, plays: tuple[tuple[Seat, Card], ...]) -> tuple[Seat, Card]:
    """Who wins a trick as it lies, and with which card."""
    led_suit = reading.suit(plays[0][1])

    def strength(play: tuple[Seat, Card]) -> tuple[bool, bool, int]:
        suit = reading.suit(play[1])
        return suit is reading.trump, suit is led_suit, RANK[play[1]]

    return max(plays, key=strength)


def chance_to_take(reading: Reading, card: Card) -> float:
    """How likely the seat's own side takes the current trick if the seat plays `card`."""
    plays = (*reading.plays, (reading.seat, card))
    led_suit = reading.suit(plays[0][1])
    assert led_suit is not None
    winner, best = best_play(reading, plays)
    enemies = tuple(seat for seat in reading.to_come if seat in reading.opponents)
    chance = 0.0
    if winner in reading.own_side:
        chance = chance_stands(reading, best, led_suit, enemies)
    for partner in reading.to_come:
        if partner in reading.own_side:
            beats = 1.0 - chance_stands(reading, best, led_suit, (partner,))
            chance += (1.0 - chance) * beats * PARTNER_HELPS
    return chance


def worth(reading: Reading, card: Card) -> float:
    """How likely a card that is kept will take a trick later; never more than a higher one's."""
    suit = reading.suit(card)
    if suit is None:
        return 1.0
    higher = len(reading.above(card))
    if suit is reading.trump:
        return _worth_of_trump(higher)
    held = reading.held[suit]
    guards = held.index(card)
    ahead = len(held) - guards - 1
    value = BEHIND[min(higher, len(BEHIND) - 1)]
    if guards < higher:
        value *= 0.5
    return value * chance_unruffed(reading, suit, higher + ahead + 1)


def _worth_of_trump(higher: int) -> float:
    by_rank = TRUMP_BEHIND[higher] if higher < len(TRUMP_BEHIND) else 0.0
    return max(SMALL_TRUMP, by_rank)


def chance_unruffed(reading: Reading, suit: Suit, round_: int) -> float:
    """How likely no opponent ruffs the `round_`th round of a plain suit from now."""
    return prod(
        1.0
        - _chance_shorter(reading, seat, suit, round_)
        * chance_of_any(reading, seat, reading.ruffers)
        for seat in reading.opponents
    )


def _chance_shorter(reading: Reading, seat: Seat, suit: Suit, length: int) -> float:
    """How likely `seat` holds fewer than `length` cards of the suit."""
    cards = reading.out[suit]
    if len(cards) < length:
        return 1.0
    mean = sum(reading.shares[card].get(seat, 0.0) for card in cards) / len(cards)
    return sum(
        comb(len(cards), few) * mean**few * (1.0 - mean) ** (len(cards) - few)
        for few in range(length)
    )
