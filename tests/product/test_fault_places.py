"""Places and messages go away under a match: threads are locked, messages deleted by somebody."""

import pytest

from tests.product.stage import answers, trio

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_locked_thread_is_left_alone_until_it_is_opened(place, room):
    thread = place.playground.people.post(room.alice.id, room.channel, "Table one", "hello")
    there = type(room)(place, thread)
    table = await trio(there)
    place.playground.discord.archive_thread(thread, locked=True)
    acts = table.acts()
    await table.answer(await table.turn())
    await place.wait(lambda: table.status == "suspended", "the table rests")
    await place.quiet(1.2)
    before = place.count
    await place.quiet(2.0)
    assert place.calls(before) == []
    assert table.acts()[:-1] == acts
    place.playground.discord.revive_thread(thread)
    looked = await there.bob.press(table.hand(there.bob), "Refresh")
    assert looked.kind == "update"
    await there.bob.slash("pluck table")
    await place.wait(lambda: table.status == "playing" and table.is_shown(), "the table goes on")
    for person in table.people:
        await person.press(table.hand(person), "Refresh")
    await table.answer(await table.turn())
    assert table.acts()[: len(acts)] == acts
    assert len(table.acts()) == len(acts) + 2


async def test_a_hand_that_is_put_away_is_not_redrawn_in_vain_for_ever(place, room):
    table = await trio(room)
    waiting = [person for person in table.people if not table.answers(person)]
    for person in waiting:
        for hand in table.hands(person):
            person.dismiss(hand)
    before = place.count
    await table.answer(await table.turn())
    reminder = await room.dave.see("it is your turn", ephemeral=False)
    refused = [call for call in place.calls(before) if call.status == 404]
    assert len(refused) <= len(waiting)
    asked = next(person for person in table.people if f"<@{person.id}>" in reminder.text)
    shown = await asked.press(table.board, "My hand")
    await asked.forge(shown.message, answers(shown.message)[0])
    await place.wait(lambda: room.dave.look(reminder) is None, "the reminder goes")
