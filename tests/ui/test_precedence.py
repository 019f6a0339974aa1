"""Presses go first: what can wait does, one at a time, but never for long."""

import asyncio

import pytest

from bot.ui.precedence import PATIENCE, Precedence
from tests.support.warp import warped


def now():
    return asyncio.get_running_loop().time()


async def go_on(precedence, name, gone, work=0.0):
    await precedence.after_presses()
    gone.append((name, now()))
    await asyncio.sleep(work)


async def while_pressing(precedence, seconds):
    with precedence.pressing():
        await asyncio.sleep(seconds)


def test_where_nobody_presses_nothing_waits():
    async def main():
        precedence, gone, begun = Precedence(), [], now()
        await go_on(precedence, "a board", gone)
        return gone == [("a board", begun)]

    assert warped(main())


def test_what_can_wait_goes_on_after_the_last_of_several_presses():
    async def main():
        precedence, gone, begun = Precedence(), [], now()
        presses = [while_pressing(precedence, seconds) for seconds in (0.01, 0.03, 0.02)]
        await asyncio.gather(*presses, go_on(precedence, "a board", gone))
        return [(name, round(moment - begun, 6)) for name, moment in gone]

    assert warped(main()) == [("a board", 0.03)]


def test_whoever_has_waited_longest_goes_first():
    async def main():
        precedence, gone = Precedence(), []
        rest = [go_on(precedence, number, gone) for number in range(5)]
        await asyncio.gather(while_pressing(precedence, 0.01), *rest)
        return [name for name, _ in gone]

    assert warped(main()) == [0, 1, 2, 3, 4]


def test_a_press_that_comes_meanwhile_holds_up_those_who_still_wait():
    async def main():
        precedence, gone, begun = Precedence(), [], now()

        async def first():
            await precedence.after_presses()
            gone.append(("first", now()))
            await while_pressing(precedence, 0.05)

        press = asyncio.create_task(while_pressing(precedence, 0.01))
        await asyncio.sleep(0)
        others = [go_on(precedence, number, gone) for number in range(3)]
        await asyncio.gather(press, first(), *others)
        return [(name, round(moment - begun, 6)) for name, moment in gone]

    assert warped(main()) == [("first", 0.01), (0, 0.06), (1, 0.06), (2, 0.06)]


def test_nothing_is_held_up_for_longer_than_patience():
    async def main():
        precedence, gone, begun = Precedence(), [], now()
        press = asyncio.create_task(while_pressing(precedence, 60))
        await asyncio.sleep(0)
        await asyncio.gather(*(go_on(precedence, number, gone) for number in range(3)))
        press.cancel()
        return [round(moment - begun, 6) for _, moment in gone]

    assert warped(main()) == [PATIENCE] * 3


def test_who_gives_up_waiting_holds_up_nobody():
    async def main():
        precedence, gone, begun = Precedence(), [], now()
        press = asyncio.create_task(while_pressing(precedence, 0.02))
        await asyncio.sleep(0)
        given_up = asyncio.create_task(go_on(precedence, "given up", gone))
        waiting = asyncio.create_task(go_on(precedence, "waiting", gone))
        await asyncio.sleep(0.01)
        given_up.cancel()
        await asyncio.gather(press, waiting)
        return [(name, round(moment - begun, 6)) for name, moment in gone]

    assert warped(main()) == [("waiting", 0.02)]


def test_a_press_that_fails_holds_up_nobody():
    async def main():
        precedence, gone = Precedence(), []
        with pytest.raises(LookupError), precedence.pressing():
            raise LookupError
        await go_on(precedence, "a board", gone)
        return len(gone)

    assert warped(main()) == 1
