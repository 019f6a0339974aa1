"""A match in numbers: what `replay` prints, and the counters of the statistics."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Event, Outcome
from bot.engine.pinochle.events import DealScored, Melded, TrickTaken
from bot.engine.pinochle.melds import MeldName
from bot.engine.pinochle.state import State
from bot.engine.pinochle.variants import SEATS

COUNTERS = ("deals", "tricks", "meld_points", "runs", "last_tricks")
"""What is counted for every seat, also where it never happens."""


def outcome(state: State) -> Outcome | None:
    """How the match ended: the winners share place 1."""
    if state.winners is None:
        return None
    places = tuple(1 if seat in state.winners else 2 for seat in range(SEATS))
    return Outcome(scores=state.score, places=places, winners=state.winners)


def report(states: Sequence[State]) -> dict[str, Any]:
    """The outcome of each deal, from its last state; the score and the winners at the end."""
    last = states[-1]
    return {
        "deals": [_deal(state) for state in states if state.deal],
        "score": list(last.score),
        "winners": None if last.winners is None else list(last.winners),
    }


def _deal(state: State) -> dict[str, Any]:
    melded = [
        sum(each.points for each in state.melds if each.seat == seat) for seat in range(SEATS)
    ]
    both = zip(melded, state.trick_points, strict=True)
    return {
        "complete": bool(state.points),
        "trump": state.trump,
        "melds": [[each.seat, each.name, each.points] for each in state.melds],
        "trick_points": list(state.trick_points),
        "points": [melds + tricks for melds, tricks in both],
        "score": list(state.score),
    }


def tally(events: Sequence[Event]) -> tuple[dict[str, int], ...]:
    """Counters for each seat over a whole match: those of `COUNTERS`."""
    counts = [Counter(dict.fromkeys(COUNTERS, 0)) for _ in range(SEATS)]
    for event in events:
        match event:
            case TrickTaken(_, seat, last):
                counts[seat].update(tricks=1, last_tricks=int(last))
            case Melded(_, seat, name, points):
                counts[seat].update(meld_points=points, runs=int(name is MeldName.RUN))
            case DealScored():
                for count in counts:
                    count["deals"] += 1
            case _:
                pass
    return tuple(dict(count) for count in counts)
