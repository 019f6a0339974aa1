"""Who sits where: pure rules of joining, leaving, filling up, taking over and playing again."""

from dataclasses import replace

from bot.engine.contract import AnyGame
from bot.engine.seats import Seat, side_of
from bot.store.rows import MATCH_STATUSES, OPEN_STATUSES, SeatRow, Status, TableRow
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
    """Seat a person, who agrees to the terms: at the place kept for them, else the first free.

    Raises Refused: NOT_IN_LOBBY, ALREADY_SEATED, NOT_INVITED, SEATS_RESERVED or TABLE_FULL.
    """
    require_lobby(table)
    if table.seat_of(person.id):
        raise Refused(Why.ALREADY_SEATED)
    require_invited(table, person)
    empty = [seat for seat in table.seats if _is_empty(seat)]
    free = [seat for seat in empty if _free_for(seat, person, now)]
    if not free:
        raise Refused(Why.SEATS_RESERVED if empty else Why.TABLE_FULL)
    chosen = next((seat for seat in free if seat.reserved_for == person.id), free[0])
    return table.with_seat(
        chosen.seat,
        user_id=person.id,
        name=person.name,
        reserved_for=None,
        reserved_until=None,
        ready=True,
    )


def leave(table: Table, person: Person) -> Table:
    """Take a person out of the lobby; hosting passes to the next person, or the table closes.

    Raises Refused: NOT_IN_LOBBY or NOT_SEATED.
    """
    require_lobby(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return pass_hosting(table.with_seat(seat.seat, user_id=None, name="", ready=False))


def add_ai(table: Table, person: Person, level: str, now: float) -> Table:
    """Seat an AI player at the last free place that is kept for nobody.

    Raises Refused: NOT_IN_LOBBY, NOT_HOST, SEATS_RESERVED or TABLE_FULL.
    """
    require_host_in_lobby(table, person)
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
    require_host_in_lobby(table, person)
    seated = [seat for seat in table.seats if seat.policy is not None]
    if not seated:
        raise Refused(Why.NO_AI_SEAT)
    return table.with_seat(seated[0].seat, policy=None)


def switch_sides(table: Table, person: Person) -> Table:
    """Move a person to the other side: to a free seat there, or in exchange with an AI player.

    Raises Refused: NOT_IN_LOBBY, NOT_SEATED, or NO_OTHER_SIDE where only people sit there.
    """
    require_lobby(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    sides = table.game.sides(table.rules)
    own = side_of(seat.seat, sides)
    others = [
        other
        for other in table.seats
        if side_of(other.seat, sides) != own and other.user_id is None and not other.reserved_for
    ]
    if not others:
        raise Refused(Why.NO_OTHER_SIDE)
    other = min(others, key=lambda each: each.policy is not None)
    moved = {seat.seat: replace(other, seat=seat.seat), other.seat: replace(seat, seat=other.seat)}
    return replace(table, seats=tuple(moved.get(each.seat, each) for each in table.seats))


def close(table: Table, person: Person) -> Table:
    """Close the lobby. Raises Refused: NOT_IN_LOBBY or NOT_HOST."""
    require_host_in_lobby(table, person)
    return table.with_row(status=Status.VOID)


def end(table: Table, person: Person, *, manager: bool) -> Table:
    """End an open table without a result. Raises Refused: TABLE_CLOSED or NOT_HOST."""
    if table.row.status not in OPEN_STATUSES:
        raise Refused(Why.TABLE_CLOSED)
    if table.row.host_id != person.id and not manager:
        raise Refused(Why.NOT_HOST)
    return table.with_row(status=Status.VOID)


def check_start(table: Table, person: Person) -> None:
    """Raises Refused unless this person may start now.

    NOT_IN_LOBBY, NOT_HOST, SEATS_EMPTY, or NOT_AGREED while somebody is asked about new terms.
    """
    require_host_in_lobby(table, person)
    if any(_is_empty(seat) for seat in table.seats):
        raise Refused(Why.SEATS_EMPTY)
    if not all(seat.ready for seat in table.people):
        raise Refused(Why.NOT_AGREED)


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
    Raises Refused: NOT_PLAYING, ALREADY_SEATED, NOT_INVITED, SAW_A_HAND or SEAT_NOT_FREE.
    """
    _require_match(table)
    if table.seat_of(person.id):
        raise Refused(Why.ALREADY_SEATED)
    if not any(seat.left_by == person.id for seat in table.seats):
        require_invited(table, person)
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
        return replace(fresh, user_id=person.id, name=person.name, ready=True)
    if seat.user_id is not None:
        return replace(fresh, reserved_for=seat.user_id, reserved_until=until, name=seat.name)
    return fresh if seat.left_by is not None else replace(fresh, policy=seat.policy)


def _in_lobby(table: Table) -> bool:
    rests = table.row.status is Status.SUSPENDED and table.state is None
    return rests or table.row.status is Status.LOBBY


def require_invited(table: Table, person: Person) -> None:
    """Raises Refused NOT_INVITED for a stranger at a table that is not for strangers.

    Who opened it is none, nor who was invited, nor who has played the match before.
    """
    if not (table.options.strangers or person.id in table.options.invited):
        raise Refused(Why.NOT_INVITED)


def require_lobby(table: Table) -> None:
    """Raises Refused NOT_IN_LOBBY once the match has begun."""
    if not _in_lobby(table):
        raise Refused(Why.NOT_IN_LOBBY)


def require_host_in_lobby(table: Table, person: Person) -> None:
    """Raises Refused NOT_IN_LOBBY once the match has begun, NOT_HOST for anybody but the host."""
    require_lobby(table)
    if table.row.host_id != person.id:
        raise Refused(Why.NOT_HOST)


def _require_match(table: Table) -> None:
    if table.row.status not in MATCH_STATUSES or _in_lobby(table):
        raise Refused(Why.NOT_PLAYING)


def _is_empty(seat: SeatRow) -> bool:
    return seat.user_id is None and seat.policy is None


def _is_reserved(seat: SeatRow, now: float) -> bool:
    return seat.reserved_until is not None and now < seat.reserved_until


def _free_for(seat: SeatRow, person: Person, now: float) -> bool:
    return seat.reserved_for == person.id or not _is_reserved(seat, now)
