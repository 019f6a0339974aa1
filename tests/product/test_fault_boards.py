"""The calls that nobody waits for: boards that are edited, hands that are redrawn.

Whatever becomes of one of them, the match goes on, everything is shown in the end, and nothing is
asked for again in a hurry.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.playground import FOREVER, Fault
from tests.product.stage import EDIT, POST, PUSH, answers, open_place, trio

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHANNELS = "/channels/"

EDITS = {
    "applied, its reply lost": (Fault.lost_reply(EDIT), 2),
    "connection reset": (Fault.hangs_up(EDIT), 2),
    "503": (Fault.fails(EDIT, 503), 2),
    "an emoji refused": (Fault.bad_emoji(EDIT), 2),
    "429 for everybody": (Fault.limited(EDIT, 0.5, scope="global"), 2),
    "an old message": (Fault.too_old(EDIT, 0.5), 2),
    "slow": (Fault.slow(EDIT, 1.5), 1),
    "a 429 that says nothing": (Fault.garbled(EDIT, "null", 429), 2),
    "a 502 that says nothing": (Fault.garbled(EDIT, "", 502), 2),
    "applied, its reply cut short": (Fault.garbled(EDIT, '{"id": "12'), 2),
    "applied, its reply a page": (Fault.garbled(EDIT, "<html>"), 2),
}
"""What goes wrong with a board, and how often it may be edited until it shows the newest."""

PUSHES = {
    **{f"refused with {code}": Fault.refused(PUSH, code) for code in (10008, 10015, 50027)},
    "applied, its reply lost": Fault.lost_reply(PUSH),
    "connection reset": Fault.hangs_up(PUSH),
    "429 without Via": Fault.banned(PUSH),
}
"""What goes wrong with a hand so that it can no longer be redrawn."""

FOR_LONG = {
    "503": Fault.fails(CHANNELS, 503, FOREVER),
    "429 without Via": Fault.banned(CHANNELS, FOREVER),
}


@pytest.mark.parametrize(("fault", "edits"), EDITS.values(), ids=EDITS)
async def test_a_board_shows_the_newest_in_the_end(watched, match, fault, edits):
    await match.shown()
    acts, before = match.acts(), watched.count
    ordered = watched.playground.faults.add(replace(fault))
    await match.answer(await match.turn())
    await watched.wait(lambda: ordered.struck and match.is_shown(), "the board")
    assert match.acts()[:-1] == acts
    assert len(watched.calls(before, EDIT)) <= edits
    assert watched.calls(before, POST) == []
    assert len(match.boards()) == 1
    assert match.status == "playing"
    assert await match.turn()


@pytest.mark.parametrize("fault", FOR_LONG.values(), ids=FOR_LONG)
async def test_a_channel_that_fails_for_long_is_tried_ever_more_slowly(watched, match, fault):
    await match.shown()
    acts, before = match.acts(), watched.count
    watched.playground.faults.add(replace(fault))
    for _ in range(2):
        await match.answer(await match.turn())
    await watched.quiet(1.5)
    tried = [call.at for call in watched.calls(before) if CHANNELS in call.key]
    assert tried
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert all(wait > 0.9 * 2**number for number, wait in enumerate(waits)), waits
    watched.playground.faults.clear()
    await match.shown()
    assert match.acts()[:-2] == acts


@pytest.mark.parametrize("fault", PUSHES.values(), ids=PUSHES)
async def test_a_hand_that_cannot_be_redrawn_is_given_up_and_heals_when_pressed(
    watched, match, fault
):
    acts, before = match.acts(), watched.count
    ordered = watched.playground.faults.add(replace(fault))
    await match.play(cards=6, until=lambda: ordered.struck)
    await match.shown()
    pushes = Counter(call.path for call in watched.calls(before, PUSH))
    assert max(pushes.values()) == 1
    for person in match.people:
        healed = await person.press(match.hand(person), "Refresh")
        assert healed.kind == "update"
    assert match.acts()[: len(acts)] == acts
    assert await match.turn()


async def test_a_board_that_is_held_up_holds_up_no_hand(watched, match):
    await match.shown()
    before = watched.count
    ordered = watched.playground.faults.add(Fault.limited(EDIT, 4.0, times=FOREVER))
    await match.answer(await match.turn())
    await watched.wait(lambda: ordered.struck, "the board's edit")
    for _ in range(3):
        await match.answer(await match.turn())
    assert {call.status for call in watched.calls(before, EDIT)} == {429}
    watched.playground.faults.clear()
    await match.shown()


@pytest.mark.parametrize("scope", ["user", "global"])
async def test_a_board_waits_for_as_long_as_discord_says(watched, match, scope):
    """Longer than a call may last: nothing is asked for before, and the hands go on meanwhile."""
    await match.shown()
    before = watched.count
    ordered = watched.playground.faults.add(Fault.limited(EDIT, 17.0, scope=scope))
    await match.answer(await match.turn())
    await watched.wait(lambda: ordered.struck, "the limit")
    await match.answer(await match.turn())
    await match.shown()
    edits = watched.calls(before, EDIT)
    assert [call.status for call in edits] == [429, 200]
    assert edits[1].at - edits[0].at >= 17


async def test_a_board_that_has_grown_old_keeps_up_all_the_same(tmp_path):
    """Discord takes few edits of a message older than an hour, and no token of then any more."""
    async with open_place(tmp_path) as place:
        match = await trio(place.room())
        place.playground.discord.advance(3601)
        for _ in range(6):
            mover = await match.turn()
            pressed = match.answers(mover)[0]
            await match.answer(mover, pressed)
            for person in match.people:
                await person.press(match.hand(person), "Refresh")
        await match.shown()
        assert len(match.acts("play")) == 7
        assert len(place.playground.invalid_requests) <= 6
        assert place.complaints() == []


async def test_a_hand_that_hangs_is_given_up_and_its_owner_mentioned(watched, match):
    ordered = watched.playground.faults.add(Fault.never_answers(PUSH))
    await match.play(cards=6, until=lambda: ordered.struck)
    reminder = await match.host.see("it is your turn", ephemeral=False)
    asked = next(person for person in match.people if f"<@{person.id}>" in reminder.text)
    shown = await asked.press(match.hand(asked), "Refresh")
    assert answers(shown.message)
