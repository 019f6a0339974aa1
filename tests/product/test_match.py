"""A whole match by three people, from the slash command to the winner, and what it leaves."""

import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio

from tests.product.place import Place, Room
from tests.product.stage import (
    CALLBACK,
    DELETE,
    EDIT,
    POST,
    PUSH,
    Table,
    code_of,
    open_table,
    run_bot,
)
from tests.product.witness import Witness, cards_named

pytestmark = pytest.mark.asyncio(loop_scope="module")

SETTINGS = {"PLUCK_AI_SECONDS": 0.01}


@dataclass
class Played:
    """A match that is over, and what was seen on the way."""

    place: Place
    room: Room
    table: Table
    record: dict[str, Any]
    lobby: str
    filled: str
    opening: str
    cards: int
    requests: list[Any]
    log: str
    summaries: list[str] = field(default_factory=list)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def match(place):
    room = place.room()
    alice, bob, carol = people = room.alice, room.bob, room.carol
    table = await open_table(room, *people, preset="race", target=4)
    lobby = table.board.text
    filled = (await alice.see(lambda seen: "Start" in seen.enabled, ephemeral=False)).text
    await table.start()
    opening = (await table.on_board("Draw for dealer")).text
    before = place.count
    cards, summaries = 0, []
    while not table.is_over():
        cards += await table.play(until=lambda: table.anybody_next() or table.is_over())
        if table.anybody_next():
            over = f"hand {len(summaries) + 1} is over"
            summaries.append((await bob.see(over, ephemeral=False)).text)
            await table.all_press_next()
    await carol.see("wins the match", ephemeral=False)
    await place.quiet()
    requests = place.calls(before)
    return Played(
        place=place,
        room=room,
        table=table,
        record=await table.record(),
        lobby=lobby,
        filled=filled,
        opening=opening,
        cards=cards,
        requests=requests,
        log=place.bot.log,
        summaries=summaries,
    )


async def test_the_lobby_says_by_which_rules_and_who_sits_where(match):
    assert "race" in match.lobby
    assert "first to 4 points" in match.lobby
    assert "**1** · Alice · host" in match.lobby
    assert "2 seats are still free" in match.lobby
    assert "Alice can press Start" in match.filled
    assert "Carol" in match.filled


async def test_every_card_is_played_by_pressing_a_button(match):
    acts = [act for deal in match.record["deals"] for act in deal["actions"]]
    plays = [act for act in acts if act["type"] == "play"]
    assert len(plays) == 51 * len(match.record["deals"])
    assert {act["by"] for act in acts} == {"player"}
    assert match.cards == len(plays)


async def test_after_each_deal_there_is_a_summary_until_next(match):
    assert len(match.summaries) == len(match.record["deals"]) - 1
    for number, text in enumerate(match.summaries, start=1):
        assert f"hand {number} is over" in text
        assert "score" in text
        assert "Next hand:" in text or "Nobody plucks" in text


async def test_each_deal_has_a_message_of_its_own_and_leaves_its_summary(match):
    seen = [m for m in match.room.bob.visible_messages() if not m.ephemeral]
    deals = len(match.record["deals"])
    assert len(seen) == deals
    for number, message in enumerate(seen[:-1], start=1):
        assert message.buttons == []
        assert f"hand {number} is over" in message.text or "the match has begun" in message.text


async def test_the_winner_is_who_has_most_points(match):
    final = match.table.board.text
    scores = dict(re.findall(r"\*\*\d\.\*\* (\w+) · (\d+) point", final))
    winner = re.search(r"🏆 (\w+) wins the match", final)[1]
    assert int(scores[winner]) == max(map(int, scores.values())) >= 4


async def test_the_leaderboard_and_the_statistics_know_the_winner(match):
    winner = re.search(r"🏆 (\w+) wins", match.table.board.text)[1]
    board = (await match.room.alice.slash("leaderboard")).text
    assert re.search(rf"\*\*1\.\*\* \**{winner}(?: \(you\))?\** · \*\*1 win\*\* · 1 match", board)
    for name in ("Alice", "Bob", "Carol"):
        assert name in board
    stats = (await match.room.bob.slash("stats")).text
    assert "1 match, 1 win (100%)" in stats if winner == "Bob" else "1 match, 0 wins (0%)" in stats
    other = (await match.room.dave.slash("stats", player=match.room.bob.id)).text
    assert "Bob in this server" in other
    assert "1 match" in other
    assert "No finished match yet" in (await match.room.dave.slash("stats")).text


async def test_the_record_replays_to_the_same_scores(match, tmp_path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record))
    status, out = await run_bot("replay", "--json", str(file), env={})
    assert status == 0, out
    replayed = json.loads(out)
    final = match.table.board.text
    shown = dict(re.findall(r"\*\*\d\.\*\* (\w+) · (\d+) point", final))
    assert replayed["score"] == [int(shown[name]) for name in ("Alice", "Bob", "Carol")]
    assert len(replayed["winners"]) == 1
    status, out = await run_bot("replay", str(file), env={})
    assert status == 0


@pytest.mark.skipif("DISCORD_OPENAPI" not in os.environ, reason="DISCORD_OPENAPI is not set")
async def test_every_request_is_as_discord_describes_it(match):
    assert match.place.playground.violations == []


async def test_a_card_costs_at_most_three_calls(match):
    kinds = Counter(request.key for request in match.requests)
    assert set(kinds) <= {CALLBACK, PUSH, EDIT, POST}
    pressed = kinds[CALLBACK]
    acts = sum(len(deal["actions"]) for deal in match.record["deals"])
    deals = len(match.record["deals"])
    assert pressed <= acts + 3 * (deals - 1) + 3 * acts // 10
    assert kinds[POST] <= deals
    assert len(match.requests) <= 3 * match.cards + 12 * deals


async def test_nobody_ever_received_a_card_they_could_not_know(match):
    seats = {person.id: seat for seat, person in enumerate(match.table.people)}
    named = Witness(match.record).check(match.place.playground.requests, seats)
    # The check has seen something: each hand and the board have named cards.
    assert all(named[seat] > 10 for seat in (0, 1, 2))
    assert named[None] >= 1


async def test_such_a_message_would_have_been_noticed(match):
    """The check can fail: one person's hand in another's hands is a leak."""
    witness = Witness(match.record)
    alice = match.table.host.id
    hands = [r for r in match.requests if r.audience == alice and len(cards_named(r.body)) > 9]
    shown = hands[0]
    assert not witness.leaks(0, shown.at, shown.body)
    for reader in (1, 2, None):
        assert witness.leaks(reader, shown.at, shown.body)


async def test_the_draw_for_the_first_dealer_is_what_was_drawn(match):
    line = next(line for line in match.opening.splitlines() if "Draw for dealer:" in line)
    order = match.table.acts("draw")[0]["order"]
    drawn = re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", line)
    assert len(drawn) >= 3
    assert set().union(*(cards_named(card) for card in drawn)) <= set(order[: len(drawn)])


async def test_a_stranger_has_received_nothing_but_what_is_public(match):
    mine = match.room.erin.received()
    public = [r for r in match.place.playground.requests if r.applied and r.audience is None]
    assert len(mine) == len([request for request in public if request.body])


async def test_nobody_was_mentioned(match):
    for request in match.place.playground.requests:
        assert "<@" not in json.dumps(request.body)
        if request.key in (POST, CALLBACK):
            message = request.body.get("data") or request.body
            assert message.get("allowed_mentions", {}).get("parse", []) == []
            assert "users" not in message.get("allowed_mentions", {})


async def test_the_log_names_no_card_and_no_token(match):
    assert match.place.complaints() == []
    tokens = {r.path.split("/")[3] for r in match.requests if "{token}" in r.route}
    assert tokens
    assert not [token for token in tokens if token in match.log]


async def test_the_last_deal_is_shown_in_full_to_whoever_asks(match):
    shown = await match.room.carol.press(match.table.board, "Last hand")
    deal = match.record["deals"][-1]
    assert shown.kind == "message"
    assert shown.message.ephemeral
    assert "book by book" in shown.text
    assert cards_named(shown.message.data) >= {
        act["card"] for act in deal["actions"] if act["type"] == "play"
    }


async def test_one_card_costs_exactly_an_answer_a_board_and_the_next_hand(place, room):
    table = await open_table(room, room.alice, room.bob, room.carol, preset="classic")
    await table.start()
    await table.play(cards=1)
    for _ in range(4):
        await table.shown()
        await place.quiet(1.1)
        before, mover = place.count, await table.turn()
        pressed = next(iter(table.answers(mover)))
        assert code_of(pressed).startswith("p.")
        await table.answer(mover, pressed)
        follower = await table.turn()
        await table.shown()
        await place.quiet(1.1)
        kinds = Counter(request.key for request in place.calls(before))
        expected = {CALLBACK: 1, EDIT: 1, PUSH: 1}
        if follower.name == mover.name:
            del expected[PUSH]
        assert kinds == expected, f"{mover.name} then {follower.name}"
        assert kinds[DELETE] == 0
