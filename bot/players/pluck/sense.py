"""The moves worth a thought: of moves that come to the same only one, and none that is a waste.

Every rule here is one that people hold a card program's nose into: the highest trump where a lower
one wins, the ace under a ruff, the winner led into a void. A search would seldom get these wrong,
but once is enough to lose a partner's trust.
"""

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.deduction import RANK
from bot.players.pluck.odds import best_play, chance_stands
from bot.players.pluck.playing import in_danger, trusting_partner
from bot.players.pluck.plucks import promising
from bot.players.pluck.reading import Reading, read

Cards = tuple[Card, ...]


def sensible(view: View, legal: tuple[SeatAction, ...]) -> tuple[SeatAction, ...]:
    """The moves among `legal` that may be best; never none."""
    if len(legal) == 1:
        return legal
    if plucks := tuple(action for action in legal if isinstance(action, Pluck)):
        return promising(read(view), plucks)
    if cards := tuple(action.card for action in legal if isinstance(action, Play)):
        return tuple(Play(card) for card in sensible_cards(read(view), cards))
    return legal


def sensible_cards(reading: Reading, cards: Cards) -> Cards:
    """The cards among the legal ones that may be best; never none."""
    if not reading.plays:
        return _not_into_a_ruff(reading, _last_trumps_first(reading, distinct(reading, cards)))
    cards = distinct(reading, trusting_partner(reading, cards))
    winners = tuple(card for card in cards if takes(reading, card))
    losers = _least_losers(reading, tuple(card for card in cards if card not in winners))
    return _no_dearer_than_certain(reading, winners) + losers


def distinct(reading: Reading, cards: Cards) -> Cards:
    """Of cards that touch, no card between them being out or on the table, only the lowest.

    Suit by suit, low to high.
    """
    kept: list[Card] = []
    for suit, held in reading.held.items():
        table = (card for _, card in reading.plays if reading.suit(card) is suit)
        between = [RANK[card] for card in (*reading.out[suit], *table)]
        last: int | None = None
        for card in held:
            if card not in cards:
                continue
            if last is None or any(last < rank < RANK[card] for rank in between):
                kept.append(card)
            last = RANK[card]
    return tuple(kept) or cards


def takes(reading: Reading, card: Card) -> bool:
    """Whether a card beats all that lies on the table."""
    return best_play(reading, (*reading.plays, (reading.seat, card)))[1] is card


def _no_dearer_than_certain(reading: Reading, winners: Cards) -> Cards:
    """Of cards that take the trick, from low to high, none above one that nobody can beat."""
    enemies = tuple(seat for seat in reading.to_come if seat in reading.opponents)
    for count, card in enumerate(winners, start=1):
        led_suit = reading.led_suit
        assert led_suit is not None
        if chance_stands(reading, card, led_suit, enemies) == 1.0:
            return winners[:count]
    return winners


def _least_losers(reading: Reading, losers: Cards) -> Cards:
    """Of cards that take nothing the lowest of each suit; no trump and no master without need."""
    lowest: dict[Suit | None, Card] = {}
    for card in sorted(losers, key=RANK.__getitem__, reverse=True):
        lowest[reading.suit(card)] = card
    least = tuple(lowest.values())
    plain = tuple(card for card in least if reading.suit(card) is not reading.trump) or least
    return tuple(card for card in plain if reading.above(card)) or plain


def _last_trumps_first(reading: Reading, leads: Cards) -> Cards:
    """Only master trumps, if they draw all that opponents hold and plain masters come after."""
    out = reading.out[reading.trump] if reading.trump else ()
    masters = [card for card in reading.trumps if not reading.above(card)]
    longest = max(
        sum(bool(reading.shares[card].get(seat)) for card in out) for seat in reading.opponents
    )
    plain = any(
        not reading.above(card) for card in leads if reading.suit(card) is not reading.trump
    )
    drawing = tuple(card for card in leads if card in masters)
    return drawing if plain and 0 < longest <= len(masters) and drawing else leads


def _not_into_a_ruff(reading: Reading, leads: Cards) -> Cards:
    """The leads without winners of suits that an opponent is known to be out of, if others are."""
    plain = [card for card in leads if reading.suit(card) is not reading.trump]
    doomed = {
        card
        for card in plain
        if (suit := reading.suit(card)) and not reading.above(card) and in_danger(reading, suit)
    }
    return tuple(card for card in leads if card not in doomed) if doomed < set(plain) else leads
