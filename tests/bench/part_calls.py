"""REST calls and processor time for each card, with people only and with AI players.

Where AI players sit, cards are counted from the log of the match: nobody presses theirs.
"""

import sqlite3
import time
from collections import Counter
from pathlib import Path

from tests.bench.figures import spread
from tests.bench.hall import GAME, PRESET, fill
from tests.bench.lean_discord import LeanDiscord
from tests.bench.load import Players
from tests.bench.processes import OURS, BotProcess
from tests.bench.scale import Scale

TITLE = "What a card costs: REST calls by kind, processor time (a card every 4 s for each table)"
_CARDS = "SELECT count(*) FROM events WHERE action LIKE '%\"play\"%' AND at >= ?"


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row with people only, and a row for a person among AI players."""
    return [await _with(people, scale, folder) for people in (3, 1)]


async def _with(people: int, scale: Scale, folder: Path) -> dict[str, object]:
    async with LeanDiscord(apps=1, guilds=5) as discord:
        (app,) = discord.apps
        database = folder / f"calls-{people}.db"
        tables = await fill(database, scale.call_tables, people=people, guilds=discord.guilds)
        players = Players(discord, app, tables)
        settings = {"PLUCK_DB": str(database), "PLUCK_AI_SECONDS": str(scale.period)}
        async with BotProcess(discord, app, OURS, settings) as bot:
            await players.open_hands()
            await players.play(scale.period, scale.warm_seconds)
            before, began, cpu = len(app.calls), time.time(), bot.cpu_seconds
            noted = await players.play(scale.period, scale.call_seconds)
            cpu = bot.cpu_seconds - cpu
            calls = Counter(call.kind for call in app.calls[before:])
        with sqlite3.connect(database) as connection:
            cards: int = connection.execute(_CARDS, (began,)).fetchone()[0]
        connection.close()
    return {
        "seats": f"{people} people" if people > 1 else "1 person, AI players",
        "game": f"{GAME} {PRESET}",
        "cards": cards,
        "presses": noted.presses,
        "callbacks / card": _each(calls["callback"], cards),
        "edits and posts by token / card": _each(calls["token edit"] + calls["token post"], cards),
        "bot edits / card": _each(calls["bot edit"], cards),
        "bot posts and deletions / card": _each(calls["bot post"] + calls["bot delete"], cards),
        "CPU ms / card": round(cpu / max(cards, 1) * 1000, 2),
        **spread(noted.took),
    }


def _each(count: int, cards: int) -> float:
    return round(count / max(cards, 1), 2)
