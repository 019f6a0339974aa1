"""How a table moves through its match: dealing, acting, ending. Pure but for the chance given."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.cards import Card
from bot.engine.contract import CHANCE, Event
from bot.engine.seats import Seat
from bot.store.rows import By, LeaverRow, ResultRow, SeatRow, Status
from bot.table.model import Act, Table

Shuffle = Callable[[Sequence[Card]], tuple[Card, ...]]
"""Puts a pack into a random order."""


def begin(table: Table, shuffle: Shuffle) -> tuple[Table, tuple[Act, ...]]:
    """Start the match of a full lobby: its draw, if the rules have one, and its first deal."""
    started = replace(table.with_row(status=Status.PLAYING), state=table.game.setup(table.rules))
    return deal(started, shuffle)


def deal(table: Table, shuffle: Shuffle) -> tuple[Table, tuple[Act, ...]]:
    """Let chance act until seats are asked."""
    acts: list[Act] = []
    game, state = table.game, table.state
    while game.to_act(state) is CHANCE:
        action = game.shuffled(state, shuffle(game.pack(table.rules)))
        state, events = game.apply(state, CHANCE, action)
        acts.append(Act(None, action, events[0].audience, By.CHANCE))
    return replace(table, state=state), tuple(acts)


def act(table: Table, seat: Seat, action: Any, by: By) -> tuple[Table, Act]:
    """Apply the action of a seat. Raises IllegalAction."""
    deals_before = deals_scored(table)
    state, events = table.game.apply(table.state, seat, action)
    moved = replace(table, state=state)
    if deals_scored(moved) > deals_before:
        moved = replace(
            moved,
            seats=tuple(replace(row, deals_held=row.deals_held + 1) for row in moved.seats),
        )
    return moved, Act(seat, action, events[0].audience, by)


def events_of(table: Table, acts: Sequence[Act]) -> tuple[Event, ...]:
    """Everything that happened in a match, from its acts, by playing it again."""
    return tuple(event for _, events in _replayed(table, acts) for event in events)


def state_after_deal(table: Table, acts: Sequence[Act], number: int) -> Any:
    """The state at the end of deal `number`, before the next one; None if it is not scored."""
    game = table.game
    for state, _ in _replayed(table, acts):
        if game.deal_number(state) == number and game.to_act(state) in (CHANCE, ()):
            return state
    return None


def choices(table: Table, acts: Sequence[Act], number: int) -> Iterator[tuple[Any, int]]:
    """Each act of a seat in deal `number`: the state before it, and its place among the acts."""
    game, state = table.game, table.game.setup(table.rules)
    for place, (act, (after, _)) in enumerate(zip(acts, _replayed(table, acts), strict=True)):
        if act.seat is not None and game.deal_number(state) == number:
            yield state, place
        state = after


def _replayed(table: Table, acts: Sequence[Act]) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The state after each act of a match, and what had happened."""
    state = table.game.setup(table.rules)
    for each in acts:
        state, events = table.game.apply(state, each.actor, each.action)
        yield state, events


def results(
    table: Table, acts: Sequence[Act], leavers: Sequence[LeaverRow], now: float
) -> tuple[ResultRow, ...]:
    """How each holder came out of a match that is over.

    Who left has lost it, and comes last without points; who took a seat over counts with at
    least half of the deals.
    """
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    counters = table.game.tally(table.rules, events_of(table, acts))
    sides, deals = table.game.sides(table.rules), table.game.deal_number(table.state)
    gone = {leaver.user_id for leaver in leavers}
    lost = [_lost(table, leaver, now) for leaver in leavers]
    held = [
        replace(
            _result(table, now),
            seat=seat.seat,
            user_id=seat.user_id,
            name=seat.name,
            points=outcome.scores[side],
            place=outcome.places[side],
            won=side in outcome.winners,
            deals=seat.deals_held,
            stats=counters[seat.seat],
        )
        for side, members in enumerate(sides)
        for seat in (table.seats[member] for member in members)
        if _counts(seat, gone, deals)
    ]
    return (*lost, *held)


def _lost(table: Table, leaver: LeaverRow, now: float) -> ResultRow:
    """The result of somebody who left: the last place, without points."""
    return replace(
        _result(table, now),
        seat=leaver.seat,
        user_id=leaver.user_id,
        name=leaver.name,
        place=len(table.game.sides(table.rules)),
        deals=table.game.deal_number(table.state),
    )


def _result(table: Table, now: float) -> ResultRow:
    """What all results of a match have in common."""
    return ResultRow(
        table_id=table.row.id,
        seat=0,
        user_id=None,
        name="",
        guild_id=table.row.guild_id,
        game=table.row.game,
        preset=table.row.preset,
        points=0,
        place=1,
        won=False,
        people=sum(seat.user_id is not None or seat.left_by is not None for seat in table.seats),
        deals=0,
        at=now,
    )


def _counts(seat: SeatRow, gone: set[int], deals: int) -> bool:
    """Whether the result of a seat belongs to its holder."""
    if seat.user_id in gone:
        return False
    return seat.left_by is None or seat.deals_held * 2 >= deals


def deals_scored(table: Table) -> int:
    """How many deals have ended."""
    running = table.game.to_act(table.state) not in (CHANCE, ())
    return table.game.deal_number(table.state) - running
