"""The Discord client: it wires everything together and passes what comes in to where it belongs."""

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Iterator
from random import SystemRandom
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.registry import GAMES
from bot.logs import trail
from bot.players.registry import HOUSE, POLICIES
from bot.store.database import Store
from bot.table.model import Pace
from bot.table.queries import TableQueries
from bot.table.service import TableService
from bot.table.timekeeper import Timekeeper
from bot.table.upkeep import Upkeep
from bot.table.writer import Writer
from bot.ui.desk import Desk, Reply
from bot.ui.discordify import PressButton
from bot.ui.hands import Hands
from bot.ui.press import OURS, Pressed, TablePress, parse
from bot.ui.publisher import Publisher
from bot.ui.render.panels import Panels
from bot.ui.respond import EXPECTED_FAULTS, Interaction, Responder, caller_of, describe
from bot.ui.texts import Texts

log = logging.getLogger(__name__)

COGS = ("cogs.tables", "cogs.standings")
_SYNCED = "commands_synced"


class PluckBot(commands.Bot):
    """The bot. It needs to know of servers and channels only, and never pings anybody by itself."""

    def __init__(self, store: Store, texts: Texts, panels: Panels, pace: Pace) -> None:
        """Build the service on this store and everything that stands around it."""
        super().__init__(**_modest())
        self.texts = texts
        self.panels = panels
        self.store = store
        self.hands = Hands(time.time)
        self.queries = TableQueries(store, GAMES)
        writer = Writer(
            store,
            games=GAMES,
            policies=POLICIES,
            house=HOUSE,
            now=time.time,
            rng=SystemRandom(),
            pace=pace,
            notify=self._table_changed,
        )
        self.service = TableService(writer)
        self.upkeep = Upkeep(writer)
        self.timekeeper = Timekeeper(store, self.upkeep.expire, time.time)
        self.publisher = Publisher(
            self,
            self.upkeep,
            self.queries,
            panels,
            self.hands,
            now=time.time,
            nudge_after=pace.nudge,
        )
        self.desk = Desk(
            self.service, self.queries, panels, texts, repost=self.publisher.repost, now=time.time
        )
        self.responder = Responder(panels, texts, self.hands, time.time, self.publisher.notify)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Register the one class of button, load the commands, start time and the display."""
        self.add_dynamic_items(PressButton)
        self.tree.error(self._command_failed)
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_commands()
        behind = await self.upkeep.recover()
        self._keep(self.publisher.catch_up(behind))
        self._keep(self.timekeeper.run())

    async def on_ready(self) -> None:
        """Say that we are there; this may happen more than once."""
        log.info("ready in %d servers", len(self.guilds))

    async def close(self) -> None:
        """Stop the clock and the display, then leave Discord."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.publisher.close()
        await super().close()

    async def answer(self, interaction: Interaction, work: Awaitable[Reply]) -> None:
        """Answer an interaction with what the work replies, or why it is refused."""
        await self.responder.answer(interaction, self.desk.attempt(work))

    async def take_press(self, interaction: Interaction, custom_id: str) -> None:
        """Answer the press of a button of ours, of whatever age."""
        await self._guarded(interaction, self._take_press(interaction, custom_id))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer what the button class cannot see; discord.py would drop it in silence."""
        await self._guarded(interaction, self._take_unseen(interaction))

    async def _guarded(self, interaction: Interaction, work: Awaitable[None]) -> None:
        """Let no failure out: discord.py would log the button it was about, its card included."""
        try:
            await work
        except Exception as error:
            log.error("a press fails: %s", trail(error))
            if not interaction.response.is_done():
                with contextlib.suppress(Exception):
                    await self._say(interaction, "answer.broken")

    async def _take_press(self, interaction: Interaction, custom_id: str) -> None:
        pressed = parse(custom_id)
        if pressed is None or interaction.guild_id is None:
            await self._say(interaction, "answer.old_button")
            return
        await self._answer_press(
            interaction, pressed, self.desk.answer(pressed, caller_of(interaction))
        )

    async def _take_unseen(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await self._say(interaction, "answer.old_button")
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        is_button = data.get("component_type") == discord.ComponentType.button.value
        if not OURS.fullmatch(custom_id):
            await self._say(interaction, "answer.old_button")
        elif not is_button or custom_id not in _buttons_on(interaction.message):
            pressed = parse(custom_id)
            await self._answer_press(
                interaction, pressed, self.desk.outdated(pressed, caller_of(interaction))
            )

    async def _answer_press(
        self, interaction: Interaction, pressed: Pressed | None, work: Awaitable[Reply]
    ) -> None:
        """Answer a press; nothing else draws the presser's hand meanwhile."""
        if not isinstance(pressed, TablePress):
            await self.answer(interaction, work)
            return
        async with self.hands.answering(pressed.table, interaction.user.id):
            await self.answer(interaction, work)

    def _table_changed(self, table_id: str) -> None:
        self.timekeeper.poke()
        self.publisher.notify(table_id)

    def _keep(self, work: Any) -> None:
        """Run something in the background, for as long as the bot runs."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a background task fails: %s", trail(error))

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, if they are not the ones it was told last."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        where = [discord.http.Route.BASE, self.application_id]
        text = json.dumps([where, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.store.read(lambda unit: unit.meta.get(_SYNCED)) == digest:
            return
        try:
            await self.tree.sync()
        except (*EXPECTED_FAULTS, app_commands.AppCommandError) as fault:
            log.error("the commands could not be synced: %s", describe(fault))
            return
        await self.store.write(lambda unit: unit.meta.set(_SYNCED, digest))
        log.info("commands synced")

    async def _command_failed(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        log.error("a command fails: %s", trail(error.__cause__ or error))
        if not interaction.response.is_done():
            await self._say(interaction, "answer.broken")

    async def _say(self, interaction: Interaction, key: str) -> None:
        """Answer with one private sentence, as a message of its own."""
        panel = self.panels.message(self.texts(key))
        await self.responder.send(interaction, Reply(panel, apart=True))


def _modest() -> dict[str, Any]:
    """What we ask of Discord: servers and their channels, nothing about members or messages."""
    return {
        "command_prefix": commands.when_mentioned,
        "help_command": None,
        "intents": discord.Intents(guilds=True),
        "allowed_mentions": discord.AllowedMentions.none(),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
        "chunk_guilds_at_startup": False,
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
        "allowed_contexts": app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
    }


def _buttons_on(message: discord.Message | None) -> set[str]:
    """The custom_ids of all buttons on a message."""
    return set() if message is None else set(_button_ids(message.components))


def _button_ids(components: Any) -> Iterator[str]:
    for component in components:
        if isinstance(component, discord.Button) and component.custom_id:
            yield component.custom_id
        yield from _button_ids(getattr(component, "children", ()))
