"""A Discord on loopback that does little, and that fast: what is measured is the bot.

It speaks the gateway and the few REST calls that a game needs, keeps every message as the bot
sent it last, and presses its buttons. Calls are counted by kind, with the time of each.
"""

import asyncio
import contextlib
import itertools
import json
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from aiohttp import WSMsgType, web

Json = dict[str, Any]

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
BOT_CALLS_A_SECOND = 50
TOO_LATE = 3.0
"""After so many seconds Discord tells the person that the press has failed."""
_DISPATCH, _HEARTBEAT, _IDENTIFY, _HELLO, _ACK = 0, 1, 2, 10, 11
_DISCORD_EPOCH_MS = 1_420_070_400_000
_ALL_RIGHTS = str((1 << 50) - 1)
_NOW = datetime.now(UTC).isoformat()

_sequence = itertools.count()


def snowflake() -> int:
    """An id of this moment that nothing else has."""
    moment = int(time.time() * 1000) - _DISCORD_EPOCH_MS
    return (moment << 22) + next(_sequence) % (1 << 22)


@dataclass(frozen=True)
class Call:
    """A REST call that has been applied: what it was, and when (`time.monotonic`)."""

    kind: str
    at: float
    size: int


@dataclass
class Message:
    """A message as it was sent or edited last; `reader` is set where one person alone sees it."""

    id: int
    channel: int
    app: "App"
    reader: int | None = None
    components: list[Json] = field(default_factory=list)

    def buttons(self) -> list[str]:
        """The custom_ids of the buttons that can be pressed."""
        return [each["custom_id"] for each in _buttons(self.components) if not each.get("disabled")]

    def payload(self) -> Json:
        """The message as Discord describes it."""
        return {
            "id": str(self.id),
            "type": 0,
            "channel_id": str(self.channel),
            "author": self.app.user(),
            "content": "",
            "components": self.components,
            "flags": COMPONENTS_V2 | (EPHEMERAL if self.reader else 0),
            "timestamp": _NOW,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
        }


@dataclass
class Press:
    """A press that waits for its answer; `took` is in seconds."""

    app: "App"
    message: Message
    user: int
    at: float
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    shows: Message | None = None
    took: float | None = None


class App:
    """A bot as Discord knows it."""

    def __init__(self, number: int) -> None:
        """An application whose token and id come from its number."""
        self.id = 700_000_000_000_000_000 + number
        self.token = f"bench.{number}"
        self.calls: list[Call] = []
        self.refused = Counter[str]()
        self.identified = asyncio.Event()
        self.send_event: Any = None

    def user(self) -> Json:
        """The bot's own user."""
        return person(self.id, f"bot-{self.id % 10}") | {"bot": True}


class LeanDiscord:
    """The server; in its own loop beside those who press, away from the bots."""

    def __init__(self, apps: int = 2, guilds: int = 1) -> None:
        """Know so many bots, each a member of so many servers."""
        self.apps = [App(number) for number in range(apps)]
        self.guilds = [300_000_000_000_000_000 + number for number in range(guilds)]
        self.messages: dict[int, Message] = {}
        self._by_token: dict[str, Press] = {}
        self._allowances: dict[str, list[float]] = {}
        self._runner: web.ServerRunner | None = None
        self._port = 0

    async def __aenter__(self) -> "LeanDiscord":
        """Serve on a free port."""
        self._runner = web.ServerRunner(web.Server(self._serve))
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop serving."""
        assert self._runner is not None
        await self._runner.cleanup()

    def settings(self, app: App) -> dict[str, str]:
        """The environment with which a bot finds its way here."""
        return {
            "DISCORD_TOKEN": app.token,
            "DISCORD_API_URL": f"http://127.0.0.1:{self._port}/api/v10",
            "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{self._port}/gateway",
        }

    def add_message(self, app: App, channel: int, message_id: int, components: list[Json]) -> None:
        """A message that the bot sent earlier."""
        self.messages[message_id] = Message(message_id, channel, app, None, _numbered(components))

    async def press(self, message: Message, user: int, custom_id: str, guild: int) -> Press:
        """Press a button; returns once the answer is applied, or not within the time there is."""
        interaction, token = snowflake(), f"t{snowflake()}"
        press = Press(message.app, message, user, time.monotonic())
        self._by_token[token] = press
        message.app.send_event(
            "INTERACTION_CREATE",
            {
                "id": str(interaction),
                "application_id": str(message.app.id),
                "type": 3,
                "token": token,
                "version": 1,
                "guild_id": str(guild),
                "guild": {"id": str(guild), "locale": "en-US", "features": []},
                "channel_id": str(message.channel),
                "channel": _channel(message.channel) | {"guild_id": str(guild)},
                "member": _member(user),
                "data": {"custom_id": custom_id, "component_type": 2, "id": 1},
                "message": message.payload(),
                "locale": "en-US",
                "guild_locale": "en-US",
                "app_permissions": _ALL_RIGHTS,
                "entitlements": [],
                "authorizing_integration_owners": {"0": str(guild)},
                "context": 0,
                "attachment_size_limit": 10_485_760,
            },
        )
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(press.answered.wait(), TOO_LATE)
        return press

    # ------------------------------------------------------------------ gateway

    async def _gateway(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        deflate = zlib.compressobj(1) if "zlib-stream" in request.query_string else None
        outgoing: asyncio.Queue[Json] = asyncio.Queue()
        writer = asyncio.create_task(_write(socket, deflate, outgoing))
        outgoing.put_nowait({"op": _HELLO, "d": {"heartbeat_interval": 41_250}})
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    continue
                payload = json.loads(message.data)
                if payload["op"] == _HEARTBEAT:
                    asyncio.get_running_loop().call_later(
                        0.02, outgoing.put_nowait, {"op": _ACK, "d": None}
                    )
                elif payload["op"] == _IDENTIFY:
                    app = next(a for a in self.apps if a.token == payload["d"]["token"])
                    self._identify(app, outgoing)
        finally:
            writer.cancel()
        return socket

    def _identify(self, app: App, outgoing: "asyncio.Queue[Json]") -> None:
        numbers = itertools.count(1)

        def send_event(event: str, data: Json) -> None:
            outgoing.put_nowait({"op": _DISPATCH, "t": event, "s": next(numbers), "d": data})

        app.send_event = send_event
        send_event(
            "READY",
            {
                "v": 10,
                "user": app.user(),
                "guilds": [{"id": str(guild), "unavailable": True} for guild in self.guilds],
                "session_id": f"s{app.id}",
                "resume_gateway_url": f"ws://127.0.0.1:{self._port}/gateway",
                "application": {"id": str(app.id), "flags": 0},
            },
        )
        for guild in self.guilds:
            send_event("GUILD_CREATE", _guild(guild, app))
        app.identified.set()

    # ------------------------------------------------------------------ REST

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/gateway":
            return await self._gateway(request)
        raw = await request.read()
        body: Any = json.loads(raw) if raw else None
        parts = request.path.split("/")[3:]
        app = self._app_of(request, parts)
        kind, bucket = _kind(request.method, parts)
        if app is None:
            return _answer(401, {"message": "401: Unauthorized", "code": 0})
        if wait := self._spend("bot", app, kind):
            app.refused[kind] += 1
            headers = {"Via": "1.1 google", "Retry-After": str(wait), "X-RateLimit-Global": "true"}
            error = {"message": "You are being rate limited.", "retry_after": wait, "global": True}
            return _answer(429, error, headers)
        try:
            answer = self._apply(app, kind, parts, body)
        except KeyError:
            return _answer(404, {"message": "Unknown Message", "code": 10008})
        app.calls.append(Call(kind, time.monotonic(), len(raw)))
        return _answer(200 if answer is not None else 204, answer, self._limits(bucket))

    def _app_of(self, request: web.BaseRequest, parts: list[str]) -> App | None:
        if parts[0] == "interactions":
            press = self._by_token.get(parts[2])
            return press.app if press else None
        if parts[0] == "webhooks":
            press = self._by_token.get(parts[2])
            return press.app if press else None
        auth = request.headers.get("Authorization", "")
        return next((app for app in self.apps if auth == f"Bot {app.token}"), None)

    def _spend(self, name: str, app: App, kind: str) -> float:
        """Discord's limit for all calls with the token; how long to wait, or 0."""
        if not kind.startswith("bot "):
            return 0.0
        now = time.monotonic()
        recent = self._allowances.setdefault(f"{name} {app.id}", [])
        recent[:] = [at for at in recent if at > now - 1.0]
        if len(recent) >= BOT_CALLS_A_SECOND:
            return max(recent[0] + 1.0 - now, 0.001)
        recent.append(now)
        return 0.0

    def _limits(self, bucket: str) -> dict[str, str]:
        """The headers of a route's own limit: five calls in five seconds for each channel."""
        if not bucket:
            return {}
        now = time.monotonic()
        used = self._allowances.setdefault(bucket, [])
        used[:] = [at for at in used if at > now - 5.0]
        used.append(now)
        return {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": str(max(5 - len(used), 0)),
            "X-RateLimit-Reset": f"{time.time() + used[0] + 5.0 - now:.3f}",
            "X-RateLimit-Reset-After": f"{used[0] + 5.0 - now:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(bucket.split()[0].encode()):08x}",
        }

    def _apply(self, app: App, kind: str, parts: list[str], body: Any) -> Any:
        match kind:
            case "callback":
                return self._callback(int(parts[1]), self._by_token[parts[2]], body)
            case "token edit":
                press = self._by_token[parts[2]]
                shown = press.shows or press.message
                found = shown if parts[4] == "@original" else self.messages[int(parts[4])]
                return self._edit(found, body)
            case "token post":
                press = self._by_token[parts[2]]
                reader = press.user if body.get("flags", 0) & EPHEMERAL else None
                return self._new(app, press.message.channel, reader, body).payload()
            case "bot edit":
                return self._edit(self.messages[int(parts[3])], body)
            case "bot post":
                return self._new(app, int(parts[1]), None, body).payload()
            case "bot delete" | "token delete":
                self.messages.pop(int(parts[-1]), None)
                return None
            case "other":
                return self._about(app, parts, body)

    def _callback(self, interaction: int, press: Press, body: Json) -> Json:
        data, message = body.get("data") or {}, press.message
        if body["type"] == 7:
            self._edit(message, data)
        elif body["type"] == 4:
            reader = press.user if data.get("flags", 0) & EPHEMERAL else None
            message = self._new(press.app, message.channel, reader, data)
        press.shows = message
        press.took = time.monotonic() - press.at
        press.answered.set()
        about = {"id": str(interaction), "type": 3, "response_message_id": str(message.id)}
        resource = {"type": body["type"], "message": message.payload()}
        return {"interaction": about, "resource": resource}

    def _edit(self, message: Message, body: Json) -> Json:
        if "components" in body:
            message.components = _numbered(body["components"])
        return message.payload()

    def _new(self, app: App, channel: int, reader: int | None, body: Json) -> Message:
        message = Message(snowflake(), channel, app, reader, _numbered(body.get("components", [])))
        self.messages[message.id] = message
        return message

    def _about(self, app: App, parts: list[str], body: Any) -> Any:
        match parts:
            case ["users", "@me"]:
                return app.user()
            case ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                about = {"id": str(app.id), "name": "bench", "icon": None, "description": ""}
                public = {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""}
                return about | public | {"owner": person(1, "owner"), "team": None, "flags": 0}
            case ["applications", _, "commands"]:
                return [
                    command
                    | {"id": str(snowflake()), "application_id": str(app.id), "version": "1"}
                    for command in body
                ]
            case _:
                return {}


def person(user: int, name: str) -> Json:
    """A user as Discord describes one."""
    return {
        "id": str(user),
        "username": name,
        "discriminator": "0",
        "global_name": name.title(),
        "avatar": None,
    }


def _member(user: int) -> Json:
    return {
        "user": person(user, f"player{user % 1000}"),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": _NOW,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
        "permissions": str(1 << 10 | 1 << 11),
    }


def _channel(channel: int) -> Json:
    return {
        "id": str(channel),
        "type": 0,
        "name": "card-room",
        "position": 0,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "permissions": _ALL_RIGHTS,
        "permission_overwrites": [],
    }


def _guild(guild: int, app: App) -> Json:
    everyone = {"id": str(guild), "name": "@everyone", "permissions": _ALL_RIGHTS, "position": 0}
    own = _member(app.id) | {"user": app.user()}
    return {
        "id": str(guild),
        "name": f"Club {guild % 1000}",
        "owner_id": "1",
        "member_count": 100,
        "large": False,
        "unavailable": False,
        "roles": [everyone | {"color": 0, "hoist": False, "managed": False, "mentionable": False}],
        "channels": [_channel(guild + 10_000 + number) for number in range(10)],
        "members": [own],
        "emojis": [],
        "features": [],
        "threads": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "stickers": [],
        "guild_scheduled_events": [],
        "preferred_locale": "en-US",
    }


def _kind(method: str, parts: list[str]) -> tuple[str, str]:
    """What kind of call it is, and the bucket of its own limit, empty where there is none."""
    verb = {"POST": "post", "PATCH": "edit", "DELETE": "delete"}.get(method, "other")
    match parts:
        case ["interactions", *_]:
            return "callback", ""
        case ["webhooks", _, token, *_]:
            return f"token {verb}", f"{method}-webhooks {token}"
        case ["channels", channel, "messages", *_]:
            return f"bot {verb}", f"{method}-messages {channel}"
        case _:
            return "other", ""


def _answer(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    data = None if body is None else json.dumps(body).encode()
    kind = None if body is None else "application/json"
    return web.Response(status=status, body=data, content_type=kind, headers=headers)


async def _write(socket: web.WebSocketResponse, deflate: Any, outgoing: Any) -> None:
    while True:
        text = json.dumps({"s": None, "t": None, **await outgoing.get()})
        if deflate is None:
            await socket.send_str(text)
        else:
            data = deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
            await socket.send_bytes(data)


def _numbered(components: list[Json]) -> list[Json]:
    """The components with an id each, as Discord gives them."""
    numbers = itertools.count(1)

    def numbered(component: Json) -> Json:
        inner = component.get("components")
        kept = {"components": [numbered(each) for each in inner]} if inner is not None else {}
        return component | {"id": next(numbers)} | kept

    return [numbered(each) for each in components]


def _buttons(components: list[Json]) -> list[Json]:
    found = []
    for component in components:
        if component["type"] == 2:
            found.append(component)
        found += _buttons(component.get("components") or [])
    return found
