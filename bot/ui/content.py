"""All that comes with the bot to be shown: sentences, lessons, topics, and what draws them."""

from dataclasses import dataclass
from pathlib import Path

from bot.engine.registry import GAMES
from bot.learn.lesson import Lessons, load_lessons
from bot.learn.topic import load_topics
from bot.players.registry import ADVISERS, levels
from bot.ui.render.house import HousePanels
from bot.ui.render.lesson import LessonPanels
from bot.ui.render.panels import Panels
from bot.ui.render.registry import renderers
from bot.ui.render.settings import SettingPanels
from bot.ui.render.topics import TopicPanels
from bot.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Content:
    """The words of the bot, and the panels that are made of them."""

    texts: Texts
    panels: Panels
    house: HousePanels
    settings: SettingPanels
    topics: TopicPanels
    lessons: Lessons
    lesson_panels: LessonPanels

    @classmethod
    def load(cls, folder: Path) -> "Content":
        """Read what is in the folder.

        Raises OSError, TOMLDecodeError, LessonError or TopicError.
        """
        texts = Texts.load(folder / "texts" / "en.toml")
        drawn = renderers(texts)
        return cls(
            texts,
            Panels(texts, drawn, levels, coached=frozenset(ADVISERS)),
            HousePanels(texts, GAMES, coached=frozenset(ADVISERS)),
            SettingPanels(texts, GAMES),
            TopicPanels(texts, load_topics(folder / "topics", GAMES), GAMES),
            load_lessons(folder / "lessons", GAMES),
            LessonPanels(texts, drawn),
        )
