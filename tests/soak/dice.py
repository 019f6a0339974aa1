"""Chance from a seed, in streams of their own: what one draws never moves what another gets."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def stream(seed: int, *names: object) -> Random:
    """The stream of that name; equal seeds and names give equal streams, in every process."""
    return Random(":".join(map(str, (seed, *names))))


def weighted(rng: Random, choices: Sequence[tuple[T, float]]) -> T:
    """One of the choices, by weight. Takes one draw, whatever the choices are."""
    values, weights = zip(*choices, strict=True)
    return rng.choices(values, weights)[0]
