"""What a button's custom_id says, and how it is written. Nothing else reads or writes one.

`tb:1:<table>:<ask>:<code>[~n]` is a press at a table; `lb:1:…` turns a leaderboard's pages;
`ru:1:<table>` asks for its rules, `ru:1:<table>:<topic>:<page>` about one point of them, with
`@<game>.<preset>` or `=<mark of a saved set>` in the place of a table;
`le:1:<game>:<lesson>:<way>:<code>` answers in a lesson; `st:1:<key>:<value>` changes a setting of
the server. The number is the version of the form.
Where a menu or a form is answered, what was chosen or written comes in addition, see `with_choice`.
"""

import re
from dataclasses import dataclass, replace

VERSION = 1
LONGEST_ID = 100
OURS = re.compile(r"(?:tb|lb|ru|le|st):.{1,97}")
"""What every custom_id of ours looks like, of whatever version."""

_TABLE = re.compile(r"tb:1:([a-z0-9]{1,16}):([0-9]{1,9}):([A-Za-z0-9._]{1,40})(?:~[0-9]{1,2})?")
_PAGE = re.compile(r"lb:1:([a-z-]{0,20}):([a-z_]{1,20}):(all|month):([0-9]{1,4})")
_RULES = re.compile(
    r"ru:1:([a-z0-9]{1,16}|=[0-9a-f]{12}|@[a-z]{1,16}\.[a-z-]{1,32})(?::([a-z-]{0,32}):([0-9]{1,2}))?"
)
_SETTING = re.compile(r"st:1:([a-z.]{1,32})(?::([a-z0-9_.-]{0,40}))?")
_LONGEST_CHOICE = 600
"""So long is what names 25 channels."""
PRACTICE = "practice"
"""The code in a lesson that asks for a first match against AI players."""
_LESSON = re.compile(r"le:1:([a-z]{1,16}):([a-z0-9-]{0,32}):([0-9]{0,9}):([A-Za-z0-9.]{1,24})")


@dataclass(frozen=True, slots=True)
class TablePress:
    """A press at a table: the question it answers (or 0, or a pause's revision) and its code."""

    table: str
    ask: int
    code: str

    @property
    def is_apart(self) -> bool:
        """Whether it is answered beside the hand, which may be drawn anew meanwhile."""
        return self.code.partition(".")[0] == "review"


@dataclass(frozen=True, slots=True)
class PagePress:
    """A wish for a page of the leaderboard, from 0; `game` is empty for all games."""

    game: str
    sort: str
    period: str
    page: int


@dataclass(frozen=True, slots=True)
class RulesPress:
    """A wish to read a table's rules: in short, or what they say about a topic, page by page.

    `table` may also be `@<game>.<preset>`, or `=` and the mark of a saved set.
    """

    table: str
    topic: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True)
class SettingPress:
    """A wish to change a setting of the server, or with an empty key to see them.

    Where several are chosen, spaces are between them.
    """

    key: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class LessonPress:
    """An answer in a lesson of a game, after the answers of `way`.

    Without a lesson the course as a whole is meant.
    """

    game: str
    lesson: str
    way: str
    code: str


Pressed = TablePress | PagePress | RulesPress | LessonPress | SettingPress


def parse(custom_id: str) -> Pressed | None:
    """What a custom_id says; None for an older form, another's, or nonsense."""
    if found := _TABLE.fullmatch(custom_id):
        return TablePress(found[1], int(found[2]), found[3])
    if found := _PAGE.fullmatch(custom_id):
        return PagePress(found[1], found[2], found[3], int(found[4]))
    if found := _RULES.fullmatch(custom_id):
        return RulesPress(found[1], found[2] or "", int(found[3] or 0))
    if found := _LESSON.fullmatch(custom_id):
        return LessonPress(found[1], found[2], found[3], found[4])
    if found := _SETTING.fullmatch(custom_id):
        return SettingPress(found[1], found[2] or "")
    return None


def with_choice(pressed: Pressed, choice: str) -> Pressed | None:
    """What a menu or a form asks for, once something was chosen there or written.

    None where a choice makes no sense, or is too long. Whether it can be had is not decided here.
    """
    if len(choice) > _LONGEST_CHOICE:
        return None
    match pressed:
        case TablePress():
            return replace(pressed, code=f"{pressed.code}.{choice}")
        case RulesPress():
            return replace(pressed, topic=choice)
        case SettingPress():
            return replace(pressed, value=choice)
        case _:
            return None


def table_id(table: str, ask: int, code: str, copy: int = 0) -> str:
    """The custom_id of a press at a table; `copy` tells equal cards apart and means nothing."""
    return f"tb:{VERSION}:{table}:{ask}:{code}" + (f"~{copy}" if copy else "")


def page_id(page: PagePress) -> str:
    """The custom_id that asks for this page."""
    return f"lb:{VERSION}:{page.game}:{page.sort}:{page.period}:{page.page}"


def rules_id(table: str, topic: str = "", page: int = 0) -> str:
    """The custom_id that asks for a table's rules, or for a page about one topic."""
    return f"ru:{VERSION}:{table}" + (f":{topic}:{page}" if topic or page else "")


def topics_id(table: str) -> str:
    """The custom_id of a menu of topics about a table's rules."""
    return f"ru:{VERSION}:{table}::0"


def setting_id(key: str, value: str = "") -> str:
    """The custom_id that changes a setting of the server, or asks what to change it to."""
    return f"st:{VERSION}:{key}" + (f":{value}" if value else "")


def lesson_id(answer: LessonPress) -> str:
    """The custom_id of an answer in a lesson."""
    return f"le:{VERSION}:{answer.game}:{answer.lesson}:{answer.way}:{answer.code}"


def course_id(game: str) -> str:
    """The custom_id that asks for the lessons of a game."""
    return lesson_id(LessonPress(game, "", "", "all"))
