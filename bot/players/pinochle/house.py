"""What the house plays for somebody who is late: nothing clever, and nothing lost."""

from dataclasses import dataclass
from random import Random

from bot.engine.pinochle.actions import Play, SeatAction
from bot.engine.pinochle.view import View
from bot.players.pinochle.worth import best_meld, keeping, points, unseen


@dataclass(frozen=True)
class House:
    """Plays the card that is least worth keeping, and lays what can be laid."""

    def choose(self, view: View, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        """One of `legal`; luck has no say in it."""
        out = unseen(view)
        plays = [action for action in legal if isinstance(action, Play)]
        if not plays:
            return best_meld(view)
        return min(plays, key=lambda play: points(play.card) + keeping(play.card, view, out))
