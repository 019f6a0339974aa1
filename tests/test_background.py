"""Work that nobody waits for: it is kept, it is stopped, and its failures are heard of."""

import asyncio
import gc
import logging

import pytest

from bot.background import Background


@pytest.fixture
def background():
    return Background(logging.getLogger("bot.test"), "a test")


async def fail(secret):
    raise ValueError(secret)


async def test_a_failure_is_told_by_its_kind_and_place_and_not_by_its_message(background, caplog):
    await asyncio.wait({background.begin(fail("p.QS"))})
    await asyncio.sleep(0)
    (line,) = caplog.messages
    assert line.startswith("a test fails: ValueError\n")
    assert "in fail" in line
    assert "p.QS" not in line


async def test_what_nobody_holds_on_to_goes_on(background):
    gate, done = asyncio.Event(), asyncio.Event()

    async def work():
        await gate.wait()
        done.set()

    background.begin(work())
    await asyncio.sleep(0)
    gc.collect()
    assert len(background) == 1
    gate.set()
    await done.wait()
    await asyncio.sleep(0)
    assert len(background) == 0


async def test_stopping_waits_until_all_has_ended_and_is_no_failure(background, caplog):
    tidied = []

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            tidied.append(True)

    background.begin(work())
    background.begin(work())
    await asyncio.sleep(0)
    await background.stop()
    assert tidied == [True, True]
    assert caplog.messages == []
