"""One group of commands for each game on offer, named by its key: `/pluck new` and the others."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.engine.contract import AnyGame
from bot.engine.registry import GAMES
from bot.table.model import Choice
from bot.ui.doorman import Wanted
from bot.ui.render.house import rules_on_offer
from bot.ui.reply import Caller, Reply
from bot.ui.respond import Interaction, caller_of
from cogs._choices import matching

if TYPE_CHECKING:
    from bot.client import PluckBot

Offer = Callable[[Caller], Awaitable[list[Choice]]]
"""The tables among which somebody may choose."""
Act = Callable[[Interaction, Caller, str], Awaitable[Reply]]
"""What a command does with the table that was chosen."""


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
        self._doorman = bot.front.doorman
        self._add_new()
        self._add_help()
        self._add_for_table("hand", self._hand, self._own_tables)
        self._add_for_table("table", self._table, self._own_tables)
        self._add_for_table("move", self._move, self._every_table, self._tables_to_move)
        self._add_for_table("end", self._end, self._every_table, only=True)
        self._add_for_table("record", self._record, self._recorded_tables, only=True, newest=True)

    def _add_new(self) -> None:
        texts = self._bot.texts
        longest = self._game.longest_match
        described = ("preset", "target", "clock", "invite", "invite2", "invite3", "thread")

        @app_commands.command(name="new", description=texts("command.new"))
        @app_commands.describe(**{name: texts(f"option.{name}") for name in described})
        async def new(
            interaction: Interaction,
            preset: str | None = None,
            target: app_commands.Range[int, 1, longest] | None = None,
            clock: str | None = None,
            invite: discord.User | None = None,
            invite2: discord.User | None = None,
            invite3: discord.User | None = None,
            thread: bool | None = None,
        ) -> None:
            wanted = Wanted(
                self._game.key,
                preset=preset,
                target=target,
                clock=clock,
                invited=tuple(user for user in (invite, invite2, invite3) if user is not None),
                thread=thread,
            )
            await self._bot.answer(interaction, self._doorman.open(interaction, wanted))

        new.autocomplete("preset")(self._presets)
        self.add_command(new)

    async def _presets(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The rules on offer: the game's own, and those that the server has saved."""
        house = self._bot.front.reception.housekeeping
        saved = await house.names(interaction.guild_id or 0, self._game.key)
        return matching(rules_on_offer(self._bot.texts, self._game.presets, saved), current)

    def _add_help(self) -> None:
        texts = self._bot.texts

        @app_commands.command(name="help", description=texts("command.help"))
        async def show_help(interaction: Interaction) -> None:
            await self._bot.answer(interaction, self._say("help.text"))

        self.add_command(show_help)

    def _add_for_table(
        self,
        name: str,
        act: Act,
        offer: Offer,
        unnamed: Offer | None = None,
        *,
        only: bool = False,
        newest: bool = False,
    ) -> None:
        """Add a command on a table, which may be named where there are several.

        Without a name it means the only one there is (among those of `unnamed`, if given), or
        with `newest` the first on offer. Tables of this game are meant before others; with `only`
        no others are.
        """

        async def meant(caller: Caller) -> list[Choice]:
            offered = await (unnamed or offer)(caller)
            own = [choice for choice in offered if choice.game == self._game.key]
            return own if own or only else offered

        texts = self._bot.texts

        @app_commands.command(name=name, description=texts(f"command.{name}"))
        @app_commands.describe(table=texts("option.table"))
        async def command(interaction: Interaction, table: str | None = None) -> None:
            await self._bot.answer(
                interaction, self._with_table(interaction, table, act, meant, newest)
            )

        @command.autocomplete("table")
        async def complete(
            interaction: Interaction, current: str
        ) -> list[app_commands.Choice[str]]:
            offered = await offer(caller_of(interaction))
            return matching({choice.table: choice.text for choice in offered}, current)

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
        if not meant:
            return await self._say("answer.no_record" if newest else "answer.no_table")
        if len(meant) > 1 and not newest:
            return await self._say("answer.which_table")
        return await act(interaction, caller, meant[0].table)

    async def _hand(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.front.reception.desk.hand(table, caller)

    async def _table(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.front.reception.desk.show_again(table, caller)

    async def _move(self, interaction: Interaction, caller: Caller, table: str) -> Reply:
        if obstacle := self._doorman.obstacle(interaction):
            return Reply(self._bot.panels.message(obstacle))
        return await self._bot.front.reception.desk.move(table, caller)

    async def _end(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.front.reception.desk.end(table, caller)

    async def _record(self, _: Interaction, caller: Caller, table: str) -> Reply:
        return await self._bot.front.reception.desk.record(table, caller)

    async def _own_tables(self, caller: Caller) -> list[Choice]:
        return await self._bot.back.queries.open_tables(caller.guild, caller.person.id)

    async def _tables_to_move(self, caller: Caller) -> list[Choice]:
        """The tables that may be meant if none is named: resting ones before all others."""
        own, every = await self._own_tables(caller), await self._every_table(caller)
        resting = [choice for choice in own if choice.resting]
        elsewhere = [choice for choice in own if choice.channel != caller.channel]
        return resting or elsewhere or every

    async def _every_table(self, caller: Caller) -> list[Choice]:
        return await self._bot.back.queries.open_tables(
            caller.guild, caller.person.id, manager=caller.manager
        )

    async def _recorded_tables(self, caller: Caller) -> list[Choice]:
        return await self._bot.back.queries.recorded_tables(caller.guild, caller.person.id)

    async def _say(self, key: str) -> Reply:
        text = self._bot.texts(key, game=self._game.key, name=self._game.name)
        return Reply(self._bot.panels.message(text))
