"""`/rules`, `/house` and `/settings`: by which rules people play in a server, and how."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.engine.registry import GAMES
from bot.table.house import LONGEST_NAME
from bot.table.model import Choice
from bot.ui.press import RulesPress
from bot.ui.render.house import rules_on_offer
from bot.ui.reply import Caller, Reply
from bot.ui.respond import Interaction, caller_of
from cogs._choices import matching

if TYPE_CHECKING:
    from bot.client import PluckBot

Act = Callable[[Caller, str], Coroutine[Any, Any, Reply]]
"""What a command does with the set that was named."""


async def setup(bot: "PluckBot") -> None:
    """Add the commands."""
    bot.tree.add_command(_rules(bot))
    bot.tree.add_command(_settings(bot))
    bot.tree.add_command(HouseCommands(bot))


def _rules(bot: "PluckBot") -> app_commands.Command[app_commands.Group, ..., None]:
    texts = bot.texts

    @app_commands.command(name="rules", description=texts("command.rules"))
    @app_commands.describe(topic=texts("option.topic"), preset=texts("option.rules"))
    async def rules(
        interaction: Interaction, topic: str | None = None, preset: str | None = None
    ) -> None:
        caller = caller_of(interaction)
        await bot.answer(interaction, _read(bot, caller, topic or "", preset))

    @rules.autocomplete("topic")
    async def complete_topic(
        interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        caller, preset = caller_of(interaction), getattr(interaction.namespace, "preset", None)
        table = None if preset else await _own_table(bot, caller)
        book = bot.front.reception.rulebook
        known = await book.titles(caller.guild, preset or None, table.table if table else None)
        return matching(known, current)

    @rules.autocomplete("preset")
    async def complete_preset(
        interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        presets = [key for game in GAMES.values() for key in game.presets]
        saved = await bot.front.reception.housekeeping.names(interaction.guild_id or 0)
        return matching(rules_on_offer(texts, presets, saved), current)

    return rules


async def _read(bot: "PluckBot", caller: Caller, topic: str, preset: str | None) -> Reply:
    """The rules that are meant: those named, else of one's own table here, else the first."""
    book = bot.front.reception.rulebook
    preset, topic = book.meant(preset, topic)
    if preset is None and (table := await _own_table(bot, caller)):
        return Reply(await book.answer(RulesPress(table.table, topic), caller.guild))
    return Reply(await book.named(caller.guild, preset, topic))


async def _own_table(bot: "PluckBot", caller: Caller) -> Choice | None:
    """The table at which somebody sits: in this channel, or else the only one."""
    own = await bot.back.queries.open_tables(caller.guild, caller.person.id)
    here = [table for table in own if table.channel == caller.channel]
    meant = here or own
    return meant[0] if len(meant) == 1 else None


def _settings(bot: "PluckBot") -> app_commands.Command[app_commands.Group, ..., None]:
    @app_commands.command(name="settings", description=bot.texts("command.settings"))
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Interaction) -> None:
        await bot.answer(interaction, show(caller_of(interaction)))

    async def show(caller: Caller) -> Reply:
        return Reply(await bot.front.reception.housekeeping.settings(caller))

    return settings


class HouseCommands(app_commands.Group):
    """The commands on saved house rules."""

    def __init__(self, bot: "PluckBot") -> None:
        """Make the group."""
        super().__init__(name="house", description=bot.texts("command.house"))
        self._bot = bot
        self._house = bot.front.reception.housekeeping
        self._add_save()
        self._add_list()
        self._add_named("show", self._show)
        self._add_named("remove", self._remove)

    def _add_save(self) -> None:
        texts = self._bot.texts

        @app_commands.command(name="save", description=texts("command.house_save"))
        @app_commands.describe(name=texts("option.name"))
        async def save(
            interaction: Interaction, name: app_commands.Range[str, 1, LONGEST_NAME]
        ) -> None:
            await self._bot.answer(interaction, self._save(caller_of(interaction), name))

        self.add_command(save)

    def _add_list(self) -> None:
        @app_commands.command(name="list", description=self._bot.texts("command.house_list"))
        async def list_sets(interaction: Interaction) -> None:
            await self._bot.answer(interaction, self._list(caller_of(interaction)))

        self.add_command(list_sets)

    def _add_named(self, name: str, act: Act) -> None:
        """Add a command on a set, which is named."""
        texts = self._bot.texts

        @app_commands.command(name=name, description=texts(f"command.house_{name}"))
        @app_commands.describe(chosen=texts("option.name"))
        @app_commands.rename(chosen="name")
        async def command(interaction: Interaction, chosen: str) -> None:
            await self._bot.answer(interaction, act(caller_of(interaction), chosen))

        @command.autocomplete("chosen")
        async def complete(
            interaction: Interaction, current: str
        ) -> list[app_commands.Choice[str]]:
            names = await self._house.names(interaction.guild_id or 0)
            return matching({name: name for name in names}, current)

        self.add_command(command)

    async def _save(self, caller: Caller, name: str) -> Reply:
        """Save the rules of the table at which somebody sits."""
        table = await _own_table(self._bot, caller)
        if table is None:
            return Reply(self._bot.panels.message(self._bot.texts("house.no_table")))
        return Reply(await self._house.save(name, table.table, caller))

    async def _list(self, caller: Caller) -> Reply:
        return Reply(await self._house.listed(caller))

    async def _show(self, caller: Caller, name: str) -> Reply:
        return Reply(await self._house.show(name, caller))

    async def _remove(self, caller: Caller, name: str) -> Reply:
        return Reply(self._bot.panels.message(await self._house.remove(name, caller)))
