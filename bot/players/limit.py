"""When a search stops."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Limit:
    """After so many deals, or as soon as `out_of_time` says so."""

    deals: int
    out_of_time: Callable[[], bool]


def clock(seconds: float | None) -> Callable[[], bool]:
    """Tells whether so many seconds have passed from now on; without a number they never have."""
    if seconds is None:
        return lambda: False
    end = perf_counter() + seconds
    return lambda: perf_counter() >= end
