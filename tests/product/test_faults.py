"""Discord misbehaves: answers are lost, calls fail, messages and channels go away."""

import re
import sqlite3
from contextlib import closing

import pytest

from bot.playground.faults import Fault
from tests.product.stage import (
    CALLBACK,
    EDIT,
    POST,
    PUSH,
    answers,
    cards_in,
    code_of,
    open_table,
    order,
    trio,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_an_answer_that_is_lost_undoes_nothing(place, room):
    table = await trio(room)
    mover = await table.turn()
    hand, pressed, plays = table.hand(mover), table.answers(mover)[0], len(table.acts("play"))
    place.playground.faults.add(Fault.lost_reply("^" + re.escape(CALLBACK) + "$"))
    await mover.forge(hand, pressed)
    assert len(table.acts("play")) == plays + 1
    again = await mover.forge(hand, pressed)
    assert "older question" in again.text
    assert len(table.acts("play")) == plays + 1
    assert await table.turn()


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (403, 50001)])
async def test_an_answer_that_is_refused_undoes_nothing_and_is_not_repeated(
    place, room, status, code, monkeypatch
):
    table = await trio(room)
    mover = await table.turn()
    hand, pressed, plays = table.hand(mover), table.answers(mover)[0], len(table.acts("play"))
    order(place, CALLBACK, status=status, code=code)
    before = place.count
    with monkeypatch.context() as hasty:
        hasty.setattr(place.playground.people, "_patience", 0.7)
        with pytest.raises(AssertionError, match="did not answer"):
            await mover.forge(hand, pressed)
    await place.wait(lambda: place.calls(before, CALLBACK), "the answer")
    await place.quiet()
    assert len(place.calls(before, CALLBACK)) == 1
    assert len(table.acts("play")) == plays + 1
    healed = await mover.press(hand, "Refresh")
    assert code_of(pressed).partition(".")[2] not in cards_in(healed.message)


async def test_an_answer_that_fails_at_first_comes_the_second_time(place, room):
    table = await trio(room)
    mover = await table.turn()
    order(place, CALLBACK, status=500)
    answer = await mover.forge(table.hand(mover), table.answers(mover)[0])
    assert answer.kind == "update"


async def test_a_slow_answer_keeps_nobody_else_waiting(place, room):
    table = await trio(room)
    mover = await table.turn()
    order(place, CALLBACK, delay=1.0)
    answer = await mover.forge(table.hand(mover), table.answers(mover)[0])
    assert answer.kind == "update"
    assert await table.turn()


async def test_a_hand_that_cannot_be_pushed_is_given_up_and_its_owner_mentioned(place, room):
    table = await trio(room)  # one card lies there, so another person comes after this one
    mover = await table.turn()
    order(place, PUSH, status=404, code=10008)
    before = place.count
    await table.answer(mover)
    reminder = await room.dave.see("it is your turn", ephemeral=False)
    assert len(place.calls(before, PUSH)) == 1
    waited = next(p for p in table.people if f"<@{p.id}>" in reminder.text)
    shown = await waited.press(table.board, "My hand")
    assert answers(shown.message)
    await waited.forge(shown.message, answers(shown.message)[0])
    await place.wait(lambda: room.dave.look(reminder) is None, "the reminder goes")


async def test_a_board_edit_that_fails_is_tried_again_and_not_in_a_hurry(place, room):
    table = await trio(room)
    await table.shown()
    order(place, EDIT, status=503, times=2)
    before = place.count
    mover = await table.turn()
    await table.answer(mover)
    await table.shown()
    edits = place.calls(before, EDIT)
    assert 3 <= len(edits) <= 5
    assert edits[-1].at - edits[0].at > 0.9


async def test_a_board_that_a_moderator_deletes_is_posted_again_once(place, room):
    table = await trio(room)
    old, before = table.board, place.count
    place.playground.discord.delete_message(old.channel_id, old.id)
    await table.answer(await table.turn())
    board = await room.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    assert board.id != old.id
    await place.quiet(1.2)
    assert len(place.calls(before, POST)) == 1
    assert len(table.boards()) == 1
    await table.answer(await table.turn())
    await table.shown()
    assert len(place.calls(before, POST)) == 1
    assert place.calls(before, EDIT)[-1].path.endswith(str(board.id))


async def test_without_the_right_to_write_the_table_rests_and_goes_on_elsewhere(place, room):
    discord, elsewhere = place.playground.discord, place.room()
    table = await trio(room)
    discord.forbid(room.channel, discord.bot_id, "view_channel", "send_messages")
    await table.answer(await table.turn())
    await place.wait(lambda: table.status == "suspended", "the table rests")
    before = place.count
    await place.quiet(1.5)
    told = {call.audience for call in place.calls(before, PUSH)}
    assert len(told) == len(place.calls(before)), "nothing is sent but that the table rests"
    assert told <= {person.id for person in table.people}
    assert all("resting" in table.hand(p).text for p in table.people if p.id in told)
    before = place.count
    await place.quiet(1.5)
    assert place.calls(before) == [], "a resting table asks for nothing"
    acts = len(table.acts())
    shown = await elsewhere.bob.slash("pluck hand")
    assert "resting" in shown.text
    assert "/pluck move" in shown.text
    assert len(table.acts()) == acts
    refused = await room.alice.slash("pluck move")
    assert "Please give me" in refused.text
    moved = await elsewhere.carol.slash("pluck move")
    assert moved.message.ephemeral
    board = await elsewhere.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    assert board.channel_id == elsewhere.channel
    assert table.status == "playing"
    for person in (elsewhere.alice, elsewhere.bob, elsewhere.carol):
        shown = await person.press(board, "My hand")
        if found := answers(shown.message):
            await person.forge(shown.message, found[0])
            break
    assert len(table.acts()) == acts + 1


async def test_a_channel_that_is_deleted_does_the_same(place, room):
    lost, elsewhere = place.room(), place.room()
    table = await trio(lost)
    place.playground.discord.delete_channel(lost.channel)
    hand = await elsewhere.alice.slash("pluck hand")
    for person in (elsewhere.alice, elsewhere.bob, elsewhere.carol):
        hand = await person.slash("pluck hand")
        if found := answers(hand.message):
            await person.forge(hand.message, found[0])
            break
    await place.wait(lambda: table.status == "suspended", "the table rests")
    await place.quiet(1.0)
    before = place.count
    await place.quiet(1.0)
    assert len(place.calls(before)) == 0
    await elsewhere.bob.slash("pluck move")
    await elsewhere.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    assert table.status == "playing"
    ended = await elsewhere.alice.slash("pluck end")
    assert "has ended" in ended.text


async def test_a_lobby_whose_channel_goes_rests_and_is_left_alone(place, room):
    lost = place.room()
    table = await open_table(lost, lost.bob, preset="classic")
    board = table.board
    discord = place.playground.discord
    discord.forbid(lost.channel, discord.bot_id, "view_channel")
    await lost.carol.press(board, "Join")
    await place.quiet(1.2)
    before = place.count
    await place.quiet(2.0)
    assert place.calls(before) == []
    assert table.status == "suspended"
    ended = await room.bob.slash("pluck end", table=table.id)
    assert "has ended" in ended.text


async def test_an_archived_thread_is_woken_or_the_table_rests(place, room):
    people = place.playground.people
    thread = people.post(room.alice.id, room.channel, "Table one", "hello")
    there = type(room)(place, thread)
    table = await trio(there)
    place.playground.discord.archive_thread(thread)
    before = place.count
    await table.answer(await table.turn())
    await place.quiet(2.0)
    assert len(place.calls(before)) < 12
    if table.status == "suspended":
        place.playground.discord.revive_thread(thread)
        await there.bob.slash("pluck table")
    await there.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    assert table.status == "playing"


async def test_a_rate_limit_is_waited_out(place, room):
    table = await trio(room)
    await table.shown()
    order(place, EDIT, status=429, retry_after=0.8)
    before = place.count
    for _ in range(3):
        await table.answer(await table.turn())
    await table.shown()
    assert len(place.calls(before, EDIT)) <= 4


async def test_posting_twice_leaves_one_board(place, room):
    """The reply to a post is lost: the repeated one must not make a second message."""
    place.playground.faults.add(Fault("^" + re.escape(POST) + "$", status=502, apply=True))
    table = await open_table(room, room.alice, preset="classic")
    await place.quiet(1.5)
    assert len(table.boards()) == 1
    joined = await room.bob.press(table.board, "Join")
    assert "seat 2" in joined.text


async def test_a_database_that_is_busy_is_waited_for_and_the_press_is_counted_once(place, room):
    """Somebody copies the file, say: Discord is told that an answer is coming."""
    table = await trio(room)
    mover = await table.turn()
    hand, pressed, plays = table.hand(mover), table.answers(mover)[0], len(table.acts("play"))
    with closing(sqlite3.connect(place.db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await mover.forge(hand, pressed)
        other.execute("ROLLBACK")
    assert answer.kind == "deferred_update"
    await place.wait(
        lambda: not answers(table.hand(mover)) or table.acts("play")[plays:], "the card"
    )
    assert len(table.acts("play")) == plays + 1
    assert await table.turn()
