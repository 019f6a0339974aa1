"""Discord fails while a table is being shown: each fault, and what becomes of the table."""

import asyncio
import logging
import os
from itertools import pairwise
from random import Random

import aiohttp
import pytest

from bot.table.model import Status
from bot.ui.faults import LongLimit
from bot.ui.passes import Pass
from bot.ui.turnstile import REFUSALS_BORNE, SHUT_OUT
from tests.support.hall import CHANNEL, Hall, refusal
from tests.support.warp import warped

HANGS = None
PASSING = {
    "500": refusal(500),
    "502": refusal(502),
    "503": refusal(503),
    "504": refusal(504),
    "429 again and again": refusal(429),
    "429 of the proxy": refusal(429, via=False),
    "429 old message": refusal(429, 30046),
    "429 overloaded": refusal(429, 40062),
    "429 slowmode": refusal(429, 20016),
    "429 channel limit": refusal(429, 20028),
    "401": refusal(401),
    "403 of the proxy": refusal(403),
    "reset": ConnectionResetError(),
    "disconnected": aiohttp.ServerDisconnectedError(),
    "no answer": HANGS,
}
"""Faults that may be over when the call is made again."""
GONE = {
    "unknown channel": refusal(404, 10003),
    "unknown server": refusal(404, 10004),
    "no access": refusal(403, 50001),
    "no permission": refusal(403, 50013),
    "locked thread": refusal(403, 160005),
    "locked thread, otherwise": refusal(400, 160005),
    "a forum": refusal(400, 40058),
    "no text channel": refusal(400, 50008),
    "forbidden": refusal(403, 50007),
}
"""Faults that say that nothing can be shown there any more."""
DEAD_TOKENS = {
    "unknown webhook": refusal(404, 10015),
    "invalid token": refusal(401, 50027),
    "unknown message": refusal(404, 10008),
    "404": refusal(404),
    "500": refusal(500),
    "429": refusal(429),
    "reset": ConnectionResetError(),
    "no answer": HANGS,
}


def each(faults):
    return pytest.mark.parametrize("error", faults.values(), ids=faults.keys())


def limit(seconds, *, is_global=False):
    """What is raised where Discord says that a limit lasts for so long."""
    said = {"code": 0, "message": "", "retry_after": seconds, "global": is_global}
    return LongLimit(refusal(429).response, said)


async def crowd(hall, count=200):
    """So many tables whose boards want to be edited that any other has to wait."""
    for table in [hall.open() for _ in range(count)]:
        hall.change(table)
    await asyncio.sleep(0.1)


# ---------------------------------------------------------------- the bot's own calls


@each(PASSING)
@pytest.mark.parametrize("applied", [False, True], ids=["lost", "only its answer lost"])
def test_an_edit_that_fails_is_tried_again_ever_more_slowly_until_it_shows(error, applied):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=error, times=4, applied=applied)
        hall.change(table)
        await asyncio.sleep(200)
        moments = [call.at for call in hall.made()]
        waits = [later - earlier for earlier, later in pairwise(moments)]
        assert len(moments) == 5
        assert waits[0] >= 1
        assert waits == sorted(waits, key=round)
        assert waits[-1] >= 8
        assert hall.is_shown(table)
        assert hall.suspended == []
        assert hall.publisher.backlog() == 0

    warped(main())


@each(PASSING)
def test_a_post_that_fails_is_tried_again_too(error):
    async def main():
        hall = Hall()
        table = hall.open(posted=False)
        hall.fail("post", error=error, times=2)
        hall.publisher.notify(table)
        await asyncio.sleep(60)
        assert len(hall.made("post")) == 3
        assert hall.is_shown(table)

    warped(main())


def test_a_board_that_was_posted_unnoticed_shows_what_happened_meanwhile():
    """The repeated post is answered with the message of the first, which shows what was then."""

    async def main():
        hall = Hall()
        table = hall.open(posted=False)
        hall.fail("post", error=ConnectionResetError(), applied=True)
        hall.publisher.notify(table)
        await asyncio.sleep(0.5)
        hall.change(table)
        await asyncio.sleep(5)
        assert len(hall.messages) == 1
        assert hall.is_shown(table)

    warped(main())


@each(PASSING)
def test_while_a_board_cannot_be_edited_hands_are_redrawn_all_the_same(error):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=error, times=100)
        for _ in range(6):
            hall.change(table)
            await asyncio.sleep(20)
        before = hall.loop.time()
        hall.give_hand(table, 100)
        hall.change(table)
        await asyncio.sleep(0.1 if error else 20)
        assert hall.made("push", since=before)

    warped(main())


@each(GONE)
@pytest.mark.parametrize("kind", ["edit", "post"])
def test_a_table_whose_channel_is_gone_rests_and_asks_for_nothing_more(error, kind):
    async def main():
        hall = Hall()
        table = hall.open(posted=kind == "edit")
        hall.fail(kind, error=error, times=100)
        hall.wait_for(table, 100)
        await asyncio.sleep(600)
        assert hall.suspended == [table]
        assert len(hall.made()) == 1
        assert hall.boards[table].table.status is Status.SUSPENDED
        assert hall.revisions[table] == hall.boards[table].table.rev, "a start has nothing to do"

    warped(main())


def test_the_end_of_a_match_is_shown_once_that_is_allowed_again():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=refusal(403, 50013), times=1)
        hall.change(table, status=Status.OVER)
        await asyncio.sleep(600)
        assert len(hall.made()) == 1
        message = hall.boards[table].display.message
        await hall.publisher.mend(table, hall.boards[table].table.channel, message)
        await asyncio.sleep(5)
        assert hall.is_shown(table)
        assert hall.revisions[table] == hall.boards[table].table.rev

    warped(main())


@pytest.mark.parametrize("code", [10008, 50083], ids=["deleted", "archived"])
def test_a_board_that_cannot_be_edited_any_more_is_posted_anew_once(code):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=refusal(404 if code == 10008 else 400, code))
        hall.change(table)
        await asyncio.sleep(5)
        assert [call.kind for call in hall.made()] == ["edit", "delete", "post"]
        hall.change(table)
        await asyncio.sleep(5)
        assert len(hall.made("post")) == 1
        assert hall.is_shown(table)

    warped(main())


def test_a_thread_that_no_message_wakes_lets_its_table_rest():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", "post", error=refusal(400, 50083), times=100)
        hall.change(table)
        await asyncio.sleep(600)
        assert hall.suspended == [table]
        assert len(hall.made("post")) == 1

    warped(main())


def test_content_that_is_refused_is_tried_once_more_and_then_left_until_it_changes(caplog):
    """BUTTON_COMPONENT_INVALID_EMOJI, say, which Discord answers now and then without a cause."""

    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=refusal(400, 50035), times=2)
        hall.change(table)
        await asyncio.sleep(600)
        assert len(hall.made()) == 2
        assert hall.publisher.backlog() == 0
        hall.change(table)
        await asyncio.sleep(5)
        assert hall.is_shown(table)

    warped(main())
    assert "is refused" in caplog.text


@each(PASSING)
@pytest.mark.parametrize("kind", ["edit", "post"])
def test_content_that_is_refused_once_among_other_faults_is_shown(error, kind):
    async def main():
        hall = Hall()
        table = hall.open(posted=kind == "edit")
        hall.fail(kind, error=error)
        hall.fail(kind, error=refusal(400, 50035))
        hall.change(table)
        await asyncio.sleep(40)
        assert hall.is_shown(table)
        assert len(hall.made(kind)) == 3

    warped(main())


def test_content_that_is_refused_is_sent_once_more_when_somebody_asks_for_it():
    async def main():
        hall = Hall()
        table = hall.open(posted=False)
        hall.fail("post", error=refusal(400, 50035), times=2)
        hall.change(table)
        await asyncio.sleep(20)
        assert not hall.is_shown(table)
        hall.publisher.repost(table, CHANNEL)
        await asyncio.sleep(1)
        assert hall.is_shown(table)

    warped(main())


def test_content_that_is_refused_by_chance_is_shown_the_second_time():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=refusal(400, 50035))
        hall.change(table)
        await asyncio.sleep(5)
        assert hall.is_shown(table)

    warped(main())


def test_when_putting_away_the_old_board_fails_the_new_one_comes_all_the_same():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=refusal(500), times=5)
        hall.change(table, deal=2)
        await asyncio.sleep(5)
        assert [call.kind for call in hall.made()] == ["edit", "post"]
        assert hall.is_shown(table)

    warped(main())


def test_an_old_board_is_removed_when_somebody_presses_it_and_the_new_one_never():
    async def main():
        hall = Hall()
        table = hall.open()
        old = hall.boards[table].display.message
        hall.fail("edit", error=refusal(500))
        hall.deal(table)
        await asyncio.sleep(5)
        new = hall.boards[table].display.message
        await hall.publisher.mend(table, CHANNEL, new)
        await hall.publisher.mend(table, CHANNEL, new + 1)
        assert old in hall.messages
        await hall.publisher.mend(table, CHANNEL, old)
        assert old not in hall.messages
        assert new in hall.messages
        hall.fail("delete", error=refusal(404, 10008))
        await hall.publisher.mend(table, CHANNEL, old)

    warped(main())


def test_no_fault_of_a_reminder_harms_the_table():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("mention", error=refusal(500), times=3)
        hall.wait_for(table, 100)
        await asyncio.sleep(5)
        hall.change(table)
        await asyncio.sleep(5)
        assert hall.is_shown(table)
        assert hall.suspended == []
        assert len(hall.made("mention")) == 1

    warped(main())


def test_a_server_that_is_out_of_order_is_asked_for_nothing():
    async def main():
        hall = Hall(is_out=True)
        table = hall.open()
        hall.change(table)
        await asyncio.sleep(60)
        assert hall.made() == []
        hall.is_out = False
        await hall.publisher.catch_up((table,))
        await asyncio.sleep(1)
        assert hall.is_shown(table)

    warped(main())


# ---------------------------------------------------------------- all together


def test_when_every_call_is_refused_discord_does_not_shut_us_out():
    """A token that has been reset, say: three hundred tables, and a card at each every 4 s."""

    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(300)]
        hall.fail("edit", error=refusal(401), times=10**6)
        for _ in range(60):
            for table in tables:
                hall.change(table)
            await asyncio.sleep(10)
        assert REFUSALS_BORNE <= len(hall.made()) <= REFUSALS_BORNE + 600 + 30

    warped(main())


def test_when_the_proxy_shuts_us_out_all_boards_wait():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(10)]
        hall.fail("edit", error=refusal(429, via=False))
        hall.change(tables[0])
        await asyncio.sleep(0.1)
        for table in tables[1:]:
            hall.change(table)
        await asyncio.sleep(SHUT_OUT - 1)
        assert len(hall.made()) == 1
        await asyncio.sleep(5)
        assert all(hall.is_shown(table) for table in tables)

    warped(main())


def test_when_discord_limits_every_call_all_boards_wait_for_as_long_as_it_says():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(10)]
        hall.fail("edit", error=limit(30, is_global=True))
        hall.change(tables[0])
        await asyncio.sleep(0.1)
        for table in tables[1:]:
            hall.change(table)
        await asyncio.sleep(29)
        assert len(hall.made()) == 1
        await asyncio.sleep(5)
        assert all(hall.is_shown(table) for table in tables)

    warped(main())


def test_when_discord_limits_one_channel_its_board_waits_and_no_other():
    async def main():
        hall = Hall()
        limited, other = hall.open(), hall.open()
        hall.fail("edit", error=limit(30))
        hall.change(limited)
        await asyncio.sleep(0.1)
        hall.change(other)
        await asyncio.sleep(28)
        assert hall.is_shown(other)
        assert len(hall.made()) == 2
        await asyncio.sleep(5)
        assert hall.is_shown(limited)

    warped(main())


def test_a_mention_waits_for_the_end_of_a_limit():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("mention", error=limit(4))
        hall.wait_for(table, 100)
        await asyncio.sleep(20)
        first, second = hall.made("mention")
        assert second.at - first.at >= 4

    warped(main())


def test_a_call_that_is_given_up_leaves_the_librarys_gate_open():
    """discord.py shuts it while it sleeps for a global limit; who is cancelled never opens it."""

    async def main():
        hall = Hall()
        table = hall.open()
        gate = hall.publisher._calls.gate
        hall.fail("edit")
        hall.change(table)
        await asyncio.sleep(0.1)
        gate.clear()
        await asyncio.sleep(20)
        assert gate.is_set()
        assert hall.is_shown(table)

    warped(main())


# ---------------------------------------------------------------- calls with the token of a press


@each(DEAD_TOKENS)
def test_a_token_that_fails_is_forgotten_and_the_bot_writes_itself(error):
    async def main():
        hall = Hall()
        table = hall.open()
        message = hall.boards[table].display.message
        hall.passes.keep(message, Pass("start", hall.now(), True))
        hall.pressed["start"] = message
        hall.fail("edit", error=error, by="token")
        await crowd(hall)
        hall.change(table)
        await asyncio.sleep(15)
        assert hall.is_shown(table)
        assert len(hall.made(by="start")) == 1
        assert hall.passes.of(message) is None

    warped(main())


@each(DEAD_TOKENS)
@pytest.mark.parametrize("applied", [False, True], ids=["lost", "only its answer lost"])
def test_a_board_that_a_token_may_have_posted_is_posted_by_the_bot_below_it(error, applied):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.give_hand(table, 100)
        hall.fail("post", error=error, by="token", applied=applied)
        await crowd(hall)
        standing = set(hall.messages)
        hall.deal(table)
        await asyncio.sleep(25)
        posted = hall.made("post")
        assert [call.by == "bot" for call in posted] == [False, True]
        assert hall.is_shown(table)
        for orphan in set(hall.messages) - standing - {hall.boards[table].display.message}:
            await hall.publisher.mend(table, CHANNEL, orphan)
        boards = set(hall.messages) - standing
        assert boards == {hall.boards[table].display.message}

    warped(main())


@each(DEAD_TOKENS)
def test_a_hand_that_cannot_be_redrawn_is_given_up_and_its_owner_mentioned(error):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("push", error=error)
        hall.give_hand(table, 100)
        hall.wait_for(table, 100)
        await asyncio.sleep(15)
        assert len(hall.made("push")) == 1
        assert len(hall.made("mention")) == 1

    warped(main())


def test_a_board_that_fails_for_a_reason_of_our_own_is_looked_at_again_before_long(caplog):
    async def main():
        hall = Hall()
        table = hall.open()
        hall.fail("edit", error=KeyError("id"))
        hall.change(table)
        await asyncio.sleep(50)
        assert len(hall.made("edit")) == 1
        await asyncio.sleep(20)
        assert len(hall.made("edit")) == 2
        assert hall.is_shown(table)

    warped(main())
    assert "fails: KeyError" in caplog.text


def test_no_log_line_says_more_than_kind_and_code(caplog):
    caplog.set_level(logging.DEBUG)

    async def main():
        hall = Hall()
        table = hall.open()
        hall.give_hand(table, 100)
        hall.fail("push", "edit", error=refusal(400, 50035), times=5)
        hall.change(table)
        await asyncio.sleep(5)

    warped(main())
    assert "50035" in caplog.text
    assert "hand 0" not in caplog.text
    assert "at 2" not in caplog.text


# ---------------------------------------------------------------- all kinds of weather


@pytest.mark.parametrize("seed", range(int(os.environ.get("PLUCK_SEEDS", "8"))))
def test_after_any_weather_every_table_has_one_right_board(seed):
    """Cards, deals, presses on boards and hands, and a third of all calls fails in some way."""
    rng = Random(seed)

    def storm(call):
        if rng.random() > 0.35:
            return None
        faults = PASSING if call.by == "bot" else DEAD_TOKENS
        return faults[rng.choice(sorted(faults))], rng.random() < 0.5

    async def live(hall, table):
        for _ in range(60):
            await asyncio.sleep(rng.uniform(0, 8))
            hall.change(table)
            if rng.random() < 0.3:
                hall.give_hand(table, rng.choice((100, 101, 102)), age=rng.uniform(0, 900))
            if rng.random() < 0.1:
                message = hall.boards[table].display.message
                token = f"{table} {hall.loop.time()}"
                hall.pressed[token] = message
                hall.passes.keep(message, Pass(token, hall.now(), pressed=True))
            if rng.random() < 0.1:
                hall.deal(table)
            if rng.random() < 0.05:
                hall.publisher.repost(table, hall.boards[table].table.channel)

    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(60)]
        hall.weather = storm
        await asyncio.gather(*(live(hall, table) for table in tables))
        hall.weather = lambda call: None
        await asyncio.sleep(300)
        assert hall.suspended == []
        assert hall.publisher.backlog() == 0
        current = {hall.boards[table].display.message for table in tables}
        assert all(hall.is_shown(table) for table in tables)
        assert len(current) == len(tables)
        for table in tables:
            own = hall.boards[table]
            left_over = [
                message
                for message, text in hall.messages.items()
                if text and text.startswith(f"{table} at") and message not in current
            ]
            for message in left_over:
                await hall.publisher.mend(table, own.table.channel, message)
                assert message not in hall.messages, "whoever presses it makes it go"
        assert all(hall.is_shown(table) for table in tables)
        assert len(asyncio.all_tasks()) == 1, "and now they rest"

    warped(main())
