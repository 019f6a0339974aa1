"""What a coach is to the rest of the program: somebody who says what to do, and why.

Like a policy it is asked with the view of a seat and knows no more than a person there.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeVar

from bot.engine.cards import Card, Suit
from bot.engine.seats import Seat

V = TypeVar("V", contravariant=True)
A = TypeVar("A", contravariant=True)

Fact = Card | Suit | Seat
"""What a sentence may name."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence to be put into words: which one it is, and what it names."""

    key: str
    facts: tuple[tuple[str, Fact], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and why: a sentence that names the action as well."""

    action: Any = field(repr=False)
    why: Saying


@dataclass(frozen=True, slots=True)
class Appraisal:
    """An action that was taken, a better one, and how many tricks that would have brought more.

    `cost` is 0 where nothing better has been found. `trick` is the one that was played to, from
    1, or None before the first.
    """

    taken: Saying
    better: Saying
    cost: float
    trick: int | None


class Adviser(Protocol[V, A]):
    """Advises on one game: views V in, actions A out. It and its answers can be pickled."""

    def advise(self, view: V, legal: tuple[A, ...], rng: Random, seconds: float | None) -> Advice:
        """The best action to be found in that time; None sets no time and leaves less to luck."""

    def at_once(self, view: V, legal: tuple[A, ...], rng: Random) -> Advice:
        """A good action, without a search."""

    def appraise(
        self, view: V, legal: tuple[A, ...], action: A, rng: Random, seconds: float | None
    ) -> Appraisal:
        """How good an action of `legal` was, with what its seat could know."""


AnyAdviser = Adviser[Any, Any]
"""An adviser for whatever game, as the table service sees it."""


def advise_within(
    seconds: float, adviser: AnyAdviser, view: Any, legal: tuple[Any, ...], seed: int
) -> Advice:
    """Advice within that time; to be called in a worker process."""
    return adviser.advise(view, legal, Random(seed), seconds)


def appraise_within(
    seconds: float, adviser: AnyAdviser, view: Any, legal: tuple[Any, ...], action: Any, seed: int
) -> Appraisal:
    """An appraisal within that time; to be called in a worker process."""
    return adviser.appraise(view, legal, action, Random(seed), seconds)
