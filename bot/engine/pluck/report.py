"""A match in numbers: what `replay` prints, and the counters of the statistics."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Event, Outcome
from bot.engine.pluck.events import DealScored, Plucked, TrickTaken
from bot.engine.pluck.state import State
from bot.engine.pluck.variants import Rules
from bot.engine.seats import side_of

COUNTERS = ("deals", "tricks", "plucks_made", "plucks_suffered", "bostons")
"""What is counted for every seat, also where it never happens."""


def outcome(state: State) -> Outcome | None:
    """How the match ended: the winners share place 1, the others follow by score."""
    if state.winners is None:
        return None
    merit = [(side in state.winners, score) for side, score in enumerate(state.score)]
    places = tuple(1 + sum(other > own for other in merit) for own in merit)
    return Outcome(scores=state.score, places=places, winners=state.winners)


def report(states: Sequence[State]) -> dict[str, Any]:
    """The outcome of each deal, from its last state; the sides' score and winners at the end."""
    last = states[-1]
    return {
        "deals": [_deal(state) for state in states if state.deal],
        "score": list(last.score),
        "winners": None if last.winners is None else list(last.winners),
    }


def _deal(state: State) -> dict[str, Any]:
    complete = bool(state.balance)
    deal: dict[str, Any] = {
        "complete": complete,
        "tricks": list(state.won),
        "trump": state.trump,
        "caller": state.caller,
        "plucks": [
            [pluck.plucker, pluck.target, pluck.given, pluck.returned] for pluck in state.plucks
        ],
    }
    if complete:
        deal["balance"] = list(state.balance)
    deal["score"] = list(state.score)
    return deal


def tally(rules: Rules, events: Sequence[Event]) -> tuple[dict[str, int], ...]:
    """Counters for each seat over a whole match.

    `deals`, `tricks`, `plucks_made`, `plucks_suffered`, `bostons`, and for each role
    `as_<role>` (deals played in it) and `made_<role>` (those in which the quota was made).
    """
    counts = [Counter(dict.fromkeys(COUNTERS, 0)) for _ in range(rules.seats)]
    for event in events:
        match event:
            case TrickTaken(_, seat):
                counts[seat]["tricks"] += 1
            case Plucked(_, plucker, target):
                counts[plucker]["plucks_made"] += 1
                counts[target]["plucks_suffered"] += 1
            case DealScored():
                for seat, count in enumerate(counts):
                    count.update(_deal_counters(rules, event, seat))
            case _:
                pass
    return tuple(dict(count) for count in counts)


def _deal_counters(rules: Rules, scored: DealScored, seat: int) -> dict[str, int]:
    side = side_of(seat, rules.sides)
    role = rules.role(seat, scored.caller)
    return {
        "deals": 1,
        f"as_{role}": 1,
        f"made_{role}": int(scored.balance[side] >= 0),
        "bostons": int(scored.boston == side),
    }
