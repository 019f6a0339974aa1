"""Panels to Discord's components."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord

from bot.ui.panel import (
    Accent,
    Block,
    ChannelMenu,
    Choice,
    Divider,
    Form,
    Menu,
    Option,
    Panel,
    Row,
    Style,
    Text,
)

MOST_CHOSEN = 25
"""From a menu of channels Discord lets so many be chosen."""
FIELD = "answer"
"""The custom_id of the line that is written in a form."""
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


Json = dict[str, Any]


class Drawn(discord.ui.LayoutView):
    """A view whose components are drawn already, so that the library only passes them on.

    It is stopped: discord.py then stores nothing, and passes every press to `on_interaction`.
    """

    def __init__(self, components: list[Json]) -> None:
        """Show these components, in Discord's own form."""
        super().__init__(timeout=None)
        self._drawn = components
        self.stop()

    def has_components_v2(self) -> bool:
        """All of ours are of the second version."""
        return True

    def to_components(self) -> list[Json]:
        """What is sent."""
        return self._drawn


def layout(panel: Panel) -> discord.ui.LayoutView:
    """The panel as a view to be sent."""
    return Drawn(components(panel))


def components(panel: Panel) -> list[Json]:
    """The panel in Discord's own form."""
    container = {
        "type": discord.ComponentType.container.value,
        "accent_color": COLOURS[panel.accent],
        "components": [_component(block) for block in panel.blocks],
    }
    return [container]


def _component(block: Block) -> Json:
    match block:
        case Text(markdown):
            return {"type": discord.ComponentType.text_display.value, "content": markdown}
        case Divider():
            return {"type": discord.ComponentType.separator.value}
        case Row(choices):
            return _row([_button(choice) for choice in choices])
        case Menu():
            return _row([_menu(block)])
        case ChannelMenu():
            return _row([_channel_menu(block)])


def _row(controls: list[Json]) -> Json:
    return {"type": discord.ComponentType.action_row.value, "components": controls}


def _button(choice: Choice) -> Json:
    return {
        "type": discord.ComponentType.button.value,
        "custom_id": choice.id,
        "label": choice.label,
        "style": STYLES[choice.style].value,
        "disabled": not choice.enabled,
    }


def _menu(menu: Menu) -> Json:
    return {
        "type": discord.ComponentType.string_select.value,
        "custom_id": menu.id,
        "placeholder": menu.prompt,
        "options": [_option(each) for each in menu.options],
        "disabled": not menu.enabled,
    }


def _channel_menu(menu: ChannelMenu) -> Json:
    return {
        "type": discord.ComponentType.channel_select.value,
        "custom_id": menu.id,
        "placeholder": menu.prompt,
        "min_values": 0,
        "max_values": MOST_CHOSEN,
        "default_values": [{"id": str(each), "type": "channel"} for each in menu.chosen],
    }


def _option(option: Option) -> Json:
    about = {"description": option.about} if option.about else {}
    return {"value": option.value, "label": option.label, "default": option.chosen, **about}


def modal(form: Form) -> discord.ui.Modal:
    """The form as a window to be opened. It is stopped already, as a layout is."""
    field = discord.ui.TextInput[discord.ui.View](
        default=form.text or None, max_length=form.longest, custom_id=FIELD
    )
    window = discord.ui.Modal(title=form.title, custom_id=form.id, timeout=None)
    window.add_item(
        discord.ui.Label(text=form.label, description=form.about or None, component=field)
    )
    window.stop()
    return window
