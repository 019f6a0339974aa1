"""A card press, click to applied callback, beside a bare bot under the same load.

Both run all the while; they are pressed in turns.
"""

from collections.abc import Sequence
from pathlib import Path

from tests.bench.figures import ratio, spread
from tests.bench.hall import fill
from tests.bench.lean_discord import App, LeanDiscord
from tests.bench.load import Noted, Players, Pressers
from tests.bench.processes import BARE, OURS, BotProcess
from tests.bench.scale import Scale

TITLE = "A card press, click to applied callback, one press a second for each table (ms)"
P50_TARGET, P99_TARGET = 2.5, 4.0


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row for each number of tables."""
    return [await _at(count, scale, folder) for count in scale.press_tables]


async def _at(count: int, scale: Scale, folder: Path) -> dict[str, object]:
    async with LeanDiscord(apps=2, guilds=5) as discord:
        bare_app, our_app = discord.apps
        database = folder / f"press-{count}.db"
        tables = await fill(database, count, guilds=discord.guilds)
        players = Players(discord, our_app, tables)
        pressers = Pressers(discord, bare_app, count)
        ours = BotProcess(discord, our_app, OURS, {"PLUCK_DB": str(database)})
        async with BotProcess(discord, bare_app, BARE, {}) as bare, ours:
            await players.open_hands()
            await pressers.play(1.0, scale.warm_seconds)
            await players.play(1.0, scale.warm_seconds)
            theirs, own = Cost(bare), Cost(ours)
            for _ in range(scale.press_rounds):
                await theirs.of(pressers, scale.press_seconds)
                await own.of(players, scale.press_seconds)
    bare_times, our_times = spread(theirs.took), spread(own.took)
    return {
        "tables": count,
        **{f"bare {name}": value for name, value in bare_times.items()},
        **{f"ours {name}": value for name, value in our_times.items()},
        **{f"x {name}": ratio(our_times[name], bare_times[name]) for name in our_times},
        "bare CPU ms/press": theirs.cpu_ms,
        "ours CPU ms/press": own.cpu_ms,
        "bare bytes": _callback_bytes(bare_app),
        "ours bytes": _callback_bytes(our_app),
        "presses": f"{theirs.presses}/{own.presses}",
        "lost": own.lost,
        "waits": own.waits,
        "429": sum(our_app.refused.values()),
    }


class Cost:
    """What the presses of one bot took, over several rounds."""

    def __init__(self, bot: BotProcess) -> None:
        """Watch this bot."""
        self._bot = bot
        self._cpu = 0.0
        self.took: list[float] = []
        self.presses = self.lost = self.waits = 0

    async def of(self, people: Players | Pressers, seconds: float) -> None:
        """Add a round of so many seconds."""
        before = self._bot.cpu_seconds
        noted: Noted = await people.play(1.0, seconds)
        self._cpu += self._bot.cpu_seconds - before
        self.took += noted.took
        self.presses += noted.presses
        self.lost += noted.lost
        self.waits += noted.waits

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time for each press."""
        return round(self._cpu / max(self.presses, 1) * 1000, 2)


def _callback_bytes(app: App) -> int:
    sizes: Sequence[int] = [call.size for call in app.calls if call.kind == "callback"]
    return sum(sizes) // max(len(sizes), 1)
