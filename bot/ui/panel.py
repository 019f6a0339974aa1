"""What a message shows, as plain data: texts, dividers, rows of buttons and menus.

A public panel stands in the channel for everybody. A private one is for one person only; it may
take the place of a message that only that person sees, and of no other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise


class Style(Enum):
    """How a button looks: what it is good for, never what it means alone."""

    PLAIN = "plain"
    MAIN = "main"
    GO = "go"
    STOP = "stop"


class Accent(Enum):
    """The colour beside a panel."""

    LOBBY = "lobby"
    CALM = "calm"
    HURRY = "hurry"
    YOURS = "yours"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown. Names in it are escaped already."""

    markdown: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Divider:
    """A line between two parts."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the id that its press carries, and what stands on it."""

    id: str = field(repr=False)
    label: str = field(repr=False)
    style: Style = Style.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu: the value it stands for, its label, and a few words below it."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu from which one of up to 25 options is chosen; `prompt` stands there until then."""

    id: str
    prompt: str
    options: tuple[Option, ...]
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of the server's channels, from which up to 25 are chosen, or none.

    `chosen` are those that are so far.
    """

    id: str
    prompt: str
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A question that is answered by writing one line; `text` is there to begin with."""

    id: str
    title: str
    label: str
    text: str = ""
    about: str = ""
    longest: int = 100


Block = Text | Divider | Row | Menu | ChannelMenu

ROW_LENGTH = 5
"""How many buttons Discord puts into a row."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What one message shows."""

    blocks: tuple[Block, ...]
    accent: Accent = Accent.CALM

    @property
    def text(self) -> str:
        """All its paragraphs."""
        return "\n".join(block.markdown for block in self.blocks if isinstance(block, Text))

    @property
    def choices(self) -> Iterator[Choice]:
        """All its buttons, in order."""
        for block in self.blocks:
            if isinstance(block, Row):
                yield from block.choices

    @property
    def menus(self) -> Iterator[Menu]:
        """All its menus, in order."""
        return (block for block in self.blocks if isinstance(block, Menu))


@dataclass(frozen=True, slots=True)
class PublicPanel(Panel):
    """A panel for everybody in the channel."""


@dataclass(frozen=True, slots=True)
class PrivatePanel(Panel):
    """A panel for one person only."""


def rows(choices: tuple[Choice, ...]) -> tuple[Row, ...]:
    """The buttons in as few rows as they need, as evenly as can be: six are three and three."""
    count = -(-len(choices) // ROW_LENGTH)
    ends = [len(choices) * row // count for row in range(count + 1)] if count else []
    return tuple(Row(choices[start:end]) for start, end in pairwise(ends))
