"""What people do about a server's settings and its saved house rules."""

from collections.abc import Callable, Mapping

from bot.engine.contract import AnyGame
from bot.table.guilds import Guilds
from bot.table.house import House
from bot.table.model import Refused, Why
from bot.ui.panel import PrivatePanel
from bot.ui.press import SettingPress
from bot.ui.render.house import HousePanels
from bot.ui.render.settings import SettingPanels
from bot.ui.reply import Caller
from bot.ui.texts import Texts, safe_name


class Housekeeping:
    """Shows and changes settings; saves, shows and removes sets of house rules."""

    def __init__(
        self,
        guilds: Guilds,
        house: House,
        settings: SettingPanels,
        panels: HousePanels,
        texts: Texts,
        games: Mapping[str, AnyGame],
        has_channel: Callable[[int], bool],
    ) -> None:
        """Keep things there, and draw with these panels.

        `has_channel` tells whether a channel is still there.
        """
        self._guilds = guilds
        self._house = house
        self._settings = settings
        self._panels = panels
        self._texts = texts
        self._games = games
        self._has_channel = has_channel

    async def settings(self, caller: Caller) -> PrivatePanel:
        """The settings of the server. Raises Refused NOT_MANAGER."""
        if not caller.manager:
            raise Refused(Why.NOT_MANAGER)
        chosen = await self._guilds.settings(caller.guild)
        sets = {game: await self._house.names(caller.guild, game) for game in self._games}
        channels = tuple(filter(self._has_channel, chosen.channels))
        return self._settings.settings(chosen, sets, channels)

    async def change(self, pressed: SettingPress, caller: Caller) -> PrivatePanel:
        """Change a setting, and show all of them. Raises Refused as `Guilds.change` does.

        Rules that are named must be there: NO_SUCH_SET, OLD_SET.
        """
        kind, _, game = pressed.key.partition(".")
        if kind == "preset" and (
            game not in self._games or pressed.value not in self._games[game].presets
        ):
            await self._house.find(caller.guild, pressed.value)
        await self._guilds.change(caller.guild, pressed.key, pressed.value, manager=caller.manager)
        return await self.settings(caller)

    async def save(self, name: str, table: str, caller: Caller) -> PrivatePanel:
        """Save the rules of a table under a name. Raises Refused as `House.save` does."""
        saved = await self._house.save(
            caller.guild, caller.person, name, table, manager=caller.manager
        )
        stored = self._texts("house.stored", name=safe_name(saved.name))
        return self._panels.saved(saved, note=stored)

    async def listed(self, caller: Caller) -> PrivatePanel:
        """The sets of the server."""
        return self._panels.listed(await self._house.listed(caller.guild))

    async def show(self, name: str, caller: Caller) -> PrivatePanel:
        """One set of the server. Raises Refused: NO_SUCH_SET, OLD_SET."""
        return self._panels.saved(await self._house.find(caller.guild, name))

    async def remove(self, name: str, caller: Caller) -> str:
        """Forget a set, and say so. Raises Refused: NO_SUCH_SET, NOT_SAVER."""
        await self._house.remove(caller.guild, caller.person, name, manager=caller.manager)
        return self._texts("house.removed", name=safe_name(name))

    async def names(self, guild: int, game: str | None = None) -> tuple[str, ...]:
        """The names of the sets of a server, of one game or of all."""
        return await self._house.names(guild, game)
