"""AI players who search: the table waits, the answer is an act, and nothing is lost on the way."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

import pytest

from bot.engine.pluck.view import View
from bot.players.pool import Pool, WorkerDied, WorkFailed
from bot.players.registry import POLICIES
from bot.store.errors import Busy
from bot.store.rows import By, Status
from bot.table.model import Pace
from tests.players.test_pool import burn, free
from tests.support.clock import PATIENCE
from tests.support.tables import ANN, BEN, CAT, PLUCK, Club, replayed

EASY = POLICIES["pluck"]["easy"]
THINK = 0.3


@dataclass(frozen=True)
class Last:
    """Searches, and always finds the last legal action; at once, or after a while."""

    seconds: float = 0.0

    def within(self, seconds: float | None) -> "Last":
        return self

    def choose(self, view, legal, rng):
        burn(self.seconds)
        return legal[-1]


@dataclass(frozen=True)
class First:
    """Answers at once with the first legal action."""

    def choose(self, view, legal, rng):
        return legal[0]


LEVELS = {"pluck": {"easy": First(), "hard": Last()}}


@dataclass
class Work:
    """What a worker was asked, and what it will say."""

    arguments: tuple[Any, ...]
    limit: float
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)

    @property
    def view(self) -> View:
        return next(each for each in self.arguments if isinstance(each, View))


class Workers:
    """A pool whose workers say what the test wants, when it wants."""

    def __init__(self) -> None:
        self.free = 1
        self.given: list[Work] = []

    async def run(self, function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        work = Work((function, *arguments), limit)
        self.given.append(work)
        return await work.answer

    @property
    def last(self) -> Work:
        return self.given[-1]

    async def asked(self, count: int) -> Work:
        """The work, once so much of it has been given."""
        await settled(lambda: len(self.given) == count)
        return self.given[-1]


async def settled(ready: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.001)


@pytest.fixture
def workers():
    return Workers()


@pytest.fixture
async def club(open_club, workers):
    return await open_club(policies=LEVELS, pool=workers, pace=Pace(think=THINK))


@pytest.fixture
async def table(club, workers):
    """Ann's table with two who search; one of them has just been given time to do so."""
    table = await club.match("classic", ANN, level="hard")
    while not workers.given:
        if await club.move(table) is None:
            await club.next_due()
            await asyncio.sleep(0)
    return table


def searching(truth):
    """The seat that is asked."""
    (seat,) = truth.asked
    return truth.seats[seat]


async def says(club: Club, table: str, work: Work, answer: Any) -> None:
    """Let the worker answer, or fail, and the table hear of it."""
    if isinstance(answer, BaseException):
        work.answer.set_exception(answer)
    else:
        work.answer.set_result(answer)
    await settled(lambda: not club.thinking._tasks)


async def test_the_table_waits_while_somebody_searches(club, table, workers):
    truth = await club.table(table)
    seat = searching(truth)
    assert seat.policy == "hard"
    assert seat.due_at == truth.row.deadline_at == club.clock() + THINK + 1
    assert await club.expire_due() == 0


async def test_nobody_is_told_that_a_search_begins(club, table, workers):
    work, before = workers.last, await club.table(table)
    await says(club, table, work, work.view.legal[-1])
    notes = len(club.notes)
    while len(workers.given) == 1:
        notes = len(club.notes)
        if await club.move(table) is None:
            before = await club.table(table)
            await club.next_due()
            await asyncio.sleep(0)
    after = await club.table(table)
    assert (after.row.rev, searching(after).ask) == (before.row.rev, searching(before).ask)
    assert len(club.notes) == notes


async def test_a_search_is_given_what_its_seat_may_know_and_its_clock(club, table, workers):
    truth = await club.table(table)
    seat = searching(truth).seat
    seconds, *_ = workers.last.arguments[1:]
    assert seconds == THINK
    assert THINK < workers.last.limit < THINK + 1, "it is given up before the seat is overdue"
    assert workers.last.view == PLUCK.view(truth.state, seat)
    assert not any(isinstance(each, type(truth.state)) for each in workers.last.arguments)


async def test_what_is_found_is_played(club, table, workers):
    seat, events = searching(await club.table(table)).seat, await club.events(table)
    action = workers.last.view.legal[-1]
    await says(club, table, workers.last, action)
    acts = await club.acts(table)
    assert len(acts) == len(events) + 1
    assert (acts[-1].seat, acts[-1].action, acts[-1].by) == (seat, action, By.AI)
    truth = await club.table(table)
    assert truth.state == replayed(truth, acts)
    assert club.notes[-1] == table


@pytest.mark.parametrize(
    "failure",
    [TimeoutError(), WorkerDied(), WorkFailed("ValueError"), RuntimeError("p.QS")],
    ids=["late", "dead", "failed", "unforeseen"],
)
async def test_the_level_below_plays_at_once_if_nothing_is_found(
    club, table, workers, caplog, failure
):
    view = workers.last.view
    await says(club, table, workers.last, failure)
    act = (await club.acts(table))[-1]
    assert (act.action, act.by) == (view.legal[0], By.AI)
    ours = [each for each in caplog.records if each.name.startswith("bot")]
    (line,) = [each for each in ours if each.levelno >= logging.WARNING]
    assert table in line.getMessage()
    assert not any(PLUCK.code(action) in line.getMessage() for action in view.legal)


async def test_the_level_below_plays_instead_of_what_is_not_legal(club, table, workers):
    view = workers.last.view
    await says(club, table, workers.last, "p.QS")
    assert (await club.acts(table))[-1].action == view.legal[0]


async def test_the_level_below_plays_if_nobody_is_free(club, table, workers):
    await says(club, table, workers.last, workers.last.view.legal[-1])
    workers.free = 0
    await club.play_to_the_pause(table)
    assert len(workers.given) == 1
    assert {act.by for act in await club.acts(table)} >= {By.AI}


async def test_the_level_below_plays_if_the_time_is_up_first(club, table, workers):
    work, seat = workers.last, searching(await club.table(table)).seat
    await club.let_pass(THINK + 1)
    act = (await club.acts(table))[-1]
    assert (act.seat, act.action, act.by) == (seat, work.view.legal[0], By.AI)
    await settled(work.answer.cancelled)


async def test_no_search_begins_where_nothing_is_to_be_decided(club, table, workers):
    while not (await club.table(table)).between_deals:
        if not workers.last.answer.done():
            await says(club, table, workers.last, workers.last.view.legal[-1])
        elif await club.move(table) is None:
            await club.next_due()
            await asyncio.sleep(0)
    assert all(len(work.view.legal) > 1 for work in workers.given)
    plays = [act for act in await club.acts(table) if act.by is By.AI]
    assert len(plays) > len(workers.given)


async def test_a_search_is_given_up_when_the_table_is_ended(club, table, workers):
    await club.press(table, ANN, "end")
    await settled(workers.last.answer.cancelled)
    assert (await club.table(table)).row.status is Status.VOID


async def test_a_search_goes_on_while_others_do_what_does_not_concern_it(club, table, workers):
    await club.press(table, ANN, "back")
    await settled(lambda: len(club.thinking._tasks) == 1)
    assert not workers.last.answer.done()
    events = await club.events(table)
    await says(club, table, workers.last, workers.last.view.legal[-1])
    assert len(await club.events(table)) == len(events) + 1


async def test_a_search_is_not_given_up_for_what_the_table_was_before_it_began(
    club, table, workers, monkeypatch
):
    """Looking at a table takes a moment, in which the next search may begin."""
    read, looked, go_on = club.store.read, asyncio.Event(), asyncio.Event()

    async def dawdling(work):
        found = await read(work)
        if not looked.is_set():
            looked.set()
            await go_on.wait()
        return found

    monkeypatch.setattr(club.store, "read", dawdling)
    club.thinking.table_changed(table)
    await looked.wait()
    await club.let_pass(THINK + 1)
    while len(workers.given) == 1:
        if await club.move(table) is None:
            await club.next_due()
            await asyncio.sleep(0)
    go_on.set()
    await settled(lambda: len(club.thinking._tasks) == 1)
    assert not workers.last.answer.done()


async def test_an_answer_is_dropped_if_the_table_has_moved_on_unnoticed(
    club, table, workers, monkeypatch
):
    """Between the act that makes it stale and the word of it an answer may come."""
    monkeypatch.setattr(club.thinking, "table_changed", lambda _: None)
    await club.let_pass(THINK + 1)
    before = await club.everything(table)
    await says(club, table, workers.given[0], workers.given[0].view.legal[-1])
    assert await club.everything(table) == before


async def test_a_store_that_is_busy_loses_the_answer_and_not_the_game(
    club, table, workers, monkeypatch
):
    write, failures = club.store.write, [Busy("not now")]

    async def failing(work):
        if failures:
            raise failures.pop()
        return await write(work)

    monkeypatch.setattr(club.store, "write", failing)
    events = await club.events(table)
    await says(club, table, workers.last, workers.last.view.legal[-1])
    assert await club.events(table) == events
    await club.let_pass(THINK + 1)
    again = await workers.asked(2)
    assert again.view == workers.given[0].view


async def test_a_restart_loses_the_search_only(club, table, workers, open_club):
    work = workers.last
    await club.close()
    assert work.answer.cancelled()
    another = Workers()
    again = await open_club(policies=LEVELS, pool=another, pace=Pace(think=THINK))
    await again.upkeep.recover()
    await again.let_pass(THINK + 1)
    same = await another.asked(1)
    assert same.view == work.view
    await says(again, table, same, same.view.legal[-1])
    assert (await again.acts(table))[-1].action == work.view.legal[-1]


async def test_without_workers_the_level_below_plays(open_club):
    club = await open_club(policies=LEVELS)
    table = await club.match("classic", ANN, level="hard")
    await club.play_to_the_pause(table)
    assert any(act.by is By.AI for act in await club.acts(table))


async def test_the_house_plays_where_every_level_searches(open_club):
    club = await open_club(policies={"pluck": {"hard": Last()}})
    table = await club.match("classic", ANN, level="hard")
    await club.play_to_the_pause(table)
    assert any(act.by is By.AI for act in await club.acts(table))


class TestSubstitutes:
    @pytest.fixture
    async def table(self, club):
        """A match of three people."""
        return await club.match("classic", ANN, BEN, CAT)

    async def until_asked(self, club, table, who):
        seat = await club.seat(table, who)
        await club.play_until(table, lambda truth: truth.seats[seat].ask is not None)
        return seat

    async def away(self, club, table, who):
        """Let somebody who is asked be away, and an AI player search in their place."""
        seat = await self.until_asked(club, table, who)

        def put_away(unit):
            row, seats = unit.tables.get(table), list(unit.seats.of(table))
            seats[seat] = replace(seats[seat], away=True, due_at=club.clock())
            gone = replace(row, rev=row.rev + 1, deadline_at=club.clock())
            unit.tables.save(gone, seats, was_rev=row.rev)

        await club.store.write(put_away)
        await club.expire_due()
        return seat

    async def test_the_strongest_level_searches_for_who_is_away(self, club, table, workers):
        seat = await self.away(club, table, ANN)
        work = await workers.asked(1)
        await says(club, table, work, work.view.legal[-1])
        act = (await club.acts(table))[-1]
        assert (act.seat, act.by) == (seat, By.AI)

    async def test_who_comes_back_stops_the_search_and_plays(self, club, table, workers):
        seat = await self.away(club, table, ANN)
        work = await workers.asked(1)
        await club.press(table, ANN, "back")
        await settled(work.answer.cancelled)
        truth = await club.table(table)
        assert truth.seats[seat].due_at == club.clock() + truth.row.clock_seconds
        await club.play(table, ANN)
        assert (await club.acts(table))[-1].by is By.PLAYER

    async def test_the_strongest_level_searches_for_who_has_left(self, club, table, workers):
        seat = await self.until_asked(club, table, ANN)
        await club.press(table, ANN, "leave.yes")
        assert (await club.table(table)).seats[seat].policy == "hard"
        await club.let_pass(club.pace.ai)
        work = await workers.asked(1)
        assert work.view.seat == seat


class TestPartners:
    @pytest.fixture
    async def plucking(self, club, workers):
        """Ann's partner searches, and both are asked for a pluck; Ann is away."""
        workers.free = 0
        table = await club.match("partners", ANN, BEN, level="hard", length=40)
        mine = await club.seat(table, ANN)
        truth = await club.play_until(
            table,
            lambda truth: (
                len(truth.asked) == 2 and mine in truth.asked and max(truth.state.rights) > 1
            ),
        )
        assert truth.row.status is Status.PLAYING
        workers.free = 1
        return table

    async def test_no_search_begins_while_a_person_beside_has_the_say(
        self, club, plucking, workers
    ):
        await club.let_pass(80)
        assert workers.given == []

    async def test_a_search_is_given_up_when_the_person_beside_comes_back(
        self, club, plucking, workers
    ):
        mine = await club.seat(plucking, ANN)

        def put_away(unit):
            row, seats = unit.tables.get(plucking), list(unit.seats.of(plucking))
            seats[mine] = replace(seats[mine], away=True)
            unit.tables.save(replace(row, rev=row.rev + 1), seats, was_rev=row.rev)

        await club.store.write(put_away)
        await club.press(plucking, BEN, "back")  # the clocks are settled anew
        await club.let_pass(club.pace.ai)
        work = await workers.asked(1)
        await club.press(plucking, ANN, "back")
        await settled(work.answer.cancelled)
        before = await club.events(plucking)
        await club.let_pass(80)
        assert await club.events(plucking) == before


async def test_a_deal_is_played_by_worker_processes(open_club):
    async with Pool(1) as pool:
        await free(pool)
        club = await open_club(policies=LEVELS, pool=pool, pace=Pace(think=60))
        table = await club.match("classic", ANN, level="hard")
        while not (await club.table(table)).between_deals:
            if await club.move(table) is None:
                await club.next_due()
                await settled(lambda: not club.thinking._tasks)
        searched = takewhile(lambda choice: not PLUCK.claim(choice[1]), await choices(club, table))
        assert all(act.action == view.legal[-1] for act, view in searched)


async def choices(club: Club, table: str):
    """What AI players did at a table, and what they saw."""
    truth, acts = await club.table(table), await club.acts(table)
    return [
        (act, PLUCK.view(replayed(truth, acts[:number]), act.seat))
        for number, act in enumerate(acts)
        if act.by is By.AI
    ]


async def test_a_worker_that_dies_at_a_search_costs_nothing_but_the_search(open_club):
    async with Pool(1) as pool:
        await free(pool)
        levels = {"pluck": {"easy": First(), "hard": Last(seconds=10_000)}}
        club = await open_club(policies=levels, pool=pool, pace=Pace(think=60))
        table = await club.match("classic", ANN, level="hard")
        while not club.thinking._tasks:
            if await club.move(table) is None:
                await club.next_due()
        (worker,) = pool._all
        await settled(lambda: pool.free == 0)
        worker._process.kill()
        await settled(lambda: not club.thinking._tasks)
        act, view = (await choices(club, table))[-1]
        assert act.action == view.legal[0]
        await free(pool)
