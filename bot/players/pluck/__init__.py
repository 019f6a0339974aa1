"""The AI players of Pluck."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.players.advice import AnyAdviser
from bot.players.contract import AnyPolicy
from bot.players.pluck.adviser import PluckAdviser
from bot.players.pluck.easy import Easy
from bot.players.pluck.hard import Hard
from bot.players.pluck.house import House
from bot.players.pluck.normal import Normal

LEVELS: Mapping[str, AnyPolicy] = MappingProxyType(
    {"easy": Easy(), "normal": Normal(), "hard": Hard()}
)
"""The levels on offer, the weakest first."""

HOUSE: AnyPolicy = House()
"""Plays for a person who is late."""

ADVISER: AnyAdviser = PluckAdviser()
"""Gives hints, and goes through what was played."""
