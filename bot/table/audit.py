"""Audit: whether what is stored of a table is what its log of acts leads to.

No line here says more than where something is wrong: what is stored may show a hand.
"""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.engine.contract import IllegalAction
from bot.engine.seats import Seat, count_of
from bot.store.errors import BadState
from bot.store.rows import MATCH_STATUSES, OPEN_STATUSES, By, EventRow, ResultRow, Status
from bot.store.unit import Unit
from bot.table import match
from bot.table.model import Act, Table
from bot.table.shelf import Shelf

_COMPARED = tuple(
    field.name for field in dataclasses.fields(ResultRow) if field.name not in ("name", "at")
)
"""Of a result; names and times are told by nothing else."""


def problems(unit: Unit, shelf: Shelf, table_id: str) -> Iterator[str]:
    """What is wrong with a table, each in a line without a card; nothing if it is gone."""
    try:
        table = shelf.load(unit, table_id)
    except BadState as error:
        yield f"cannot be read: {error}"
        return
    if table is None:
        return
    events = unit.events.of(table_id)
    yield from _misnumbered(table, events)
    yield from _misplaced(table, {row.user_id for row in unit.leavers.of(table_id)})
    if table.row.status is Status.SET_ASIDE:
        return
    try:
        acts = [act for act, _ in shelf.acts(unit, table)]
    except (BadState, ValueError):
        yield "one of its events cannot be read"
        return
    yield from _misfolded(table, acts)
    yield from _mistimed(table)
    yield from _misscored(unit, table, acts)


def _misnumbered(table: Table, events: Sequence[EventRow]) -> Iterator[str]:
    """Events are numbered from 0 without a gap, and made by revisions in order."""
    for place, event in enumerate(events):
        if event.seq != place:
            yield f"event {place} is missing"
            return
        if (event.seat is None) is not (event.by is By.CHANCE):
            yield f"event {event.seq} is not by whom it says"
    revisions = [event.rev for event in events]
    if revisions != sorted(revisions) or (revisions and revisions[-1] > table.row.rev):
        yield "its events are of revisions that it never had, or not in order"
    if table.row.shown_rev > table.row.rev:
        yield f"revision {table.row.shown_rev} was shown, but it is at {table.row.rev}"


def _misplaced(table: Table, leavers: set[int]) -> Iterator[str]:
    """There is a seat for every place, and in a match somebody holds each."""
    places = [seat.seat for seat in table.seats]
    if places != list(range(count_of(table.game.sides(table.rules)))):
        yield f"its {len(places)} seats are not those of its rules"
    for seat in table.seats:
        if seat.user_id is not None and seat.policy is not None:
            yield f"seat {seat.seat} is held by a person and by an AI player"
        elif _is_running(table) and seat.user_id is None and seat.policy is None:
            yield f"seat {seat.seat} is held by nobody"
        if seat.left_by is not None and seat.left_by not in leavers:
            yield f"seat {seat.seat} was left by somebody who is not among those who left"


def _misfolded(table: Table, acts: Sequence[Act]) -> Iterator[str]:
    """The acts, played from the beginning, lead to the state that is stored."""
    if table.state is None:
        if acts:
            yield "has events but no state"
        elif table.row.status in (Status.PLAYING, Status.PAUSED, Status.OVER):
            yield f"is {table.row.status} but has no state"
        return
    state = table.game.setup(table.rules)
    for place, act in enumerate(acts):
        try:
            state, happened = table.game.apply(state, act.actor, act.action)
        except IllegalAction as illegal:
            yield f"event {place} is against the rules: {illegal.reason}"
            return
        except Exception as error:
            yield f"event {place} cannot be played: {type(error).__name__}"
            return
        if happened[0].audience != act.audience:
            yield f"event {place} is told to others than may know of it"
    if any(
        seat.left_by is None and seat.deals_held != match.deals_scored(table)
        for seat in table.seats
    ):
        yield "its seats have not been held for as many deals as were scored"
    if state != table.state:
        deal = table.game.deal_number(state)
        yield f"its state is not what its {len(acts)} events lead to, in deal {deal}"


def _mistimed(table: Table) -> Iterator[str]:
    """It is over, or waits for those whom its state asks and will be looked at in time."""
    row = table.row
    over = table.state is not None and table.game.outcome(table.state) is not None
    if over is not (row.status is Status.OVER):
        yield f"is {row.status}, but its match is {'' if over else 'not '}over"
    asked = set(table.asked) if _is_running(table) else set()
    asks = {seat.seat: seat.ask for seat in table.seats if seat.ask is not None}
    if asked != set(asks):
        yield f"asks seats {_listed(asks)}, but its state waits for {_listed(asked)}"
    if any(not 0 < ask <= row.rev for ask in asks.values()):
        yield "asks a question of a revision that it never had"
    if row.status in OPEN_STATUSES:
        if row.deadline_at is None:
            yield f"is {row.status} but has no deadline: nothing will ever move it"
    elif row.deadline_at is not None:
        yield f"is {row.status} but has a deadline"
    dues = [seat.due_at for seat in table.seats if seat.due_at is not None]
    if dues and row.status is not Status.PLAYING:
        yield f"is {row.status}, but somebody's time runs"
    elif dues and row.deadline_at is not None and row.deadline_at > min(dues):
        yield "its deadline comes after the end of somebody's time"
    elif not dues and row.status is Status.PLAYING:
        yield "is playing, but nobody's time runs"
    if table.between_deals and _is_running(table) and row.pause_rev is None:
        yield "is between two deals, but Next names no revision"
    if row.status in (Status.OVER, Status.VOID) and row.ended_at is None:
        yield f"is {row.status}, but not since when"


def _misscored(unit: Unit, table: Table, acts: Sequence[Act]) -> Iterator[str]:
    """The results are those of the log, and there are none before the end."""
    stored = unit.results.of(table.row.id)
    if table.row.status is not Status.OVER:
        if stored:
            yield f"has results although it is {table.row.status}"
        return
    if table.state is None or table.game.outcome(table.state) is None:
        return
    try:
        told = match.results(table, acts, unit.leavers.of(table.row.id), 0.0)
    except Exception as error:
        yield f"its results cannot be told from its log: {type(error).__name__}"
        return
    wanted, found = (_by_holder(rows) for rows in (told, stored))
    for holder in sorted(wanted.keys() | found.keys()):
        place = f"of seat {holder[0]}"
        if holder not in found:
            yield f"the result {place} is missing"
        elif holder not in wanted:
            yield f"there is a result {place} for somebody who did not come out of it"
        elif wrong := [name for name in _COMPARED if found[holder][name] != wanted[holder][name]]:
            yield f"the result {place} is not what its log says: {', '.join(wrong)}"


def _is_running(table: Table) -> bool:
    return table.state is not None and table.row.status in MATCH_STATUSES


def _by_holder(rows: Sequence[ResultRow]) -> dict[tuple[int, int], dict[str, Any]]:
    """The results by seat and person, an AI player as 0."""
    return {
        (row.seat, row.user_id or 0): {name: getattr(row, name) for name in _COMPARED}
        for row in rows
    }


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats)) or "none"
