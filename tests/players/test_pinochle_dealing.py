"""Deals of Pinochle that are made up fit all that a view tells, and are fair."""

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import Card, parse_cards
from bot.engine.pinochle.melds import Laid, MeldName, Scored
from bot.engine.pinochle.state import Phase
from bot.engine.pinochle.variants import PACK, Rules
from bot.engine.pinochle.view import view
from bot.engine.trick import Trick
from bot.players import registry
from bot.players.pinochle.dealing import dealer_for
from bot.players.pinochle.knowledge import surely_held
from bot.players.pinochle.masks import COPY, TYPES, each_bit
from bot.players.pinochle.twin import Twin
from tests.engine.pinochle_positions import dealt
from tests.players.pinochle_moments import TABLES, asked_moments, redealt

EASY = registry.POLICIES["pinochle"]["easy"]


def cards(twin: Twin, held: int) -> Counter[Card]:
    return Counter(twin.layout.card_of[bit & TYPES or bit >> COPY] for bit in each_bit(held))


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_made_up_deal_fits_all_that_is_known(rules: Rules) -> None:
    luck = Random(4)
    for state, seat in asked_moments(rules, [EASY, EASY], seed=21):
        seen, other = view(state, seat), 1 - seat
        twin = dealer_for(seen).deal(luck)
        assert cards(twin, twin.held[seat]) == Counter(state.held(seat))
        theirs = cards(twin, twin.held[other])
        assert theirs.total() == len(state.held(other))
        assert theirs >= Counter(each.card for each in state.laid[other])
        assert theirs >= Counter(surely_held(seen, other))
        assert cards(twin, twin.up) == Counter((state.up_card,) if state.up_card else ())
        assert len(twin.stock) == len(state.stock)
        everywhere = twin.held[0] | twin.held[1] | twin.up | sum(twin.stock) | twin.gone
        assert cards(twin, everywhere) == Counter(PACK)
        assert twin.melding is (state.phase is Phase.MELD)
        if state.playing_off:
            assert theirs == Counter(state.hands[other])


def test_what_was_taken_for_a_nine_is_there_until_it_may_have_gone() -> None:
    certain = 0
    for seed in range(6):
        for state, seat in asked_moments(TABLES["pinochle"], [EASY, EASY], seed):
            sure = surely_held(view(state, seat), 1 - seat)
            assert not Counter(sure) - Counter(state.hands[1 - seat])
            certain += bool(sure)
    assert certain > 20


@pytest.mark.parametrize(
    ("why", "tricks", "laid", "sure"),
    [
        ("it has not been seen since", "9C 9D / 9C 9D", "", "JS"),
        ("the other copy went before", "JS 9D / 9C 9D", "", "JS"),
        ("it was played, or the other copy", "9C 9D / JS 9C", "", ""),
        ("it lies there, or the other copy", "9C 9D / 9C 9D", "JS", ""),
    ],
)
def test_a_turn_up_that_was_taken(why: str, tricks: str, laid: str, sure: str) -> None:
    swapped = Scored(1, MeldName.DIX_EXCHANGE, 10, parse_cards("9S JS"))
    state = dealt(
        "AS TS KS QS 9H 9H/JS AH AH KH KH TH",
        up_card=Card.S9,
        tricks=tuple(Trick(1, parse_cards(trick)) for trick in tricks.split("/")),
        laid=((), tuple(Laid(card, (MeldName.JACKS,)) for card in parse_cards(laid))),
        melds=(swapped,),
    )
    assert surely_held(view(state, 0), 1) == parse_cards(sure)


def test_every_hidden_card_is_as_likely_to_be_anywhere() -> None:
    state = dealt("AS TS KS QS JS 9S/AH AH KH KH TH TH", stock=parse_cards("AC AC KC KC TC"))
    luck, held = Random(5), Counter()
    dealer = dealer_for(view(state, 0))
    for _ in range(2_000):
        twin = dealer.deal(luck)
        held.update(cards(twin, twin.held[1]))
    # What the made up hand has no room for lies in the stock: every card but six own and one up.
    hidden = 48 - 7
    for card in parse_cards("AH AC 9D"):
        assert held[card] == pytest.approx(2_000 * 2 * 6 / hidden, rel=0.15)


def test_a_deal_that_is_made_up_depends_on_nothing_hidden() -> None:
    luck = Random(8)
    for state, seat in asked_moments(TABLES["pinochle"], [EASY, EASY], seed=3)[::5]:
        one, two = view(state, seat), view(redealt(state, seat, luck), seat)
        assert one == two
        first, second = (dealer_for(seen).deal(Random(1)) for seen in (one, two))
        assert (first.held, first.stock) == (second.held, second.stock)
