"""Starting the bot: against Discord with a token, against the playground without one."""

import asyncio
import contextlib
import fcntl
import logging
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.client import PluckBot
from bot.logs import set_up_logs
from bot.players.registry import levels
from bot.settings import Settings
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.table.model import Pace
from bot.ui.render.panels import Panels
from bot.ui.render.registry import renderers
from bot.ui.texts import Texts

log = logging.getLogger(__name__)

DATA = Path(__file__).resolve().parent.parent / "data"
"""What is shipped with the code: migrations and texts."""
OK, FAILED, BAD_START = 0, 1, 2
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class CannotStart(Exception):
    """The bot cannot start; the message is one line for whoever runs it."""


async def run(settings: Settings, *, playground: bool) -> int:
    """Run until a signal or a fatal error; returns the exit status.

    Without a token the playground is started too, unless `playground` is false.
    """
    set_up_logs(settings.pluck_log_level)
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
        return BAD_START
    except discord.LoginFailure:
        print("DISCORD_TOKEN is not accepted by Discord", file=sys.stderr)
        return BAD_START
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        if _is_stopping():
            return OK
        print(f"Discord cannot be reached: {type(error).__name__}", file=sys.stderr)
        return FAILED
    return OK


def _end_at_a_signal() -> None:
    """Let the first signal cancel the whole run, so that everything is closed on its way out.

    A second one kills. Closing the client while it listens would not do: its listener then sends
    a close code of its own, which keeps the session and the bot's presence alive.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None

    def end() -> None:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
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
    texts = Texts.load(DATA / "texts" / "en.toml")
    pace = Pace(
        turn=settings.pluck_turn_seconds,
        ai=settings.pluck_ai_seconds,
        next=settings.pluck_next_seconds,
        nudge=settings.pluck_nudge_seconds,
    )
    panels = Panels(texts, renderers(texts), levels)
    with _only_instance(database):
        async with _open_store(database) as store, PluckBot(store, texts, panels, pace) as bot:
            await bot.start(token)


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
        lock = database.with_name(f"{database.name}.lock").open("w")
    except OSError as error:
        raise CannotStart(f"PLUCK_DB: {database.parent}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotStart(f"PLUCK_DB: another bot is running on {database}") from None
        yield


def _point_at(settings: Settings) -> None:
    """Let discord.py speak to the API of the settings. It has no other way to be told."""
    api = settings.discord_api_url
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    if Settings.model_fields["discord_api_url"].default != api:
        discord.asset.Asset.BASE = f"{yarl.URL(api).origin()}/cdn"
