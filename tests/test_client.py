"""A press that fails: nothing of it leaves the client but one private sentence."""

import logging
from unittest import mock

import discord
import pytest

from bot.client import PluckBot
from bot.store.database import Store
from bot.table.model import Pace
from tests.support.panels import CONTENT, TEXTS

SECRET = "QS Q♠ pk:1:table:4:p.QS"


@pytest.fixture
def bot():
    store = mock.create_autospec(Store, instance=True)
    return PluckBot(store, CONTENT, Pace(turn=90, ai=1, next=20, nudge=20))


@pytest.fixture(autouse=True)
def failing(monkeypatch):
    """Reading the button fails, with words that quote it."""

    def parse(_):
        raise ValueError(SECRET)

    monkeypatch.setattr("bot.client.read", parse)


def interaction(*, answered):
    pressed = mock.Mock(spec=discord.Interaction)
    pressed.type = discord.InteractionType.component
    pressed.data = {"custom_id": "tb:1:abcdefgh:0:hand", "component_type": 2}
    pressed.message = None
    pressed.response = mock.create_autospec(discord.InteractionResponse, instance=True)
    pressed.response.is_done.return_value = answered
    return pressed


async def test_a_failure_is_answered_privately_and_logged_without_its_words(bot, caplog):
    caplog.set_level(logging.DEBUG)
    pressed = interaction(answered=False)
    await bot.on_interaction(pressed)
    pressed.response.send_message.assert_awaited_once()
    sent = pressed.response.send_message.await_args.kwargs
    assert sent["ephemeral"] is True
    (container,) = sent["view"].to_components()
    assert [part["content"] for part in container["components"]] == [TEXTS("answer.broken")]
    assert "ValueError" in caplog.text
    assert "in parse" in caplog.text
    assert "QS" not in caplog.text
    assert "Q♠" not in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


async def test_what_is_answered_already_is_not_answered_twice(bot, caplog):
    pressed = interaction(answered=True)
    await bot.on_interaction(pressed)
    pressed.response.send_message.assert_not_awaited()
    assert "a press fails: ValueError" in caplog.text
    assert "Q♠" not in caplog.text


async def test_an_answer_that_fails_too_gets_no_further(bot, caplog):
    pressed = interaction(answered=False)
    pressed.response.send_message.side_effect = RuntimeError(SECRET)
    await bot.on_interaction(pressed)
    assert "a press fails: ValueError" in caplog.text
    assert "Q♠" not in caplog.text
