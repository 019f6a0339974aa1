"""A hall full of tables in the middle of a match, in a database, without playing each of them.

A few tables are played through the service; the others are copies of these, with people, a
channel and a message of their own.
"""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.table.model import Person
from tests.support.tables import Club

GAME, PRESET, LONG = "pluck", "classic", 99
"""A match so long that it does not end while it is measured."""
TABLES_IN_A_GUILD = 100
PATTERNS = 16


@dataclass(frozen=True)
class HallTable:
    """One table: where it is, which message shows it, and the people who sit there."""

    id: str
    guild: int
    channel: int
    message: int
    people: tuple[int, ...]


def people_of(number: int, count: int) -> tuple[Person, ...]:
    """The people of the table of that number."""
    first = 100_000_000_000_000_000 + number * 10
    return tuple(Person(first + seat, f"Player {number}-{seat}") for seat in range(count))


async def fill(
    path: Path, count: int, *, people: int = 3, guilds: Sequence[int], due_in: float = 3600
) -> tuple[HallTable, ...]:
    """A database with so many running matches, each waiting for somebody for `due_in` seconds."""
    club = await Club.at(path)
    try:
        patterns = [await _played(club, number, people) for number in range(min(count, PATTERNS))]
    finally:
        await club.close()
    with sqlite3.connect(path) as connection:
        connection.row_factory = sqlite3.Row
        tables = [
            _copied(connection, patterns[number % len(patterns)], number, guilds, people, due_in)
            for number in range(count)
        ]
        marks = ", ".join("?" * len(patterns))
        # The patterns themselves stay as closed tables: what was played is never deleted.
        connection.execute(
            f"UPDATE tables SET status = 'void', deadline_at = NULL, shown_rev = rev"
            f" WHERE id IN ({marks})",
            patterns,
        )
    connection.close()
    return tuple(tables)


async def _played(club: Club, number: int, people: int) -> str:
    """A running match in which something has been done, with so many people; returns its id."""
    table = await club.match(PRESET, *people_of(number, people), length=LONG, channel=1 + number)
    for _ in range(2 + number):
        if await club.move(table) is None:
            await club.next_due()
    return table


def _copied(
    connection: sqlite3.Connection,
    pattern: str,
    number: int,
    guilds: Sequence[int],
    people: int,
    due_in: float,
) -> HallTable:
    now, persons = time.time(), people_of(number + 1_000, people)
    table = HallTable(
        id=f"t{number:07}",
        guild=guilds[number // TABLES_IN_A_GUILD % len(guilds)],
        channel=200_000_000_000_000_000 + number,
        message=400_000_000_000_000_000 + number,
        people=tuple(person.id for person in persons),
    )
    (row,) = connection.execute("SELECT * FROM tables WHERE id = ?", (pattern,))
    changes = {
        "id": table.id,
        "guild_id": table.guild,
        "channel_id": table.channel,
        "host_id": table.people[0],
        "message_id": table.message,
        "message_at": now,
        "message_deal": 1,
        "shown_rev": row["rev"],
        "deadline_at": now + due_in,
    }
    _insert(connection, "tables", dict(row) | changes)
    for seat in connection.execute("SELECT * FROM seats WHERE table_id = ?", (pattern,)):
        values = dict(seat) | {"table_id": table.id}
        if seat["user_id"] is not None:
            person = persons[seat["seat"]]
            values |= {"user_id": person.id, "name": person.name}
        if seat["due_at"] is not None:
            values |= {"asked_at": now, "due_at": now + due_in}
        _insert(connection, "seats", values)
    for event in connection.execute("SELECT * FROM events WHERE table_id = ?", (pattern,)):
        _insert(connection, "events", dict(event) | {"table_id": table.id})
    return table


def _insert(connection: sqlite3.Connection, into: str, values: dict[str, object]) -> None:
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    connection.execute(f"INSERT INTO {into} ({names}) VALUES ({places})", values)
