"""Topics: the questions people ask at a table, answered for the rules of that table."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.engine.contract import AnyGame
from bot.engine.seats import count_of


class TopicError(Exception):
    """A file of topics is none; the message names the file and what is wrong."""


class Part(BaseModel):
    """A piece of an answer. It is given where the rules have these values, or always."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    when: Mapping[str, str] = {}


class Topic(BaseModel):
    """A question and its answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str
    title: str
    parts: tuple[Part, ...]

    def answer(self, facts: Mapping[str, str]) -> tuple[str, ...]:
        """The parts that hold for rules of which these are the facts, with the facts filled in."""
        return tuple(
            part.text.strip().format_map(facts)
            for part in self.parts
            if all(facts[name] == value for name, value in part.when.items())
        )


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    topics: tuple[Topic, ...]


Topics = Mapping[str, tuple[Topic, ...]]
"""The topics of each game, the most general first."""


def load_topics(folder: Path, games: Mapping[str, AnyGame]) -> Topics:
    """Read `<folder>/<game>.toml` for every game; raises TopicError."""
    return {key: _load(folder / f"{key}.toml").topics for key in games}


def facts_of(game: AnyGame, rules: Any) -> Mapping[str, str]:
    """What the answers may depend on: each house rule, the seats, whether there are jokers."""
    points = {each.key: each.value for each in game.house_rules(rules)}
    jokers = any(card.is_joker for card in game.pack(rules))
    seats = str(count_of(game.sides(rules)))
    return {**points, "seats": seats, "jokers_in_deck": "yes" if jokers else "no"}


def _load(path: Path) -> _File:
    try:
        return _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise TopicError(f"{path.name} has no topics: {error}") from error
