"""AI players at the table, and partners four-handed."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.product.stage import CALLBACK, EDIT, POST, PUSH, answers, code_of, start_table
from tests.product.witness import Witness

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = {"PLUCK_AI_SECONDS": 0.02}


def spacing(edits):
    """The shortest time between two of these requests."""
    times = sorted(edit.at for edit in edits)
    return min((b - a for a, b in pairwise(times)), default=99.0)


async def test_one_person_plays_a_match_with_two_ai_players(place, room):
    table = await start_table(room, room.alice, ai=["easy", "normal"], preset="rounds", target=1)
    before = place.count
    cards = await table.play()
    await table.on_board(lambda seen: "🏆" in seen.text)
    own = [act["by"] for act in table.acts("play") if act["seat"] == 0]
    assert len(own) == 3 * 17
    assert cards == own.count("player"), "an AI player who takes the rest ends the hand at once"
    assert len(table.acts("play")) == 3 * 51
    calls = place.calls(before)
    kinds = Counter(call.key for call in calls)
    assert set(kinds) <= {CALLBACK, PUSH, EDIT, POST}
    answered = cards + len([a for a in table.acts() if a["seat"] == 0 and a["type"] != "play"])
    answers_to = Counter(call.path for call in calls if call.key == CALLBACK)
    assert set(answers_to.values()) == {1}, "one answer a press, steps of a pluck included"
    # An AI's card costs nothing but the board: hands are pushed when it is the person's turn.
    assert kinds[PUSH] <= answered + 3 * 12
    boards = [call for call in calls if call.key in (EDIT, POST)]
    assert kinds[EDIT] <= (calls[-1].at - calls[0].at) + 2 + kinds[POST]
    same = Counter(call.path for call in boards)
    for path in same:
        assert spacing([call for call in boards if call.path == path and call.key == EDIT]) > 0.9
    # Plucks and all, nothing was told to anybody who could not know it.
    witness = Witness(await table.record())
    # What is tidied up at the table of the test before belongs to another channel.
    ours = [each for each in place.calls(before) if each.audience or str(room.channel) in each.path]
    assert witness.check(ours, {room.alice.id: 0})[0] > 10
    # Practice is no match for the leaderboard.
    stats = (await room.alice.slash("stats")).text
    practice = stats.partition("practice")[2]
    assert "1 match" in practice
    assert "Nobody stands here yet" in (await room.alice.slash("leaderboard")).text


async def test_ai_players_play_on_without_any_call_but_the_board(place, room):
    """While the person thinks, nothing is sent at all."""
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    await table.play(cards=1)
    await table.turn()
    await place.quiet(1.3)
    acts, before = len(table.acts()), place.count
    while len(table.acts()) - acts < 2:  # a person who takes the book leads the next at once
        before, acts = place.count, len(table.acts())
        await table.answer(room.alice)
        await table.turn()
        await place.quiet(1.3)
    await table.shown()
    kinds = Counter(call.key for call in place.calls(before))
    assert kinds == {CALLBACK: 1, PUSH: 1, EDIT: kinds[EDIT]}
    calls = place.calls(before)
    assert 1 <= kinds[EDIT] <= calls[-1].at - calls[0].at + 2


async def test_four_people_play_partners(place, room):
    people = [room.alice, room.bob, room.carol, room.dave]
    table = await start_table(room, *people, preset="partners", target=2)
    await table.play(cards=1)
    board = await table.on_board("My hand")
    assert "Alice & Carol" in board.text.replace("**", "")
    before = place.count
    cards = await table.play(until=table.deals_scored)
    assert cards == 51
    calls = place.calls(before)
    assert len(calls) <= 3 * cards + 12


async def to_a_pluck(table):
    """Play until plucks are asked for; the people who are."""

    def pluckers():
        return [p for p in table.people if any("k." in code_of(c) for c in table.answers(p))]

    await table.play(until=pluckers)
    assert pluckers(), "the match ended without a pluck"
    return pluckers()


async def test_either_partner_plucks_and_the_others_prompt_is_drawn_anew(place, room):
    people = [room.alice, room.bob, room.carol, room.dave]
    table = await start_table(room, *people, preset="partners", target=60)
    pluckers = await to_a_pluck(table)
    await place.wait(lambda: len([p for p in people if table.answers(p)]) == 2, "both partners")
    first, second = pluckers = [p for p in people if table.answers(p)]
    assert people.index(second) - people.index(first) == 2
    for each in pluckers:
        text = table.hand(each).text
        assert "Pluck" in text
        assert "left" in text
    old = table.hand(second)
    seat, count = people.index(first), len(table.acts("pluck"))
    while len(table.acts("pluck")) == count:
        choice = next(c for c in table.answers(first) if "k." in code_of(c))
        shown = await first.forge(table.hand(first), choice)
        assert shown.kind == "update"
    pluck = table.acts("pluck")[-1]
    assert pluck["seat"] == seat
    # The partner's open question has changed, so it is drawn anew; the old buttons are stale.
    await place.wait(
        lambda: set(answers(table.hand(second))).isdisjoint(answers(old)), "a new prompt"
    )
    stale = await second.forge(old, answers(old)[0])
    assert stale.message.ephemeral
    assert len(table.acts("pluck")) == count + 1
    # Only the two seats see which cards went and came.
    target = people[pluck["target"]]
    await place.wait(
        lambda: (
            "plucked you" in table.hand(target).text or ("straight back" in table.hand(target).text)
        ),
        "what was taken",
    )
    assert "You plucked" in table.hand(first).text or "straight back" in table.hand(first).text
    for other in people:
        if other.name not in (first.name, target.name):
            assert "plucked" not in table.hand(other).text

    def prompts(person):
        return [each for each in table.answers(person) if code_of(each).startswith("k.")]

    # Once none is left the prompts of both are gone, whoever has made the last.
    while prompts(first):
        await first.forge(table.hand(first), prompts(first)[0])
    await place.wait(lambda: not prompts(first) + prompts(second), "no prompt is left")
    await place.wait(lambda: "Pluck whom" not in table.hand(second).text, "the partner sees it")


async def test_two_people_and_two_ai_players_as_partners(place, room):
    table = await start_table(
        room, room.alice, room.bob, ai=["normal", "easy"], preset="partners", target=3
    )
    for _ in range(2):
        await table.play(until=lambda: table.anybody_next() or table.is_over())
        if table.is_over():
            break
        await table.all_press_next()
    assert {act["by"] for act in table.acts("play")} == {"player", "ai"}
    # An AI partner leaves the plucks to the person beside it.
    people = {0, 1}
    for act in table.acts("pluck"):
        assert act["seat"] in people
    assert room.alice.received()


async def test_the_strongest_ai_players_search_and_nobody_waits_for_them(place, room):
    table = await start_table(room, room.alice, ai=["hard", "hard"], preset="rounds", target=1)
    before = place.count
    for _ in range(2):
        await table.play_deal()
        await table.all_press_next()
    assert {act["by"] for act in table.acts("play")} == {"player", "ai"}
    assert "the search fails" not in place.bot.log
    await room.alice.slash("pluck end", table=table.id)
    # What they found in another process is told to nobody who could not know it.
    witness = Witness(await table.record())
    # What is tidied up at the table of the test before belongs to another channel.
    ours = [each for each in place.calls(before) if each.audience or str(room.channel) in each.path]
    assert witness.check(ours, {room.alice.id: 0})[0] > 10
