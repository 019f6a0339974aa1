"""The check of a database: silent about a sound one, and it names whatever else is wrong.

Every misfortune here is done to a copy of the same sound database with plain SQL.
"""

import asyncio
import gc
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.engine.registry import GAMES
from bot.store.database import Store
from bot.streams import UNWRITTEN
from bot.table import audit
from bot.table.check import HEALTHY, PROBLEMS, UNREADABLE, check_file
from tests.support.clock import Clock
from tests.support.tables import ANN, BEN, CAT, DAN, MIGRATIONS, Club
from tests.table.crowd import Crowd

A_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b|\b[BL]J\b|[♣♦♥♠]")
NEWEST = len(list(MIGRATIONS.glob("*.sql")))
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A database with a lobby, matches in the middle of a deal and between deals, and one over."""
    return asyncio.run(a_full_evening(tmp_path_factory.mktemp("sound") / "pluck.db"))


async def a_full_evening(path):
    club = await Club.at(path, Clock())
    try:
        playing = await club.match("classic", ANN, BEN)
        await club.play_until(playing, lambda table: len(table.state.tricks) == 3)
        pause = await club.match("house", ANN, CAT)
        await club.play_to_the_pause(pause)
        over = await club.match("race", BEN, CAT, DAN, length=1)
        await club.play_to_the_end(over)
        again = (await club.again(over, CAT)).id
        lobby = await club.lobby("partners", DAN, ai=1)
    finally:
        await club.close()
    return SimpleNamespace(
        path=path, playing=playing, pause=pause, over=over, again=again, lobby=lobby
    )


@pytest.fixture
def db(sound, tmp_path):
    """A copy of the sound database, to be tampered with."""
    return shutil.copy(sound.path, tmp_path / "pluck.db") and tmp_path / "pluck.db"


@pytest.fixture
def check(capsys):
    """Runs the check; its status and what it printed, which is never a card."""

    def run(path):
        status = check_file(path, MIGRATIONS, GAMES)
        out = capsys.readouterr().out
        assert not A_CARD.search(out), out
        return status, out.splitlines()

    return run


def tamper(path, sound, *statements):
    """Change what no statement of ours could, and leave the schema as it is."""
    names = {key: value for key, value in vars(sound).items() if key != "path"}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("BEGIN")
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement, names if ":" in statement else {})
        for _, made in kept:
            connection.execute(made)
        connection.execute("COMMIT")


def a_result(table, seat, user):
    return (
        "INSERT INTO results VALUES "
        f"(:{table}, {seat}, {user}, 'X', 1100, 'pluck', 'race', 1, 1, 1, 3, 1, 0, '{{}}')"
    )


LAST_EVENT = "(SELECT max(seq) FROM events WHERE table_id = :playing)"

MISFORTUNES = {
    "a score in the state": (
        "UPDATE tables SET state = json_set(state, '$.score', json('[0,0,1]')) WHERE id = :playing",
        "table {playing}: its state is not what its \\d+ events lead to, in deal 1",
    ),
    "a hand in the state": (
        "UPDATE tables SET state = json_set(state, '$.hands[0]',"
        " json_extract(state, '$.hands[1]'), '$.hands[1]', json_extract(state, '$.hands[0]'))"
        " WHERE id = :pause OR id = :playing",
        "table {playing}: its state is not what",
    ),
    "a state of another type": (
        'UPDATE tables SET state = \'{"phase": "QS"}\' WHERE id = :playing',
        "table {playing}: cannot be read: does not fit its type",
    ),
    "no state in a match": (
        "UPDATE tables SET state = NULL WHERE id = :playing",
        "table {playing}: has events but no state",
    ),
    "a state of a later version": (
        "UPDATE tables SET state_version = 99 WHERE id = :playing",
        "table {playing}: cannot be read: stored by version 99",
    ),
    "rules of another game": (
        "UPDATE tables SET rules = json_set(rules, '$.quotas', json('[8,5,4]'))"
        " WHERE id = :playing",
        "table {playing}: its state is not what",
    ),
    "the last event is gone": (
        f"DELETE FROM events WHERE table_id = :playing AND seq = {LAST_EVENT}",
        "table {playing}: its state is not what",
    ),
    "an event in the middle is gone": (
        "DELETE FROM events WHERE table_id = :playing AND seq = 4",
        "table {playing}: event 4 is missing",
    ),
    "all events are gone": (
        "DELETE FROM events WHERE table_id = :playing",
        "table {playing}: its state is not what its 0 events",
    ),
    "an event says another card": (
        "UPDATE events SET action = (SELECT action FROM events WHERE table_id = :playing"
        f" AND seq = 4) WHERE table_id = :playing AND seq = {LAST_EVENT}",
        "table {playing}: event \\d+ is against the rules: that card is not in the hand",
    ),
    "an event that is no action": (
        'UPDATE events SET action = \'{"type": "dance"}\' WHERE table_id = :playing AND seq = 4',
        "table {playing}: one of its events cannot be read",
    ),
    "an event by nobody": (
        "UPDATE events SET by = 'chance' WHERE table_id = :playing AND seq = 4",
        "table {playing}: event 4 is not by whom it says",
    ),
    "an event that everybody is told": (
        "UPDATE events SET audience = NULL WHERE table_id = :playing AND seq = 1",
        "table {playing}: event 1 is told to others than may know of it",
    ),
    "an event of a revision to come": (
        f"UPDATE events SET rev = 999 WHERE table_id = :playing AND seq = {LAST_EVENT}",
        "table {playing}: its events are of revisions that it never had",
    ),
    "events in a lobby": (
        "INSERT INTO events SELECT :lobby, seq, 1, seat, action, audience, by, at FROM events"
        " WHERE table_id = :playing AND seq = 0",
        "table {lobby}: has events but no state",
    ),
    "a score in the results": (
        "UPDATE results SET points = points + 1 WHERE table_id = :over AND seat = 1",
        "table {over}: the result of seat 1 is not what its log says: points",
    ),
    "another winner": (
        "UPDATE results SET won = 1 - won, place = 3 - place WHERE table_id = :over AND seat = 0",
        "table {over}: the result of seat 0 is not what its log says: place, won",
    ),
    "a counter in the results": (
        "UPDATE results SET stats = json_set(stats, '$.tricks', 17) WHERE table_id = :over"
        " AND seat = 2",
        "table {over}: the result of seat 2 is not what its log says: stats",
    ),
    "a result is gone": (
        "DELETE FROM results WHERE table_id = :over AND seat = 2",
        "table {over}: the result of seat 2 is missing",
    ),
    "a result of a match that is not over": (
        a_result("playing", 0, 9001),
        "table {playing}: has results although it is playing",
    ),
    "a result of a stranger": (
        a_result("over", 0, 4711),
        "table {over}: there is a result of seat 0 for somebody who did not come out of it",
    ),
    "no deadline": (
        "UPDATE tables SET deadline_at = NULL WHERE id = :playing",
        "table {playing}: is playing but has no deadline",
    ),
    "a lobby for ever": (
        "UPDATE tables SET deadline_at = NULL WHERE id = :lobby",
        "table {lobby}: is lobby but has no deadline",
    ),
    "a deadline too late": (
        "UPDATE tables SET deadline_at = deadline_at + 9999 WHERE id = :playing",
        "table {playing}: its deadline comes after the end of somebody's time",
    ),
    "a deadline after the end": (
        "UPDATE tables SET deadline_at = 1 WHERE id = :over",
        "table {over}: is over but has a deadline",
    ),
    "nobody is asked": (
        "UPDATE seats SET ask = NULL WHERE table_id = :playing",
        "table {playing}: asks seats none, but its state waits for \\d",
    ),
    "everybody is asked": (
        "UPDATE seats SET ask = 1 WHERE table_id = :playing",
        "table {playing}: asks seats 0, 1, 2, but its state waits for \\d",
    ),
    "somebody is asked between deals": (
        "UPDATE seats SET ask = 1 WHERE table_id = :pause AND seat = 0",
        "table {pause}: asks seats 0, but its state waits for none",
    ),
    "nobody's time runs": (
        "UPDATE seats SET due_at = NULL WHERE table_id = :playing",
        "table {playing}: is playing, but nobody's time runs",
    ),
    "Next leads nowhere": (
        "UPDATE tables SET pause_rev = NULL WHERE id = :pause",
        "table {pause}: is between two deals, but Next names no revision",
    ),
    "a match that is said to be over": (
        "UPDATE tables SET status = 'over' WHERE id = :playing",
        "table {playing}: is over, but its match is not over",
    ),
    "a match that is over and goes on": (
        "UPDATE tables SET status = 'playing' WHERE id = :over",
        "table {over}: is playing, but its match is over",
    ),
    "an end at no time": (
        "UPDATE tables SET ended_at = NULL WHERE id = :over",
        "table {over}: is over, but not since when",
    ),
    "a table that was set back": (
        "UPDATE tables SET rev = 2 WHERE id = :playing",
        "table {playing}: its events are of revisions that it never had",
    ),
    "a seat is gone": (
        "DELETE FROM seats WHERE table_id = :playing AND seat = 1",
        "table {playing}: its 2 seats are not those of its rules",
    ),
    "an empty seat in a match": (
        "UPDATE seats SET user_id = NULL, policy = NULL WHERE table_id = :playing AND seat = 0",
        "table {playing}: seat 0 is held by nobody",
    ),
    "two in one seat": (
        "UPDATE seats SET policy = 'easy' WHERE table_id = :playing AND seat = 0",
        "table {playing}: seat 0 is held by a person and by an AI player",
    ),
    "deals that were never played": (
        "UPDATE seats SET deals_held = 7 WHERE table_id = :pause AND seat = 0",
        "table {pause}: its seats have not been held for as many deals as were scored",
    ),
    "seats of no table": (
        "INSERT INTO seats SELECT 'ghost', seat, name, user_id, policy, ask, asked_at, due_at,"
        " misses, ready, away, left_by, deals_held, reserved_for, reserved_until FROM seats"
        " WHERE table_id = :lobby",
        "table ghost: has seats, but there is no such table",
    ),
    "a press of no table": (
        "INSERT INTO presses VALUES (1, 'ghost', 1, 0)",
        "table ghost: has presses, but there is no such table",
    ),
    "a press of a revision to come": (
        "INSERT INTO presses VALUES (1, :playing, 999, 0)",
        "table {playing}: has 1 presses of revisions that it never had",
    ),
    "a table is gone": (
        "DELETE FROM tables WHERE id = :playing",
        "table {playing}: has events, but there is no such table",
    ),
    "a seat left by nobody": (
        "UPDATE seats SET left_by = 4711 WHERE table_id = :playing AND seat = 0",
        "table {playing}: seat 0 was left by somebody who is not among those who left",
    ),
    "a question to come": (
        "UPDATE seats SET ask = 999 WHERE table_id = :playing AND ask IS NOT NULL",
        "table {playing}: asks a question of a revision that it never had",
    ),
    "time that runs while nobody is there": (
        "UPDATE tables SET status = 'paused' WHERE id = :playing",
        "table {playing}: is paused, but somebody's time runs",
    ),
    "leavers of no table": (
        "INSERT INTO leavers VALUES ('ghost', 1, 0, 'X', 0)",
        "table ghost: has leavers, but there is no such table",
    ),
    "a notice of no table": (
        "INSERT INTO notices VALUES ('ghost', 1)",
        "database: a row of notices refers to a row of tables that is not there",
    ),
    "a match before that is not there": (
        "UPDATE tables SET previous_id = 'ghost' WHERE id = :lobby",
        "table {lobby}: says that table ghost is beside it, which does not know of it",
    ),
    "a rematch that knows nothing": (
        "UPDATE tables SET previous_id = NULL WHERE id = :again",
        "table {over}: says that table {again} is beside it, which does not know of it",
    ),
    "shown before it happened": (
        "UPDATE tables SET shown_rev = 999 WHERE id = :playing",
        "table {playing}: revision 999 was shown, but it is at \\d+",
    ),
    "a status that does not exist": (
        "UPDATE tables SET status = 'asleep' WHERE id = :lobby",
        "table {lobby}: cannot be checked: ValueError",
    ),
    "a game that does not exist": (
        "UPDATE tables SET game = 'patience' WHERE id = :lobby",
        "table {lobby}: cannot be read: the game of table {lobby} is not on offer",
    ),
    "an index is gone": (
        "DROP INDEX seats_by_user",
        "database: the index seats_by_user is missing",
    ),
    "a table of somebody else": (
        "CREATE TABLE shopping (item TEXT)",
        "database: the table shopping is none of ours",
    ),
    "an older schema": (
        f"PRAGMA user_version = {NEWEST - 1}",
        f"database: its schema is {NEWEST - 1}, and this bot's is {NEWEST}",
    ),
    "a schema without a version": (
        "PRAGMA user_version = 0",
        f"database: its schema is 0, and this bot's is {NEWEST}",
    ),
}


class TestASoundDatabase:
    def test_is_healthy_and_counted(self, check, db):
        assert check(db) == (HEALTHY, [f"{db}: 5 tables, 0 problems"])

    def test_is_left_as_it_was_and_so_is_its_folder(self, check, db):
        before = db.read_bytes()
        check(db)
        assert db.read_bytes() == before
        assert [each.name for each in db.parent.iterdir()] == [db.name]

    async def test_may_be_in_use(self, check, db, sound):
        club = await Club.at(db, Clock())
        try:
            for _ in range(5):
                if await club.move(sound.playing) is None:
                    await club.next_due()
                assert check(db) == (HEALTHY, [f"{db}: 5 tables, 0 problems"])
        finally:
            await club.close()

    async def test_may_be_what_a_crash_has_left(self, check, db, sound, tmp_path):
        club = await Club.at(db, Clock())
        try:
            await club.press(sound.lobby, DAN, "ai.easy")
            crashed = tmp_path / "crashed"
            shutil.copytree(db.parent, crashed, ignore=shutil.ignore_patterns("crashed", "*-shm"))
        finally:
            await club.close()
        copy = crashed / db.name
        before = copy.read_bytes(), copy.with_name(f"{copy.name}-wal").read_bytes()
        assert before[1], "the log that is written ahead is what this is about"
        assert check(copy)[0] == HEALTHY
        assert (copy.read_bytes(), copy.with_name(f"{copy.name}-wal").read_bytes()) == before

    @pytest.mark.parametrize("seed", range(3))
    async def test_is_what_any_crowd_leaves_behind(self, check, tmp_path, seed):
        path = tmp_path / "crowd.db"
        club = await Club.at(path, Clock(), seed=seed)
        try:
            crowd = Crowd(club, seed)
            await crowd.sit_down(("race", "rounds", "partners")[seed])
            for _ in range(10):
                await crowd.amuse_itself(acts=12)
                assert check(path)[0] == HEALTHY
        finally:
            await club.close()


class TestADamagedOne:
    @pytest.mark.parametrize("name", MISFORTUNES)
    def test_is_found_out(self, check, db, sound, name):
        statement, line = MISFORTUNES[name]
        tamper(db, sound, statement)
        status, lines = check(db)
        wanted = re.compile(line.replace("{", "{0.").format(sound) if "{" in line else line)
        assert status == PROBLEMS
        assert any(wanted.match(each) for each in lines), lines
        assert re.fullmatch(rf"{re.escape(str(db))}: \d tables?, [1-9]\d* problems?", lines[-1])

    def test_says_one_line_for_one_thing(self, check, db, sound):
        tamper(db, sound, MISFORTUNES["a score in the results"][0])
        assert len(check(db)[1]) == 2

    def test_says_which_table_and_looks_at_the_others_too(self, check, db, sound):
        state = "UPDATE tables SET state = '{}' WHERE id = :playing"
        tamper(db, sound, state, MISFORTUNES["a result is gone"][0])
        lines = check(db)[1]
        assert {line.split(":")[0] for line in lines[:-1]} == {
            f"table {sound.playing}",
            f"table {sound.over}",
        }

    def test_a_trigger_that_is_gone(self, check, db):
        with closing(sqlite3.connect(db)) as connection:
            connection.execute("DROP TRIGGER events_are_never_deleted")
        assert check(db)[1][0] == "database: the trigger events_are_never_deleted is missing"

    @pytest.mark.parametrize("page", range(2, 26))
    def test_garbage_in_a_page(self, check, db, page):
        content = bytearray(db.read_bytes())
        content[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
        db.write_bytes(content)
        status, lines = check(db)
        assert status == PROBLEMS
        assert "damaged" in lines[0] or "cannot be read" in lines[0]

    def test_half_of_it(self, check, db):
        content = db.read_bytes()
        db.write_bytes(content[: len(content) // 2])
        assert check(db)[0] != HEALTHY

    @pytest.mark.parametrize("suffix", ["", ".lock", ".before-2"])
    def test_files_that_others_may_read(self, check, db, suffix):
        file = db.with_name(db.name + suffix)
        file.touch()
        file.chmod(0o640)
        assert check(db)[1][0] == (
            f"database: {file.name} is open to others than its owner (mode 640)"
        )


class TestWhatIsNoneOfOurs:
    @pytest.mark.parametrize(
        ("content", "complaint"),
        [
            (b"", "it is empty"),
            (b"a letter to my mother " * 20, "it is not a database"),
            (b"SQLite format 3\0" + b"x" * 10, "it is not a database"),
            (b"SQLite format 3\0" + b"x" * 4096, "it belongs to another program"),
        ],
    )
    def test_a_file_of_another_kind(self, check, tmp_path, content, complaint):
        path = tmp_path / "file"
        path.write_bytes(content)
        assert check(path) == (UNREADABLE, [f"{path}: {complaint}"])
        assert path.read_bytes() == content
        assert [each.name for each in tmp_path.iterdir()] == ["file"]

    @pytest.mark.parametrize("journal", ["delete", "wal"])
    def test_a_database_of_another_program(self, check, tmp_path, journal):
        path = tmp_path / "other.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            connection.execute("CREATE TABLE shopping (item TEXT)")
        before = path.read_bytes()
        assert check(path) == (UNREADABLE, [f"{path}: it belongs to another program"])
        assert path.read_bytes() == before
        assert [each.name for each in tmp_path.iterdir()] == ["other.db"]

    def test_a_database_of_a_newer_bot(self, check, db, sound):
        tamper(db, sound, "PRAGMA user_version = 99")
        status, lines = check(db)
        assert status == UNREADABLE
        assert len(lines) == 1
        assert "written by a newer version of this bot" in lines[0]

    def test_a_database_that_is_written_to_while_it_is_looked_at(self, check, db, monkeypatch):
        """A bot that starts meanwhile makes no problem of what is none."""
        looked_at = audit.problems
        os.utime(db, (0, 0))  # the file system's clock may tick too seldom to tell the two apart

        def write_meanwhile(*arguments):
            content = db.read_bytes()
            db.write_bytes(content)
            return looked_at(*arguments)

        monkeypatch.setattr(audit, "problems", write_meanwhile)
        status, lines = check(db)
        assert status == UNREADABLE
        assert lines[-1] == f"{db}: it was written to meanwhile, look at it again"

    def test_a_folder_and_nothing_at_all(self, check, tmp_path):
        for folder in (tmp_path, Path("/"), Path()):
            assert check(folder) == (UNREADABLE, [f"{folder}: Is a directory"])
        missing = tmp_path / "missing.db"
        assert check(missing) == (UNREADABLE, [f"{missing}: No such file or directory"])
        assert list(tmp_path.iterdir()) == []


def as_a_command(db, stdout):
    """`python -m bot check`, which prints to whatever is given."""
    command = [sys.executable, "-m", "bot", "check", str(db)]
    return subprocess.run(
        command, stdout=stdout, stderr=subprocess.PIPE, cwd=ROOT, check=False, timeout=60
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_said_in_one_line(db):
    with Path("/dev/full").open("wb") as full:
        done = as_a_command(db, full)
    assert done.returncode == UNWRITTEN
    assert re.fullmatch(r"cannot write: .*\n", done.stderr.decode())


def test_a_reader_who_has_gone_away_changes_nothing_about_what_is_found(db, sound):
    tamper(db, sound, "UPDATE tables SET shown_rev = 999 WHERE id = :playing")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        done = as_a_command(db, nobody)
    assert (done.returncode, done.stderr) == (PROBLEMS, b"")


@pytest.fixture
def steady_memory():
    """No garbage is collected, which would empty what the interpreter keeps for later use."""
    gc.disable()
    yield
    gc.enable()


def test_many_tables_do_not_fill_the_memory(db, sound, capsys, steady_memory):
    """What is held at once is a small part of what is looked at."""
    multiply(db, sound.playing, 1_000)
    with closing(sqlite3.connect(db)) as connection:
        size = "SELECT (SELECT sum(length(action)) FROM events) + sum(length(state)) FROM tables"
        (stored,) = connection.execute(size).fetchone()
    assert check_file(db, MIGRATIONS, GAMES) == HEALTHY  # what is made but once is not counted
    tracemalloc.start()
    try:
        assert check_file(db, MIGRATIONS, GAMES) == HEALTHY
        assert tracemalloc.get_traced_memory()[1] < stored / 2
    finally:
        tracemalloc.stop()


def multiply(path, table, copies):
    """Store the same table so many times again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        for name in ("tables", "seats", "events"):
            key = "id" if name == "tables" else "table_id"
            rows = connection.execute(f"SELECT * FROM {name} WHERE {key} = ?", (table,)).fetchall()
            places = ", ".join("?" * len(rows[0]))
            for copy in range(copies):
                values = [tuple({**dict(row), key: f"{copies}-{copy}"}.values()) for row in rows]
                connection.executemany(f"INSERT INTO {name} VALUES ({places})", values)
        connection.execute("COMMIT")


async def test_a_table_set_aside_is_known_to_be_broken(check, db, sound):
    """What the bot has put away already is not reported again."""
    broken = json.dumps({"phase": "?"})
    tamper(
        db,
        sound,
        f"UPDATE tables SET state = '{broken}', status = 'set_aside', deadline_at = NULL"
        " WHERE id = :playing",
    )
    assert check(db)[0] == HEALTHY


async def test_the_store_itself_finds_a_sound_database_sound(check, tmp_path):
    path = tmp_path / "fresh.db"
    await (await Store.open(path, MIGRATIONS, now=0.0)).close()
    assert check(path) == (HEALTHY, [f"{path}: 0 tables, 0 problems"])
