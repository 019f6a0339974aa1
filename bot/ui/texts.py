"""Every sentence a player can read, from `data/texts`, and names made safe to stand in one."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LONGEST_NAME = 24

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that nobody sees, though Unicode calls them visible."""

_MARKDOWN = re.compile(r"([\\*_~|`>#\[\]()<@:-])")


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

    def listed(self, words: Sequence[str], last: str = "list.pair") -> str:
        """The words in a row, the last two joined: `A, B and C`."""
        if len(words) < 2:
            return "".join(words)
        return self(last, first=", ".join(words[:-1]), second=words[-1])

    def __contains__(self, key: str) -> bool:
        """Whether there is a sentence of that key."""
        return key in self._sentences

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all sentences."""
        return frozenset(self._sentences)


def safe_name(name: str) -> str:
    """A name as it may stand in a sentence: short, on one line, without markdown or mentions.

    Marks that turn the direction of writing and characters nobody sees are dropped.
    """
    return _MARKDOWN.sub(r"\\\1", plain_name(name))


def plain_name(name: str) -> str:
    """A name for places without markdown, such as a button: short, visible, on one line."""
    visible = "".join(
        each
        for each in name
        if each == " " or (unicodedata.category(each)[0] not in "CZ" and each not in _BLANKS)
    )
    words = " ".join(visible.split())
    if len(words) > LONGEST_NAME:
        words = words[: LONGEST_NAME - 1].rstrip() + "…"
    return words or "?"


def _flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= _flattened(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat
