"""Who sits where: pure rules of joining, leaving, filling up, taking over and playing again."""

from dataclasses import replace

from bot.engine.contract import AnyGame
from bot.engine.seats import Seat
from bot.store.rows import SeatRow, Status, TableRow
from bot.table.model import Pace, Person, Refused, Table, Why


def new_row(
    table_id: str,
    game: AnyGame,
    preset: str,
    host: Person,
    *,
    guild: int,
    channel: int,
    now: float,
    pace: Pace,
) -> TableRow:
    """The row of a lobby that has just been opened; its rules are written when it is stored."""
    return TableRow(
        id=table_id,
        game=game.key,
        preset=preset,
        rules="",
        state_version=game.state_version,
        guild_id=guild,
        channel_id=channel,
        host_id=host.id,
        opened_by=host.name,
        clock_seconds=pace.turn,
        status=Status.LOBBY,
        rev=1,
        pause_rev=1,
        created_at=now,
        deadline_at=now + pace.lobby,
    )


def join(table: Table, person: Person, now: float) -> Table:
    """Seat a person: at the place kept for them, else the first that is free.

    Raises Refused: NOT_IN_LOBBY, ALREADY_SEATED, SEATS_RESERVED or TABLE_FULL.
    """
    _require_lobby(table)
    if table.seat_of(person.id):
        raise Refused(Why.ALREADY_SEATED)
    empty = [seat for seat in table.seats if _is_empty(seat)]
    free = [seat for seat in empty if _free_for(seat, person, now)]
    if not free:
        raise Refused(Why.SEATS_RESERVED if empty else Why.TABLE_FULL)
    chosen = next((seat for seat in free if seat.reserved_for == person.id), free[0])
    return table.with_seat(
        chosen.seat, user_id=person.id, name=person.name, reserved_for=None, reserved_until=None
    )


def leave(table: Table, person: Person) -> Table:
    """Take a person out of the lobby; hosting passes to the next person, or the table closes.

    Raises Refused: NOT_IN_LOBBY or NOT_SEATED.
    """
    _require_lobby(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return pass_hosting(table.with_seat(seat.seat, user_id=None, name=""))


def add_ai(table: Table, person: Person, level: str, now: float) -> Table:
    """Seat an AI player at the last free place that is kept for nobody.

    Raises Refused: NOT_IN_LOBBY, NOT_HOST, SEATS_RESERVED or TABLE_FULL.
    """
    _require_host_in_lobby(table, person)
    empty = [seat for seat in table.seats if _is_empty(seat)]
    free = [seat for seat in empty if not _is_reserved(seat, now)]
    if not free:
        raise Refused(Why.SEATS_RESERVED if empty else Why.TABLE_FULL)
    return table.with_seat(
        free[-1].seat, policy=level, name="", reserved_for=None, reserved_until=None
    )


def remove_ai(table: Table, person: Person) -> Table:
    """Take away the AI player that was seated last; they fill the table from its end.

    Raises Refused: NOT_IN_LOBBY, NOT_HOST or NO_AI_SEAT.
    """
    _require_host_in_lobby(table, person)
    seated = [seat for seat in table.seats if seat.policy is not None]
    if not seated:
        raise Refused(Why.NO_AI_SEAT)
    return table.with_seat(seated[0].seat, policy=None)


def close(table: Table, person: Person) -> Table:
    """Close the lobby. Raises Refused: NOT_IN_LOBBY or NOT_HOST."""
    _require_host_in_lobby(table, person)
    return table.with_row(status=Status.VOID)


def end(table: Table, person: Person, *, manager: bool) -> Table:
    """End an open table without a result. Raises Refused: TABLE_CLOSED or NOT_HOST."""
    if table.row.status not in (Status.LOBBY, Status.PLAYING, Status.PAUSED, Status.SUSPENDED):
        raise Refused(Why.TABLE_CLOSED)
    if table.row.host_id != person.id and not manager:
        raise Refused(Why.NOT_HOST)
    return table.with_row(status=Status.VOID)


def check_start(table: Table, person: Person) -> None:
    """Raises Refused unless this person may start now: NOT_IN_LOBBY, NOT_HOST, SEATS_EMPTY."""
    _require_host_in_lobby(table, person)
    if any(_is_empty(seat) for seat in table.seats):
        raise Refused(Why.SEATS_EMPTY)


def resign(table: Table, person: Person, substitute: str) -> Table:
    """Hand the seat of a person who leaves a running match to an AI player of that level.

    Raises Refused: NOT_PLAYING or NOT_SEATED.
    """
    _require_match(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    vacated = table.with_seat(
        seat.seat,
        user_id=None,
        policy=substitute,
        left_by=person.id,
        away=False,
        ready=False,
        misses=0,
        deals_held=0,
    )
    return pass_hosting(vacated)


def take_seat(table: Table, person: Person, place: Seat) -> Table:
    """Give a seat that somebody has left to a person who sits nowhere at this table.

    Who has left a seat of this match has seen its cards, and may only take that one back.
    Raises Refused: NOT_PLAYING, ALREADY_SEATED, SAW_A_HAND or SEAT_NOT_FREE.
    """
    _require_match(table)
    if table.seat_of(person.id):
        raise Refused(Why.ALREADY_SEATED)
    if any(seat.left_by == person.id and seat.seat != place for seat in table.seats):
        raise Refused(Why.SAW_A_HAND)
    if not 0 <= place < len(table.seats) or not may_be_taken(table.seats[place]):
        raise Refused(Why.SEAT_NOT_FREE)
    taken = table.with_seat(
        place, user_id=person.id, name=person.name, policy=None, deals_held=0, ready=False
    )
    return taken if table.people else taken.with_row(host_id=person.id)


def come_back(table: Table, person: Person) -> Table:
    """The table of somebody who says no more than that they are here.

    Raises Refused: NOT_PLAYING or NOT_SEATED.
    """
    _require_match(table)
    if table.seat_of(person.id) is None:
        raise Refused(Why.NOT_SEATED)
    return table


def may_be_taken(seat: SeatRow) -> bool:
    """Whether somebody has left this seat and nobody has taken it since."""
    return seat.left_by is not None and seat.user_id is None


def seats_again(table: Table, person: Person, until: float) -> tuple[SeatRow, ...]:
    """The seats of a new lobby after a match: the others' places are kept until then.

    AI players stay, except where they had taken over from somebody.
    """
    return tuple(_seat_again(seat, person, until) for seat in table.seats)


def has_lapsed(table: Table, now: float) -> bool:
    """Whether a place has been kept for somebody for longer than was promised."""
    return any(
        seat.reserved_until is not None and not _is_reserved(seat, now) for seat in table.seats
    )


def free_lapsed(table: Table, now: float) -> Table:
    """The table with the places free that have been kept for long enough."""
    seats = tuple(
        seat
        if seat.reserved_until is None or _is_reserved(seat, now)
        else replace(seat, reserved_for=None, reserved_until=None, name="")
        for seat in table.seats
    )
    return replace(table, seats=seats)


def pass_hosting(table: Table) -> Table:
    """Give the hosting to the next person when the host is gone; a lobby without people closes."""
    if table.seat_of(table.row.host_id):
        return table
    if not table.people:
        return table.with_row(status=Status.VOID) if _in_lobby(table) else table
    return table.with_row(host_id=table.people[0].user_id)


def _seat_again(seat: SeatRow, person: Person, until: float) -> SeatRow:
    fresh = SeatRow(table_id="", seat=seat.seat)
    if seat.user_id == person.id:
        return replace(fresh, user_id=person.id, name=person.name)
    if seat.user_id is not None:
        return replace(fresh, reserved_for=seat.user_id, reserved_until=until, name=seat.name)
    return fresh if seat.left_by is not None else replace(fresh, policy=seat.policy)


def _in_lobby(table: Table) -> bool:
    return table.row.status is Status.LOBBY


def _require_lobby(table: Table) -> None:
    if not _in_lobby(table):
        raise Refused(Why.NOT_IN_LOBBY)


def _require_host_in_lobby(table: Table, person: Person) -> None:
    _require_lobby(table)
    if table.row.host_id != person.id:
        raise Refused(Why.NOT_HOST)


def _require_match(table: Table) -> None:
    if table.row.status not in (Status.PLAYING, Status.PAUSED, Status.SUSPENDED):
        raise Refused(Why.NOT_PLAYING)


def _is_empty(seat: SeatRow) -> bool:
    return seat.user_id is None and seat.policy is None


def _is_reserved(seat: SeatRow, now: float) -> bool:
    return seat.reserved_until is not None and now < seat.reserved_until


def _free_for(seat: SeatRow, person: Person, now: float) -> bool:
    return seat.reserved_for == person.id or not _is_reserved(seat, now)
