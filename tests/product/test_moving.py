"""Tables whose channel or server is lost: their people are told, and take them elsewhere."""

import pytest

from tests.product.stage import EDIT, POST, answers, open_place, open_table, trio

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def lose_the_right_to_write(place, table):
    """The bot may not write in the table's channel any more, and notices."""
    discord, channel = place.playground.discord, table.host.channel
    discord.forbid(channel, discord.bot_id, "send_messages", "view_channel")
    await table.answer(await table.turn())
    await place.wait(lambda: table.status == "suspended", "the table rests")


def notices(person, channel):
    """The private messages in a channel that tell of a table at rest."""
    return [seen for seen in person.visible_messages(channel) if "is resting" in seen.text]


async def test_people_are_told_once_wherever_they_next_come(place, room):
    table, elsewhere = await trio(room), place.room()
    await lose_the_right_to_write(place, table)
    alice, bob, carol = elsewhere.alice, elsewhere.bob, elsewhere.carol
    for person, command in ((alice, "leaderboard"), (bob, "pluck help"), (carol, "stats")):
        answered = await person.slash(command)
        assert "is resting" not in answered.text
        told = await person.see("is resting", ephemeral=True)
        assert f"<#{room.channel}>" in told.text
        assert "classic" in told.text
        assert "/pluck move" in told.text
        await person.slash(command)
        await place.quiet()
        assert len(notices(person, elsewhere.channel)) == 1
    await elsewhere.dave.slash("pluck help")
    await place.quiet()
    assert notices(elsewhere.dave, elsewhere.channel) == []


async def test_a_press_at_another_table_tells_too(place, room):
    other, lost = place.room(), place.room()
    table = await trio(lost)
    await lose_the_right_to_write(place, table)
    second = await open_table(other, other.dave, preset="classic")
    joined = await other.bob.press(second.board, "Join")
    assert "You sit in seat 2" in joined.text
    assert f"<#{lost.channel}>" in (await other.bob.see("is resting", ephemeral=True)).text


async def test_a_table_is_taken_to_another_channel_and_goes_on_there(place, room):
    table, elsewhere = await trio(room), place.room()
    acts = len(table.acts())
    await lose_the_right_to_write(place, table)
    refused = await elsewhere.bob.slash("pluck table")
    assert "/pluck move" in refused.text
    moved = await elsewhere.bob.slash("pluck move")
    assert f"<#{elsewhere.channel}>" in moved.text
    board = await elsewhere.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    assert board.channel_id == elsewhere.channel
    assert table.status == "playing"
    for person in (elsewhere.alice, elsewhere.bob, elsewhere.carol):
        shown = await person.press(board, "My hand")
        if found := answers(shown.message):
            await person.forge(shown.message, found[0])
            break
    assert len(table.acts()) == acts + 2


async def test_a_table_that_is_well_moves_too_and_leaves_nothing_behind(place, room):
    table, elsewhere = await trio(room), place.room()
    offered = await elsewhere.carol.autocomplete("pluck move", "table")
    assert [value for _, value in offered] == [table.id]
    await elsewhere.carol.slash("pluck move", table=table.id)
    await elsewhere.dave.see(lambda s: "My hand" in s.labels, ephemeral=False)
    await place.wait(lambda: not table.boards(room.channel), "the old board goes")
    refused = await elsewhere.dave.slash("pluck move", table=table.id)
    assert "no seat" in refused.text
    back = await room.alice.slash("pluck move", table=table.id)
    assert f"<#{room.channel}>" in back.text, "Alice may manage the server"


async def test_a_lobby_whose_channel_is_lost_keeps_its_people(place, room):
    lost, discord = place.room(), place.playground.discord
    lobby = await open_table(lost, lost.bob, lost.carol, preset="classic")
    discord.delete_channel(lost.channel)
    await place.wait(lambda: lobby.status == "suspended", "the lobby rests at once")
    await room.bob.slash("pluck move")
    board = await room.dave.see(lambda s: "Join" in s.labels, ephemeral=False)
    joined = await room.dave.press(board, "Join")
    assert "You sit in seat 3" in joined.text
    assert lobby.status == "lobby"


async def test_nobody_moves_a_table_where_the_bot_cannot_write(place, room):
    table, elsewhere = await trio(room), place.room()
    discord = place.playground.discord
    discord.forbid(elsewhere.channel, discord.bot_id, "send_messages")
    refused = await elsewhere.alice.slash("pluck move", table=table.id)
    assert "Send Messages" in refused.text
    assert place.row(table.id)["channel_id"] == room.channel


async def test_with_the_right_given_back_any_press_on_the_old_board_goes_on(place, room):
    table, discord = await trio(room), place.playground.discord
    board = table.board
    await lose_the_right_to_write(place, table)
    looked = await room.bob.press(board, "My hand")
    assert "resting" in looked.text
    discord.forbid(room.channel, discord.bot_id)
    await room.bob.press(board, "My hand")
    assert table.status == "playing"
    await table.answer(await table.turn())
    await table.shown()
    assert len(table.boards()) == 1


@pytest.mark.parametrize("kind", ["thread", "channel of the thread"])
async def test_a_thread_that_is_deleted_lets_its_table_rest_at_once(place, room, kind):
    lost = place.room()
    thread = place.playground.people.post(lost.alice.id, lost.channel, "Table one", "hello")
    there = type(room)(place, thread)
    table = await open_table(there, there.bob, preset="classic")
    place.playground.discord.delete_channel(thread if kind == "thread" else lost.channel)
    await place.wait(lambda: table.status == "suspended", "the table rests")


class TestTheServer:
    """What happens to a whole server needs one of its own."""

    async def test_that_sends_the_bot_away_hears_nothing_more_and_loses_nothing(self, tmp_path):
        async with open_place(tmp_path, PLUCK_AI_SECONDS=0.3) as place:
            room, discord = place.room(), place.playground.discord
            table = await trio(room)
            discord.remove_bot()
            await place.wait(lambda: table.status == "suspended", "the table rests")
            await place.quiet()
            before = place.count
            await place.quiet(1.5)
            assert place.calls(before) == []
            discord.invite_bot()
            await room.bob.slash("pluck help")
            await room.bob.see("is resting", ephemeral=True)
            await room.bob.slash("pluck table")
            await place.wait(lambda: table.status == "playing", "the table goes on")
            await table.answer(await table.turn())

    async def test_that_sent_the_bot_away_while_it_was_down_is_noticed(self, tmp_path):
        async with open_place(tmp_path) as place:
            table = await trio(place.room())
            await place.bot.kill()
            place.playground.discord.remove_bot()
            await place.bot.start()
            await place.wait(lambda: table.status == "suspended", "the table rests")

    async def test_that_is_out_of_order_is_waited_for(self, tmp_path):
        async with open_place(tmp_path, PLUCK_AI_SECONDS=0.3) as place:
            room, discord = place.room(), place.playground.discord
            table = await trio(room, ai=())
            mover = await table.turn()
            await table.shown()
            hand, pressed = table.hand(mover), table.answers(mover)[0]
            discord.lose_guild()
            before = place.count
            await mover.forge(hand, pressed)
            await place.quiet(1.5)
            assert place.calls(before, EDIT) == place.calls(before, POST) == []
            assert table.status == "playing"
            discord.find_guild()
            await table.shown()
