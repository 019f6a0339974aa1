"""Starting the bot: against Discord with a token, against the playground without one."""

import asyncio
import contextlib
import errno
import fcntl
import gc
import logging
import os
import resource
import signal
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import MappingProxyType

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from prometheus_client import CollectorRegistry

from bot.client import PluckBot
from bot.gateway import guard_gateway
from bot.logs import set_up_logs
from bot.monitor.health import Doctor
from bot.monitor.metrics import Metrics
from bot.monitor.page import Page
from bot.players.pool import Pool, spare_cores
from bot.settings import Settings
from bot.store.database import Store
from bot.store.errors import Busy, StoreError
from bot.table.model import Pace
from bot.ui.content import Content
from bot.ui.received import read_responses_with_care

log = logging.getLogger(__name__)

DATA = Path(__file__).resolve().parent.parent / "data"
"""What is shipped with the code: migrations and texts."""
OK, FAILED, BAD_START = 0, 1, 2
SIGNALS = (signal.SIGTERM, signal.SIGINT)

_BAD_TOKEN, _UNAPPROVED_INTENTS = 4004, 4014
_REFUSALS = MappingProxyType(
    {
        _BAD_TOKEN: "DISCORD_TOKEN is not accepted by Discord",
        4010: "Discord does not accept our shard: this bot runs in one process",
        4011: "Discord wants this bot to be sharded: it is on too many servers for one process",
        4012: "Discord no longer speaks this version of its API: a newer discord.py is needed",
        4013: "Discord does not know the intents we ask for: a newer discord.py is needed",
        _UNAPPROVED_INTENTS: "Discord does not allow this application the intents we ask for",
    }
)
"""The codes with which the gateway refuses a bot for good, and what its host reads then."""


UNREACHABLE = (
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""What a start can meet on the way to Discord without being a mistake of ours."""


SELDOM = (700, 20, 100)
"""How seldom what has been allocated is looked through for garbage, by age: nobody can be answered
meanwhile, so the young is looked at in small pieces, and the old hardly ever."""


class CannotStart(Exception):
    """The bot cannot start; the message is one line for whoever runs it."""


async def run(settings: Settings, *, playground: bool) -> int:
    """Run until a signal or a fatal error; returns the exit status.

    Without a token the playground is started too, unless `playground` is false.
    """
    set_up_logs(settings.pluck_log_level)
    _keep_the_token_here()
    _end_at_a_signal()
    try:
        if settings.discord_token is not None:
            await _run_bot(settings, settings.discord_token.get_secret_value(), settings.pluck_db)
        elif playground:
            await _run_with_playground(settings)
        else:
            raise CannotStart("DISCORD_TOKEN is not set")
    except asyncio.CancelledError:
        log.info("stopped by a signal")
    except CannotStart as error:
        print(error, file=sys.stderr)
        return BAD_START
    except StoreError as error:
        print(f"PLUCK_DB: {error}", file=sys.stderr)
        return FAILED if isinstance(error, Busy) else BAD_START
    except discord.LoginFailure:
        print(_REFUSALS[_BAD_TOKEN], file=sys.stderr)
        return BAD_START
    except UNREACHABLE as error:
        if _is_stopping():
            return OK
        if (refusal := _refusal(error)) is not None:
            print(refusal, file=sys.stderr)
            return BAD_START
        print(f"Discord cannot be reached: {type(error).__name__}", file=sys.stderr)
        return FAILED
    return OK


def _refusal(error: Exception) -> str | None:
    """Why the gateway will never have us as we are; None if it may have us later."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _REFUSALS[_UNAPPROVED_INTENTS]
    return _REFUSALS.get(error.code) if isinstance(error, discord.ConnectionClosed) else None


def _keep_the_token_here() -> None:
    """Leave the token out of core dumps and out of the environment of our own children."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    os.environ.pop("DISCORD_TOKEN", None)


def _end_at_a_signal() -> None:
    """Let the first signal cancel the whole run, so that everything is closed on its way out.

    Whatever comes after it changes nothing: many send the signal to the process and then to its
    group, and leaving takes no longer than is given. Closing the client while it listens would
    not do: its listener then sends a close code of its own, which keeps the session and the
    bot's presence alive.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
        task.cancel()

    for number in SIGNALS:
        loop.add_signal_handler(number, end)


def _is_stopping() -> bool:
    """Whether a signal has come: what fails then fails because of it."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _run_with_playground(settings: Settings) -> None:
    try:
        from bot.playground import Playground
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        raise CannotStart("DISCORD_TOKEN is not set, and the playground is not installed") from None
    place = Playground(port=settings.pluck_playground_port)
    try:
        await place.start()
    except OSError as error:
        raise CannotStart(
            f"PLUCK_PLAYGROUND_PORT: port {settings.pluck_playground_port}: {error.strerror}"
        ) from None
    try:
        print(f"Play at {place.page_url} (no DISCORD_TOKEN: this is the playground)", flush=True)
        local = settings.model_copy(
            update={"discord_api_url": place.api_url, "discord_gateway_url": place.gateway_url}
        )
        # The playground forgets everything when it stops, and so do its tables.
        with tempfile.TemporaryDirectory(prefix="pluck-") as folder:
            await _run_bot(local, place.token, Path(folder) / "playground.db")
    finally:
        await place.stop()


async def _run_bot(settings: Settings, token: str, database: Path) -> None:
    """Open the database, connect, and stay until cancelled."""
    _point_at(settings)
    content = _content()
    pace = Pace(
        turn=settings.pluck_turn_seconds,
        ai=settings.pluck_ai_seconds,
        next=settings.pluck_next_seconds,
        nudge=settings.pluck_nudge_seconds,
        think=settings.pluck_ai_think_ms / 1000,
    )
    with _only_instance(database):
        workers = settings.pluck_ai_workers or spare_cores()
        async with _open_store(database) as store, Pool(workers) as pool:
            metrics = None if settings.pluck_health_port is None else Metrics(CollectorRegistry())
            bot = PluckBot(store, content, pace, metrics, pool)
            async with bot, _page(settings, bot, metrics):
                # All that is there by now stays: nobody need look through it for garbage again.
                gc.freeze()
                gc.set_threshold(*SELDOM)
                await bot.start(token)


def _content() -> Content:
    """What is shipped with the code. Raises CannotStart where that cannot be read."""
    try:
        return Content.load(DATA)
    except OSError as error:
        raise CannotStart(f"{error.filename}: {error.strerror}") from None


@contextlib.asynccontextmanager
async def _page(settings: Settings, bot: PluckBot, metrics: Metrics | None) -> AsyncIterator[None]:
    """Show how the bot is, if there is a port for that. Raises CannotStart if it is taken."""
    host, port = settings.pluck_health_host, settings.pluck_health_port
    if metrics is None or port is None:
        yield
        return
    metrics.watch(bot.front.publisher.backlog)
    page = Page(Doctor(bot, bot.store, metrics), metrics, bot.store)
    try:
        try:
            await page.start(host, port)
        except OSError as error:
            raise CannotStart(f"{_blamed(error)}: {host} port {port}: {_why(error)}") from None
        log.info(
            "health page at %s",
            yarl.URL.build(scheme="http", host=host, port=port, path="/healthz"),
        )
        yield
    finally:
        await page.close()


def _blamed(error: OSError) -> str:
    """The setting because of which nothing can be shown there."""
    not_here = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
    return "PLUCK_HEALTH_HOST" if not_here else "PLUCK_HEALTH_PORT"


def _why(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "no such host is known"
    return os.strerror(error.errno) if error.errno else type(error).__name__


@contextlib.asynccontextmanager
async def _open_store(database: Path) -> AsyncIterator[Store]:
    store = await Store.open(database, DATA / "migrations", now=time.time())
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def _only_instance(database: Path) -> Iterator[None]:
    """Hold the lock beside the database: two processes on one would play everything twice.

    Raises CannotStart if another process holds it.
    """
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        file = database.resolve()  # many names may lead to one database
        lock = open(file.with_name(f"{file.name}.lock"), "w", opener=_owner_only)  # noqa: SIM115
    except OSError as error:
        raise CannotStart(f"PLUCK_DB: {database.parent}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotStart(f"PLUCK_DB: another bot is running on {database}") from None
        yield


def _owner_only(name: str, flags: int) -> int:
    """Open a file that nobody but its owner may open, also if it is an old one."""
    descriptor = os.open(name, flags, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor


def _point_at(settings: Settings) -> None:
    """Let discord.py speak to the API of the settings. It has no other way to be told."""
    api = settings.discord_api_url
    guard_gateway()
    read_responses_with_care()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if Settings.model_fields["discord_api_url"].default != api:
        discord.asset.Asset.BASE = f"{yarl.URL(api).origin()}/cdn"
