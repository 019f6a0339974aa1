"""What shows the tables: how often it writes, in which order, and what it remembers."""

import asyncio
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.store.errors import StoreError
from bot.table.model import Status
from bot.ui.boards import FRESH
from bot.ui.hands import TOKEN_LIFE
from bot.ui.passes import Pass
from bot.ui.publisher import PATIENCE, REST, SPACING, START_SPACING
from bot.ui.turnstile import AT_MOST
from tests.support.hall import Hall
from tests.support.warp import warped

CARD = 4.0
"""At a busy table a card is played every so many seconds."""
DISCORDS_LIMIT = 50


async def busy(hall, tables, seconds):
    """A card at every table every four seconds; the longest that any board has been behind."""
    rng, longest = Random(1), 0.0

    async def play(table):
        await asyncio.sleep(rng.random() * CARD)
        for _ in range(int(seconds / CARD)):
            hall.change(table)
            await asyncio.sleep(CARD)

    playing = asyncio.gather(*map(play, tables))
    while not playing.done():
        longest = max(longest, hall.publisher.longest_behind())
        await asyncio.sleep(0.5)
    return longest


def busiest_second(calls):
    moments = [call.at for call in calls]
    return max(sum(start <= moment < start + 1 for moment in moments) for start in moments[::20])


async def settled(hall):
    while hall.publisher.backlog():
        await asyncio.sleep(0.1)


# ---------------------------------------------------------------- one table


def test_a_change_is_shown_at_once_and_noted():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.change(table)
        assert hall.publisher.backlog() == 1
        await asyncio.sleep(0.5)
        assert hall.is_shown(table)
        assert hall.revisions[table] == hall.boards[table].table.rev
        assert hall.publisher.backlog() == 0
        assert [call.kind for call in hall.made()] == ["edit"]

    warped(main())


def test_many_changes_make_few_edits_a_second_apart_and_the_last_one_shows():
    async def main():
        hall = Hall()
        table = hall.open()
        for _ in range(40):
            hall.change(table)
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        moments = [call.at for call in hall.made("edit")]
        assert hall.is_shown(table)
        assert 4 <= len(moments) <= 6
        assert all(later - earlier >= SPACING for earlier, later in pairwise(moments))

    warped(main())


def test_what_looks_the_same_is_not_written_again():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.change(table)
        await asyncio.sleep(2)
        for _ in range(5):
            hall.publisher.notify(table)
            await asyncio.sleep(2)
        assert len(hall.made()) == 1

    warped(main())


def test_a_table_that_is_new_is_posted_and_whoever_waits_for_it_goes_on():
    async def main():
        hall = Hall()
        table = hall.open(posted=False)
        hall.publisher.notify(table)
        before = hall.loop.time()
        await hall.publisher.until_posted(table, 5)
        assert hall.loop.time() - before < 1
        assert [call.kind for call in hall.made()] == ["post"]
        assert hall.is_shown(table)
        await hall.publisher.until_posted("nobody knows", 5)
        assert hall.loop.time() - before < 1, "nobody waits for what is not being posted"

    warped(main())


def test_the_next_deal_gets_a_board_of_its_own_and_the_old_one_is_reduced():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.deal(table)
        await asyncio.sleep(2)
        assert [call.kind for call in hall.made()] == ["edit", "post"]
        assert hall.boards[table].display.message_deal == 2
        assert hall.is_shown(table)

    warped(main())


def test_a_table_at_rest_is_not_in_memory():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(50)]
        for table in tables:
            hall.change(table)
        await asyncio.sleep(REST / 2)
        assert len(hall.publisher._workers) == 50
        await asyncio.sleep(REST)
        assert len(hall.publisher._workers) == 0
        assert len(asyncio.all_tasks()) == 1
        hall.change(tables[0])
        await asyncio.sleep(1)
        assert hall.is_shown(tables[0])

    warped(main())


def test_nobody_is_mentioned_twice_for_a_question_even_after_a_rest():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.wait_for(table, 100)
        await asyncio.sleep(REST * 2)
        assert len(hall.made("mention")) == 1
        hall.publisher.notify(table)
        await asyncio.sleep(5)
        assert len(hall.made("mention")) == 1
        hall.wait_for(table, 101, ask=7)
        await asyncio.sleep(5)
        assert len(hall.made("mention")) == 2
        assert len(hall.made("delete")) == 1, "the first reminder is answered"

    warped(main())


def test_a_reminder_goes_with_its_table_to_another_channel():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.wait_for(table, 100)
        await asyncio.sleep(5)
        left, reminder = hall.boards[table].table.channel, hall.boards[table].display.nudge
        assert reminder in hall.messages
        hall.change(table, channel=left + 1)
        hall.publisher.repost(table, left)
        await asyncio.sleep(10)
        (taken,) = [call for call in hall.made("delete") if call.message == reminder]
        assert taken.channel == left
        assert [call.channel for call in hall.made("mention")] == [left, left + 1]

    warped(main())


def test_a_reminder_stays_where_only_its_board_is_posted_anew():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.wait_for(table, 100)
        await asyncio.sleep(5)
        hall.publisher.repost(table, hall.boards[table].table.channel)
        await asyncio.sleep(10)
        assert hall.boards[table].display.nudge in hall.messages
        assert len(hall.made("mention")) == 1

    warped(main())


# ---------------------------------------------------------------- many tables


@pytest.mark.parametrize(("count", "patience"), [(100, 1.5), (300, 10), (500, 15)])
def test_busy_tables_stay_below_the_limit_and_none_is_forgotten(count, patience):
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(count)]
        longest = await busy(hall, tables, 28)
        assert busiest_second(hall.made()) <= AT_MOST < DISCORDS_LIMIT
        assert longest <= patience
        await settled(hall)
        assert all(hall.is_shown(table) for table in tables)
        edits = [sum(call.message == message for call in hall.made()) for message in hall.messages]
        assert max(edits) - min(edits) <= max(3, max(edits) // 3), "everybody gets their turn"

    warped(main())


def test_hands_are_redrawn_at_once_however_long_the_boards_wait():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(400)]
        crowd = asyncio.create_task(busy(hall, tables, 20))
        await asyncio.sleep(15)
        assert hall.publisher.backlog() > 100
        for table in tables[:20]:
            hall.give_hand(table, 100)
            before = hall.loop.time()
            hall.change(table)
            await asyncio.sleep(0.05)
            assert hall.made("push", since=before)
        await crowd

    warped(main())


def test_a_hand_that_is_pressed_while_it_is_redrawn_is_redrawn_once_more():
    """Which of the two came last nobody knows; that they differ must not stay."""

    async def main():
        hall = Hall(takes=1.0)
        table = hall.open()
        hand = hall.give_hand(table, 100)
        hall.change(table)
        await asyncio.sleep(0.5)
        rev = hall.boards[table].table.rev
        pressed = replace(hand, token="hand pressed", issued_at=hall.now(), occasion=rev)
        hall.hands.remember(table, 100, pressed)
        await asyncio.sleep(5)
        assert [call.by for call in hall.made("push")] == [hand.token, "hand pressed"]
        assert hall.hands.live(table, 100).occasion == rev

    warped(main())


def test_what_changes_while_a_hand_is_redrawn_is_drawn_after_it(caplog):
    async def main():
        hall = Hall(takes=1.0)
        table = hall.open()
        hall.give_hand(table, 100)
        hall.change(table)
        await asyncio.sleep(0.5)
        hall.change(table)
        hall.change(table)
        await asyncio.sleep(5)
        assert len(hall.made("push")) == 2
        assert hall.hands.live(table, 100).rev == hall.boards[table].table.rev

    warped(main())
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_hands_that_show_what_is_new_already_are_let_be():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.give_hand(table, 100)
        hall.change(table)
        await asyncio.sleep(2)
        for _ in range(3):
            hall.publisher.notify(table)
            await asyncio.sleep(2)
        assert len(hall.made("push")) == 1

    warped(main())


def test_who_has_left_loses_sight_of_the_cards():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.give_hand(table, 999)
        hall.change(table)
        await asyncio.sleep(2)
        assert [call.view.text for call in hall.made("push")] == ["not_seated"]
        assert hall.hands.live(table, 999) is None

    warped(main())


def test_a_reminder_goes_before_the_boards():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(400)]
        hall.change(tables[0])
        await asyncio.sleep(2)
        for table in tables[1:]:
            hall.change(table)
        hall.wait_for(tables[0], 100)
        await asyncio.sleep(0.5)
        assert hall.made("mention")
        assert hall.publisher.backlog() > 300

    warped(main())


# ---------------------------------------------------------------- tokens of presses


def test_while_there_is_room_boards_are_written_by_the_bot_itself():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.passes.keep(hall.boards[table].display.message, Pass("start", hall.now(), True))
        hall.change(table)
        await asyncio.sleep(1)
        assert [call.by for call in hall.made()] == ["bot"]

    warped(main())


def test_a_board_that_was_pressed_need_not_wait_long_for_its_turn():
    async def main():
        hall = Hall()
        table, *others = [hall.open() for _ in range(200)]
        message = hall.boards[table].display.message
        hall.passes.keep(message, Pass("start", hall.now(), True))
        hall.pressed["start"] = message
        for other in others:
            hall.change(other)
        await asyncio.sleep(0.1)
        hall.change(table)
        await asyncio.sleep(PATIENCE - 0.1)
        assert not hall.is_shown(table)
        await asyncio.sleep(0.2)
        assert hall.is_shown(table)
        assert hall.made("edit", by="start")

    warped(main())


def test_a_board_in_a_crowd_shows_many_changes_by_few_calls_with_its_token():
    async def main():
        hall = Hall()
        table, *others = [hall.open() for _ in range(400)]
        message = hall.boards[table].display.message
        hall.passes.keep(message, Pass("start", hall.now(), True))
        hall.pressed["start"] = message
        crowd = asyncio.create_task(busy(hall, others, 40))
        await asyncio.sleep(15)
        began = hall.loop.time()
        for _ in range(40):
            hall.change(table)
            await asyncio.sleep(0.5)
        edits = hall.made("edit", by="start", since=began)
        assert all(later.at - earlier.at >= PATIENCE for earlier, later in pairwise(edits))
        assert len(edits) >= 5
        await crowd

    warped(main())


def test_a_deal_that_begins_under_load_is_posted_and_edited_by_the_token_of_a_press():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(400)]
        crowd = asyncio.create_task(busy(hall, tables[1:], 60))
        await asyncio.sleep(15)
        hall.give_hand(tables[0], 100)
        hall.deal(tables[0])
        await asyncio.sleep(12)
        posted = hall.made("post")
        assert [call.by for call in posted] == ["hand 400"]
        for _ in range(5):
            hall.change(tables[0])
            await asyncio.sleep(PATIENCE + 1.5)
            assert hall.is_shown(tables[0])
        assert len(hall.made("edit", by="hand 400")) >= 4
        await crowd

    warped(main())


@pytest.mark.parametrize("hand", [{"age": FRESH + 1}, {"here": False}], ids=["old", "elsewhere"])
def test_a_token_that_is_old_or_of_another_channel_posts_nothing(hand):
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(100)]
        hall.give_hand(tables[0], 100, **hand)
        for table in tables[1:]:
            hall.change(table)
        hall.deal(tables[0])
        await asyncio.sleep(10)
        assert [call.by for call in hall.made("post")] == ["bot"]

    warped(main())


def test_with_tokens_five_hundred_tables_are_hardly_behind():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(500)]
        for table in tables[::2]:
            message = hall.boards[table].display.message
            hall.passes.keep(message, Pass(table, hall.now(), True))
            hall.pressed[table] = message
        for table in tables[1::2]:
            hall.give_hand(table, 100)
        await busy(hall, tables, 20)
        for table in tables[1::2]:
            hall.deal(table)
            await asyncio.sleep(0.02)
        await asyncio.sleep(5)
        longest = await busy(hall, tables, 20)
        assert longest <= 8
        assert busiest_second(hall.made(by="bot")) < DISCORDS_LIMIT
        assert len(hall.made(by="token")) > len(hall.made(by="bot"))

    warped(main())


def test_a_token_is_not_used_after_its_time():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(100)]
        message = hall.boards[tables[0]].display.message
        hall.passes.keep(message, Pass("start", hall.now(), True))
        await asyncio.sleep(TOKEN_LIFE)
        for table in reversed(tables):
            hall.change(table)
        await asyncio.sleep(5)
        assert not hall.made(by="start")

    warped(main())


# ---------------------------------------------------------------- starting and ending


def test_after_a_start_tables_are_shown_a_few_a_second_in_order_and_pressed_ones_before():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(60)]
        catching_up = asyncio.create_task(hall.publisher.catch_up(tuple(tables)))
        await asyncio.sleep(START_SPACING * 2)
        before = hall.loop.time()
        hall.change(tables[50])
        await asyncio.sleep(0.2)
        assert hall.is_shown(tables[50])
        await catching_up
        await asyncio.sleep(2)
        order = [call.message for call in hall.made("edit")]
        own = {hall.boards[table].display.message: table for table in tables}
        shown = [own[message] for message in order]
        assert len(shown) == len(tables), "each once, the pressed one too"
        shown.remove(tables[50])
        assert shown == [table for table in tables if table != tables[50]]
        assert busiest_second(hall.made(since=before)) <= 1 / START_SPACING + 2

    warped(main())


def test_several_who_want_to_catch_up_share_the_pace():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(60)]
        await asyncio.gather(*(hall.publisher.catch_up((table,)) for table in tables))
        await asyncio.sleep(2)
        assert len(hall.made("edit")) == 60
        assert busiest_second(hall.made()) <= 1 / START_SPACING + 2

    warped(main())


def test_at_the_end_what_is_behind_is_shown_and_then_nothing_more():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(100)]
        for table in tables:
            hall.change(table)
        before = hall.loop.time()
        await hall.publisher.close(4)
        assert hall.loop.time() - before < 4
        assert all(hall.is_shown(table) for table in tables)
        count = len(hall.made())
        for table in tables:
            hall.change(table)
        await asyncio.sleep(10)
        assert len(hall.made()) == count
        assert len(asyncio.all_tasks()) == 1

    warped(main())


def test_the_end_waits_for_nothing_longer_than_it_may():
    async def main():
        hall = Hall()
        tables = [hall.open() for _ in range(5)]
        hall.fail("edit", times=100)
        for table in tables:
            hall.change(table)
        before = hall.loop.time()
        await hall.publisher.close(4)
        assert hall.loop.time() - before < 4.5
        assert len(asyncio.all_tasks()) == 1

    warped(main())


def test_at_rest_the_end_comes_at_once():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.change(table)
        await asyncio.sleep(5)
        before = hall.loop.time()
        await hall.publisher.close(4)
        assert hall.loop.time() == before

    warped(main())


# ---------------------------------------------------------------- a database in trouble


def test_a_table_that_cannot_be_read_is_tried_again_ever_more_slowly():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.trouble += [StoreError("no")] * 4
        hall.change(table)
        await asyncio.sleep(8)
        assert hall.reads == 4
        await asyncio.sleep(8)
        assert hall.is_shown(table)

    warped(main())


def test_a_board_that_was_posted_is_not_posted_again_when_that_could_not_be_stored():
    async def main():
        hall = Hall()
        table = hall.open(posted=False)
        hall.publisher.notify(table)
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        hall.trouble += [StoreError("no")] * 3
        await asyncio.sleep(20)
        assert [call.kind for call in hall.made()] == ["post"]
        assert hall.boards[table].display.message == next(iter(hall.messages))
        assert hall.is_shown(table)
        hall.change(table)
        await asyncio.sleep(5)
        assert hall.recorded == 1, "once it is stored, that is that"

    warped(main())


def test_a_table_that_rests_is_not_written():
    async def main():
        hall = Hall()
        table = hall.open()
        hall.change(table, status=Status.SUSPENDED)
        await asyncio.sleep(5)
        assert hall.made() == []
        assert hall.revisions[table] == hall.boards[table].table.rev

    warped(main())
