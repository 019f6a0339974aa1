"""Tables for the eyes of tests: views of real matches, with holders of any kind.

for state in states("classic", seed=3):
    panel = PANELS.hand(seen(state, 0))
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.contract import CHANCE
from bot.engine.pluck.state import State
from bot.engine.registry import GAMES
from bot.table.model import SeatHolder, Status, TableView
from bot.ui.content import Content
from bot.ui.panel import Block, ChannelMenu, Menu, Panel, Row

CONTENT = Content.load(Path(__file__).parents[2] / "data")
TEXTS, PANELS = CONTENT.texts, CONTENT.panels
PLUCK = GAMES["pluck"]
NAMES = ("Ada", "Bob", "Cy", "Di")
NOW = 1_800_000_000.0
TURN = 90.0
MOST_COMPONENTS, MOST_TEXT, LONGEST_LABEL = 40, 4000, 38


def states(preset: str, seed: int, **house: Any) -> Iterator[State]:
    """Every state of one match in which all seats act at random; `house` changes the rules."""
    rng = Random(f"{preset} {seed}")
    state = PLUCK.setup(replace(PLUCK.presets[preset], **house))
    while asked := PLUCK.to_act(state):
        if asked is CHANCE:
            order = list(PLUCK.pack(state.rules))
            rng.shuffle(order)
            state, _ = PLUCK.apply(state, CHANCE, PLUCK.shuffled(state, tuple(order)))
        else:
            seat = rng.choice(asked)
            state, _ = PLUCK.apply(state, seat, rng.choice(PLUCK.legal(state, seat)))
        yield state


def deal_ends(preset: str, seed: int, **house: Any) -> Iterator[State]:
    """The states of one match in which a deal has just been scored."""
    for before, after in pairwise(states(preset, seed, **house)):
        if PLUCK.to_act(before) is not CHANCE and PLUCK.to_act(after) in (CHANCE, ()):
            yield after


def holder(seat: int, **changes: Any) -> SeatHolder:
    """A person who is there; `changes` make it somebody else."""
    person = SeatHolder(
        seat=seat,
        name=NAMES[seat],
        user=100 + seat,
        level=None,
        away=False,
        ready=False,
        misses=0,
        asked_at=None,
        due_at=None,
        left=False,
        reserved=False,
    )
    return replace(person, **changes)


def ai(seat: int, **changes: Any) -> SeatHolder:
    """An AI player."""
    return holder(seat, **{"name": "", "user": None, "level": "normal", **changes})


def seen(
    state: State,
    seat: int | None,
    *,
    preset: str = "classic",
    holders: dict[int, SeatHolder] | None = None,
    **changes: Any,
) -> TableView:
    """A table in that state as a seat, or the public, sees it, with a question for who is asked."""
    asked = PLUCK.to_act(state)
    over, chance = PLUCK.outcome(state) is not None, asked is CHANCE
    seated = [(holders or {}).get(each, holder(each)) for each in range(state.rules.seats)]
    timed = tuple(
        replace(each, asked_at=NOW, due_at=NOW + TURN)
        if not chance and each.seat in asked and each.due_at is None
        else each
        for each in seated
    )
    is_asked = seat is not None and not chance and seat in asked
    view = PLUCK.view(state, seat)
    table = TableView(
        id="t4bl3",
        game="pluck",
        preset=preset,
        rules=state.rules,
        status=Status.OVER if over else Status.PLAYING,
        rev=7,
        host=100,
        guild=1,
        channel=2,
        clock=TURN,
        holders=timed,
        pause=5 if chance or over else 0,
        seat=seat,
        ask=6 if is_asked else 0,
        view=view,
        deal=PLUCK.deal_number(state),
        sides=state.rules.sides,
        claim=len(PLUCK.claim(view)) if is_asked else 0,
    )
    return replace(table, **changes)


def lobby_table(*holders: SeatHolder, preset: str = "classic", **changes: Any) -> TableView:
    """A table before its match."""
    table = TableView(
        id="t4bl3",
        game="pluck",
        preset=preset,
        rules=PLUCK.presets[preset],
        status=Status.LOBBY,
        rev=1,
        host=100,
        guild=1,
        channel=2,
        clock=TURN,
        holders=tuple(replace(each, ready=each.user is not None) for each in holders),
        pause=1,
        seat=None,
        ask=0,
        view=None,
        deal=0,
        sides=PLUCK.sides(PLUCK.presets[preset]),
    )
    return replace(table, **changes)


def components(panel: Panel) -> int:
    """How many components the message has, its container included."""
    return 1 + sum(_components(block) for block in panel.blocks)


def drawn(panel: Panel) -> str:
    """A panel as plain text, its buttons in brackets; a dimmed one in round ones."""
    return "\n".join(_drawn(block) for block in panel.blocks)


def _components(block: Block) -> int:
    match block:
        case Row(choices):
            return 1 + len(choices)
        case Menu() | ChannelMenu():
            return 2
        case _:
            return 1


def _drawn(block: Block) -> str:
    if isinstance(block, Row):
        return " ".join(
            f"[{each.label}]" if each.enabled else f"({each.label})" for each in block.choices
        )
    if isinstance(block, Menu | ChannelMenu):
        return f"<{block.prompt}>"
    return getattr(block, "markdown", "----")
