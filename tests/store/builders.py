"""Rows with sensible values, so that a test names only what it is about."""

import json
from pathlib import Path
from typing import Any

from bot.store.rows import By, LeaverRow, NewEvent, ResultRow, SeatRow, Status, TableRow

MIGRATIONS = Path(__file__).parents[2] / "data" / "migrations"
NOW = 1_700_000_000.0

GUILD, CHANNEL = 1_100, 1_200
ANN, BEN, CAT, DAN, EVE = 9_001, 9_002, 9_003, 9_004, 9_005
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan", EVE: "Eve"}


def a_table(table_id: str = "T1", **changes: Any) -> TableRow:
    """A lobby of Ann's at revision 1."""
    values: dict[str, Any] = {
        "id": table_id,
        "game": "whist",
        "preset": "classic",
        "rules": "{}",
        "state_version": 1,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host_id": ANN,
        "opened_by": "Ann",
        "clock_seconds": 90.0,
        "status": Status.LOBBY,
        "rev": 1,
        "created_at": NOW,
    }
    return TableRow(**values | changes)


def a_seat(seat: int, user_id: int | None = None, table_id: str = "T1", **changes: Any) -> SeatRow:
    """A seat, held by somebody or free."""
    values = {"name": NAMES.get(user_id or 0, "")} | changes
    return SeatRow(table_id=table_id, seat=seat, user_id=user_id, **values)


def an_event(action: str = "pass", seat: int | None = 0, **changes: Any) -> NewEvent:
    """An action everybody may see, made by a person."""
    values: dict[str, Any] = {"audience": None, "by": By.PLAYER}
    return NewEvent(seat=seat, action=json.dumps({"type": action}), **values | changes)


def a_leaver(user_id: int, at: float = NOW, table_id: str = "T1", seat: int = 0) -> LeaverRow:
    """Somebody who left the match."""
    return LeaverRow(table_id=table_id, user_id=user_id, seat=seat, name=NAMES[user_id], at=at)


def a_result(user_id: int | None, table_id: str = "T1", seat: int = 0, **changes: Any) -> ResultRow:
    """Somebody who lost a match of three people, without points."""
    values: dict[str, Any] = {
        "name": NAMES.get(user_id or 0, "an AI player"),
        "guild_id": GUILD,
        "game": "whist",
        "preset": "classic",
        "points": 0,
        "place": 2,
        "won": False,
        "people": 3,
        "deals": 4,
        "at": NOW,
        "stats": {},
    }
    return ResultRow(table_id=table_id, seat=seat, user_id=user_id, **values | changes)
