"""Backup: a whole copy of one moment, or none; and never over something by mistake."""

import os
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from bot.store import StoreError, backup
from bot.store.backup import CannotBackUp, back_up
from bot.store.rows import PressRow

from .builders import a_table
from .test_opening import ask_sql, mode, run_sql


@pytest.fixture
def target(tmp_path):
    return tmp_path / "copy.db"


async def fill(store):
    def work(unit):
        unit.tables.insert(a_table(), ())
        for number in range(2_000):
            unit.presses.record(PressRow(interaction_id=number, table_id="T1", rev=1, at=9e9))

    await store.write(work)


async def test_a_database_in_use_is_copied_whole(store, db, target):
    await fill(store)
    back_up(db, target)
    assert ask_sql(target, "SELECT count(*) FROM presses") == 2_000
    assert ask_sql(target, "PRAGMA integrity_check") == "ok"


async def test_a_copy_is_one_file_of_its_owner(store, db, target):
    old = os.umask(0)
    try:
        back_up(db, target)
    finally:
        os.umask(old)
    assert mode(target) == 0o600
    assert sorted(each.name for each in db.parent.iterdir()) == [
        "copy.db",
        "tables.db",
        "tables.db-shm",
        "tables.db-wal",
    ]
    assert ask_sql(target, "PRAGMA journal_mode") == "delete"


async def test_a_copy_is_a_database_that_can_be_used(store, db, target, open_store):
    await store.write(lambda unit: unit.meta.set("key", "value"))
    back_up(db, target)
    copied = await open_store(target)
    assert await copied.read(lambda unit: unit.meta.get("key")) == "value"


async def test_a_database_at_rest_is_copied_and_left_as_it_was(store, db, target):
    await fill(store)
    await store.close()
    before = db.read_bytes()
    back_up(db, target)
    assert db.read_bytes() == before
    assert {each.name for each in db.parent.iterdir()} == {"copy.db", "tables.db"}


async def test_whoever_writes_meanwhile_neither_waits_nor_begins_it_anew(
    store, db, target, monkeypatch
):
    await fill(store)
    monkeypatch.setattr(backup, "_PAGES_A_STEP", 1)
    left = []

    class Watched(sqlite3.Connection):
        """After each step of its backup somebody else writes, at once or not at all."""

        def backup(self, copied, *, pages):
            super().backup(copied, pages=pages, progress=lambda _, pages_left, __: step(pages_left))

    def step(pages_left):
        assert not left or pages_left < left[-1], "it is begun anew"
        left.append(pages_left)
        other.execute("INSERT INTO meta VALUES (?, '')", (str(len(left)),))

    with closing(sqlite3.connect(db, isolation_level=None, timeout=0)) as other:
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
        back_up(db, target)
    monkeypatch.undo()
    assert len(left) > 10
    assert ask_sql(target, "SELECT count(*) FROM presses") == 2_000
    assert ask_sql(target, "SELECT count(*) FROM meta") == 0
    assert ask_sql(db, "SELECT count(*) FROM meta") == len(left)


async def test_what_is_there_is_not_replaced_unless_that_is_asked_for(store, db, target):
    target.write_text("precious")
    with pytest.raises(CannotBackUp, match="there already"):
        back_up(db, target)
    assert target.read_text() == "precious"
    back_up(db, target, overwrite=True)
    assert ask_sql(target, "PRAGMA integrity_check") == "ok"
    assert mode(target) == 0o600


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", ".lock"])
async def test_the_database_itself_is_never_the_target(store, db, suffix):
    before = db.read_bytes()
    with pytest.raises(CannotBackUp, match="itself"):
        back_up(db, db.with_name(db.name + suffix), overwrite=True)
    assert db.read_bytes() == before


@pytest.mark.parametrize("overwrite", [False, True])
async def test_what_is_no_file_is_never_replaced(store, db, tmp_path, overwrite):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "nowhere")
    for target in (pipe, link, tmp_path):
        with pytest.raises(CannotBackUp, match="must name a file"):
            back_up(db, target, overwrite=overwrite)
    assert pipe.is_fifo()
    assert link.is_symlink()


async def test_a_name_that_no_file_can_have_is_refused(store, db, tmp_path):
    with pytest.raises(CannotBackUp, match="too long"):
        back_up(db, tmp_path / ("x" * 300))


async def test_a_database_in_use_is_never_replaced(store, db, open_store, target):
    other = await open_store(target)
    await other.write(lambda unit: unit.meta.set("key", "other"))
    with pytest.raises(CannotBackUp, match="in use"):
        back_up(db, target, overwrite=True)
    assert await other.read(lambda unit: unit.meta.get("key")) == "other"


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
async def test_a_copy_is_never_put_beside_what_was_left_of_another_write(store, db, target, suffix):
    back_up(db, target)
    before = target.read_bytes()
    target.with_name(target.name + suffix).write_bytes(b"half a page")
    with pytest.raises(CannotBackUp, match="in use"):
        back_up(db, target, overwrite=True)
    assert target.read_bytes() == before


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.mkdir(), "directory"),
        (lambda path: path.touch(), "empty"),
        (lambda path: path.write_text("a letter to my mother " * 20), "not a database"),
        (lambda path: run_sql(path, "CREATE TABLE shopping (item TEXT)"), "another program"),
    ],
)
def test_what_is_no_database_of_ours_is_not_copied(tmp_path, target, make, complaint):
    source = tmp_path / "source.db"
    make(source)
    with pytest.raises(CannotBackUp, match=complaint) as caught:
        back_up(source, target)
    assert "\n" not in str(caught.value)
    assert {each.name for each in tmp_path.iterdir()} <= {"source.db"}


async def test_a_place_that_is_not_there_is_named(store, db, tmp_path):
    for target in (tmp_path / "nowhere" / "copy.db", tmp_path):
        with pytest.raises(CannotBackUp, match="folder"):
            back_up(db, target)


async def test_a_damaged_database_gives_no_copy_and_keeps_the_old_one(store, db, target):
    await fill(store)
    await store.close()
    target.write_text("the copy of yesterday")
    content = bytearray(db.read_bytes())
    content[4096 * 30 : 4096 * 32] = b"\xff" * 8192
    db.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        back_up(db, target, overwrite=True)
    assert "damaged" in str(caught.value) or "malformed" in str(caught.value)
    assert target.read_text() == "the copy of yesterday"
    assert {each.name for each in db.parent.iterdir()} <= {"copy.db", "tables.db"}


async def test_a_copy_that_cannot_be_finished_leaves_nothing(store, db, target, monkeypatch):
    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backup, "_fill", full)
    with pytest.raises(StoreError, match="disk is full"):
        back_up(db, target)
    assert not [each for each in db.parent.iterdir() if "copy" in each.name]
