"""House rules: what the host of a lobby may change, and what a server has saved."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bot.engine.contract import AnyGame, HouseRule
from bot.store.rows import HouseSetRow
from bot.table.house import HouseSet
from bot.table.model import TableView
from bot.ui import press
from bot.ui.panel import (
    Accent,
    Block,
    Choice,
    Divider,
    Form,
    Menu,
    Option,
    PrivatePanel,
    Style,
    Text,
    rows,
)
from bot.ui.texts import Texts, safe_name

LONGEST_LABEL = 100


class HousePanels:
    """Draws the rules of a table point by point."""

    def __init__(
        self, texts: Texts, games: Mapping[str, AnyGame], coached: Collection[str] = ()
    ) -> None:
        """Speak of the rules of these games; at those of `coached` hints may be switched off."""
        self._texts = texts
        self._games = games
        self._coached = coached

    def editor(self, table: TableView, *, note: str = "") -> PrivatePanel:
        """Every point of a lobby's rules, to be changed by its host.

        Only what fits with the rest is on offer; for anything else it is said why.
        """
        points = self._games[table.game].house_rules(table.rules)
        noted = (Text(note),) if note else ()
        menus = tuple(self._menu(table, point) for point in points if _has_choice(point))
        barred = self._barred(table.game, points)
        return PrivatePanel(
            (*noted, Text(self._heading(table)), *menus, *barred, *self._buttons(table, points)),
            Accent.LOBBY,
        )

    def form(self, table: TableView, key: str) -> Form | None:
        """Where a point is written that is a number or several; None for any other."""
        points = {each.key: each for each in self._games[table.game].house_rules(table.rules)}
        point = points.get(key)
        if point is None or point.alternatives:
            return None
        texts = self._texts
        return Form(
            press.table_id(table.id, 0, f"rule.{key}"),
            texts("house.form"),
            self._name(table.game, key),
            point.value,
            texts(f"house_rule.{table.game}.about.{key}"),
            longest=20,
        )

    def saved(self, house_set: HouseSet, *, note: str = "") -> PrivatePanel:
        """A set of rules that a server has saved: the preset, and what differs from it."""
        texts, game = self._texts, house_set.game
        lines = [
            *((note,) if note else ()),
            texts("house.set", name=safe_name(house_set.name), saver=safe_name(house_set.saver)),
            texts("house.from", preset=house_set.preset),
            *self.differences(game, house_set.preset, house_set.rules),
            texts("house.use", group=game),
        ]
        return PrivatePanel((Text("\n".join(lines)),), Accent.LOBBY)

    def listed(self, sets: Sequence[HouseSetRow]) -> PrivatePanel:
        """The sets that a server has saved: what each was made from, and who saved it."""
        texts = self._texts
        if not sets:
            return PrivatePanel((Text(texts("house.none")),), Accent.LOBBY)
        lines = [
            texts(
                "house.line",
                name=safe_name(each.name),
                preset=each.preset,
                saver=safe_name(each.saver),
            )
            for each in sets
        ]
        return PrivatePanel((Text("\n".join([texts("house.list"), *lines])),), Accent.LOBBY)

    def differences(self, game: str, preset: str, rules: Any) -> list[str]:
        """A line for each point in which rules differ from a preset; one that says so if none."""
        texts, own = self._texts, self._games[game]
        usual = {each.key: each.value for each in own.house_rules(own.presets.get(preset, rules))}
        lines = [
            texts(
                "house.differs",
                point=self._name(game, each.key),
                value=self._value(game, each.key, each.value),
            )
            for each in own.house_rules(rules)
            if usual.get(each.key) != each.value
        ]
        return lines or [texts("house.same", preset=preset)]

    def _heading(self, table: TableView) -> str:
        lines = [
            self._texts("house.title"),
            self._texts("house.from", preset=table.preset),
            *self.differences(table.game, table.preset, table.rules),
        ]
        return "\n".join(lines)

    def _menu(self, table: TableView, point: HouseRule) -> Menu:
        name = self._name(table.game, point.key)
        options = tuple(
            Option(
                each.value,
                f"{name}: {self._value(table.game, point.key, each.value)}"[:LONGEST_LABEL],
                chosen=each.value == point.value,
            )
            for each in point.alternatives
            if each.misfit is None
        )
        return Menu(press.table_id(table.id, 0, f"rule.{point.key}"), name, options)

    def _barred(self, game: str, points: Sequence[HouseRule]) -> tuple[Block, ...]:
        """What cannot be chosen, and why."""
        lines = [
            self._texts(
                "house.barred",
                point=self._name(game, point.key),
                value=self._value(game, point.key, each.value),
                reason=self._texts(f"misfit.{each.misfit.name}"),
            )
            for point in points
            for each in point.alternatives
            if each.misfit is not None
        ]
        return (Text("\n".join(lines)),) if lines else ()

    def _buttons(self, table: TableView, points: Sequence[HouseRule]) -> tuple[Block, ...]:
        written = tuple(
            Choice(
                press.table_id(table.id, 0, f"form.{point.key}"),
                f"{self._name(table.game, point.key)}: {point.value} …",
            )
            for point in points
            if not point.alternatives
        )
        usual = self._games[table.game].presets.get(table.preset)
        hints = "off" if table.options.hints else "on"
        switch = Choice(
            press.table_id(table.id, 0, f"hints.{hints}"), self._texts(f"house.hints_{hints}")
        )
        more = (
            *((switch,) if table.game in self._coached else ()),
            Choice(
                press.table_id(table.id, 0, "rules.reset"),
                self._texts("house.reset", preset=table.preset),
                Style.STOP,
                enabled=usual not in (None, table.rules),
            ),
        )
        return (Divider(), *rows((*written, *more)))

    def _name(self, game: str, key: str) -> str:
        return self._texts(f"house_rule.{game}.{key}")

    def _value(self, game: str, key: str, value: str) -> str:
        """A value in words; a number stands for itself."""
        text = f"house_value.{game}.{key}.{value}"
        return self._texts(text) if text in self._texts else value


def rules_on_offer(texts: Texts, presets: Iterable[str], saved: Iterable[str]) -> dict[str, str]:
    """What each preset, and each set that a server has saved, is called in a list of rules."""
    known = {key: texts(f"preset.{key}") for key in presets}
    return {**known, **{name: texts("settings.set", name=name) for name in saved}}


def _has_choice(point: HouseRule) -> bool:
    """Whether more than one value fits."""
    return sum(each.misfit is None for each in point.alternatives) > 1
