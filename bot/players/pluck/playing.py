"""Choosing a card: what leading or following with each legal card is likely to bring.

A card is judged by the chance that its side takes the trick, less what the card would be worth if
it were kept; so a high card never goes where a low one does as well.
"""

from bot.engine.cards import Card, Suit
from bot.players.pluck.deduction import RANK
from bot.players.pluck.odds import (
    best_play,
    chance_to_take,
    worth,
)
from bot.players.pluck.reading import Reading

CASH = 0.8
"""What a plain winner is worth if it has to wait, against being led now."""
DRAW_TRUMP = 0.05
"""What it brings to draw a round of trump, for each plain winner that it makes safe."""
LONG_TRUMP = 0.1
"""What it brings besides if the hand is longer in trump than an opponent is likely to be."""
SHORTEN = 0.08
"""What it brings to be rid of the last card of a plain suit while holding trump."""
INTO_RUFF = 0.8
"""What it costs to lead a suit in which an opponent is known to be void and may hold trump."""
FEED_RUFF = 0.2
"""What it brings to lead a suit in which the partner is known to be void and may hold trump."""
DENY = 0.1
"""How much more a trick counts if the opponent who takes it otherwise has made its quota."""
TRUSTED = 0.3
"""How much better than the partner's winning card one's own must do to be worth playing."""


def best_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The card to play now, out of the legal ones."""
    judge = _merit_of_following if reading.plays else _merit_of_leading
    if reading.plays:
        cards = trusting_partner(reading, cards)
    return max(cards, key=lambda card: (round(judge(reading, card), 6), -RANK[card], card))


def cheapest(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The card that is missed least."""
    return min(cards, key=lambda card: (round(cost(reading, card), 6), RANK[card], card))


def trusting_partner(reading: Reading, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that leave a partner's winning card alone, unless it is likely to be beaten."""
    winner, best = best_play(reading, reading.plays)
    if winner not in reading.own_side:
        return cards
    leaving = tuple(
        card
        for card in cards
        if best_play(reading, ((winner, best), (reading.seat, card)))[1] is best
    )
    if not leaving:
        return cards
    stands = chance_to_take(reading, leaving[0])
    helps = max(chance_to_take(reading, card) for card in cards) - stands
    return leaving if helps < TRUSTED else cards


def cost(reading: Reading, card: Card) -> float:
    """What is lost with a card that takes no trick: its worth, and the guard of a higher one."""
    suit = reading.suit(card)
    value = worth(reading, card)
    if suit is None or suit is reading.trump:
        return value
    held = reading.held[suit]
    if suit is not reading.led_suit:
        for place in range(held.index(card) + 1, len(held)):
            if 0 < place == len(reading.above(held[place])):
                value += worth(reading, held[place]) * 0.5
    if len(held) == 1 and reading.trumps:
        value -= SHORTEN
    return value


def in_danger(reading: Reading, suit: Suit) -> bool:
    """Whether an opponent known to be void in a plain suit may ruff it."""
    return any(
        reading.certain_void(seat, suit) and not _trumpless(reading, seat)
        for seat in reading.opponents
    )


def _merit_of_following(reading: Reading, card: Card) -> float:
    winner, _ = best_play(reading, reading.plays)
    scores = winner in reading.opponents and reading.needs[winner] <= 0
    stake = 1.0 + (DENY if scores else 0.0)
    return stake * chance_to_take(reading, card) - cost(reading, card)


def _merit_of_leading(reading: Reading, card: Card) -> float:
    suit = reading.suit(card)
    assert suit is not None
    take = chance_to_take(reading, card)
    if suit is reading.trump:
        return take * (1.0 + _use_of_drawing_trump(reading)) - cost(reading, card)
    merit = take - CASH * worth(reading, card)
    if len(reading.held[suit]) == 1 and reading.trumps:
        merit += SHORTEN
    if in_danger(reading, suit):
        merit -= INTO_RUFF
    partners = (seat for seat in reading.own_side if seat != reading.seat)
    if any(reading.certain_void(seat, suit) and not _trumpless(reading, seat) for seat in partners):
        merit += FEED_RUFF
    return merit


def _use_of_drawing_trump(reading: Reading) -> float:
    """What a round of trump brings: opponents can ruff less afterwards."""
    trump = reading.trump
    assert trump is not None
    enemy = sum(
        reading.shares[card].get(seat, 0.0)
        for card in reading.out[trump]
        for seat in reading.opponents
    )
    if not enemy:
        return 0.0
    winners = sum(
        not reading.above(card)
        for suit, cards in reading.held.items()
        if suit is not trump
        for card in cards
    )
    longer = len(reading.trumps) > enemy / len(reading.opponents)
    return DRAW_TRUMP * winners + (LONG_TRUMP if longer else 0.0)


def _trumpless(reading: Reading, seat: int) -> bool:
    return reading.trump is None or reading.certain_void(seat, reading.trump)
