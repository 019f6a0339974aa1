"""Telling people, wherever they next speak to us, that a table of theirs is resting."""

import asyncio
import logging

from bot.logs import trail
from bot.store.errors import StoreError
from bot.table.model import TableView
from bot.table.upkeep import Upkeep
from bot.ui.calls import LONGEST_TOKEN_CALL
from bot.ui.discordify import layout
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.render.panels import Panels
from bot.ui.respond import Interaction

log = logging.getLogger(__name__)


class Notices:
    """Tells each person once of each rest, beside the answer to something else."""

    def __init__(self, upkeep: Upkeep, panels: Panels) -> None:
        """Ask there who is still to be told."""
        self._upkeep = upkeep
        self._panels = panels

    async def tell(self, interaction: Interaction, *, seen: str | None = None) -> None:
        """Tell whoever began an answered interaction; the table `seen` has told it by itself."""
        user, guild = interaction.user.id, interaction.guild_id or 0
        try:
            for table in await self._upkeep.untold(user, guild):
                if await self._upkeep.told(user, table.id) and table.id != seen:
                    await self._send(interaction, table)
        except StoreError as error:
            log.error("notices cannot be read: %s", trail(error))

    async def _send(self, interaction: Interaction, table: TableView) -> None:
        panel = self._panels.message(self._panels.resting(table))
        try:
            async with asyncio.timeout(LONGEST_TOKEN_CALL):
                await interaction.followup.send(view=layout(panel), ephemeral=True)
        except EXPECTED_FAULTS as fault:
            log.info("a notice of table %s is put off: %s", table.id, describe(fault))
            await self._upkeep.owe(interaction.user.id, table.id)
