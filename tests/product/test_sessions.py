"""The process and its sessions at the gateway: refused for good, taken away, begun too often."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing

import pytest

from bot.playground import Playground
from bot.playground.gateway import Op
from tests.product.place import Place
from tests.product.stage import CALM, run_bot
from tests.support.wire import BotProcess

TOKEN = "MTEyODM1NDM3Mg.GsEcRe.this-token-is-never-to-be-seen"


@pytest.fixture
async def discord():
    async with Playground(token=TOKEN) as playground:
        yield playground


def environment(discord, db):
    return {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": discord.api_url,
        "DISCORD_GATEWAY_URL": discord.gateway_url,
        "PLUCK_DB": str(db),
    }


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (4004, "DISCORD_TOKEN is not accepted by Discord"),
        (4011, "Discord wants this bot to be sharded"),
        (4013, "Discord does not know the intents"),
        (4014, "Discord does not allow this application the intents"),
    ],
)
async def test_a_refusal_for_good_is_one_clear_line_and_an_end(
    discord, tmp_path, monkeypatch, code, line
):
    monkeypatch.setattr(discord.gateway, "_identify", lambda *_: (code, None))
    status, out = await run_bot(env=environment(discord, tmp_path / "pluck.db"))
    assert status == 2
    assert out.strip().splitlines()[-1].startswith(line)
    assert "Traceback" not in out


async def test_a_gateway_that_is_not_there_is_one_line_at_the_end(discord, tmp_path):
    discord.gateway.is_down = True
    status, out = await run_bot(env=environment(discord, tmp_path / "pluck.db"))
    assert status == 1
    assert out.strip().splitlines()[-1] == "Discord cannot be reached: GatewayNotFound"
    assert "AttributeError" not in out


async def test_who_identified_too_often_waits_says_why_and_still_hears_sigterm(discord, tmp_path):
    db = tmp_path / "pluck.db"
    bot = BotProcess(discord, db=db, **CALM)
    await bot.start()
    await bot.terminate()
    with closing(sqlite3.connect(db)) as database, database:
        moments = json.dumps([time.time()] * 300)
        database.execute("UPDATE meta SET value = ? WHERE key = 'identifies'", [moments])
    waiting = BotProcess(discord, db=db, **CALM)
    starting = asyncio.create_task(waiting.start())
    place = Place(discord, waiting, db)
    await place.wait(lambda: "waiting" in waiting.log, "the process waits")
    assert "300 sessions" in waiting.log
    assert discord.gateway.identified == 1
    assert await waiting.terminate() == 0
    with pytest.raises(AssertionError, match="ended with 0"):
        await starting
    assert "stopped by a signal" in waiting.log


async def test_a_gateway_that_hangs_up_for_ever_is_not_called_in_a_tight_loop(
    discord, tmp_path, monkeypatch
):
    calls = []

    def hang_up(*_):
        calls.append(time.monotonic())
        return 4000, None

    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    await bot.start()
    monkeypatch.setattr(discord.gateway, "_resume", hang_up)
    await discord.gateway.disconnect(4000)
    place = Place(discord, bot, tmp_path / "pluck.db")
    await place.wait(lambda: "waiting" in bot.log, "the process waits")
    assert len(calls) <= 12
    assert await bot.terminate() == 0


async def test_a_session_that_is_taken_away_at_once_is_not_begun_in_a_tight_loop(
    discord, tmp_path, monkeypatch
):
    begun = []

    def take_away(_, connection):
        begun.append(time.monotonic())
        connection.send(Op.INVALID_SESSION, False)
        return 0, None

    bot = BotProcess(discord, db=tmp_path / "pluck.db", **CALM)
    await bot.start()
    monkeypatch.setattr(discord.gateway, "_identify", take_away)
    discord.gateway.invalidate(resumable=False)
    place = Place(discord, bot, tmp_path / "pluck.db")
    await place.wait(lambda: len(begun) > 1, "a second session")
    assert begun[1] - begun[0] > 4
    assert await bot.terminate() == 0
