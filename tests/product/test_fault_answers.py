"""Everything that can become of the answer to a press, one after the other in one match.

Whatever Discord does with the answer: the card is played once, the same press again is an older
question, the hand shows what is true, and the next person is asked.
"""

import asyncio
import contextlib
import json
from collections import Counter
from dataclasses import replace

import pytest

from bot.playground import Fault
from tests.product.stage import CALLBACK, cards_in, code_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

IMPATIENT = 0.35
"""Seconds after which these people press again."""

NOT_REPEATED = [10062, 40060, 10015, 50027, 10008, 10003, 50001, 50013, 50083, 160005, 50035]
FAULTS = {
    **{f"refused with {code}": (Fault.refused(CALLBACK, code), 1) for code in NOT_REPEATED},
    "an emoji refused": (Fault.bad_emoji(CALLBACK), 1),
    "applied, its reply lost": (Fault.lost_reply(CALLBACK), 1),
    "applied, no reply sent": (Fault.never_answers(CALLBACK, apply=True), 1),
    "applied, then a 502": (Fault.fails(CALLBACK, 502, apply=True), 2),
    "connection reset": (Fault.hangs_up(CALLBACK), 1),
    "no reply at all": (Fault.never_answers(CALLBACK), 1),
    "500": (Fault.fails(CALLBACK, 500), 2),
    "503": (Fault.fails(CALLBACK, 503), 2),
    "504": (Fault.fails(CALLBACK, 504), 2),
    "429": (Fault.limited(CALLBACK, 0.3), 2),
    "429 for everybody": (Fault.limited(CALLBACK, 0.3, scope="global"), 2),
    "429 from elsewhere": (Fault.limited(CALLBACK, 0.3, scope="shared"), 2),
    "429 without Via": (Fault.banned(CALLBACK), 1),
    "a 429 that says nothing": (Fault.garbled(CALLBACK, "{}", 429), 2),
    "a 429 for very long": (Fault.limited(CALLBACK, 3600), 1),
    "a 502 that says nothing": (Fault.garbled(CALLBACK, "", 502), 2),
    "a refusal that says nothing": (Fault.garbled(CALLBACK, "[]", 400), 1),
    "applied, its reply cut short": (Fault.garbled(CALLBACK, '{"id": "12'), 1),
    "applied, its reply empty": (Fault.garbled(CALLBACK, ""), 1),
    "slow": (Fault.slow(CALLBACK, 1.0), 1),
    "later than Discord waits": (Fault.slow(CALLBACK, 3.2), 1),
}
"""What goes wrong, and how often the answer may be sent because of it."""


@pytest.mark.parametrize(("fault", "sent"), FAULTS.values(), ids=FAULTS)
async def test_a_card_is_played_once_whatever_becomes_of_the_answer(
    watched, match, fault, sent, monkeypatch
):
    mover = await match.turn()
    hand, pressed = match.hand(mover), match.answers(mover)[0]
    acts, before = match.acts(), watched.count
    ordered = watched.playground.faults.add(replace(fault))
    with monkeypatch.context() as hasty, contextlib.suppress(AssertionError):
        hasty.setattr(watched.playground.people, "_patience", IMPATIENT)
        await mover.forge(hand, pressed)
    await watched.wait(lambda: ordered.struck, "the fault")
    watched.playground.faults.clear()
    again = await mover.forge(hand, pressed)
    assert "older question" in again.text
    assert code_of(pressed).partition(".")[2] not in cards_in(again.message)
    assert match.acts()[:-1] == acts
    assert match.acts()[-1]["card"] == code_of(pressed).partition(".")[2]
    await match.turn()
    assert max(Counter(call.path for call in watched.calls(before, CALLBACK)).values()) <= sent
    assert match.status == "playing"


async def test_a_hand_whose_answer_was_lost_is_redrawn_by_itself(watched, match, monkeypatch):
    monkeypatch.setattr(watched.playground.people, "_patience", IMPATIENT)
    mover = await match.turn()
    pressed = match.answers(mover)[0]
    watched.playground.faults.add(Fault.hangs_up(CALLBACK))
    with contextlib.suppress(AssertionError):
        await mover.forge(match.hand(mover), pressed)
    await watched.wait(
        lambda: code_of(pressed).partition(".")[2] not in cards_in(match.hand(mover)),
        "the hand without the card",
    )


async def test_two_presses_of_one_person_at_once_play_one_card(watched, match):
    mover = await match.turn()
    hand, choices, acts = match.hand(mover), match.answers(mover), len(match.acts())
    before = watched.count
    await asyncio.gather(*(mover.forge(hand, choices[i % len(choices)]) for i in range(4)))
    assert len(match.acts()) == acts + 1
    # Of what the hand showed one after the other: the last answer is all that is left to be seen.
    shown = [json.dumps(call.body) for call in watched.calls(before, CALLBACK)]
    assert len(shown) == 4
    assert sum("older question" in each for each in shown) == 3
    assert await match.turn()
