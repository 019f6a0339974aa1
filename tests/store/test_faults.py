"""Faults on real files: another process in the way, and a process killed in mid-write."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import Busy, Conflict, StoreError
from tests.support.clock import PATIENCE

from .builders import ANN, MIGRATIONS, NOW, a_seat, a_table, an_event

ROOT = Path(__file__).parents[2]

# Another process: opens the same file, then does what the test says.
PRELUDE = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from bot.store import Busy, Conflict, Store
from bot.store.rows import By, NewEvent

def say(word):
    print(word, flush=True)

def move(unit, hold=lambda: None):
    table, seats = unit.tables.get("T1"), unit.seats.of("T1")
    unit.tables.save(replace(table, rev=table.rev + 1), seats, was_rev=table.rev)
    hold()
    event = NewEvent(seat=0, action="{}", audience=None, by=By.PLAYER)
    unit.events.append("T1", [event], rev=table.rev + 1, at=0.0)
    return table.rev + 1

async def main(store):
"""
ENDING = """
async def run():
    now, patience = map(float, sys.argv[3:])
    store = await Store.open(
        Path(sys.argv[1]), Path(sys.argv[2]), now=now, busy_seconds=patience
    )
    try:
        await main(store)
    finally:
        await store.close()

asyncio.run(run())
"""

Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def start(db: Path) -> Iterator[Start]:
    """Starts other processes on the same database, and ends them with the test."""
    started: list[subprocess.Popen[str]] = []

    def start_one(main: str) -> "subprocess.Popen[str]":
        script = PRELUDE + textwrap.indent(textwrap.dedent(main), "    ") + ENDING
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(db), str(MIGRATIONS), str(NOW), str(PATIENCE)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start_one
    for process in started:
        process.kill()
        process.communicate()


async def hear(process: "subprocess.Popen[str]") -> str:
    """The next line the other process says; "" when it has ended."""
    return (await asyncio.to_thread(process.stdout.readline)).strip()


async def tell(process: "subprocess.Popen[str]") -> None:
    """Let the other process go on."""
    await asyncio.to_thread(lambda: (process.stdin.write("go\n"), process.stdin.flush()))


@pytest.fixture
async def table(store):
    """A store with one table."""
    await store.write(lambda unit: unit.tables.insert(a_table(), [a_seat(0, ANN)]))
    return store


def move_from(rev):
    """A move made by somebody who saw the table at that revision."""

    def work(unit):
        unit.tables.save(a_table(rev=rev + 1), [a_seat(0, ANN)], was_rev=rev)
        unit.events.append("T1", [an_event()], rev=rev + 1, at=NOW)

    return work


def everything(unit):
    """The revision of the table, and those of its events."""
    return unit.tables.get("T1").rev, [event.rev for event in unit.events.of("T1")]


HOLDING = """
await store.write(lambda unit: move(unit, lambda: (say("inside"), sys.stdin.readline())))
say("done")
"""


class TestAFile:
    async def test_that_is_deleted_takes_no_moves_that_would_be_lost(self, table, db):
        db.unlink()
        with pytest.raises(StoreError, match="taken away"):
            await table.write(move_from(1))

    async def test_that_is_replaced_takes_no_moves_that_would_be_lost(self, table, db, tmp_path):
        shutil.copy(db, tmp_path / "another.db")
        (tmp_path / "another.db").replace(db)
        with pytest.raises(StoreError, match="taken away"):
            await table.write(move_from(1))

    async def test_that_is_put_back_goes_on(self, table, db, tmp_path):
        aside = db.rename(tmp_path / "aside.db")
        with pytest.raises(StoreError, match="taken away"):
            await table.write(move_from(1))
        aside.rename(db)
        await table.write(move_from(1))
        assert await table.read(everything) == (2, [2])


class TestTwoProcesses:
    async def test_the_second_waits_for_the_first_and_finds_the_table_moved(self, table, start):
        other = start(HOLDING)
        assert await hear(other) == "inside"
        ours = asyncio.create_task(table.write(move_from(1)))
        await asyncio.sleep(0.1)
        assert not ours.done()
        await tell(other)
        with pytest.raises(Conflict):
            await ours
        assert await table.read(everything) == (2, [2])

    async def test_whoever_waits_too_long_is_told_so_and_may_try_again(
        self, table, open_store, start
    ):
        impatient = await open_store(busy_seconds=0.05)
        other = start(HOLDING)
        assert await hear(other) == "inside"
        with pytest.raises(Busy, match="another process"):
            await impatient.write(move_from(1))
        assert await impatient.read(everything) == (1, [])
        await tell(other)
        assert await hear(other) == "done"
        await impatient.write(move_from(2))
        assert await impatient.read(everything) == (3, [2, 3])

    async def test_both_moving_as_fast_as_they_can_never_lose_a_move(self, table, start):
        other = start(
            """
            for _ in range(100):
                await store.write(move)
            say("done")
            """
        )

        def move(unit):
            rev = unit.tables.get("T1").rev
            return move_from(rev)(unit)

        for _ in range(100):
            await table.write(move)
        assert await hear(other) == "done"
        assert await table.read(everything) == (201, list(range(2, 202)))

    async def test_only_one_of_two_moves_from_the_same_revision_stands(self, table, open_store):
        second = await open_store()
        outcomes = await asyncio.gather(
            table.write(move_from(1)), second.write(move_from(1)), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
        assert await table.read(everything) == (2, [2])


class TestKilled:
    async def test_inside_a_write_shows_nothing_of_it_and_loses_nothing_before_it(
        self, table, open_store, start
    ):
        await table.close()
        other = start(
            """
            for _ in range(5):
                say(await store.write(move))
            await store.write(lambda unit: move(unit, lambda: (say("inside"), sys.stdin.read())))
            """
        )
        assert [await hear(other) for _ in range(6)] == ["2", "3", "4", "5", "6", "inside"]
        os.kill(other.pid, signal.SIGKILL)
        assert other.wait(PATIENCE) == -signal.SIGKILL
        after = await open_store()
        assert await after.read(everything) == (6, [2, 3, 4, 5, 6])
        await after.write(move_from(6))
        assert await after.read(everything) == (7, [2, 3, 4, 5, 6, 7])

    @pytest.mark.parametrize("moves", [1, 4, 9, 16])
    async def test_at_any_moment_keeps_every_move_that_was_reported(
        self, table, open_store, start, moves
    ):
        await table.close()
        other = start(
            """
            while True:
                say(await store.write(move))
            """
        )
        reported = [int(await hear(other)) for _ in range(moves)][-1]
        os.kill(other.pid, signal.SIGKILL)
        assert other.wait(PATIENCE) == -signal.SIGKILL
        after = await open_store()
        rev, events = await after.read(everything)
        assert rev >= reported
        assert events == list(range(2, rev + 1))


async def test_a_crowd_of_presses_on_one_revision_moves_the_table_once(table):
    outcomes = await asyncio.gather(
        *(table.write(move_from(1)) for _ in range(50)), return_exceptions=True
    )
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49
    moved = await table.read(lambda unit: unit.tables.get("T1"))
    assert moved == replace(a_table(), rev=2)
