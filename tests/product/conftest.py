"""One Discord and one bot for each module, a room of its own for each test."""

import pytest_asyncio

from tests.product.stage import BOT, open_place, trio


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(request, tmp_path_factory):
    """The bot's process connected to a Discord; a module's SETTINGS change its pace.

    A module's COMMAND is another way to start the bot.
    """
    settings = getattr(request.module, "SETTINGS", {})
    command = getattr(request.module, "COMMAND", BOT)
    folder = tmp_path_factory.mktemp("product")
    async with open_place(folder, command, **settings) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def watched(place):
    """Whatever is ordered here ends here, and nothing may be found that is never allowed."""
    place.bot.logs.clear()
    yield place
    place.playground.faults.clear()
    assert place.playground.violations == []
    assert place.complaints() == []


@pytest_asyncio.fixture(loop_scope="module")
async def room(watched):
    """A channel with nothing in it, whose tables end with the test."""
    yield watched.room()
    watched.playground.faults.clear()
    await watched.end_all()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(place):
    """One match for a whole module, in which the first card lies."""
    return await trio(place.room())
