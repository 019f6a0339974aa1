"""The games on offer."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.contract import AnyGame
from bot.engine.pluck.game import Pluck

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in (Pluck(),)})
"""Every game by its key, in the order in which they are offered."""
