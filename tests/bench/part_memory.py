"""The memory of a table: while it is played, and when it has come to rest."""

import asyncio
from pathlib import Path

from tests.bench.figures import kilobytes
from tests.bench.hall import fill
from tests.bench.lean_discord import LeanDiscord
from tests.bench.load import Players
from tests.bench.processes import OURS, BotProcess
from tests.bench.scale import Scale

TITLE = "Memory of the process"


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """One row: half of the tables are played to warm up, the other half to count."""
    async with LeanDiscord(apps=1, guilds=5) as discord:
        (app,) = discord.apps
        database = folder / "memory.db"
        tables = await fill(database, scale.rest_tables, guilds=discord.guilds)
        half = scale.rest_tables // 2
        first, second = (Players(discord, app, part) for part in (tables[:half], tables[half:]))
        async with BotProcess(discord, app, OURS, {"PLUCK_DB": str(database)}) as bot:
            started = bot.memory
            await first.open_hands()
            await first.play(scale.period, scale.rest_play_seconds)
            await asyncio.sleep(scale.rest_seconds)
            warm = bot.memory
            await second.open_hands()
            live = bot.memory
            await second.play(scale.period, scale.rest_play_seconds)
            await asyncio.sleep(scale.rest_seconds)
            rested = bot.memory
    others = max(scale.rest_tables - half, 1)
    return [
        {
            "after the start, MB": round(started / 2**20, 1),
            f"after {half} tables were played, MB": round(warm / 2**20, 1),
            f"with {others} more, MB": round(rested / 2**20, 1),
            "kB for each further table with its hands open": kilobytes((live - warm) / others),
            "kB for each further table played": kilobytes((rested - warm) / others),
        }
    ]
