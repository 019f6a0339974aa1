"""What the plays of the others suggest: cards they would rather have played, had they held them.

Unlike what `deduction` says nothing here is certain; people do odd things. So it only makes deals
less likely, by about as much as it was found to among players of all levels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bot.engine.pluck.view import View
from bot.engine.seats import Seat
from bot.engine.trick import TrickView
from bot.players.pluck.deduction import hidden_cards
from bot.players.pluck.masks import PLAIN, SUIT_OF, TRUMPS, layout_for
from bot.players.pluck.rollout import PARTNER
from bot.players.pluck.sampling import Dealer, dealer_for

LOWER_LOSER = 0.03
"""Somebody who does not take the trick seldom keeps a lower card of the led suit."""
CHEAPER_LAST = 0.05
"""Who plays last seldom takes a trick more dearly than it must, or leaves it if it need not."""
CHEAPER_SECOND = 0.5
BEATABLE_SECOND = 0.15
"""Before others have played, people do that more often."""
LOWER_RUFF = 0.2
NO_RUFF = 0.07
"""Whoever ruffs does so low, and few let a trick go that they could ruff."""

WARMING_UP = 200
BETWEEN = 10
"""How many swaps of two cards are tried before the first deal, and between two."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A seat is less likely, by `weight`, to hold any of these cards."""

    seat: Seat
    cards: int
    weight: float


def likely_deals(view: View, rng: Random) -> Iterator[list[int]]:
    """Deals that fit what is certain, without end, each as often as it is likely."""
    dealer, doubts = dealer_for(view), doubts_of(view)
    if not doubts or not dealer.groups:
        return iter(lambda: dealer.deal(rng), None)
    return _walk(dealer, doubts, rng)


def doubts_of(view: View) -> tuple[Doubt, ...]:
    """All that the tricks of a view suggest about the hidden cards."""
    layout = layout_for(view.trump)
    hidden = layout.bits(hidden_cards(view))
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    return tuple(
        Doubt(doubt.seat, doubt.cards & hidden, doubt.weight)
        for trick in tricks
        for doubt in _doubts_of_trick(view, trick)
        if doubt.seat != view.seat and doubt.cards & hidden
    )


def _doubts_of_trick(view: View, trick: TrickView) -> Iterator[Doubt]:
    bit_of, seats = layout_for(view.trump).bit_of, len(view.seats)
    led = best = 0
    winner: Seat = 0
    for place, (seat, played) in enumerate(trick.plays, start=1):
        card = bit_of[played]
        takes = card > best and (card & led or card > PLAIN)
        if not led:
            led, takes = SUIT_OF[card], True
        elif not (seats == 4 and winner ^ seat == PARTNER):
            yield from _doubts_of_play(
                seat, card, led, best, takes=bool(takes), last=place == seats
            )
        if takes:
            best, winner = card, seat


def _doubts_of_play(
    seat: Seat, card: int, led: int, best: int, *, takes: bool, last: bool
) -> Iterator[Doubt]:
    """What one play after the lead suggests; `best` is the card that was to be beaten."""
    lower = card - 1
    above = -best & ~best
    if card & led:
        if not takes:
            yield Doubt(seat, led & lower, LOWER_LOSER)
            if best <= led:
                yield Doubt(seat, led & above, CHEAPER_LAST if last else BEATABLE_SECOND)
        else:
            yield Doubt(seat, led & lower & above, CHEAPER_LAST if last else CHEAPER_SECOND)
    elif takes:
        yield Doubt(seat, TRUMPS & lower & above, LOWER_RUFF)
    elif card <= PLAIN:
        yield Doubt(seat, TRUMPS & above, NO_RUFF)


def _walk(dealer: Dealer, doubts: tuple[Doubt, ...], rng: Random) -> Iterator[list[int]]:
    """A random walk among the deals by swaps of two cards, which prefers the likely ones."""
    hands, luck = dealer.deal(rng), rng.random
    may_hold = {card: seats for seats, cards in dealer.groups for card in cards}
    cards = tuple(may_hold)
    doubted = [
        [(doubt.cards, doubt.weight) for doubt in doubts if doubt.seat == seat]
        for seat in range(len(hands))
    ]
    steps = WARMING_UP
    while True:
        for _ in range(steps):
            one, other = cards[int(luck() * len(cards))], cards[int(luck() * len(cards))]
            holder, taker = _holder(hands, one), _holder(hands, other)
            if holder == taker or taker not in may_hold[one] or holder not in may_hold[other]:
                continue
            swap = one | other
            before = after = 1.0
            for seat in (holder, taker):
                hand = hands[seat]
                for mask, weight in doubted[seat]:
                    before *= weight if hand & mask else 1.0
                    after *= weight if (hand ^ swap) & mask else 1.0
            if after >= before or luck() * before < after:
                hands[holder] ^= swap
                hands[taker] ^= swap
        steps = BETWEEN
        yield hands.copy()


def _holder(hands: list[int], card: int) -> Seat:
    return next(seat for seat, hand in enumerate(hands) if hand & card)
