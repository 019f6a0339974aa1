"""The Discord client: it wires everything together and passes what comes in to where it belongs."""

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.background import Background
from bot.backroom import Backroom
from bot.engine.registry import GAMES
from bot.front import Front
from bot.gateway import Gatekeeper, TooSoon, stoppable
from bot.logs import trail
from bot.meter import Meter
from bot.monitor.routes import trace_calls
from bot.players.pool import Pool
from bot.players.registry import levels
from bot.store.database import Store
from bot.store.errors import StoreError
from bot.table.model import Pace, Status
from bot.ui.content import Content
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.incoming import is_ours, is_shown, read
from bot.ui.press import PRACTICE, LessonPress, Pressed, TablePress
from bot.ui.reply import Reply
from bot.ui.respond import Interaction, caller_of, is_private

log = logging.getLogger(__name__)

LATEST_RECEIPT = 2.0
"""For how many seconds it is worth saying that an interaction has come; Discord waits for 3."""
COGS = ("cogs.tables", "cogs.learning", "cogs.house", "cogs.standings")
LAST_ANSWERS, LAST_BOARDS, FAREWELL = 2.5, 4.0, 2.0
"""For how many seconds each part of closing may take: together less than the ten that are given
to a process that is told to end."""
RECOVER_AGAIN = 1.0
"""After how many seconds the database is tried again, where tables wait to go on."""
GUILDS_PAUSE = 0.5
"""When Discord has named no further server for so many seconds after a start, we are ready."""
LONGEST_LOGIN = 30.0
"""For how many seconds Discord may keep us waiting at the door; then the start has failed."""
SYNC_AGAIN, SYNC_SELDOM = 15.0, 3600.0
"""After how many seconds it is told our commands again, at first and in the end."""
_SYNCED = "commands_synced"


class PluckBot(commands.Bot):
    """The bot. It needs to know of servers and channels only, and never pings anybody by itself."""

    def __init__(
        self,
        store: Store,
        content: Content,
        pace: Pace,
        meter: Meter | None = None,
        pool: Pool | None = None,
    ) -> None:
        """Build the service on this store and everything that stands around it.

        The `meter`, if there is one, is told what happens; AI players search in the `pool`.
        """
        super().__init__(**_modest(), **_traced(meter))
        self.meter = meter or Meter()
        self.content = content
        self.texts, self.panels = content.texts, content.panels
        self.store = store
        self.gatekeeper = Gatekeeper(store)
        self.back = Backroom(store, pace, self.meter, pool or Pool(workers=0), self._table_changed)
        self.front = Front(self, self.back, content, self.meter, nudge_after=pace.nudge)
        self._background = Background(log, "a background task")

    async def login(self, token: str) -> None:
        """Log in. Raises what discord.py raises, and TimeoutError where Discord says nothing."""
        async with asyncio.timeout(LONGEST_LOGIN):
            await super().login(token)

    async def setup_hook(self) -> None:
        """Load the commands, and what is remembered of earlier sessions."""
        await self.gatekeeper.open()
        self.tree.error(self._command_failed)
        for cog in COGS:
            await self.load_extension(cog)

    async def _go_on(self) -> None:
        """Let time run again at the tables, and show them; presses are answered meanwhile."""
        behind = await self._recover()
        self._background.begin(self.front.publisher.catch_up(behind))
        await self.back.timekeeper.run()

    async def _recover(self) -> tuple[str, ...]:
        while True:
            try:
                return await self.back.upkeep.recover()
            except StoreError as error:
                log.error("the tables cannot go on yet: %s", error)
                await asyncio.sleep(RECOVER_AGAIN)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Start time and the display, and stay at the gateway.

        No more sessions are begun than is good for us. Raises what discord.py raises.
        """
        # Time must not run at the tables while nobody can press anything.
        await self.gatekeeper.wait()
        self._background.begin(self._sync_commands())
        self._background.begin(self._go_on())
        while True:
            try:
                await stoppable(super().connect(reconnect=reconnect))
                return
            except TooSoon:
                await self.gatekeeper.wait()
            except AttributeError:
                # discord.py wants to go on with a session although there has never been one.
                if getattr(self, "ws", None) is not None:
                    raise
                raise discord.GatewayNotFound from None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Remember each time the bot identifies."""
        await self.gatekeeper.identify()
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_ready(self) -> None:
        """Say that we are there, which may happen more than once; we may have left servers since.

        A server that is out of order for now is still among ours.
        """
        log.info("ready in %d servers", len(self.guilds))
        ours = {guild.id for guild in self.guilds}
        self._background.begin(self.back.upkeep.suspend_elsewhere(ours))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show the tables of a server that answers, now or again."""
        self._background.begin(self._catch_up(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show what a server that has invited us, perhaps again, still has of ours."""
        self._background.begin(self._catch_up(guild.id))

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Show what could not be shown in a channel that we may write in now, perhaps."""
        self._background.begin(self._catch_up(channel.guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the tables of a server rest that has sent us away."""
        log.info("server %d is left", guild.id)
        self._background.begin(self.back.upkeep.suspend_guild(guild.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let the tables of a channel rest that is deleted; its threads are told of one by one."""
        self._background.begin(self.back.upkeep.suspend_channel(channel.id))
        self._background.begin(self.back.guilds.forget(channel.guild.id, channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Let the tables of a thread rest that is deleted."""
        self._background.begin(self.back.upkeep.suspend_channel(thread.thread_id))

    async def _catch_up(self, guild: int) -> None:
        await self.front.publisher.catch_up(await self.back.upkeep.behind(guild))

    async def close(self) -> None:
        """Stop the clock, answer what was asked, show what is behind, then leave Discord."""
        await asyncio.gather(self._background.stop(), self.back.thinking.close())
        await self.front.responder.finish(LAST_ANSWERS)
        await self.front.publisher.close(LAST_BOARDS)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await super().close()
        await self.http.close()

    async def answer(
        self, interaction: Interaction, work: Coroutine[Any, Any, Reply], *, apart: bool = False
    ) -> None:
        """Answer an interaction with what the work replies, or why it is refused.

        A long wait for what will stand `apart` is announced in a message of its own.
        Of somebody who floods us most is only received, so that nobody else has to wait.
        """
        if self.front.lines.is_repeated(interaction.id):
            work.close()
            return
        came = time.monotonic()
        async with self.front.lines.turn(interaction.user.id) as admitted:
            if admitted:
                await self._answer(interaction, work, apart)
                return
            work.close()
            if time.monotonic() - came < LATEST_RECEIPT:
                await self._receive(interaction)

    async def _answer(self, interaction: Interaction, work: Awaitable[Reply], apart: bool) -> None:
        """Send a reply, and beside it what the person is to be told."""
        attempt = self.front.reception.attempt(work)
        reply = await self.front.responder.answer(interaction, attempt, apart=apart)
        hand = reply.hand
        rests = hand is not None and hand.status is Status.SUSPENDED
        await self.front.notices.tell(
            interaction, seen=hand.id if hand is not None and rests else None
        )

    async def _receive(self, interaction: Interaction) -> None:
        """Say no more than that an interaction has come, where that can be said in silence."""
        if interaction.type is discord.InteractionType.component:
            await self.front.responder.send(interaction, Reply())
        else:
            await self._say(interaction, "answer.too_fast")

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press, a choice from a menu or a form of ours, of whatever age.

        Everything that comes in passes here, and is counted.
        """
        self.meter.pressed(interaction.type.name)
        await self._guarded(interaction, self._take(interaction))

    async def _guarded(self, interaction: Interaction, work: Awaitable[None]) -> None:
        """Let no failure out: discord.py would log the button it was about, its card included."""
        try:
            await work
        except Exception as error:
            if self.is_closed():
                log.warning("a press is left unanswered: the bot has left Discord")
                return
            log.error("a press fails: %s", trail(error))
            if not interaction.response.is_done():
                with contextlib.suppress(Exception):
                    await self._say(interaction, "answer.broken")

    async def _take_press(self, interaction: Interaction) -> None:
        pressed = read(interaction)
        if pressed is None or interaction.guild_id is None:
            await self._say(interaction, "answer.old_button")
            return
        if isinstance(pressed, LessonPress) and pressed.code == PRACTICE:
            await self.answer(interaction, self._practice(interaction, pressed.game))
            return
        await self._answer_press(
            interaction, pressed, self.front.reception.answer(pressed, caller_of(interaction))
        )
        message = interaction.message
        if isinstance(pressed, TablePress) and message is not None and not is_private(interaction):
            await self.front.publisher.mend(pressed.table, message.channel.id, message.id)

    async def _practice(self, interaction: Interaction, game: str) -> Reply:
        """A first match against the weakest AI players. Raises Refused."""
        known = game if game in GAMES else next(iter(GAMES))
        return await self.front.doorman.practice(interaction, known, levels(known)[0])

    async def _take(self, interaction: Interaction) -> None:
        """Answer what was used, if it stands on the message it claims to come from."""
        match interaction.type:
            case discord.InteractionType.modal_submit:
                await self._take_press(interaction)
            case discord.InteractionType.component if not is_ours(interaction):
                await self._say(interaction, "answer.old_button")
            case discord.InteractionType.component if not is_shown(interaction):
                pressed = read(interaction)
                await self._answer_press(
                    interaction,
                    pressed,
                    self.front.reception.outdated(pressed, caller_of(interaction)),
                )
            case discord.InteractionType.component:
                await self._take_press(interaction)

    async def _answer_press(
        self, interaction: Interaction, pressed: Pressed | None, work: Coroutine[Any, Any, Reply]
    ) -> None:
        """Answer a press; nothing else draws the presser's hand meanwhile."""
        if not isinstance(pressed, TablePress) or pressed.is_apart:
            await self.answer(interaction, work, apart=isinstance(pressed, TablePress))
            return
        async with self.front.hands.answering(pressed.table, interaction.user.id):
            await self.answer(interaction, work)

    def _table_changed(self, table_id: str) -> None:
        self.front.publisher.notify(table_id)

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, if they are not the ones it was told last; until it knows."""
        wait = SYNC_AGAIN
        while True:
            try:
                await self._sync_if_new()
                return
            except (*EXPECTED_FAULTS, app_commands.AppCommandError, StoreError) as fault:
                log.error("the commands could not be synced: %s", describe(fault))
            await asyncio.sleep(wait)
            wait = min(2 * wait, SYNC_SELDOM)

    async def _sync_if_new(self) -> None:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        where = [discord.http.Route.BASE, self.application_id]
        text = json.dumps([where, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.store.read(lambda unit: unit.meta.get(_SYNCED)) == digest:
            return
        await self.front.calls.now(self.tree.sync)
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
        await self.front.responder.send(interaction, Reply(panel, apart=True))


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
        "guild_ready_timeout": GUILDS_PAUSE,
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=False),
        "allowed_contexts": app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
    }


def _traced(meter: Meter | None) -> dict[str, Any]:
    """Lets the meter know of every call to Discord, where there is a meter."""
    return {} if meter is None else {"http_trace": trace_calls(meter)}
