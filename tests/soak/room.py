"""A channel with the people in it, and the matches that they want to play there."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tests.soak.guest import Guest

if TYPE_CHECKING:
    from tests.soak.soak import Soak

_BETWEEN_OPENINGS = 2.0
CLOSED = ("over", "void", "set_aside")


class Room:
    """Where some people sit down together, time and again."""

    def __init__(
        self,
        soak: "Soak",
        number: int,
        channel: int,
        cast: Sequence[str],
        *,
        visitors: int,
        matches: int,
        options: Mapping[str, object],
    ) -> None:
        """The last `visitors` of the cast do not play; the others want so many matches."""
        self.soak, self.number, self.channel = soak, number, channel
        self.channels = [channel]
        self.options = dict(options)
        self.is_closing = False
        players = len(cast) - visitors
        self.guests = [
            Guest(self, name, soak.plan.seed, plays=place < players)
            for place, name in enumerate(cast)
        ]
        self._players = [name.title() for name in cast[:players]]
        self._matches = matches
        self._attempts = 0
        self._opened_at = 0.0

    def tables(self) -> dict[str, str]:
        """Every table that was opened here, with its status."""
        return {
            table: status
            for table, (status, channel) in self.soak.tables.items()
            if channel in self.channels
        }

    def unfinished(self) -> list[str]:
        """The tables here that are not closed."""
        return [table for table, status in self.tables().items() if status not in CLOSED]

    def is_done(self) -> bool:
        """Whether nothing is left to be played here."""
        return self.is_closing and not self.unfinished()

    def has_had_enough(self) -> bool:
        """Whether all the matches that were wanted here have been played."""
        return not self.unfinished() and len(self.tables()) >= self._matches

    def may_open(self, guest: Guest) -> bool:
        """Whether it is this person's turn to open another table; asked once, then the next's."""
        if self.is_closing or self.unfinished() or len(self.tables()) >= self._matches:
            return False
        now, players = time.monotonic(), [each for each in self.guests if each.plays]
        if now - self._opened_at < _BETWEEN_OPENINGS:
            return False
        if players[self._attempts % len(players)] is not guest:
            return False
        self._attempts += 1
        self._opened_at = now
        return True

    def eagerness(self, lobby: str) -> float:
        """How likely somebody is to add an AI player: more so once all who play are here."""
        return 0.8 if all(name in lobby for name in self._players) else 0.1

    def move(self, channel: int) -> None:
        """Everybody goes to another channel."""
        self.channel = channel
        self.channels.append(channel)
