"""Two plain players that never change, kept to measure the real ones by.

Both call trump and pluck as the level `normal` does; here it is the play that counts.
"""

from dataclasses import dataclass
from random import Random

from bot.engine.actions import Play
from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.view import View
from bot.players.pluck.club import Club
from bot.players.pluck.deduction import hidden_cards
from bot.players.pluck.masks import (
    NO_JOKERS,
    PLAIN,
    SUIT_MASKS,
    SUIT_OF,
    TRUMPS,
    layout_for,
    top_of,
)
from bot.players.pluck.options import spot_of
from bot.players.pluck.reading import read
from bot.players.pluck.rollout import Spot, lowest
from bot.players.pluck.sampling import dealer_for
from bot.players.pluck.sense import distinct


@dataclass(frozen=True, slots=True)
class RuleBased:
    """H: counts cards, and plays by half a dozen rules."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """The card that the rules name."""
        if len(legal) == 1 or view.trick is None:
            return Club().choose(view, legal, rng)
        layout, spot = layout_for(view.trump), spot_of(view)
        cards = layout.bits(action.card for action in legal if isinstance(action, Play))
        return Play(layout.card_of[by_rule(spot, cards, layout.bits(hidden_cards(view)))])


@dataclass(frozen=True, slots=True)
class Pimc:
    """PIMC100: every card on a hundred deals that fit what is certain, each played out by H."""

    deals: int = 100

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """The card that wins most tricks on average; the first among equals."""
        cards = [action.card for action in legal if isinstance(action, Play)]
        if len(legal) == 1 or not cards:
            return Club().choose(view, legal, rng)
        assert view.seat is not None
        cards = list(distinct(read(view), tuple(cards)))
        layout, spot, dealer = layout_for(view.trump), spot_of(view), dealer_for(view)
        side = view.sides[view.seats[view.seat].side]
        tricks = dict.fromkeys(cards, 0)
        for _ in range(self.deals):
            hands = dealer.deal(rng)
            for card in cards:
                won = played_by_rule(spot, hands.copy(), layout.bit_of[card])
                tricks[card] += sum(won[seat] for seat in side)
        return Play(max(cards, key=tricks.__getitem__))


def played_by_rule(spot: Spot, hands: list[int], card: int) -> list[int]:
    """Each seat's tricks if `card` is played now and all the rest by H."""
    won, out = [0] * len(hands), sum(hands)
    while True:
        hands[spot.turn] ^= card
        out ^= card
        spot = spot.after(card)
        if spot.taken is not None:
            won[spot.taken] += 1
        hand = hands[spot.turn]
        if not hand:
            return won
        card = by_rule(spot, playable(spot, hand), out ^ hand)


def playable(spot: Spot, hand: int) -> int:
    """What a hand may play."""
    held_back = PLAIN if not spot.led and not spot.broken else -1
    cards = hand & (spot.led or held_back) or hand
    return cards & NO_JOKERS or cards if spot.locked and not spot.broken else cards


def by_rule(spot: Spot, cards: int, rest: int) -> int:
    """The card for whose turn it is, of the legal `cards`, while the others hold `rest`."""
    if not spot.led:
        return lead_by_rule(cards, rest)
    trusted = spot.seats == 4 and spot.winner ^ spot.turn == 2
    above = -spot.best & ~spot.best
    if cards & spot.led:
        over = cards & above if spot.best <= spot.led and not trusted else 0
        if over and spot.to_come == 1:
            return over & -over
        best = top_of(over)
        few = (rest & spot.led & -best).bit_count() <= 1
        return best if over and few else cards & -cards
    over = 0 if trusted else cards & TRUMPS & above
    return over & -over or lowest(cards & PLAIN or cards)


def lead_by_rule(cards: int, rest: int) -> int:
    """The highest trump while others have some, then masters, then what is nearest to one."""
    if (own := cards & TRUMPS) > rest & TRUMPS > 0:
        return top_of(own)
    tops = [top_of(cards & suit) for suit in SUIT_MASKS[:3] if cards & suit]
    if not tops:
        return cards & -cards
    return min(tops, key=lambda top: ((rest & SUIT_OF[top] & -top).bit_count(), top))
