"""The task that waits, in real time with short durations."""

import asyncio
import time
from contextlib import asynccontextmanager, suppress

import pytest

from bot.store.errors import Busy, StoreError
from bot.store.rows import Status
from bot.table import timekeeper
from bot.table.model import Pace
from bot.table.timekeeper import Timekeeper
from tests.support.clock import PATIENCE
from tests.support.tables import ANN, BEN, CAT, DAN, EVE

SHORT = Pace(turn=0.05, ai=0.01, next=0.02, nudge=0.02, lobby=0.1, abandoned=60)


@pytest.fixture
async def club(open_club):
    """A club in real time."""
    return await open_club(clock=time.time, pace=SHORT)


@asynccontextmanager
async def keeping(club, expire=None):
    """A timekeeper at work."""
    keeper = Timekeeper(club.store, expire or club.upkeep.expire, time.time)
    task = asyncio.create_task(keeper.run())
    try:
        yield keeper
    finally:
        assert not task.done(), "the timekeeper has stopped"
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()


async def until(ready) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not await ready():
            await asyncio.sleep(0.005)


async def becomes(club, table: str, status: Status) -> None:
    """Wait until the table has that status."""

    async def is_so():
        return (await club.board(table)).table.status is status

    await until(is_so)


async def test_a_lobby_closes_on_time(club):
    table = await club.lobby("classic", ANN)
    due = (await club.table(table)).row.deadline_at
    async with keeping(club):
        await becomes(club, table, Status.VOID)
    assert (await club.table(table)).row.ended_at >= due


async def test_a_match_goes_on_by_itself_until_nobody_is_present(club):
    table = await club.match("classic", ANN)
    async with keeping(club):
        await becomes(club, table, Status.PAUSED)
    assert len(await club.events(table)) > 2


async def test_ai_players_finish_a_deal_while_somebody_looks_on(club):
    table = await club.match("classic", ANN)
    async with keeping(club) as keeper:

        async def is_over():
            keeper.poke()
            return (await club.look(table, ANN)).deal > 1

        await until(is_over)


async def test_a_poke_wakes_it_for_a_deadline_that_came_nearer(club):
    async with keeping(club) as keeper:
        await asyncio.sleep(0.05)
        table = await club.lobby("classic", ANN)
        await asyncio.sleep(0.2)
        assert (await club.board(table)).table.status is Status.LOBBY
        keeper.poke()
        await becomes(club, table, Status.VOID)


async def test_a_poke_at_the_very_moment_does_not_keep_it_from_being_stopped(club):
    keeper = Timekeeper(club.store, club.upkeep.expire, time.time)
    task = asyncio.create_task(keeper.run())
    await asyncio.sleep(0.05)
    keeper.poke()
    task.cancel()
    await asyncio.wait({task}, timeout=PATIENCE)
    assert task.cancelled()


async def test_a_poke_while_it_works_is_not_lost(club):
    first = await club.lobby("classic", ANN)
    working, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(table):
        working.set()
        await go_on.wait()
        await club.upkeep.expire(table)

    async with keeping(club, slowly) as keeper:
        await working.wait()
        second = await club.lobby("classic", BEN)
        keeper.poke()
        go_on.set()
        await becomes(club, first, Status.VOID)
        await becomes(club, second, Status.VOID)


async def test_many_tables_are_all_looked_at(club):
    tables = [await club.lobby("classic", each) for each in (ANN, BEN, CAT, DAN, EVE)]
    async with keeping(club):
        for table in tables:
            await becomes(club, table, Status.VOID)


@pytest.mark.parametrize("error", [StoreError("the disk is full"), Busy("not now")])
async def test_a_failing_store_stops_it_for_a_moment_only(club, monkeypatch, caplog, error):
    monkeypatch.setattr(timekeeper, "_PAUSE_AFTER_FAILURE", 0.01)
    table = await club.lobby("classic", ANN)
    failures = [error] * 3
    read = club.store.read

    async def failing(work):
        if failures:
            raise failures.pop()
        return await read(work)

    keeper_store = type("Failing", (), {"peek": staticmethod(failing)})()
    keeper = Timekeeper(keeper_store, club.upkeep.expire, time.time)
    task = asyncio.create_task(keeper.run())
    await becomes(club, table, Status.VOID)
    task.cancel()
    assert failures == []
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("error", [StoreError("the disk is full"), RuntimeError("QS")])
async def test_a_table_that_fails_keeps_no_other_waiting(club, monkeypatch, caplog, error):
    monkeypatch.setattr(timekeeper, "_PAUSE_AFTER_FAILURE", 0.01)
    broken = await club.lobby("classic", ANN)
    healthy = await club.lobby("classic", BEN)

    async def expire(table):
        if table == broken:
            raise error
        await club.upkeep.expire(table)

    async with keeping(club, expire):
        await becomes(club, healthy, Status.VOID)
    assert (await club.board(broken)).table.status is Status.LOBBY
    assert "QS" not in caplog.text


async def test_a_failing_table_is_not_tried_in_a_tight_loop(club, monkeypatch):
    monkeypatch.setattr(timekeeper, "_PAUSE_AFTER_FAILURE", PATIENCE)
    await club.lobby("classic", ANN)
    tries = []

    async def expire(table):
        tries.append(table)
        raise StoreError("never")

    async def is_tried():
        return tries

    async with keeping(club, expire):
        await until(is_tried)
        await asyncio.sleep(0.2)
    assert len(tries) == 1


async def test_the_file_can_be_used_after_it_was_cancelled_in_the_middle(club):
    table = await club.match("classic", ANN)
    for _ in range(5):
        async with keeping(club):
            await asyncio.sleep(0.013)
    await club.look(table, ANN)
    await club.press(table, ANN, "end")
