"""Answering an interaction: what is kept of it, and what becomes of each fault on its way."""

import asyncio
import logging
from dataclasses import replace
from unittest import mock

import discord
import pytest
from discord.webhook.async_ import async_context

from bot.ui.calls import LONGEST_TOKEN_CALL
from bot.ui.desk import Reply
from bot.ui.hands import Hands
from bot.ui.panel import PrivatePanel, Text
from bot.ui.passes import Passes
from bot.ui.precedence import Precedence
from bot.ui.respond import SELDOM, Responder
from tests.support.hall import refusal
from tests.support.panels import PANELS, TEXTS, holder, lobby_table
from tests.support.warp import warped

ADA, BOARD, HAND, CHANNEL = 100, 11, 12, 2
TABLE = replace(lobby_table(holder(0), holder(1), holder(2)), seat=0)
PANEL = PrivatePanel((Text("hello"),))
ANSWER = Reply(PANEL, TABLE)

AMBIGUOUS = {
    "500": refusal(500),
    "503": refusal(503),
    "reset": ConnectionResetError(),
    "no answer": None,
    "40060": refusal(400, 40060),
}
"""Faults after which the answer may have come, or somebody else's has."""
DEFINITE = {
    "10062": refusal(404, 10062),
    "10015": refusal(404, 10015),
    "50027": refusal(401, 50027),
    "50001": refusal(403, 50001),
    "50035": refusal(400, 50035),
    "429": refusal(429),
}
EVERY = {**AMBIGUOUS, **DEFINITE}


def each(faults):
    return pytest.mark.parametrize("error", faults.values(), ids=faults.keys())


class Library:
    """What of discord.py sends an answer; a press's session is what becomes of it."""

    async def request(self, route, session, *, payload):
        await session(payload)


class Counter:
    """A responder, what it notes, and how often it has asked Discord."""

    def __init__(self):
        loop = asyncio.get_running_loop()
        self.hands, self.passes = Hands(loop.time), Passes(loop.time)
        self.calls, self.notified = mock.AsyncMock(), []
        async_context.set(Library())
        self.responder = Responder(
            PANELS,
            TEXTS,
            self.hands,
            self.passes,
            self.calls,
            Precedence(),
            now=loop.time,
            notify=self.notified.append,
        )

    async def send(self, interaction, reply=ANSWER):
        await self.responder.send(interaction, reply)


def press(message, *, private, error=None, hangs=False, token="token of the press"):
    """A press on a message; its callback is applied, or fails, or is never answered."""
    interaction = mock.Mock(spec=discord.Interaction)
    interaction.token, interaction.channel_id = token, CHANNEL
    interaction.user.id = ADA
    interaction.message.id = message
    interaction.message.flags.ephemeral = private
    response = interaction.response = mock.Mock(spec=discord.InteractionResponse)
    response.is_done.return_value, response.type = False, None

    def answering(kind):
        async def answer(*_, **__):
            if hangs:
                await asyncio.sleep(10**6)
            if error is not None:
                raise error
            response.is_done.return_value, response.type = True, kind
            return mock.Mock(message_id=99)

        return mock.AsyncMock(side_effect=answer)

    kinds = discord.InteractionResponseType
    response.defer = answering(kinds.deferred_message_update)
    interaction._session = answering(kinds.message_update)
    response.send_message = answering(kinds.channel_message)
    return interaction


def failing(message, error, *, private=True):
    return press(message, private=private, error=error, hangs=error is None)


def asked(interaction):
    response = interaction.response
    return sum(
        call.await_count for call in (response.defer, interaction._session, response.send_message)
    )


# ---------------------------------------------------------------- what is kept


def test_a_receipt_for_a_press_on_a_board_gives_a_token_for_that_board():
    async def main():
        desk = Counter()
        await desk.send(press(BOARD, private=False), Reply())
        assert desk.passes.of(BOARD).token == "token of the press"
        assert desk.passes.of(BOARD).pressed
        assert "token" not in repr(desk.passes.of(BOARD)).replace("Pass(", "")

    warped(main())


def test_an_answer_to_a_press_on_a_board_gives_a_token_for_the_hand_only():
    async def main():
        desk = Counter()
        await desk.send(press(BOARD, private=False))
        assert len(desk.passes) == 0
        hand = desk.hands.live(TABLE.id, ADA)
        assert (hand.message, hand.channel) == (99, CHANNEL)

    warped(main())


def test_a_press_on_ones_own_hand_gives_no_token_for_a_board():
    async def main():
        desk = Counter()
        await desk.send(press(HAND, private=True))
        await desk.send(press(HAND, private=True), Reply())
        assert len(desk.passes) == 0
        assert desk.hands.live(TABLE.id, ADA).message == HAND

    warped(main())


# ---------------------------------------------------------------- faults


@each(EVERY)
@pytest.mark.parametrize("private", [True, False], ids=["hand", "board"])
def test_a_fault_is_logged_by_its_code_and_the_answer_is_not_sent_again(error, private, caplog):
    caplog.set_level(logging.DEBUG)

    async def main():
        desk, interaction = Counter(), failing(HAND, error, private=private)
        before = asyncio.get_running_loop().time()
        await desk.send(interaction)
        assert asked(interaction) == 1
        assert asyncio.get_running_loop().time() - before <= LONGEST_TOKEN_CALL
        assert len(desk.passes) == 0

    warped(main())
    assert "an answer was lost" in caplog.text
    assert "hello" not in caplog.text
    assert "token of" not in caplog.text


@each(AMBIGUOUS)
def test_a_hand_whose_answer_may_have_come_is_drawn_by_itself(error):
    async def main():
        desk = Counter()
        await desk.send(failing(HAND, error))
        hand = desk.hands.live(TABLE.id, ADA)
        assert (hand.message, hand.occasion) == (HAND, None)
        assert desk.notified == [TABLE.id]

    warped(main())


@each(AMBIGUOUS)
def test_a_hand_that_has_a_good_token_already_keeps_it(error):
    async def main():
        desk = Counter()
        await desk.send(press(HAND, private=True, token="good"))
        await desk.send(failing(HAND, error))
        assert desk.hands.live(TABLE.id, ADA).token == "good"

    warped(main())


@each(DEFINITE)
def test_a_hand_whose_answer_has_not_come_is_not_taken_for_live(error):
    async def main():
        desk = Counter()
        await desk.send(failing(HAND, error))
        assert desk.hands.live(TABLE.id, ADA) is None
        assert desk.notified == []

    warped(main())


@each(EVERY)
def test_a_receipt_that_fails_gives_no_token(error):
    async def main():
        desk = Counter()
        await desk.send(failing(BOARD, error, private=False), Reply())
        assert len(desk.passes) == 0

    warped(main())


def test_when_somebody_else_has_answered_a_second_bot_is_warned_of_once_in_a_while(caplog):
    async def main():
        desk = Counter()
        for _ in range(5):
            await desk.send(failing(HAND, refusal(400, 40060)))
        first = caplog.text.count("second bot")
        await asyncio.sleep(SELDOM)
        await desk.send(failing(HAND, refusal(400, 40060)))
        return first, caplog.text.count("second bot")

    assert warped(main()) == (1, 2)


def test_an_answer_of_our_own_whose_receipt_was_lost_is_nobody_elses(caplog):
    """The library sends a callback again that failed with 502, and then it is answered already."""

    async def main():
        desk, interaction = Counter(), failing(HAND, refusal(400, 40060))
        answer = interaction._session.side_effect

        async def late(*_, **__):
            await asyncio.sleep(1.1)
            await answer()

        interaction._session.side_effect = late
        await desk.send(interaction)

    warped(main())
    assert "second bot" not in caplog.text


@each(EVERY)
def test_work_that_takes_long_runs_to_its_end_whatever_becomes_of_the_answer(error):
    async def main():
        desk, done = Counter(), []

        async def work():
            await asyncio.sleep(2)
            done.append(True)
            return ANSWER

        await desk.responder.answer(failing(HAND, error), work())
        return done

    assert warped(main()) == [True]


def test_a_long_wait_for_what_stands_apart_is_announced_in_a_message_of_its_own():
    async def main():
        desk, interaction = Counter(), press(HAND, private=True)
        kinds, response = discord.InteractionResponseType, interaction.response

        async def defer(*, ephemeral=False, thinking=False):
            kind = kinds.deferred_channel_message if thinking else kinds.deferred_message_update
            response.is_done.return_value, response.type = True, kind

        response.defer = mock.AsyncMock(side_effect=defer)

        async def work():
            await asyncio.sleep(5)
            return Reply(PANEL, apart=True)

        await desk.responder.answer(interaction, work(), apart=True)
        response.defer.assert_awaited_once_with(ephemeral=True, thinking=True)
        interaction.edit_original_response.assert_awaited_once()
        interaction.followup.send.assert_not_called()

    warped(main())


# ---------------------------------------------------------------- the end


def test_the_end_waits_for_what_is_being_answered_but_not_for_ever():
    async def main():
        desk, loop = Counter(), asyncio.get_running_loop()

        async def work(seconds):
            await asyncio.sleep(seconds)
            return ANSWER

        quick = press(HAND, private=True)
        answering = asyncio.create_task(desk.responder.answer(quick, work(1)))
        await asyncio.sleep(0)
        before = loop.time()
        await desk.responder.finish(3)
        assert answering.done()
        assert asked(quick) == 1
        assert loop.time() - before == pytest.approx(1)
        endless = asyncio.create_task(desk.responder.answer(failing(HAND, None), work(0)))
        await asyncio.sleep(0)
        before = loop.time()
        await desk.responder.finish(3)
        assert loop.time() - before == pytest.approx(3)
        endless.cancel()
        await desk.responder.finish(0)

    warped(main())
