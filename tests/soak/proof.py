"""That no table is stuck: somebody is named for whom a button or a command moves it on."""

import asyncio
import time
from typing import TYPE_CHECKING, Any

from tests.product.place import Place
from tests.soak.room import CLOSED

if TYPE_CHECKING:
    from tests.soak.room import Room
    from tests.soak.soak import Soak

_PATIENCE = 40.0
_TRY_AGAIN = 0.2
_GRACE = 60.0
"""After a start whoever is overdue gets longer than usual."""

Row = dict[str, Any]


async def nothing_is_stuck(soak: "Soak") -> list[str]:
    """Move every open table on, by a person's press or by waiting for a deadline that is near."""
    tried = [_moves(soak, room, table) for room in soak.rooms for table in room.unfinished()]
    return [problem for problem in await asyncio.gather(*tried) if problem]


async def _moves(soak: "Soak", room: "Room", table: str) -> str:
    place = Place(soak.playground, soak.bot, soak.db)
    began, first = time.monotonic(), place.row(table)["rev"]
    while time.monotonic() - began < _PATIENCE:
        row = place.row(table)
        seats = place.ask("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table)
        if row["status"] in CLOSED or _has_moved(place, row, seats, first):
            return ""
        if row["deadline_at"] is None:
            return f"table {table} is {row['status']} and waits for nothing"
        longest = soak.plan.turn_seconds + _GRACE
        if row["status"] == "playing" and row["deadline_at"] > time.time() + longest:
            return f"table {table} is playing, and its deadline is far away"
        people = {seat["user_id"] or seat["reserved_for"] for seat in seats}
        for guest in room.guests:
            if guest.user in people:
                await guest.move(table)
        await asyncio.sleep(_TRY_AGAIN)
    return f"table {table} is {row['status']} at rev {row['rev']}, and nobody can move it"


def _has_moved(place: Place, row: Row, seats: list[Row], first: int) -> bool:
    """Whether somebody's press was counted since; the clock will do where no person is asked."""
    if row["rev"] <= first:
        return False
    waits = row["status"] != "playing" or row["pause_rev"] is not None
    asked = any(s["user_id"] and s["ask"] is not None and not s["away"] for s in seats)
    if not waits and not asked:
        return True
    counted = "SELECT 1 FROM presses WHERE table_id = ? AND rev > ?"
    return bool(place.ask(counted, row["id"], first))
