"""Going to the gateway: freely at first, then ever more seldom, and never 1,000 times a day."""

import asyncio

import pytest

from bot import gateway
from bot.gateway import AGAIN, CONNECTIONS, DAY, STARTS, Gatekeeper, TooSoon, stoppable
from bot.store.database import Store
from tests.support.clock import Clock
from tests.support.tables import MIGRATIONS
from tests.support.warp import warped


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "pluck.db", MIGRATIONS, now=0)
    yield store
    await store.close()


@pytest.fixture
def clock(monkeypatch):
    """Sleeping takes no time but the clock's."""
    clock = Clock()
    pause = asyncio.sleep

    async def sleep(seconds):
        clock.pass_(seconds)
        await pause(0)

    monkeypatch.setattr(gateway.asyncio, "sleep", sleep)
    return clock


async def a_process(store, clock):
    keeper = Gatekeeper(store, clock)
    await keeper.open()
    return keeper


async def identify(keeper):
    """What a client does that has no session."""
    while True:
        try:
            await keeper.enter(identify=True)
        except TooSoon:
            await keeper.wait()
            continue
        await keeper.identify()
        return


async def test_a_dozen_starts_are_free(store, clock):
    begun = clock.now
    for _ in range(12):
        keeper = await a_process(store, clock)
        await keeper.wait()
        await identify(keeper)
    assert clock.now == begun
    assert (await a_process(store, clock)).seconds_left(identify=True) > 0


async def test_a_hundred_restarts_cost_less_than_two_seconds_each(store, clock):
    begun = clock.now
    for _ in range(100):
        await identify(await a_process(store, clock))
    assert clock.now - begun < 200


@pytest.mark.parametrize("process_lives_on", [False, True])
async def test_a_day_of_trouble_takes_far_less_than_a_thousand(store, clock, process_lives_on):
    """A supervisor that starts a dying process at once; a session that is always taken away."""
    keeper, begun, times = await a_process(store, clock), clock.now, 0
    while clock.now - begun < DAY:
        await identify(keeper)
        times += 1
        if not process_lives_on:
            keeper = await a_process(store, clock)
    assert 200 < times < 500


async def test_a_quiet_day_later_everything_is_forgotten(store, clock):
    for _ in range(60):
        await identify(await a_process(store, clock))
    clock.pass_(DAY)
    assert (await a_process(store, clock)).seconds_left(identify=True) == 0


async def test_going_on_with_a_session_is_not_counted_but_is_no_tight_loop_either(store, clock):
    keeper, begun, times = await a_process(store, clock), clock.now, 0
    while clock.now - begun < 600:
        await keeper.enter(identify=False)
        times += 1
    assert times < 100
    assert (await a_process(store, clock)).seconds_left(identify=True) == 0


async def test_a_long_wait_is_not_begun_inside_the_library(store, clock):
    keeper = await a_process(store, clock)
    for _ in range(250):
        await identify(keeper)
    with pytest.raises(TooSoon):
        await keeper.enter(identify=True)


@pytest.mark.parametrize("rhythm", [STARTS, AGAIN, CONNECTIONS])
def test_a_clock_that_is_put_back_makes_nobody_wait_longer(rhythm):
    moments = [1_000_000.0] * 1_500
    assert 0 < rhythm.wait(moments, 500.0) <= rhythm.longest


async def test_what_cannot_be_noted_is_remembered_as_long_as_the_process_lives(
    store, clock, caplog
):
    keeper = await a_process(store, clock)
    await store.close()
    for _ in range(13):
        await identify(keeper)
    assert keeper.seconds_left(identify=True) > 0
    assert "could not be noted" in caplog.text


@pytest.mark.parametrize("text", ["", "garbage", "7", '["soon"]'])
async def test_what_cannot_be_read_of_earlier_sessions_keeps_nobody_from_starting(
    store, clock, text
):
    await store.write(lambda unit: unit.meta.set("identifies", text))
    await identify(await a_process(store, clock))


# ---------------------------------------------------------------- being told to stop


async def connection(swallows, ends_with=None):
    """Something that goes on for an hour, and lets so many cancellations pass unheard."""
    for _ in range(swallows + 1):
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            if swallows == 0:
                raise ends_with or asyncio.CancelledError from None
            swallows -= 1
    return "over"


@pytest.mark.parametrize("swallows", [0, 1, 3])
@pytest.mark.parametrize("ends_with", [None, ConnectionError()])
def test_what_is_told_to_stop_stops_even_if_it_does_not_hear_at_once(swallows, ends_with):
    async def main():
        loop = asyncio.get_running_loop()
        unheard = []
        loop.set_exception_handler(lambda _, context: unheard.append(context))
        going = asyncio.create_task(stoppable(connection(swallows, ends_with)))
        await asyncio.sleep(1)
        before = loop.time()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return loop.time() - before, unheard

    assert warped(main()) == (pytest.approx(0.5 * swallows), [])


def test_what_ends_by_itself_is_heard():
    async def fails():
        raise TooSoon

    async def main():
        assert await stoppable(connection(0)) == "over"
        with pytest.raises(TooSoon):
            await stoppable(fails())

    warped(main())
