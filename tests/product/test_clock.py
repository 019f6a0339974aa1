"""Time at the table: the house plays, people are away and come back, reminders, leaving."""

import asyncio
import json

import pytest

from tests.product.stage import DELETE, POST, start_table

pytestmark = pytest.mark.asyncio(loop_scope="module")

# A turn is long enough for whoever means to act in it, and for a board between two that are missed.
SETTINGS = {
    "PLUCK_TURN_SECONDS": 2.5,
    "PLUCK_AI_SECONDS": 0.05,
    "PLUCK_NEXT_SECONDS": 1.5,
    "PLUCK_NUDGE_SECONDS": 0.5,
}


def pings(place, since):
    """The requests that mention somebody, with whom each is allowed to."""
    found = [call for call in place.calls(since, POST) if "<@" in json.dumps(call.body)]
    return [(call, call.body["allowed_mentions"]) for call in found]


async def lone(place, room, **options):
    """A table of Alice with two AI players, at her first turn with a card to play."""
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic", **options)
    await table.play(cards=1)
    await table.turn()
    return table


async def test_the_house_plays_then_she_is_away_then_everything_rests(place, room):
    table = await start_table(room, room.alice, room.bob, ai=["easy"], preset="classic")
    alice, bob = room.alice, room.bob
    # Bob plays whatever he is asked, Alice does nothing.

    async def bob_plays():
        while True:
            if table.answers(bob):
                await table.answer(bob)
            await asyncio.sleep(0.05)

    playing = asyncio.create_task(bob_plays())
    try:
        await place.wait(
            lambda: "was late, so the house played" in table.board.text, "the house plays"
        )
        await place.wait(lambda: "You were late" in table.hand(alice).text, "Alice is told")
        await place.wait(lambda: "**Alice** (away)" in table.board.text, "Alice is away")
        assert "Alice is away" in table.board.text
        late = [act for act in table.acts() if act["seat"] == 0 and act["by"] == "timeout"]
        assert len(late) == 2
        await place.wait(
            lambda: any(a["seat"] == 0 and a["by"] == "ai" for a in table.acts()), "an AI plays"
        )
        hand = await alice.see(lambda s: "I'm back" in s.labels, ephemeral=True)
        assert "You are away" in hand.text
    finally:
        playing.cancel()
    back = await alice.press(hand, "I'm back")
    assert back.kind == "update"
    assert "away" not in back.text
    assert place.ask("SELECT away FROM seats WHERE table_id=? AND seat=0", table.id)[0]["away"] == 0


async def test_a_table_with_nobody_present_rests_until_somebody_looks(place, room):
    table = await lone(place, room)
    await place.wait(lambda: table.status == "paused", "a pause")
    resting = await table.on_board("Everybody is away")
    assert {"My hand", "I'm back", "Leave"} <= set(resting.enabled)
    row = place.row(table.id)
    acts = len(table.acts())
    assert (
        place.ask("SELECT due_at FROM seats WHERE due_at IS NOT NULL AND table_id=?", table.id)
        == []
    )
    await place.quiet(1.0)
    before = place.count
    await asyncio.sleep(0.7)
    assert place.count == before, "a resting table asks for nothing"
    assert len(table.acts()) == acts
    assert place.row(table.id)["rev"] == row["rev"]
    back = await room.alice.press(resting, "My hand")
    assert back.message.ephemeral
    assert table.status == "playing"
    await table.on_board(lambda seen: "Everybody is away" not in seen.text)
    assert await table.play(cards=1) == 1


async def test_leaving_a_resting_table_wakes_it_no_sooner_than_said_for_sure(place, room):
    table = await lone(place, room)
    await place.wait(lambda: table.status == "paused", "a pause")
    resting = await table.on_board("Everybody is away")
    before = table.kept
    asked = await room.alice.press(resting, "Leave")
    assert "counts as lost for you" in asked.text
    await place.quiet(0.5)
    assert table.status == "paused"
    assert table.kept == before
    assert "Everybody is away" in table.board.text
    gone = await room.alice.press(asked.message, "Yes, leave the match")
    assert "You have left" in gone.text
    assert table.status == "void"


async def test_leaving_while_away_does_not_bring_back_who_asks(place, room):
    table = await start_table(room, room.alice, room.bob, preset="classic", ai=["easy"])

    def alice_away():
        rows = place.ask("SELECT away FROM seats WHERE table_id=? AND seat=0", table.id)
        return rows[0]["away"] == 1

    async def bob_plays():
        while True:
            if table.answers(room.bob):
                await table.answer(room.bob)
            await asyncio.sleep(0.05)

    playing = asyncio.create_task(bob_plays())
    try:
        await place.wait(alice_away, "Alice is away")
        board = await table.on_board("**Alice** (away)")
        asked = await room.alice.press(board, "Leave")
        assert "counts as lost for you" in asked.text
        assert alice_away()
        stayed = await room.alice.press(asked.message, "Stay")
        assert "away" not in stayed.text
        assert not alice_away()
    finally:
        playing.cancel()


async def test_a_stranger_does_not_wake_a_resting_table(place, room):
    table = await lone(place, room)
    await place.wait(lambda: table.status == "paused", "a pause")
    resting = await table.on_board("Everybody is away")
    before = table.kept
    for label in ("I'm back", "My hand", "Leave"):
        assert "no seat" in (await room.bob.press(resting, label)).text
    assert table.kept == before


async def test_only_who_is_late_is_mentioned_and_only_until_they_act(place, room):
    before = place.count
    table = await start_table(room, room.alice, room.bob, room.carol, preset="classic")
    asked = await table.turn()
    reminder = await room.dave.see("it is your turn", ephemeral=False)
    assert reminder.text.count("<@") == 1
    assert f"<@{asked.id}>" in reminder.text
    await table.answer(asked)
    await place.wait(lambda: room.dave.look(reminder) is None, "the reminder goes")
    said = pings(place, before)
    names = [f"<@{person.id}>" for person in table.people]
    for call, allowed in said:
        assert allowed == {"parse": ["users"]}
        assert [name for name in names if name in call.body["content"]]
        assert call.body["content"].count("<@") == 1
    others = [call for call in place.calls(before, POST) if call not in [c for c, _ in said]]
    assert others
    for call in others:
        assert call.body["allowed_mentions"] == {"parse": []}
    assert place.calls(before, DELETE)


async def test_whose_hand_was_put_away_is_mentioned_without_waiting(place, room):
    table = await start_table(room, room.alice, room.bob, room.carol, preset="classic")
    before = place.count
    # Everybody who is not asked puts their hand away. Whoever comes next cannot be pushed to.
    asked = await table.turn()
    for person in table.people:
        if person.name != asked.name:
            for hand in table.hands(person):
                person.dismiss(hand)
    while len(table.acts("play")) < 1:
        await table.answer(asked)
        asked_now = table.asked()
        if not asked_now:
            break
    reminder = await room.dave.see("it is your turn", ephemeral=False)
    late = next(p for p in table.people if f"<@{p.id}>" in reminder.text)
    shown = (
        await late.press(table.board, "My hand")
        if "My hand" in table.board.labels
        else (await late.slash("pluck hand"))
    )
    assert "Your turn" in shown.text or "Waiting" in shown.text
    assert pings(place, before)


async def test_leaving_asks_once_more_and_gives_the_seat_away(place, room):
    table = await start_table(room, room.alice, room.bob, ai=["easy"], preset="classic")
    board = await table.on_board("My hand")
    asked = await room.bob.press(board, "Leave")
    assert "counts as lost for you" in asked.text
    assert asked.message.labels == ["Yes, leave the match", "Stay"]
    stayed = await room.bob.press(asked.message, "Stay")
    assert "Your hand" in stayed.text
    asked = await room.bob.press(table.board, "Leave")
    gone = await room.bob.press(asked.message, "Yes, leave the match")
    assert "You have left the match" in gone.text
    again = await room.bob.forge(
        asked.message, asked.message.control("Yes, leave the match").custom_id
    )
    assert "no longer there" in again.text
    board = await table.on_board("Take Bob's seat")
    assert "plays for Bob, who left" in board.text
    refused = await room.alice.press(board, "Take Bob's seat")
    assert "already have a seat" in refused.text
    taken = await room.dave.press(board, "Take Bob's seat")
    assert taken.message.ephemeral
    assert "Your hand" in taken.text
    late = await room.erin.forge(board, board.control("Take Bob's seat").custom_id)
    assert "not free" in late.text
    await table.on_board(lambda s: "Dave" in s.text and "Take Bob's seat" not in s.labels)
    assert "no seat" in (await room.bob.press(table.board, "My hand")).text


async def test_when_the_last_person_leaves_the_match_is_over(place, room):
    table = await lone(place, room)
    board = await table.on_board("My hand")
    asked = await room.alice.press(board, "Leave")
    gone = await room.alice.press(asked.message, "Yes, leave the match")
    assert "You have left" in gone.text
    ended = await room.bob.see("this match has ended", ephemeral=False)
    assert "without a result" in ended.text
    assert ended.buttons == []
    assert table.status == "void"


async def test_the_next_deal_comes_by_itself(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="rounds", target=1)
    await table.play(until=table.deals_scored)
    await place.wait(lambda: len(table.acts("deal")) == 2, "the second deal")
    await table.on_board("hand 2 of 3")


async def test_play_again_keeps_the_seats_for_those_who_played(place, room):
    table = await start_table(room, room.alice, room.bob, room.carol, preset="race", target=1)
    await table.play()
    over = await table.on_board("Play again")
    assert table.status == "over"
    first = await room.bob.press(over, "Play again")
    assert "seat 2 and are the host" in first.text
    lobby = await room.dave.see("kept for Alice", ephemeral=False)
    assert "kept for Carol" in lobby.text
    assert "first to 1 point wins" in lobby.text
    stranger = await room.dave.press(lobby, "Join")
    assert "kept for a minute for those who have just played" in stranger.text
    second = await room.carol.press(over, "Play again")
    assert "seat 3" in second.text
    third = await room.alice.press(lobby, "Join")
    assert "seat 1" in third.text
    assert "seats are taken" in (await room.dave.press(over, "Play again")).text
    full = await room.bob.see("Bob can press Start", ephemeral=False)
    await room.bob.press(full, "Start")
    new = full.control("Start").custom_id.split(":")[2]
    await place.wait(lambda: place.row(new)["status"] == "playing", "the next match")


async def test_at_two_the_house_lays_and_plays_for_who_is_late_and_an_ai_for_who_left(place, room):
    table = await start_table(room, room.alice, room.bob, game="pinochle")
    alice, bob = table.people
    await place.wait(
        lambda: any(act["by"] == "timeout" for act in table.acts("play")), "the house plays"
    )
    await table.on_board("was late, so the house played")
    sure = await bob.press(table.board, "Leave")
    await bob.press(sure.message, "Yes, leave the match")
    await table.on_board("for Bob")

    def ai_plays():
        return any(act["seat"] == 1 and act["by"] == "ai" for act in table.acts("play"))

    await table.play(until=ai_plays)
    assert ai_plays()
    assert not table.answers(bob)
    await alice.press(table.hand(alice), "Refresh")
    assert table.status == "playing"
