"""The queue of all calls with the bot's token: how many pass, who goes first, what holds it up."""

import asyncio
from random import Random

import pytest

from bot.ui.turnstile import AT_MOST, PER_SECOND, REFUSALS_BORNE, SHUT_OUT, Turnstile
from tests.support.warp import warped


def now():
    return asyncio.get_running_loop().time()


async def pass_through(turnstile, since, passed, name):
    await turnstile.turn(since)
    passed.append((name, now()))


def busiest_second(moments):
    return max(sum(start <= moment < start + 1 for moment in moments) for start in moments)


def test_a_single_call_does_not_wait():
    async def main():
        turnstile, before = Turnstile(), now()
        assert turnstile.is_free
        await turnstile.turn(before)
        return now() - before

    assert warped(main()) == 0


def test_of_many_only_so_many_pass_in_any_second_and_none_is_lost():
    async def main():
        turnstile, passed = Turnstile(), []
        calls = [pass_through(turnstile, now(), passed, number) for number in range(400)]
        await asyncio.gather(*calls)
        return [moment for _, moment in passed]

    moments = warped(main())
    assert len(moments) == 400
    assert busiest_second(moments) <= AT_MOST
    assert moments[-1] - moments[0] <= 400 / PER_SECOND * 1.2


@pytest.mark.parametrize("seed", range(5))
def test_no_second_of_discords_sees_too_many_however_unevenly_calls_get_there(seed):
    """The network holds calls up a little, and then delivers them all at once."""
    rng, arrived = Random(seed), []

    async def call(turnstile):
        await turnstile.turn(now())
        there = now() + rng.choice((0.01, 0.05, 0.1))
        await asyncio.sleep(max(there, -(-there // 0.2) * 0.2) - now())
        arrived.append(now())

    async def main():
        turnstile = Turnstile()
        await asyncio.sleep(rng.random())
        await asyncio.gather(*(call(turnstile) for _ in range(600)))

    warped(main())
    assert busiest_second(arrived) <= AT_MOST < 50
    assert 600 / (arrived[-1] - arrived[0]) > 34


def test_a_quiet_hour_is_no_leave_to_rush():
    async def main():
        turnstile, passed = Turnstile(), []
        await turnstile.turn(now())
        await asyncio.sleep(3600)
        await asyncio.gather(*(pass_through(turnstile, now(), passed, n) for n in range(100)))
        return [moment for _, moment in passed]

    assert busiest_second(warped(main())) <= AT_MOST


def test_who_has_waited_longest_goes_first_whenever_they_came():
    async def main():
        turnstile, passed, tasks = Turnstile(), [], []
        for since in (9, 3, 7, 1, 8, 2, 6, 4, 5, 0):
            tasks.append(asyncio.create_task(pass_through(turnstile, since, passed, since)))
        turnstile.shut_out(1)
        await asyncio.gather(*tasks)
        return [name for name, _ in passed]

    assert warped(main()) == list(range(10))


def test_who_gives_up_takes_nobodys_turn():
    async def main():
        turnstile, passed = Turnstile(), []
        turnstile.shut_out(1)
        impatient = [asyncio.create_task(turnstile.turn(0)) for _ in range(100)]
        patient = asyncio.create_task(pass_through(turnstile, 5, passed, "patient"))
        await asyncio.sleep(0.5)
        for task in impatient:
            task.cancel()
        start = now()
        await patient
        return now() - start

    assert warped(main()) <= 0.5 + 1 / PER_SECOND


def test_when_the_proxy_shuts_us_out_nobody_passes_for_a_while():
    async def main():
        turnstile, before = Turnstile(), now()
        turnstile.shut_out()
        assert not turnstile.is_free
        await turnstile.turn(before)
        return now() - before

    assert warped(main()) >= SHUT_OUT


def test_whoever_is_refused_again_and_again_stays_far_below_what_discord_bears():
    """Each call is refused, and each is tried again at once: for ten minutes."""

    async def main():
        turnstile, end, count = Turnstile(), now() + 600, 0
        while now() < end:
            await turnstile.turn(now())
            turnstile.refused()
            count += 1
        return count

    assert warped(main()) <= REFUSALS_BORNE + 600 + 1


def test_a_few_refusals_hold_up_nobody():
    async def main():
        turnstile = Turnstile()
        for _ in range(REFUSALS_BORNE // 2):
            turnstile.refused()
        before = now()
        await turnstile.turn(before)
        return now() - before

    assert warped(main()) == 0


def test_when_it_is_closed_nobody_passes():
    async def main():
        turnstile, passed = Turnstile(), []
        turnstile.shut_out(1)
        waiting = asyncio.create_task(pass_through(turnstile, 0, passed, "late"))
        await asyncio.sleep(0.1)
        await turnstile.close()
        await asyncio.sleep(10)
        waiting.cancel()
        return passed

    assert warped(main()) == []
