"""The AI players on offer, game by game."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.pluck.game import Pluck
from bot.players.contract import AnyPolicy
from bot.players.pluck.easy import Easy
from bot.players.pluck.house import House
from bot.players.pluck.normal import Normal

POLICIES: Mapping[str, Mapping[str, AnyPolicy]] = MappingProxyType(
    {Pluck.key: MappingProxyType({"easy": Easy(), "normal": Normal()})}
)
"""For each game its AI players by level, the weakest first."""

HOUSE: Mapping[str, AnyPolicy] = MappingProxyType({Pluck.key: House()})
"""For each game the policy that plays for a person who is late: safe moves, nothing clever."""


def levels(game: str) -> tuple[str, ...]:
    """The names of a game's levels, the weakest first."""
    return tuple(POLICIES[game])
