"""Every sentence a player can read, from `data/texts`, and names made safe to stand in one."""

import tomllib
import unicodedata
from collections.abc import KeysView, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import regex

LONGEST_NAME = 24
NAMELESS = "?"
"""What somebody is called whose name cannot be seen."""
NAMES_KEPT = 1024
"""How many names are kept in their safe form: the same few are drawn again and again."""

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that nobody sees, though Unicode calls them visible."""

_MARKDOWN = regex.compile(r"([\\*_~|`>#\[\]()<@:.-])")
_SPACE = regex.compile(r"\s")
_MARK_ON_NOTHING = regex.compile(r"(?<=^|\s)\p{M}+")
_CLUSTER = regex.compile(r"\X")
_TOO_MANY_MARKS = regex.compile(r"(\p{Mn}{2})\p{Mn}+")
_RIGHT_TO_LEFT = regex.compile(r"[\p{bidi_class=R}\p{bidi_class=AL}\p{bidi_class=AN}]")
_ALONE, _END = "\u2068", "\u2069"
_LOOKED_AT = 1_000
"""Of a name no more letters are looked at."""


class Texts:
    """Sentences by dotted key. A key that is missing is our mistake and raises KeyError."""

    def __init__(self, sentences: Mapping[str, Any]) -> None:
        """Hold the nested tables of a text file."""
        self._sentences = _flattened(sentences)

    @classmethod
    def load(cls, path: Path) -> "Texts":
        """Read a text file; raises OSError or tomllib.TOMLDecodeError."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def __call__(self, key: str, **values: object) -> str:
        """The sentence of that key with its `{places}` filled; names must be escaped already."""
        return self._sentences[key].format_map(values)

    def counted(self, key: str, count: int, **values: object) -> str:
        """The sentence of that key for one or for several, with `{count}` filled."""
        return self(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)

    def of_game(self, game: str, key: str, **values: object) -> str:
        """The sentence in the words of a game, where it has words of its own for it."""
        own = f"words.{game}.{key}"
        return self(own if own in self else key, **values)

    def listed(self, words: Sequence[str], last: str = "list.pair") -> str:
        """The words in a row, the last two joined: `A, B and C`."""
        if len(words) < 2:
            return "".join(words)
        return self(last, first=", ".join(words[:-1]), second=words[-1])

    def __contains__(self, key: str) -> bool:
        """Whether there is a sentence of that key."""
        return key in self._sentences

    @property
    def keys(self) -> KeysView[str]:
        """The keys of all sentences, in the order in which they are written down."""
        return self._sentences.keys()


@lru_cache(maxsize=NAMES_KEPT)
def safe_name(name: str) -> str:
    """A name as it may stand in a sentence: short, on one line, without markdown or mentions.

    Marks that turn the direction of writing and characters nobody sees are dropped; a name that
    is written from right to left turns nothing but itself.
    """
    plain = plain_name(name)
    safe = _MARKDOWN.sub(r"\\\1", plain)
    return f"{_ALONE}{safe}{_END}" if _RIGHT_TO_LEFT.search(plain) else safe


@lru_cache(maxsize=NAMES_KEPT)
def plain_name(name: str) -> str:
    """A name for places without markdown, such as a button: short, visible, on one line."""
    visible = "".join(
        each
        for each in _SPACE.sub(" ", name[:_LOOKED_AT])
        if each == " " or (unicodedata.category(each)[0] not in "CZ" and each not in _BLANKS)
    )
    words = " ".join(_MARK_ON_NOTHING.sub("", unicodedata.normalize("NFC", visible)).split())
    words = _TOO_MANY_MARKS.sub(r"\1", words)
    if len(words) > LONGEST_NAME:
        words = _cut(words).rstrip() + "…"
    return words or NAMELESS


def _cut(words: str) -> str:
    """The beginning of a text, with room for one more sign, and no letter or picture cut in two."""
    kept = ""
    for cluster in _CLUSTER.findall(words):
        if len(kept) + len(cluster) >= LONGEST_NAME:
            break
        kept += cluster
    return kept


def _flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flattened(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat
