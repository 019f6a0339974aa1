"""How much is measured, for how long."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """Sizes and durations (seconds) of a run."""

    press_tables: tuple[int, ...] = (1, 50, 200)
    press_rounds: int = 3
    press_seconds: float = 12
    period: float = 4
    """At a busy table somebody plays a card once in so many seconds."""
    call_tables: int = 50
    call_seconds: float = 40
    busy_tables: tuple[int, ...] = (300, 500)
    busy_seconds: float = 40
    rest_tables: int = 500
    rest_play_seconds: float = 8
    rest_seconds: float = 65
    """After a minute without a change a table is at rest."""
    match_count: int = 4
    live_tables: int = 10_000
    live_seconds: float = 10
    warm_seconds: float = 3
    searches: int = 150
    rollouts: int = 1_000


FULL = Scale()
QUICK = Scale(
    press_tables=(1, 50),
    press_rounds=2,
    press_seconds=5,
    call_tables=10,
    call_seconds=10,
    busy_tables=(300,),
    busy_seconds=15,
    rest_tables=100,
    rest_seconds=5,
    match_count=1,
    live_tables=2_000,
    searches=50,
    rollouts=300,
)
TINY = Scale(
    press_tables=(2,),
    press_rounds=1,
    press_seconds=1,
    period=0.3,
    call_tables=2,
    call_seconds=3,
    busy_tables=(2,),
    busy_seconds=1.2,
    rest_tables=2,
    rest_play_seconds=0.5,
    rest_seconds=0.1,
    match_count=1,
    live_tables=20,
    live_seconds=0.1,
    warm_seconds=0.5,
    searches=5,
    rollouts=5,
)
