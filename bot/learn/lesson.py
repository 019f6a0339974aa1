"""A lesson: a position, and what the learner is told and asked there. Lessons are files of data.

The learner sits in seat 0. A step asks for one action and says what is said to any other one;
then the rivals act as the lesson has it, and the next step begins.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from bot.engine.contract import AnyGame

ANY = "*"
"""The key of what is said to every wrong action that has no sentence of its own."""


class LessonError(Exception):
    """A lesson's file is not a lesson; the message names the file and what is wrong."""


class Step(BaseModel):
    """One question to the learner.

    `say` is told before, `then` after. `accept` are the codes that are right, the first one lit
    up if `hint`; `wrong` answers others by their code, `*` any. `follow` are the codes of
    what everybody does next until the learner is asked again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    say: str
    accept: tuple[str, ...]
    hint: bool = False
    wrong: Mapping[str, str] = {}
    follow: tuple[str, ...] = ()
    then: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    rivals: tuple[str, ...]
    preset: str
    state: Mapping[str, Any]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of one game. `state` is the position it begins with; it shows every hand."""

    key: str
    game: AnyGame
    title: str
    rivals: tuple[str, ...]
    preset: str
    steps: tuple[Step, ...]
    state: Any = field(repr=False)


Lessons = Mapping[str, tuple[Lesson, ...]]
"""The lessons of each game, in the order in which they are learned."""


def load_lessons(folder: Path, games: Mapping[str, AnyGame]) -> Lessons:
    """Read `<folder>/<game>/<order>-<key>.toml` for every game; raises LessonError."""
    return {
        game.key: tuple(_load(path, game) for path in sorted((folder / game.key).glob("*.toml")))
        for game in games.values()
    }


def _load(path: Path, game: AnyGame) -> Lesson:
    try:
        file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        rules = game.presets[file.preset]
        # A file's words and lists become the engine's suits, cards and tuples here.
        state = TypeAdapter(game.state_type).validate_python(
            {**file.state, "rules": rules}, extra="forbid"
        )
    except (OSError, tomllib.TOMLDecodeError, ValidationError, KeyError) as error:
        raise LessonError(f"{path.name} is not a lesson: {error}") from error
    _, _, key = path.stem.partition("-")
    return Lesson(key, game, file.title, file.rivals, file.preset, file.steps, state)
