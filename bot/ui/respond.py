"""Answering an interaction: exactly once, in time, and privately.

An answer that is lost never undoes what was done: it is logged, by its code, and that is all.
"""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import discord

from bot.logs import trail
from bot.store.rows import OPEN_STATUSES
from bot.table.model import Person, TableView
from bot.ui.calls import LONGEST_TOKEN_CALL, Calls
from bot.ui.direct import update_pressed
from bot.ui.discordify import layout, modal
from bot.ui.faults import ANSWERED_ALREADY, EXPECTED_FAULTS, describe, is_definite
from bot.ui.hands import Hands, LiveHand
from bot.ui.passes import Pass, Passes
from bot.ui.precedence import Precedence
from bot.ui.render.panels import Panels
from bot.ui.reply import Caller, Reply
from bot.ui.texts import NAMELESS, Texts, plain_name

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

DEFER_AFTER = 1.5
"""After how many seconds without an answer Discord is told that one is coming; it waits for 3."""
LONGEST_ANSWER = 3.0
"""For how many seconds the first answer may take: after that Discord has forgotten the press."""
SOONEST_RETRY = 1.0
"""The library repeats a call that failed on Discord's side after so many seconds."""
SELDOM = 10 * 60
"""Between two warnings of a second bot lie at least so many seconds."""


class Responder:
    """Sends replies, and remembers which private message shows whose hand."""

    def __init__(
        self,
        panels: Panels,
        texts: Texts,
        hands: Hands,
        passes: Passes,
        calls: Calls,
        precedence: Precedence,
        *,
        now: Callable[[], float],
        notify: Callable[[str], None],
    ) -> None:
        """Draw with these panels, note live hands and tokens; `notify` shows a table anew."""
        self._panels = panels
        self._texts = texts
        self._hands = hands
        self._passes = passes
        self._calls = calls
        self._precedence = precedence
        self._now = now
        self._notify = notify
        self._under_way: set[asyncio.Task[Any]] = set()
        self._warned_at = 0.0

    async def finish(self, patience: float) -> None:
        """Wait until all that was asked is answered, or for so many seconds."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)

    async def answer(
        self, interaction: Interaction, work: Awaitable[Reply], *, apart: bool = False
    ) -> Reply:
        """Wait for the work, send its reply and return it; if it takes long, say that one comes.

        That is said in a message of its own if the answer will stand `apart`. Whatever happens to
        the answer, the work runs to its end. A failure of ours is told to the person in one
        sentence and logged with its kind.
        """
        with self._being_under_way():
            return await self._answer(interaction, work, apart)

    async def _answer(self, interaction: Interaction, work: Awaitable[Reply], apart: bool) -> Reply:
        with self._precedence.pressing():
            task = asyncio.ensure_future(work)
            done, _ = await asyncio.wait({task}, timeout=DEFER_AFTER)
        if not done:
            await self._defer(interaction, apart)
        try:
            reply = await task
        except Exception as error:
            log.error("an answer fails: %s", trail(error))
            reply = Reply(self._panels.message(self._texts("answer.broken")), apart=True)
        await self.send(interaction, reply)
        return reply

    async def send(self, interaction: Interaction, reply: Reply) -> None:
        """Send a reply in the one way that fits; faults are logged, never raised."""
        begun, is_late = self._now(), interaction.response.is_done()
        try:
            async with asyncio.timeout(LONGEST_TOKEN_CALL if is_late else LONGEST_ANSWER):
                message = await _deliver(interaction, reply)
        except EXPECTED_FAULTS as fault:
            log.warning("an answer was lost: %s", describe(fault))
            self._lost(interaction, reply, fault, self._now() - begun)
            return
        self._keep_pass(interaction)
        if reply.hand is not None and message is not None:
            await self._remember(interaction, reply.hand, message)

    async def _remember(self, interaction: Interaction, table: TableView, message: int) -> None:
        """Note which message shows the hand now; an older one leads to it from now on."""
        user = interaction.user.id
        older = self._hands.live(table.id, user)
        hand = self._live_hand(interaction, message, self._panels.occasion(table), table.rev)
        self._hands.remember(table.id, user, hand)
        if (older is None or older.message != message) and table.status in OPEN_STATUSES:
            # What changed while this message was on its way could not be pushed to it.
            self._notify(table.id)
        if older is not None and older.message != message:
            await self._put_away(older, table)

    def _lost(
        self, interaction: Interaction, reply: Reply, fault: BaseException, seconds: float
    ) -> None:
        """See to it that the hand is drawn by itself, if the answer may have come after all."""
        taken = isinstance(fault, discord.HTTPException) and fault.code == ANSWERED_ALREADY
        if taken and seconds < SOONEST_RETRY:
            self._warn_of_a_second_bot()
        table, user, pressed = reply.hand, interaction.user.id, interaction.message
        if table is None or pressed is None or not is_private(interaction) or reply.apart:
            return
        if (taken or not is_definite(fault)) and self._hands.live(table.id, user) is None:
            hand = self._live_hand(interaction, pressed.id)
            self._hands.remember(table.id, user, hand)
            self._notify(table.id)

    def _live_hand(
        self, interaction: Interaction, message: int, occasion: Hashable = None, rev: int = 0
    ) -> LiveHand:
        channel = interaction.channel_id or 0
        return LiveHand(interaction.token, message, self._now(), occasion, channel, rev)

    def _keep_pass(self, interaction: Interaction) -> None:
        """Keep the token of a press that was answered by nothing but a receipt on a board."""
        receipt = discord.InteractionResponseType.deferred_message_update
        pressed = interaction.message
        if pressed is None or is_private(interaction) or interaction.response.type is not receipt:
            return
        self._passes.keep(pressed.id, Pass(interaction.token, self._now(), pressed=True))

    def _warn_of_a_second_bot(self) -> None:
        if self._now() - self._warned_at >= SELDOM:
            self._warned_at = self._now()
            log.warning(
                "SOMEBODY ELSE ANSWERS: is a second bot running on this token? "
                "Both will miss presses until one is stopped"
            )

    async def _put_away(self, older: LiveHand, table: TableView) -> None:
        """Leave only the way to the newer one where an older copy of a hand stands."""
        try:
            panel = self._panels.older_hand(table)
            await self._calls.edit_with(older.token, older.message, panel)
        except EXPECTED_FAULTS as fault:
            log.info("an older hand stays as it is: %s", describe(fault))

    @contextmanager
    def _being_under_way(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def _defer(self, interaction: Interaction, apart: bool) -> None:
        try:
            async with asyncio.timeout(LONGEST_ANSWER):
                if is_private(interaction) and not apart:
                    await interaction.response.defer()
                else:
                    await interaction.response.defer(ephemeral=True, thinking=True)
        except EXPECTED_FAULTS as fault:
            log.warning("an answer was not announced: %s", describe(fault))


def caller_of(interaction: Interaction) -> Caller:
    """Who presses, where, and whether on a message of their own."""
    rights = interaction.permissions
    return Caller(
        interaction=interaction.id,
        guild=interaction.guild_id or 0,
        person=person_of(interaction.user),
        channel=interaction.channel_id or 0,
        lacking=lacking(interaction),
        manager=rights.manage_guild or rights.administrator,
        private=is_private(interaction),
    )


def person_of(user: discord.User | discord.Member) -> Person:
    """Somebody by the name others see, or where nobody could see that, by their user name."""
    seen = plain_name(user.display_name)
    return Person(user.id, plain_name(user.name) if seen == NAMELESS else seen)


def lacking(interaction: Interaction) -> tuple[str, ...]:
    """The permissions we need to show a table in this channel and do not have, by name."""
    rights, needed = interaction.app_permissions, {}
    needed["View Channel"] = rights.view_channel
    if isinstance(interaction.channel, discord.Thread):
        needed["Send Messages in Threads"] = rights.send_messages_in_threads
    else:
        needed["Send Messages"] = rights.send_messages
    return tuple(name for name, granted in needed.items() if not granted)


def is_private(interaction: Interaction) -> bool:
    """Whether the message that was pressed is seen by that person only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def _deliver(interaction: Interaction, reply: Reply) -> int | None:
    """Send a reply, or only a receipt; the id of the message that shows it."""
    panel, response = reply.panel, interaction.response
    if response.is_done():
        return await _deliver_late(interaction, reply)
    if reply.form is not None:
        await response.send_modal(modal(reply.form))
        return None
    if panel is None:
        await response.defer()
        return None
    if reply.file is not None:
        sent = await response.send_message(panel.text, file=_file(reply.file), ephemeral=True)
        return sent.message_id
    if is_private(interaction) and interaction.message is not None and not reply.apart:
        await update_pressed(interaction, panel)
        return interaction.message.id
    sent = await response.send_message(view=layout(panel), ephemeral=True)
    return sent.message_id


async def _deliver_late(interaction: Interaction, reply: Reply) -> int | None:
    """Send a reply that was announced."""
    panel = reply.panel
    if panel is None:
        if not is_private(interaction):
            await interaction.delete_original_response()
        return None
    if reply.file is not None:
        sent = await interaction.edit_original_response(
            content=panel.text, attachments=[_file(reply.file)]
        )
        return sent.id
    if reply.apart and is_private(interaction) and not _is_thinking(interaction):
        return (await interaction.followup.send(view=layout(panel), ephemeral=True, wait=True)).id
    return (await interaction.edit_original_response(view=layout(panel))).id


def _is_thinking(interaction: Interaction) -> bool:
    """Whether the answer was announced in a message of its own."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


class _Upload(discord.File):
    """A file whose number is sent as text, as Discord describes every id."""

    def to_dict(self, index: int) -> dict[str, Any]:
        """The file as an attachment of a message that is being sent."""
        return {**super().to_dict(index), "id": str(index)}


def _file(file: tuple[str, bytes]) -> discord.File:
    name, content = file
    return _Upload(io.BytesIO(content), filename=name)
