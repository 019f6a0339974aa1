"""Running the bot: its health and its numbers, backups and checks while people play."""

import asyncio
import contextlib
import json
import os
import re
import socket
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.playground import Fault, Playground
from tests.product.place import PEOPLE, Place
from tests.product.stage import BOT, CALM, EDIT, run_bot, start_table
from tests.support.wire import ROOT, BotProcess

MIGRATIONS = ROOT / "data" / "migrations"
TOKEN = "MTEyODM1NDM3Mg.GsEcRe.this-token-is-never-to-be-seen"


class Operated(Place):
    """A place whose bot has a health page."""

    port = 0

    async def get(self, path):
        """The status and the text of a page; status 0 where nobody answers."""
        async with aiohttp.ClientSession() as session:
            try:
                async with session.get(f"http://127.0.0.1:{self.port}{path}") as response:
                    return response.status, await response.text()
            except aiohttp.ClientError:
                return 0, ""

    async def until_health_is(self, wanted):
        async with asyncio.timeout(30):
            while (found := await self.get("/healthz"))[0] != wanted:
                await asyncio.sleep(0.05)
        return json.loads(found[1]) if found[1] else {}

    async def numbers(self):
        """Every sample of the metrics, by its name and the values of its labels."""
        _, text = await self.get("/metrics")
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    async def until(self, wanted):
        """The numbers as soon as they are what is wanted: a call counts once it is over."""
        async with asyncio.timeout(30):
            while not wanted(found := await self.numbers()):
                await asyncio.sleep(0.05)
        return found

    async def maintain(self, *arguments):
        """Run a command on the bot's database and port."""
        env = {"PLUCK_DB": str(self.db), "PLUCK_HEALTH_PORT": str(self.port)}
        return await run_bot(*arguments, env=env)

    def mode_of_files(self):
        files = self.db.parent.glob(f"{self.db.name}*")
        return {file.name: f"{stat.S_IMODE(file.stat().st_mode):o}" for file in files}


@pytest.fixture
async def place(tmp_path):
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    async with Playground(people=PEOPLE, token=TOKEN) as playground:
        db = tmp_path / "pluck.db"
        old = os.umask(0)
        try:
            # As an older version may have left it.
            db.with_name(f"{db.name}.lock").touch()
            bot = BotProcess(playground, db=db, PLUCK_HEALTH_PORT=port, **CALM)
            await bot.start()
        finally:
            os.umask(old)
        opened = Operated(playground, bot, db)
        opened.port = port
        yield opened
        await bot.kill()


@pytest.fixture
async def table(place):
    """A match of a person against two AI players in which some cards lie."""
    room = place.room()
    started = await start_table(room, room.alice, ai=("easy", "easy"))
    await started.play(cards=2)
    await started.turn()
    return started


async def test_the_numbers_tell_what_happens(place, table):
    alice = table.host
    assert (await place.until_health_is(200))["gateway"]["ready"] is True
    calls = ("pluck_rest_calls_total", "POST", "/interactions/{id}/{token}/callback")
    answered = len(place.playground.requests.matching("/callback"))
    before = await place.until(lambda numbers: numbers[calls] == answered)
    hand = table.hand(alice)
    pressed = table.answers(alice)[0]
    await alice.forge(hand, pressed)
    await alice.forge(hand, pressed)
    await table.turn()
    after = await place.until(lambda numbers: numbers[calls] == answered + 2)

    def more(*key):
        return after[key] - before.get(key, 0)

    assert more("pluck_presses_total", "component") == 2
    assert more("pluck_refusals_total", "stale") == 1
    (chosen,) = place.ask("SELECT count(*) AS number FROM events WHERE by = 'ai'")
    assert after["pluck_ai_thinking_seconds_count", "easy"] == chosen["number"] > 0
    assert after["pluck_open_tables", "playing"] == 1
    assert after["pluck_database_writable",] == 1
    await place.until(lambda numbers: numbers["pluck_loop_lag_seconds_count",] > 0)


async def test_discords_errors_are_counted_by_code(place, table):
    place.playground.faults.add(Fault.refused(f"^{re.escape(EDIT)}$", 50013))
    alice = table.host
    await alice.forge(table.hand(alice), table.answers(alice)[0])
    await place.until(lambda numbers: numbers.get(("pluck_discord_errors_total", "50013", "403")))


async def test_a_board_that_cannot_be_shown_is_in_the_backlog(place, table):
    await place.until_health_is(200)
    place.playground.faults.add(Fault.slow(f"^{re.escape(EDIT)}$", 3.0))
    await table.host.forge(table.hand(table.host), table.answers(table.host)[0])
    for behind in (1, 0):
        await place.until(lambda numbers: numbers["pluck_publisher_backlog",] == behind)  # noqa: B023


async def test_no_number_names_anybody_or_anything_secret(place, table):
    await place.until_health_is(200)
    _, text = await place.get("/metrics")
    labels = set(re.findall(r'\w+="([^"]*)"', text))
    secrets = {
        TOKEN,
        table.id,
        *(str(person) for person in place.playground.discord.people.values()),
    }
    assert not labels & secrets
    assert not [label for label in labels if re.search(r"\b[2-9TJQKA][CDHS]\b|\d{7,}", label)]
    assert TOKEN not in text


async def test_a_database_that_cannot_be_written_is_503(place, table):
    await place.until_health_is(200)
    with closing(sqlite3.connect(place.db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = await place.until_health_is(503)
        assert found["database"] == {"writable": False}
        assert (await place.maintain("health"))[0] == 1
        other.execute("ROLLBACK")
    await place.until_health_is(200)
    status, out = await place.maintain("health")
    assert status == 0
    assert json.loads(out)["healthy"] is True


async def test_it_is_unhealthy_until_discord_has_said_that_it_is_ready(place):
    """The process answers as soon as it listens."""
    found = json.loads((await place.get("/healthz"))[1])
    assert set(found) == {"healthy", "gateway", "database", "loop"}
    await place.until_health_is(200)


async def test_a_running_bot_is_backed_up_and_the_copy_is_sound(place, table, tmp_path):
    copy = tmp_path / "copy.db"
    playing = asyncio.create_task(table.play(cards=8))
    status, out = await place.maintain("backup", str(copy))
    await playing
    assert status == 0, out
    assert out == f"{place.db} is copied to {copy}, and the copy is sound\n"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert await run_bot("check", str(copy), env={}) == (0, f"{copy}: 1 table, 0 problems\n")
    status, out = await place.maintain("backup", str(copy))
    assert (status, len(out.splitlines())) == (2, 1)
    assert "--overwrite" in out
    assert (await place.maintain("backup", str(copy), "--overwrite"))[0] == 0
    assert (await place.maintain("backup", str(place.db), "--overwrite"))[0] == 2


async def test_a_backup_that_is_stopped_leaves_nothing_behind(place, table, tmp_path):
    """`timeout` sends its signal twice: to the command, then to its group."""
    stopped = (
        "import os, signal, sys\n"
        "from bot.store import backup\n"
        "stop = lambda *_: [os.kill(os.getpid(), signal.SIGTERM) for _ in range(2)]\n"
        "backup._fill = stop\n"
        "from bot.__main__ import main\n"
        "sys.exit(main())\n"
    )
    folder = tmp_path / "copies"
    folder.mkdir()
    status, out = await run_bot(
        "backup",
        str(folder / "copy.db"),
        env={"PLUCK_DB": str(place.db)},
        command=(sys.executable, "-c", stopped),
    )
    assert (status, out) == (130, "")
    assert list(folder.iterdir()) == []


async def test_a_bot_goes_on_from_its_backup(place, table, tmp_path):
    copy = tmp_path / "copy.db"
    assert (await place.maintain("backup", str(copy)))[0] == 0
    assert await place.bot.terminate() == 0
    copy.replace(place.db)
    await place.bot.start()
    answer = await table.host.press(table.hand(table.host), "Refresh")
    assert answer.kind == "update"
    assert await table.play(cards=2) == 2


async def test_a_running_bot_is_checked(place, table):
    playing = asyncio.create_task(table.play(cards=6))
    assert await place.maintain("check") == (0, f"{place.db}: 1 table, 0 problems\n")
    await playing


async def test_what_a_kill_leaves_behind_is_sound_and_is_not_touched(place, table):
    await place.bot.kill()
    before = {file: file.read_bytes() for file in place.db.parent.glob("pluck.db*")}
    del before[place.db.with_name("pluck.db-shm")]
    assert place.db.with_name("pluck.db-wal") in before
    assert await place.maintain("check") == (0, f"{place.db}: 1 table, 0 problems\n")
    assert {file: file.read_bytes() for file in before} == before


async def test_a_tampered_database_is_named_without_a_card(place, table):
    assert await place.bot.terminate() == 0
    with closing(sqlite3.connect(place.db, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET state = json_set(state, '$.score[0]', 5)")
    status, out = await place.maintain("check")
    assert status == 1
    assert out.splitlines()[0].startswith(f"table {table.id}: its state is not what its")
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", out)


async def test_an_older_database_is_kept_and_brought_up_to_date(tmp_path):
    db = tmp_path / "pluck.db"
    first, *later = sorted(MIGRATIONS.glob("*.sql"))
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript(first.read_text())
        connection.execute("INSERT INTO meta VALUES ('key', 'kept')")
        connection.commit()
    async with Playground(people=PEOPLE, token=TOKEN) as playground:
        bot = BotProcess(playground, db=db, **CALM)
        await bot.start()
        assert await bot.terminate() == 0
    copy = tmp_path / f"pluck.db.before-{1 + len(later)}"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchall() == [("kept",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert await run_bot("check", str(db), env={}) == (0, f"{db}: 0 tables, 0 problems\n")
    assert (await run_bot("check", str(copy), env={}))[0] == 1


async def test_every_file_is_readable_by_its_owner_only(place, table, tmp_path):
    assert place.mode_of_files() == {
        "pluck.db": "600",
        "pluck.db-shm": "600",
        "pluck.db-wal": "600",
        "pluck.db.lock": "600",
    }


async def test_the_token_is_nowhere(place, table):
    """At DEBUG, in what a fault leaves in the log, on the page, and where others could look."""
    place.playground.faults.add(Fault.fails(".", 503, times=3))
    with contextlib.suppress(AssertionError):
        await table.host.press(table.hand(table.host), "Refresh")
    await place.until_health_is(200)
    pages = [await place.get(path) for path in ("/healthz", "/metrics", "/none")]
    process = Path(f"/proc/{place.bot.process.pid}")
    limits = (process / "limits").read_text()
    for text in (place.bot.log, str(pages), (process / "cmdline").read_text()):
        assert TOKEN not in text
    assert re.search(r"Max core file size +0 ", limits)
    for child in (process / "task" / process.name / "children").read_text().split():
        assert TOKEN not in Path(f"/proc/{child}/environ").read_text()
        assert TOKEN not in Path(f"/proc/{child}/cmdline").read_text()


async def test_sigterm_is_the_end_of_the_page_too(place, table):
    await place.until_health_is(200)
    assert await place.bot.terminate() == 0
    assert await place.get("/healthz") == (0, "")
    status, out = await place.maintain("health")
    assert (status, out) == (1, f"no answer on port {place.port}: ConnectionRefusedError\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["backup", "health"])
async def test_a_report_that_cannot_be_written_is_one_line(place, tmp_path, command):
    """That of a nightly backup, say, into a log on a full disk; the copy is there all the same."""
    arguments = ("backup", str(tmp_path / "copy.db")) if command == "backup" else ("health",)
    to_a_full_disk = ("sh", "-c", 'exec "$@" > /dev/full', "sh", *BOT)
    env = {"PLUCK_DB": str(place.db), "PLUCK_HEALTH_PORT": str(place.port)}
    status, out = await run_bot(*arguments, env=env, command=to_a_full_disk)
    assert (status, out) == (3, "cannot write: No space left on device\n")
    assert command == "health" or (tmp_path / "copy.db").exists()


async def test_without_a_port_there_is_no_page(tmp_path):
    status, out = await run_bot("health", env={})
    assert (status, out) == (2, "PLUCK_HEALTH_PORT is not set\n")


async def test_a_port_that_is_taken_is_one_line(place, tmp_path):
    env = {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": place.playground.api_url,
        "DISCORD_GATEWAY_URL": place.playground.gateway_url,
        "PLUCK_DB": str(tmp_path / "other.db"),
        "PLUCK_HEALTH_PORT": str(place.port),
    }
    status, out = await run_bot(env=env)
    assert status == 2
    assert out == (f"PLUCK_HEALTH_PORT: 127.0.0.1 port {place.port}: Address already in use\n")


async def test_a_host_that_is_not_there_is_one_line_that_names_it(tmp_path):
    env = {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
        "PLUCK_DB": str(tmp_path / "pluck.db"),
        "PLUCK_HEALTH_PORT": "8081",
        "PLUCK_HEALTH_HOST": "nowhere.invalid",
    }
    assert await run_bot(env=env) == (
        2,
        "PLUCK_HEALTH_HOST: nowhere.invalid port 8081: no such host is known\n",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PLUCK_HEALTH_PORT", "0"),
        ("PLUCK_HEALTH_PORT", "65536"),
        ("PLUCK_HEALTH_PORT", "http"),
        ("PLUCK_HEALTH_HOST", "127.0.0.1/x"),
        ("PLUCK_HEALTH_HOST", "a b"),
    ],
)
async def test_a_bad_setting_is_one_line_that_names_it(name, value):
    status, out = await run_bot("health", env={name: value})
    assert status == 2
    assert out.startswith(f"{name}: ")
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize("command", ["check", "backup"])
async def test_what_is_no_database_of_ours_is_two_and_left_alone(tmp_path, command):
    other = tmp_path / "other.db"
    other.write_text("this is no database, but long enough to be looked at " * 40)
    before = other.read_bytes()
    arguments = (command, str(tmp_path / "copy.db")) if command == "backup" else (command,)
    for database in (other, tmp_path / "missing.db"):
        status, out = await run_bot(*arguments, env={"PLUCK_DB": str(database)})
        assert status == 2, out
        assert len(out.splitlines()) == 1
        assert str(database) in out
    assert other.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]
