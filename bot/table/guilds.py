"""How a server wants its tables: what is chosen there for tables that choose nothing themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bot.store.codec import Codec
from bot.store.database import Store
from bot.store.errors import BadState
from bot.store.unit import Unit
from bot.table.model import Refused, Why

SHORTEST_TURN, LONGEST_TURN = 15, 24 * 3600
"""Between these a turn clock may be set, in seconds."""
PACES: Mapping[str, float | None] = MappingProxyType({"quick": 0.6, "usual": None, "calm": 3.0})
"""How long AI players wait before they act, in seconds; None is what the bot's host has set."""
MOST_CHANNELS = 25
LONGEST_NUMBER = 20
"""So many digits has the largest number by which Discord names anything."""
_YES_OR_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The choices of one server. `presets` names, by game, rules or a saved set of them.

    Tables may be opened in the `channels` only, anywhere where there are none.
    """

    presets: Mapping[str, str] = field(default_factory=dict)
    turn_seconds: int | None = None
    pace: str = "usual"
    channels: tuple[int, ...] = ()
    thread: bool = False
    strangers: bool = True

    @property
    def ai_seconds(self) -> float | None:
        """How long AI players wait, None for as long as usual."""
        return PACES.get(self.pace)

    def admits(self, channels: tuple[int, ...]) -> bool:
        """Whether a table may be opened in a place that belongs to these channels."""
        return not self.channels or not set(self.channels).isdisjoint(channels)


_CODEC = Codec(GuildSettings)


def settings_of(unit: Unit, guild: int) -> GuildSettings:
    """The choices of a server; those that can no longer be read count as not made."""
    text = unit.guilds.settings(guild)
    if text is None:
        return GuildSettings()
    try:
        return _CODEC.load(text, 1)
    except BadState:
        return GuildSettings()


class Guilds:
    """Reads and changes the settings of servers."""

    def __init__(self, store: Store) -> None:
        """Keep them in this store."""
        self._store = store

    async def settings(self, guild: int) -> GuildSettings:
        """The choices of a server."""
        return await self._store.read(lambda unit: settings_of(unit, guild))

    async def change(self, guild: int, key: str, value: str, *, manager: bool) -> GuildSettings:
        """Change one choice of a server; the choices as they are then.

        Channels are numbers with spaces between them, and none at all, or `any`, are all there are.
        Raises Refused: NOT_MANAGER, or BAD_SETTING, BAD_CLOCK for what cannot be chosen.
        """
        if not manager:
            raise Refused(Why.NOT_MANAGER)

        def work(unit: Unit) -> GuildSettings:
            changed = _changed(settings_of(unit, guild), key, value)
            unit.guilds.set_settings(guild, _CODEC.dump(changed))
            return changed

        return await self._store.write(work)

    async def forget(self, guild: int, channel: int) -> None:
        """Forget a channel that is gone.

        The last one is kept: a server that wants tables in one place does not want them in all.
        """

        def work(unit: Unit) -> None:
            settings = settings_of(unit, guild)
            others = tuple(each for each in settings.channels if each != channel)
            if others and others != settings.channels:
                unit.guilds.set_settings(guild, _CODEC.dump(replace(settings, channels=others)))

        await self._store.write(work)


def seconds_of(text: str) -> int:
    """The seconds of `90`, `90s`, `5m`, `2h` or `1d`. Raises Refused BAD_CLOCK."""
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    word = text.strip().lower()
    number, unit = (word[:-1], word[-1]) if word[-1:] in units else (word, "s")
    if not (_is_number(number) and len(number) < 6):
        raise Refused(Why.BAD_CLOCK)
    seconds = int(number) * units[unit]
    if not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise Refused(Why.BAD_CLOCK)
    return seconds


def _changed(settings: GuildSettings, key: str, value: str) -> GuildSettings:
    if key.startswith("preset.") and len(value) <= 40:
        presets = {**settings.presets, key.removeprefix("preset."): value}
        return replace(settings, presets={game: each for game, each in presets.items() if each})
    match key:
        case "turn":
            chosen = None if value in ("", "usual") else seconds_of(value)
            return replace(settings, turn_seconds=chosen)
        case "pace" if value in PACES:
            return replace(settings, pace=value)
        case "thread" if value in _YES_OR_NO:
            return replace(settings, thread=value == "yes")
        case "strangers" if value in _YES_OR_NO:
            return replace(settings, strangers=value == "yes")
        case "channels":
            return replace(settings, channels=() if value == "any" else _channels(value))
        case _:
            raise Refused(Why.BAD_SETTING)


def _channels(text: str) -> tuple[int, ...]:
    """The channels that a text names. Raises Refused BAD_SETTING."""
    words = text.split()
    if len(words) > MOST_CHANNELS or not all(_is_number(each) for each in words):
        raise Refused(Why.BAD_SETTING)
    return tuple(dict.fromkeys(map(int, words)))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER
