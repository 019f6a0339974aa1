"""The level in the middle: counts trumps and high cards, and plays by a few rules of thumb."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.club import Club
from bot.players.pluck.deduction import RANK
from bot.players.pluck.playing import cheapest
from bot.players.pluck.reading import Reading, read
from bot.players.pluck.sense import Cards, sensible_cards, takes

FEW = 1
"""How many higher cards may be out for a card to be played before others have."""


@dataclass(frozen=True, slots=True)
class Normal:
    """Calls and plucks like the club player, and wastes nothing, but looks no further ahead."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """The one of `legal` that its rules name; nothing is left to luck."""
        cards = tuple(action.card for action in legal if isinstance(action, Play))
        if len(cards) < 2:
            return Club().choose(view, legal, rng)
        return Play(by_rule_of_thumb(read(view), cards))


def by_rule_of_thumb(reading: Reading, cards: Cards) -> Card:
    """The card to play now, out of the legal ones."""
    cards = sensible_cards(reading, cards)
    if not reading.plays:
        return min(cards, key=lambda card: _rank_as_lead(reading, card))
    winners = [card for card in cards if takes(reading, card)]
    losers = tuple(card for card in cards if card not in winners)
    if winners and (not losers or _worth_a_try(reading, winners[-1])):
        following = reading.to_come and reading.suit(winners[-1]) is reading.led_suit
        return winners[-1] if following and losers else winners[0]
    return cheapest(reading, losers)


def _rank_as_lead(reading: Reading, card: Card) -> tuple[int, int, int, Card]:
    """Master trumps while opponents may have some, then whatever plain card is nearest to one."""
    higher = len(reading.above(card))
    if reading.suit(card) is not reading.trump:
        return 1, higher, RANK[card], card
    assert reading.trump is not None
    drawing = not higher and reading.out[reading.trump]
    return 0 if drawing else 2, 0, RANK[card], card


def _worth_a_try(reading: Reading, winner: Card) -> bool:
    """Whether a card that takes the trick as it lies is likely enough to keep it."""
    ruff = reading.suit(winner) is not reading.led_suit
    return ruff or not reading.to_come or len(reading.above(winner)) <= FEW
