"""What the database says, read in one go, and what follows from its log alone.

Records, scores, results and standings are worked out here once more from the events, with the
oracle that shares no code with the bot.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.record import oracle

Row = dict[str, Any]


@dataclass(frozen=True)
class Match:
    """One table with everything that is stored of it."""

    row: Row
    seats: list[Row]
    events: list[Row]
    presses: list[Row]
    leavers: list[Row]
    results: list[Row]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def status(self) -> str:
        return str(self.row["status"])

    def seat_of(self, user: int) -> int | None:
        """The seat this person holds or has left; nobody ever has two at one match."""
        held = [s["seat"] for s in self.seats if s["user_id"] == user]
        left = [each["seat"] for each in self.leavers if each["user_id"] == user]
        return next(iter((*held, *left)), None)

    @cached_property
    def record(self) -> Row:
        """The whole match as a record, the deal that is being played too."""
        deals: list[Row] = []
        for event in self.events:
            act = json.loads(event["action"])
            if act["type"] == "deal":
                deals.append({"dealer": 0, "deck": act["order"], "actions": []})
            elif act["type"] != "draw":
                at = datetime.fromtimestamp(event["at"], UTC).isoformat(timespec="milliseconds")
                entry = {key: value for key, value in act.items() if value is not None}
                entry |= {"at": at.replace("+00:00", "Z"), "by": event["by"]}
                deals[-1]["actions"].append({"seat": event["seat"], **entry})
        if deals:
            # The draw for the first deal is in no record; the last dealer is in the state.
            last = json.loads(self.row["state"])["dealer"]
            for back, deal in enumerate(reversed(deals)):
                deal["dealer"] = (last - back) % len(self.seats)
        return {
            "format": "pluck-record/1",
            "game": self.row["game"],
            "preset": self.row["preset"],
            "rules": json.loads(self.row["rules"]),
            "seats": [seat["name"] or f"AI {seat['policy']}" for seat in self.seats],
            "deals": deals,
        }

    @cached_property
    def outcome(self) -> Row:
        """What the oracle makes of it. Raises oracle.Illegal or oracle.Malformed."""
        return dict(oracle.replay(self.record))

    @property
    def replays(self) -> bool:
        """Whether its log can be played by the rules at all."""
        try:
            return bool(self.outcome)
        except (oracle.Illegal, oracle.Malformed):
            return False

    @property
    def scored(self) -> Row:
        """The record as people get it: up to the last deal that is scored."""
        complete = sum(deal["complete"] for deal in self.outcome["deals"])
        return {**self.record, "deals": self.record["deals"][:complete]}

    def came_out(self) -> dict[int, tuple[int, bool]]:
        """Points and victory of each person whose result this match is, by the rules of results."""
        outcome, sides = self.outcome, len(self.outcome["score"])
        found = {each["user_id"]: (0, False) for each in self.leavers}
        for seat in self.seats:
            user, side = seat["user_id"], seat["seat"] % sides
            if user is None or user in found or not self._counts(seat):
                continue
            found[user] = (outcome["score"][side], side in outcome["winners"])
        return found

    @property
    def people(self) -> int:
        """How many seats began in the hands of people."""
        return sum(s["user_id"] is not None or s["left_by"] is not None for s in self.seats)

    def _counts(self, seat: Row) -> bool:
        """Who took a seat over must have held it for at least half of the deals."""
        if seat["left_by"] is None:
            return True
        ends = [self._end_of(number) for number in range(len(self.record["deals"]))]
        return 2 * sum(end > self._taken(seat) for end in ends) >= len(ends)

    def _end_of(self, number: int) -> int:
        """The revision at which that deal was scored."""
        acts = [event["rev"] for event in self.events if event["seat"] is not None]
        before = sum(len(deal["actions"]) for deal in self.record["deals"][: number + 1])
        return int(acts[before - 1])

    def _taken(self, seat: Row) -> int:
        """The revision at which the holder of this seat took it."""
        taken = [each["rev"] for each in self.presses if each["took"] == seat["seat"]]
        return max(taken, default=0)


class Truth:
    """All tables as they were at one moment."""

    def __init__(self, matches: Iterable[Match]) -> None:
        self.matches = {match.id: match for match in matches}

    @classmethod
    def read(cls, db: Path, took: Mapping[int, int]) -> "Truth":
        """Read it all in one transaction. `took` is the seat that an interaction asked for."""
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True, timeout=10)) as database:
            database.row_factory = sqlite3.Row
            database.execute("BEGIN")
            tables = [dict(row) for row in database.execute("SELECT * FROM tables")]
            by_table: dict[str, defaultdict[str, list[Row]]] = {}
            for name, order in (
                ("seats", "seat"),
                ("events", "seq"),
                ("presses", "rev"),
                ("leavers", "at"),
                ("results", "seat"),
            ):
                by_table[name] = defaultdict(list)
                for row in database.execute(f"SELECT * FROM {name} ORDER BY {order}"):
                    by_table[name][row["table_id"]].append(dict(row))
        for presses in by_table["presses"].values():
            for press in presses:
                press["took"] = took.get(press["interaction_id"])
        return cls(
            Match(
                row,
                *(
                    by_table[name][row["id"]]
                    for name in ("seats", "events", "presses", "leavers", "results")
                ),
            )
            for row in tables
        )

    def over(self) -> list[Match]:
        """The matches that have a result, as far as their logs can be played."""
        return [m for m in self.matches.values() if m.status == "over" and m.replays]

    def standings(self) -> dict[int, tuple[int, int, int]]:
        """Matches, wins and points of everybody, by the records of matches among people."""
        sums: dict[int, tuple[int, int, int]] = {}
        for match in self.over():
            if match.people < 2:
                continue
            for user, (points, won) in match.came_out().items():
                matches, wins, total = sums.get(user, (0, 0, 0))
                sums[user] = (matches + 1, wins + won, total + points)
        return sums
