"""Writing a match down as a record. Only deals that are scored are opened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter

from bot.engine.contract import CHANCE, AnyGame
from bot.engine.seats import Seat
from bot.record.model import FORMAT


@dataclass(frozen=True, slots=True)
class Act:
    """An action as it was taken: by a seat, or by chance (None), at a time in epoch seconds.

    `by` is `player`, `ai` or `timeout`; for chance it does not matter.
    """

    seat: Seat | None
    action: Any
    by: str
    at: float


def export(
    game: AnyGame, preset: str, rules: Any, names: Sequence[str], acts: Iterable[Act]
) -> dict[str, Any]:
    """The record of a match, as JSON values, from all its acts in order."""
    state = game.setup(rules)
    actions = TypeAdapter[Any](game.seat_action_type)
    deals: list[dict[str, Any]] = []
    for act in acts:
        state, _ = game.apply(state, CHANCE if act.seat is None else act.seat, act.action)
        if deck := game.deck_of(act.action):
            deals.append({"dealer": game.dealer(state), "deck": list(deck), "actions": []})
        elif act.seat is not None:
            written = actions.dump_python(act.action, mode="json", exclude_none=True)
            moment = datetime.fromtimestamp(act.at, UTC).isoformat(timespec="milliseconds")
            stamp = {"at": moment.replace("+00:00", "Z"), "by": act.by}
            deals[-1]["actions"].append({"seat": act.seat, **written, **stamp})
    if game.to_act(state) not in (CHANCE, ()):
        deals.pop()
    return {
        "format": FORMAT,
        "game": game.key,
        "preset": preset,
        "rules": TypeAdapter[Any](game.rules_type).dump_python(rules, mode="json"),
        "seats": list(names),
        "deals": deals,
    }
