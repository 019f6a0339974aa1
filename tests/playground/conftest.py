"""A playground with the tiny bot connected to it."""

import os
import sys
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.support.clock import PATIENCE
from tests.support.wire import BotProcess, Person

ECHO = (sys.executable, str(Path(__file__).with_name("echo_bot.py")))


@pytest.fixture
async def playground():
    described = os.environ.get("DISCORD_OPENAPI")
    async with Playground(openapi=Path(described) if described else None) as server:
        server.people._patience = PATIENCE  # how quick the tiny bot is does not matter here
        yield server


@pytest.fixture
async def bot(playground):
    async with BotProcess(playground, command=ECHO) as process:
        yield process


@pytest.fixture
def alice(playground):
    return Person(playground, "alice")


@pytest.fixture
def bob(playground):
    return Person(playground, "bob")
