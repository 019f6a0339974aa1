"""The bare bot: it answers each press by editing a message as large as a hand. No database.

DISCORD_TOKEN=… DISCORD_API_URL=… DISCORD_GATEWAY_URL=… python -m tests.bench.bare_bot
"""

import asyncio
import os
import re
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket

HEADING = (
    "### Your hand\nYou are the **Dealer**, trump is ♠ Spades\n▰▰▱▱▱▱▱ 2/7 · score 3\n"
    "On the table: **Player 12** K♥ · Player 13 4♥"
)
QUESTION = "**Your turn.** Follow hearts. The dimmed cards may not be played now."
CARDS = ("K♠", "9♠", "4♠", "Q♥", "7♥", "10♣", "3♦")


class Card(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=re.compile("bare:.+")
):
    """Every button of the bare bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Any, match: re.Match[str], /
    ) -> "Card":
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> Any:
        await interaction.response.edit_message(view=panel())


def panel() -> discord.ui.LayoutView:
    """The message, made anew for each answer."""
    view = discord.ui.LayoutView(timeout=None)
    suits = (CARDS[:3], CARDS[3:5], CARDS[5:6], CARDS[6:])
    rows = [_row(f"card.{number}", labels) for number, labels in enumerate(suits)]
    view.add_item(
        discord.ui.Container(
            discord.ui.TextDisplay(HEADING),
            *rows,
            discord.ui.TextDisplay(QUESTION),
            _row("verb", ("Refresh", "Last hand")),
            accent_colour=0xD69E2E,
        )
    )
    view.stop()
    return view


def _row(name: str, labels: tuple[str, ...]) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for number, label in enumerate(labels):
        button = discord.ui.Button[discord.ui.LayoutView](
            custom_id=f"bare:abcdefgh:12:{name}.{number}", label=label
        )
        row.add_item(Card(button))
    return row


class BareBot(discord.Client):
    """Asks of Discord what our bot asks: servers and channels."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Card)

    async def on_ready(self) -> None:
        print("ready", flush=True)


async def main() -> None:
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    async with BareBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
