"""One person presses a hundred times at once; the others are answered as if nothing were."""

import asyncio

import pytest

from tests.product.stage import trio

pytestmark = pytest.mark.asyncio(loop_scope="module")

FLOOD = 100


@pytest.mark.parametrize("code", ["hand", "p.QS"])
async def test_a_flood_keeps_nobody_else_waiting_and_is_answered(place, room, code):
    table = await trio(room)
    board, people = table.board, place.playground.people
    answered: list[str] = []

    async def press(person, what):
        custom_id = f"tb:1:{table.id}:{what}"
        answer = await people.press(person.id, room.channel, board.id, custom_id, kind=2, values=())
        answered.append(person.name)
        return answer.kind

    wanted = "0:hand" if code == "hand" else f"1:{code}"
    flood = [asyncio.ensure_future(press(room.alice, wanted)) for _ in range(FLOOD)]
    assert await press(room.bob, "0:hand") == "message"
    assert answered.count("alice") < FLOOD / 2, "Bob was answered before most of the flood"
    kinds = await asyncio.gather(*flood)
    assert set(kinds) <= {"message", "deferred_update"}
    assert kinds.count("message") >= 10
    assert kinds.count("deferred_update") > FLOOD / 2
    assert await press(room.alice, "0:hand") == "message", "and Alice is welcome again"
