"""When a search stops."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Limit:
    """After so many deals, or as soon as `out_of_time` says so."""

    deals: int
    out_of_time: Callable[[], bool]


def clock(seconds: float | None, share: float = 1.0) -> Callable[[], bool]:
    """Tells whether that share of so many seconds has passed from now on.

    Without a number of seconds it never has.
    """
    if seconds is None:
        return lambda: False
    end = perf_counter() + seconds * share
    return lambda: perf_counter() >= end
