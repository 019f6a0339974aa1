"""Searches of AI players: how late the event loop is meanwhile, inline, in a thread, in a pool."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from bot.engine.contract import CHANCE
from bot.engine.registry import GAMES
from bot.players.contract import Searcher, choose_within
from bot.players.pool import Pool, spare_cores
from bot.players.registry import POLICIES
from tests.bench.figures import percentile
from tests.bench.scale import Scale

TITLE = "The event loop while the strongest AI player searches, one search after the other"
_CLOCK = 0.3
_TICK = 0.002

Search = tuple[float, Searcher[Any, Any], Any, tuple[Any, ...], int]
Run = Callable[[Search], Awaitable[Any]]


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row for each way to run the same searches."""
    searches = _searches(scale.searches)
    async with Pool(spare_cores()) as pool:
        while not pool.free:
            await asyncio.sleep(0.01)
        ways: Mapping[str, Run] = MappingProxyType(
            {
                "no search": _rest,
                "inline": _inline,
                "one thread": lambda search: asyncio.to_thread(choose_within, *search),
                "worker process": lambda search: pool.run(choose_within, *search),
            }
        )
        return [await _row(way, run, searches) for way, run in ways.items()]


async def _row(way: str, run: Run, searches: list[Search]) -> dict[str, object]:
    lags: list[float] = []
    watch = asyncio.create_task(_watch(lags))
    took = []
    for search in searches:
        began = time.perf_counter()
        await run(search)
        took.append(time.perf_counter() - began)
        await asyncio.sleep(_TICK)
    watch.cancel()
    return {
        "searches": way,
        "lag p50 ms": _milliseconds(lags, 0.5),
        "lag p99 ms": _milliseconds(lags, 0.99),
        "most ms": _milliseconds(lags, 1.0),
        "a search p50 ms": _milliseconds(took, 0.5),
        "a search p95 ms": _milliseconds(took, 0.95),
    }


async def _watch(lags: list[float]) -> None:
    """Ask again and again to be woken, and note how late that is."""
    while True:
        asked = time.perf_counter()
        await asyncio.sleep(_TICK)
        lags.append(time.perf_counter() - asked - _TICK)


async def _inline(search: Search) -> None:
    choose_within(*search)


async def _rest(_: Search) -> None:
    await asyncio.sleep(0.02)


def _milliseconds(values: list[float], part: float) -> float:
    return round(percentile(values, part) * 1000, 2)


def _searches(count: int) -> list[Search]:
    """Questions of a match between quick players, put to the strongest level instead."""
    key, game = next(iter(GAMES.items()))
    levels = POLICIES[key].values()
    strongest = [each for each in levels if isinstance(each, Searcher)][-1]
    quick = [each for each in levels if not isinstance(each, Searcher)][-1]
    found: list[Search] = []
    rules = next(iter(game.presets.values()))
    rng, state = Random(1), game.setup(rules)
    while len(found) < count:
        asked = game.to_act(state)
        if asked is CHANCE:
            order = tuple(rng.sample(game.pack(rules), len(game.pack(rules))))
            state, _ = game.apply(state, CHANCE, game.shuffled(state, order))
            continue
        view, legal = game.view(state, asked[0]), game.legal(state, asked[0])
        if len(legal) > 1:
            found.append((_CLOCK, strongest, view, legal, len(found)))
        state, _ = game.apply(state, asked[0], quick.choose(view, legal, rng))
    return found
