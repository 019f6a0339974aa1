"""Answers about the rules: one topic at a time, for the rules of a table or of a preset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.contract import AnyGame
from bot.learn.topic import Topic, Topics, facts_of
from bot.ui import press
from bot.ui.panel import Accent, Block, Choice, Divider, Menu, Option, PrivatePanel, Row, Text
from bot.ui.texts import Texts

PAGE_LENGTH = 900
"""So many letters fit a phone's screen with the buttons below them."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Rules that are read: the reference by which a press names them, and what they are called.

    `preset` is the one from which they were made.
    """

    ref: str
    game: str
    name: str
    preset: str
    rules: Any


class TopicPanels:
    """Draws answers."""

    def __init__(self, texts: Texts, topics: Topics, games: Mapping[str, AnyGame]) -> None:
        """Answer from these topics."""
        self._texts = texts
        self._topics = topics
        self._games = games

    def menu(self, about: Reference) -> tuple[Block, ...]:
        """A menu of the topics of a game, to stand below its rules."""
        return (self._menu(about, ""),)

    def answer(self, about: Reference, key: str, page: int) -> PrivatePanel | None:
        """A page of the answer to a topic, from 0; None if there is no such topic."""
        topic = next((each for each in self._topics[about.game] if each.key == key), None)
        if topic is None:
            return None
        game = self._games[about.game]
        pages = _pages(topic.answer(facts_of(game, about.rules)))
        page = min(page, len(pages) - 1)
        head = self._texts("topics.title", title=topic.title, name=about.name)
        return PrivatePanel(
            (
                Text(f"{head}\n{pages[page]}"),
                *self._turning(about, topic, page, len(pages)),
                Divider(),
                self._menu(about, key),
            ),
            Accent.LOBBY,
        )

    def titles(self, game: str) -> tuple[tuple[str, str], ...]:
        """The key and the title of each topic of a game."""
        return tuple((each.key, each.title) for each in self._topics[game])

    def _menu(self, about: Reference, chosen: str) -> Menu:
        options = tuple(
            Option(each.key, each.title, chosen=each.key == chosen)
            for each in self._topics[about.game]
        )
        return Menu(press.topics_id(about.ref), self._texts("topics.prompt"), options)

    def _turning(self, about: Reference, topic: Topic, page: int, count: int) -> tuple[Row, ...]:
        """The way to the other pages, if there are any."""
        if count == 1:
            return ()
        texts = self._texts
        before = press.rules_id(about.ref, topic.key, max(page - 1, 0))
        after = press.rules_id(about.ref, topic.key, page + 1)
        return (
            Row(
                (
                    Choice(before, texts("button.previous_page"), enabled=page > 0),
                    Choice(after, texts("button.next_page"), enabled=page + 1 < count),
                )
            ),
        )


def _pages(parts: Sequence[str]) -> tuple[str, ...]:
    """The parts of an answer on as few pages as they need; a part is never divided."""
    pages: list[str] = []
    for part in parts:
        if pages and len(pages[-1]) + len(part) < PAGE_LENGTH:
            pages[-1] += f"\n{part}"
        else:
            pages.append(part)
    return tuple(pages)
