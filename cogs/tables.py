"""One group of commands for each game on offer, named by its key: `/pluck new` and the others."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.engine.contract import AnyGame
from bot.engine.registry import GAMES
from bot.table.model import Choice
from bot.ui.desk import Caller, Reply
from bot.ui.respond import Interaction, caller_of

if TYPE_CHECKING:
    from bot.client import PluckBot

Offer = Callable[[Caller], Awaitable[list[Choice]]]
"""The tables among which somebody may choose."""
Act = Callable[[Interaction, Caller, str], Awaitable[Reply]]
"""What a command does with the table that was chosen."""

LONGEST_MATCH = 200
"""The largest target, or number of rounds, with which a table can be opened."""
MOST_CHOICES = 25
BOARD_FIRST = 1.0
"""For how many seconds the answer to `new` waits for the table to be posted."""


async def setup(bot: "PluckBot") -> None:
    """Add the commands of every game."""
    for game in GAMES.values():
        bot.tree.add_command(GameCommands(bot, game))


class GameCommands(app_commands.Group):
    """The commands of one game."""

    def __init__(self, bot: "PluckBot", game: AnyGame) -> None:
        """Make the group from the game's key, its choices from its presets."""
        super().__init__(name=game.key, description=bot.texts("command.group", game=game.name))
        self._bot = bot
        self._game = game
        self._add_new()
        self._add_help()
        self._add_for_table("hand", self._hand, self._own_tables)
        self._add_for_table("table", self._table, self._own_tables)
        self._add_for_table("end", self._end, self._tables_to_end)
        self._add_for_table("record", self._record, self._recorded_tables, newest=True)

    def _add_new(self) -> None:
        texts = self._bot.texts

        @app_commands.command(name="new", description=texts("command.new"))
        @app_commands.describe(preset=texts("option.preset"), target=texts("option.target"))
        @app_commands.choices(
            preset=[
                app_commands.Choice(name=texts(f"preset.{key}"), value=key)
                for key in self._game.presets
            ]
        )
        async def new(
            interaction: Interaction,
            preset: str | None = None,
            target: app_commands.Range[int, 1, LONGEST_MATCH] | None = None,
        ) -> None:
            chosen = preset or next(iter(self._game.presets))
            await self._bot.answer(interaction, self._open(interaction, chosen, target))

        self.add_command(new)

    def _add_help(self) -> None:
        texts = self._bot.texts

        @app_commands.command(name="help", description=texts("command.help"))
        async def show_help(interaction: Interaction) -> None:
            await self._bot.answer(interaction, self._say("help.text"))

        self.add_command(show_help)

    def _add_for_table(self, name: str, act: Act, offer: Offer, *, newest: bool = False) -> None:
        """Add a command on a table, which may be named where there are several.

        Without a name it means the only one there is, or with `newest` the first on offer.
        """
        texts = self._bot.texts

        @app_commands.command(name=name, description=texts(f"command.{name}"))
        @app_commands.describe(table=texts("option.table"))
        async def command(interaction: Interaction, table: str | None = None) -> None:
            await self._bot.answer(
                interaction, self._with_table(interaction, table, act, offer, newest)
            )

        @command.autocomplete("table")
        async def complete(
            interaction: Interaction, current: str
        ) -> list[app_commands.Choice[str]]:
            found = [
                app_commands.Choice(name=choice.text[:100], value=choice.table)
                for choice in await offer(caller_of(interaction))
                if current.casefold() in choice.text.casefold()
            ]
            return found[:MOST_CHOICES]

        self.add_command(command)

    async def _with_table(
        self, interaction: Interaction, named: str | None, act: Act, offer: Offer, newest: bool
    ) -> Reply:
        """Do something with the table that is named, or with the one that must be meant."""
        caller = caller_of(interaction)
        if named is not None:
            return await act(interaction, caller, named)
        offered = await offer(caller)
        here = [choice for choice in offered if choice.channel == interaction.channel_id]
        meant = here or offered
        if not meant or (len(meant) > 1 and not newest):
            return await self._say("answer.which_table" if meant else "answer.no_table")
        return await act(interaction, caller, meant[0].table)

    async def _open(self, interaction: Interaction, preset: str, target: int | None) -> Reply:
        """Open a table in this channel. The answer is private and becomes the host's hand.

        It waits a moment for the table's message, so that the hand stands below it.
        """
        if obstacle := self._obstacle(interaction):
            return Reply(self._bot.panels.message(obstacle))
        caller = caller_of(interaction)
        view = await self._bot.service.open(
            caller.person,
            interaction=caller.interaction,
            guild=caller.guild,
            channel=interaction.channel_id or 0,
            game=self._game.key,
            preset=preset,
            length=target,
        )
        await self._bot.publisher.until_posted(view.id, BOARD_FIRST)
        return Reply(self._bot.panels.hand(view), view)

    async def _hand(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.desk.hand(table, caller)

    async def _table(self, interaction: Interaction, caller: Caller, table: str) -> Reply:
        channel, obstacle = interaction.channel_id or 0, self._obstacle(interaction)
        return await self._bot.desk.show_again(table, caller, channel, obstacle)

    async def _end(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.desk.end(table, caller)

    async def _record(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.desk.record(table, caller)

    async def _own_tables(self, caller: Caller) -> list[Choice]:
        return await self._bot.queries.open_tables(caller.guild, caller.person.id)

    async def _tables_to_end(self, caller: Caller) -> list[Choice]:
        return await self._bot.queries.open_tables(
            caller.guild, caller.person.id, manager=caller.manager
        )

    async def _recorded_tables(self, caller: Caller) -> list[Choice]:
        return await self._bot.queries.recorded_tables(caller.guild, caller.person.id)

    async def _say(self, key: str) -> Reply:
        text = self._bot.texts(key, game=self._game.key)
        return Reply(self._bot.panels.message(text))

    def _obstacle(self, interaction: Interaction) -> str | None:
        """Why a table cannot stand in this channel, in a sentence; None if it can."""
        texts, channel, rights = self._bot.texts, interaction.channel, interaction.app_permissions
        if isinstance(channel, discord.ForumChannel | discord.CategoryChannel):
            return texts("answer.forum")
        needed = {"View Channel": rights.view_channel}
        if isinstance(channel, discord.Thread):
            needed["Send Messages in Threads"] = rights.send_messages_in_threads
        else:
            needed["Send Messages"] = rights.send_messages
        missing = [name for name, granted in needed.items() if not granted]
        return texts("answer.no_permission", missing=", ".join(missing)) if missing else None
