"""Two deals of a game written down as text, with every event and what each seat sees."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

from bot.engine.contract import CHANCE, AnyGame, Audience, Event
from bot.engine.registry import GAMES
from tests.engine.playouts import KNOWLEDGE

DEALS = 2
PUBLIC = {
    "pluck": "phase deal dealer caller asked trump broken rights owed merciful"
    " balance score winners",
    "pinochle": "phase deal dealer asked trump stock up_card shown points score winners",
}
"""What of a view is the same for everybody, by game."""


def playthrough(key: str, table: str, seed: int) -> str:
    """The first deals of a match at this table; who acts how is drawn by lot."""
    return "\n".join(_lines(GAMES[key], table, Random(seed))) + "\n"


def _lines(game: AnyGame, table: str, rng: Random) -> Iterator[str]:
    rules = KNOWLEDGE[game.key].tables()[table]
    yield table
    yield from (f"  {field.name}: {getattr(rules, field.name)}" for field in fields(rules))
    state = game.setup(rules)
    while (asked := game.to_act(state)) != () and not (
        asked is CHANCE and game.deal_number(state) == DEALS
    ):
        before, (actor, action) = state, _by_lot(game, state, rng)
        state, events = game.apply(state, actor, action)
        if actor is CHANCE:
            yield ""
            yield f"{game.code(action)}: {' '.join(action.order)}"
        else:
            yield f"{actor} {game.code(action)}"
        yield from (f"    {_event(event)}" for event in events)
        if before.phase is not state.phase or before.tricks != state.tricks or actor is CHANCE:
            yield from _everybody(game, state)


def _by_lot(game: AnyGame, state: Any, rng: Random) -> tuple[Any, Any]:
    """An action by chance or by a seat. `random()` alone is the same in every version."""
    asked = game.to_act(state)
    if asked is CHANCE:
        order = sorted(game.pack(state.rules), key=lambda card: rng.random())
        return CHANCE, game.shuffled(state, tuple(order))
    seat = asked[int(rng.random() * len(asked))]
    legal = game.legal(state, seat)
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


def _everybody(game: AnyGame, state: Any) -> Iterator[str]:
    yield f"  public {_public(game.key, game.view(state, None))}"
    for seat in range(state.rules.seats):
        yield f"  seat {seat} {_own(game, game.view(state, seat))}"


def _public(key: str, view: Any) -> str:
    facts = [f"{name}={_value(getattr(view, name))}" for name in PUBLIC[key].split()]
    return " ".join(facts + [SEAT[key](seat) for seat in view.seats])


def _pluck_seat(seat: Any) -> str:
    return f"{seat.role}:{seat.won}/{seat.quota}"


def _pinochle_seat(seat: Any) -> str:
    laid = ",".join(f"{each.card}:{'+'.join(each.served)}" for each in seat.laid)
    return f"[{seat.cards} {laid or '-'} {seat.won} {seat.meld_points}/{seat.trick_points}]"


SEAT = {"pluck": _pluck_seat, "pinochle": _pinochle_seat}


def _own(game: AnyGame, view: Any) -> str:
    parts = [" ".join(view.hand) or "no cards"]
    if view.legal:
        parts.append("may " + " ".join(game.code(action) for action in view.legal))
    for reason in dict.fromkeys(reason for _, reason in view.barred):
        cards = " ".join(card for card, why in view.barred if why is reason)
        parts.append(f"{reason.name} {cards}")
    if plucks := getattr(view, "plucks", ()):
        parts.append(
            "plucks "
            + " ".join(
                f"{each.plucker}>{each.target}:{each.given or '?'}/{each.returned or '?'}"
                for each in plucks
            )
        )
    return " | ".join(parts)
