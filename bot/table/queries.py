"""What can be asked of the tables without changing one."""

from collections.abc import Mapping
from typing import Any

from bot.engine.contract import AnyGame
from bot.record.export import Act as RecordedAct
from bot.record.export import export
from bot.store.database import Store
from bot.store.errors import BadState
from bot.store.rows import Leaderboard, PlayerStats, SortBy, Status, TableRow
from bot.store.unit import Unit
from bot.table import match
from bot.table.model import Board, Choice, Look, Refused, Table, TableView, Why
from bot.table.shelf import Shelf
from bot.table.views import board_of, looked_back, view_of


class TableQueries:
    """Reads; every answer is what is committed at that moment."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], shelf: Shelf) -> None:
        """Read from this store, through the shelf on which tables are put."""
        self._store = store
        self._games = games
        self._shelf = shelf

    async def board(self, table_id: str) -> Board | None:
        """The table as the public sees it, with what is displayed of it; None if unknown.

        None too while its state cannot be read; once it is set aside it is shown without.
        """

        def work(unit: Unit) -> Board | None:
            table = self._readable(unit, table_id)
            return None if table is None else board_of(table)

        return await self._store.peek(work)

    async def look(self, table_id: str, shown: Mapping[int, int]) -> Look | None:
        """The table as the public sees it, and as people do to whom something else is shown.

        `shown` maps people to the revision that they have before them. None as for `board`.
        """

        def work(unit: Unit) -> Look | None:
            table = self._readable(unit, table_id)
            if table is None:
                return None
            return Look(board_of(table), _behind(table, shown))

        return await self._store.peek(work)

    async def views(self, table_id: str, shown: Mapping[int, int]) -> Mapping[int, TableView]:
        """What `look` tells of people, without the board."""

        def work(unit: Unit) -> Mapping[int, TableView]:
            table = self._readable(unit, table_id)
            return {} if table is None else _behind(table, shown)

        return await self._store.peek(work)

    async def hand(self, table_id: str, user: int) -> TableView | None:
        """The table as the holder of a seat sees it; None without one, or as for `board`."""

        def work(unit: Unit) -> TableView | None:
            table = self._readable(unit, table_id)
            return None if table is None or not table.seat_of(user) else view_of(table, user)

        return await self._store.peek(work)

    async def scored_deal(
        self, table_id: str, guild: int, user: int | None, number: int | None = None
    ) -> TableView:
        """The table as it stood when deal `number`, or the last one, had been scored.

        Raises Refused: NO_SUCH_TABLE or NOTHING_SCORED.
        """

        def work(unit: Unit) -> TableView:
            table = self._of_guild(unit, table_id, guild)
            if table.state is None:
                raise Refused(Why.NOTHING_SCORED)
            scored = match.deals_scored(table)
            wanted = scored if number is None else number
            if not 1 <= wanted <= scored:
                raise Refused(Why.NOTHING_SCORED)
            acts = [act for act, _ in self._shelf.acts(unit, table)]
            state = match.state_after_deal(table, acts, wanted)
            return looked_back(table, user, state, since=scored - wanted)

        return await self._store.read(work)

    async def record(self, table_id: str, guild: int) -> dict[str, Any]:
        """The record of a match up to its last scored deal.

        Raises Refused: NO_SUCH_TABLE or NOTHING_SCORED.
        """

        def work(unit: Unit) -> dict[str, Any]:
            table = self._of_guild(unit, table_id, guild)
            acts = [
                RecordedAct(act.seat, act.action, act.by, at)
                for act, at in self._shelf.acts(unit, table)
            ]
            names = [seat.name or f"AI {seat.policy}" for seat in table.seats]
            record = export(table.game, table.row.preset, table.rules, names, acts)
            if not record["deals"]:
                raise Refused(Why.NOTHING_SCORED)
            return record

        return await self._store.read(work)

    async def open_tables(self, guild: int, user: int, *, manager: bool = False) -> list[Choice]:
        """The open tables of this server where the person sits; a manager gets them all."""

        def work(unit: Unit) -> list[Choice]:
            rows = list(unit.tables.open_of_user(user, guild_id=guild))
            if manager:
                rows += [row for row in unit.tables.open_in_guild(guild) if row not in rows]
            return [_choice(unit, row) for row in rows]

        return await self._store.read(work)

    async def recorded_tables(self, guild: int, user: int) -> list[Choice]:
        """The person's matches in this server, running ones first.

        Each has a record once a deal is scored.
        """

        def work(unit: Unit) -> list[Choice]:
            rows = [
                row
                for row in unit.tables.open_of_user(user, guild_id=guild)
                if row.state is not None
            ]
            rows += unit.tables.finished_of_user(user, guild_id=guild)
            return [_choice(unit, row) for row in rows]

        return await self._store.read(work)

    async def leaderboard(
        self,
        guild: int,
        *,
        game: str | None,
        sort: str,
        since: float | None,
        page: int,
        page_size: int,
        own: int,
    ) -> Leaderboard:
        """A page of a server's leaderboard, from 0, with the person's own row.

        `sort` is wins, points, win_rate, or a counter by which a game may be ranked.
        """
        known = {each.value: each for each in SortBy if each is not SortBy.COUNTER}
        return await self._store.read(
            lambda unit: unit.leaderboards.page(
                guild,
                game=game,
                sort=known.get(sort, SortBy.COUNTER),
                counter=sort,
                since=since,
                limit=page_size,
                offset=page * page_size,
                own=own,
            )
        )

    async def stats(
        self, guild: int, user: int, game: str | None = None
    ) -> Mapping[str, PlayerStats]:
        """How one person has done in this server, in each game or in one, by its key.

        Practice against AI players is apart.
        """
        games = self._games if game is None else (game,)

        def work(unit: Unit) -> Mapping[str, PlayerStats]:
            player = unit.leaderboards.player
            return {key: player(guild, user, game=key) for key in games}

        return await self._store.read(work)

    def _readable(self, unit: Unit, table_id: str) -> Table | None:
        """The table, if there is one whose state can be read."""
        try:
            return self._shelf.load(unit, table_id)
        except BadState:
            return None

    def _of_guild(self, unit: Unit, table_id: str, guild: int) -> Table:
        try:
            table = self._shelf.load(unit, table_id)
        except BadState:
            raise Refused(Why.BROKEN) from None
        if table is None or table.row.guild_id != guild:
            raise Refused(Why.NO_SUCH_TABLE)
        return table


def _behind(table: Table, shown: Mapping[int, int]) -> Mapping[int, TableView]:
    """The table as those see it who have an older revision before them."""
    rev = table.row.rev
    return {user: view_of(table, user) for user, seen in shown.items() if seen < rev}


def _choice(unit: Unit, row: TableRow) -> Choice:
    names = ", ".join(seat.name for seat in unit.seats.of(row.id) if seat.name)
    text, resting = f"{row.preset}: {names or row.opened_by}", row.status is Status.SUSPENDED
    return Choice(row.id, row.game, row.channel_id, text, resting)
