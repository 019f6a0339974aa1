"""What a question about the rules leads to: of a table, of a preset, of saved house rules."""

from collections.abc import Mapping

from bot.engine.contract import AnyGame
from bot.table.house import House
from bot.table.model import Refused, TableView, Why
from bot.table.queries import TableQueries
from bot.ui.panel import PrivatePanel
from bot.ui.press import RulesPress
from bot.ui.render.panels import Panels
from bot.ui.render.topics import Reference, TopicPanels
from bot.ui.texts import Texts, safe_name


class RuleBook:
    """Answers questions about the rules, each for the rules that are meant."""

    def __init__(
        self,
        queries: TableQueries,
        house: House,
        panels: Panels,
        topics: TopicPanels,
        texts: Texts,
        games: Mapping[str, AnyGame],
    ) -> None:
        """Read tables and saved rules there, and draw with these panels."""
        self._queries = queries
        self._house = house
        self._panels = panels
        self._topics = topics
        self._texts = texts
        self._games = games

    async def answer(self, pressed: RulesPress, guild: int) -> PrivatePanel:
        """A page about the rules. Raises Refused: NO_SUCH_TABLE, UNKNOWN_PRESET."""
        return self._page(await self._reference(pressed.table, guild), pressed.topic, pressed.page)

    async def named(self, guild: int, name: str | None, topic: str) -> PrivatePanel:
        """The same for rules by their name: a preset, or a saved set; the first preset for None.

        Raises Refused: NO_SUCH_SET, OLD_SET.
        """
        for game in self._games.values():
            for key, rules in game.presets.items():
                if name in (None, key):
                    about = Reference(f"@{game.key}.{key}", game.key, key, key, rules)
                    return self._page(about, topic)
        saved = await self._house.find(guild, name or "")
        ref, called = f"@{saved.game}.{saved.preset}", safe_name(saved.name)
        return self._page(Reference(ref, saved.game, called, saved.preset, saved.rules), topic)

    def _page(self, about: Reference, topic: str, page: int = 0) -> PrivatePanel:
        """The page of a topic; the rules at a glance without one, or for one that is unknown."""
        panel = self._topics.answer(about, topic, page) if topic else None
        if panel is not None:
            return panel
        note = self._texts("topics.unknown") if topic else ""
        return self._panels.rules(about, self._topics.menu(about), note=note)

    def _of_table(self, table: TableView) -> Reference:
        name = safe_name(table.options.set_name) if table.options.set_name else table.preset
        return Reference(table.id, table.game, name, table.preset, table.rules)

    async def _reference(self, ref: str, guild: int) -> Reference:
        if ref.startswith("@"):
            game, _, preset = ref[1:].partition(".")
            if game not in self._games or preset not in self._games[game].presets:
                raise Refused(Why.UNKNOWN_PRESET)
            rules = self._games[game].presets[preset]
            return Reference(ref, game, preset, preset, rules)
        board = await self._queries.board(ref)
        if board is None or board.table.guild != guild:
            raise Refused(Why.NO_SUCH_TABLE)
        return self._of_table(board.table)
