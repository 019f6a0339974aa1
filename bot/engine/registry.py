"""The games on offer."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.contract import AnyGame
from bot.engine.pinochle.game import Pinochle
from bot.engine.pluck.game import Pluck

_ON_OFFER: tuple[AnyGame, ...] = (Pluck(), Pinochle())

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in _ON_OFFER})
"""Every game by its key, in the order in which they are offered."""
