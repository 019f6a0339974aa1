"""What a seat cannot see does not change what its policy chooses."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.engine.cards import sorted_hand
from bot.engine.pluck.state import State
from bot.engine.pluck.variants import CLASSIC, HOUSE, PARTNERS, Rules
from bot.engine.pluck.view import view
from bot.players import registry
from bot.players.contract import AnyPolicy
from bot.players.pluck.hard import Hard
from tests.players.selfplay import ENDLESS, steps

POLICIES = {
    **registry.POLICIES["pluck"],
    "hard": Hard(deals=20, seconds=None),
    "house": registry.HOUSE["pluck"],
}


def redealt(state: State, seat: int, luck: Random) -> State:
    """The state with all cards that `seat` cannot see shuffled among the hands they may be in."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    luck.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        mine = other == seat
        hands.append(hand if mine else sorted_hand(hidden[: len(hand)], state.trump))
        hidden = hidden if mine else hidden[len(hand) :]
    return replace(state, hands=tuple(hands))


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("rules", [CLASSIC, HOUSE, PARTNERS], ids=["classic", "house", "partners"])
def test_a_redeal_of_hidden_cards_changes_no_choice(rules: Rules, policy: AnyPolicy) -> None:
    luck = Random(17)
    acts = [
        (state, seat)
        for state, seat, _ in islice(
            steps(replace(rules, match=ENDLESS), [policy] * rules.seats, 11), 260
        )
        if seat is not None
    ]
    assert any(state.plucks for state, _ in acts)
    for state, seat in acts[::3]:
        seen, other = view(state, seat), view(redealt(state, seat, luck), seat)
        assert seen == other
        assert policy.choose(seen, seen.legal, Random(1)) == policy.choose(
            other, other.legal, Random(1)
        )
