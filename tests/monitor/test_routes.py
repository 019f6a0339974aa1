"""What is told of a call to Discord: which kind it was and how it failed, and nothing more."""

import aiohttp
import pytest
from aiohttp import web

from bot.meter import Meter
from bot.monitor.routes import code_of, route_of, trace_calls

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4.secret-token"


class Noted(Meter):
    """Keeps what it is told."""

    def __init__(self):
        self.calls, self.failures = [], []

    def called(self, method, route):
        self.calls.append((method, route))

    def failed(self, status, code):
        self.failures.append((status, code))


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/123/messages", "/channels/{id}/messages"),
        ("/api/v10/channels/123/messages/456", "/channels/{id}/messages/{id}"),
        (
            f"/api/v10/interactions/123/{TOKEN}/callback",
            "/interactions/{id}/{token}/callback",
        ),
        (f"/api/v10/webhooks/1/{TOKEN}/messages/2", "/webhooks/{id}/{token}/messages/{id}"),
        (
            f"/api/v10/webhooks/1/{TOKEN}/messages/@original",
            "/webhooks/{id}/{token}/messages/@original",
        ),
        ("/api/v10/applications/1/commands", "/applications/{id}/commands"),
        ("/api/v10/users/@me", "/users/@me"),
        ("/gateway", "/gateway"),
        ("/", "other"),
        ("/cdn/emojis/1.png", "other"),
        (f"/api/v10/channels/{TOKEN}", "/channels/{token}"),
    ],
)
def test_a_route_is_a_template(path, route):
    assert route_of(path) == route


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"code": 10008, "message": "Unknown Message"}', "10008"),
        (b'{"message": "no code"}', "0"),
        (b'{"code": "QS"}', "0"),
        (b'{"code": -1}', "0"),
        (b'{"code": 12345678901}', "0"),
        (b"[1, 2]", "0"),
        (b"<html>bad gateway</html>", "0"),
        (b"\xff\xfe", "0"),
        (b"", "0"),
    ],
)
def test_a_code_is_a_small_number(body, code):
    assert code_of(body) == code


@pytest.fixture
async def discord():
    """Answers as it is told to, and breaks off where it is told that."""

    async def answer(request):
        status = int(request.query["status"])
        if status == 0:
            request.transport.close()
        return web.json_response({"code": 10062, "message": "?"}, status=status or 200)

    application = web.Application()
    application.router.add_route("*", "/{tail:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10"
    await runner.cleanup()


@pytest.fixture
async def session():
    meter = Noted()
    async with aiohttp.ClientSession(trace_configs=[trace_calls(meter)]) as opened:
        opened.meter = meter
        yield opened


async def test_every_call_is_told_and_every_failure(discord, session):
    for status in (200, 404, 503):
        async with session.post(f"{discord}/channels/1/messages?status={status}") as response:
            # Whoever made the call can still read the answer.
            assert (await response.json())["code"] == 10062
    assert session.meter.calls == [("POST", "/channels/{id}/messages")] * 3
    assert session.meter.failures == [(404, "10062"), (503, "10062")]


async def test_a_call_without_an_answer_is_told_by_its_kind(discord, session):
    with pytest.raises(aiohttp.ClientError):
        await session.post(f"{discord}/interactions/1/{TOKEN}/callback?status=0")
    assert session.meter.calls == [("POST", "/interactions/{id}/{token}/callback")]
    assert session.meter.failures == [(0, "ServerDisconnectedError")]
