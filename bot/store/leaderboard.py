"""Leaderboards and personal statistics, summed from the results.

A leaderboard counts the matches that began with at least two people. Counters are named by the
games; here they are only names.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from bot.store.rows import Leaderboard, PlayerStats, SortBy, Standing, Tally

# One row with the total always comes back, also for a page behind the last one.
_LEADERS = """
WITH mine AS (
    SELECT * FROM results
    WHERE guild_id = :guild_id AND user_id IS NOT NULL AND people >= 2
      AND (:game IS NULL OR game = :game)
      AND (:since IS NULL OR at >= :since)
), summed AS (
    SELECT user_id,
           count(*) AS matches,
           sum(won) AS wins,
           sum(points) AS points,
           CASE :sort WHEN 'counter' THEN
               sum(coalesce((SELECT value FROM json_each(stats) WHERE key = :counter), 0))
           END AS counted
    FROM mine GROUP BY user_id
), keyed AS (
    SELECT *,
           CASE :sort
               WHEN 'wins' THEN wins
               WHEN 'points' THEN points
               WHEN 'win_rate' THEN CAST(wins AS REAL) / matches
               ELSE counted
           END AS worth
    FROM summed
), ranked AS (
    SELECT *,
           rank() OVER (ORDER BY worth DESC) AS place,
           row_number() OVER (ORDER BY worth DESC, wins DESC, points DESC, matches, user_id) AS line
    FROM keyed
)
SELECT counts.total, ranked.*,
       (SELECT name FROM results
        WHERE guild_id = :guild_id AND results.user_id = ranked.user_id
        ORDER BY at DESC LIMIT 1) AS name
FROM (SELECT count(*) AS total FROM ranked) AS counts
LEFT JOIN ranked
    ON (line > :offset AND line <= :offset + :limit) OR user_id = :own
ORDER BY line
"""

_LEADERS_COUNTERS = """
SELECT results.user_id, counter.key AS counter, sum(counter.value) AS total
FROM results, json_each(results.stats) AS counter
WHERE guild_id = :guild_id AND people >= 2
  AND user_id IN (SELECT value FROM json_each(:user_ids))
  AND (:game IS NULL OR game = :game)
  AND (:since IS NULL OR results.at >= :since)
GROUP BY results.user_id, counter.key
ORDER BY results.user_id, counter.key
"""

_PLAYER = """
SELECT people >= 2 AS with_people, count(*) AS matches, sum(won) AS wins, sum(points) AS points,
       sum(deals) AS deals
FROM results
WHERE guild_id = :guild_id AND user_id = :user_id
  AND (:game IS NULL OR game = :game)
  AND (:since IS NULL OR at >= :since)
GROUP BY people >= 2
"""

_PLAYER_COUNTERS = """
SELECT people >= 2 AS with_people, counter.key AS counter, sum(counter.value) AS total
FROM results, json_each(results.stats) AS counter
WHERE guild_id = :guild_id AND user_id = :user_id
  AND (:game IS NULL OR game = :game)
  AND (:since IS NULL OR results.at >= :since)
GROUP BY people >= 2, counter.key
ORDER BY counter.key
"""

_NAME = """
SELECT name FROM results
WHERE guild_id = :guild_id AND user_id = :user_id ORDER BY at DESC LIMIT 1
"""


class Leaderboards:
    """Who stands where in a server, and how one person has done there."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def page(
        self,
        guild_id: int,
        *,
        game: str | None = None,
        sort: SortBy = SortBy.WINS,
        counter: str = "",
        since: float | None = None,
        limit: int = 10,
        offset: int = 0,
        own: int | None = None,
    ) -> Leaderboard:
        """Lines `offset`+1 to `offset`+`limit` of that server's players, best first.

        `game` None means all games, `since` None all time (else results at that time or later),
        `counter` is the name to rank by under SortBy.COUNTER, `own` the person whose row is
        wanted wherever it stands. Among equals: more wins, more points, fewer matches first.
        """
        values = {
            "guild_id": guild_id,
            "game": game,
            "sort": sort.value,
            "counter": counter,
            "since": since,
            "limit": limit,
            "offset": offset,
            "own": own,
        }
        rows = self._connection.execute(_LEADERS, values).fetchall()
        found = [row for row in rows if row["user_id"] is not None]
        values["user_ids"] = json.dumps([row["user_id"] for row in found])
        counters = _by_group(self._connection.execute(_LEADERS_COUNTERS, values))
        standings = {row["line"]: _standing(row, counters) for row in found}
        return Leaderboard(
            page=tuple(
                standing for line, standing in standings.items() if offset < line <= offset + limit
            ),
            total=rows[0]["total"],
            own=next((each for each in standings.values() if each.user_id == own), None),
        )

    def player(
        self,
        guild_id: int,
        user_id: int,
        *,
        game: str | None = None,
        since: float | None = None,
    ) -> PlayerStats:
        """That person's matches in that server: with people, and in practice against AI players."""
        values = {"guild_id": guild_id, "user_id": user_id, "game": game, "since": since}
        counters = _by_group(self._connection.execute(_PLAYER_COUNTERS, values))
        tallies = {
            row["with_people"]: Tally(
                matches=row["matches"],
                wins=row["wins"],
                points=row["points"],
                deals=row["deals"],
                stats=counters.get(row["with_people"], {}),
            )
            for row in self._connection.execute(_PLAYER, values)
        }
        name = self._connection.execute(_NAME, values).fetchone()
        return PlayerStats(
            user_id=user_id,
            name=None if name is None else name["name"],
            with_people=tallies.get(1, Tally()),
            practice=tallies.get(0, Tally()),
        )


def _by_group(rows: Iterable[sqlite3.Row]) -> dict[int, dict[str, int]]:
    groups: dict[int, dict[str, int]] = {}
    for group, counter, total in rows:
        groups.setdefault(group, {})[counter] = total
    return groups


def _standing(row: sqlite3.Row, counters: Mapping[int, Mapping[str, int]]) -> Standing:
    return Standing(
        rank=row["place"],
        user_id=row["user_id"],
        name=row["name"],
        matches=row["matches"],
        wins=row["wins"],
        points=row["points"],
        win_rate=row["wins"] / row["matches"],
        stats=counters.get(row["user_id"], {}),
    )
