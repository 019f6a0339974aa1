"""Reading an interaction: which of our buttons, menus or forms was used, and what it says."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.ui.press import OURS, Pressed, parse, with_choice

_BUTTON = discord.ComponentType.button.value
_MENU = discord.ComponentType.string_select.value
_CHANNELS = discord.ComponentType.channel_select.value


def is_ours(interaction: discord.Interaction[Any]) -> bool:
    """Whether a button, menu or form of ours was used, of whatever version, and by somebody.

    Where Discord leaves out who it was there is nobody.
    """
    return bool(interaction.user) and OURS.fullmatch(_custom_id(interaction)) is not None


def is_shown(interaction: discord.Interaction[Any]) -> bool:
    """Whether what was used stands on the message it claims to come from, as what it claims."""
    message, kind = interaction.message, _data(interaction).get("component_type")
    shown = dict(_controls(message.components)) if message is not None else {}
    return kind is not None and shown.get(_custom_id(interaction)) == kind


def read(interaction: discord.Interaction[Any]) -> Pressed | None:
    """What was pressed, chosen or written; None for an older form, another's, or nonsense."""
    pressed = parse(_custom_id(interaction))
    data = _data(interaction)
    if interaction.type is discord.InteractionType.modal_submit:
        answers = list(_written(data.get("components")))
    elif data.get("component_type") == _MENU:
        answers = list(data.get("values") or ())
    elif data.get("component_type") == _CHANNELS:
        answers = [" ".join(map(str, data.get("values") or ()))]
    else:
        return pressed
    if pressed is None or len(answers) != 1 or not isinstance(answers[0], str):
        return None
    return with_choice(pressed, answers[0])


def _data(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    return dict(interaction.data or {})


def _custom_id(interaction: discord.Interaction[Any]) -> str:
    return str(_data(interaction).get("custom_id", ""))


def _controls(components: Any) -> Iterator[tuple[str, int]]:
    """The custom_id of each button and menu, and which of them it is."""
    for component in components:
        if isinstance(component, discord.Button) and component.custom_id:
            yield component.custom_id, _BUTTON
        elif isinstance(component, discord.SelectMenu):
            yield component.custom_id, component.type.value
        yield from _controls(getattr(component, "children", ()))


def _written(components: Any) -> Iterator[Any]:
    """What was written into the lines of a form, out of their labels and rows."""
    for component in components if isinstance(components, list) else ():
        if not isinstance(component, dict):
            continue
        if "value" in component:
            yield component["value"]
        yield from _written([component.get("component")])
        yield from _written(component.get("components"))
