"""kill -9 at any moment, and a start with the same database: the match goes on where it was."""

import asyncio
import contextlib
import json
from random import Random

import pytest

from tests.product.stage import CALLBACK, code_of, open_table, order, run_bot, start_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def press_and_see(table, person, custom_id):
    """Press on the hand as it is; what the hand looks like then."""
    return (await person.forge(table.hand(person), custom_id)).message


async def refresh_all(table):
    """After a start nobody's hand is redrawn by itself, so everybody looks."""
    for person in table.people:
        await person.press(table.hand(person), "Refresh")


def commit(act):
    """What was done, without when."""
    return {key: value for key, value in act.items() if key != "at"}


async def test_a_deal_is_played_to_its_end_through_kills_at_random_moments(place, room, tmp_path):
    rng = Random(11)
    table = await start_table(room, room.alice, room.bob, room.carol, preset="rounds", target=1)
    for _ in range(3):
        await table.play(cards=rng.randint(2, 9))
        mover = await table.turn()
        before = [commit(act) for act in table.acts()]
        old, pressed = table.hand(mover), table.answers(mover)[0]
        press = asyncio.create_task(mover.forge(old, pressed))
        await asyncio.sleep(rng.uniform(0, 0.03))
        await place.bot.restart()
        with contextlib.suppress(AssertionError):
            await press
        after = [commit(act) for act in table.acts()]
        assert after[: len(before)] == before, "something was lost"
        assert len(after) - len(before) in (0, 1), "something was done twice"
        # The same old button on the same old message: it plays, or it is stale and heals.
        again = await mover.forge(old, pressed)
        assert again.kind == "update"
        assert ("older question" in again.text) == (len(after) > len(before))
        played = table.acts()[len(before)]
        assert len(table.acts()) == len(before) + 1
        assert f"p.{played['card']}" == code_of(pressed)
        await refresh_all(table)
    await table.play_deal()
    plays = table.acts("play")
    assert len(plays) == 51
    assert len({act["card"] for act in plays}) == 51
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record := await table.record()))
    assert len(record["deals"]) == 1
    status, out = await run_bot("replay", str(file), env={})
    assert status == 0, out


async def test_a_press_that_was_counted_but_never_answered_is_stale_and_redraws(place, room):
    table = await start_table(room, room.alice, room.bob, room.carol, preset="classic")
    await table.play(cards=3)
    mover = await table.turn()
    old, pressed, before = table.hand(mover), table.answers(mover)[0], len(table.acts())
    ordered = order(place, CALLBACK, delay=30)
    press = asyncio.create_task(mover.forge(old, pressed))
    await place.wait(lambda: ordered.struck, "the answer that is held up")
    assert len(table.acts()) == before + 1
    await place.bot.restart()
    with contextlib.suppress(AssertionError):
        await press
    counted = table.kept
    again = await mover.forge(old, pressed)
    assert again.kind == "update"
    assert "older question" in again.text
    assert code_of(pressed) not in [code_of(b.custom_id) for b in again.message.buttons]
    assert table.kept == counted
    # The board catches up by itself, and so does the game.
    assert len(table.acts()) == before + 1
    await table.shown()
    await refresh_all(table)
    assert await table.play(cards=3) == 3


async def test_who_must_act_after_a_restart_is_told_and_old_hands_heal(place, room):
    table = await start_table(room, room.alice, room.bob, room.carol, preset="classic")
    await table.play(cards=1)
    mover = await table.turn()
    old = table.hand(mover)
    await place.bot.restart()
    # Nobody's hand can be pushed to any more, so the next one who is asked is mentioned.
    await mover.forge(old, table.answers(mover)[0])
    reminder = await room.dave.see(
        lambda s: "it is your turn" in s.text and f"<@{mover.id}>" not in s.text, ephemeral=False
    )
    asked = next(p for p in table.people if f"<@{p.id}>" in reminder.text)
    healed = await asked.press(table.hand(asked), "Refresh")
    assert healed.kind == "update"
    await table.answer(asked)
    await place.wait(lambda: room.dave.look(reminder) is None, "the reminder goes")


async def test_a_lobby_and_a_pause_outlive_the_process(place, room):
    table = await open_table(room, room.alice, preset="rounds", target=1)
    lobby = table.board
    await place.bot.restart()
    table.people.append(room.bob)
    joined = await room.bob.press(lobby, "Join")
    assert "You sit in seat 2" in joined.text
    await room.alice.press(lobby, "Add AI (easy)")
    await room.alice.forge(lobby, lobby.control("Start").custom_id)
    # The host's message stems from before the start: it cannot be pushed to, it heals.
    shown = await room.alice.press(table.hand(room.alice), "Refresh")
    assert "Your hand" in shown.text
    await table.play_deal()
    await place.wait(lambda: all(map(table.waits_for_next, table.people)), "everybody's Next")
    await place.bot.restart()
    for person in table.people:
        assert "Next" in table.hand(person).enabled
        answer = await person.press(table.hand(person), "Next")
        assert answer.kind == "update"
    await place.wait(lambda: len(table.acts("deal")) == 2, "the second deal")
    await refresh_all(table)
    assert await table.play(cards=3) == 3


async def test_ai_players_go_on_after_a_start(place, room):
    table = await start_table(room, room.alice, ai=("easy", "normal"), preset="classic")
    await table.play(cards=2)
    await table.turn()
    await table.answer(room.alice)
    await place.bot.restart()
    await room.alice.press(table.hand(room.alice), "Refresh")

    async def my_turn():
        while not table.answers(room.alice):
            await asyncio.sleep(0.1)
            await room.alice.press(table.hand(room.alice), "Refresh")

    await asyncio.wait_for(my_turn(), 10)
    await table.play(cards=1)
