"""A soak from its first storm to its verdict.

Discord and the people are in this process, the bot in one of its own, with a database on disk. It
blows for a while, then it is calm and everything is looked at; at last everybody plays to the end.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from bot.playground import Playground
from bot.playground.delivery import INTERACTION
from bot.playground.request_log import Request
from tests.soak import proof, verdict
from tests.soak.blows import Blows
from tests.soak.ledger import Ledger
from tests.soak.plan import PEOPLE, PRESS, Plan, Storm
from tests.soak.process import Keeper
from tests.soak.room import CLOSED, Room
from tests.soak.truth import Truth
from tests.soak.weather import Weather
from tests.support.wire import BotProcess

_LONGEST_EVENING = 240.0
"""Within so many seconds after the last storm every match is over."""
_GLANCE = 0.2


@dataclass
class Report:
    """What came of a soak."""

    seed: int
    problems: list[str] = field(default_factory=list)
    matches: int = 0
    tables: int = 0
    deeds: int = 0
    requests: int = 0
    seconds: float = 0.0
    phases: list[float] = field(default_factory=list)
    """The seconds that each storm, each calm after one, the evening and its calm took."""
    ends: list[str] = field(default_factory=list)
    failed_starts: int = 0
    blows: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        kills, stops = self.ends.count("kill"), self.ends.count("terminate")
        return (
            f"seed {self.seed}: {len(self.problems)} problems · {self.seconds:.0f} s ·"
            f" {self.tables} tables, {self.matches} matches to the end · {self.deeds} deeds,"
            f" {self.requests} requests · {sum(self.faults.values())} faults · {kills} kills,"
            f" {stops} stops · phases {' '.join(f'{each:.0f}' for each in self.phases)} s"
        )


class Soak:
    """One soak: the world, who is in it, and what is known of it."""

    def __init__(
        self,
        plan: Plan,
        playground: Playground,
        weather: Weather,
        db: Path,
        tell: Callable[[str], None],
    ) -> None:
        """Everybody in their rooms, the bot not yet started; `weather` is the playground's."""
        self.plan, self.playground, self.weather, self.db = plan, playground, weather, db
        self._tell = tell
        self.ledger = Ledger()
        playground.discord.subscribe(self._happened)
        self.bot = BotProcess(playground, db=db, **plan.settings)
        self.keeper = Keeper(self.bot)
        self.blows = Blows(playground, self.keeper, db)
        self.tables: dict[str, tuple[str, int]] = {}
        """The status and the channel of every table, as of a moment ago."""
        self.requests: list[Request] = []
        self.problems: list[str] = []
        self.rooms = [
            Room(
                self,
                number,
                playground.discord.create_channel(f"room-{number}"),
                planned.cast,
                visitors=planned.visitors,
                matches=planned.matches,
                options=planned.options,
            )
            for number, planned in enumerate(plan.rooms)
        ]
        self._until = float("inf")
        self._phases: list[float] = []

    def _happened(self, event: str, payload: Mapping[str, object]) -> None:
        """Count the presses too: a blow may strike before anything has come of one."""
        if event == INTERACTION:
            self.weather.count(PRESS)

    def is_late(self) -> bool:
        """Whether whatever goes on should have ended by now."""
        return time.monotonic() > self._until

    async def run(self) -> None:
        """Everything, storm by storm. Problems are in the report, none is raised."""
        await self.keeper.start()
        glance = asyncio.create_task(self._glance())
        try:
            for number, storm in enumerate(self.plan.storms):
                await self._timed(f"storm {number + 1}", self._blow(number, storm))
                await self._timed("calm", self._look_round(prove=True))
            await self._timed("evening", self._play_to_the_end())
            await self._timed("calm", self._look_round(prove=False))
            self.problems += await verdict.asked_for(self)
        finally:
            glance.cancel()
            await self.keeper.stop()
        self.problems += verdict.at_the_end(self, self.truth())
        self.problems += await verdict.healthy(self)
        self.problems += self.keeper.problems

    async def _timed(self, name: str, phase: Awaitable[None]) -> None:
        began = time.monotonic()
        await phase
        self._phases.append(time.monotonic() - began)
        self._tell(
            f"  {name}: {self._phases[-1]:.0f} s, {len(self.tables)} tables,"
            f" {len(self.ledger.deeds)} deeds, {len(self.problems)} problems"
        )

    # ------------------------------------------------------------------ storm and calm

    async def _blow(self, number: int, storm: Storm) -> None:
        self.weather.storm(number, storm.share)
        for blow in storm.blows:
            room = self.rooms[blow.room]
            self.weather.at(blow.route, blow.nth, partial(self.blows.strike, blow, room))
        await self._all(storm.seconds, lambda guest: guest.misbehave(storm.steps))
        self.weather.calm()
        await self.blows.end()
        await self.keeper.until_up()

    async def _play_to_the_end(self) -> None:
        for room in self.rooms:
            room.is_closing = True
        await self._all(_LONGEST_EVENING, lambda guest: guest.play_on())
        await asyncio.sleep(2 * _GLANCE)
        for table, (status, _) in self.tables.items():
            if status not in CLOSED:
                self.problems.append(f"table {table} is {status} still, though all play on")

    async def _all(self, longest: float, what: Callable[..., Awaitable[None]]) -> None:
        """Let everybody do something at once, each in their own time."""
        self._until = time.monotonic() + longest
        guests = [guest for room in self.rooms for guest in room.guests]
        await asyncio.gather(*(what(guest) for guest in guests))
        self._until = float("inf")

    async def _look_round(self, *, prove: bool) -> None:
        self.problems += await verdict.shown(self)
        self._take_requests()
        self.problems += verdict.of_the_log(self, self.truth())
        if prove:
            self.problems += await proof.nothing_is_stuck(self)

    # ------------------------------------------------------------------ what is known

    def truth(self) -> Truth:
        """What is in the database now."""
        self._take_requests()
        took = {
            deed.interaction: int(deed.code.removeprefix("sit."))
            for deed in self.ledger
            if deed.code.startswith("sit.")
        }
        return Truth.read(self.db, took)

    def _take_requests(self) -> None:
        """Keep what the playground's short memory would forget."""
        log = self.playground.requests
        taken = [log.popleft() for _ in range(len(log))]
        self.requests += taken

    async def _glance(self) -> None:
        """Look at all tables now and then; also for the sake of the requests."""
        with closing(sqlite3.connect(f"file:{self.db}?mode=ro", uri=True, timeout=10)) as database:
            while True:
                rows = database.execute("SELECT id, status, channel_id FROM tables")
                self.tables = {table: (status, channel) for table, status, channel in rows}
                self._take_requests()
                await asyncio.sleep(_GLANCE)

    @property
    def report(self) -> Report:
        """How it went."""
        statuses = [status for status, _ in self.tables.values()]
        return Report(
            seed=self.plan.seed,
            problems=list(dict.fromkeys(self.problems)),
            matches=statuses.count("over"),
            tables=len(statuses),
            deeds=len(self.ledger.deeds),
            requests=len(self.requests),
            seconds=sum(self._phases),
            phases=self._phases,
            ends=self.keeper.ends,
            failed_starts=self.keeper.failed_starts,
            blows=dict(self.blows.struck),
            faults=dict(self.weather.struck),
        )


async def soak(plan: Plan, folder: Path, tell: Callable[[str], None] = lambda line: None) -> Soak:
    """Run the soak of that plan in an empty folder; `tell` is told how it goes.

    What the bot wrote and what people did is left beside the database.
    """
    described, weather = os.environ.get("DISCORD_OPENAPI"), Weather(plan.seed)
    async with Playground(
        people=PEOPLE,
        openapi=Path(described) if described else None,
        rng=Random(plan.seed),
        faults=weather,
    ) as playground:
        soaked = Soak(plan, playground, weather, folder / "pluck.db", tell)
        try:
            await soaked.run()
        finally:
            (folder / "bot.log").write_text(soaked.bot.log)
            (folder / "people.log").write_text(soaked.ledger.text())
            (folder / "requests.log").write_text("".join(map(_line, soaked.requests)))
    return soaked


def _line(request: Request) -> str:
    effect = "applied" if request.applied else "refused"
    return (
        f"{request.at:.3f} {request.method} {request.path} {request.status} {effect}"
        f" for {request.audience or 'everybody'}\n"
    )
