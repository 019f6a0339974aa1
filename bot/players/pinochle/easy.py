"""A player who knows how it is done and does not always look."""

from dataclasses import dataclass
from random import Random

from bot.engine.pinochle.actions import Play, SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle.normal import Normal
from bot.players.pinochle.worth import points


@dataclass(frozen=True)
class Easy:
    """Like normal, but every third card or so is just a cheap one."""

    careless: float = 0.35

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`."""
        plays = [action for action in legal if isinstance(action, Play)]
        if plays and rng.random() < self.careless:
            cheapest = min(points(play.card) for play in plays)
            return rng.choice([play for play in plays if points(play.card) == cheapest])
        return Normal().choose(view, legal, rng)
