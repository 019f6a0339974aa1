"""Presses that should not be: stale, repeated, somebody else's, forged. None changes a table."""

import asyncio

import pytest
import pytest_asyncio
from simcord.enums import ChannelType

from tests.product.stage import ask_of, cards_in, code_of, start_table
from tests.support.wire import Person

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORGED = [
    "",
    "x",
    "tb",
    "tb:",
    "tb::::",
    "tb:1",
    "tb:0:{table}:{ask}:{code}",
    "tb:2:{table}:{ask}:{code}",
    "tb:99:{table}:{ask}:{code}",
    "tb:1:{table}:{ask}:",
    "tb:1:{table}:-1:{code}",
    "tb:1:{table}:99999999999999999999:{code}",
    "tb:1:{table}:{ask}:p.XX",
    "tb:1:{table}:{ask}:p.QS\n",
    "tb:1:{table}:{ask}:t.S",
    "tb:1:{table}:{ask}:k.4H.2",
    "tb:1:{table}:{ask}:k.to.9",
    "tb:1:{table}:{ask}:draw",
    "tb:1:{table}:{ask}:deal",
    "tb:1:{table}:{ask}:end",
    "tb:1:{table}:0:leave.yes",
    "tb:1:{table}:0:sit.1",
    "tb:1:{table}:0:sit.999999999",
    "tb:1:{table}:0:start",
    "tb:1:{table}:0:next",
    "tb:1:{table}:0:again",
    "tb:1:{table}:0:join",
    "tb:1:{table}:0:ai.genius",
    "tb:1:nosuch:0:hand",
    "tb:1:{table}' OR 1=1:0:hand",
    "TB:1:{table}:0:hand",
    "lb:1:pluck:wins:all:0",
    "lb:1:pluck:nonsense:never:-1",
    "lb:9:pluck:wins:all:0",
    "ru:1:nosuch",
    "ru:7:{table}",
    "pk:1:{table}:{ask}:{code}",
    "∆" * 100,
    "a" * 100,
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def room(place):
    """One room for all of them: nothing they do may leave a trace."""
    yield place.room()
    assert place.playground.violations == []
    assert place.complaints() == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(room):
    """A deal in play, some cards into it."""
    table = await start_table(room, room.alice, room.bob, room.carol, preset="classic")
    await table.play(cards=4)
    await table.turn()
    await table.on_board("My hand")
    return table


def only_seen_by(person, result):
    """Whether an answer went to that person alone; an answer apart is put away at once."""
    private = result.message is not None and result.message.ephemeral
    if private and result.kind == "message":
        person.dismiss(result.message)
    return private


async def test_a_press_repeated_on_the_old_picture_is_stale_and_brings_the_newest_hand(table):
    mover = await table.turn()
    old, pressed = table.hand(mover), table.answers(mover)[0]
    await table.answer(mover, pressed)
    before = table.kept
    again = await mover.forge(old, pressed)
    assert only_seen_by(mover, again)
    assert "older question" in again.text
    assert code_of(pressed).partition(".")[2] not in cards_in(again.message)
    assert table.kept == before


async def test_two_presses_at_once_play_one_card(table):
    mover = await table.turn()
    hand, (first, second, *_) = table.hand(mover), (*table.answers(mover), *table.answers(mover))
    plays = len(table.acts("play"))
    results = await asyncio.gather(mover.forge(hand, first), mover.forge(hand, second))
    assert all(only_seen_by(mover, result) for result in results)
    assert len(table.acts("play")) == plays + 1


async def test_twenty_presses_at_once_play_one_card(table):
    mover = await table.turn()
    hand, pressed = table.hand(mover), table.answers(mover)[0]
    plays = len(table.acts("play"))
    results = await asyncio.gather(*(mover.forge(hand, pressed) for _ in range(20)))
    assert all(only_seen_by(mover, result) for result in results)
    assert len(table.acts("play")) == plays + 1
    assert await table.turn()


def dimmed(hand):
    """The custom_ids of the cards that may not be played now."""
    return [each.custom_id for each in hand.buttons if each.disabled and ":p." in each.custom_id]


async def test_a_dimmed_card_cannot_be_played_by_force(table):
    while not dimmed(table.hand(mover := await table.turn())):
        await table.answer(mover)
    before = table.kept
    answer = await mover.forge(table.hand(mover), dimmed(table.hand(mover))[0])
    assert answer.kind == "update"
    assert "not possible" in answer.text
    assert table.kept == before


async def test_whose_turn_it_is_not_cannot_play(table):
    mover = await table.turn()
    waiting = next(person for person in table.people if person.name != mover.name)
    hand, before = table.hand(waiting), table.kept
    shown = next(b.custom_id for b in hand.buttons if ":p." in b.custom_id)
    for custom_id in (shown, shown.replace(":0:", f":{ask_of(table.answers(mover)[0])}:")):
        answer = await waiting.forge(hand, custom_id)
        assert only_seen_by(waiting, answer)
    assert table.kept == before


async def test_somebody_elses_buttons_are_refused_and_show_no_hand(table, room):
    """A person's own message and board, with the custom_ids of another's hand."""
    mover = await table.turn()
    before = table.kept
    for person in (*(each for each in table.people if each.name != mover.name), room.dave):
        for custom_id in table.answers(mover)[:3]:
            for message in (table.board, *table.hands(person)[-1:]):
                answer = await person.forge(message, custom_id)
                assert only_seen_by(person, answer)
                assert not cards_in(answer.message) & cards_in(table.hand(mover))
    assert table.kept == before


async def test_the_movers_own_code_on_the_public_board_is_not_taken(table):
    """No such button stands there, so it is a forged press, whoever sends it."""
    mover = await table.turn()
    before = table.kept
    answer = await mover.forge(table.board, table.answers(mover)[0])
    assert answer.kind == "message"
    assert answer.message.ephemeral
    assert table.kept == before


async def test_a_stranger_is_told_so_and_sees_nothing(table, room):
    before = table.kept
    for label in ("My hand", "Leave"):
        answer = await room.dave.press(table.board, label)
        assert only_seen_by(room.dave, answer)
        assert answer.text == "You have no seat at this table."
        assert answer.message.buttons == []
    assert table.kept == before


@pytest.mark.parametrize("form", FORGED, ids=range(len(FORGED)))
async def test_a_forged_custom_id_is_answered_privately(table, form):
    mover = await table.turn()
    pressed = table.answers(mover)[0]
    custom_id = form.replace("{table}", table.id)
    custom_id = custom_id.replace("{ask}", str(ask_of(pressed))).replace("{code}", code_of(pressed))
    before = table.kept
    for message in (table.board, table.hand(mover)):
        answer = await mover.forge(message, custom_id)
        assert only_seen_by(mover, answer), custom_id
    assert table.kept == before


@pytest.mark.parametrize("kind", [3, 5, 6, 7, 8])
async def test_a_select_with_a_buttons_custom_id_is_answered_privately(table, kind):
    mover = await table.turn()
    before = table.kept
    for custom_id in ("nothing-of-ours", f"tb:1:{table.id}:0:hand", f"tb:1:{table.id}:0:p.2C"):
        values = [str(mover.id if kind != 8 else mover.channel)]
        answer = await mover.forge(table.hand(mover), custom_id, kind, values)
        assert only_seen_by(mover, answer)
    assert table.kept == before


@pytest.mark.parametrize("custom_id", ["tb:1:{table}:{ask}:{code}", "lb:1:x", "anything"])
async def test_a_modal_that_nobody_opened_is_answered_privately(table, place, custom_id):
    mover = await table.turn()
    pressed = table.answers(mover)[0]
    custom_id = custom_id.replace("{table}", table.id)
    custom_id = custom_id.replace("{ask}", str(ask_of(pressed))).replace("{code}", code_of(pressed))
    before, discord = table.kept, place.playground.discord
    field = {"type": 1, "components": [{"type": 4, "custom_id": "card", "value": "QS"}]}
    for message in (None, table.board, table.hand(mover)):
        source = message and discord.find_message(message.channel_id, message.id)
        data = {"custom_id": custom_id, "components": [field]}
        record = discord.interact(5, mover.id, mover.channel, data, source=source)
        await place.wait(lambda: record.responded, "an answer to the modal")  # noqa: B023
        assert discord.find_message(mover.channel, record.message_id).is_ephemeral
        if message is None or record.message_id != message.id:
            discord.delete_message(mover.channel, record.message_id)
    assert table.kept == before


async def test_another_server_cannot_reach_the_table(table, place, monkeypatch):
    """The same person, in a server where the table does not stand."""
    backend = place.playground.discord._backend
    elsewhere = backend.create_guild("Elsewhere")
    mover = await table.turn()
    backend.add_member(elsewhere.id, mover.id, roles=[])
    channel = backend.create_channel(elsewhere.id, "elsewhere", type=ChannelType.TEXT).id
    pressed, before = table.answers(mover)[0], table.kept
    there = Person(place.playground, mover.name, channel)
    monkeypatch.setattr(place.playground.discord, "guild_id", elsewhere.id)
    opened = await there.slash("pluck new")
    assert opened.message is not None
    for custom_id in (pressed, f"tb:1:{table.id}:0:hand", f"ru:1:{table.id}"):
        answer = await there.forge(opened.message, custom_id)
        assert only_seen_by(there, answer)
        assert not cards_in(answer.message)
    for command in ("pluck hand", "pluck table", "pluck record", "pluck end"):
        answer = await there.slash(command, table=table.id)
        assert "no longer here" in answer.text
    names = await there.autocomplete("pluck hand", "table")
    assert table.id not in [value for _, value in names]
    assert "Nobody stands here yet" in (await there.slash("leaderboard")).text
    assert "ended" in (await there.slash("pluck end")).text
    assert table.kept == before
