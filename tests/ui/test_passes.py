"""The tokens with which boards can be written outside the limit: which are good, which are kept."""

import pytest

from bot.ui.hands import TOKEN_LIFE
from bot.ui.passes import Pass, Passes
from tests.support.clock import Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def passes(clock):
    return Passes(clock)


def found(clock, token="token"):
    return Pass(token, clock.now, pressed=True)


def test_a_token_is_good_for_its_message_only(passes, clock):
    passes.keep(1, found(clock))
    assert passes.of(1).token == "token"
    assert passes.of(2) is None
    assert passes.of(None) is None


def test_the_newest_token_of_a_message_is_taken(passes, clock):
    passes.keep(1, found(clock, "old"))
    clock.pass_(60)
    passes.keep(1, found(clock, "new"))
    clock.pass_(TOKEN_LIFE - 30)
    assert passes.of(1).token == "new"


def test_a_token_is_used_until_its_life_is_over(passes, clock):
    passes.keep(1, found(clock))
    clock.pass_(TOKEN_LIFE - 0.01)
    assert passes.of(1)
    clock.pass_(0.01)
    assert passes.of(1) is None


def test_a_forgotten_token_is_not_used(passes, clock):
    passes.keep(1, found(clock))
    passes.forget(1)
    passes.forget(1)
    assert passes.of(1) is None


def test_no_old_tokens_are_kept(passes, clock):
    for message in range(100):
        passes.keep(message, found(clock))
        clock.pass_(1)
    clock.pass_(TOKEN_LIFE - 50)
    passes.keep(1000, found(clock))
    assert len(passes) == 50


def test_no_repr_shows_a_token(clock):
    assert "secret" not in repr(found(clock, "secret"))
