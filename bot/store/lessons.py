"""Lessons: which ones a person has been through."""

import sqlite3

_ADD = """
INSERT INTO lessons (user_id, game, lesson, at) VALUES (:user_id, :game, :lesson, :at)
ON CONFLICT DO NOTHING
"""

_DONE = "SELECT lesson FROM lessons WHERE user_id = ? AND game = ?"


class Lessons:
    """Who has learned what, over all servers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Work on this connection."""
        self._connection = connection

    def finish(self, user_id: int, game: str, lesson: str, *, at: float) -> None:
        """Note that a person has been through a lesson; once more changes nothing."""
        values = {"user_id": user_id, "game": game, "lesson": lesson, "at": at}
        self._connection.execute(_ADD, values)

    def done(self, user_id: int, game: str) -> frozenset[str]:
        """The keys of the lessons of a game that a person has been through."""
        return frozenset(row["lesson"] for row in self._connection.execute(_DONE, (user_id, game)))
