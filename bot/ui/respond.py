"""Answering an interaction: exactly once, in time, and privately.

An answer that is lost never undoes what was done: it is logged, by its code, and that is all.
"""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord

from bot.logs import trail
from bot.store.rows import OPEN_STATUSES
from bot.table.model import Person, TableView
from bot.ui.desk import Caller, Reply
from bot.ui.discordify import layout
from bot.ui.hands import Hands, LiveHand
from bot.ui.panel import PrivatePanel
from bot.ui.render.panels import Panels
from bot.ui.texts import Texts

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

DEFER_AFTER = 1.5
"""After how many seconds without an answer Discord is told that one is coming; it waits for 3."""
LONGEST_CALL = 8.0
"""For how many seconds one call to Discord may take, its retries included."""
EXPECTED_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What can go wrong on the way to Discord without being our mistake."""


class Responder:
    """Sends replies, and remembers which private message shows whose hand."""

    def __init__(
        self,
        panels: Panels,
        texts: Texts,
        hands: Hands,
        now: Callable[[], float],
        notify: Callable[[str], None],
    ) -> None:
        """Draw with these panels, note live hands there; `notify` brings a table up to date."""
        self._panels = panels
        self._texts = texts
        self._hands = hands
        self._now = now
        self._notify = notify

    async def answer(self, interaction: Interaction, work: Awaitable[Reply]) -> None:
        """Wait for the work and send its reply; if it takes long, say that one is coming.

        Whatever happens to the answer, the work runs to its end. A failure of ours is told to
        the person in one sentence and logged with its kind.
        """
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=DEFER_AFTER)
        if not done:
            await self._defer(interaction)
        try:
            reply = await task
        except Exception as error:
            log.error("an answer fails: %s", trail(error))
            reply = Reply(self._panels.message(self._texts("answer.broken")), apart=True)
        await self.send(interaction, reply)

    async def send(self, interaction: Interaction, reply: Reply) -> None:
        """Send a reply in the one way that fits; faults are logged, never raised."""
        try:
            async with asyncio.timeout(LONGEST_CALL):
                message = await _deliver(interaction, reply)
        except EXPECTED_FAULTS as fault:
            log.warning("an answer was lost: %s", describe(fault))
            return
        if reply.hand is not None and message is not None:
            table, user = reply.hand, interaction.user.id
            older = self._hands.live(table.id, user)
            occasion = self._panels.occasion(table)
            hand = LiveHand(interaction.token, message, self._now(), occasion)
            self._hands.remember(table.id, user, hand)
            if (older is None or older.message != message) and table.status in OPEN_STATUSES:
                # What changed while this message was on its way could not be pushed to it.
                self._notify(table.id)
            if older is not None and older.message != message:
                await self._put_away(interaction, older, table)

    async def _put_away(self, interaction: Interaction, older: LiveHand, table: TableView) -> None:
        """Leave only the way to the newer one where an older copy of a hand stands."""
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await edit_private(interaction.client, older, self._panels.older_hand(table))
        except EXPECTED_FAULTS as fault:
            log.info("an older hand stays as it is: %s", describe(fault))

    async def _defer(self, interaction: Interaction) -> None:
        try:
            async with asyncio.timeout(LONGEST_CALL):
                if is_private(interaction):
                    await interaction.response.defer()
                else:
                    await interaction.response.defer(ephemeral=True, thinking=True)
        except EXPECTED_FAULTS as fault:
            log.warning("an answer was not announced: %s", describe(fault))


async def edit_private(client: discord.Client, hand: LiveHand, panel: PrivatePanel) -> None:
    """Edit a private message with the token that made it. Raises what Discord answers."""
    webhook = discord.Webhook.partial(client.application_id or 0, hand.token, client=client)
    await webhook.edit_message(hand.message, view=layout(panel))


def caller_of(interaction: Interaction) -> Caller:
    """Who presses, where, and whether on a message of their own."""
    rights = interaction.permissions
    return Caller(
        interaction=interaction.id,
        guild=interaction.guild_id or 0,
        person=Person(interaction.user.id, interaction.user.display_name),
        manager=rights.manage_guild or rights.administrator,
        private=is_private(interaction),
    )


def is_private(interaction: Interaction) -> bool:
    """Whether the message that was pressed is seen by that person only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def describe(error: BaseException) -> str:
    """A fault for the log: its kind and Discord's code, never its text, which may show a card."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} code {error.code}"
    return type(error).__name__


async def _deliver(interaction: Interaction, reply: Reply) -> int | None:
    """Send a reply, or only a receipt; the id of the message that shows it."""
    panel, response = reply.panel, interaction.response
    if response.is_done():
        return await _deliver_late(interaction, reply)
    if panel is None:
        await response.defer()
        return None
    if reply.file is not None:
        sent = await response.send_message(panel.text, file=_file(reply.file), ephemeral=True)
        return sent.message_id
    if is_private(interaction) and interaction.message is not None and not reply.apart:
        await response.edit_message(view=layout(panel))
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
    if reply.apart and is_private(interaction):
        return (await interaction.followup.send(view=layout(panel), ephemeral=True, wait=True)).id
    return (await interaction.edit_original_response(view=layout(panel))).id


class _Upload(discord.File):
    """A file whose number is sent as text, as Discord describes every id."""

    def to_dict(self, index: int) -> dict[str, Any]:
        """The file as an attachment of a message that is being sent."""
        return {**super().to_dict(index), "id": str(index)}


def _file(file: tuple[str, bytes]) -> discord.File:
    name, content = file
    return _Upload(io.BytesIO(content), filename=name)
