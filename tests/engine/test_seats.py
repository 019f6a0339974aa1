"""Places at a table: who is left of whom, and who scores together."""

import pytest

from bot.engine.seats import clockwise_from, facing_pairs, left_of, side_of, singles


@pytest.mark.parametrize(
    ("seat", "seats", "left"), [(0, 3, 1), (1, 3, 2), (2, 3, 0), (3, 4, 0), (2, 4, 3), (1, 2, 0)]
)
def test_the_seat_to_the_left_is_the_next_higher(seat, seats, left):
    assert left_of(seat, seats) == left


@pytest.mark.parametrize(
    ("first", "seats", "order"),
    [(0, 3, (0, 1, 2)), (1, 3, (1, 2, 0)), (2, 3, (2, 0, 1)), (3, 4, (3, 0, 1, 2)), (1, 2, (1, 0))],
)
def test_a_round_goes_clockwise_and_visits_everybody_once(first, seats, order):
    assert clockwise_from(first, seats) == order


@pytest.mark.parametrize(("seats", "sides"), [(2, ((0,), (1,))), (3, ((0,), (1,), (2,)))])
def test_everybody_may_play_alone(seats, sides):
    assert singles(seats) == sides


def test_partners_face_each_other():
    assert facing_pairs(4) == ((0, 2), (1, 3))


@pytest.mark.parametrize(("seat", "side"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_a_seat_belongs_to_one_side(seat, side):
    assert side_of(seat, facing_pairs(4)) == side
    assert side_of(seat, singles(4)) == seat
