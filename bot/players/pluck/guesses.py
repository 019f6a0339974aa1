"""What players are likely to do before the play of a made-up deal: pluck and call by simple sums.

They see the hands here, which makes them pluck a little better than people do.
"""

from collections.abc import Iterator
from functools import lru_cache

from bot.engine.cards import ACE_HIGH, Suit
from bot.engine.seats import Seat
from bot.players.pluck.calling import BELOW_JOKERS, GUARDS, WITHOUT_JOKERS
from bot.players.pluck.masks import JOKER_BITS, NO_JOKERS, SUIT_MASKS, WIDTH, top_of
from bot.players.pluck.twin import PluckStep, Twin


def likely_call(twin: Twin) -> Suit:
    """The suit that the caller would name: the one that gains most by being trump."""
    hand = twin.hands[twin.caller] & NO_JOKERS
    jokers = any(each & JOKER_BITS for each in twin.hands)

    def gain(place: int) -> float:
        return gain_as_trump(hand >> WIDTH * place & SUIT_MASKS[0], jokers)

    return twin.layout.order[max(range(4), key=gain)]


def likely_pluck(twin: Twin, seat: Seat) -> PluckStep:
    """The pluck that gains most ranks: a low card for a high one. The seat must be able to."""
    _, step = max(_gains(twin, seat))
    return step


@lru_cache(maxsize=1 << 14)
def gain_as_trump(suit: int, jokers: bool) -> float:
    """What the cards of one suit, as the mask of their ranks, bring more as trump than plain."""
    scale = BELOW_JOKERS if jokers else WITHOUT_JOKERS
    ranks = [rank for place, rank in enumerate(ACE_HIGH) if suit >> place & 1]
    trump = scale.length * len(ranks) + sum(scale.trump_honours.get(rank, 0.0) for rank in ranks)
    plain = scale.shortness * max(0, 2 - len(ranks)) + sum(
        scale.plain_honours[rank] for rank in ranks if rank in GUARDS and len(ranks) > GUARDS[rank]
    )
    return trump - plain


def _gains(twin: Twin, seat: Seat) -> Iterator[tuple[int, PluckStep]]:
    offers = twin.offerable(seat)
    suits = SUIT_MASKS if twin.trump is None else SUIT_MASKS[:3]
    for target, side in enumerate(twin.side):
        if side == twin.side[seat] or not twin.owed[side]:
            continue
        for suit in suits:
            wanted = top_of(twin.hands[target] & suit & NO_JOKERS)
            for given in suits if twin.mercy[side] else (suit,):
                if least := (offers & given) & -(offers & given):
                    gain = _rank(wanted) - _rank(least)
                    yield gain, (least, target, suit if twin.mercy[side] else 0)


def _rank(bit: int) -> int:
    """The place of a card in its suit, from 1; 0 for none."""
    return (bit.bit_length() - 1) % WIDTH + 1 if bit else 0
