"""How the bot leaves: in order, and in time whatever hangs."""

import asyncio
from unittest import mock

import pytest
from discord.ext import commands

from bot.client import FAREWELL, LAST_ANSWERS, LAST_BOARDS, PluckBot
from bot.store.database import Store
from bot.table.model import Pace
from tests.support.panels import CONTENT
from tests.support.warp import warped

GIVEN = 10.0
"""Whoever runs us kills what has not ended after so many seconds."""


def leaving(goodbye):
    """Close a bot whose gateway does that when it is left; how long it took, and in which order."""
    order = []

    def noting(what):
        return mock.AsyncMock(side_effect=lambda *_: order.append(what))

    async def main():
        bot = PluckBot(mock.create_autospec(Store, instance=True), CONTENT, Pace())
        bot.front.responder.finish = noting("answers")
        bot.front.publisher.close = noting("boards")
        bot.http.close = noting("calls")
        before = asyncio.get_running_loop().time()
        await bot.close()
        return asyncio.get_running_loop().time() - before

    async def leave(_):
        order.append("gateway")
        await goodbye()

    with mock.patch.object(commands.Bot, "close", leave):
        return warped(main()), order


async def answer():
    pass


async def say_nothing():
    await asyncio.sleep(10**6)


def test_first_answers_then_boards_then_the_gateway():
    assert leaving(answer) == (0, ["answers", "boards", "gateway", "calls"])


def test_a_gateway_that_says_nothing_is_left_all_the_same():
    seconds, order = leaving(say_nothing)
    assert seconds == pytest.approx(FAREWELL)
    assert order[-1] == "calls"


def test_all_together_takes_less_than_we_are_given():
    assert LAST_ANSWERS + LAST_BOARDS + FAREWELL < GIVEN - 1
