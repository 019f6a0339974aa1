"""What a unit of work is given: every repository, on one connection, inside one transaction."""

import sqlite3

from bot.store.events import Events
from bot.store.guilds import Guilds
from bot.store.house_sets import HouseSets
from bot.store.leaderboard import Leaderboards
from bot.store.lessons import Lessons
from bot.store.meta import Meta
from bot.store.notices import Notices
from bot.store.presses import Presses
from bot.store.results import Results
from bot.store.seats import Leavers, Seats
from bot.store.tables import Tables


class Unit:
    """The repositories, valid only while the work they were given to runs.

    Everything done through them is committed together, or not at all.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Offer every repository on this connection."""
        self.tables = Tables(connection)
        self.seats = Seats(connection)
        self.leavers = Leavers(connection)
        self.events = Events(connection)
        self.presses = Presses(connection)
        self.results = Results(connection)
        self.leaderboards = Leaderboards(connection)
        self.meta = Meta(connection)
        self.notices = Notices(connection)
        self.lessons = Lessons(connection)
        self.guilds = Guilds(connection)
        self.house_sets = HouseSets(connection)
