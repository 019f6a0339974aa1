"""Tables that rest because nobody could be shown them, and how they go on. Pure."""

from dataclasses import replace

from bot.store.rows import SeatRow, Status
from bot.table.model import Table

_GOES_ON = (Status.LOBBY, Status.PLAYING, Status.PAUSED)


def may_be_suspended(table: Table) -> bool:
    """Whether the table is open and does not rest already."""
    return table.row.status in _GOES_ON


def suspend(table: Table) -> Table:
    """The table at rest: a lobby keeps its seats, a match its cards, and no time runs."""
    return table.with_row(status=Status.SUSPENDED)


def show_in(table: Table, channel: int) -> Table:
    """The table in that channel, its people with all their time; one that rested goes on."""
    status = table.row.status
    if status is Status.SUSPENDED:
        status = Status.LOBBY if table.state is None else Status.PLAYING
    seats = tuple(_with_fresh_time(seat) for seat in table.seats)
    return replace(table.with_row(channel_id=channel, status=status), seats=seats)


def _with_fresh_time(seat: SeatRow) -> SeatRow:
    return seat if seat.user_id is None else replace(seat, asked_at=None, due_at=None)
