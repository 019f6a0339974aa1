"""Panels in Discord's own form, held against what the library would write."""

import discord

from bot.ui.discordify import COLOURS, STYLES, layout
from bot.ui.panel import (
    Accent,
    ChannelMenu,
    Choice,
    Divider,
    Menu,
    Option,
    PrivatePanel,
    Row,
    Style,
    Text,
)

PANEL = PrivatePanel(
    (
        Text("Your **hand**"),
        Divider(),
        Row((Choice("tb:1:a:1:p.QS", "Q♠", Style.MAIN), Choice("tb:1:a:0:hand", "Refresh"))),
        Row((Choice("tb:1:a:1:p.3D", "3♦", Style.STOP, enabled=False),)),
        Menu(
            "le:1:x", "Which one?", (Option("a", "A", "the first"), Option("b", "B", chosen=True))
        ),
    ),
    Accent.YOURS,
)


def button(choice):
    return discord.ui.Button(
        custom_id=choice.id,
        label=choice.label,
        style=STYLES[choice.style],
        disabled=not choice.enabled,
    )


def by_the_library(panel):
    first, second, third, fourth, menu = panel.blocks
    options = [
        discord.SelectOption(
            value=each.value, label=each.label, description=each.about or None, default=each.chosen
        )
        for each in menu.options
    ]
    select = discord.ui.Select(custom_id=menu.id, placeholder=menu.prompt, options=options)
    assert isinstance(second, Divider)
    container = discord.ui.Container(
        discord.ui.TextDisplay(first.markdown),
        discord.ui.Separator(),
        discord.ui.ActionRow(*map(button, third.choices)),
        discord.ui.ActionRow(*map(button, fourth.choices)),
        discord.ui.ActionRow(select),
        accent_colour=COLOURS[panel.accent],
    )
    return discord.ui.LayoutView().add_item(container).to_components()


def without_what_goes_without_saying(ours, theirs):
    """Their form with only those fields that ours has."""
    if isinstance(theirs, list):
        assert len(ours) == len(theirs)
        pairs = zip(ours, theirs, strict=True)
        return [without_what_goes_without_saying(*pair) for pair in pairs]
    if isinstance(theirs, dict):
        return {key: without_what_goes_without_saying(ours[key], theirs[key]) for key in ours}
    return theirs


async def test_a_panel_is_written_as_the_library_would_write_it():
    ours = layout(PANEL).to_components()
    assert ours == without_what_goes_without_saying(ours, by_the_library(PANEL))


async def test_a_menu_of_channels_may_be_left_empty_and_names_them_as_discord_does():
    menu = ChannelMenu("st:1:channels", "Where?", (10**18, 10**18 + 1))
    [container] = layout(PrivatePanel((menu,))).to_components()
    [row] = container["components"]
    assert row["components"] == [
        {
            "type": discord.ComponentType.channel_select.value,
            "custom_id": "st:1:channels",
            "placeholder": "Where?",
            "min_values": 0,
            "max_values": 25,
            "default_values": [
                {"id": "1000000000000000000", "type": "channel"},
                {"id": "1000000000000000001", "type": "channel"},
            ],
        }
    ]


async def test_a_panel_that_is_sent_leaves_nothing_behind():
    view = layout(PANEL)
    assert view.is_finished()
    assert view.has_components_v2()
