"""What a button's custom_id says, and how it is written. Nothing else reads or writes one.

`tb:1:<table>:<ask>:<code>[~n]` is a press at a table; `lb:1:…` turns a leaderboard's pages;
`ru:1:<table>` asks for its rules. The number is the version of the form.
"""

import re
from dataclasses import dataclass

VERSION = 1
LONGEST_ID = 100
OURS = re.compile(r"(?:tb|lb|ru):.{1,97}")
"""What every custom_id of ours looks like, of whatever version."""

_TABLE = re.compile(r"tb:1:([a-z0-9]{1,16}):([0-9]{1,9}):([A-Za-z0-9.]{1,40})(?:~[0-9]{1,2})?")
_PAGE = re.compile(r"lb:1:([a-z-]{0,20}):([a-z_]{1,20}):(all|month):([0-9]{1,4})")
_RULES = re.compile(r"ru:1:([a-z0-9]{1,16})")


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press at a table: the question it answers (or 0, or a pause's revision) and its code."""

    table: str
    ask: int
    code: str


@dataclass(frozen=True, slots=True)
class PagePress:
    """A wish for a page of the leaderboard, from 0; `game` is empty for all games."""

    game: str
    sort: str
    period: str
    page: int


@dataclass(frozen=True, slots=True)
class RulesPress:
    """A wish to read a table's rules in short."""

    table: str


Pressed = TablePress | PagePress | RulesPress


def parse(custom_id: str) -> Pressed | None:
    """What a custom_id says; None for an older form, another's, or nonsense."""
    if found := _TABLE.fullmatch(custom_id):
        return TablePress(found[1], int(found[2]), found[3])
    if found := _PAGE.fullmatch(custom_id):
        return PagePress(found[1], found[2], found[3], int(found[4]))
    if found := _RULES.fullmatch(custom_id):
        return RulesPress(found[1])
    return None


def table_id(table: str, ask: int, code: str, copy: int = 0) -> str:
    """The custom_id of a press at a table; `copy` tells equal cards apart and means nothing."""
    return f"tb:{VERSION}:{table}:{ask}:{code}" + (f"~{copy}" if copy else "")


def page_id(page: PagePress) -> str:
    """The custom_id that asks for this page."""
    return f"lb:{VERSION}:{page.game}:{page.sort}:{page.period}:{page.page}"


def rules_id(table: str) -> str:
    """The custom_id that asks for a table's rules."""
    return f"ru:{VERSION}:{table}"
