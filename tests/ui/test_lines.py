"""People are served side by side, and nobody waits for somebody else's hundred presses."""

import asyncio
from contextlib import AsyncExitStack

from bot.ui.lines import AT_ONCE, REMEMBERED, WAITING, Lines

ANN, BEN = 1, 2


class Counter:
    """Serves whoever comes, until it is told that they are done."""

    def __init__(self):
        self.lines, self.done = Lines(), asyncio.Event()
        self.served, self.most_at_once, self.now = 0, 0, 0
        self.refused, self.most_refused_at_once, self.refused_now = 0, 0, 0
        self.tasks = []

    async def comes(self, user, times=1):
        self.tasks += [asyncio.create_task(self._serve(user)) for _ in range(times)]
        for _ in range(3):
            await asyncio.sleep(0)

    async def all_leave(self):
        self.done.set()
        await asyncio.gather(*self.tasks)

    async def _serve(self, user):
        async with self.lines.turn(user) as admitted:
            if not admitted:
                self.refused, self.refused_now = self.refused + 1, self.refused_now + 1
                self.most_refused_at_once = max(self.most_refused_at_once, self.refused_now)
                await asyncio.sleep(0)
                self.refused_now -= 1
                return
            self.served, self.now = self.served + 1, self.now + 1
            self.most_at_once = max(self.most_at_once, self.now)
            await self.done.wait()
            self.now -= 1


async def test_one_person_is_served_few_times_at_once_and_nobody_else_waits():
    counter = Counter()
    await counter.comes(ANN, 100)
    assert counter.now == AT_ONCE
    await counter.comes(BEN)
    assert counter.now == AT_ONCE + 1
    await counter.all_leave()


async def test_those_who_wait_are_served_in_the_end_and_the_rest_is_sent_away_one_by_one():
    counter = Counter()
    await counter.comes(ANN, 100)
    await counter.all_leave()
    assert counter.refused == 100 - AT_ONCE - WAITING
    assert counter.most_refused_at_once == 1
    assert counter.served == AT_ONCE + WAITING
    assert counter.most_at_once == AT_ONCE


async def test_nothing_is_kept_of_who_has_left_also_if_they_give_up():
    counter = Counter()
    await counter.comes(ANN, 20)
    for task in counter.tasks:
        task.cancel()
    await asyncio.gather(*counter.tasks, return_exceptions=True)
    assert len(counter.lines) == 0


async def test_who_comes_back_is_served_again():
    lines = Lines()
    for _ in range(50):
        async with AsyncExitStack() as stack:
            assert await stack.enter_async_context(lines.turn(ANN))


def test_a_request_is_new_once():
    lines = Lines()
    assert not lines.is_repeated(7)
    assert lines.is_repeated(7)
    assert not any(lines.is_repeated(number) for number in range(100, 100 + REMEMBERED))
    assert not lines.is_repeated(7), "what is long past is forgotten"
