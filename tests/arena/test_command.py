"""`python -m bot arena` as a process."""

import asyncio
import json
import os
import pty
import re
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEATS = "normal,easy,easy"


async def start(*arguments: str, **options) -> asyncio.subprocess.Process:
    """Start the arena in a process group of its own, as a shell would."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "arena", *arguments),
        cwd=ROOT,
        start_new_session=True,
        **{"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE} | options,
    )


async def arena(*arguments: str) -> tuple[int, str, str]:
    """Its exit status and what it prints."""
    process = await start(*arguments)
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def test_it_prints_a_line_for_each_level_and_each_step():
    status, out, err = await arena("--seats", SEATS, "--deals", "4")
    assert (status, err) == (0, "")
    assert "4 deals in 3 seatings" in out
    assert re.search(r"normal .*\+\d\.\d\d \(", out)
    assert re.search(r"normal over easy: \+\d", out)


async def test_a_game_without_quotas_is_measured_in_points():
    status, out, err = await arena("--seats", "normal,easy", "--preset", "pinochle", "--deals", "3")
    assert (status, err) == (0, "")
    assert "quota" not in out
    assert re.search(r"normal over easy: .* points a deal", out)


async def test_the_numbers_are_the_same_however_many_work():
    found = [
        await arena("--seats", SEATS, "--deals", "5", "--seed", "3", "--json", "--workers", count)
        for count in ("1", "3")
    ]
    assert found[0] == found[1]
    assert json.loads(found[0][1])["results"]["normal"]["excess"]["mean"] > 0


async def test_it_plays_whole_matches_and_partners():
    status, out, _ = await arena(
        *("--seats", "normal,easy", "--preset", "partners"),
        *("--matches", "--deals", "2", "--json"),
    )
    found = json.loads(out)
    assert status == 0
    assert (found["matches"], found["seatings"]) == (2, 2)
    won = [found["results"][level]["matches"]["mean"] for level in ("normal", "easy")]
    assert sum(won) == pytest.approx(1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seats", "normal,easy"],
        ["--seats", "normal,easy,godlike"],
        ["--seats", SEATS, "--preset", "blind"],
        ["--seats", SEATS, "--game", "chess"],
        ["--seats", SEATS, "--deals", "0"],
        ["--seats", SEATS, "--deals", "many"],
        ["--seats", SEATS, "--seed", "x"],
        ["--seats", SEATS, "--workers", "-1"],
        ["--seats", SEATS, "--dels", "3"],
        [],
    ],
    ids=" ".join,
)
async def test_bad_arguments_are_told_in_one_line(arguments):
    status, out, err = await arena(*arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"[^\n]+\n", err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
async def test_a_full_disk_is_said_in_one_line(form):
    with Path("/dev/full").open("wb") as full:
        process = await start("--seats", SEATS, "--deals", "1", *form, stdout=full)
        _, err = await process.communicate()
    assert process.returncode == 3
    assert re.fullmatch(r"cannot write: .*\n", err.decode())


async def test_a_reader_who_has_gone_away_does_not_matter():
    reading, writing = os.pipe()
    os.close(reading)
    process = await start("--seats", SEATS, "--deals", "1", "--json", stdout=writing)
    os.close(writing)
    _, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")


@asynccontextmanager
async def on_a_terminal(*arguments: str):
    """The arena with a terminal for its stderr, and how to read from that."""
    ours, theirs = pty.openpty()
    process = await start(*arguments, stderr=theirs)
    os.close(theirs)

    def read() -> bytes:
        try:
            return os.read(ours, 10_000)
        except OSError:  # nobody has the other end any more: neither it nor a worker is left
            return b""

    yield process, lambda: asyncio.to_thread(read)
    os.close(ours)


async def all_of(read) -> bytes:
    """What a terminal shows until nobody writes to it any more."""
    shown = b""
    while more := await read():
        shown += more
    return shown


async def test_a_terminal_shows_how_far_it_is():
    async with on_a_terminal("--seats", SEATS, "--deals", "4", "--json") as (process, read):
        shown, (out, _) = await asyncio.gather(all_of(read), process.communicate())
    assert json.loads(out)["deals"] == 4
    assert b"rounds" in shown


async def test_ctrl_c_ends_it_and_its_workers_without_a_word():
    async with on_a_terminal("--seats", SEATS, "--deals", "1000000") as (process, read):
        shown = b""
        while b"rounds" not in shown:
            shown += await read()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        rest, (out, _) = await asyncio.gather(all_of(read), process.communicate())
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in shown + rest
