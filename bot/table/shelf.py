"""Where tables rest between two requests: rows to tables and back, states through the codec."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from bot.engine.contract import AnyGame
from bot.store.codec import Codec
from bot.store.errors import BadState
from bot.store.rows import By, NewEvent, Status
from bot.store.unit import Unit
from bot.table.model import Act, Options, Table

RECENT = 256
"""How many texts of states, rules and options are remembered with what they say: as many as there
are tables that are busy at once."""

StateText = tuple[str, str, int]
"""A game, a text, and the version of the states that it was written by."""


class Shelf:
    """Takes tables out of a unit of work and puts them back."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        """Prepare the codecs of every game."""
        self._games = games
        self._options = Codec(Options)
        self._rules = {key: Codec[Any](game.rules_type) for key, game in games.items()}
        self._actions = {key: Codec[Any](game.action_type) for key, game in games.items()}
        self._states = {
            key: Codec[Any](game.state_type, game.state_version, game.upcasts)
            for key, game in games.items()
        }
        # Values never change, so that of a text may be used again: what a press has written is
        # read for the board, and by the next press.
        self._recent = OrderedDict[StateText, Any]()
        self._rules_of = lru_cache(RECENT)(lambda key, text: self._rules[key].load(text, 1))
        self._options_of = lru_cache(RECENT)(lambda text: self._options.load(text, 1))
        self._rules_text = lru_cache(RECENT)(lambda key, rules: self._rules[key].dump(rules))
        self._options_text = lru_cache(RECENT)(self._options.dump)

    def load(self, unit: Unit, table_id: str) -> Table | None:
        """The table of that id, None if there is none. Raises BadState if it cannot be read.

        The state of a table that is set aside is not touched.
        """
        row = unit.tables.get(table_id)
        if row is None:
            return None
        if row.game not in self._games:
            raise BadState(f"the game of table {table_id} is not on offer")
        rules, state = self._rules_of(row.game, row.rules), None
        if row.state is not None and row.status is not Status.SET_ASIDE:
            state = self._state_of((row.game, row.state, row.state_version))
        options = self._options_of(row.options)
        return Table(row, unit.seats.of(table_id), self._games[row.game], rules, state, options)

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

    def _state_of(self, text: StateText) -> Any:
        """The state that was stored as this text. Raises BadState."""
        state = self._recent.get(text)
        if state is None:
            key, content, version = text
            state = self._states[key].load(content, version)
            self._remember(text, state)
        return state

    def _remember(self, text: StateText, state: Any) -> None:
        # Each step is one call of C code: reads run in a thread of their own beside the writer.
        self._recent[text] = state
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def _with_texts(self, table: Table) -> Table:
        game, texts = table.game, dict[str, Any]()
        if table.state is not None:
            text = self._states[game.key].dump(table.state)
            self._remember((game.key, text, game.state_version), table.state)
            texts |= {"state": text, "state_version": game.state_version}
        return table.with_row(
            rules=self._rules_text(game.key, table.rules),
            options=self._options_text(table.options),
            **texts,
        )
