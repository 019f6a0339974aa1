"""What a finished match leaves in the database."""

import sqlite3
from pathlib import Path

from tests.bench.figures import kilobytes
from tests.bench.hall import GAME, PRESET, people_of
from tests.bench.scale import Scale
from tests.support.tables import Club

TITLE = "The database"


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """One row. Matches of the usual length, of one person and AI players."""
    database = folder / "storage.db"
    club = await Club.at(database)
    try:
        for number in range(scale.match_count):
            table = await club.match(PRESET, *people_of(number, 1), channel=1 + number)
            await club.play_to_the_end(table)
    finally:
        await club.close()
    with sqlite3.connect(database) as connection:
        (events,) = connection.execute("SELECT count(*) FROM events").fetchone()
        (presses,) = connection.execute("SELECT count(*) FROM presses").fetchone()
        full = _size(connection)
        connection.execute("DELETE FROM presses")
        kept = _size(connection)
    connection.close()
    matches = scale.match_count
    return [
        {
            "matches": matches,
            "game": f"{GAME} {PRESET}",
            "events / match": round(events / matches, 1),
            "presses / match": round(presses / matches, 1),
            "kB / match": kilobytes(full / matches),
            "kB / match a day later": kilobytes(kept / matches),
        }
    ]


def _size(connection: sqlite3.Connection) -> int:
    """The bytes of the database without its empty pages."""
    connection.commit()
    connection.execute("VACUUM")
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages) * int(size)
