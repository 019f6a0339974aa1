"""Time at a table: whose question is new, how long each seat has, and what is due next.

The clock is pure: it is told what time it is. A seat's `due_at` is the moment at which somebody
else acts for it; an AI seat is a seat that is always late.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.engine.seats import Seat, side_of
from bot.store.rows import MATCH_STATUSES, SeatRow, Status, changed
from bot.table.model import Pace, Table

MISSES_UNTIL_AWAY = 2
"""After how many turns in a row that the house had to play a person counts as away."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """The revision that a change makes, when that is, and how long things take."""

    rev: int
    now: float
    pace: Pace


def settle(before: Table, after: Table, moved: Iterable[Seat], now: float, pace: Pace) -> Table:
    """The table as it is to be saved after a change.

    The next revision, the status that follows from who is present, a new question for each seat
    that needs one, and the deadlines. `moved` are the seats that have just acted.
    """
    at = _Moment(before.row.rev + 1, now, pace)
    table = _with_status(before, after, at)
    if table.state is None or table.row.status not in MATCH_STATUSES:
        table = _without_questions(table)
    elif table.between_deals:
        table = _with_pause(before, table, at)
    else:
        table = _with_questions(before, table, frozenset(moved), at)
    if table.row.status is not Status.PLAYING:
        table = _without_times(table)
    table = table.with_row(rev=at.rev)
    return table.with_row(deadline_at=deadline(table, now, pace, since=now))


def deadline(table: Table, now: float, pace: Pace, *, since: float) -> float | None:
    """When the table must be looked at again; None if never.

    For a running match that is the earliest moment at which a seat is overdue, a person is to be
    reminded, or the second half of somebody's time begins; for a lobby, or a match nobody is
    present at, the end of its patience, counted from `since`, its last change; for a lobby also
    the moment until which a place is kept.
    """
    match table.row.status:
        case Status.LOBBY:
            kept = (seat.reserved_until for seat in table.seats if seat.reserved_until is not None)
            return min((since + pace.lobby, *kept))
        case Status.PAUSED | Status.SUSPENDED:
            return since + (pace.lobby if table.state is None else pace.abandoned)
        case Status.PLAYING:
            moments = [moment for seat in table.seats for moment in _moments(seat, now, pace)]
            return min(moments, default=None)
        case _:
            return None


def overdue(table: Table, now: float) -> tuple[Seat, ...]:
    """The seats whose time is up, the longest overdue first."""
    due = [seat for seat in table.seats if seat.due_at is not None and seat.due_at <= now]
    return tuple(seat.seat for seat in sorted(due, key=lambda seat: (seat.due_at, seat.seat)))


def everybody_ready(table: Table) -> bool:
    """Whether every person present wants the next deal."""
    return all(seat.ready for seat in table.present)


def missed(seat: SeatRow) -> SeatRow:
    """A person's seat for which the house has just played."""
    misses = seat.misses + 1
    return changed(seat, misses=misses, away=misses >= MISSES_UNTIL_AWAY)


def resume(table: Table, now: float, pace: Pace, spread: float) -> Table:
    """The table after a downtime: who is overdue gets grace, AI players `spread` seconds."""
    seats = tuple(
        seat
        if seat.due_at is None or seat.due_at > now
        else changed(seat, due_at=now + (pace.grace if _is_present(seat) else spread))
        for seat in table.seats
    )
    resumed = replace(table, seats=seats)
    return resumed.with_row(deadline_at=deadline(resumed, now, pace, since=now))


def _with_status(before: Table, after: Table, at: _Moment) -> Table:
    status = after.row.status
    if after.state is not None and status in MATCH_STATUSES:
        if after.game.outcome(after.state) is not None:
            status = Status.OVER
        elif not after.people:
            status = Status.VOID
        elif status is not Status.SUSPENDED:
            status = Status.PLAYING if after.present else Status.PAUSED
    table = after.with_row(status=status)
    if status in (Status.OVER, Status.VOID) and status is not before.row.status:
        table = table.with_row(ended_at=at.now, pause_rev=at.rev)
    return table


def _without_questions(table: Table) -> Table:
    return replace(table, seats=tuple(changed(seat, ask=None) for seat in table.seats))


def _without_times(table: Table) -> Table:
    """Nobody is late where no time runs."""
    return replace(
        table, seats=tuple(changed(seat, asked_at=None, due_at=None) for seat in table.seats)
    )


def _with_pause(before: Table, table: Table, at: _Moment) -> Table:
    """Between two deals people are asked whether they are ready, nothing else."""
    begins = not before.between_deals
    seats = []
    for seat in table.seats:
        ready = seat.ready and not begins
        waits = _is_present(seat) and not ready
        due = seat.due_at if waits and not begins and seat.due_at else at.now + at.pace.next
        seats.append(
            changed(seat, ask=None, asked_at=None, ready=ready, due_at=due if waits else None)
        )
    paused = replace(table, seats=tuple(seats))
    return paused.with_row(pause_rev=at.rev) if begins else paused


def _with_questions(before: Table, table: Table, moved: frozenset[Seat], at: _Moment) -> Table:
    asked = table.asked
    seats = tuple(
        _asked(before, table, seat, seat.seat in moved, at)
        if seat.seat in asked
        else changed(seat, ask=None, asked_at=None, due_at=None)
        for seat in table.seats
    )
    return replace(table.with_row(pause_rev=None), seats=seats)


def _asked(before: Table, table: Table, seat: SeatRow, moved: bool, at: _Moment) -> SeatRow:
    """A seat whose action is waited for: its question stays while nothing about it has changed."""
    old = before.seats[seat.seat]
    same = seat.ask is not None and not moved and _question_stands(before, table, seat.seat)
    same_holder = (old.user_id, old.policy, old.away) == (seat.user_id, seat.policy, seat.away)
    due = _due(table, seat, at)
    if same and same_holder and seat.due_at is not None and due is not None:
        return changed(seat, ready=False)
    ask = seat.ask if same else at.rev
    return changed(seat, ask=ask, asked_at=at.now, due_at=due, ready=False)


def _question_stands(before: Table, table: Table, seat: Seat) -> bool:
    if before.state is None or seat not in before.asked:
        return False
    question = table.game.question
    return bool(question(before.state, seat) == question(table.state, seat))


def _due(table: Table, seat: SeatRow, at: _Moment) -> float | None:
    if _is_present(seat):
        return at.now + table.row.clock_seconds
    if _partner_decides(table, seat):
        return None
    own = table.options.ai_seconds
    return at.now + (at.pace.ai if own is None else own)


def _partner_decides(table: Table, seat: SeatRow) -> bool:
    """Whether a present person of the same side is asked too, and so has the say."""
    sides = table.game.sides(table.rules)
    own = side_of(seat.seat, sides)
    return any(
        _is_present(table.seats[other])
        for other in table.asked
        if other != seat.seat and side_of(other, sides) == own
    )


def _is_present(seat: SeatRow) -> bool:
    return seat.user_id is not None and not seat.away


def _moments(seat: SeatRow, now: float, pace: Pace) -> Iterable[float]:
    """When something about this seat is due: its end, a reminder, its second half."""
    if seat.due_at is None:
        return
    yield seat.due_at
    if _is_present(seat) and seat.asked_at is not None:
        notices = (seat.asked_at + pace.nudge, (seat.asked_at + seat.due_at) / 2)
        yield from (moment for moment in notices if moment > now)
