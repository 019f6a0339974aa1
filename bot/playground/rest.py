"""The REST API on the wire: bodies, authorization, faults, rate limits, and answers in JSON."""

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from io import BytesIO
from typing import Any, Protocol

from aiohttp import BodyPartReader, web

from .api import Api
from .errors import VIA, ApiError, too_many
from .faults import Fault, Faults
from .limits import Limits
from .pulse import Pulse
from .request_log import Request, RequestLog, route_of
from .upload import Upload

_log = logging.getLogger(__name__)
_OPEN_ROUTES = ("/interactions/", "/webhooks/", "/gateway")
_INVALID = (401, 403, 429)
_LOOK_AGAIN = 0.05  # seconds


class Description(Protocol):
    """Whatever knows what a request may look like."""

    def violations(self, method: str, path: str, body: Any) -> list[str]:
        """Return what is wrong with a request."""


class _Abandoned(Exception):
    """The connection is to be cut without an answer."""


class _Garbled(Exception):
    """An answer is to be sent as it stands."""

    def __init__(self, status: int, body: str) -> None:
        self.status = status
        self.body = body


class Rest:
    """Serves `/api/v10`."""

    def __init__(
        self,
        api: Api,
        token: str,
        pulse: Pulse,
        limits: Limits,
        description: Description | None = None,
        faults: Faults | None = None,
    ) -> None:
        """Serve `api` to whoever has the token; with a description, check against it."""
        self._api = api
        self._token = token
        self._pulse = pulse
        self._limits = limits
        self._description = description
        self.requests = RequestLog()
        self.violations: list[str] = []
        self.faults = faults or Faults()
        self.invalid: list[float] = []

    async def handle(self, incoming: web.Request) -> web.StreamResponse:
        """Answer one request."""
        path = "/" + incoming.match_info["path"].strip("/")
        request = Request(
            incoming.method, path, route_of(path), None, self._auth(incoming, path), time.time()
        )
        headers: dict[str, str] = {}
        try:
            answer = await self._serve(incoming, request, headers)
            request.status = 204 if answer is None else 200
        except ApiError as error:
            request.status, answer = error.status, error.to_json()
            headers.update(error.headers)
            if error.status in _INVALID and error.headers.get("X-RateLimit-Scope") != "shared":
                self.invalid.append(request.at)
        except _Garbled as garbled:
            request.status = garbled.status
            return web.Response(
                body=garbled.body.encode(),
                status=garbled.status,
                content_type="application/json",
                headers={"Via": VIA},
            )
        except _Abandoned:
            if incoming.transport is not None:
                incoming.transport.abort()
            answer = None
        finally:
            self._pulse.beat()
        body = None if answer is None else json.dumps(answer).encode()
        # Exactly this content type: with a charset discord.py would keep the body as text.
        kind = None if body is None else "application/json"
        return web.Response(
            body=body, status=request.status or 204, content_type=kind, headers=headers
        )

    def _auth(self, incoming: web.Request, path: str) -> str:
        if "Authorization" in incoming.headers:
            return "bot"
        return "interaction" if path.startswith(_OPEN_ROUTES[:2]) else "none"

    async def _serve(self, incoming: web.Request, request: Request, headers: dict[str, str]) -> Any:
        request.query = dict(incoming.query)
        request.body, files = await _read(incoming)
        request.files = tuple(file.filename for file in files)
        self.requests.append(request)
        fault = self.faults.take(request.key)
        if fault is not None and not fault.apply:
            await _suffer(fault, incoming)
        self._authorize(incoming, request)
        self._limit(request, headers)
        self._describe(request)
        answer = self._answer(request, files)
        if fault is not None and fault.apply:
            await _suffer(fault, incoming)
        return answer

    def _answer(self, request: Request, files: Sequence[Upload]) -> Any:
        try:
            answer = self._api.call(request, files)
            request.applied = True
            return answer
        except (ApiError, asyncio.CancelledError):
            raise
        except Exception:
            _log.exception("no answer to %s", request.key)
            raise ApiError(500, 0, "500: Internal Server Error") from None

    def _authorize(self, incoming: web.Request, request: Request) -> None:
        if request.path.startswith(_OPEN_ROUTES):
            return
        if incoming.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, 0, "401: Unauthorized")

    def _limit(self, request: Request, headers: dict[str, str]) -> None:
        if request.path.startswith("/interactions/"):
            return  # Discord does not limit callbacks, and sends no headers with them.
        now = time.time()
        if request.auth == "bot" and (wait := self._limits.spend_globally(now)):
            raise too_many(wait, scope="global")
        found, wait = self._limits.spend(request.key, request.path, now)
        headers.update(found)
        if wait:
            raise too_many(wait)

    def _describe(self, request: Request) -> None:
        if self._description is None:
            return
        for violation in self._description.violations(request.method, request.path, request.body):
            _log.error("not as Discord describes it: %s", violation)
            self.violations.append(violation)


async def _suffer(fault: Fault, incoming: web.Request) -> None:
    await asyncio.sleep(fault.delay)
    while fault.silent and incoming.transport is not None:
        await asyncio.sleep(_LOOK_AGAIN)
    if fault.reset or fault.silent:
        raise _Abandoned
    if fault.body is not None:
        raise _Garbled(fault.status or 200, fault.body)
    if (error := fault.error()) is not None:
        raise error


async def _read(incoming: web.Request) -> tuple[Any, list[Upload]]:
    """Return the JSON body and the files of a request, multipart or not."""
    if not incoming.can_read_body:
        return None, []
    try:
        if not incoming.content_type.startswith("multipart/"):
            text = await incoming.text()
            return (json.loads(text) if text else None), []
        return await _read_parts(incoming)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def _read_parts(incoming: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = None
    files: list[Upload] = []
    async for part in await incoming.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(data)
        elif part.filename:
            files.append(Upload(part.filename, BytesIO(data)))
        else:
            body = {**(body or {}), str(part.name): data.decode()}
    message = (body or {}).get("data") or body or {}
    for described in message.get("attachments") or []:
        index = str(described.get("id"))
        if index.isdecimal() and int(index) < len(files):
            files[int(index)].description = described.get("description")
    return body, files
