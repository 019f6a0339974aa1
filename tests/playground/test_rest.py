"""The REST API itself: refusals, nonces, faults, limits, and Discord's own description."""

import re
import time
from pathlib import Path

import aiohttp
import pytest

from bot.playground import Fault, Limits, Playground
from bot.playground.backend import BOT_PERMISSIONS
from tests.support.clock import PATIENCE

README = Path(__file__).parents[2] / "README.md"
BUTTON = {"type": 2, "style": 1, "label": "Press", "custom_id": "x"}


class Caller:
    """A bot that speaks HTTP and nothing else."""

    def __init__(self, playground, session):
        self.playground, self.session = playground, session
        self.headers = {"Authorization": f"Bot {playground.token}"}
        self.channel = f"/channels/{playground.channel('card-room')}/messages"
        self.commands = f"/applications/{playground.discord.application_id}/commands"
        self.emojis = f"/applications/{playground.discord.application_id}/emojis"

    async def __call__(self, method, path, body=None):
        url = self.playground.api_url + path
        async with self.session.request(method, url, json=body, headers=self.headers) as answer:
            self.last = answer
            return answer.status, await answer.json(
                content_type=None
            ) if answer.status != 204 else None

    async def refused(self, method, path, body):
        status, answer = await self(method, path, body)
        assert status == 400, answer
        return answer["code"], str(answer.get("errors") or answer["message"])


@pytest.fixture
async def call(playground):
    async with aiohttp.ClientSession() as session:
        yield Caller(playground, session)


def row(*components):
    return {"content": "x", "components": [{"type": 1, "components": list(components)}]}


def select(**more):
    options = [{"label": "A", "value": "a"}]
    return row({"type": 3, "custom_id": "s", "options": options, **more})


def command(**more):
    return {"name": "pluck", "description": "Play", "type": 1, **more}


def option(name, **more):
    return {"name": name, "description": "An option", "type": 3, **more}


CHOICE = {"name": "x", "value": "y"}
LARGE = [
    option(f"s{i}", type=1, options=[option(f"o{j}", description="d" * 100) for j in range(25)])
    for i in range(4)
]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (row({"type": 2, "style": 1, "custom_id": "x"}), "label or an emoji"),
        (row({**BUTTON, "emoji": {"id": "123", "name": "nope"}}), "Invalid emoji"),
        (row({**BUTTON, "emoji": {"name": "★"}}), "Invalid emoji"),
        (row({**BUTTON, "emoji": {"name": "A"}}), "Invalid emoji"),
        (select(max_values=2), "max_values"),
        ({"embeds": [{}]}, "embeds"),
        ({"content": ""}, "empty message"),
        ({"content": "x" * 2001}, "2000"),
        (row(BUTTON, BUTTON), "not unique"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
    ],
)
async def test_bad_messages_are_refused(call, body, where):
    code, what = await call.refused("POST", call.channel, body)
    assert code == 50035
    assert where in what


@pytest.mark.parametrize("name", ["♠", "♠️", "🃏", "1️⃣", "🇨🇭", "➡️", "🤖"])
async def test_real_emojis_pass(call, name):
    assert (await call("POST", call.channel, row({**BUTTON, "emoji": {"name": name}})))[0] == 200


@pytest.mark.parametrize(
    ("commands", "where"),
    [
        ([command(name="Pluck")], "name is invalid"),
        ([command(name="pluck new")], "name is invalid"),
        ([command(description="")], "description"),
        ([command(), command()], "must be unique"),
        ([command(options=[option("a"), option("b", required=True)])], "before non-required"),
        ([command(options=[option("a"), option("a")])], "unique"),
        (
            [command(options=[option("a", choices=[CHOICE], autocomplete=True)])],
            "exclude",
        ),
        ([command(options=LARGE)], "8000"),
    ],
)
async def test_bad_commands_are_refused(call, commands, where):
    code, what = await call.refused("PUT", call.commands, commands)
    assert code == 50035
    assert where in what


async def test_a_hundred_commands_are_enough(call):
    many = [command(name=f"c{i}") for i in range(101)]
    assert (await call("PUT", call.commands, many))[0] == 400
    status, registered = await call("PUT", call.commands, many[:100])
    assert (status, len(registered)) == (200, 100)
    kept = registered[3]["id"]
    assert (await call("POST", call.commands, command(name="c3")))[1]["id"] == kept
    assert len((await call("GET", call.commands))[1]) == 100


async def test_emojis_keep_their_pictures_and_their_names(call, playground):
    picture = {"name": "ace_s", "image": "data:image/png;base64,aGVsbG8="}
    status, emoji = await call("POST", call.emojis, picture)
    assert status == 200
    assert (await call.refused("POST", call.emojis, picture))[1].count("already exists")
    assert (await call.refused("POST", call.emojis, {"name": "b2", "image": "x"}))[0] == 50035
    url = f"{playground.cdn_url}/emojis/{emoji['id']}.png"
    async with call.session.get(url) as answer:
        assert await answer.read() == b"hello"
    body = row({**BUTTON, "emoji": {"id": emoji["id"], "name": "ace_s"}})
    assert (await call("POST", call.channel, body))[0] == 200


async def test_a_nonce_makes_a_repeated_post_harmless(call, alice):
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    first = (await call("POST", call.channel, body))[1]
    again = (await call("POST", call.channel, body))[1]
    assert (again["id"], again["nonce"]) == (first["id"], "n1")
    assert len(alice.visible_messages()) == 1
    await call("POST", call.channel, {"content": "free", "nonce": "n1"})
    assert len(alice.visible_messages()) == 2


async def test_who_is_not_the_bot_is_turned_away(call):
    call.headers = {"Authorization": "Bot wrong"}
    assert (await call("GET", "/users/@me"))[0] == 401


async def test_answers_look_like_discords(call):
    status, me = await call("GET", "/oauth2/applications/@me")
    assert (status, me["name"]) == (200, "Pluck")
    assert call.last.headers["Content-Type"] == "application/json"
    assert call.last.headers["X-RateLimit-Remaining"] == "499"
    assert (await call("GET", "/applications/@me"))[1] == me
    assert (await call("GET", "/gateway/bot"))[1]["url"] == call.playground.gateway_url
    assert (await call("GET", "/channels/1/messages/1"))[0] == 404
    assert (await call("PATCH", f"{call.channel}/none", {"content": "x"}))[0] == 400


async def test_limits_are_announced_and_enforced():
    async with (
        Playground(limits=Limits(2, PATIENCE)) as playground,
        aiohttp.ClientSession() as session,
    ):
        call = Caller(playground, session)
        left = []
        for _ in range(2):
            assert (await call("POST", call.channel, {"content": "x"}))[0] == 200
            left.append(call.last.headers["X-RateLimit-Remaining"])
        status, answer = await call("POST", call.channel, {"content": "x"})
        assert (status, left) == (429, ["1", "0"])
        assert 0 < answer["retry_after"] <= PATIENCE
        assert call.last.headers["Via"]
        assert (await call("GET", "/users/@me"))[0] == 200


async def test_places_that_take_no_messages(call, playground, alice):
    forum = playground.channel("tournaments")
    assert (await call("POST", f"/channels/{forum}/messages", {"content": "x"}))[1]["code"] == 50008
    thread = playground.people.post(alice.id, playground.channel("lounge"), "Old", "first")
    posts = f"/channels/{thread}/messages"
    posted = (await call("POST", posts, {"content": "x"}))[1]
    playground.discord.archive_thread(thread)
    edit = await call("PATCH", f"{posts}/{posted['id']}", {"content": "y"})
    assert edit[1]["code"] == 50083
    assert (await call("POST", posts, {"content": "x"}))[0] == 200
    playground.discord.archive_thread(thread, locked=True)
    assert (await call("POST", posts, {"content": "x"}))[1]["code"] == 160005


async def test_permissions_can_be_taken_away(call, playground):
    playground.discord.forbid(
        playground.channel("card-room"), playground.discord.bot_id, "send_messages"
    )
    assert (await call("POST", call.channel, {"content": "x"}))[1]["code"] == 50013
    playground.discord.forbid(playground.channel("card-room"), playground.discord.bot_id)
    assert (await call("POST", call.channel, {"content": "x"}))[0] == 200


async def test_faults_happen_as_often_as_ordered(call, playground, alice):
    playground.faults.add(Fault("POST /channels/.*messages", status=503, message="away"))
    assert (await call("POST", call.channel, {"content": "x"}))[0] == 503
    playground.faults.add(Fault("POST /channels", delay=0.05))
    began = time.monotonic()
    assert (await call("POST", call.channel, {"content": "x"}))[0] == 200
    assert time.monotonic() - began > 0.05
    playground.faults.add(Fault("POST /channels", reset=True))
    with pytest.raises(aiohttp.ClientError):
        await call("POST", call.channel, {"content": "never"})
    playground.faults.add(Fault.lost_reply("POST /channels"))
    with pytest.raises(aiohttp.ClientError):
        await call("POST", call.channel, {"content": "lost"})
    assert [seen.text for seen in alice.visible_messages()] == ["x", "lost"]


async def test_a_token_dies_after_a_quarter_of_an_hour(bot, call, alice, playground):
    record = (await alice.slash("echo slow")).answer.record
    path = f"/webhooks/{playground.discord.application_id}/{record.token}/messages/@original"
    assert (await call("PATCH", path, {"content": "still"}))[0] == 200
    playground.discord.advance(15 * 60)
    assert (await call("PATCH", path, {"content": "late"}))[1]["code"] == 50027
    callback = f"/interactions/{record.id}/{record.token}/callback"
    assert (await call("POST", callback, {"type": 6}))[1]["code"] == 10062


async def test_the_description_catches_a_misspelt_key(call, playground):
    if playground._rest._description is None:
        pytest.skip("DISCORD_OPENAPI does not name Discord's description")
    await call("POST", call.channel, {"content": "fine", "tts": False})
    assert playground.violations == []
    await call("POST", call.channel, {"content": "x", "contents": "x"})
    await call("POST", call.channel, row({**BUTTON, "label": "x" * 81}))
    assert len(playground.violations) == 2


def test_the_bot_is_given_what_the_readme_invites_it_with():
    invitation = re.search(r"permissions=(\d+)", README.read_text(encoding="utf-8"))
    assert int(invitation[1]) == BOT_PERMISSIONS
