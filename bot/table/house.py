"""Sets of house rules that a server has saved under a name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from bot.engine.contract import AnyGame
from bot.store.codec import Codec
from bot.store.database import Store
from bot.store.errors import BadState
from bot.store.rows import HouseSetRow
from bot.store.unit import Unit
from bot.table.model import Person, Refused, Why

LONGEST_NAME = 24
"""So long a name is shown whole."""
MOST_SETS = 25


@dataclass(frozen=True, slots=True)
class HouseSet:
    """A saved set of rules, made from a preset of a game."""

    name: str
    game: str
    preset: str
    rules: Any
    saver: str


class House:
    """Saves sets of rules, and finds them again."""

    def __init__(
        self, store: Store, games: Mapping[str, AnyGame], now: Callable[[], float]
    ) -> None:
        """Keep them in this store."""
        self._store = store
        self._games = games
        self._now = now
        self._codecs = {key: Codec[Any](game.rules_type) for key, game in games.items()}

    async def save(
        self, guild: int, person: Person, name: str, table_id: str, *, manager: bool
    ) -> HouseSet:
        """Save the rules of a table of this server; in the place of a set of one's own.

        Raises Refused: BAD_NAME, NO_SUCH_TABLE, NAME_TAKEN or TOO_MANY_SETS.
        """
        name = " ".join(name.split())
        if not self._is_name(name):
            raise Refused(Why.BAD_NAME)

        def work(unit: Unit) -> HouseSetRow:
            table = unit.tables.get(table_id)
            if table is None or table.guild_id != guild:
                raise Refused(Why.NO_SUCH_TABLE)
            existing = unit.house_sets.get(guild, name)
            if existing is not None and not (manager or existing.saved_by == person.id):
                raise Refused(Why.NAME_TAKEN)
            if existing is None and len(unit.house_sets.of_guild(guild)) >= MOST_SETS:
                raise Refused(Why.TOO_MANY_SETS)
            row = HouseSetRow(
                guild_id=guild,
                name=name,
                game=table.game,
                preset=table.preset,
                rules=table.rules,
                saved_by=person.id,
                saver=person.name,
                at=self._now(),
            )
            unit.house_sets.put(row)
            return row

        return self._read(await self._store.write(work))

    async def listed(self, guild: int) -> tuple[HouseSetRow, ...]:
        """A server's sets as they are stored, by name."""
        return await self._store.read(lambda unit: unit.house_sets.of_guild(guild))

    async def names(self, guild: int, game: str | None = None) -> tuple[str, ...]:
        """The names of a server's sets, of one game or of all."""
        rows = await self.listed(guild)
        return tuple(row.name for row in rows if game in (None, row.game))

    async def find(self, guild: int, name: str) -> HouseSet:
        """The set of that name. Raises Refused: NO_SUCH_SET, OLD_SET."""
        return await self._store.read(lambda unit: self.within(unit, guild, name))

    async def remove(self, guild: int, person: Person, name: str, *, manager: bool) -> None:
        """Forget a set; whoever saved it may, or whoever may manage the server.

        Raises Refused: NO_SUCH_SET or NOT_SAVER.
        """

        def work(unit: Unit) -> None:
            row = unit.house_sets.get(guild, name)
            if row is None:
                raise Refused(Why.NO_SUCH_SET)
            if not (manager or row.saved_by == person.id):
                raise Refused(Why.NOT_SAVER)
            unit.house_sets.remove(guild, row.name)

        await self._store.write(work)

    def within(self, unit: Unit, guild: int, name: str) -> HouseSet:
        """The set of that name, within a unit of work. Raises Refused: NO_SUCH_SET, OLD_SET."""
        row = unit.house_sets.get(guild, name)
        if row is None or row.game not in self._games:
            raise Refused(Why.NO_SUCH_SET)
        return self._read(row)

    def _read(self, row: HouseSetRow) -> HouseSet:
        """The set of a row. Raises Refused OLD_SET, with the points that cannot be read."""
        try:
            rules = self._codecs[row.game].load(row.rules, 1)
        except BadState:
            raise Refused(Why.OLD_SET, detail=self._amiss(row)) from None
        return HouseSet(row.name, row.game, row.preset, rules, row.saver)

    def _amiss(self, row: HouseSetRow) -> str:
        """The points of saved rules that this version misses, does not know or cannot read."""
        game, codec = self._games[row.game], self._codecs[row.game]
        written = json.loads(row.rules)
        known = {each.name for each in fields(game.rules_type)}
        needed = {each.name for each in fields(game.rules_type) if each.default is MISSING}
        whole = json.loads(codec.dump(next(iter(game.presets.values()))))
        amiss = (needed - written.keys()) | (written.keys() - known)
        for name in written.keys() & known:
            try:
                codec.load(json.dumps({**whole, name: written[name]}), 1)
            except BadState:
                amiss.add(name)
        return ", ".join(sorted(amiss))

    def _is_name(self, name: str) -> bool:
        """Whether a set may have this name: visible, short, and not that of a preset."""
        taken = any(name.casefold() in game.presets for game in self._games.values())
        return 0 < len(name) <= LONGEST_NAME and name.isprintable() and not taken
