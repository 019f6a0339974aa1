"""Who plays for a person who is late: nothing clever, and nothing to be embarrassed about."""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.calling import longest_call
from bot.players.pluck.odds import best_play, chance_to_take
from bot.players.pluck.playing import cheapest, in_danger
from bot.players.pluck.plucks import best_pluck
from bot.players.pluck.reading import Reading, read
from bot.players.pluck.sense import sensible_cards


@dataclass(frozen=True, slots=True)
class House:
    """Takes a trick that is certain as cheaply as it can, and else gives its lowest card."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """A safe one of `legal`; nothing is left to luck."""
        if calls := tuple(action for action in legal if isinstance(action, NameTrump)):
            return longest_call(view, calls)
        if plucks := tuple(action for action in legal if isinstance(action, Pluck)):
            return best_pluck(view, plucks)
        reading = read(view)
        cards = tuple(action.card for action in legal if isinstance(action, Play))
        return Play(_safe_card(reading, sensible_cards(reading, cards)))


def _safe_card(reading: Reading, cards: tuple[Card, ...]) -> Card:
    if not reading.plays:
        return _safe_lead(reading, cards)
    winner, _ = best_play(reading, reading.plays)
    if winner not in reading.own_side:
        certain = tuple(card for card in cards if chance_to_take(reading, card) == 1.0)
        if certain:
            return cheapest(reading, certain)
    return cheapest(reading, cards)


def _safe_lead(reading: Reading, cards: tuple[Card, ...]) -> Card:
    """The card that is missed least, of a suit that nobody is known to ruff if there is one."""
    plain = tuple(card for card in cards if reading.suit(card) is not reading.trump)
    quiet = tuple(
        card for card in plain if (suit := reading.suit(card)) and not in_danger(reading, suit)
    )
    return cheapest(reading, quiet or plain or cards)
