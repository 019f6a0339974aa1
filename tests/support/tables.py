"""A card club for tests: the table service on a real file, people, and a clock they share.

    table = await club.match("classic", ANN, BEN, CAT)
    await club.play(table, ANN)
    await club.let_pass(90)

Nothing happens by itself: time passes, and what is due happens, only in `let_pass` and
`next_due`.
"""

import itertools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.registry import GAMES
from bot.players import registry
from bot.store.database import Store
from bot.store.rows import EventRow, ResultRow, Status
from bot.table.house import House
from bot.table.model import Act, Board, Pace, Person, Press, Refused, Table, TableView
from bot.table.opening import Opening, Wish
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.table.shelf import Shelf
from bot.table.thinking import Thinking
from bot.table.upkeep import Upkeep
from bot.table.writer import Writer
from tests.support.clock import PATIENCE, Clock

MIGRATIONS = Path(__file__).resolve().parents[2] / "data" / "migrations"
GUILD, CHANNEL = 1_100, 1_200
ANN, BEN, CAT = Person(9_001, "Ann"), Person(9_002, "Ben"), Person(9_003, "Cat")
DAN, EVE, FAY = Person(9_004, "Dan"), Person(9_005, "Eve"), Person(9_006, "Fay")
EVERYBODY = (ANN, BEN, CAT, DAN, EVE, FAY)
PLUCK = GAMES["pluck"]

_interactions = itertools.count(1_000_000)


class Club:
    """One service on one file, and what people do with it."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        seed: int = 1,
        pace: Pace | None = None,
        games: Mapping[str, Any] = GAMES,
        policies: Mapping[str, Any] = registry.POLICIES,
        house: Mapping[str, Any] = registry.HOUSE,
        pool: Any = None,
    ) -> None:
        self.store, self.clock, self.pace = store, clock, pace or Pace()
        self.rng = Random(seed)
        self.notes: list[str] = []
        self.shelf = Shelf(games)
        self.queries = TableQueries(store, games, self.shelf)
        self.writer = Writer(
            store,
            games=games,
            policies=policies,
            house=house,
            now=clock,
            rng=self.rng,
            pace=self.pace,
            notify=self._changed,
        )
        self.thinking = None if pool is None else Thinking(self.writer, pool)
        self.service = TableService(self.writer)
        self.house = House(store, games, clock)
        self.opening = Opening(self.writer, self.house)
        self.upkeep = Upkeep(self.writer, self.thinking)

    @classmethod
    async def at(cls, path: Path, clock: Clock | None = None, **options: Any) -> "Club":
        """A club whose tables are in that file."""
        clock = clock or Clock()
        store = await Store.open(path, MIGRATIONS, now=clock(), busy_seconds=PATIENCE)
        return cls(store, clock, **options)

    async def close(self) -> None:
        """Stop thinking and close the file."""
        if self.thinking is not None:
            await self.thinking.close()
        await self.store.close()

    def _changed(self, table: str) -> None:
        self.notes.append(table)
        if self.thinking is not None:
            self.thinking.table_changed(table)

    # What people do

    async def open(
        self,
        host: Person,
        preset: str | None,
        *,
        channel: int = CHANNEL,
        length: int | None = None,
        **wishes: Any,
    ) -> TableView:
        """Open a table. Raises Refused."""
        wish = Wish(
            interaction=next(_interactions),
            guild=GUILD,
            channel=channel,
            game="pluck",
            preset=preset,
            length=length,
        )
        return await self.opening.open(host, replace(wish, **wishes))

    async def lobby(
        self,
        preset: str,
        host: Person,
        *others: Person,
        ai: int = 0,
        level: str = "easy",
        length: int | None = None,
        channel: int = CHANNEL,
    ) -> str:
        """Open a table, seat the others and that many AI players; returns its id."""
        opened = await self.open(host, preset, channel=channel, length=length)
        for person in others:
            await self.press(opened.id, person, "join")
        for _ in range(ai):
            await self.press(opened.id, host, f"ai.{level}")
        return opened.id

    async def match(self, preset: str, host: Person, *others: Person, **options: Any) -> str:
        """Open a table, fill it with AI players and start; returns its id."""
        seats = PLUCK.presets[preset].seats
        table = await self.lobby(preset, host, *others, ai=seats - 1 - len(others), **options)
        await self.press(table, host, "start", (await self.view(table, host)).pause)
        return table

    def asking(
        self,
        table: str,
        person: Person,
        code: str,
        ask: int = 0,
        *,
        interaction: int | None = None,
        guild: int = GUILD,
        manager: bool = False,
        channel: int | None = None,
    ) -> Press:
        """A press with an interaction of its own."""
        number = next(_interactions) if interaction is None else interaction
        return Press(number, table, guild, person, ask, code, manager, channel)

    async def press(
        self, table: str, person: Person, code: str, ask: int = 0, **options: Any
    ) -> TableView:
        """Press a button. Raises Refused."""
        return await self.service.press(self.asking(table, person, code, ask, **options))

    async def play(self, table: str, person: Person, choose: str = "") -> TableView:
        """Answer the person's question with a code, or else with the first legal one."""
        view = await self.view(table, person)
        return await self.press(table, person, choose or first_code(view), view.ask)

    async def next(self, table: str, person: Person) -> TableView:
        """Press Next between two deals."""
        return await self.press(table, person, "next", (await self.view(table, person)).pause)

    async def look(self, table: str, person: Person, **options: Any) -> TableView:
        """Press Refresh."""
        return await self.service.look(self.asking(table, person, "hand", **options))

    async def move_to(self, channel: int, table: str, person: Person, **options: Any) -> TableView:
        """Take the table to another channel. Raises Refused."""
        return await self.service.move(self.asking(table, person, "move", **options), channel)

    async def again(self, table: str, person: Person) -> TableView:
        """Press Play again."""
        return await self.service.again(self.asking(table, person, "again"))

    async def move(self, table: str) -> Person | None:
        """Let one person who is asked answer, or say Next; None if nobody is asked."""
        truth = await self.table(table)
        for seat in truth.present:
            person = Person(seat.user_id or 0, seat.name)
            if seat.ask is not None:
                await self.play(table, person)
                return person
            if truth.between_deals and not seat.ready:
                await self.next(table, person)
                return person
        return None

    async def play_until(self, table: str, done: Callable[[Table], bool]) -> Table:
        """Let everybody present play, and AI seats when they are due, until `done`."""
        for _ in range(5_000):
            truth = await self.table(table)
            if done(truth) or truth.row.status is not Status.PLAYING:
                return truth
            if await self.move(table) is None:
                await self.next_due()
        raise AssertionError("that never happened")

    async def play_to_the_end(self, table: str) -> Table:
        """Let everybody play until the match is over."""
        return await self.play_until(table, lambda truth: truth.row.status is Status.OVER)

    async def play_to_the_pause(self, table: str) -> Table:
        """Let everybody play until the deal is scored."""
        return await self.play_until(table, lambda truth: truth.between_deals)

    # What time does

    async def expire_due(self) -> int:
        """Expire what is due now; returns how many tables were."""
        due = await self.store.read(lambda unit: unit.tables.due(self.clock()))
        for table in due:
            await self.upkeep.expire(table)
        return len(due)

    async def next_due(self) -> None:
        """Let time pass until something is due, and expire it."""
        assert await self.goes_on(), "nothing will ever happen here"

    async def goes_on(self) -> bool:
        """Let time pass until something is due, and expire it; False if nothing ever will be."""
        earliest = await self.store.read(lambda unit: unit.tables.earliest_deadline())
        if earliest is None:
            return False
        self.clock.now = max(self.clock.now, earliest)
        await self.expire_due()
        return True

    async def let_pass(self, seconds: float) -> None:
        """Let time pass, expiring everything in its time."""
        end = self.clock.now + seconds
        while True:
            earliest = await self.store.read(lambda unit: unit.tables.earliest_deadline())
            if earliest is None or earliest > end:
                break
            self.clock.now = max(self.clock.now, earliest)
            await self.expire_due()
        self.clock.now = end

    # What is true

    async def table(self, table: str) -> Table:
        """The whole truth about a table."""
        found = await self.store.read(lambda unit: self.shelf.load(unit, table))
        assert found is not None
        return found

    async def view(self, table: str, person: Person) -> TableView:
        """The table as that person sees it, which does not count as being there."""
        view = await self.queries.hand(table, person.id)
        assert view is not None, f"{person.name} has no seat"
        return view

    async def board(self, table: str) -> Board:
        """The table as the public sees it."""
        board = await self.queries.board(table)
        assert board is not None
        return board

    async def seat(self, table: str, person: Person) -> int:
        """The place where that person sits."""
        row = (await self.table(table)).seat_of(person.id)
        assert row is not None
        return row.seat

    async def events(self, table: str) -> tuple[EventRow, ...]:
        """The stored events."""
        return await self.store.read(lambda unit: unit.events.of(table))

    async def results(self, table: str) -> tuple[ResultRow, ...]:
        """The stored results."""
        return await self.store.read(lambda unit: unit.results.of(table))

    async def acts(self, table: str) -> tuple[Act, ...]:
        """The acts of the match so far."""
        truth = await self.table(table)
        found = await self.store.read(lambda unit: self.shelf.acts(unit, truth))
        return tuple(act for act, _ in found)

    async def everything(self, table: str) -> tuple[Any, ...]:
        """All that is stored of a table, to be compared, but not how often it was looked at."""
        return await self.store.read(
            lambda unit: (
                unit.tables.get(table),
                unit.seats.of(table),
                unit.events.of(table),
                unit.leavers.of(table),
                unit.results.of(table),
            )
        )

    async def corrupt(self, table: str, state: str = '{"phase": "QS"}') -> None:
        """Store a state that no game can read."""

        def work(unit: Any) -> None:
            row = unit.tables.get(table)
            unit.tables.save(replace(row, state=state), unit.seats.of(table), was_rev=row.rev)

        await self.store.write(work)


async def answer(request: Awaitable[TableView]) -> TableView | Refused:
    """What a request comes to: a view, or a refusal."""
    try:
        return await request
    except Refused as refused:
        return refused


async def refusal(request: Awaitable[TableView]) -> Refused:
    """The refusal of a request that must be refused."""
    refused = await answer(request)
    assert isinstance(refused, Refused), "that should have been refused"
    return refused


def first_code(view: TableView) -> str:
    """The code of the first legal action of a view."""
    return GAMES[view.game].code(view.view.legal[0])


def replayed(truth: Table, acts: tuple[Act, ...]) -> Any:
    """The state that the stored acts lead to."""
    state = PLUCK.setup(truth.rules)
    for act in acts:
        state, _ = PLUCK.apply(state, act.actor, act.action)
    return state
