"""Two deals of Pluck written down as text, with every event and what each seat sees."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

from bot.engine.contract import CHANCE, Audience, Event
from bot.engine.pluck.game import Pluck
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.view import View
from tests.engine.playouts import KNOWLEDGE

GAME = Pluck()
DEALS = 2


def playthrough(table: str, seed: int) -> str:
    """The first deals of a match at this table; who acts how is drawn by lot."""
    return "\n".join(_lines(table, Random(seed))) + "\n"


def _lines(table: str, rng: Random) -> Iterator[str]:
    rules = KNOWLEDGE["pluck"].tables()[table]
    yield table
    yield from (f"  {field.name}: {getattr(rules, field.name)}" for field in fields(rules))
    state = GAME.setup(rules)
    while GAME.to_act(state) != () and not (state.deal == DEALS and state.phase is Phase.DEAL):
        before, (actor, action) = state, _by_lot(state, rng)
        state, events = GAME.apply(state, actor, action)
        if actor is CHANCE:
            yield ""
            yield f"{GAME.code(action)}: {' '.join(action.order)}"
        else:
            yield f"{actor} {GAME.code(action)}"
        yield from (f"    {_event(event)}" for event in events)
        if before.phase is not state.phase or before.tricks != state.tricks or actor is CHANCE:
            yield from _everybody(state)


def _by_lot(state: State, rng: Random) -> tuple[Any, Any]:
    """An action by chance or by a seat. `random()` alone is the same in every version."""
    asked = GAME.to_act(state)
    if asked is CHANCE:
        order = sorted(GAME.pack(state.rules), key=lambda card: rng.random())
        return CHANCE, GAME.shuffled(state, tuple(order))
    seat = asked[int(rng.random() * len(asked))]
    legal = GAME.legal(state, seat)
    return seat, legal[int(rng.random() * len(legal))]


def _event(event: Event) -> str:
    values = [
        f"{field.name}={_value(getattr(event, field.name))}"
        for field in fields(event)
        if field.name != "audience"
    ]
    return f"{type(event).__name__} to {_audience(event.audience)}: {' '.join(values)}"


def _audience(audience: Audience) -> str:
    if audience is None:
        return "all"
    return " and ".join(str(seat) for seat in audience) or "nobody"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(str(each) for each in value) or "()"
    return str(value)


def _everybody(state: State) -> Iterator[str]:
    yield f"  public {_public(GAME.view(state, None))}"
    for seat in range(state.rules.seats):
        yield f"  seat {seat} {_own(GAME.view(state, seat))}"


def _public(view: View) -> str:
    names = "phase deal dealer caller asked trump broken rights owed merciful balance score winners"
    facts = [f"{name}={_value(getattr(view, name))}" for name in names.split()]
    seats = [f"{seat.role}:{seat.won}/{seat.quota}" for seat in view.seats]
    return " ".join(facts + seats)


def _own(view: View) -> str:
    parts = [" ".join(view.hand) or "no cards"]
    if view.legal:
        parts.append("may " + " ".join(GAME.code(action) for action in view.legal))
    for reason in dict.fromkeys(reason for _, reason in view.barred):
        cards = " ".join(card for card, why in view.barred if why is reason)
        parts.append(f"{reason.name} {cards}")
    if view.plucks:
        parts.append(
            "plucks "
            + " ".join(
                f"{each.plucker}>{each.target}:{each.given or '?'}/{each.returned or '?'}"
                for each in view.plucks
            )
        )
    return " | ".join(parts)
