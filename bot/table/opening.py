"""Opening a table: by which rules, how fast, for whom, as people and their server want it."""

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.contract import AnyGame, RulesMisfit
from bot.engine.seats import count_of
from bot.store.rows import SeatRow
from bot.store.unit import Unit
from bot.table import admission, lobby
from bot.table.guilds import GuildSettings, settings_of
from bot.table.house import House
from bot.table.model import Options, Person, Press, Refused, Table, TableView, Why
from bot.table.views import view_of
from bot.table.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A table that somebody wants.

    `preset` may also be the name of saved house rules; what is left open the server decides.
    `places` are the channel and those it belongs to.
    """

    interaction: int
    guild: int
    channel: int
    game: str
    preset: str | None = None
    length: int | None = None
    clock_seconds: int | None = None
    invited: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The rules that are wanted, and where they come from."""

    preset: str
    rules: Any
    set_name: str = ""


class Opening:
    """Opens tables."""

    def __init__(self, writer: Writer, house: House) -> None:
        """Work through this writer; saved rules are found in that house."""
        self._writer = writer
        self._house = house

    async def open(self, person: Person, wish: Wish) -> TableView:
        """Open a lobby with this person as its host, in seat 0; once for each interaction.

        Raises Refused: UNKNOWN_PRESET, OLD_SET, RULES_DO_NOT_FIT, NOT_HERE, REPEAT,
        TOO_MANY_TABLES, CHANNEL_FULL.
        """
        table_id = self._writer.new_id()
        return await self._writer.write(
            table_id, lambda unit: view_of(self._open(unit, table_id, person, wish), person.id)
        )

    async def check(self, person: Person, wish: Wish) -> None:
        """See whether a table may be opened, before anything is prepared for it.

        Raises Refused as `open` does, CHANNEL_FULL excepted: the channel may be still to come.
        """
        work = self._writer.store.read(lambda unit: self._admitted(unit, person, wish))
        await self._writer.told("to come", work)

    async def practice(self, person: Person, wish: Wish, level: str) -> TableView:
        """Open a table by the game's first preset, with AI players of that level, and start.

        Raises Refused as `open` does.
        """
        wish = replace(wish, preset=next(iter(self._writer.games[wish.game].presets)))
        table_id = self._writer.new_id()

        def work(unit: Unit) -> TableView:
            table = self._open(unit, table_id, person, wish)
            filled = table
            for _ in table.seats[1:]:
                filled = lobby.add_ai(filled, person, level, self._writer.now())
            start = Press(
                interaction=wish.interaction,
                table=table_id,
                guild=wish.guild,
                person=person,
                ask=table.row.pause_rev or 0,
                code="start",
            )
            step = self._writer.moves.answer(filled, start)
            return view_of(self._writer.save(unit, table, step), person.id)

        return await self._writer.write(table_id, work)

    def _open(self, unit: Unit, table_id: str, person: Person, wish: Wish) -> Table:
        now = self._writer.now()
        unit.presses.prune(now)
        settings, chosen = self._admitted(unit, person, wish)
        admission.check_channel(unit, wish.channel)
        table = self._table(table_id, person, wish, settings, chosen)
        joined = lobby.join(table, person, now)
        self._writer.shelf.insert(unit, joined)
        admission.remember(unit, wish.interaction, joined.row, now)
        return joined

    def _admitted(self, unit: Unit, person: Person, wish: Wish) -> tuple[GuildSettings, _Chosen]:
        """The settings of the server, and the rules that are wanted there. Raises Refused."""
        settings = settings_of(unit, wish.guild)
        if not settings.admits((wish.channel, *wish.places)):
            where = ", ".join(f"<#{channel}>" for channel in settings.channels)
            raise Refused(Why.NOT_HERE, detail=where)
        admission.check_first_time(unit, wish.interaction)
        admission.check_room(unit, person)
        return settings, self._chosen(unit, self._writer.games[wish.game], wish, settings)

    def _table(
        self, table_id: str, person: Person, wish: Wish, settings: GuildSettings, chosen: _Chosen
    ) -> Table:
        game = self._writer.games[wish.game]
        row = lobby.new_row(
            table_id,
            game,
            chosen.preset,
            person,
            guild=wish.guild,
            channel=wish.channel,
            now=self._writer.now(),
            pace=self._writer.pace,
        )
        clock = wish.clock_seconds or settings.turn_seconds
        if clock is not None:
            row = replace(row, clock_seconds=clock)
        places = range(count_of(game.sides(chosen.rules)))
        seats = tuple(SeatRow(table_id=table_id, seat=seat) for seat in places)
        options = Options(
            set_name=chosen.set_name,
            strangers=settings.strangers,
            invited=(person.id, *wish.invited),
            ai_seconds=settings.ai_seconds,
        )
        return Table(row, seats, game, chosen.rules, options=options)

    def _chosen(self, unit: Unit, game: AnyGame, wish: Wish, settings: GuildSettings) -> _Chosen:
        """The rules that are wanted: those named, else the server's, else the game's first."""
        if wish.preset is not None:
            chosen = self._named(unit, game, wish, wish.preset)
        else:
            try:
                usual = settings.presets.get(game.key, next(iter(game.presets)))
                chosen = self._named(unit, game, wish, usual)
            except Refused:
                # A server's choice may have been removed since, or be too old to be read.
                first = next(iter(game.presets))
                chosen = _Chosen(first, game.presets[first])
        if wish.length is None:
            return chosen
        try:
            rules = game.with_house_rule(chosen.rules, "length", str(wish.length))
        except RulesMisfit as refused:
            raise Refused(Why.RULES_DO_NOT_FIT, detail=refused.misfit.name) from None
        return replace(chosen, rules=rules)

    def _named(self, unit: Unit, game: AnyGame, wish: Wish, name: str) -> _Chosen:
        if (preset := name.strip().casefold()) in game.presets:
            return _Chosen(preset, game.presets[preset])
        row = unit.house_sets.get(wish.guild, name)
        if row is None or row.game != game.key:
            raise Refused(Why.UNKNOWN_PRESET)
        saved = self._house.within(unit, wish.guild, name)
        if misfit := game.check(saved.rules):
            raise Refused(Why.RULES_DO_NOT_FIT, detail=misfit.name)
        return _Chosen(saved.preset, saved.rules, saved.name)
