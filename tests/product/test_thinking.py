"""AI players who search, in the real process: nobody waits for them, nothing depends on them."""

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground import Playground
from tests.players.test_pool import is_running
from tests.product.place import PEOPLE, Place
from tests.product.stage import CALM, start_table
from tests.support.wire import BotProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOR_EVER = 10_000
COMMAND = (sys.executable, "-m", "tests.product.deep_bot")


@dataclass
class Mind:
    """How long `deep` thinks, and what the AI players have done."""

    folder: Path

    def takes(self, seconds: float) -> None:
        (self.folder / "seconds").write_text(str(seconds))

    def done(self, word: str) -> list[int]:
        """The processes in which that was done, in order."""
        log = self.folder / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [int(line.split()[1]) for line in lines if line.split()[0] == word]


@pytest.fixture(scope="module")
def mind(tmp_path_factory):
    found = Mind(tmp_path_factory.mktemp("mind"))
    found.takes(0)
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(mind, tmp_path_factory):
    """The bot with `quick` and `deep`, who may think for so long that a test is sooner done."""
    db = tmp_path_factory.mktemp("product") / "pluck.db"
    settings = {**CALM, "PLUCK_AI_THINK_MS": 4000, "DEEP_FOLDER": mind.folder}
    async with (
        Playground(people=PEOPLE) as playground,
        BotProcess(playground, db=db, command=COMMAND, **settings) as bot,
    ):
        yield Place(playground, bot, db)


@pytest.fixture(autouse=True)
def calm(mind):
    mind.takes(0)


async def searching(place, mind, table, mover) -> int:
    """Play until an AI player thinks without an end; the process in which it does."""
    mind.takes(FOR_EVER)
    before = len(mind.done("begins"))
    while len(mind.done("begins")) == before:
        if table.answers(mover):
            await table.answer(mover)
        await place.wait(
            lambda: table.answers(mover) or len(mind.done("begins")) > before, "a search"
        )
    return mind.done("begins")[-1]


async def test_searches_are_made_in_a_process_of_their_own(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    await table.play_deal()
    assert place.bot.process.pid not in mind.done("deep")
    assert len(mind.done("deep")) > 10
    # Where nothing is to be decided, and before the worker has started, nobody searches.
    assert set(mind.done("quick")) <= {place.bot.process.pid}


async def test_presses_are_answered_while_somebody_thinks(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    await searching(place, mind, table, room.alice)
    acts, late = len(table.acts()), place.bot.log.count("search is late")
    shown = await room.alice.press(table.hand(room.alice), "Refresh")
    assert shown.kind == "update"
    assert (len(table.acts()), place.bot.log.count("search is late")) == (acts, late)


async def test_who_thinks_too_long_is_stopped_and_the_level_below_plays(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    worker = await searching(place, mind, table, room.alice)
    acts, quick = len(table.acts()), len(mind.done("quick"))
    mind.takes(0)
    await place.wait(lambda: len(table.acts()) > acts, "a card")
    assert len(mind.done("quick")) > quick
    await place.wait(lambda: not is_running(worker), "the end of the worker")
    await place.wait(lambda: "search is late" in place.bot.log, "a word of it in the log")


async def test_the_match_goes_on_when_a_worker_is_killed(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    worker = await searching(place, mind, table, room.alice)
    acts = len(table.acts())
    mind.takes(0)
    os.kill(worker, signal.SIGKILL)
    await place.wait(lambda: len(table.acts()) > acts, "a card")
    searches = len(mind.done("deep"))
    while len(mind.done("deep")) == searches:  # another worker takes its place
        await table.play(cards=1)
    assert mind.done("deep")[-1] != worker


async def test_a_table_that_is_ended_is_not_thought_about(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    worker = await searching(place, mind, table, room.alice)
    late = place.bot.log.count("search is late")
    await room.alice.slash("pluck end", table=table.id)
    await place.wait(lambda: not is_running(worker), "the end of the search")
    assert place.bot.log.count("search is late") == late


async def test_a_restart_loses_nothing_but_the_search(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    worker = await searching(place, mind, table, room.alice)
    acts = len(table.acts())
    mind.takes(0)
    await place.bot.restart()
    await place.wait(lambda: not is_running(worker), "the end of the worker")
    await place.wait(lambda: len(table.acts()) > acts, "a card")


async def test_the_end_does_not_wait_for_who_thinks(place, room, mind):
    table = await start_table(room, room.alice, ai=["deep", "deep"], preset="classic")
    worker = await searching(place, mind, table, room.alice)
    assert await place.bot.terminate() == 0
    assert not is_running(worker)
    assert "Traceback" not in place.bot.log
    await place.bot.start()
