"""`/learn`: the lessons of a game, in one private message."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.engine.registry import GAMES
from bot.ui.reply import Reply
from bot.ui.respond import Interaction

if TYPE_CHECKING:
    from bot.client import PluckBot


async def setup(bot: "PluckBot") -> None:
    """Add the command."""
    bot.tree.add_command(_learn(bot))


def _learn(bot: "PluckBot") -> app_commands.Command[app_commands.Group, ..., None]:
    texts = bot.texts

    @app_commands.command(name="learn", description=texts("command.learn"))
    @app_commands.describe(game=texts("option.game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items()]
    )
    async def learn(interaction: Interaction, game: str | None = None) -> None:
        await bot.answer(interaction, course(game or next(iter(GAMES)), interaction.user.id))

    async def course(game: str, user: int) -> Reply:
        return Reply(await bot.front.reception.classroom.course(game, user))

    return learn
