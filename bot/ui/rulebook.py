"""What a question about the rules leads to: of a table, of a preset, of saved house rules."""

import hashlib
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

    def meant(self, name: str | None, topic: str) -> tuple[str | None, str]:
        """The rules and the topic that somebody means who has written these.

        Where no rules are named, a word that is no topic may name a preset or a game instead.
        """
        word = topic.strip().casefold()
        if name is None and not self._is_topic(word):
            for game in self._games.values():
                if word in (game.key, *game.presets):
                    return (word if word in game.presets else next(iter(game.presets))), ""
        return name, word

    async def answer(self, pressed: RulesPress, guild: int) -> PrivatePanel:
        """A page about the rules.

        Raises Refused: NO_SUCH_TABLE, UNKNOWN_PRESET, NO_SUCH_SET, OLD_SET.
        """
        return self._page(await self._reference(pressed.table, guild), pressed.topic, pressed.page)

    async def named(self, guild: int, name: str | None, topic: str) -> PrivatePanel:
        """The same for rules by their name: a preset, or a saved set.

        For None it is the first preset of the first game in which there is such a topic. Raises
        Refused: NO_SUCH_SET, OLD_SET.
        """
        if name is None:
            name = next(iter(self._game_with(topic).presets))
        return self._page(await self._named(guild, name), topic)

    async def titles(self, guild: int, name: str | None, table: str | None) -> Mapping[str, str]:
        """What can be asked about the rules of that name, else of a table, else of any game.

        Where two games answer the same question, it is put in the words of the first.
        """
        games = list(self._games)
        try:
            if name is not None:
                games = [(await self._named(guild, name)).game]
            elif table is not None:
                games = [(await self._reference(table, guild)).game]
        except Refused:
            return {}
        titles: dict[str, str] = {}
        for game in games:
            titles |= {k: title for k, title in self._topics.titles(game) if k not in titles}
        return titles

    def _game_with(self, topic: str) -> AnyGame:
        """The first game in which there is that topic; the first of all if there is none."""
        games = list(self._games.values())
        known = (game for game in games if topic in dict(self._topics.titles(game.key)))
        return next(known, games[0])

    def _is_topic(self, word: str) -> bool:
        """Whether there is such a topic in any game."""
        return any(word in dict(self._topics.titles(game)) for game in self._games)

    def _page(self, about: Reference, topic: str, page: int = 0) -> PrivatePanel:
        """The page of a topic; the rules at a glance without one, or for one that is unknown."""
        panel = self._topics.answer(about, topic, page) if topic else None
        if panel is not None:
            return panel
        note = self._texts("topics.unknown") if topic else ""
        return self._panels.rules(about, self._topics.menu(about), note=note)

    def _of_table(self, table: TableView) -> Reference:
        name = table.preset
        if table.options.set_name:
            name = safe_name(table.options.set_name)
        elif table.rules != self._games[table.game].presets.get(table.preset):
            name = self._texts("rules.changed", name=table.preset)
        return Reference(table.id, table.game, name, table.preset, table.rules)

    def _preset(self, game: AnyGame, preset: str) -> Reference:
        return Reference(f"@{game.key}.{preset}", game.key, preset, preset, game.presets[preset])

    async def _named(self, guild: int, name: str) -> Reference:
        preset = name.strip().casefold()
        for game in self._games.values():
            if preset in game.presets:
                return self._preset(game, preset)
        saved = await self._house.find(guild, name)
        called = safe_name(saved.name)
        return Reference(_mark(saved.name), saved.game, called, saved.preset, saved.rules)

    async def _reference(self, ref: str, guild: int) -> Reference:
        if ref.startswith("@"):
            game, _, preset = ref[1:].partition(".")
            if game not in self._games or preset not in self._games[game].presets:
                raise Refused(Why.UNKNOWN_PRESET)
            return self._preset(self._games[game], preset)
        if ref.startswith("="):
            names = await self._house.names(guild)
            return await self._named(guild, next((n for n in names if _mark(n) == ref), ""))
        board = await self._queries.board(ref)
        if board is None or board.table.guild != guild:
            raise Refused(Why.NO_SUCH_TABLE)
        return self._of_table(board.table)


def _mark(name: str) -> str:
    """How a button names a saved set, whose own name may be any text."""
    return f"={hashlib.sha256(name.casefold().encode()).hexdigest()[:12]}"
