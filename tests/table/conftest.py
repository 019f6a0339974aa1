"""A club on a real file, closed after every test whatever happened in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.tables import Club

OpenClub = Callable[..., Awaitable[Club]]


@pytest.fixture
def clock() -> Clock:
    """The clock of the test."""
    return Clock()


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Where the tables are stored."""
    return tmp_path / "tables.db"


@pytest.fixture
async def open_club(db: Path, clock: Clock) -> AsyncIterator[OpenClub]:
    """Opens clubs on the test's file, and closes them when the test is over."""
    opened: list[Club] = []

    async def open_one(**options: Any) -> Club:
        club = await Club.at(db, **{"clock": clock} | options)
        opened.append(club)
        return club

    yield open_one
    for club in opened:
        await club.close()


@pytest.fixture
async def club(open_club: OpenClub) -> Club:
    """A fresh club."""
    return await open_club()
