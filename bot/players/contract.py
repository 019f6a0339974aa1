"""What an AI player is to the rest of the program.

A policy is asked with the view of its seat, never with the state, so it cannot see more than a
person in that seat. It remembers nothing between two questions: whatever it knows is in the view,
and whatever it leaves to luck comes from the `rng` it is given.
"""

from random import Random
from typing import Any, Protocol, TypeVar

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


class Policy(Protocol[V, A]):
    """A way to play one game: views V in, actions A out."""

    def choose(self, view: V, legal: tuple[A, ...], rng: Random) -> A:
        """One of `legal`, which is not empty; the same one for the same view and luck."""


AnyPolicy = Policy[Any, Any]
"""A policy for whatever game, as the table service sees it."""
