"""Telling a meter of every call to Discord: by route and code, never by id or token."""

import json
from types import SimpleNamespace
from typing import Any

import aiohttp

from bot.meter import Meter

_FIRST = frozenset(
    {"applications", "channels", "gateway", "guilds", "interactions", "oauth2", "users", "webhooks"}
)
_WORDS = _FIRST | {
    "@me", "@original", "bot", "bulk-delete", "callback", "commands", "invites", "members",
    "messages", "permissions", "pins", "reactions", "roles", "thread-members", "threads", "typing",
}  # fmt: skip
_METHODS = frozenset({"DELETE", "GET", "PATCH", "POST", "PUT"})
_LONGEST_CODE = 6


def trace_calls(meter: Meter) -> aiohttp.TraceConfig:
    """A trace for the client's session that tells the meter of each call and each failure."""
    trace = aiohttp.TraceConfig()

    async def begun(
        _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        method = params.method if params.method in _METHODS else "other"
        meter.called(method, route_of(params.url.path))

    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        response = params.response
        if response.status >= 400:
            meter.failed(response.status, code_of(await _body_of(response)))

    async def broken(
        _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        meter.failed(0, type(params.exception).__name__)

    trace.on_request_start.append(begun)
    trace.on_request_end.append(answered)
    trace.on_request_exception.append(broken)
    return trace


def route_of(path: str) -> str:
    """The template of a path: only words that are known stay, everything else is a parameter."""
    parts = [part for part in path.split("/") if part]
    start = next((place for place, part in enumerate(parts) if part in _FIRST), None)
    if start is None:
        return "other"
    return "".join(f"/{_part(part)}" for part in parts[start:])


def code_of(body: bytes) -> str:
    """Discord's code in the body of an error, "0" where there is none."""
    try:
        answer: Any = json.loads(body)
    except ValueError:
        return "0"
    code = answer.get("code") if isinstance(answer, dict) else None
    known = isinstance(code, int) and 0 <= code < 10**_LONGEST_CODE
    return str(int(code)) if known and code is not None else "0"


async def _body_of(response: aiohttp.ClientResponse) -> bytes:
    """The body; it stays with the response, and whoever waits for that can read it again."""
    try:
        return await response.read()
    except aiohttp.ClientError:
        return b""


def _part(part: str) -> str:
    if part in _WORDS:
        return part
    return "{id}" if part.isdecimal() else "{token}"
