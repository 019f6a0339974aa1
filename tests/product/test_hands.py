"""The private hand: when it is redrawn by itself, when it is not, and how it heals."""

from collections import Counter

import pytest

from tests.product.stage import CALLBACK, PUSH, answers, cards_in, code_of, start_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def pushes(place, since):
    """How many hands were redrawn by themselves, by person."""
    return Counter(call.audience for call in place.calls(since, PUSH))


async def trio(room, **options):
    people = [room.alice, room.bob, room.carol]
    return await start_table(room, *people, **{"preset": "classic", **options})


async def test_the_answer_to_join_becomes_the_hand_at_the_start(place, room):
    table = await trio(room)
    await place.wait(lambda: all(cards_in(table.hand(p)) for p in table.people), "three hands")
    for person in table.people:
        assert len([s for s in person.visible_messages() if s.ephemeral]) == 1
        hand = table.hand(person)
        assert len(cards_in(hand)) == 17
        assert hand.text.startswith("### Your hand")
    everything = [cards_in(table.hand(person)) for person in table.people]
    assert len(set.union(*everything)) == 51


async def test_all_hands_are_redrawn_at_the_trump_and_only_the_next_ones_at_a_card(place, room):
    table = await trio(room)
    caller = await table.turn()
    assert "Name trump" in table.hand(caller).text
    await place.quiet()
    before = place.count
    trump = next(c for c in table.answers(caller) if code_of(c) == "t.S")
    await table.answer(caller, trump)
    await place.wait(lambda: all("♠ Spades" in table.hand(p).text for p in table.people), "trump")
    await place.quiet()
    assert pushes(place, before)[caller.id] <= 1
    assert {p.id for p in table.people if p.name != caller.name} <= set(pushes(place, before))
    for _ in range(4):
        mover, before = await table.turn(), place.count
        await table.answer(mover)
        follower = await table.turn()
        await place.quiet()
        told = {} if follower.name == mover.name else {follower.id: 1}
        assert pushes(place, before) == told
        assert len(place.calls(before, CALLBACK)) == 1


async def test_the_hand_tells_why_cards_are_dimmed(place, room):
    table = await trio(room)
    await table.play(until=lambda: len(table.acts("play")) == 1)
    mover = await table.turn()
    hand = table.hand(mover)
    assert "Your turn" in hand.text
    clubs = {c for c in cards_in(hand) if c.endswith("C")}
    trump = table.acts("trump")[0]["suit"]
    if trump != "C" and clubs:
        assert "Follow clubs" in hand.text
        legal = {code_of(c).partition(".")[2] for c in answers(hand)}
        assert legal == clubs
        assert set(hand.disabled) - {"Last hand"}
    assert "Refresh" in hand.enabled


async def test_my_hand_twice_opens_two_and_the_newer_one_lives(place, room):
    table = await trio(room)
    await table.play(cards=1)
    board = await table.on_board("My hand")
    mover = await table.turn()
    old = table.hand(mover)
    first = (await mover.press(board, "My hand")).message
    second = (await mover.press(board, "My hand")).message
    assert len({old.id, first.id, second.id}) == 3
    assert first.ephemeral
    assert second.ephemeral
    assert cards_in(first) == cards_in(second) == cards_in(old)
    # An older one leads to the newest; pressed as it was it plays nothing, and is the hand again.
    for older in (old, first):
        await place.wait(lambda: not answers(mover.look(older)), "the way to the newest")  # noqa: B023
        healed = await mover.forge(older, answers(older)[0])
        assert healed.kind == "update"
        assert "older question" in healed.text
        assert cards_in(healed.message) == cards_in(old)
    assert len(table.acts("play")) == 1
    await mover.forge(healed.message, answers(healed.message)[0])
    assert len(table.acts("play")) == 2
    # What was touched last is what is redrawn.
    while (asked := await table.turn()).name != mover.name:
        await table.answer(asked)
    assert answers(mover.look(first))
    assert not answers(mover.look(second))


async def test_a_hand_put_away_comes_back_by_my_hand_or_the_command(place, room):
    table = await trio(room)
    await table.play(cards=1)
    board = await table.on_board("My hand")
    mover = await table.turn()
    cards = cards_in(table.hand(mover))
    mover.dismiss(table.hand(mover))
    shown = await mover.press(board, "My hand")
    assert cards_in(shown.message) == cards
    mover.dismiss(shown.message)
    shown = await mover.slash("pluck hand")
    assert shown.message.ephemeral
    assert cards_in(shown.message) == cards
    await mover.forge(shown.message, answers(shown.message)[0])
    assert len(table.acts("play")) == 2


async def test_a_pluck_is_shown_to_both_until_the_first_trick_is_over(place, room):
    table = await trio(room, preset="rounds", target=2)

    def plucking():
        return [p for p in table.people if any("k." in code_of(c) for c in table.answers(p))]

    await table.play(until=plucking)
    (plucker,) = plucking()
    while not table.acts("pluck"):
        await place.quiet(0.3)
        before = place.count
        choice = next(c for c in table.answers(plucker) if "k." in code_of(c))
        is_step = ".to." in code_of(choice)
        rows = table.kept
        shown = await plucker.forge(table.hand(plucker), choice)
        assert shown.kind == "update"
        if is_step:
            assert "Back" in shown.message.enabled
            assert table.kept == rows, "choosing whom commits nothing"
    pluck = table.acts("pluck")[0]
    target = table.people[pluck["target"]]
    third = next(p for p in table.people if p.name not in (plucker.name, target.name))
    await place.wait(lambda: pluck_line(table.hand(target)), "what was taken")
    assert pluck_line(table.hand(plucker))
    assert not pluck_line(table.hand(third))
    assert target.id in pushes(place, before)
    assert "Plucks:" in (await table.on_board("Plucks:")).text
    await table.play(until=lambda: len(table.acts("trump")) == 2)
    tricks = len(table.acts("play"))
    await table.play(until=lambda: len(table.acts("play")) == tricks + 2)
    assert pluck_line(table.hand(target)) or pluck_line(table.hand(plucker))
    await table.play(until=lambda: len(table.acts("play")) == tricks + 6)
    for person in table.people:
        await person.press(table.hand(person), "Refresh")
        assert not pluck_line(table.hand(person))


def pluck_line(hand):
    return any(
        line.startswith(("You plucked", "You offered"))
        or " plucked you: " in line
        or " offered you " in line
        for line in hand.text.splitlines()
    )


async def test_looking_back_at_the_last_deal_leaves_the_hand_where_it_is(place, room):
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="rounds", target=1)
    await table.play(until=table.deals_scored)
    await place.wait(lambda: table.waits_for_next(room.alice), "the end of the deal")
    hand = table.hand(room.alice)
    shown = await room.alice.press(hand, "Last hand")
    assert shown.kind == "message"
    assert "Hand 1, book by book" in shown.text
    assert len(shown.text.splitlines()) >= 17
    assert table.hand(room.alice).id == hand.id
    await room.alice.press(table.hand(room.alice), "Next")
    await place.wait(lambda: len(table.acts("deal")) == 2, "the second deal")


async def test_a_press_on_an_old_hand_that_cannot_be_pushed_any_more_heals_it(place, room):
    """After fifteen minutes no token lives, and still every press is answered."""
    table = await trio(room)
    await table.play(cards=2)
    mover = await table.turn()
    place.playground.discord.advance(16 * 60)
    old = table.hand(mover)
    answer = await mover.forge(old, answers(old)[0])
    assert answer.kind == "update"
    reminder = None
    follower_ids = [p.id for p in table.people if p.name != mover.name]
    await place.quiet(0.5)
    if not any(p.name == mover.name for p in table.asked()):
        reminder = await room.dave.see("it is your turn", ephemeral=False)
        assert any(f"<@{user}>" in reminder.text for user in follower_ids)
    assert not [line for line in place.bot.logs if "Traceback" in line]


async def test_who_leaves_does_not_keep_the_cards_before_them(place, room):
    table = await trio(room)
    await place.wait(lambda: all(cards_in(table.hand(p)) for p in table.people), "three hands")
    hand = table.hand(room.bob)
    asked = await room.bob.press(await table.on_board("Leave"), "Leave")
    assert cards_in(room.bob.look(hand)), "asking once more changes nothing"
    await room.bob.press(asked.message, "Yes, leave the match")
    await place.wait(lambda: not cards_in(room.bob.look(hand)), "the hand to be taken away")
    assert "no seat" in room.bob.look(hand).text
