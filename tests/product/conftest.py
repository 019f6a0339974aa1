"""One Discord and one bot for each module, a room of its own for each test."""

import pytest
import pytest_asyncio

from tests.product.place import DEALS
from tests.product.stage import DEALT_BOT, open_place, trio


@pytest.fixture(autouse=True)
def _seed():
    """A test that fails shows by which seed its cards were dealt."""
    print(f"again with the same cards: PLUCK_DEALS={DEALS}")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(request, tmp_path_factory):
    """The bot's process connected to a Discord; a module's SETTINGS change its pace.

    A module's COMMAND is another way to start the bot.
    """
    settings = getattr(request.module, "SETTINGS", {})
    command = getattr(request.module, "COMMAND", DEALT_BOT)
    folder = tmp_path_factory.mktemp(request.module.__name__, numbered=False)
    async with open_place(folder, command, **settings) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def watched(request, place):
    """Whatever is ordered here ends here, and nothing may be found that is never allowed."""
    place.deal_by(request.node.name)
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
