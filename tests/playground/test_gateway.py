"""Connections come and go: RESUME, a new IDENTIFY, kill -9."""

import asyncio
import json
import sys

import aiohttp
import pytest

from tests.support.clock import PATIENCE
from tests.support.wire import BotProcess


async def test_a_dropped_connection_is_resumed(bot, alice, playground):
    await playground.gateway.disconnect(4000)
    message = (await alice.slash("echo panel")).message
    assert message.labels[0] == "Count"
    assert (playground.gateway.identified, playground.gateway.resumed) == (1, 1)


async def test_a_forgotten_session_is_identified_anew(bot, alice, playground):
    await playground.gateway.disconnect(4000)
    playground.gateway.forget_sessions()
    await _until(playground, lambda: playground.gateway.identified == 2)
    assert (await alice.slash("echo panel")).message


async def test_the_server_may_ask_for_a_reconnect(bot, alice, playground):
    playground.gateway.ask_to_reconnect()
    await _until(playground, lambda: playground.gateway.resumed == 1)
    assert (await alice.slash("echo panel")).message


async def test_the_server_may_ask_for_heartbeats(bot, playground):
    gateway = playground.gateway
    before = gateway.heartbeats
    for _ in range(3):  # more than are due meanwhile
        gateway.ask_for_heartbeat()
    await _until(playground, lambda: gateway.heartbeats >= before + 3)


async def test_a_killed_bot_finds_everything_again(bot, alice, playground):
    panel = (await alice.slash("echo panel")).message
    commands = playground.discord.commands()
    await bot.restart()
    assert [c["id"] for c in playground.discord.commands()] == [c["id"] for c in commands]
    assert "Pressed **1** times" in (await alice.press(panel, "Count")).text
    assert playground.gateway.connected == 1


async def test_it_stops_when_asked(bot, playground):
    await bot.terminate(PATIENCE)
    await _until(playground, lambda: playground.gateway.connected == 0)


async def test_a_bot_that_cannot_start_is_reported(playground):
    process = BotProcess(
        playground, command=(sys.executable, "-c", "print('no bot here'); exit(3)")
    )
    with pytest.raises(AssertionError, match=r"ended with 3:\nno bot here"):
        await process.start()


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ("not json", 4002),
        ({"op": 99, "d": None}, 4001),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, 4004),
        ({"op": 2, "d": {"token": "playground", "intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 2, "d": {"token": "playground", "intents": 1 << 15}}, 4014),
    ],
)
async def test_close_codes(playground, payload, code):
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(payload if isinstance(payload, str) else json.dumps(payload))
        await socket.receive()
        assert socket.close_code == code


async def test_guilds_fall_to_their_shards(playground):
    guilds = []
    async with aiohttp.ClientSession() as session:
        for shard in (0, 1):
            async with session.ws_connect(playground.gateway_url) as socket:
                await socket.receive_json()
                identify = {"token": "playground", "intents": 1, "shard": [shard, 2]}
                await socket.send_json({"op": 2, "d": identify})
                ready = (await socket.receive_json())["d"]
                assert ready["shard"] == [shard, 2]
                assert ready["resume_gateway_url"] == playground.gateway_url
                guilds += ready["guilds"]
                await socket.send_json({"op": 1, "d": None})
                ops = [(await socket.receive_json())["op"] for _ in range(1 + len(ready["guilds"]))]
                assert ops[-1] == 11
    assert [guild["id"] for guild in guilds] == [str(playground.discord.guild_id)]


async def _until(playground, ready):
    # Sessions come and go without a beat, so this looks again and again.
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.01)
