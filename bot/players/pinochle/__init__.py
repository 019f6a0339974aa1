"""The AI players of Pinochle."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.players.contract import AnyPolicy
from bot.players.pinochle.easy import Easy
from bot.players.pinochle.hard import Hard
from bot.players.pinochle.house import House
from bot.players.pinochle.normal import Normal

LEVELS: Mapping[str, AnyPolicy] = MappingProxyType(
    {"easy": Easy(), "normal": Normal(), "hard": Hard()}
)
"""The levels on offer, the weakest first."""

HOUSE: AnyPolicy = House()
"""Plays for a person who is late."""
