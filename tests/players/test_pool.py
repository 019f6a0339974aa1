"""Worker processes: what they do, and what becomes of them when something goes wrong."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.players.pool import Pool, WorkerDied, WorkFailed
from tests.support.clock import PATIENCE

ROOT = Path(__file__).parents[2]


def burn(seconds: float) -> str:
    """Think hard for so long, and never let go."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
    return "thought"


def burn_until(path: Path) -> str:
    """Think hard until that file is there."""
    while not path.exists():
        pass
    return "thought"


def fail(message: str) -> None:
    raise ValueError(message)


def lose_file() -> None:
    raise FileNotFoundError("the queen of spades")


def lambda_() -> object:
    return lambda: "the queen of spades"


def note(path: str) -> None:
    """Write down which process this is, and then think for ever."""
    Path(path).write_text(str(os.getpid()))
    burn(10_000)


@pytest.fixture
async def pool():
    async with Pool(1) as one:
        await free(one)
        yield one


async def free(pool: Pool, workers: int = 1) -> None:
    """Wait until so many workers are free."""
    await until(lambda: pool.free == workers)


async def until(ready) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline, "in vain"
        await asyncio.sleep(0.005)


def is_running(pid: int) -> bool:
    """Whether a process runs: one that has died may not have been buried yet."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


async def test_the_work_is_done_in_another_process(pool):
    assert await pool.run(os.getpid) != os.getpid()
    assert await pool.run(burn, 0.01) == "thought"


async def test_the_event_loop_goes_on_meanwhile(pool, tmp_path):
    search = asyncio.create_task(pool.run(burn_until, tmp_path / "enough"))
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert not search.done()
    (tmp_path / "enough").touch()
    assert await search == "thought"


async def test_nobody_is_free_before_a_worker_has_started_and_while_all_of_them_work(tmp_path):
    async with Pool(2) as pool:
        assert pool.free == 0
        await free(pool, 2)
        search = asyncio.create_task(pool.run(burn_until, tmp_path / "enough"))
        await free(pool, 1)
        (tmp_path / "enough").touch()
        await search
        assert pool.free == 2


async def test_who_finds_nobody_free_waits(pool):
    found = await asyncio.gather(*(pool.run(os.getpid) for _ in range(3)))
    assert len(set(found)) == 1


async def test_an_answer_that_is_late_is_given_up_and_its_worker_replaced(pool):
    first = await pool.run(os.getpid)
    with pytest.raises(TimeoutError):
        await pool.run(burn, 10_000, limit=0.05)
    assert pool.free == 0
    await until(lambda: not is_running(first))
    assert await pool.run(os.getpid) != first


async def test_waiting_for_a_free_worker_counts_as_being_late(pool, tmp_path):
    search = asyncio.create_task(pool.run(burn_until, tmp_path / "enough"))
    await free(pool, 0)
    with pytest.raises(TimeoutError):
        await pool.run(os.getpid, limit=0.05)
    (tmp_path / "enough").touch()
    assert await search == "thought"


async def test_who_gives_up_waiting_stops_the_work(pool, tmp_path):
    search = asyncio.create_task(pool.run(note, str(tmp_path / "pid")))
    await until((tmp_path / "pid").exists)
    pid = await written(tmp_path / "pid")
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    await until(lambda: not is_running(pid))
    assert await pool.run(burn, 0) == "thought"


async def written(path: Path) -> int:
    await until(lambda: path.exists() and path.read_text())
    return int(path.read_text())


async def test_a_worker_that_is_killed_at_its_work_is_replaced(pool, tmp_path):
    search = asyncio.create_task(pool.run(note, str(tmp_path / "pid")))
    os.kill(await written(tmp_path / "pid"), signal.SIGKILL)
    with pytest.raises(WorkerDied):
        await search
    assert await pool.run(burn, 0) == "thought"


async def test_a_worker_that_is_killed_while_it_waits_is_replaced(pool):
    pid = await pool.run(os.getpid)
    os.kill(pid, signal.SIGKILL)
    await until(lambda: not is_running(pid))
    assert await pool.run(os.getpid) != pid


async def test_a_worker_that_ends_itself_is_replaced(pool):
    with pytest.raises(WorkerDied):
        await pool.run(os._exit, 3)
    assert await pool.run(burn, 0) == "thought"


@pytest.mark.parametrize(
    ("work", "kind"),
    [
        ((fail, "the queen of spades"), "ValueError"),
        ((lose_file,), "FileNotFoundError"),
        ((lambda_,), "PicklingError|AttributeError"),
        ((burn, lambda: "the queen of spades"), "PicklingError|AttributeError"),
        ((burn, "the queen of spades"), "TypeError"),
    ],
    ids=["error", "file", "result", "argument", "arguments"],
)
async def test_work_that_fails_tells_the_kind_of_error_only(pool, work, kind):
    pid = await pool.run(os.getpid)
    with pytest.raises(WorkFailed) as failed:
        await pool.run(*work)
    assert re.fullmatch(kind, str(failed.value))
    assert failed.value.__cause__ is None
    assert await pool.run(os.getpid) == pid, "nothing is wrong with the worker"


async def test_ctrl_c_is_not_for_workers(pool):
    pid = await pool.run(os.getpid)
    os.kill(pid, signal.SIGINT)
    assert await pool.run(os.getpid) == pid


async def test_workers_are_prepared_before_they_count_as_free():
    async with Pool(1, prepare=prepare) as pool:
        await free(pool)
        assert await pool.run(was_prepared)


def was_prepared() -> bool:
    return os.environ.get("PREPARED") == "yes"


def prepare() -> None:
    os.environ["PREPARED"] = "yes"


async def test_closing_kills_every_worker_whatever_it_is_at(tmp_path):
    async with Pool(2) as pool:
        await free(pool, 2)
        search = asyncio.create_task(pool.run(note, str(tmp_path / "pid")))
        busy = await written(tmp_path / "pid")
        idle = await pool.run(os.getpid)
    with pytest.raises(WorkerDied):
        await search
    assert not is_running(busy)
    assert not is_running(idle)
    assert pool.free == 0


async def test_a_pool_can_be_closed_before_its_workers_have_started():
    pool = Pool(3)
    pool.start()
    await asyncio.sleep(0)
    await pool.close()
    assert pool.free == 0


async def test_a_worker_that_cannot_start_is_not_tried_in_a_tight_loop():
    async with Pool(1, prepare=os.abort) as pool:
        await asyncio.sleep(1.0)
        assert pool.free == 0
        assert len(pool._all) <= 1


async def test_whoever_runs_the_bot_is_told_that_a_worker_cannot_start(caplog):
    async with Pool(1, prepare=os.abort), asyncio.timeout(PATIENCE):
        while not caplog.messages:
            await asyncio.sleep(0.01)
    assert caplog.messages == ["a worker process cannot be started: WorkerDied"]


PARENT = """
import asyncio, time
from bot.players.pool import Pool
from tests.players.test_pool import burn, free

async def main():
    async with Pool(2) as pool:
        await free(pool, 2)
        asyncio.create_task(pool.run(burn, {thinking}, limit={limit}))
        await asyncio.sleep(0)
        assert pool.free == 1
        print(*(worker._process.pid for worker in pool._all), flush=True)
        time.sleep(1000)  # so that it never gives up a worker by itself

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("thinking", "limit"), [(0.5, None), (10_000, 1)], ids=["soon done", "hopeless"]
)
async def test_workers_end_when_their_parent_is_killed(thinking, limit):
    """Whoever waits at once, whoever works after its work or, at the latest, its limit."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(thinking=thinking, limit=limit)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    line = await asyncio.to_thread(parent.stdout.readline)
    workers = [int(word) for word in line.split()]
    assert len(workers) == 2
    parent.kill()
    parent.wait()
    parent.stdout.close()
    await until(lambda: not any(is_running(pid) for pid in workers))
