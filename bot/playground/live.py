"""The page's connection: what one person sees, sent as it changes, and what that person does.

The server remembers what it has sent, and after each change sends only the difference. So nothing
is missed, whatever made the change, and a page that reconnects is simply sent all of it again.
"""

import asyncio
import contextlib
import json
import logging
from typing import Any

from aiohttp import WSMsgType, web

from .backend import Discord
from .errors import NotPossible
from .people import Answer, People
from .pulse import Pulse

Json = dict[str, Any]

_log = logging.getLogger(__name__)
_PAUSE = 0.02  # several changes at once are one update


class Live:
    """Serves the pages' WebSockets."""

    def __init__(self, discord: Discord, people: People, pulse: Pulse) -> None:
        """Show this Discord, and act through its people."""
        self._discord = discord
        self._people = people
        self._pulse = pulse
        self._sockets: set[web.WebSocketResponse] = set()

    async def disconnect(self) -> None:
        """Close every page's connection; they come back when they can."""
        for socket in list(self._sockets):
            await socket.close()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it closes."""
        name = request.match_info["person"]
        if name not in self._discord.people:
            raise web.HTTPNotFound
        if not request.headers.get("Origin", request.host).endswith(request.host):
            raise web.HTTPForbidden  # some other site's page, not ours
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self._sockets.add(socket)
        page = _Page(socket, self._discord, self._people, name)
        updates = asyncio.create_task(self._update(page))
        acts: set[asyncio.Task[None]] = set()
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    act = asyncio.create_task(page.act(json.loads(message.data)))
                    acts.add(act)
                    act.add_done_callback(acts.discard)
        finally:
            self._sockets.discard(socket)
            updates.cancel()
        return socket

    async def _update(self, page: "_Page") -> None:
        with contextlib.suppress(ConnectionError):
            await page.greet()
            while True:
                beats = self._pulse.beats
                await page.send_changes()
                await self._pulse.after(beats)
                await asyncio.sleep(_PAUSE)


class _Page:
    """One open page of one person."""

    def __init__(
        self, socket: web.WebSocketResponse, discord: Discord, people: People, name: str
    ) -> None:
        self._socket = socket
        self._discord = discord
        self._people = people
        self._name = name
        self._me = discord.people[name]
        self._sent: dict[str, str] = {}
        self._messages: dict[tuple[int, int], tuple[Any, ...]] = {}

    async def _send(self, kind: str, /, **data: Any) -> None:
        await self._socket.send_str(json.dumps({"t": kind, **data}))

    async def greet(self) -> None:
        """Say who is who."""
        people = [
            {"id": str(identity), "name": name.title()}
            for name, identity in self._discord.people.items()
        ]
        me = {"id": str(self._me), "name": self._name.title()}
        bot = self._discord.bot_user()
        await self._send("hello", me=me, people=people, bot=bot, guild="The Card Room")

    async def send_changes(self) -> None:
        """Send whatever differs from what was sent before."""
        channels = self._discord.channels(self._me)
        await self._send_if_new("channels", channels)
        place = next((int(c["id"]) for c in channels), None)
        if place is not None:
            await self._send_if_new("commands", self._discord.commands(self._me, place))
        seen: set[tuple[int, int]] = set()
        fresh: list[Json] = []
        for channel in (int(c["id"]) for c in channels):
            for message in self._discord.messages(self._me, channel):
                key = (channel, message.id)
                state = (message.edited_timestamp, message.flags, message.pinned)
                seen.add(key)
                if self._messages.get(key) == state:
                    continue
                self._messages[key] = state
                payload = self._discord.message_payload(message)
                payload["pings_me"] = self._me in message.ping_user_ids
                fresh.append(payload)
        gone = [key for key in self._messages if key not in seen]
        for key in gone:
            del self._messages[key]
        if fresh or gone:
            await self._send("messages", messages=fresh, gone=[str(key[1]) for key in gone])

    async def _send_if_new(self, kind: str, data: Any) -> None:
        text = json.dumps(data)
        if self._sent.get(kind) != text:
            self._sent[kind] = text
            await self._send(kind, items=data)

    # ------------------------------------------------------------------ acts

    async def act(self, act: Json) -> None:
        """Do what the person did on the page, and tell the page what came of it."""
        result: Json = {"ok": True}
        try:
            answer = await self._do(act)
            if isinstance(answer, Answer):
                result = {"ok": bool(answer.kind), "kind": answer.kind}
                if answer.modal is not None:
                    result |= {"modal": answer.modal, "interaction": str(answer.record.id)}
                if answer.kind == "autocomplete":
                    result["choices"] = answer.choices
            elif answer is not None:
                result["id"] = str(answer)
        except NotPossible as refusal:
            result = {"ok": False, "error": str(refusal)}
        except Exception as error:
            _log.exception("the page's %s failed", act.get("act"))
            result = {"ok": False, "error": str(error)}
        with contextlib.suppress(ConnectionError):
            await self._send("result", nonce=act.get("nonce"), **result)

    async def _do(self, act: Json) -> Answer | int | None:
        me, people = self._me, self._people
        channel = int(act.get("channel") or 0)
        message = int(act.get("message") or 0)
        match act["act"]:
            case "press":
                kind, values = int(act["kind"]), act.get("values")
                custom_id = act["custom_id"]
                return await people.press(me, channel, message, custom_id, kind=kind, values=values)
            case "slash":
                return await people.slash(me, channel, act["command"], act["values"])
            case "autocomplete":
                typed, values = act["typed"], act["values"]
                return await people.autocomplete(
                    me, channel, act["command"], act["option"], typed, values
                )
            case "submit":
                return await people.submit(me, int(act["interaction"]), act["values"])
            case "say":
                return people.say(me, channel, act["content"])
            case "post":
                return people.post(me, channel, act["name"], act.get("content") or "")
            case "dismiss":
                people.dismiss(me, channel, message)
        return None
