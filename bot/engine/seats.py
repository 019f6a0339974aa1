"""Places at a table: numbered from 0 clockwise, and the sides that score together."""

from functools import lru_cache
from typing import Annotated

SEAT = "a place at the table"
"""Marks the fields that hold a seat, so that a reader of records can check their range."""

Seat = Annotated[int, SEAT]
"""A place 0..n-1; never a user."""

Sides = tuple[tuple[Seat, ...], ...]
"""The seats that score together, side by side; a side's number is its place in the tuple."""


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise at a table of `seats`."""
    return (seat + 1) % seats


def clockwise_from(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Every seat once, in turn, beginning with `seat`."""
    return tuple((seat + step) % seats for step in range(seats))


@lru_cache(maxsize=16)
def singles(seats: int) -> Sides:
    """Each seat for itself."""
    return tuple((seat,) for seat in range(seats))


@lru_cache(maxsize=16)
def facing_pairs(seats: int) -> Sides:
    """Two partnerships of the seats that face each other: the even ones and the odd ones."""
    return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))


def count_of(sides: Sides) -> int:
    """How many seats there are."""
    return sum(map(len, sides))


@lru_cache(maxsize=256)
def side_of(seat: Seat, sides: Sides) -> int:
    """The number of the side to which `seat` belongs."""
    return next(number for number, members in enumerate(sides) if seat in members)
