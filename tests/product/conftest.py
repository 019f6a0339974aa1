"""One Discord and one bot for each module, a room of its own for each test."""

import pytest_asyncio

from tests.product.stage import open_place


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(request, tmp_path_factory):
    """The bot's process connected to a Discord; a module's SETTINGS change its pace."""
    settings = getattr(request.module, "SETTINGS", {})
    async with open_place(tmp_path_factory.mktemp("product"), **settings) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def room(place):
    """A channel with nothing in it. Afterwards nothing may be found that is never allowed."""
    place.bot.logs.clear()
    yield place.room()
    place.playground.faults.clear()
    await place.end_all()
    assert place.playground.violations == []
    assert place.complaints() == []
