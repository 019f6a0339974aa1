"""The settings of a server, for those who may manage it."""

from collections.abc import Mapping, Sequence

from bot.engine.contract import AnyGame
from bot.table.guilds import PACES, GuildSettings, seconds_of
from bot.ui import press
from bot.ui.panel import (
    Accent,
    ChannelMenu,
    Choice,
    Divider,
    Menu,
    Option,
    PrivatePanel,
    Row,
    Text,
)
from bot.ui.render.house import rules_on_offer
from bot.ui.texts import Texts

CLOCKS = ("15s", "30s", "60s", "90s", "2m", "5m", "15m", "1h", "6h", "24h")
"""The turn clocks on offer."""
_MOST_OPTIONS = 25
_LONGEST_LABEL = 100


class SettingPanels:
    """Draws the settings of a server."""

    def __init__(self, texts: Texts, games: Mapping[str, AnyGame]) -> None:
        """Offer the rules of these games."""
        self._texts = texts
        self._games = games

    def settings(
        self,
        chosen: GuildSettings,
        sets: Mapping[str, Sequence[str]],
        channels: tuple[int, ...],
        *,
        note: str = "",
    ) -> PrivatePanel:
        """All settings; `sets` names the saved rules by game.

        `channels` are those of the chosen ones that are still there.
        """
        texts = self._texts
        noted = (Text(note),) if note else ()
        presets = (self._preset(chosen, game, sets.get(game, ())) for game in self._games)
        menus = (
            *(menu for menu in presets if len(menu.options) > 1),
            self._menu("turn", self._clocks(chosen)),
            self._menu("pace", self._words("pace", tuple(PACES), chosen.pace)),
            self._menu("thread", self._words("thread", ("no", "yes"), _yes(chosen.thread))),
            self._menu(
                "strangers", self._words("strangers", ("yes", "no"), _yes(chosen.strangers))
            ),
        )
        places = Text(self._places(chosen))
        return PrivatePanel(
            (
                *noted,
                Text(texts("settings.title")),
                *menus,
                Divider(),
                places,
                ChannelMenu(press.setting_id("channels"), texts("settings.channels"), channels),
                Row((self._anywhere(chosen),)),
            ),
            Accent.LOBBY,
        )

    def _menu(self, key: str, options: tuple[Option, ...]) -> Menu:
        name = key.partition(".")[0]
        return Menu(press.setting_id(key), self._texts(f"settings.{name}"), options)

    def _preset(self, chosen: GuildSettings, game: str, sets: Sequence[str]) -> Menu:
        """By which rules a table is opened that names none."""
        own = self._games[game]
        offered = rules_on_offer(self._texts, own.presets, sets)
        # What was chosen may have been removed since; then the first holds again.
        current = chosen.presets.get(game)
        current = current if current in offered else next(iter(own.presets))
        label = self._texts("settings.preset_label", game=own.name)
        options = tuple(
            Option(value, f"{label}: {text}"[:_LONGEST_LABEL], chosen=value == current)
            for value, text in offered.items()
        )
        # Where there are more than a menu holds, the one that is chosen is among those that stay.
        behind = tuple(each for each in options[_MOST_OPTIONS:] if each.chosen)
        return self._menu(f"preset.{game}", options[: _MOST_OPTIONS - len(behind)] + behind)

    def _clocks(self, chosen: GuildSettings) -> tuple[Option, ...]:
        usual = Option("usual", self._texts("settings.turn_usual"), chosen=not chosen.turn_seconds)
        return (
            usual,
            *(
                Option(
                    text,
                    self._texts("settings.turn_label", time=text),
                    chosen=seconds_of(text) == chosen.turn_seconds,
                )
                for text in CLOCKS
            ),
        )

    def _words(self, key: str, values: Sequence[str], current: str) -> tuple[Option, ...]:
        return tuple(
            Option(value, self._texts(f"settings.{key}_{value}"), chosen=value == current)
            for value in values
        )

    def _places(self, chosen: GuildSettings) -> str:
        if not chosen.channels:
            return self._texts("settings.anywhere")
        named = self._texts.listed([f"<#{channel}>" for channel in chosen.channels])
        return self._texts("settings.only_in", channels=named)

    def _anywhere(self, chosen: GuildSettings) -> Choice:
        """The way back, which is there even where all that was chosen is gone."""
        return Choice(
            press.setting_id("channels", "any"),
            self._texts("settings.allow_anywhere"),
            enabled=bool(chosen.channels),
        )


def _yes(value: bool) -> str:
    return "yes" if value else "no"
