"""Opening: what is made, what is brought up to date, and what is refused and left alone."""

import asyncio
import os
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from bot.store import Busy, Store, StoreError
from bot.store.migrate import split_statements
from bot.store.presses import DAY_SECONDS
from bot.store.rows import EventRow, LeaverRow, PressRow, ResultRow, SeatRow, TableRow
from tests.support.clock import PATIENCE

from .builders import MIGRATIONS, NOW, a_table


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def run_sql(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def ask_sql(path: Path, question: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchone()[0]


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """A copy of the real migrations, to add to."""
    return Path(shutil.copytree(MIGRATIONS, tmp_path / "migrations"))


def newest() -> int:
    return len(list(MIGRATIONS.glob("*.sql")))


class TestAFreshFile:
    async def test_is_made_with_its_folder_and_the_newest_schema(self, open_store, tmp_path):
        path = tmp_path / "var" / "deep" / "tables.db"
        await open_store(path)
        assert ask_sql(path, "PRAGMA user_version") == newest()

    async def test_may_have_any_name(self, open_store, tmp_path):
        path = tmp_path / "an odd name?mode=ro#%41é.db"
        store = await open_store(path)
        await store.write(lambda unit: unit.meta.set("key", "value"))
        assert path.exists()

    async def test_is_readable_by_its_owner_only_and_so_are_its_side_files(self, open_store, db):
        old = os.umask(0)
        try:
            store = await open_store()
            await store.write(lambda unit: unit.tables.insert(a_table(), ()))
        finally:
            os.umask(old)
        assert {file.name: mode(file) for file in db.parent.glob("tables.db*")} == {
            "tables.db": 0o600,
            "tables.db-wal": 0o600,
            "tables.db-shm": 0o600,
        }

    @pytest.mark.parametrize(
        ("table", "row"),
        [
            ("tables", TableRow),
            ("seats", SeatRow),
            ("leavers", LeaverRow),
            ("events", EventRow),
            ("presses", PressRow),
            ("results", ResultRow),
        ],
    )
    async def test_has_a_column_for_every_field_of_a_row(self, store, db, table, row):
        with closing(sqlite3.connect(db)) as connection:
            columns = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
            assert {name for (name,) in columns} == {field.name for field in fields(row)}

    async def test_has_only_strict_tables(self, store, db):
        loose = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND NOT strict"
        assert ask_sql(db, loose + " AND name NOT LIKE 'sqlite_%'") == 0

    async def test_is_durable_and_logs_ahead(self, store, db):
        def pragmas(unit):
            connection = unit.meta._connection
            names = ("journal_mode", "synchronous", "foreign_keys")
            return tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

        assert await store.write(pragmas) == ("wal", 2, 1)


class TestAnExistingFile:
    async def test_keeps_what_it_holds(self, open_store):
        first = await open_store()
        await first.write(lambda unit: unit.tables.insert(a_table(), ()))
        await first.close()
        again = await open_store()
        assert await again.read(lambda unit: unit.tables.get("T1")) == a_table()

    async def test_is_closed_to_others_from_then_on(self, open_store, db):
        await (await open_store()).close()
        db.chmod(0o644)
        await open_store()
        assert mode(db) == 0o600

    async def test_forgets_presses_older_than_a_day(self, open_store):
        first = await open_store()

        def two_presses(unit):
            unit.tables.insert(a_table(), ())
            unit.presses.record(PressRow(interaction_id=1, table_id="T1", rev=2, at=NOW))
            unit.presses.record(PressRow(interaction_id=2, table_id="T1", rev=3, at=NOW + 60))

        await first.write(two_presses)
        await first.close()
        again = await open_store(now=NOW + DAY_SECONDS + 1)
        seen = await again.read(lambda unit: (unit.presses.seen(1), unit.presses.seen(2)))
        assert seen == (False, True)

    async def test_may_be_opened_by_several_at_once(self, open_store):
        stores = await asyncio.gather(*(open_store() for _ in range(5)))
        for number, store in enumerate(stores):
            await store.write(lambda unit, n=number: unit.meta.set(str(n), "here"))
        for store in stores:
            assert await store.read(lambda unit: unit.meta.get("4")) == "here"


class TestMigrations:
    async def test_run_only_what_is_new(self, open_store, migrations, db):
        first = await open_store()
        await first.write(lambda unit: unit.meta.set("key", "kept"))
        await first.close()
        number = newest() + 1
        (migrations / f"{number:04}_more.sql").write_text(
            f"CREATE TABLE more (a TEXT) STRICT; PRAGMA user_version = {number};"
        )
        again = await open_store(migrations=migrations)
        assert await again.read(lambda unit: unit.meta.get("key")) == "kept"
        assert ask_sql(db, "SELECT count(*) FROM more") == 0

    @pytest.mark.parametrize(
        ("script", "complaint"),
        [
            ("CREATE TABLE more (a TEXT); CREATE TABLE more (a TEXT);", "already exists"),
            ("CREATE TABLE more (a TEXT);", "does not end with PRAGMA user_version"),
            ("CREATE TABLE more (a TEXT)", "in the middle of a statement"),
            (
                "CREATE TABLE more (a TEXT REFERENCES tables (id));"
                "INSERT INTO more VALUES ('nobody'); PRAGMA user_version = {number};",
                "refer to nothing",
            ),
        ],
    )
    async def test_one_that_fails_leaves_no_trace(
        self, open_store, migrations, db, script, complaint
    ):
        await (await open_store()).close()
        number = newest() + 1
        (migrations / f"{number:04}_more.sql").write_text(script.format(number=number))
        with pytest.raises(StoreError, match=complaint):
            await open_store(migrations=migrations)
        assert ask_sql(db, "PRAGMA user_version") == newest()
        assert ask_sql(db, "SELECT count(*) FROM sqlite_master WHERE name = 'more'") == 0

    async def test_keep_a_copy_of_what_was_before(self, open_store, migrations, db):
        first = await open_store()
        await first.write(lambda unit: unit.meta.set("key", "kept"))
        await first.close()
        number = self.add(migrations, "UPDATE meta SET value = 'changed';")
        await (await open_store(migrations=migrations)).close()
        copy = db.with_name(f"{db.name}.before-{number}")
        assert ask_sql(db, "SELECT value FROM meta") == "changed"
        assert ask_sql(copy, "SELECT value FROM meta") == "kept"
        assert ask_sql(copy, "PRAGMA user_version") == newest()
        assert mode(copy) == 0o600
        # The copy is a database like any other.
        again = await open_store(copy)
        assert await again.read(lambda unit: unit.meta.get("key")) == "kept"

    async def test_keep_what_is_only_in_the_log_written_ahead(self, open_store, migrations, db):
        running = await open_store()
        await running.write(lambda unit: unit.meta.set("key", "in the log"))
        number = self.add(migrations, "DELETE FROM meta;")
        await open_store(migrations=migrations)
        copy = db.with_name(f"{db.name}.before-{number}")
        assert ask_sql(copy, "SELECT value FROM meta") == "in the log"

    async def test_keep_no_copy_of_what_is_new_or_up_to_date(self, open_store, db):
        await (await open_store()).close()
        await (await open_store()).close()
        assert not list(db.parent.glob("*.before-*"))

    async def test_are_all_undone_when_the_last_one_fails(self, open_store, migrations, db):
        await (await open_store()).close()
        before = db.read_bytes()
        self.add(migrations, "CREATE TABLE more (a TEXT) STRICT;")
        last = self.add(migrations, "INSERT INTO nowhere VALUES (1);")
        with pytest.raises(StoreError, match=f"migration {last} fails: no such table") as caught:
            await open_store(migrations=migrations)
        assert "\n" not in str(caught.value)
        assert ask_sql(db, "PRAGMA user_version") == newest()
        assert ask_sql(db, "SELECT count(*) FROM sqlite_master WHERE name = 'more'") == 0
        copy = db.with_name(f"{db.name}.before-{last}")
        assert ask_sql(copy, "PRAGMA user_version") == newest()
        assert db.read_bytes() == before

    async def test_do_not_run_when_the_copy_cannot_be_kept(self, open_store, migrations, db):
        await (await open_store()).close()
        number = self.add(migrations, "DELETE FROM meta;")
        db.with_name(f"{db.name}.before-{number}").mkdir()
        with pytest.raises(StoreError, match="directory"):
            await open_store(migrations=migrations)
        assert ask_sql(db, "PRAGMA user_version") == newest()
        assert [each.name for each in db.parent.glob(".*")] == [], "half a copy is left"

    @staticmethod
    def add(migrations: Path, script: str) -> int:
        """One more migration; returns its number."""
        number = len(list(migrations.glob("*.sql"))) + 1
        text = f"{script}\nPRAGMA user_version = {number};\n"
        (migrations / f"{number:04}_more.sql").write_text(text)
        return number

    @pytest.mark.parametrize("name", ["0009_gap.sql", "second.sql", "0001_again.sql"])
    async def test_are_numbered_without_gaps(self, open_store, migrations, db, name):
        (migrations / name).write_text("SELECT 1;")
        with pytest.raises(StoreError, match="migration"):
            await open_store(migrations=migrations)
        assert not db.exists()

    async def test_are_needed(self, open_store, tmp_path):
        with pytest.raises(StoreError, match="not numbered"):
            await open_store(migrations=tmp_path)

    def test_are_split_at_the_end_of_statements_only(self):
        trigger = "CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; SELECT ';'; END;"
        script = f"-- first; a comment\nSELECT 1;\n{trigger}\n-- the end\n"
        assert split_statements(script) == ("-- first; a comment\nSELECT 1;", trigger)


def still_running(before: set[threading.Thread]) -> set[threading.Thread]:
    """The threads begun since then that do not end; those of other tests are their own matter."""
    begun = set(threading.enumerate()) - before
    for thread in begun:
        thread.join(timeout=PATIENCE)
    return {thread for thread in begun if thread.is_alive()}


class TestRefusing:
    """One readable line, the file as it was, and no thread left behind."""

    @pytest.fixture(autouse=True)
    def _leaves_no_thread(self):
        before = set(threading.enumerate())
        yield
        assert not still_running(before)

    async def refused(self, db: Path, complaint: str) -> None:
        before = db.read_bytes() if db.is_file() else None
        with pytest.raises(StoreError, match=complaint) as caught:
            await Store.open(db, MIGRATIONS, now=NOW)
        assert "\n" not in str(caught.value)
        assert str(db) in str(caught.value)
        assert (db.read_bytes() if db.is_file() else None) == before
        assert not list(db.parent.glob("*-wal")) or before is None

    async def test_a_database_newer_than_the_code(self, db):
        await (await Store.open(db, MIGRATIONS, now=NOW)).close()
        run_sql(db, "PRAGMA user_version = 99")
        await self.refused(db, "newer version of this bot")

    @pytest.mark.parametrize("content", [b"not a database " * 100, b"SQLite format 3\0" + b"x" * 5])
    async def test_a_file_that_is_no_database(self, db, content):
        db.write_bytes(content)
        await self.refused(db, "not a database|malformed")

    @pytest.mark.parametrize(
        "script",
        ["CREATE TABLE shopping (item TEXT)", "PRAGMA user_version = 1", "PRAGMA application_id=7"],
    )
    async def test_a_database_of_another_program(self, db, script):
        run_sql(db, script)
        db.chmod(0o644)
        await self.refused(db, "belongs to another program")
        assert mode(db) == 0o644

    async def test_a_damaged_database_that_would_have_to_be_migrated(self, db, migrations):
        await (await Store.open(db, MIGRATIONS, now=NOW)).close()
        content = bytearray(db.read_bytes())
        content[4096 * 3 : 4096 * 5] = b"\xff" * 8192
        db.write_bytes(content)
        (migrations / f"{newest() + 1:04}_more.sql").write_text("SELECT 1;")
        with pytest.raises(StoreError, match=r"damaged|malformed"):
            await Store.open(db, migrations, now=NOW)
        assert db.read_bytes() == content

    async def test_a_folder(self, tmp_path):
        await self.refused(tmp_path, "directory")

    async def test_a_place_that_cannot_be_a_folder(self, tmp_path):
        (tmp_path / "file").write_text("here")
        await self.refused(tmp_path / "file" / "tables.db", "directory|exists")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    async def test_a_folder_that_may_not_be_written(self, tmp_path):
        tmp_path.chmod(0o500)
        await self.refused(tmp_path / "tables.db", "Permission denied")
        tmp_path.chmod(0o700)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    async def test_a_file_that_may_not_be_written(self, db):
        await (await Store.open(db, MIGRATIONS, now=NOW)).close()
        db.chmod(0o400)
        await self.refused(db, "Permission denied")


class TestBeingStopped:
    @pytest.mark.parametrize("steps", range(12))
    def test_while_it_opens_leaves_nothing_that_outlives_the_loop(self, db, monkeypatch, steps):
        complaints = []
        monkeypatch.setattr(threading, "excepthook", complaints.append)
        before = set(threading.enumerate())

        async def stopped():
            opening = asyncio.create_task(Store.open(db, MIGRATIONS, now=NOW))
            for _ in range(steps):
                await asyncio.sleep(0)
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening

        asyncio.run(stopped())
        assert not still_running(before)
        assert complaints == []
        assert not list(db.parent.glob("*-wal"))


class TestClosing:
    async def test_twice_is_the_same_as_once(self, store):
        await store.close()
        await asyncio.gather(store.close(), store.close())

    async def test_leaves_one_file_and_no_thread(self, open_store, db):
        before = set(threading.enumerate())
        store = await open_store()
        assert len(set(threading.enumerate()) - before) == 2
        await store.write(lambda unit: unit.meta.set("key", "value"))
        await store.close()
        assert [file.name for file in db.parent.iterdir()] == ["tables.db"]
        assert not still_running(before)

    @pytest.mark.parametrize("verb", ["read", "write"])
    async def test_is_the_end_of_all_work(self, store, verb):
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await getattr(store, verb)(lambda unit: unit.meta.get("key"))

    async def test_waits_for_the_work_begun_before_it(self, open_store):
        store = await open_store()
        begun = [
            asyncio.create_task(store.write(lambda unit, n=n: unit.meta.set(str(n), "done")))
            for n in range(20)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*begun)
        again = await open_store()
        assert await again.read(lambda unit: unit.meta.get("19")) == "done"

    async def test_does_not_wait_for_another_process(self, open_store, db):
        store = await open_store(busy_seconds=3600)
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            begun = asyncio.create_task(store.write(lambda unit: unit.meta.set("key", "value")))
            await asyncio.sleep(0)
            await store.close()
            with pytest.raises(Busy):
                await begun

    async def test_goes_on_when_its_caller_is_cancelled(self, store):
        closing_task = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        closing_task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing_task
        await store.close()
