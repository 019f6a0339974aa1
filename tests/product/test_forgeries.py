"""A stranger forges whatever may come in: all is answered, and nothing of it does anything."""

from random import Random

import pytest

from tests.product.stage import trio

pytestmark = pytest.mark.asyncio(loop_scope="module")

BUTTON, MENU = 2, 3
COMPONENT, MODAL = 3, 5
LETTERS = "ab19.:~@-_ \n\u202e\u0661🃏'\";"


def custom_ids(table, rng):
    """Near what a button says, for ever: the codes of every verb, twisted here and there."""
    verbs = ("hand", "join", "leave", "leave.yes", "ai.normal", "start", "sit.1", "next", "back")
    verbs += ("end", "close", "again", "table", "move", "last", "p.QS", "k.4H.2", "t.S", "noai")
    forms = (
        lambda: f"tb:1:{table}:{rng.choice((0, 1, 7, 999_999_999))}:{rng.choice(verbs)}",
        lambda: f"lb:1:{rng.choice(('', 'pluck', 'x'))}:{rng.choice(('wins', 'x'))}:all:9999",
        lambda: f"ru:1:{rng.choice((table, 'none', '@pluck.classic', '@x.y'))}",
        lambda: f"le:1:{rng.choice(('pluck', 'x'))}:{rng.choice(('', 'x'))}::p.QS",
        lambda: f"st:1:{rng.choice(('', 'x', 'hints', 'preset.pluck'))}",
    )
    while True:
        yield _twisted(rng.choice(forms)(), rng)


def _twisted(text, rng):
    for _ in range(rng.choice((0, 0, 1, 2))):
        place = rng.randrange(len(text) + 1)
        cut = rng.randrange(3)
        text = text[:place] + rng.choice(LETTERS) * rng.randrange(3) + text[place + cut :]
    return text[:100] or "x"


def components(rng):
    """What may be written into a form, as one would send it and as one would not."""
    text = rng.choice(["", "normal", "QS", "x" * 4000, "\u202e\u0000", "@everyone", "{braces}"])
    line = {"type": 4, "id": 2, "custom_id": "name", "value": text}
    return rng.choice(
        [
            [{"type": 18, "id": 1, "component": line}],
            [{"type": 1, "id": 1, "components": [line]}],
            [{"type": 18, "id": 1, "component": line}, {"type": 18, "id": 3, "component": line}],
            [],
        ]
    )


@pytest.mark.parametrize("seed", range(3))
async def test_a_stranger_who_forges_everything_changes_nothing(place, room, seed):
    table, rng = await trio(room), Random(seed)
    stranger, discord = room.dave, place.playground.discord
    forged, board, before = custom_ids(table.id, rng), table.board, table.kept
    source = discord.find_message(room.channel, board.id)
    for _ in range(60):
        custom_id = next(forged)
        if rng.random() < 0.3:
            data = {"custom_id": custom_id, "components": components(rng)}
            record = discord.interact(MODAL, stranger.id, room.channel, data, source=source)
        else:
            kind = rng.choice((BUTTON, BUTTON, MENU, 5))
            data = {"custom_id": custom_id, "component_type": kind, "id": 0}
            if kind != BUTTON:
                data |= {"values": [rng.choice(("normal", "x" * 100, "\n", "0"))], "resolved": {}}
            record = discord.interact(COMPONENT, stranger.id, room.channel, data, source=source)
        await place.wait(lambda: record.responded, f"an answer to {custom_id!r}")  # noqa: B023
        if record.message_id is not None:
            answer = discord.find_message(room.channel, record.message_id)
            assert answer is None or answer.is_ephemeral or answer.id == board.id
    assert table.kept == before
    assert place.row(table.id)["channel_id"] == room.channel
    assert await table.turn()


@pytest.mark.parametrize("missing", ["app_permissions", "member", "channel", "message"])
async def test_a_press_that_lacks_something_breaks_nothing(place, room, monkeypatch, missing):
    """Somebody who has just left the server, say, or a field that Discord leaves out."""
    table, discord = await trio(room), place.playground.discord
    mover, emit = await table.turn(), discord._backend.emit
    hand, before = table.hand(mover), table.kept

    def leave_out(event, payload):
        if event == "INTERACTION_CREATE":
            payload = {key: value for key, value in payload.items() if key != missing}
        return emit(event, payload)

    with monkeypatch.context() as odd:
        odd.setattr(discord._backend, "emit", leave_out)
        data = {"custom_id": f"tb:1:{table.id}:0:last", "component_type": BUTTON, "id": 0}
        source = discord.find_message(room.channel, hand.id)
        record = discord.interact(COMPONENT, mover.id, room.channel, data, source=source)
        if missing != "member":
            await place.wait(lambda: record.responded, "an answer")
    answer = await mover.press(hand, "Refresh")
    assert answer.kind == "update"
    assert table.kept == before
