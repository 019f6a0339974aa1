"""The loopback Discord as a whole: one web server for REST, gateway, attachments and the page."""

import datetime
import logging
import mimetypes
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from aiohttp import web

from .api import Api
from .backend import Discord
from .faults import Faults
from .gateway import HEARTBEAT, Gateway
from .limits import Limits
from .live import Live
from .people import People
from .pulse import Pulse
from .request_log import RequestLog
from .rest import Description, Rest

_log = logging.getLogger(__name__)
_PAGE = Path(__file__).parent / "page"
PEOPLE = ("alice", "bob", "carol", "dave")
#: The guild's channels: name, kind, topic.
CHANNELS = (
    ("card-room", "text", "Pull up a chair: /pluck new opens a table"),
    ("lounge", "text", "Talk about anything but other people's cards"),
    ("tournaments", "forum", "One post for each evening"),
)


class Playground:
    """A small Discord on this machine, to which the unchanged bot connects.

    The first of the people has Manage Server. `openapi` names Discord's description of its API,
    against which every request is then held. What is left to chance, `rng` decides;
    `faults` are a test's own. The state outlives `stop()`, and a second `start()` serves it again
    at the same address.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        people: Iterable[str] = PEOPLE,
        *,
        clock: Callable[[], datetime.datetime] | None = None,
        openapi: Path | None = None,
        limits: Limits | None = None,
        token: str = "playground",
        bot_name: str = "Pluck",
        heartbeat: float = HEARTBEAT,
        rng: Random | None = None,
        faults: Faults | None = None,
    ) -> None:
        """Set up guild, people and channels; nothing is served before `start()`."""
        self.host, self.port, self.token = host, port, token
        self.pulse = Pulse()
        self.discord = Discord(people, bot_name, clock)
        for name, kind, topic in CHANNELS:
            self.discord.create_channel(name, kind, topic)
        rng, limits = rng or Random(), limits or Limits()
        self.gateway = Gateway(self.discord, token, rng, heartbeat)
        self.people = People(self.discord, self.pulse)
        self._api = Api(self.discord, self.gateway.describe, limits)
        description = _described(openapi) if openapi is not None else None
        self._rest = Rest(self._api, token, self.pulse, limits, description, faults or Faults(rng))
        self._live = Live(self.discord, self.people, self.pulse)
        self._runner: web.AppRunner | None = None

    # ------------------------------------------------------------------ addresses

    @property
    def page_url(self) -> str:
        """Where the page is; `/as/<person>` below it is one person's."""
        return f"http://{self.host}:{self.port}"

    @property
    def api_url(self) -> str:
        """The REST API's address, version included."""
        return f"{self.page_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return f"ws://{self.host}:{self.port}/gateway"

    @property
    def cdn_url(self) -> str:
        """Where attachments and emojis are."""
        return f"{self.page_url}/cdn"

    # ------------------------------------------------------------------ what tests look at

    @property
    def requests(self) -> RequestLog:
        """What the bot has asked of the REST API."""
        return self._rest.requests

    @property
    def violations(self) -> list[str]:
        """Where a request was not as Discord describes it; empty without a description."""
        return self._rest.violations

    @property
    def invalid_requests(self) -> list[float]:
        """When (epoch seconds) a 401, 403 or 429 was answered: 10,000 in 10 minutes are a ban."""
        return self._rest.invalid

    @property
    def faults(self) -> Faults:
        """Misfortunes to order."""
        return self._rest.faults

    def channel(self, name: str) -> int:
        """Return the id of the channel or thread of that name."""
        anyone = next(iter(self.discord.people.values()))
        for channel in self.discord.channels(anyone):
            if channel["name"] == name.lstrip("#"):
                return int(channel["id"])
        raise KeyError(name)

    # ------------------------------------------------------------------ life

    async def start(self) -> None:
        """Open for business; with port 0 any free port is taken, and kept."""
        runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError:
            await runner.cleanup()
            raise
        self.port = runner.addresses[0][1]
        self._runner = runner
        self.gateway.url = self.gateway_url
        self.discord.cdn_base = self.cdn_url
        _log.info("a small Discord is at %s", self.page_url)

    async def stop(self) -> None:
        """Hang up on everybody; nothing is forgotten."""
        if self._runner is not None:
            await self.gateway.disconnect(1012)
            await self._live.disconnect()
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> "Playground":
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self.stop()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=25 * 1024 * 1024)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/live/{person}", self._live.handle)
        app.router.add_get("/cdn/attachments/{path:.*}", self._attachment)
        app.router.add_get("/cdn/emojis/{name}", self._emoji)
        app.router.add_get("/people", self._people)
        app.router.add_get("/", self._page)
        app.router.add_get("/as/{person}", self._page)
        app.router.add_static("/page", _PAGE)
        return app

    async def _page(self, request: web.Request) -> web.StreamResponse:
        person = request.match_info.get("person")
        if person is not None and person not in self.discord.people:
            if person.lower() in self.discord.people:
                raise web.HTTPFound(f"/as/{person.lower()}")
            raise web.HTTPNotFound(text=f"There is no {person} here.")
        return web.FileResponse(_PAGE / "index.html", headers={"Cache-Control": "no-store"})

    async def _people(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(list(self.discord.people))

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        path = f"/attachments/{request.match_info['path']}"
        data = self.discord.attachment(path)
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=_kind(path))

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        data = self._api.emoji_image(name.partition(".")[0])
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=_kind(name))


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _described(path: Path) -> Description:
    # Imported here because only tests install what it needs.
    from .openapi import Description as Described

    return Described(path)
