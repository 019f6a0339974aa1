"""The coach in the real process: hints in one's hand, reviews beside it, claims that end a deal."""

import asyncio

import pytest

from tests.product.decks import prepare
from tests.product.stage import ask_of, code_of, open_table, start_table
from tests.product.test_house_in_play import DECKS, answer
from tests.product.witness import Witness

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = {"PLUCK_AI_SECONDS": 0.02, "PLUCK_NEXT_SECONDS": 600}


def button(seen, label):
    return next(each for each in seen.buttons if each.label == label)


def people_of(table):
    return {person.id: seat for seat, person in enumerate(table.people)}


async def review(person, seen, deal=1):
    """Press Review, and wait for what comes of it."""
    await person.press(seen, "Review")
    return await person.see(
        lambda each: f"### Hand {deal}: your choices" in each.text, ephemeral=True
    )


async def hint(table, person):
    """Press Hint, and wait until the hand shows one: it may be announced first."""
    await person.press(table.hand(person), "Hint")
    await table.place.wait(lambda: table.hand(person).text.startswith("💡 "), "a hint")


async def test_a_hint_redraws_the_hand_and_changes_nothing(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    before, hints = place.count, 0
    while hints < 6:
        await table.turn()
        kept, hand = table.kept, table.hand(room.alice)
        asked = ask_of(table.answers(room.alice)[0])
        await hint(table, room.alice)
        assert table.hand(room.alice).id == hand.id
        assert table.kept == kept
        assert ask_of(table.answers(room.alice)[0]) == asked
        await room.alice.press(table.hand(room.alice), "Refresh")
        assert not table.hand(room.alice).text.startswith("💡 ")
        await hint(table, room.alice)
        hints += 1
        await table.answer(room.alice)
        await table.place.wait(lambda: table.anybody_next() or table.asked(), "the next question")
    await table.play_deal()
    await room.alice.slash("pluck end", table=table.id)
    Witness(await table.record()).check(place.calls(before), people_of(table))


async def test_hints_can_be_switched_off(place, room):
    table = await open_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    editor = await room.alice.press(table.board, "House rules")
    await room.alice.press(editor.message, "No hints")
    await table.start()
    await table.turn()
    kept, hand = table.kept, table.hand(room.alice)
    assert "Hint" not in hand.labels
    forged = await room.alice.forge(hand, f"tb:1:{table.id}:0:hint")
    assert "💡" not in forged.text
    assert table.kept == kept


async def test_a_review_comes_beside_the_hand_and_names_only_ones_own_cards(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    await table.play_deal()
    kept = table.kept
    hand = await place.wait(
        lambda: "Review" in table.hand(room.alice).labels and table.hand(room.alice), "a review"
    )
    told = await review(room.alice, hand)
    assert "I looked at" in told.text or "There was time for" in told.text
    assert table.kept == kept
    assert "Next" in table.hand(room.alice).enabled, "the hand is still there"
    last = await room.alice.press(table.hand(room.alice), "Last hand")
    assert "Review" in last.message.labels


async def test_a_review_holds_up_neither_the_hand_nor_the_others(place, room):
    table = await start_table(room, room.alice, room.bob, ai=["hard"], preset="classic")
    await table.play_deal()
    await place.wait(lambda: table.waits_for_next(room.alice), "Alice's Next")
    hand = table.hand(room.alice)
    asking = asyncio.create_task(review(room.alice, hand))
    await table.all_press_next()
    await table.turn()
    await table.play(cards=2)
    assert (await asking).ephemeral


async def test_a_forged_review_opens_nothing(place, room):
    table = await start_table(room, room.alice, room.bob, ai=["easy"], preset="classic")
    await table.play(cards=2)
    kept = table.kept
    for deal in ("1", "2", "99999", "x", ""):
        answer = await room.alice.forge(table.board, f"tb:1:{table.id}:0:review.{deal}")
        assert "your choices" not in answer.text
    await table.play_deal()
    stranger = await room.dave.forge(table.board, f"tb:1:{table.id}:0:review.1")
    assert "your choices" not in stranger.text
    assert kept != table.kept


async def test_a_claim_ends_the_deal_for_everybody(place, room):
    people = claimer, bob = room.alice, room.bob
    prepare(place, DECKS["mighty"])
    table = await start_table(room, *people, ai=["easy"], preset="classic", target=200)
    before = place.count
    await answer(table, claimer, "t.S")
    await answer(table, bob, "p.2C")
    await answer(table, claimer, "p.AC")
    await place.wait(lambda: "Take the rest" in table.hand(claimer).enabled, "the claim")
    acts = len(table.acts("play"))
    hand = table.hand(claimer)
    assert "**The rest is yours**" in hand.text
    cards = sum(code_of(each.custom_id).startswith("p.") for each in hand.buttons)
    await claimer.press(hand, "Take the rest")
    await place.wait(table.anybody_next, "the end of the deal")
    assert len(table.acts("play")) == acts + 3 * cards
    told = f"**{claimer.name.capitalize()}** claimed the last {cards} books."
    await table.on_board(told)
    await place.wait(lambda: all(told in table.hand(each).text for each in people), told)
    for person in people:
        last = await person.press(table.hand(person), "Last hand")
        assert told in last.message.text
    kept = table.kept
    stale = await claimer.forge(table.hand(claimer), button(hand, "Take the rest").custom_id)
    assert "older question" in stale.text
    assert table.kept == kept
    await room.alice.slash("pluck end", table=table.id)
    Witness(await table.record()).check(place.calls(before), people_of(table))


async def test_a_claim_that_is_not_certain_is_refused(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    await table.turn()
    kept, asked = table.kept, ask_of(table.answers(room.alice)[0])
    hand = table.hand(room.alice)
    refused = await room.alice.forge(hand, f"tb:1:{table.id}:{asked}:claim")
    assert "Here is your hand as it is now." in refused.text
    assert table.kept == kept
