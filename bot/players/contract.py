"""What an AI player is to the rest of the program.

A policy is asked with the view of its seat, never with the state, so it cannot see more than a
person in that seat. It remembers nothing between two questions: whatever it knows is in the view,
and whatever it leaves to luck comes from the `rng` it is given.
"""

from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

V = TypeVar("V", contravariant=True)
A = TypeVar("A")


class Policy(Protocol[V, A]):
    """A way to play one game: views V in, actions A out."""

    def choose(self, view: V, legal: tuple[A, ...], rng: Random) -> A:
        """One of `legal`, which is not empty; the same one for the same view and luck."""


@runtime_checkable
class Searcher(Policy[V, A], Protocol[V, A]):
    """A policy that takes its time. It, its views and its answers can be pickled."""

    def within(self, seconds: float | None) -> Policy[V, A]:
        """The same player, who takes at most so many seconds for a choice.

        With None no clock runs: the choice depends on nothing but the view and the luck.
        """


AnyPolicy = Policy[Any, Any]
"""A policy for whatever game, as the table service sees it."""


def choose_within(
    seconds: float, policy: Searcher[Any, Any], view: Any, legal: tuple[Any, ...], seed: int
) -> Any:
    """What a policy chooses within that time; to be called in a worker process."""
    return policy.within(seconds).choose(view, legal, Random(seed))
