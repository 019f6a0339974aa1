"""The process itself: how it starts, refuses to start, and stops."""

import asyncio
import re
import signal
import sys
from pathlib import Path

import pytest

from bot.playground import Fault, Playground
from tests.product.place import Place
from tests.product.stage import CALM, EDIT, open_table, run_bot, start_table
from tests.support.wire import BotProcess

TOKEN = "MTEyODM1NDM3Mg.GsEcRe.this-token-is-never-to-be-seen"
COMMANDS = r"PUT /applications/\{id\}/commands"
TOLD_AT_ONCE = """
import os, signal, sys
from bot import settings, __main__

settings.load_settings = lambda: os.kill(os.getpid(), signal.{name})
sys.exit(__main__.main())
"""
"""A bot that is told to end as soon as it reads its settings."""


@pytest.fixture
async def discord():
    async with Playground(token=TOKEN) as playground:
        yield playground


@pytest.fixture
def closings(discord, monkeypatch):
    """The codes with which connections to the gateway have been closed."""
    seen = []
    leave = discord.gateway._leave

    def noted(session, connection, code):
        seen.append(code)
        leave(session, connection, code)

    monkeypatch.setattr(discord.gateway, "_leave", noted)
    return seen


async def test_sigterm_in_the_middle_of_a_deal_ends_it_well_and_in_time(
    discord, closings, tmp_path
):
    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    await bot.start()
    place = Place(discord, bot, tmp_path / "pluck.db")
    room = place.room()
    table = await start_table(room, room.alice, ai=("easy", "easy"))
    await table.play(cards=2)
    assert await bot.terminate() == 0
    await place.wait(lambda: closings, "the gateway is closed")
    assert closings == [1000]
    assert discord.gateway.connected == 0
    assert "Traceback" not in bot.log
    assert " ERROR " not in bot.log
    assert not (tmp_path / "pluck.db-wal").exists(), "the database was not closed"
    # And a start finds everything as it was.
    await bot.start()
    answer = await room.alice.press(table.hand(room.alice), "Refresh")
    assert answer.kind == "update"
    assert TOKEN not in bot.log
    assert len(discord.requests.matching(COMMANDS)) == 1, "commands are synced once"
    assert await bot.terminate() == 0


async def test_sigterm_before_anything_has_happened(discord, closings, tmp_path):
    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    await bot.start()
    while "commands synced" not in bot.log:
        await asyncio.sleep(0.02)
    assert await bot.terminate() == 0
    assert closings == [1000]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
async def test_a_signal_before_it_runs_is_a_good_end_too(name):
    command = (sys.executable, "-c", TOLD_AT_ONCE.format(name=name))
    assert await run_bot(env={}, command=command) == (0, "")
    assert await run_bot("run", env={}, command=command) == (0, "")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
async def test_a_command_that_is_told_to_end_has_not_done_its_work(name):
    command = (sys.executable, "-c", TOLD_AT_ONCE.format(name=name))
    assert await run_bot("check", env={}, command=command) == (130, "")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody tells its signals")
async def test_a_second_signal_changes_nothing_about_the_end(discord, closings, tmp_path):
    """Many send one to the process and then to its group."""
    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    await bot.start()
    place = Place(discord, bot, tmp_path / "pluck.db")
    room = place.room()
    table = await start_table(room, room.alice, ai=("easy", "easy"))
    # So that leaving takes a while.
    discord.faults.add(Fault.never_answers(f"^{re.escape(EDIT)}$", times=9))
    await table.play(cards=1)
    process = bot.process

    def is_leaving():
        status = Path(f"/proc/{process.pid}/status").read_text()
        ignored = int(re.search(r"SigIgn:\s*(\w+)", status)[1], 16)
        return ignored & 1 << signal.SIGTERM - 1

    process.send_signal(signal.SIGINT)
    await place.wait(is_leaving, "the end to begin")
    process.send_signal(signal.SIGINT)
    assert await bot.terminate() == 0
    assert closings == [1000]
    assert "Traceback" not in bot.log


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PLUCK_TURN_SECONDS", "soon"),
        ("PLUCK_TURN_SECONDS", "0"),
        ("PLUCK_AI_SECONDS", "-1"),
        ("PLUCK_NEXT_SECONDS", "nan"),
        ("PLUCK_NUDGE_SECONDS", "inf"),
        ("PLUCK_LOG_LEVEL", "LOUD"),
        ("PLUCK_PLAYGROUND_PORT", "99999"),
        ("DISCORD_API_URL", "discord"),
        ("DISCORD_API_URL", "http://"),
        ("DISCORD_API_URL", "http://[x"),
        ("DISCORD_API_URL", "http://127.0.0.1:port"),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1/"),
        ("DISCORD_GATEWAY_URL", "ws://["),
        ("DISCORD_GATEWAY_URL", "ws://127.0.0.1:99999/"),
        ("PLUCK_DB", "."),
        ("PLUCK_DB", "/"),
        ("PLUCK_DB", "/dev/null"),
    ],
)
async def test_a_bad_setting_is_one_line_that_names_it(name, value):
    status, out = await run_bot(env={"DISCORD_TOKEN": TOKEN, name: value})
    assert status == 2
    assert len(out.strip().splitlines()) == 1
    assert name in out
    assert TOKEN not in out


async def test_without_a_token_and_without_playground_it_does_not_start(tmp_path):
    status, out = await run_bot("run", "--no-playground", env={})
    assert status == 2
    assert out.strip() == "DISCORD_TOKEN is not set"


async def test_commands_that_discord_does_not_note_at_once_keep_nobody_waiting(discord, tmp_path):
    discord.faults.add(Fault.never_answers(COMMANDS))
    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    place = Place(discord, bot, tmp_path / "pluck.db")
    starting = asyncio.create_task(bot.start())
    await place.wait(lambda: discord.gateway.connected, "the gateway")
    assert not discord.discord.commands()
    assert not starting.done()
    starting.cancel()
    assert await bot.terminate() == 0
    await bot.start()
    assert discord.discord.commands()
    assert await bot.terminate() == 0


async def test_a_database_that_cannot_be_is_one_line(tmp_path):
    (tmp_path / "other.db").write_text("this is no database, but long enough to be looked at " * 40)
    for database in (tmp_path / "other.db", tmp_path):
        status, out = await run_bot(env={"DISCORD_TOKEN": TOKEN, "PLUCK_DB": str(database)})
        assert status == 2, out
        assert len(out.strip().splitlines()) == 1, out
        assert out.startswith("PLUCK_DB: ")
        assert TOKEN not in out


async def test_a_token_that_discord_refuses_is_one_line_at_the_end(discord, tmp_path):
    env = {
        "DISCORD_TOKEN": "MTEyODM1NDM3Mg.wrong.wrong",
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "PLUCK_DB": str(tmp_path / "pluck.db"),
    }
    status, out = await run_bot(env=env)
    assert status == 2
    assert out.strip().splitlines()[-1] == "DISCORD_TOKEN is not accepted by Discord"
    assert "Traceback" not in out
    assert "wrong.wrong" not in out


async def test_discord_that_is_not_there_is_one_line_and_a_failure(tmp_path):
    env = {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
        "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/",
        "PLUCK_DB": str(tmp_path / "pluck.db"),
    }
    status, out = await run_bot(env=env)
    assert status == 1
    assert "Traceback" not in out
    assert TOKEN not in out


@pytest.mark.parametrize("name", ["pluck.db", "link.db"])
async def test_a_second_bot_on_the_same_database_does_not_start(discord, tmp_path, name):
    (tmp_path / "link.db").symlink_to(tmp_path / "pluck.db")
    async with BotProcess(discord, db=tmp_path / "pluck.db", **CALM):
        env = {"DISCORD_TOKEN": TOKEN, "PLUCK_DB": str(tmp_path / name)}
        status, out = await run_bot(env=env)
    assert status == 2
    assert "another bot is running" in out
    assert len(out.strip().splitlines()) == 1


async def test_a_connection_that_breaks_is_resumed_and_nothing_is_missed(discord, tmp_path):
    async with BotProcess(discord, db=tmp_path / "pluck.db", **CALM) as bot:
        place = Place(discord, bot, tmp_path / "pluck.db")
        room = place.room()
        table = await open_table(room, room.alice, preset="classic")
        await discord.gateway.disconnect(4000)
        await place.wait(lambda: discord.gateway.resumed, "a resume")
        joined = await room.bob.press(table.board, "Join")
        assert "You sit in seat 2" in joined.text
        assert TOKEN not in bot.log
        assert len(discord.requests.matching(COMMANDS)) == 1


async def test_the_playground_starts_without_a_token_and_says_where_it_is(tmp_path):
    place = Playground(token=TOKEN)
    async with place:
        free = place.port
    bot = BotProcess(
        place, db=tmp_path / "pluck.db", PLUCK_PLAYGROUND_PORT=free, DISCORD_TOKEN="", **CALM
    )
    process = await asyncio.create_subprocess_exec(
        *bot.command,
        env={**bot.environment},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    first = await asyncio.wait_for(process.stdout.readline(), 20)
    assert f"http://127.0.0.1:{free}" in first.decode()
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 10) == 0
