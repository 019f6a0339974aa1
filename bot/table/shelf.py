"""Where tables rest between two requests: rows to tables and back, states through the codec."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.engine.contract import AnyGame
from bot.store.codec import Codec
from bot.store.errors import BadState
from bot.store.rows import By, NewEvent, Status
from bot.store.unit import Unit
from bot.table.model import Act, Table


class Shelf:
    """Takes tables out of a unit of work and puts them back."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        """Prepare the codecs of every game."""
        self._games = games
        self._rules = {key: Codec[Any](game.rules_type) for key, game in games.items()}
        self._actions = {key: Codec[Any](game.action_type) for key, game in games.items()}
        self._states = {
            key: Codec[Any](game.state_type, game.state_version) for key, game in games.items()
        }

    def load(self, unit: Unit, table_id: str) -> Table | None:
        """The table of that id, None if there is none. Raises BadState if it cannot be read.

        The state of a table that is set aside is not touched.
        """
        row = unit.tables.get(table_id)
        if row is None:
            return None
        if row.game not in self._games:
            raise BadState(f"the game of table {table_id} is not on offer")
        rules = self._rules[row.game].load(row.rules, 1)
        state = None
        if row.state is not None and row.status is not Status.SET_ASIDE:
            state = self._states[row.game].load(row.state, row.state_version)
        return Table(row, unit.seats.of(table_id), self._games[row.game], rules, state)

    def insert(self, unit: Unit, table: Table) -> None:
        """Store a new table."""
        unit.tables.insert(self._with_texts(table).row, table.seats)

    def save(self, unit: Unit, table: Table, *, was_rev: int) -> None:
        """Store a table that was at revision `was_rev`. Raises Conflict if it has moved on."""
        unit.tables.save(self._with_texts(table).row, table.seats, was_rev=was_rev)

    def append(self, unit: Unit, table: Table, acts: Iterable[Act], now: float) -> None:
        """Store what was done, in order, as of the table's revision."""
        events = [
            NewEvent(
                seat=act.seat,
                action=self._actions[table.game.key].dump(act.action),
                audience=None if act.audience is None else json.dumps(act.audience),
                by=act.by,
            )
            for act in acts
        ]
        unit.events.append(table.row.id, events, rev=table.row.rev, at=now)

    def acts(self, unit: Unit, table: Table) -> tuple[tuple[Act, float], ...]:
        """Everything that was done in a table's match, in order, each with its time."""
        codec = self._actions[table.game.key]
        return tuple(
            (
                Act(
                    event.seat,
                    codec.load(event.action, 1),
                    None if event.audience is None else tuple(json.loads(event.audience)),
                    By(event.by),
                ),
                event.at,
            )
            for event in unit.events.of(table.row.id)
        )

    def _with_texts(self, table: Table) -> Table:
        game = table.game
        table = table.with_row(rules=self._rules[game.key].dump(table.rules))
        if table.state is None:
            return table
        text = self._states[game.key].dump(table.state)
        return table.with_row(state=text, state_version=game.state_version)
