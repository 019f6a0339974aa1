"""What people may see of a table: the one place where a table becomes a view."""

from dataclasses import replace
from typing import Any

from bot.store.rows import SeatRow
from bot.table.lobby import may_be_taken
from bot.table.model import Board, Display, SeatHolder, Table, TableView


def view_of(table: Table, user: int | None, *, state: Any = None) -> TableView:
    """The table as this person sees it, as the public does without a person.

    Somebody who holds no seat sees what the public sees. `state` shows an earlier moment.
    """
    row = table.row
    seat = None if user is None else table.seat_of(user)
    place = None if seat is None else seat.seat
    shown = table.state if state is None else state
    view = None if shown is None else table.game.view(shown, place)
    asked = seat is not None and seat.ask is not None
    deal = 0 if shown is None else table.game.deal_number(shown)
    return TableView(
        id=row.id,
        game=row.game,
        preset=row.preset,
        rules=table.rules,
        status=row.status,
        rev=row.rev,
        host=row.host_id,
        guild=row.guild_id,
        channel=row.channel_id,
        clock=row.clock_seconds,
        holders=tuple(_holder(each) for each in table.seats),
        pause=row.pause_rev or 0,
        seat=place,
        ask=0 if seat is None or seat.ask is None else seat.ask,
        view=view,
        deal=deal,
        next_table=row.next_id,
        options=table.options,
        sides=table.game.sides(table.rules),
        claim=len(table.game.claim(view)) if asked and view is not None else 0,
        claimed=next((each for each in table.options.claims if each.deal == deal), None),
    )


def looked_back(table: Table, user: int | None, state: Any, *, since: int) -> TableView:
    """The table as this person sees it when a deal had been scored, `since` deals ago.

    A seat that its holder has left after that deal still goes by their name.
    """
    view = view_of(table, user, state=state)
    holders = tuple(
        replace(holder, user=seat.left_by, level=None, left=False)
        if holder.left and seat.deals_held <= since
        else holder
        for holder, seat in zip(view.holders, table.seats, strict=True)
    )
    return replace(view, holders=holders)


def board_of(table: Table) -> Board:
    """The table as the public sees it, with what is displayed of it and whom it waits for."""
    row = table.row
    return Board(
        table=view_of(table, None),
        display=Display(
            shown_rev=row.shown_rev,
            message=row.message_id,
            message_at=row.message_at,
            message_deal=row.message_deal,
            nudge=row.nudge_message_id,
            nudged_ask=row.nudged_ask,
        ),
        waiting={
            seat.user_id: (seat.ask, seat.asked_at)
            for seat in table.present
            if seat.user_id is not None and seat.ask is not None and seat.asked_at is not None
        },
    )


def _holder(seat: SeatRow) -> SeatHolder:
    return SeatHolder(
        seat=seat.seat,
        name=seat.name,
        user=seat.user_id,
        level=seat.policy,
        away=seat.away,
        ready=seat.ready,
        misses=seat.misses,
        asked_at=seat.asked_at,
        due_at=seat.due_at,
        left=may_be_taken(seat),
        reserved=seat.reserved_for is not None and seat.user_id is None,
    )
