"""Pinochle by two people, from `/pinochle new` to the winner, and all that a server keeps of it."""

import asyncio
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from tests.product.decks import PACK, prepare, stacked
from tests.product.place import Place, Room
from tests.product.stage import Table, code_of, open_table, run_bot, start_table
from tests.product.witness import Witness, cards_named

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = {"PLUCK_AI_SECONDS": 0.01}


async def seated(room: Room, *, decks: list[list[str]] = (), **options: Any) -> Table:
    """Alice and Bob at a table of Pinochle, the first question put."""
    prepare(room.place, decks)
    table = await start_table(room, room.alice, room.bob, game="pinochle", **options)
    await table.turn()
    return table


async def play(table: Table, person: Any, code: str) -> Any:
    """Press the button with that code (`p.AS~1` is a second copy); the hand afterwards."""
    ids = [each for each in table.answers(person) if each.endswith(f":{code}")]
    assert ids, f"no {code} among {[code_of(each) for each in table.answers(person)]}"
    return (await table.answer(person, ids[0])).message


async def trick(table: Table, led: str, given: str) -> None:
    """Alice leads and Bob plays."""
    await play(table, table.people[0], led)
    await table.place.wait(lambda: table.answers(table.people[1]), "Bob's turn")
    await play(table, table.people[1], given)
    await table.place.wait(lambda: table.answers(table.people[0]), "Alice's turn")


async def refused(table: Table, person: Any, code: str, why: str = "older question") -> None:
    """A forged button gets a private sentence, and nothing changes.

    One that its message does not show is an older question for whoever presses it.
    """
    before, hand = table.kept, table.hand(person)
    ask = next(iter(table.answers(person)), hand.buttons[0].custom_id).split(":")[3]
    answer = await person.forge(hand, f"tb:1:{table.id}:{ask}:{code}")
    assert answer.message is not None
    assert answer.message.ephemeral
    assert why in answer.text, code
    assert table.kept == before


async def single_deal(room: Room, *people: Any, **options: Any) -> Table:
    """A table at which one deal is the match, by a house rule."""
    table = await open_table(room, *people, game="pinochle", **options)
    editor = (await people[0].press(table.board, "House rules")).message
    await people[0].select(editor, "Match", "deal")
    for guest in people[1:]:
        await guest.press(await table.on_board("asked again"), "I agree")
    await table.on_board("One hand is the whole match.")
    await table.on_board("Alice can press Start")
    await table.start()
    return table


# ---------------------------------------------------------------- by hand


async def test_two_seats_are_free_until_somebody_joins(room):
    table = await open_table(room, room.alice, game="pinochle")
    board = table.board.text
    assert "Pinochle · a table is open" in board
    assert "The first to 1000 points wins." in board
    assert "One seat is still free" in board
    assert board.count("free") == 2
    await room.bob.press(table.board, "Join")
    await table.on_board("Alice can press Start")
    join = table.board.control("Join")
    assert join.disabled
    assert "All seats are taken" in (await room.carol.forge(table.board, join.custom_id)).text


async def test_tricks_melds_and_the_nine_by_pressing_buttons(room):
    table = await seated(room, decks=stacked())
    alice, bob = table.people
    hand = table.hand(alice)
    assert [code_of(each) for each in table.answers(alice)].count("p.AS") == 2
    assert "turn-up **A♥**" in hand.text
    assert "there is no need to follow" not in hand.text, "who leads need not be told so"
    await refused(table, alice, "m.KHQH")  # there is no trick yet
    await refused(table, bob, "p.JS")  # it is not his turn
    await play(table, alice, "p.AS~1")
    # The other copy on the hand as it was, in a double press: it is not played as well.
    twin = next(each.custom_id for each in hand.buttons if code_of(each.custom_id) == "p.AS")
    double = await alice.forge(hand, twin)
    assert "older question" in double.text
    assert len(table.acts("play")) == 1
    await table.place.wait(lambda: table.answers(bob), "Bob's turn")
    assert "there is no need to follow" in table.hand(bob).text
    await play(table, bob, "p.JS")

    await table.place.wait(lambda: table.answers(alice), "what Alice may lay")
    hand = table.hand(alice)
    assert hand.enabled[:6] == [
        "Exchange the 9♥ for the A♥ · 10",
        "Show the 9♥ · 10",
        "The royal marriage in hearts · 40",
        "A pinochle · 40",
        "A marriage in clubs · 20",
        "Draw on",
    ]
    for forged in ("m.KDQD", "m.ASKS", "m.", "m.x", "m.QSJDQSJD", "d.", "d.y", "p.AS"):
        await refused(table, alice, forged)
    shown = await play(table, alice, "d.x")
    assert "turn-up **9♥**" in shown.text
    assert "A♥" in shown.text
    for again in ("d.x", "d.s"):
        await refused(table, alice, again)
    await play(table, alice, "m.QSJD")
    board = await table.on_board("a pinochle, 40")
    assert "Alice: the nine for the turn-up, 10" in board.text
    assert "Melds 50 · 1 trick · score 0" in board.text
    assert "On the table: Q♠ J♦" in board.text
    assert "22 cards left to draw" in board.text

    # The other ace of spades is there still, and is played like the first one.
    await trick(table, "p.AS", "p.9S")
    await play(table, alice, "m.KHQH")
    await table.on_board("the royal marriage in hearts, 40")
    # What lies on the table can be played; then it lies there no longer.
    assert "On the table before you:" in table.hand(alice).text
    await play(table, alice, "p.QS")
    await table.on_board("Alice **Q♠**")
    assert "On the table: J♦ K♥ Q♥" in table.board.text
    await refused(table, bob, "d.x")


async def test_only_who_holds_a_nine_may_exchange_it(room):
    decks = stacked()
    decks[0][:2] = reversed(decks[0][:2])  # now Alice deals, and what was hers is Bob's
    table = await seated(room, decks=decks)
    alice, bob = table.people
    await play(table, bob, "p.9D")
    await table.place.wait(lambda: table.answers(alice), "Alice's turn")
    await play(table, alice, "p.AD")
    await table.place.wait(lambda: table.answers(alice), "what Alice may lay")
    for forged in ("d.x", "d.s", "m.QSJD"):
        await refused(table, alice, forged)
    assert "On the table" not in table.board.text
    before = table.kept
    for stranger in (bob, room.carol):
        forged = await stranger.forge(table.board, table.answers(alice)[0])
        assert forged.message.ephemeral
        assert cards_named(forged.message.data).isdisjoint({"JS", "TD", "KD"}), "Alice's cards"
    assert table.kept == before
    shown = await play(table, alice, "m.none")
    assert "You lead" in shown.text


async def test_in_the_play_off_cards_are_dimmed_and_a_forged_one_is_refused(room):
    table = await seated(room)
    reasons = set()
    while len(reasons) < 2 and not table.is_over():
        mover = await table.turn()
        hand = table.hand(mover)
        dimmed = [each for each in hand.buttons if each.disabled and ":p." in each.custom_id]
        if "Play-off" in hand.text and dimmed:
            told = re.findall(
                r"You must follow suit|You must beat it|you must play trump", hand.text
            )
            assert told, hand.text
            await refused(table, mover, code_of(dimmed[0].custom_id), "not possible now")
            reasons |= set(told)
        else:
            assert not dimmed, "while cards are drawn, any card may be played"
        await table.answer(mover)
        if table.anybody_next():
            await table.all_press_next()
    assert reasons


async def test_a_deal_goes_on_after_kills(place, room, tmp_path):
    table = await single_deal(room, room.alice, room.bob)
    for cards in (5, 24, 13):
        await table.play(cards=cards)
        mover = await table.turn()
        before, old, pressed = table.acts(), table.hand(mover), table.answers(mover)[0]
        press = asyncio.create_task(mover.forge(old, pressed))
        await place.bot.restart()
        await asyncio.gather(press, return_exceptions=True)
        assert table.acts()[: len(before)] == before
        assert len(table.acts()) - len(before) in (0, 1)
        for person in table.people:
            await person.press(table.hand(person), "Refresh")
    await table.play()
    assert Counter(act["card"] for act in table.acts("play")) == Counter(PACK)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(await table.record()))
    status, out = await run_bot("replay", str(file), env={})
    assert status == 0, out


async def test_somebody_plays_against_an_ai_player(room):
    table = await single_deal(room, room.alice, ai=["normal"])
    await table.play()
    final = await table.on_board("the match")
    assert "(AI, normal)" in final.text
    record = await table.record()
    assert {act["by"] for act in record["deals"][0]["actions"]} == {"player", "ai"}
    practice = (await room.alice.slash("stats", game="pinochle")).text
    assert "Pinochle · practice against AI players" in practice


# ---------------------------------------------------------------- a whole match


@dataclass
class Played:
    """A match that is over, and what was seen on the way."""

    place: Place
    room: Room
    table: Table
    record: dict[str, Any]
    requests: list[Any]
    texts: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(place):
    room = place.room()
    before = place.count
    table = await seated(room, decks=stacked(), target=300)
    await table.on_board("turn-up **A♥**")
    await trick(table, "p.AS~1", "p.JS")
    await play(table, room.alice, "d.x")
    await table.on_board("turn-up **9♥**")
    await play(table, room.alice, "m.QSJD")
    await table.on_board("On the table: Q♠ J♦")
    await table.play(until=lambda: len(table.acts("meld")) == 12)
    # A board is drawn once a second, and a play-off may be over sooner.
    await table.on_board("drew the last card of the stock")
    while not table.is_over():
        await table.play(until=lambda: table.anybody_next() or table.is_over())
        if table.anybody_next():
            await table.all_press_next()
    await room.bob.see("wins the match", ephemeral=False)
    await table.shown()
    await place.quiet()
    requests = place.calls(before)
    bodies = [json.dumps(each.body, ensure_ascii=False) for each in requests if each.body]
    return Played(place, room, table, await table.record(), requests, "\n".join(bodies))


async def test_every_card_of_every_deal_is_played(match):
    for deal in match.record["deals"]:
        acts = deal["actions"]
        played = Counter(act["card"] for act in acts if act["type"] == "play")
        assert played == Counter(PACK)
        assert sum(act["type"] == "meld" for act in acts) == 12
        assert {act["by"] for act in acts} == {"player"}
    assert match.record["rules"]["match"] == {"kind": "points", "target": 300}


async def test_the_record_replays_to_what_the_board_says(match, tmp_path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record))
    status, out = await run_bot("replay", "--json", str(file), env={})
    assert status == 0, out
    replayed = json.loads(out)
    shown = dict(re.findall(r"\*\*\d\.\*\* (\w+) · (\d+) point", match.table.board.text))
    assert replayed["score"] == [int(shown["Alice"]), int(shown["Bob"])]
    assert max(replayed["score"]) >= 300
    first = replayed["deals"][0]
    assert first["melds"][:2] == [[0, "dix-exchange", 10], [0, "pinochle", 40]]
    assert sum(first["trick_points"]) == 250


async def test_nobody_ever_received_a_card_they_could_not_know(match):
    seats = {person.id: seat for seat, person in enumerate(match.table.people)}
    named = Witness(match.record).check(match.requests, seats)
    assert all(named[seat] > 20 for seat in (0, 1))
    assert named[None] > 2


async def test_such_a_message_would_have_been_noticed(match):
    witness = Witness(match.record)
    alice = match.table.host.id
    shown = next(r for r in match.requests if r.audience == alice and len(cards_named(r.body)) > 9)
    assert "AS~1" in cards_named(shown.body)
    assert not witness.leaks(0, shown.at, shown.body)
    for reader in (1, None):
        assert witness.leaks(reader, shown.at, shown.body)


async def test_everybody_sees_the_melds_the_turn_up_and_the_last_card_of_the_stock(match):
    public = [r for r in match.requests if r.applied and r.audience is None and r.body]
    texts = "\n".join(json.dumps(r.body, ensure_ascii=False) for r in public)
    last = match.record["deals"][0]["deck"][-1]
    label = last[0].replace("T", "10") + "♣♦♥♠"["CDHS".index(last[1])]
    for shown in (
        "turn-up **A♥**",
        "turn-up **9♥**",
        "On the table: Q♠ J♦",
        f"drew the last card of the stock, the {label}",
        "Play-off",
    ):
        assert shown in texts, shown


async def test_no_word_of_the_other_game_is_said(match):
    assert not re.search(r"\b[Bb]ooks?\b|[Qq]uota|[Pp]luck(?!-)", match.texts.replace("pluck:", ""))
    shown = (await match.room.bob.press(match.table.board, "Last hand")).text
    assert "trick by trick" in shown
    assert "**Melds**" in shown


async def test_no_log_names_a_card(match):
    assert match.place.complaints() == []


async def test_leaderboard_and_statistics_know_both_games(match):
    room = match.room
    other = await start_table(room, room.alice, room.bob, room.carol, preset="race", target=1)
    await other.play()
    winner = re.search(r"🏆 (\w+) wins the match", match.table.board.text)[1]
    only = (await room.carol.slash("leaderboard", game="pinochle")).text
    assert "Leaderboard · Pinochle" in only
    assert re.search(rf"\*\*\d\.\*\* {winner} · \*\*\d wins?\*\* · \d match", only)
    assert "Carol" not in only
    every = (await room.carol.slash("leaderboard")).text
    assert "all games" in every
    assert "Carol" in every
    melds = (await room.carol.slash("leaderboard", sort="meld_points")).text
    assert "Leaderboard · Pinochle · by melds" in melds
    assert "points in melds" in melds
    wrong = (await room.carol.slash("leaderboard", sort="plucks_made", game="pinochle")).text
    assert "Pinochle is not ranked by plucks" in wrong

    both = (await room.alice.slash("stats")).text
    assert "**Pluck · with people**" in both
    assert "**Pinochle · with people**" in both
    alone = (await room.alice.slash("stats", game="pinochle")).text
    for counted in ("Hands played", "Tricks won", "Points in melds", "Runs", "Last tricks"):
        assert counted in alone
    assert not re.search(r"[Bb]ook|[Qq]uota|[Pp]luck", alone)


# ---------------------------------------------------------------- rules, lessons, house rules


async def test_rules_and_what_people_ask(room):
    glance = await room.carol.slash("rules", preset="pinochle")
    assert "ten ranks above the king" in glance.text
    assert (await room.carol.slash("rules", topic="Pinochle")).text == glance.text
    topics = await room.carol.autocomplete("rules", "topic", "how many melds")
    asked = await room.carol.slash("rules", topic=topics[0][1], preset="pinochle")
    assert "One after each trick" in asked.text
    # What only Pinochle knows needs no preset; what both know is asked in each game's own words.
    assert "One after each trick" in (await room.carol.slash("rules", topic="one-a-trick")).text
    for preset, title in (("classic", "Who wins, and what if"), ("pinochle", "Who wins?")):
        [(offered, _)] = await room.carol.autocomplete("rules", "topic", "who wins", preset=preset)
        assert offered.startswith(title)
    # At a table of Pinochle its own rules are meant.
    await open_table(room, room.alice, game="pinochle", target=500)
    assert "500 points" in (await room.alice.slash("rules", topic="winning")).text
    # A word that names rules and no topic means those rules, wherever one sits.
    other = await room.carol.slash("rules", preset="classic")
    assert (await room.alice.slash("rules", topic="classic")).text == other.text
    assert "everybody plays alone" in (await room.carol.slash("rules", topic="partners")).text


async def test_the_lessons(room):
    assert "game:Pinochle" in (await room.erin.slash("pinochle help")).text
    course = (await room.erin.slash("learn", game="pinochle")).message
    assert "Learn Pinochle" in course.text
    lesson = (await room.erin.press(course, "Lesson 2")).message
    wrong = await room.erin.press(lesson, "A marriage in hearts · 20")
    assert "take the 40" in wrong.text
    right = (await room.erin.press(wrong.message, "A pinochle · 40")).message
    right = (await room.erin.press(right, "A♣")).message
    done = (await room.erin.press(right, "A marriage in spades · 20")).message
    assert "That was the lesson." in done.text
    assert not re.search(r"\b[Bb]ook|[Qq]uota|[Pp]luck", done.text)


async def test_the_commands_of_a_game_mean_its_own_tables(place, room):
    table = await seated(room)
    alice = room.alice
    only_one = await alice.slash("pluck hand")
    assert "Your hand" in only_one.text, "there is no other that could be meant"
    assert "no seat at a table of Pluck" in (await alice.slash("pluck end")).text
    assert table.status == "playing"
    other = await open_table(place.room(), alice, preset="classic")
    assert "Your hand" in (await alice.slash("pinochle hand")).text
    assert "You sit in seat 1" in (await alice.slash("pluck hand")).text
    assert "ended" in (await alice.slash("pluck end")).text
    assert (other.status, table.status) == ("void", "playing")


async def test_house_rules_are_set_saved_and_used(room):
    table = await open_table(room, room.alice, game="pinochle", target=2000)
    editor = (await room.alice.press(table.board, "House rules")).message
    assert "Target: 2000 …" in editor.labels
    opened = await room.alice.press(editor, "Target: 2000 …")
    long = await room.alice.submit_modal(opened, answer="10001")
    assert "cannot be as long as that" in long.text
    editor = (await room.alice.select(editor, "Double pinochle", "on")).message
    assert "**Double pinochle: two together are 300**" in editor.text
    editor = (await room.alice.select(editor, "Match", "deal")).message
    assert not [label for label in editor.labels if label.startswith("Target")]
    before = table.kept
    forged = await room.alice.forge(editor, f"tb:1:{table.id}:0:form.length")
    assert forged.message.ephemeral
    assert table.kept == before
    assert "is saved" in (await room.alice.slash("house save", name="Two at tea")).text
    offered = await room.bob.autocomplete("pinochle new", "preset", "two at")
    assert [value for _, value in offered] == ["Two at tea"]
    assert not await room.bob.autocomplete("pluck new", "preset", "two at")
    second = await open_table(room, room.bob, game="pinochle", preset="Two at tea")
    assert "Rules: **Two at tea**, made from pinochle" in second.board.text
    assert "score 300. **(house rule)**" in second.board.text
    assert "One hand is the whole match. **(house rule)**" in second.board.text
    wrong = await room.carol.slash("pluck new", preset="Two at tea")
    assert "no rules of that name" in wrong.text
    shown = (await room.carol.slash("house show", name="Two at tea")).text
    assert "/pinochle new" in shown
    await room.alice.slash("house remove", name="Two at tea")
