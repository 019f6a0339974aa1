"""The AI players on offer, game by game."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.pinochle.game import Pinochle
from bot.engine.pluck.game import Pluck
from bot.players import pinochle, pluck
from bot.players.advice import AnyAdviser
from bot.players.contract import AnyPolicy

POLICIES: Mapping[str, Mapping[str, AnyPolicy]] = MappingProxyType(
    {Pluck.key: pluck.LEVELS, Pinochle.key: pinochle.LEVELS}
)
"""For each game its AI players by level, the weakest first."""

HOUSE: Mapping[str, AnyPolicy] = MappingProxyType(
    {Pluck.key: pluck.HOUSE, Pinochle.key: pinochle.HOUSE}
)
"""For each game the policy that plays for a person who is late: safe moves, nothing clever."""

ADVISERS: Mapping[str, AnyAdviser] = MappingProxyType({Pluck.key: pluck.ADVISER})
"""Who gives hints, and goes through what was played, for each game that has such a coach."""


def levels(game: str) -> tuple[str, ...]:
    """The names of a game's levels, the weakest first."""
    return tuple(POLICIES[game])
