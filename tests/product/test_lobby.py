"""The lobby and the commands around it: who may do what, and what everybody is told."""

import json
import re
import sqlite3
import time
from contextlib import closing

import pytest

from tests.product.stage import POST, open_table, start_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def only_an_answer(result, text):
    """A private message apart that says this."""
    assert text in result.text
    assert result.message.ephemeral


async def test_only_the_host_fills_starts_and_closes(room):
    table = await open_table(room, room.alice, room.bob, preset="classic")
    board, before = table.board, table.kept
    for label in ("Add AI (easy)", "Add AI (normal)", "Close"):
        for person in (room.bob, room.dave):
            only_an_answer(await person.press(board, label), "Only the host can do that")
    for label in ("Remove AI", "Start"):
        only_an_answer(await room.bob.forge(board, board.control(label).custom_id), "Only the host")
    assert table.kept == before
    only_an_answer(await room.alice.forge(board, board.control("Start").custom_id), "free seats")
    only_an_answer(await room.alice.forge(board, board.control("Remove AI").custom_id), "no AI")
    only_an_answer(await room.bob.press(board, "Join"), "already have a seat")
    only_an_answer(await room.dave.press(board, "Leave"), "no seat at this table")
    assert table.kept == before


async def test_ai_players_come_and_go_and_the_board_shows_it(room):
    table = await open_table(room, room.alice, ai=["easy", "normal"], preset="classic")
    full = await table.on_board("Alice can press Start")
    assert re.search(r"\*\*2\*\* · \w+ \(AI, normal\)\n\*\*3\*\* · \w+ \(AI, easy\)", full.text)
    assert {"Join", "Add AI (easy)", "Add AI (normal)"} <= set(full.disabled)
    only_an_answer(
        await room.bob.forge(full, full.control("Join").custom_id), "All seats are taken"
    )
    answer = await room.alice.press(full, "Remove AI")
    assert answer.kind == "deferred_update"
    await table.on_board("One seat is still free")
    assert "Start" in table.board.disabled


async def test_rules_in_short_are_for_whoever_asks(room):
    table = await open_table(room, room.alice, preset="house", target=12)
    for person in (room.alice, room.dave):
        rules = await person.press(table.board, "Rules")
        only_an_answer(rules, "in short")
        assert "first to 12 points wins" in rules.text
        assert "house rule" in rules.text
        assert "A joker may not lead or cut before trump is broken" in rules.text


async def test_hosting_passes_on_and_an_empty_lobby_closes(room):
    table = await open_table(room, room.alice, room.bob, preset="classic")
    answer = await room.alice.press(table.board, "Leave")
    assert answer.kind == "deferred_update"
    await table.on_board("Bob · host")
    assert "Alice" not in table.board.text
    await room.bob.press(table.board, "Add AI (easy)")
    await room.bob.press(table.board, "Leave")
    closed = await room.dave.see("this table is closed", ephemeral=False)
    assert closed.buttons == []
    assert table.status == "void"


async def test_the_host_closes_the_lobby(room):
    table = await open_table(room, room.alice, room.bob, preset="partners")
    old = table.board
    await room.alice.press(old, "Close")
    closed = await room.bob.see("this table is closed", ephemeral=False)
    assert "Nobody started it" in closed.text
    answer = await room.bob.forge(closed, old.control("Join").custom_id)
    assert answer.message.ephemeral
    assert "Refresh" in table.hand(room.bob).labels


async def test_nobody_sits_at_more_than_three_tables(place, room):
    rooms = [room, place.room(), place.room(), place.room()]
    for each in rooms[:3]:
        await open_table(each, each.carol, preset="classic")
    only_an_answer(await rooms[3].carol.slash("pluck new"), "three tables already")
    other = await open_table(rooms[3], rooms[3].dave, preset="classic")
    only_an_answer(await rooms[3].carol.press(other.board, "Join"), "three tables already")
    assert "carol" not in json.dumps(other.kept)
    offered = await rooms[3].carol.autocomplete("pluck hand", "table")
    assert len(offered) == 3
    assert all(name.startswith("classic: Carol") for name, _ in offered)
    only_an_answer(await rooms[3].carol.slash("pluck hand"), "several tables")
    assert len(await rooms[3].carol.autocomplete("pluck hand", "table", "CARO")) == 3
    assert await rooms[3].carol.autocomplete("pluck hand", "table", "nobody") == []
    # In the room of one of them that one is meant.
    assert "You sit in seat 1" in (await rooms[1].carol.slash("pluck hand")).text


async def test_no_channel_holds_more_than_five_tables(place, room):
    people = [room.alice, room.bob, room.carol, room.dave, room.erin]
    for person in people:
        await open_table(room, person, preset="classic")
    only_an_answer(await room.alice.slash("pluck new"), "five open tables in this channel")
    elsewhere = place.room()
    assert "You sit in seat 1" in (await elsewhere.alice.slash("pluck new")).text


@pytest.mark.parametrize(
    ("permission", "said"),
    [("send_messages", "Send Messages"), ("view_channel", "View Channel")],
)
async def test_a_missing_permission_is_named(place, room, permission, said):
    discord, before = place.playground.discord, len(place.playground.requests.matching(POST))
    discord.forbid(room.channel, discord.bot_id, permission)
    refused = await room.alice.slash("pluck new")
    only_an_answer(refused, "Please give me in this channel")
    assert said in refused.text
    assert len(place.playground.requests.matching(POST)) == before
    discord.forbid(room.channel, discord.bot_id)
    assert "You sit in seat 1" in (await room.alice.slash("pluck new")).text
    await place.wait(lambda: len(place.playground.requests.matching(POST)) > before)


async def test_a_table_stands_in_a_thread_and_in_a_forums_post(place, room):
    people, forum = place.playground.people, place.playground.channel("tournaments")
    for parent in (room.channel, forum):
        thread = people.post(room.alice.id, parent, "Table one", "hello")
        there = place.person("alice", thread)
        opened = await there.slash("pluck new")
        assert "You sit in seat 1" in opened.text
        board = await there.see("a table is open", ephemeral=False)
        assert board.channel_id == thread
        assert "ended" in (await there.slash("pluck end")).text
    discord = place.playground.discord
    thread = people.post(room.alice.id, room.channel, "Table two", "hello")
    discord.forbid(room.channel, discord.bot_id, "send_messages_in_threads")
    refused = await place.person("alice", thread).slash("pluck new")
    only_an_answer(refused, "Send Messages in Threads")


async def test_a_forum_itself_is_no_place_for_a_table(place, room):
    """Discord's own client offers no commands there; another might."""
    discord = place.playground.discord
    command = next(c for c in discord.commands() if c["name"] == "pluck")
    data = {
        "id": command["id"],
        "name": "pluck",
        "type": 1,
        "options": [{"type": 1, "name": "new", "options": []}],
    }
    forum = place.playground.channel("tournaments")
    record = discord.interact(2, room.alice.id, forum, data, command="pluck new")
    await place.wait(lambda: record.responded)
    asked = [r for r in place.playground.requests if f"/interactions/{record.id}/" in r.path]
    assert "Open a post in this forum" in json.dumps(asked[0].body)
    assert asked[0].body["data"]["flags"] & 64


async def test_who_may_end_a_table(place, room):
    elsewhere = place.room()
    table = await open_table(room, room.bob, room.carol, preset="classic")
    only_an_answer(await room.carol.slash("pluck end"), "Only the host")
    only_an_answer(await elsewhere.dave.slash("pluck end"), "no seat at a table of Pluck here")
    only_an_answer(await elsewhere.dave.slash("pluck end", table=table.id), "Only the host")
    assert await elsewhere.dave.autocomplete("pluck end", "table") == []
    assert table.status == "lobby"
    # Alice may manage the server: from anywhere, without a seat.
    offered = await elsewhere.alice.autocomplete("pluck end", "table")
    assert offered == [("classic: Bob, Carol", table.id)]
    only_an_answer(await elsewhere.alice.slash("pluck end", table=table.id), "The table has ended")
    assert table.status == "void"
    assert (await room.dave.see("closed", ephemeral=False)).buttons == []
    other = await open_table(room, room.bob, preset="classic")
    only_an_answer(await elsewhere.bob.slash("pluck end"), "The table has ended")
    assert other.status == "void"
    for table_id in (table.id, "nosuch", "'"):
        answer = await room.alice.slash("pluck end", table=table_id)
        assert answer.message.ephemeral


async def test_the_board_comes_back_to_the_bottom(place, room):
    table = await open_table(room, room.alice, room.bob, preset="classic")
    old = table.board
    for words in ("one", "two", "three"):
        room.dave.say(words)
    answer = await room.bob.slash("pluck table")
    only_an_answer(answer, "back at the bottom")
    await place.wait(lambda: room.dave.look(old) is None, "the old message goes")
    await place.wait(lambda: table.boards(), "the new message")
    public = [seen for seen in room.dave.visible_messages() if not seen.ephemeral]
    assert public[-1].labels == old.labels
    assert len(table.boards()) == 1
    joined = await room.carol.press(public[-1], "Join")
    assert "seat 3" in joined.text
    only_an_answer(await room.dave.slash("pluck table"), "no seat at a table of Pluck here")


async def test_the_record_holds_only_what_is_scored(place, room):
    only_an_answer(await room.dave.slash("pluck record"), "not played a match of Pluck here yet")
    table = await start_table(room, room.alice, room.bob, room.carol, preset="rounds", target=1)
    await table.play(cards=2)
    only_an_answer(await room.alice.slash("pluck record"), "No hand of this match has been scored")
    await table.play_deal()
    await table.all_press_next()
    await table.play(cards=2)
    answer = await room.carol.slash("pluck record")
    file = answer.message.data["attachments"][0]
    assert file["filename"] == f"pluck-{table.id}.json"
    raw = place.playground.discord.attachment(file["url"].partition("/cdn")[2])
    record = json.loads(raw)
    assert len(record["deals"]) == 1
    assert record["seats"] == ["Alice", "Bob", "Carol"]
    assert record["rules"]["match"] == {"kind": "rounds", "count": 1}


async def test_help_is_three_lines(room):
    answer = await room.erin.slash("pluck help")
    only_an_answer(answer, "/pluck new")
    assert len(answer.text.splitlines()) == 3


async def test_the_leaderboard_turns_its_pages_and_shows_your_own_row(place, room):
    with closing(sqlite3.connect(place.db, timeout=10)) as database, database:
        table = (await open_table(room, room.alice, preset="classic")).id
        guild = place.playground.discord.guild_id
        for number in range(23):
            wins = (number + 1) // 2  # two players share each place
            for match in range(max(wins, 1)):
                database.execute(
                    "INSERT INTO tables SELECT ?, game, preset, rules, state_version, guild_id,"
                    " channel_id, host_id, opened_by, clock_seconds, 'over', rev, created_at,"
                    " NULL, NULL, NULL, NULL, NULL, ?, shown_rev, NULL, NULL, 0, NULL, NULL,"
                    " options FROM tables WHERE id = ?",
                    (f"m{number}x{match}", time.time(), table),
                )
                stats = json.dumps({"plucks_made": number, "bostons": number % 3})
                database.execute(
                    "INSERT INTO results VALUES (?,0,?,?,?,'pluck','classic',?,?,?,2,3,?,?)",
                    (
                        f"m{number}x{match}",
                        room.alice.id if number == 0 else 10**17 + number,
                        "Alice" if number == 0 else f"Player {number}",
                        guild,
                        number,
                        1 if wins else 2,
                        bool(wins),
                        time.time() - (number % 2) * 40 * 24 * 3600,
                        stats,
                    ),
                )
    shown = await room.alice.slash("leaderboard", sort="wins")
    only_an_answer(shown, "Page 1 of 3")
    assert shown.message.disabled == ["Previous page"]
    lines = shown.text.splitlines()
    assert lines[1].startswith("**1.**")
    assert lines[2].startswith("**1.**"), "ties share a place"
    assert lines[3].startswith("**3.**")
    assert any("Alice (you)" in line for line in lines)
    page = shown
    for number in (2, 3):
        page = await room.alice.press(page.message, "Next page")
        assert page.kind == "update"
        assert f"Page {number} of 3" in page.text
        assert "Alice (you)" in page.text
    assert page.message.disabled == ["Next page"]
    back = await room.alice.press(page.message, "Previous page")
    assert "Page 2 of 3" in back.text
    for sort in ("points", "win_rate", "plucks_made", "bostons"):
        for period in ("all", "month"):
            answer = await room.bob.slash("leaderboard", sort=sort, period=period, game="pluck")
            only_an_answer(answer, "Leaderboard · Pluck")
            assert "You do not stand here yet" in answer.text
    month = await room.bob.slash("leaderboard", period="month")
    assert "last 30 days" in month.text
    assert "Page 1 of 2" in month.text
