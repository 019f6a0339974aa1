"""The gateway: sessions that outlive their connections, so that a bot can resume.

Opcodes and close codes as in Discord's documentation.
"""

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from .backend import Discord
from .delivery import Delivery

Json = dict[str, Any]

HEARTBEAT = 41.25
"""The seconds between two heartbeats that Discord asks for."""
IDENTIFIES_A_DAY = 1000
"""Whoever identifies more often has their token reset."""
_DAY = 24 * 3600.0
_GRACE = 10.0
_ACK_SECONDS = 0.02
_KEPT_EVENTS = 2_000
_RESUMABLE_SECONDS = 180.0
_PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15  # members, presences, message content


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class Connection:
    """One WebSocket, written to in order and without waiting. Once `muted` it says nothing more."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: bool) -> None:
        """Write to this socket, as one zlib stream if asked."""
        self.socket = socket
        self.muted = False
        self._deflate = zlib.compressobj() if compress else None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    def send(
        self, op: Op, data: Any = None, event: str | None = None, seq: int | None = None
    ) -> None:
        """Queue one gateway message."""
        self._outgoing.put_nowait(json.dumps({"op": op, "d": data, "s": seq, "t": event}))

    async def write(self) -> None:
        """Send what is queued, for as long as the connection lives."""
        with contextlib.suppress(ConnectionError):
            while True:
                text = await self._outgoing.get()
                if self.muted:
                    continue
                if self._deflate is None:
                    await self.socket.send_str(text)
                    continue
                data = self._deflate.compress(text.encode())
                await self.socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))


@dataclass
class Session:
    """What one IDENTIFY began: its events, numbered, whether or not anyone is connected."""

    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    sent: deque[tuple[int, str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT_EVENTS))
    connection: Connection | None = None
    left_at: float = 0.0

    def dispatch(self, event: str, data: Any) -> None:
        """Send an event, or keep it for a RESUME."""
        self.seq += 1
        self.sent.append((self.seq, event, data))
        if self.connection is not None:
            self.connection.send(Op.DISPATCH, data, event, self.seq)

    def leave(self) -> Connection | None:
        """Part from the connection, to be resumed on another, and return it."""
        connection, self.connection = self.connection, None
        self.left_at = time.monotonic()
        return connection

    def sees(self, guild_id: int | None) -> bool:
        """Tell whether a guild (or what belongs to none) falls to this session's shard."""
        number, count = self.shard
        return number == ((guild_id or 0) >> 22) % count


class Gateway:
    """All sessions of the bot."""

    def __init__(
        self, discord: Discord, token: str, rng: Random, heartbeat: float = HEARTBEAT
    ) -> None:
        """Serve bots that know the token, and ask for a heartbeat every so many seconds."""
        self._discord = discord
        self._token = token
        self._sessions: dict[str, Session] = {}
        self.url = ""
        self.heartbeat = heartbeat
        self.identifies: list[float] = []
        self.resumed = 0
        self.heartbeats = 0
        self.is_down = False
        self.refused = 0
        self.delivery = Delivery(self._publish, rng)
        discord.subscribe(self.delivery.take)

    @property
    def identified(self) -> int:
        """How often a bot has identified."""
        return len(self.identifies)

    @property
    def connected(self) -> int:
        """How many sessions have a connection now."""
        return sum(session.connection is not None for session in self._sessions.values())

    def _publish(self, event: str, payload: Mapping[str, Any]) -> None:
        guild = payload.get("guild_id") or (payload.get("id") if event.startswith("GUILD_") else 0)
        for session in list(self._sessions.values()):
            if not session.sees(int(guild or 0)):
                continue
            seen = self._discord.event_for(event, payload, session.intents)
            if seen is not None:
                session.dispatch(event, seen)

    def describe(self) -> Json:
        """Return what a bot is told before it connects."""
        limit = {
            "total": IDENTIFIES_A_DAY,
            "remaining": max(IDENTIFIES_A_DAY - self._identified_today(), 0),
            "reset_after": 0,
            "max_concurrency": 1,
        }
        return {"url": self.url, "shards": 1, "session_start_limit": limit}

    def _identified_today(self) -> int:
        yesterday = time.time() - _DAY
        return sum(at > yesterday for at in self.identifies)

    # ------------------------------------------------------------------ faults to order

    async def disconnect(self, code: int = 4000) -> None:
        """Close every connection with this code; sessions stay resumable."""
        for session in list(self._sessions.values()):
            connection = session.leave()
            if connection is not None:
                await connection.socket.close(code=code)

    async def go_down(self) -> None:
        """Hang up, and let nobody connect until `is_down` is false again."""
        self.is_down = True
        await self.disconnect()

    def mute(self) -> None:
        """Fall silent on every connection, heartbeats unanswered; what happens is kept."""
        for connection in self._connections():
            connection.muted = True

    def ask_to_reconnect(self) -> None:
        """Send RECONNECT, as Discord does before it restarts a machine."""
        for connection in self._connections():
            connection.send(Op.RECONNECT)

    def ask_for_heartbeat(self) -> None:
        """Send HEARTBEAT: whoever is awake sends one back at once."""
        for connection in self._connections():
            connection.send(Op.HEARTBEAT)

    def invalidate(self, *, resumable: bool) -> None:
        """Send INVALID_SESSION; unless it is resumable, the session is gone."""
        for connection in self._connections():
            connection.send(Op.INVALID_SESSION, resumable)
        if not resumable:
            self._sessions.clear()

    def forget_sessions(self) -> None:
        """Make every RESUME fail, as after a long outage."""
        self._sessions = {
            key: session
            for key, session in self._sessions.items()
            if session.connection is not None
        }

    def _connections(self) -> list[Connection]:
        return [s.connection for s in self._sessions.values() if s.connection is not None]

    # ------------------------------------------------------------------ one connection

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket until it closes."""
        if self.is_down:
            self.refused += 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=1 << 20, autoping=True)
        await socket.prepare(request)
        connection = Connection(socket, compress=request.query.get("compress") == "zlib-stream")
        writer = asyncio.create_task(connection.write())
        connection.send(Op.HELLO, {"heartbeat_interval": int(self.heartbeat * 1000)})
        session: Session | None = None
        try:
            while True:
                message = await socket.receive(timeout=self.heartbeat * 1.5 + _GRACE)
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                close, session = self._receive(message, connection, session)
                if close:
                    await socket.close(code=close)
                    break
        except TimeoutError:
            await socket.close(code=4009)
        finally:
            writer.cancel()
            self._leave(session, connection, socket.close_code)
        return socket

    def _leave(self, session: Session | None, connection: Connection, code: int | None) -> None:
        if session is None or session.connection is not connection:
            return
        session.leave()
        if code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            self._sessions.pop(session.id, None)

    def _receive(
        self, message: WSMessage, connection: Connection, session: Session | None
    ) -> tuple[int, Session | None]:
        """Act on one message; return the close code it earns, or 0, and the session it is of."""
        try:
            payload = json.loads(message.data)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError):
            return 4002, session
        if op == Op.HEARTBEAT:
            self.heartbeats += 1
            # Not before the client has noted that it sent one: it would misjudge the delay.
            asyncio.get_running_loop().call_later(_ACK_SECONDS, connection.send, Op.ACK)
            return 0, session
        if op == Op.IDENTIFY:
            return (4005, session) if session else self._identify(data, connection)
        if op == Op.RESUME:
            return (4005, session) if session else self._resume(data, connection)
        if op not in (Op.PRESENCE, Op.VOICE_STATE, Op.REQUEST_MEMBERS):
            return 4001, session
        return (0, session) if session else (4003, session)

    def _identify(self, data: Json, connection: Connection) -> tuple[int, Session | None]:
        if data.get("token") != self._token:
            return 4004, None
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            return 4010, None
        intents = int(data.get("intents") or 0)
        if intents & _PRIVILEGED:
            return 4014, None
        if self._identified_today() >= IDENTIFIES_A_DAY:
            return 4004, None
        self.identifies.append(time.time())
        self._expire()
        session = Session(secrets.token_hex(16), intents, (number, count), connection=connection)
        self._sessions[session.id] = session
        guilds = [guild for guild in self._discord.guild_ids() if session.sees(guild)]
        session.dispatch("READY", self._ready(session, guilds))
        for guild in guilds:
            created = self._discord.guild_create(guild)
            seen = self._discord.event_for("GUILD_CREATE", created, intents)
            if seen is not None:
                session.dispatch("GUILD_CREATE", seen)
        return 0, session

    def _ready(self, session: Session, guilds: list[int]) -> Json:
        return {
            "v": 10,
            "user": self._discord.bot_user(),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self._discord.application_id), "flags": 0},
        }

    def _resume(self, data: Json, connection: Connection) -> tuple[int, Session | None]:
        if data.get("token") != self._token:
            return 4004, None
        self._expire()
        session = self._sessions.get(str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        if session is None or (session.sent and session.sent[0][0] > seq + 1):
            connection.send(Op.INVALID_SESSION, False)
            return 0, None
        if seq > session.seq:
            return 4007, None
        session.connection = connection
        for number, event, payload in [kept for kept in session.sent if kept[0] > seq]:
            connection.send(Op.DISPATCH, payload, event, number)
        session.dispatch("RESUMED", {})
        self.resumed += 1
        return 0, session

    def _expire(self) -> None:
        """Forget sessions nobody has come back for."""
        oldest = time.monotonic() - _RESUMABLE_SECONDS
        self._sessions = {
            key: session
            for key, session in self._sessions.items()
            if session.connection is not None or session.left_at > oldest
        }
