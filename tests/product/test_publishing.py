"""The boards of many tables at once, and of one while Discord fails, over the wire."""

import asyncio
import re
import time
from itertools import pairwise

import pytest

from bot.playground.faults import Fault
from bot.ui.publisher import SPACING
from tests.product.stage import CALLBACK, EDIT, POST, PUSH, order, start_table, trio

pytestmark = pytest.mark.asyncio(loop_scope="module")

EDIT_PRESSED = "PATCH /webhooks/{id}/{token}/messages/@original"
FOLLOW_UP = "POST /webhooks/{id}/{token}"


def exactly(key):
    return "^" + re.escape(key) + "$"


# ---------------------------------------------------------------- what a card costs


async def test_a_card_costs_two_calls_and_one_for_the_next_hand(place, room):
    table = await trio(room)
    for _ in range(6):
        await place.quiet(SPACING + 0.3)
        mover, before = await table.turn(), place.count
        await table.answer(mover)
        await table.shown()
        await place.quiet()
        made = [call.key for call in place.calls(before)]
        assert made.count(CALLBACK) == 1
        assert made.count(EDIT) == 1
        assert made.count(PUSH) <= 1
        assert len(made) <= 3


async def test_cards_in_a_hurry_share_their_edits(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    before, begun = place.count, time.monotonic()
    await table.play(cards=8)
    await table.shown()
    edits = [call for call in place.calls(before, EDIT) if str(room.channel) in call.path]
    assert len(edits) <= (time.monotonic() - begun) / SPACING + 2
    assert all(later.at - earlier.at >= SPACING * 0.95 for earlier, later in pairwise(edits))


# ---------------------------------------------------------------- one board and its faults


@pytest.mark.parametrize(
    "fault",
    [
        Fault(exactly(EDIT), status=500),
        Fault(exactly(EDIT), times=2, status=503),
        Fault(exactly(EDIT), status=503, apply=True),
        Fault(exactly(EDIT), status=429, retry_after=0.3),
        Fault(exactly(EDIT), status=429, code=30046, retry_after=0.3),
        Fault(exactly(EDIT), status=429, retry_after=0.3, via=False),
        Fault(exactly(EDIT), reset=True),
        Fault(exactly(EDIT), reset=True, apply=True),
        Fault(exactly(EDIT), delay=4.0),
        Fault(exactly(EDIT), status=400, code=50035),
        Fault(exactly(EDIT), status=401),
    ],
    ids=lambda fault: f"{fault.status or 'reset'}-{fault.code}-{fault.apply}-{fault.delay:.0f}",
)
async def test_a_board_is_right_in_the_end_and_its_table_goes_on(place, room, fault):
    table = await trio(room)
    place.playground.faults.add(fault)
    before = place.count
    await table.answer(await table.turn())
    await table.answer(await table.turn())
    await table.shown()
    assert len(place.calls(before, EDIT)) <= 8
    assert table.status == "playing"
    assert len(table.boards()) == 1
    await table.answer(await table.turn())


async def test_while_a_board_cannot_be_edited_the_hands_go_on(place, room):
    table = await trio(room)
    order(place, EDIT, status=503, times=1000)
    before = place.count
    await table.play(cards=9)
    assert len(place.calls(before, EDIT)) <= 12
    place.playground.faults.clear()
    await table.shown()


async def test_content_that_discord_does_not_like_is_not_sent_for_ever(place, room):
    table = await trio(room)
    await table.shown()
    order(place, EDIT, status=400, code=50035, times=1000)
    before = place.count
    await table.answer(await table.turn())
    await place.wait(lambda: len(place.calls(before, EDIT)) == 2, "the second try")
    await place.quiet(6)
    assert len(place.calls(before, EDIT)) == 2
    place.playground.faults.clear()
    await table.answer(await table.turn())
    await table.shown()


async def test_a_hand_whose_answer_was_lost_comes_by_itself(place, room):
    """Its first press after a long time: there is no other token with which to draw it."""
    table = await trio(room)
    mover = await table.turn()
    place.playground.discord.advance(20 * 60)
    hand, chosen = table.hand(mover), table.answers(mover)[0]
    place.playground.faults.add(Fault.lost_reply(exactly(CALLBACK)))
    await mover.forge(hand, chosen)
    await place.wait(lambda: chosen not in table.answers(mover), "the hand")


# ---------------------------------------------------------------- tokens of presses


async def shut_out(place, room):
    """The proxy in front of Discord turns an edit away: for five seconds no bot's call is made."""
    other = await start_table(room, room.bob, ai=["easy", "easy"], preset="classic")
    await other.shown()
    ban = order(place, EDIT, status=429, retry_after=1.0, via=False)
    await other.answer(await other.turn())
    await place.wait(lambda: ban.times <= 0, "the ban")


async def test_a_board_that_was_pressed_is_edited_outside_the_limit(place, room):
    table = await trio(room)
    board = table.board
    await shut_out(place, place.room())
    before = place.count
    await table.answer(await table.turn())
    await place.wait(lambda: place.calls(before, EDIT_PRESSED), "the edit")
    await table.shown()
    assert [each.id for each in table.boards()] == [board.id]
    edited = [call for call in place.calls(before, EDIT) if str(board.id) in call.path]
    assert edited == []


async def test_a_deal_that_begins_then_is_posted_as_a_follow_up_and_edited_by_anybody(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="rounds", target=2)
    await table.play_deal()
    await table.shown()
    old = table.board
    await shut_out(place, place.room())
    before = place.count
    await table.all_press_next()
    await place.wait(lambda: place.calls(before, FOLLOW_UP), "the follow-up")
    await table.shown()
    posted = [call for call in place.calls(before, POST) if str(room.channel) in call.path]
    assert posted == []
    (board,) = table.boards()
    assert board.id == place.row(table.id)["message_id"] != old.id
    assert not board.ephemeral
    await place.quiet(6)
    before = place.count
    # A card: the first press of a pluck only leads to its second, and the board stays as it is.
    await table.play(cards=1)
    await table.shown()
    edits = [call for call in place.calls(before, EDIT) if str(board.id) in call.path]
    assert edits, "the bot can edit it as well"


async def test_a_board_that_was_left_over_goes_when_it_is_pressed(place, room):
    """Putting the old board away fails, so that two boards stand there."""
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="rounds", target=2)
    await table.play_deal()
    await table.shown()
    old = table.board
    order(place, EDIT, status=403, code=50001)
    await table.all_press_next()
    await place.wait(lambda: len(table.boards()) == 2, "two boards")
    await table.shown()
    shown = await room.alice.press(old, "My hand")
    assert shown.message.ephemeral
    await place.wait(lambda: len(table.boards()) == 1, "one board")
    assert table.board.id == place.row(table.id)["message_id"]
    await room.alice.press(table.board, "My hand")
    await place.quiet(1)
    assert len(table.boards()) == 1, "the right one stays"


# ---------------------------------------------------------------- the end


async def test_what_is_being_done_when_the_end_comes_is_done_and_shown(place, room):
    """A card is being played at each of three tables when the bot is told to stop."""
    tables = [await trio(place.room()) for _ in range(3)]
    movers = [await table.turn() for table in tables]
    plays = [len(table.acts("play")) for table in tables]
    order(place, CALLBACK, delay=0.7, times=3)
    presses = [
        asyncio.create_task(table.answer(mover))
        for table, mover in zip(tables, movers, strict=True)
    ]
    await place.wait(
        lambda: all(
            len(table.acts("play")) > played for table, played in zip(tables, plays, strict=True)
        ),
        "the cards",
    )
    assert await place.bot.terminate() == 0
    answers = await asyncio.gather(*presses)
    assert all(answer.kind == "update" for answer in answers)
    for table in tables:
        row = place.row(table.id)
        assert row["shown_rev"] == row["rev"]
    await place.bot.start()
    for table in tables:
        await table.answer(await table.turn())


async def test_the_end_does_not_wait_for_a_discord_that_says_nothing(place, room):
    table = await trio(room)
    order(place, EDIT, delay=30.0, times=100)
    await table.answer(await table.turn())
    assert await place.bot.terminate() == 0
    place.playground.faults.clear()
    await place.bot.start()
    await table.shown()
