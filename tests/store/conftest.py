"""Stores on real files, closed after every test whatever happened in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from tests.support.clock import PATIENCE

from .builders import MIGRATIONS, NOW

OpenStore = Callable[..., Awaitable[Store]]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where the test's database is, or would be."""
    return tmp_path / "tables.db"


@pytest.fixture
async def open_store(db: Path) -> AsyncIterator[OpenStore]:
    """Opens stores (on `db` unless told otherwise) and closes them when the test is over."""
    opened: list[Store] = []

    async def open_one(path: Path = db, **options: Any) -> Store:
        usual = {"migrations": MIGRATIONS, "now": NOW, "busy_seconds": PATIENCE}
        store = await Store.open(path, **usual | options)
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    """A fresh store."""
    return await open_store()
