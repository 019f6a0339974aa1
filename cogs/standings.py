"""`/leaderboard` and `/stats`: who stands where in a server, and how one person has done."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.engine.registry import GAMES
from bot.ui.press import PagePress
from bot.ui.reply import Caller, Reply
from bot.ui.respond import Interaction, caller_of, person_of

if TYPE_CHECKING:
    from bot.client import PluckBot

SORTS = ("wins", "points", "win_rate")
"""By these every game is ranked; what a game counts besides ranks the players of that game."""
PERIODS = ("all", "month")


async def setup(bot: "PluckBot") -> None:
    """Add both commands."""
    bot.tree.add_command(_leaderboard(bot))
    bot.tree.add_command(_stats(bot))


def _leaderboard(bot: "PluckBot") -> app_commands.Command[app_commands.Group, ..., None]:
    texts = bot.texts
    owners = {key: game.key for game in GAMES.values() for key in game.ranked}
    sorts = [*SORTS, *owners]

    @app_commands.command(name="leaderboard", description=texts("command.leaderboard"))
    @app_commands.describe(
        game=texts("option.game"), sort=texts("option.sort"), period=texts("option.period")
    )
    @app_commands.choices(
        game=_games(),
        sort=[app_commands.Choice(name=texts(f"sort.{key}"), value=key) for key in sorts],
        period=[app_commands.Choice(name=texts(f"period.{key}"), value=key) for key in PERIODS],
    )
    async def leaderboard(
        interaction: Interaction,
        game: str | None = None,
        sort: str = SORTS[0],
        period: str = PERIODS[0],
    ) -> None:
        page = PagePress(game or owners.get(sort, ""), sort, period, 0)
        await bot.answer(interaction, show(page, caller_of(interaction)))

    async def show(page: PagePress, caller: Caller) -> Reply:
        game = GAMES.get(page.game)
        if game is not None and page.sort not in (*SORTS, *game.ranked):
            by = texts(f"sort.{page.sort}")
            text = texts("leaderboard.not_ranked", game=game.name, sort=by)
            return Reply(bot.panels.message(text))
        return await bot.front.reception.desk.leaderboard(page, caller)

    return leaderboard


def _stats(bot: "PluckBot") -> app_commands.Command[app_commands.Group, ..., None]:
    texts = bot.texts

    @app_commands.command(name="stats", description=texts("command.stats"))
    @app_commands.describe(player=texts("option.player"), game=texts("option.game"))
    @app_commands.choices(game=_games())
    async def stats(
        interaction: Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        caller = caller_of(interaction)
        person = caller.person if player is None else person_of(player)
        await bot.answer(interaction, bot.front.reception.desk.stats(person, caller, game))

    return stats


def _games() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items()]
