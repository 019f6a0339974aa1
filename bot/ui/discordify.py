"""Panels to Discord's components, and the one class of button that all of them are."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol

import discord

from bot.ui.panel import Accent, Block, Choice, Divider, Panel, Row, Style, Text
from bot.ui.press import OURS

STYLES: Mapping[Style, discord.ButtonStyle] = MappingProxyType(
    {
        Style.PLAIN: discord.ButtonStyle.secondary,
        Style.MAIN: discord.ButtonStyle.primary,
        Style.GO: discord.ButtonStyle.success,
        Style.STOP: discord.ButtonStyle.danger,
    }
)
COLOURS: Mapping[Accent, int] = MappingProxyType(
    {
        Accent.LOBBY: 0x3B82F6,
        Accent.CALM: 0x2F855A,
        Accent.HURRY: 0xDD6B20,
        Accent.YOURS: 0xD69E2E,
        Accent.OVER: 0x718096,
    }
)


class TakesPresses(Protocol):
    """A client that answers presses."""

    async def take_press(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Answer the press of a button with this custom_id, whatever it is."""


class PressButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]],
    template=OURS,
):
    """Every button of ours. It holds nothing: all there is to know is in its custom_id."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> "PressButton":
        """The button that was pressed, whatever message it stands on."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the client."""
        client: TakesPresses = interaction.client
        await client.take_press(interaction, self.custom_id)


def layout(panel: Panel) -> discord.ui.LayoutView:
    """The panel as a view to be sent.

    It is stopped already: discord.py then stores nothing, and the buttons still work, since
    their class is registered.
    """
    view = discord.ui.LayoutView(timeout=None)
    parts = [_component(block) for block in panel.blocks]
    view.add_item(discord.ui.Container(*parts, accent_colour=COLOURS[panel.accent]))
    view.stop()
    return view


def _component(block: Block) -> discord.ui.Item[discord.ui.LayoutView]:
    match block:
        case Text(markdown):
            return discord.ui.TextDisplay(markdown)
        case Divider():
            return discord.ui.Separator()
        case Row(choices):
            row = discord.ui.ActionRow[discord.ui.LayoutView]()
            for choice in choices:
                row.add_item(_button(choice))
            return row


def _button(choice: Choice) -> PressButton:
    return PressButton(
        discord.ui.Button(
            custom_id=choice.id,
            label=choice.label,
            style=STYLES[choice.style],
            disabled=not choice.enabled,
        )
    )
