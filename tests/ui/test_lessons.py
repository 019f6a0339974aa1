"""Lessons as the learner sees them."""

from pathlib import Path

import pytest

from bot.engine.registry import GAMES
from bot.learn.lesson import load_lessons
from bot.store.database import Store
from bot.table.progress import Progress
from bot.ui.classroom import Classroom
from bot.ui.panel import Divider, Style
from bot.ui.press import LessonPress, parse
from bot.ui.render.lesson import LessonPanels
from bot.ui.render.registry import renderers
from tests.support.panels import MOST_COMPONENTS, MOST_TEXT, TEXTS, components
from tests.support.tables import MIGRATIONS

LEARNER = 9_001
LESSONS = load_lessons(Path(__file__).parents[2] / "data" / "lessons", GAMES)


@pytest.fixture
async def classroom(tmp_path):
    store = await Store.open(tmp_path / "lessons.db", MIGRATIONS, now=0)
    panels = LessonPanels(TEXTS, renderers(TEXTS))
    yield Classroom(LESSONS, Progress(store, lambda: 1.0), panels, TEXTS)
    await store.close()


def button(panel, label):
    """The button that begins with that label, as pressed."""
    [choice] = [each for each in panel.choices if each.label.startswith(label)]
    assert choice.enabled
    return parse(choice.id)


def card(panel, code):
    """The answer of that code, as pressed."""
    [choice] = [each for each in panel.choices if parse(each.id).code == code]
    assert choice.enabled
    return choice, parse(choice.id)


@pytest.mark.parametrize(
    ("game", "count", "rivals"),
    [("pluck", 6, "2 easy AI players"), ("pinochle", 4, "an easy AI player")],
)
async def test_somebody_learns_the_whole_game_by_pressing(classroom, game, count, rivals):
    panel = await classroom.course(game, LEARNER)
    pressed = button(panel, "Lesson 1")
    for lesson in LESSONS[game]:
        panel = await classroom.answer(pressed, LEARNER)
        for step in lesson.steps:
            assert step.say.strip() in panel.text
            choice, right = card(panel, step.accept[0])
            assert (choice.style is Style.GO) == step.hint
            panel = await classroom.answer(right, LEARNER)
            assert step.then.strip() in panel.text
        if lesson is not LESSONS[game][-1]:
            pressed = button(panel, "Next lesson")
    assert button(panel, "Play a practice match").code == "practice"
    assert f"with {rivals}." in panel.text
    course = await classroom.course(game, LEARNER)
    assert course.text.count("✓") == len(LESSONS[game]) == count
    assert f"with {rivals}." in course.text


async def test_a_wrong_card_is_answered_and_may_be_tried_again(classroom):
    panel = await classroom.answer(LessonPress("pluck", "take-a-book", "", "go"), LEARNER)
    _, wrong = card(panel, "p.6H")
    panel = await classroom.answer(wrong, LEARNER)
    words, divider, *_ = panel.blocks
    assert words.markdown.endswith("↩️ " + LESSONS["pluck"][0].steps[0].wrong["p.6H"])
    assert divider == Divider(), "it stands above the cards"
    _, right = card(panel, "p.AH")
    assert "The book is yours" in (await classroom.answer(right, LEARNER)).text


async def test_what_was_told_stays_when_a_wrong_card_is_pressed(classroom):
    panel = await classroom.answer(LessonPress("pluck", "take-a-book", "0", "go"), LEARNER)
    _, wrong = card(panel, "p.6H")
    again = await classroom.answer(wrong, LEARNER)
    assert again.blocks[0].markdown.startswith(panel.blocks[0].markdown)


async def test_only_what_was_finished_is_marked_and_only_for_that_person(classroom):
    panel = await classroom.answer(LessonPress("pluck", "take-a-book", "0", "p.AD"), LEARNER)
    assert "That was the lesson" in panel.text
    assert (await classroom.course("pluck", LEARNER)).text.count("✓") == 1
    assert "✓" not in (await classroom.course("pluck", LEARNER + 1)).text


@pytest.mark.parametrize(
    "pressed",
    [
        LessonPress("pluck", "no-such", "", "go"),
        LessonPress("pluck", "take-a-book", "777", "go"),
        LessonPress("whist", "take-a-book", "", "p.AS"),
    ],
)
async def test_a_button_of_another_version_leads_to_the_course(classroom, pressed):
    panel = await classroom.answer(pressed, LEARNER)
    assert TEXTS("learn.changed") in panel.text
    assert button(panel, "Lesson 1")


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_fits_a_message(classroom, game):
    for lesson in LESSONS[game]:
        way = ""
        for _ in lesson.steps:
            panel = await classroom.answer(LessonPress(game, lesson.key, way, "go"), LEARNER)
            assert components(panel) <= MOST_COMPONENTS
            assert len(panel.text) <= MOST_TEXT
            ids = [each.id for each in panel.choices]
            assert len(set(ids)) == len(ids)
            assert max(map(len, ids)) <= 100
            way += "0"
