"""Many busy tables at once: calls with the bot's token, how late boards are, and presses."""

import asyncio
import sqlite3
import time
from pathlib import Path

from tests.bench.figures import percentile, spread
from tests.bench.hall import fill
from tests.bench.lean_discord import BOT_CALLS_A_SECOND, LeanDiscord
from tests.bench.load import Players
from tests.bench.processes import OURS, BotProcess
from tests.bench.scale import Scale

TITLE = f"Busy tables, a card every 4 s at each (limit: {BOT_CALLS_A_SECOND} bot calls/s)"
_BEHIND = """
SELECT min(events.at) FROM tables
JOIN events ON events.table_id = tables.id AND events.rev > tables.shown_rev
WHERE tables.shown_rev < tables.rev AND tables.status = 'playing'
GROUP BY tables.id
"""


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row for each number of tables."""
    return [await _at(count, scale, folder) for count in scale.busy_tables]


async def _at(count: int, scale: Scale, folder: Path) -> dict[str, object]:
    async with LeanDiscord(apps=1, guilds=5) as discord:
        (app,) = discord.apps
        database = folder / f"busy-{count}.db"
        tables = await fill(database, count, guilds=discord.guilds)
        players = Players(discord, app, tables)
        async with BotProcess(discord, app, OURS, {"PLUCK_DB": str(database)}) as bot:
            await players.open_hands()
            await players.play(scale.period, scale.warm_seconds)
            before, cpu = len(app.calls), bot.cpu_seconds
            ages: list[float] = []
            watch = asyncio.create_task(_watch(database, ages))
            began = time.monotonic()
            noted = await players.play(scale.period, scale.busy_seconds)
            lasted, cpu = time.monotonic() - began, bot.cpu_seconds - cpu
            watch.cancel()
            calls = [call for call in app.calls[before:] if call.kind.startswith("bot ")]
    return {
        "tables": count,
        "presses / s": round(noted.presses / lasted, 1),
        "bot calls / s": round(len(calls) / lasted, 1),
        "bot calls in the fullest second": _fullest([call.at for call in calls]),
        "429": sum(app.refused.values()),
        "boards behind, p50 s": round(percentile(ages, 0.5), 2),
        "boards behind, p99 s": round(percentile(ages, 0.99), 2),
        "boards behind, most s": round(max(ages, default=0.0), 2),
        "press p50": spread(noted.took)["p50"],
        "press p99": spread(noted.took)["p99"],
        "lost": noted.lost,
        "CPU %": round(cpu / lasted * 100, 1),
    }


async def _watch(database: Path, ages: list[float]) -> None:
    """Note once a second, for each board that is behind, for how long it has been."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        while True:
            await asyncio.sleep(1.0)
            ages += [time.time() - at for (at,) in connection.execute(_BEHIND)]
    finally:
        connection.close()


def _fullest(moments: list[float]) -> int:
    """The most calls within any one second."""
    most = start = 0
    for end, at in enumerate(moments):
        while moments[start] <= at - 1.0:
            start += 1
        most = max(most, end - start + 1)
    return most
