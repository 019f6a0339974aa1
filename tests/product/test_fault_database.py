"""The database misbehaves: it is full, held, read-only, damaged or of the future.

A running bot says so to whoever presses, changes nothing, and goes on once it can. A bot that
starts says so in one line, and leaves the file as it is.
"""

import asyncio
import os
import resource
import shutil
import sqlite3
import sys
from contextlib import closing, contextmanager

import pytest
import pytest_asyncio

from bot.playground import Playground
from tests.product.place import PEOPLE, Place
from tests.product.stage import CALM, open_table, run_bot, trio
from tests.support.wire import BotProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

BUSY = "Nothing has changed. Please try again."
ONLY_HUMAN = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""What takes from root the power to write where nobody may."""

needs_prlimit = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="a process cannot be limited from outside here"
)


@contextmanager
def full_disk(place):
    """Let the bot add nothing to any file: what it sees is a disk that is full."""
    pid = place.bot.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@needs_prlimit
async def test_a_full_disk_is_told_and_once_there_is_room_the_same_press_counts(place, match):
    mover = await match.turn()
    hand, pressed, kept = match.hand(mover), match.answers(mover)[0], match.kept
    place.bot.logs.clear()
    with full_disk(place):
        for _ in range(3):
            told = await mover.forge(hand, pressed)
            assert BUSY in told.text
            assert told.message.ephemeral
        assert match.kept == kept
        await asyncio.sleep(1.5)
        await place.wait(lambda: complained(place), "a word of it in the log")
    answer = await mover.forge(hand, pressed)
    assert answer.kind == "update"
    assert len(match.kept) == len(kept) + 1
    assert await match.turn()
    assert len(complained(place)) <= 12
    assert place.complaints() == complained(place)


def complained(place):
    """The errors in the log."""
    return [line for line in place.bot.logs if " ERROR " in line]


async def test_a_database_held_for_longer_than_we_wait_is_told_and_the_press_counts_later(
    place, match
):
    mover = await match.turn()
    hand, pressed, acts = match.hand(mover), match.answers(mover)[0], match.acts()
    with closing(sqlite3.connect(place.db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await mover.forge(hand, pressed)
        assert answer.kind == "deferred_update"
        told = await mover.see(BUSY, ephemeral=True)
        assert match.acts() == acts
        other.execute("ROLLBACK")
    mover.dismiss(told)
    answer = await mover.forge(hand, pressed)
    assert answer.kind == "update"
    assert match.acts()[:-1] == acts
    assert await match.turn()


async def test_a_database_that_is_taken_away_is_told_and_once_it_is_back_the_press_counts(
    place, match
):
    """What was accepted meanwhile would be gone with the process."""
    mover = await match.turn()
    hand, pressed = match.hand(mover), match.answers(mover)[0]
    acts, aside = match.acts(), place.db.with_name("aside.db")
    place.db.rename(aside)
    told = await mover.forge(hand, pressed)
    assert BUSY in told.text
    aside.rename(place.db)
    answer = await mover.forge(hand, pressed)
    assert answer.kind == "update"
    assert match.acts()[:-1] == acts
    assert await match.turn()


async def test_two_bots_with_one_token_and_two_databases_count_a_press_once(place, room, tmp_path):
    table = await trio(room)
    async with BotProcess(place.playground, db=tmp_path / "second.db", **CALM) as second:
        other = Place(place.playground, second, tmp_path / "second.db")
        for _ in range(3):
            mover, acts = await table.turn(), table.acts()
            pressed = table.answers(mover)[0]
            await mover.forge(table.hand(mover), pressed)
            await place.wait(lambda: pressed not in table.answers(mover), "the hand after it")  # noqa: B023
            assert table.acts()[:-1] == acts
        assert other.ask("SELECT * FROM tables") == []
        assert second.process.returncode is None
    for person in table.people:
        await person.press(table.hand(person), "Refresh")
    await table.answer(await table.turn())


# ------------------------------------------------------------------ at start


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def used(tmp_path_factory):
    """A database in which a table is open, of a bot that has ended well."""
    db = tmp_path_factory.mktemp("used") / "pluck.db"
    async with Playground(people=PEOPLE) as playground:
        bot = BotProcess(playground, db=db, **CALM)
        await bot.start()
        room = Place(playground, bot, db).room()
        for person in (room.alice, room.bob):
            await open_table(room, person, preset="classic")
        assert await bot.terminate() == 0
    return db


def smash_header(db):
    with db.open("r+b") as file:
        file.write(b"no database at all")


def smash_schema(db):
    with db.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 300)


def smash_pages(db):
    with db.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))


def smash_one_page(db):
    """That of the events, which nobody looks at before somebody plays."""
    with closing(sqlite3.connect(db)) as database:
        ((root,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'")
    with db.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 4096)


def cut_in_half(db):
    os.truncate(db, db.stat().st_size // 2)


def make_newer(db):
    with closing(sqlite3.connect(db)) as database:
        database.execute("PRAGMA user_version = 999")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_foreign(db):
    db.unlink()
    with closing(sqlite3.connect(db)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    "harm",
    [
        smash_header,
        smash_schema,
        smash_pages,
        smash_one_page,
        cut_in_half,
        make_newer,
        make_foreign,
    ],
)
async def test_a_database_that_cannot_be_used_is_one_line_and_stays_as_it_is(used, tmp_path, harm):
    db = tmp_path / "pluck.db"
    shutil.copy(used, db)
    harm(db)
    before = db.read_bytes()
    status, out = await run_bot(env={"DISCORD_TOKEN": "x" * 30, "PLUCK_DB": str(db)})
    assert status == 2, out
    assert len(out.strip().splitlines()) == 1, out
    assert out.startswith("PLUCK_DB: ")
    assert db.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} <= {"pluck.db", "pluck.db.lock"}


async def test_a_database_that_is_held_at_the_start_is_one_line_and_worth_another_try(
    used, tmp_path
):
    db = tmp_path / "pluck.db"
    shutil.copy(used, db)
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, out = await run_bot(env={"DISCORD_TOKEN": "x" * 30, "PLUCK_DB": str(db)})
        other.execute("ROLLBACK")
    assert status == 1, out
    assert len(out.strip().splitlines()) == 1, out
    assert out.startswith("PLUCK_DB: ")


@pytest.mark.skipif(
    os.geteuid() == 0 and not shutil.which(ONLY_HUMAN[0]), reason="nothing is forbidden to root"
)
@pytest.mark.parametrize("is_there", [False, True], ids=["a new one", "one in use"])
async def test_a_folder_that_cannot_be_written_to_is_one_line(used, tmp_path, is_there):
    folder = tmp_path / "kept"
    folder.mkdir()
    if is_there:
        shutil.copy(used, folder / "pluck.db")
    folder.chmod(0o500)
    command = (*(ONLY_HUMAN if os.geteuid() == 0 else ()), sys.executable, "-m", "bot")
    status, out = await run_bot(
        env={"DISCORD_TOKEN": "x" * 30, "PLUCK_DB": str(folder / "pluck.db")}, command=command
    )
    folder.chmod(0o700)
    assert status == 2, out
    assert len(out.strip().splitlines()) == 1, out
    assert out.startswith("PLUCK_DB: ")
    assert "ermission denied" in out
