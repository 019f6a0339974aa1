"""Means and their intervals."""

from random import Random

import pytest

from bot.arena.contest import make_contest
from bot.arena.estimate import Estimate, by_level, estimate, report, steps

CONTEST = make_contest("pluck", "classic", ["normal", "easy", "easy"], seed=9)


def round_of(normal: float, easy: float):
    return {"normal": {"excess": normal}, "easy": {"excess": easy}}


def test_an_interval_is_worked_out_as_in_the_textbook():
    found = estimate([1, 2, 3, 4, 5])
    assert found.mean == 3
    # The deviation of these is the root of 2.5; 1.96 of it over the root of 5.
    assert found.high - 3 == pytest.approx(1.386, abs=0.001)
    assert 3 - found.low == pytest.approx(1.386, abs=0.001)


def test_a_share_is_neither_less_than_nothing_nor_more_than_all():
    won = [{"normal": {"hands": share}, "easy": {"hands": 1 - share}} for share in (1.0, 0.0)]
    for found in by_level(CONTEST, won).values():
        assert (found["hands"].low, found["hands"].high) == (0.0, 1.0)


def test_one_round_has_no_interval():
    assert estimate([2.0]) == Estimate(2.0, None, None)


def test_an_interval_covers_the_truth_about_as_often_as_it_says():
    rng = Random(1)
    found = [estimate([rng.gauss(0.3, 2) for _ in range(100)]) for _ in range(400)]
    covered = sum(each.low <= 0.3 <= each.high for each in found)
    assert 0.92 < covered / len(found) < 0.975


def test_a_step_is_measured_on_the_same_cards():
    """Cards that are good for one are good for the other: the difference is what counts."""
    rounds = [round_of(luck + 0.5, luck) for luck in (-9.0, 4.0, 7.0)]
    (step,) = steps(CONTEST, rounds)
    assert (step.better, step.than) == ("normal", "easy")
    assert step.excess.low == pytest.approx(0.5)
    assert step.excess.high == pytest.approx(0.5)


def test_the_report_says_what_was_played():
    found = report(CONTEST, [round_of(1, -0.5), round_of(2, -1)])
    assert found["game"] == "pluck"
    assert (found["preset"], found["seed"], found["deals"]) == ("classic", 9, 2)
    assert found["seatings"] == 3
    assert list(found["results"]) == ["normal", "easy"]
    assert found["results"]["normal"]["excess"]["mean"] == 1.5
    assert "matches" not in found["results"]["normal"]
