"""What a message of the deal before may name, and for how long; whatever else is named is told."""

from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace

import pytest

from tests.record import generator, oracle
from tests.soak.ledger import Ledger
from tests.soak.secrecy import Onlookers

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
PAUSE = 100.0
"""Seconds from the last card of the first deal to the first act of the second."""
FIRST = "### Pluck · hand 1 · first to 20"
OVER = "### Pluck · hand 1 is over"
SECOND = "### Pluck · hand 2 · first to 20"


@pytest.fixture(scope="module")
def match():
    """Two deals, an act each second, with a long pause between them."""
    rng, rules, now = Random(3), oracle.check_rules("classic", {}), 1_800_000_000.0
    state = oracle.new_match(rules)
    deals = [generator.random_deal(rng, rules, state) for _ in range(2)]
    for deal in deals:
        for act in deal["actions"]:
            now += 1
            act["at"] = datetime.fromtimestamp(now, UTC).isoformat()
        now += PAUSE
    record = {"game": "pluck", "rules": rules, "seats": ["Alice", "Bob", "Carol"], "deals": deals}
    return SimpleNamespace(
        record=record,
        outcome={"deals": [{"complete": True}, {"complete": True}]},
        presses=[],
        seats=record["seats"],
        seat_of=lambda user: None,
    )


@pytest.fixture
def leaks(match):
    """Whether somebody notices that a message named those cards so long after the first deal."""
    onlookers = Onlookers(match, Ledger())

    def named(title, cards, after, user=None):
        text = "\n".join([title, *(card[0].replace("T", "10") + SUITS[card[1]] for card in cards)])
        body = {"components": [{"type": 10, "content": text}]}
        return bool(onlookers.leak(user, onlookers.deals[0].ends + after, body))

    return named


@pytest.fixture
def played(match):
    """The plain cards of the first deal in the order in which they came to lie."""
    acts = match.record["deals"][0]["actions"]
    return [a["card"] for a in acts if a["type"] == "play" and a["card"][1] in SUITS]


def test_a_summary_names_the_last_trick_however_late_it_is(leaks, played):
    for after in (0.1, PAUSE / 2):
        assert not leaks(OVER, played[-3:], after)
        assert leaks(OVER, [played[0]], after)
    assert leaks(OVER, played[-6:-3], PAUSE / 2)


def test_a_deal_that_is_not_over_has_no_summary(leaks, played):
    assert leaks(OVER, played[-1:], -0.1)


def test_a_board_of_the_deal_before_may_be_late_but_not_for_ever(leaks, played):
    assert not leaks(FIRST, played[-6:], 1.0)
    assert leaks(FIRST, [played[0]], 1.0)
    assert leaks(FIRST, played[-6:], PAUSE / 2)


@pytest.mark.parametrize("title", [SECOND, "Have you heard?"])
def test_what_everybody_sees_of_the_next_deal_names_nothing_of_it(leaks, played, title):
    for after in (0.1, 1.0, PAUSE / 2):
        assert leaks(title, played[-1:], after)


def test_a_hand_says_not_of_which_deal_it_is_and_may_be_late(leaks, played):
    assert not leaks("### Your hand", played[-1:], 1.0, user=1)
    assert leaks("### Your hand", [played[0]], 1.0, user=1)
    assert leaks("### Your hand", played[-1:], PAUSE / 2, user=1)
