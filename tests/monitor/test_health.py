"""How the bot is: each thing that can be wrong makes it unhealthy, and is named."""

import asyncio
import math
import sqlite3
import time
from contextlib import closing

import pytest

from bot.meter import Meter
from bot.monitor import health
from bot.monitor.health import Doctor, Health
from bot.store.database import Store
from bot.store.migrate import APPLICATION_ID
from tests.support.clock import PATIENCE
from tests.support.tables import MIGRATIONS

WELL = Health(gateway_ready=True, latency=0.04, database_writable=True, loop_lag=0.0)


class Gateway:
    """A client as it is while everything is well."""

    def __init__(self):
        self.ready, self.latency, self.ws = True, 0.04, self
        self.open = True

    def is_ready(self):
        return self.ready


@pytest.fixture
def gateway():
    return Gateway()


@pytest.fixture
def db(tmp_path):
    return tmp_path / "pluck.db"


@pytest.fixture
async def store(db):
    opened = await Store.open(db, MIGRATIONS, now=0.0, busy_seconds=0.05)
    yield opened
    await opened.close()


@pytest.fixture
def doctor(gateway, store):
    return Doctor(gateway, store, Meter())


async def test_all_is_well(doctor):
    assert await doctor.examine() == WELL
    assert WELL.healthy
    assert WELL.described() == {
        "healthy": True,
        "gateway": {"ready": True, "latency": 0.04},
        "database": {"writable": True},
        "loop": {"lag": 0.0},
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda gateway: setattr(gateway, "ready", False),
        lambda gateway: setattr(gateway, "open", False),
        lambda gateway: setattr(gateway, "ws", None),
    ],
)
async def test_a_gateway_that_is_not_there(doctor, gateway, change):
    change(gateway)
    found = await doctor.examine()
    assert not found.gateway_ready
    assert not found.healthy


@pytest.mark.parametrize("latency", [math.nan, math.inf])
async def test_a_latency_that_is_unknown_is_none(doctor, gateway, latency):
    gateway.latency = latency
    assert (await doctor.examine()).latency is None


async def test_a_database_that_another_process_holds(doctor, db):
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = await doctor.examine()
        other.execute("ROLLBACK")
    assert not found.database_writable
    assert not found.healthy


async def test_a_database_that_is_closed(doctor, store):
    await store.close()
    assert not (await doctor.examine()).database_writable


async def test_a_database_that_takes_its_time_is_not_waited_for(gateway, db, monkeypatch):
    store = await Store.open(db, MIGRATIONS, now=0.0, busy_seconds=PATIENCE)
    doctor = Doctor(gateway, store, Meter())
    with (
        closing(sqlite3.connect(db, isolation_level=None)) as other,
        monkeypatch.context() as hasty,
    ):
        hasty.setattr(health, "_PROBE_SECONDS", 0.05)
        other.execute("BEGIN IMMEDIATE")
        assert not (await doctor.examine()).database_writable
        other.execute("ROLLBACK")
    assert (await doctor.examine()).database_writable
    await store.close()


async def test_the_probe_writes_and_changes_nothing(store, db):
    """The log that is written ahead grows, and all that stands there is what stood there."""
    log = db.with_name(f"{db.name}-wal")
    await store.write(lambda unit: unit.meta.set("key", "value"))
    before, content = log.stat().st_size, dump(db)
    await store.write(lambda unit: unit.meta.rewrite())
    assert log.stat().st_size > before
    assert dump(db) == content
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


async def test_who_asks_often_does_not_write_often(doctor, store, monkeypatch):
    monkeypatch.setattr(health, "_PROBE_LASTS", PATIENCE)
    asked = []
    write = store.write
    monkeypatch.setattr(store, "write", lambda work: asked.append(1) or write(work))
    await asyncio.gather(*(doctor.examine() for _ in range(20)))
    await doctor.examine()
    assert len(asked) == 1
    monkeypatch.setattr(health, "_PROBE_LASTS", -1.0)
    await doctor.examine()
    assert len(asked) == 2


async def test_a_loop_that_is_held_up_is_noticed(gateway, store, monkeypatch):
    monkeypatch.setattr(health, "_TICK", 0.01)
    told = []
    meter = Meter()
    monkeypatch.setattr(meter, "lagged", told.append)
    doctor = Doctor(gateway, store, meter)
    measuring = asyncio.create_task(doctor.measure_lag())
    try:
        await asyncio.sleep(0)
        time.sleep(0.2)
        while not told:
            await asyncio.sleep(0.01)
    finally:
        measuring.cancel()
    assert max(told) > 0.15
    assert (await doctor.examine()).loop_lag == max(told)


def test_a_loop_that_is_far_too_late_is_unhealthy():
    assert not Health(True, 0.04, True, health.WORST_LAG).healthy


def dump(path):
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())
