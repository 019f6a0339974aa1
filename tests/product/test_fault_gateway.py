"""What the gateway can do to a bot in the middle of a match.

Presses come twice, in the wrong order or too late; connections are cut, refused and silent. Every
press counts once, nothing is lost, and identifying anew is left for when nothing else helps.
"""

import asyncio
import contextlib
import json
import sys

import pytest
import pytest_asyncio

from bot.playground import Playground
from bot.playground.gateway import Op
from tests.product.place import PEOPLE, Place
from tests.product.stage import CALLBACK, CALM, trio
from tests.support.wire import BotProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE = 3.0
"""Seconds of silence after which the bot of these tests gives a connection up; discord.py's own 60
would be long to wait for."""
HEARTBEAT = 0.4
IMPATIENT_BOT = f"""
import sys
from bot import client, gateway
from bot.__main__ import main

gateway._LONGEST_GREETING = {PATIENCE}
modest = client._modest
client._modest = lambda: {{**modest(), "heartbeat_timeout": {PATIENCE}}}
sys.exit(main())
"""


@pytest_asyncio.fixture
async def gateway(watched):
    return watched.playground.gateway


def excuse_discord_py(place):
    """It reports a gateway that cannot be reached with a traceback; nothing else may be there."""
    assert all(
        line.startswith("Traceback") or "discord.client: Attempting a reconnect" in line
        for line in place.complaints()
    )
    place.bot.logs.clear()


async def press(match, person=None):
    """Somebody whose turn it is presses, without waiting for what comes of it."""
    person = person or await match.turn()
    task = asyncio.create_task(person.forge(match.hand(person), match.answers(person)[0]))
    await asyncio.sleep(0)
    return task


async def test_a_press_that_comes_twice_counts_once(watched, match, gateway):
    for _ in range(3):
        acts, before = match.acts(), watched.count
        gateway.delivery.repeat()
        answer = await match.answer(await match.turn())
        assert answer.kind == "update"
        await watched.quiet()
        assert match.acts()[:-1] == acts
        callbacks = watched.calls(before, CALLBACK)
        assert sum(call.applied for call in callbacks) == 1
        assert len(callbacks) <= 2
    assert await match.turn()


async def test_presses_in_the_wrong_order_count_as_they_come(watched, match, gateway):
    mover, acts = await match.turn(), match.acts()
    hand, choices = match.hand(mover), match.answers(mover)
    gateway.delivery.hold()
    first = asyncio.create_task(mover.forge(hand, choices[0]))
    await asyncio.sleep(0)
    second = asyncio.create_task(mover.forge(hand, choices[-1]))
    await watched.wait(lambda: gateway.delivery.held == 2, "both presses")
    gateway.delivery.release(reverse=True)
    await asyncio.gather(first, second)
    assert match.acts()[:-1] == acts
    assert await match.turn()


async def test_a_press_that_comes_when_it_is_dead_is_counted_once_and_never_repeated(
    watched, match, gateway, monkeypatch
):
    monkeypatch.setattr(watched.playground.people, "_patience", 4.0)
    mover = await match.turn()
    hand, acts, before = match.hand(mover), match.acts(), watched.count
    identified, refused = gateway.identified, gateway.refused
    await gateway.go_down()
    late = await press(match, mover)
    await watched.wait(lambda: gateway.refused > refused, "an attempt to come back")
    await asyncio.sleep(3.1)
    gateway.is_down = False
    assert 1 <= gateway.refused - refused <= 5
    with pytest.raises(AssertionError, match="did not answer"):
        await late
    await watched.wait(lambda: match.acts() != acts, "the card")
    await watched.quiet()
    assert [call.status for call in watched.calls(before, CALLBACK)] in ([], [404])
    healed = await mover.press(hand, "Refresh")
    assert healed.kind == "update"
    assert match.acts()[:-1] == acts
    await match.answer(await match.turn())
    assert gateway.identified == identified
    excuse_discord_py(watched)


@pytest.mark.parametrize(
    "harm",
    [
        lambda gateway: gateway.ask_to_reconnect(),
        lambda gateway: gateway.invalidate(resumable=True),
        lambda gateway: gateway.disconnect(4000),
        lambda gateway: gateway.disconnect(1006),
    ],
    ids=["reconnect", "invalid session", "closed", "cut"],
)
async def test_what_happens_meanwhile_comes_with_the_resume(watched, match, gateway, harm):
    acts, identified, resumed = match.acts(), gateway.identified, gateway.resumed
    mover = await match.turn()
    if (harmed := harm(gateway)) is not None:
        await harmed
    answer = await (await press(match, mover))
    assert answer.kind == "update"
    assert match.acts()[:-1] == acts
    assert (gateway.identified, gateway.resumed) == (identified, resumed + 1)
    assert await match.turn()


async def test_a_session_that_is_gone_is_begun_anew_once(watched, match, gateway):
    acts, identified = match.acts(), gateway.identified
    gateway.invalidate(resumable=False)
    await watched.wait(lambda: gateway.identified == identified + 1, "a new session")
    await match.answer(await match.turn())
    assert match.acts()[:-1] == acts
    assert gateway.identified == identified + 1


NONSENSE = {
    "a press without a type": ("INTERACTION_CREATE", {"id": "1", "token": "x"}),
    "a form without fields": ("INTERACTION_CREATE", {"type": 5, "data": {"custom_id": "x"}}),
    "a press that is nothing": ("INTERACTION_CREATE", None),
    "a channel that is nothing": ("CHANNEL_DELETE", {}),
    "a server that is nothing": ("GUILD_CREATE", None),
    "a session that is nothing": ("READY", {}),
    "a thread without dates": ("THREAD_UPDATE", {"id": "1", "guild_id": "{guild}", "type": 11}),
}


@pytest.mark.parametrize(("event", "data"), NONSENSE.values(), ids=NONSENSE)
async def test_what_makes_no_sense_is_passed_over(watched, match, gateway, event, data):
    guild = watched.playground.discord.guild_ids()[0]
    sent = json.loads(json.dumps(data).replace("{guild}", str(guild)))
    acts, identified, process = match.acts(), gateway.identified, watched.bot.process
    for connection in gateway._connections():
        connection.send(Op.DISPATCH, sent, event)
    await watched.wait(lambda: "is passed over" in watched.bot.log, "a line in the log")
    answer = await match.answer(await match.turn())
    assert answer.kind == "update"
    assert match.acts()[:-1] == acts
    assert gateway.identified == identified
    assert process.returncode is None


async def test_a_stream_that_is_damaged_is_left_and_what_was_missed_comes(watched, match, gateway):
    acts, identified, resumed = match.acts(), gateway.identified, gateway.resumed
    for connection in gateway._connections():
        await connection.socket.send_bytes(b"no stream of Discord's\x00\x00\xff\xff")
    await match.answer(await match.turn())
    await watched.wait(lambda: gateway.resumed == resumed + 1, "a resume")
    assert match.acts()[:-1] == acts
    assert gateway.identified == identified


async def test_a_gateway_that_falls_silent_is_left_and_what_was_missed_comes(tmp_path):
    async with Playground(people=PEOPLE, heartbeat=HEARTBEAT) as playground:
        db, gateway = tmp_path / "pluck.db", playground.gateway
        command = (sys.executable, "-c", IMPATIENT_BOT)
        async with BotProcess(playground, db=db, command=command, **CALM) as bot:
            place = Place(playground, bot, db)
            match = await trio(place.room())
            beats = gateway.heartbeats + 1.5 * PATIENCE / HEARTBEAT
            await place.wait(lambda: gateway.heartbeats > beats, "a heart that beats")
            assert gateway.resumed == 0, "that is no silence"
            acts = match.acts()
            gateway.mute()
            missed = await press(match)
            await place.wait(lambda: gateway.resumed == 1, "a resume")
            with contextlib.suppress(AssertionError):
                await missed
            await place.wait(lambda: match.acts() != acts, "the card")
            assert match.acts()[:-1] == acts
            assert gateway.identified == 1
            assert place.complaints() == []


async def test_a_session_that_is_never_begun_is_asked_for_once_more(tmp_path, monkeypatch):
    async with Playground(people=PEOPLE) as playground:
        db, gateway = tmp_path / "pluck.db", playground.gateway
        identify, asked = gateway._identify, []

        def say_nothing_at_first(data, connection):
            asked.append(data)
            return (0, None) if len(asked) == 1 else identify(data, connection)

        monkeypatch.setattr(gateway, "_identify", say_nothing_at_first)
        command = (sys.executable, "-c", IMPATIENT_BOT)
        async with BotProcess(playground, db=db, command=command, **CALM) as bot:
            place = Place(playground, bot, db)
            await trio(place.room())
            assert len(asked) == 2
            assert place.complaints() == []
