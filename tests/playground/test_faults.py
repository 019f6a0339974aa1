"""The misfortunes themselves: each does what its name says, as often as ordered."""

import asyncio
import json
from random import Random
from types import SimpleNamespace

import aiohttp
import pytest

from bot.playground import Fault, Limits, Playground, rest
from bot.playground.errors import REFUSALS
from bot.playground.faults import FOREVER, Faults
from bot.playground.gateway import IDENTIFIES_A_DAY
from tests.support.clock import PATIENCE, Clock

POST = "POST /channels/{id}/messages"
EDIT = "PATCH /channels/{id}/messages/{id}"


class Caller:
    """A bot that speaks HTTP and nothing else."""

    def __init__(self, playground, session):
        self.playground, self.session = playground, session
        self.channel = f"/channels/{playground.channel('card-room')}/messages"

    async def __call__(self, method, path, content="x", timeout=PATIENCE):
        headers = {"Authorization": f"Bot {self.playground.token}"}
        body = {"content": content} if method != "GET" else None
        async with self.session.request(
            method,
            self.playground.api_url + path,
            json=body,
            headers=headers,
            timeout=aiohttp.ClientTimeout(timeout),
        ) as answer:
            return answer.status, await answer.json(content_type=None), answer.headers


@pytest.fixture
async def call(playground):
    async with aiohttp.ClientSession() as session:
        yield Caller(playground, session)


@pytest.mark.parametrize("code", sorted(set(REFUSALS) - {30046}))
async def test_a_refusal_has_the_status_of_its_code(call, alice, code):
    call.playground.faults.add(Fault.refused(POST, code))
    status, answer, _ = await call("POST", call.channel)
    assert (status, answer["code"]) == (REFUSALS[code][0], code)
    assert (await call("POST", call.channel))[0] == 200
    assert len(alice.visible_messages()) == 1


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_discord_itself_fails(call, status):
    fault = call.playground.faults.add(Fault.fails(POST, status, times=2))
    assert [(await call("POST", call.channel))[0] for _ in range(3)] == [status, status, 200]
    assert fault.struck == 2


@pytest.mark.parametrize(
    ("fault", "code", "scope", "has_via"),
    [
        (Fault.limited(POST, 0.5), 0, "user", True),
        (Fault.limited(POST, 0.5, scope="global"), 0, "global", True),
        (Fault.limited(POST, 0.5, scope="shared"), 0, "shared", True),
        (Fault.banned(POST), 0, "user", False),
        (Fault.too_old(POST, 0.5), 30046, "user", True),
    ],
)
async def test_a_429_says_for_how_long_and_whose_it_is(call, fault, code, scope, has_via):
    call.playground.faults.add(fault)
    status, answer, headers = await call("POST", call.channel)
    assert (status, answer["code"]) == (429, code)
    assert answer["retry_after"] == float(headers["Retry-After"]) > 0
    assert answer["global"] == (scope == "global") == ("X-RateLimit-Global" in headers)
    assert headers["X-RateLimit-Scope"] == scope
    assert ("Via" in headers) == has_via
    assert len(call.playground.invalid_requests) == (scope != "shared")


async def test_an_emoji_may_be_refused_for_no_reason(call):
    call.playground.faults.add(Fault.bad_emoji(POST))
    answer = (await call("POST", call.channel))[1]
    assert "BUTTON_COMPONENT_INVALID_EMOJI" in json.dumps(answer["errors"])


@pytest.mark.parametrize(
    ("fault", "applied"),
    [
        (Fault.hangs_up(POST), False),
        (Fault.lost_reply(POST), True),
        (Fault.never_answers(POST), False),
        (Fault.never_answers(POST, apply=True), True),
        (Fault.slow(POST, 30), False),
        (Fault.slow(POST, 30, apply=True), True),
    ],
)
async def test_an_answer_that_does_not_come(call, alice, fault, applied):
    call.playground.faults.add(fault)
    calling = asyncio.create_task(call("POST", call.channel))
    await _until(call.playground, lambda: fault.struck and len(alice.visible_messages()) == applied)
    await asyncio.wait({calling}, timeout=0.3)
    calling.cancel()
    with pytest.raises((aiohttp.ClientError, asyncio.CancelledError)):
        await calling
    assert len(alice.visible_messages()) == applied


@pytest.mark.parametrize(("status", "applied"), [(200, True), (429, False), (502, False)])
async def test_an_answer_may_be_no_json(call, alice, status, applied):
    call.playground.faults.add(Fault.garbled(POST, '{"id": "1', status))
    with pytest.raises(json.JSONDecodeError):
        await call("POST", call.channel)
    assert len(alice.visible_messages()) == applied
    assert [request.status for request in call.playground.requests] == [status]


def test_a_share_is_struck_and_a_seed_strikes_the_same():
    def struck(seed):
        faults = Faults(Random(seed))
        faults.add(Fault.fails(POST, times=FOREVER, share=0.25))
        return [faults.take(POST) is not None for _ in range(400)]

    assert struck(3) == struck(3) != struck(4)
    assert 60 < sum(struck(3)) < 140


async def test_messages_older_than_an_hour_can_hardly_be_edited():
    async with (
        Playground(limits=Limits(old_window=3600)) as playground,
        aiohttp.ClientSession() as session,
    ):
        call = Caller(playground, session)
        posted = (await call("POST", call.channel))[1]["id"]
        fresh = [(await call("PATCH", f"{call.channel}/{posted}", str(i)))[0] for i in range(6)]
        assert fresh == [200] * 6
        playground.discord.advance(3601)
        old = [await call("PATCH", f"{call.channel}/{posted}", str(i)) for i in range(5)]
        assert [status for status, _, _ in old] == [200, 200, 200, 429, 429]
        assert old[-1][1]["code"] == 30046


async def test_a_token_is_good_for_so_many_requests_a_second(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(rest, "time", SimpleNamespace(time=clock))
    async with (
        Playground(limits=Limits(globally=3)) as playground,
        aiohttp.ClientSession() as session,
    ):
        call = Caller(playground, session)
        answers = [await call("GET", "/users/@me") for _ in range(3)]
        answers.append(await call("POST", call.channel))
        assert [status for status, _, _ in answers] == [200, 200, 200, 429]
        assert answers[-1][1]["global"]
        clock.pass_(1)
        assert (await call("POST", call.channel))[0] == 200


async def test_identifying_too_often_loses_the_token(playground):
    left = playground.gateway.describe()["session_start_limit"]["remaining"]
    assert left == IDENTIFIES_A_DAY
    now = playground.discord.now().timestamp()
    playground.gateway.identifies += [now] * IDENTIFIES_A_DAY
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.gateway_url) as socket,
    ):
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "playground", "intents": 1}})
        await socket.receive()
        assert socket.close_code == 4004


async def test_an_interaction_comes_twice_and_is_answered_once(bot, alice, playground):
    panel = (await alice.slash("echo panel")).message
    playground.gateway.delivery.repeat()
    await alice.press(panel, "Count")
    await _until(playground, lambda: len(_callbacks(playground)) == 3)
    assert sorted(call.status for call in _callbacks(playground))[-1] == 400


async def test_interactions_are_held_and_come_in_reverse(bot, alice, bob, playground):
    panel = (await alice.slash("echo panel")).message
    before = len(_callbacks(playground))
    playground.gateway.delivery.hold()
    presses = [asyncio.create_task(who.press(panel, "Count")) for who in (alice, bob)]
    await _until(playground, lambda: playground.gateway.delivery.held == 2)
    assert len(_callbacks(playground)) == before
    playground.gateway.delivery.release(reverse=True)
    answers = await asyncio.gather(*presses)
    ids = [int(call.path.split("/")[2]) for call in _callbacks(playground)[before:]]
    assert ids == [answers[1].answer.record.id, answers[0].answer.record.id]


async def test_what_happens_while_nobody_can_connect_comes_with_the_resume(bot, alice, playground):
    panel = (await alice.slash("echo panel")).message
    await playground.gateway.go_down()
    press = asyncio.create_task(alice.press(panel, "Count"))
    await asyncio.sleep(0)
    playground.gateway.is_down = False
    assert "Pressed" in (await press).text
    assert playground.gateway.resumed == 1


@pytest.mark.parametrize(
    ("resumable", "identified", "resumed"), [(True, 1, 1), (False, 2, 0)], ids=["mild", "hard"]
)
async def test_a_session_is_declared_invalid(
    bot, alice, playground, resumable, identified, resumed
):
    gateway = playground.gateway
    gateway.invalidate(resumable=resumable)
    await _until(playground, lambda: (gateway.identified, gateway.resumed) == (identified, resumed))
    assert (await alice.slash("echo panel")).message


async def test_a_mute_gateway_says_nothing_and_keeps_all(playground):
    playground.gateway.heartbeat = 0.5
    identify = {"op": 2, "d": {"token": "playground", "intents": 1}}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(playground.gateway_url) as socket:
            assert (await socket.receive_json())["d"] == {"heartbeat_interval": 500}
            await socket.send_json(identify)
            ready = await socket.receive_json()
            await socket.receive_json()
            playground.gateway.mute()
            await socket.send_json({"op": 1, "d": 2})
            playground.discord.create_channel("quiet")
            with pytest.raises(TimeoutError):
                await socket.receive_json(timeout=0.3)
            await socket.close(code=4000)
        async with session.ws_connect(playground.gateway_url) as socket:
            await socket.receive_json()
            resume = {"token": "playground", "session_id": ready["d"]["session_id"], "seq": 2}
            await socket.send_json({"op": 6, "d": resume})
            assert (await socket.receive_json())["t"] == "CHANNEL_CREATE"


async def test_a_kicked_bot_is_answered_missing_access_until_it_is_invited(call, playground):
    posted = (await call("POST", call.channel))[1]["id"]
    playground.discord.remove_bot()
    assert (await call("POST", call.channel))[1]["code"] == 50001
    assert (await call("PATCH", f"{call.channel}/{posted}"))[1]["code"] == 50001
    assert playground.discord.guild_ids() == []
    playground.discord.invite_bot()
    assert (await call("POST", call.channel))[0] == 200


def _callbacks(playground):
    return playground.requests.matching("callback")


async def _until(playground, ready):
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.01)
