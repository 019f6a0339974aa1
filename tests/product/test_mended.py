"""What once went wrong in play, and stays mended: hands that move, words that are refused."""

import asyncio
import re
from collections import Counter

import pytest

from tests.product.stage import (
    CALLBACK,
    POST,
    PUSH,
    Table,
    answers,
    cards_in,
    open_table,
    order,
    start_table,
    trio,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

ELSEWHERE = "Your hand is in a newer message below."
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKERS = {"BJ": "Big Joker", "LJ": "Little Joker"}


async def test_play_again_on_a_hand_makes_it_the_lobbys_and_it_stays_so(place, room):
    table = await start_table(room, room.alice, room.bob, room.carol, preset="race", target=1)
    await table.play()
    await place.wait(
        lambda: all("Play again" in table.hand(p).enabled for p in table.people), "the end"
    )
    hands = {person.name: table.hand(person) for person in table.people}
    seats = {"bob": 2, "carol": 3, "alice": 1}
    for person in (room.bob, room.carol, room.alice):
        again = await person.press(hands[person.name], "Play again")
        assert again.kind == "update"
        assert again.message.id == hands[person.name].id
        assert f"seat {seats[person.name]}" in again.text
        if person.name == "bob":
            await room.alice.see("A new table is open", ephemeral=False)
    # Longer than a board waits for its next edit, and whoever is told with it.
    await asyncio.sleep(1.6)
    await place.quiet()
    for person in table.people:
        assert f"You sit in seat {seats[person.name]}" in person.look(hands[person.name]).text
        assert table.hands(person) == [], "nothing shows the old table any more"
    # And there the next cards come.
    full = await room.bob.see("Bob can press Start", ephemeral=False)
    await room.bob.press(full, "Start")
    for person in table.people:
        hand = hands[person.name]
        await place.wait(lambda: cards_in(person.look(hand)), "the next cards")  # noqa: B023


async def test_a_second_copy_of_a_hand_puts_the_first_away_and_back(place, room):
    table = await trio(room)
    mover = await table.turn()
    old = table.hand(mover)
    cards = cards_in(old)
    new = (await mover.press(table.board, "My hand")).message
    assert new.id != old.id
    assert cards_in(new) == cards
    await place.wait(lambda: ELSEWHERE in mover.look(old).text, "the way to the newer one")
    left = mover.look(old)
    assert left.enabled == ["Show it here"]
    assert not cards_in(left)
    assert cards_in(mover.look(new)) == cards
    back = await mover.press(left, "Show it here")
    assert back.kind == "update"
    assert back.message.id == old.id
    assert cards_in(back.message) == cards
    await place.wait(lambda: ELSEWHERE in mover.look(new).text, "the other one is put away")
    assert mover.look(new).enabled == ["Show it here"]
    await place.quiet()
    assert cards_in(mover.look(old)) == cards
    await mover.forge(mover.look(old), answers(back.message)[0])
    assert len(table.acts("play")) == 2


async def test_a_mention_that_is_refused_does_not_hold_the_board_up(place, room):
    table = await trio(room)
    discord = place.playground.discord
    discord.forbid(room.channel, discord.bot_id, "send_messages")
    order(place, PUSH, times=10_000, status=404, code=10008)
    before, plays = place.count, len(table.acts("play"))
    for _ in range(4):
        await answer_somehow(table)
        await table.shown()
    await place.quiet()
    assert table.status == "playing"
    assert len(table.acts("play")) == plays + 4
    refused = place.calls(before, POST)
    assert refused, "somebody could not be reached"
    assert {call.status for call in refused} == {403}
    questions = Counter(call.body["nonce"].split(".")[1] for call in refused)
    assert max(questions.values()) == 1
    assert len(refused) <= 5
    assert len(table.boards()) == 1


async def answer_somehow(table):
    """Whoever is asked presses Refresh to see it, and answers."""
    for person in table.people:
        shown = await person.press(table.hand(person), "Refresh")
        if found := answers(shown.message):
            await person.forge(shown.message, found[0])
            return
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("late", [0.0, 0.8])
async def test_a_lobby_that_can_never_be_shown_rests_and_its_host_is_told(place, room, late):
    """Whether the host's answer arrives before the refusal or after it."""
    await place.quiet(1.2)  # the tables of earlier tests are put away
    order(place, POST, status=403, code=50013)
    if late:
        order(place, CALLBACK, delay=late)
    before = place.count
    opened = await room.alice.slash("pluck new", preset="classic")
    assert opened.message.ephemeral
    refresh = opened.message.control("Refresh").custom_id
    table = Table(place, refresh.split(":")[2], [room.alice], opened)
    await place.wait(lambda: table.status == "suspended", "the table rests")
    told = await room.alice.see("This table is resting", ephemeral=True)
    assert told.id == opened.message.id
    await place.quiet(1.5)
    assert [call.status for call in place.calls(before, POST)] == [403]
    mine = [c for c in place.calls(before, PUSH) if c.path.endswith(str(opened.message.id))]
    assert len(mine) <= 2
    assert len(place.calls(before)) <= 4
    assert table.boards() == []
    another = await open_table(room, room.alice, preset="classic")
    assert another.id != table.id
    assert another.status == "lobby"


async def test_a_table_that_rests_tells_everybody_in_their_hands(place, room):
    table = await trio(room)
    discord = place.playground.discord
    discord.forbid(room.channel, discord.bot_id, "view_channel", "send_messages")
    await table.answer(await table.turn())
    await place.wait(lambda: table.status == "suspended", "the table rests")
    for person in table.people:
        told = await person.see("This table is resting", ephemeral=True)
        assert "/pluck move" in told.text
        assert not answers(told)


async def test_a_lobby_that_loses_its_channel_tells_everybody_in_their_hands(place, room):
    table = await open_table(room, room.alice, room.bob, preset="classic")
    await table.on_board("Bob")
    discord = place.playground.discord
    discord.forbid(room.channel, discord.bot_id, "view_channel")
    await room.carol.press(table.board, "Join")
    await place.wait(lambda: table.status == "suspended", "the table rests")
    for person in (room.alice, room.bob, room.carol):
        told = await person.see("This table is resting", ephemeral=True)
        assert "/pluck move" in told.text


async def test_the_last_book_of_a_hand_stands_on_its_summary(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="rounds", target=1)
    await table.play(until=table.deals_scored)
    summary = await table.on_board("hand 1 is over")
    last = [act["card"] for act in table.acts("play")][-3:]
    line = next(each for each in summary.text.splitlines() if "Last book: " in each)
    words = [JOKERS.get(card) or card[0].replace("T", "10") + SUITS[card[1]] for card in last]
    assert re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]|(?:Big|Little) Joker", line) == words
    assert line.endswith("took it.")
