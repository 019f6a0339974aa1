"""A start with many live tables: until the bot is ready, until it answers, and its memory."""

import asyncio
import time
from pathlib import Path

from tests.bench.hall import fill
from tests.bench.lean_discord import LeanDiscord
from tests.bench.load import Players
from tests.bench.processes import OURS, BotProcess
from tests.bench.scale import Scale

TITLE = "A start with live tables"


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row where no deadline has passed meanwhile, and one where all have."""
    return [
        await _start(scale, due_in, case, folder)
        for case, due_in in (("none", 3600.0), ("all", -60.0))
    ]


async def _start(scale: Scale, due_in: float, overdue: str, folder: Path) -> dict[str, object]:
    async with LeanDiscord(apps=1, guilds=50) as discord:
        (app,) = discord.apps
        database = folder / f"start-{overdue}.db"
        tables = await fill(database, scale.live_tables, guilds=discord.guilds, due_in=due_in)
        players = Players(discord, app, tables)
        async with BotProcess(discord, app, OURS, {"PLUCK_DB": str(database)}) as bot:
            pressed = time.monotonic()
            await players.open_hands(3)
            answered = time.monotonic() - pressed
            first = bot.memory
            await asyncio.sleep(scale.live_seconds)
            later = bot.memory
    return {
        "tables": scale.live_tables,
        "overdue": overdue,
        "identified after s": round(bot.identified_after, 2),
        "ready after s": round(bot.ready_after, 2),
        "nine presses then answered in s": round(answered, 2),
        "memory MB": round(first / 2**20, 1),
        f"memory {scale.live_seconds:.0f} s later MB": round(later / 2**20, 1),
    }
