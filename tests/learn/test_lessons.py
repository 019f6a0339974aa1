"""The lessons that come with the bot: each is played through, every way that counts as right."""

from itertools import product
from pathlib import Path

import pytest

from bot.engine.cards import Card
from bot.engine.registry import GAMES
from bot.learn.lesson import ANY, LessonError, load_lessons
from bot.learn.tutor import LEARNER, LostTheWay, answer, standing

WORDS_A_MINUTE = 240
LESSONS = load_lessons(Path(__file__).parents[2] / "data" / "lessons", GAMES)
ALL = [pytest.param(each, id=each.key) for lessons in LESSONS.values() for each in lessons]


def ways(lesson, steps):
    """Every way through so many steps, by all accepted answers."""
    choices = [range(len(step.accept)) for step in lesson.steps[:steps]]
    return ["".join(map(str, way)) for way in product(*choices)]


def test_pluck_has_six_lessons_in_their_order():
    assert [each.key for each in LESSONS["pluck"]] == [
        "take-a-book",
        "follow-suit",
        "cut-with-trump",
        "trump-and-jokers",
        "your-quota",
        "steal-an-ace",
    ]


@pytest.mark.parametrize("game", LESSONS)
def test_a_course_is_read_in_about_three_minutes(game):
    said = [text for each in LESSONS[game] for step in each.steps for text in (step.say, step.then)]
    assert sum(len(text.split()) for text in said) / WORDS_A_MINUTE < 3.5


@pytest.mark.parametrize("lesson", ALL)
def test_every_right_answer_leads_on_to_the_end(lesson):
    for steps in range(len(lesson.steps) + 1):
        for way in ways(lesson, steps):
            here = standing(lesson, way)
            assert (here.step is None) == (steps == len(lesson.steps))
            assert bool(here.said) == bool(steps)
            if here.step is not None:
                assert here.view.asked == (LEARNER,)


@pytest.mark.parametrize("lesson", ALL)
def test_right_answers_are_legal_and_every_other_legal_one_has_a_sentence(lesson):
    for steps, step in enumerate(lesson.steps):
        for way in ways(lesson, steps):
            legal = {lesson.game.code(each) for each in standing(lesson, way).view.legal}
            assert set(step.accept) <= legal
            for other in legal - set(step.accept):
                assert step.wrong.get(other) or step.wrong.get(ANY)


@pytest.mark.parametrize("lesson", ALL)
def test_a_sentence_for_a_wrong_answer_is_for_one_that_can_be_given(lesson):
    for steps, step in enumerate(lesson.steps):
        for way in ways(lesson, steps):
            view = standing(lesson, way).view
            held = {f"p.{card}" for card in view.hand}
            legal = {lesson.game.code(each) for each in view.legal}
            assert set(step.wrong) - {ANY} <= held | legal


@pytest.mark.parametrize("lesson", ALL)
def test_no_card_is_in_two_places(lesson):
    held = [card for hand in lesson.state.hands for card in hand]
    on_the_table = lesson.state.trick.cards if lesson.state.trick else ()
    taken = [card for trick in lesson.state.tricks for card in trick.cards]
    seen = [*held, *on_the_table, *taken]
    assert len(set(seen)) == len(seen)
    assert all(isinstance(card, Card) for card in seen)


def test_a_wrong_answer_leads_nowhere_and_says_why():
    lesson = LESSONS["pluck"][0]
    here, said = answer(lesson, "", "p.6H")
    assert here.way == ""
    assert said == lesson.steps[0].wrong["p.6H"]
    assert answer(lesson, "", "p.QS")[1] == lesson.steps[0].wrong[ANY]


def test_who_presses_a_card_where_trump_is_to_be_named_is_told_what_to_press():
    lesson = LESSONS["pluck"][5]
    for card in ("p.KS", "p.AH", "p.9C"):
        assert "press one of the four suits" in answer(lesson, "0", card)[1]
    for suit in ("t.H", "t.C", "t.D"):
        assert "press one of the four suits" not in answer(lesson, "0", suit)[1]


def test_a_right_answer_leads_on_and_says_nothing_against_it():
    here, said = answer(LESSONS["pluck"][0], "", "p.AH")
    assert (here.way, said) == ("0", "")


@pytest.mark.parametrize("way", ["1", "x", "000", "²"])
def test_a_way_of_another_version_is_lost(way):
    with pytest.raises(LostTheWay):
        standing(LESSONS["pluck"][0], way)


def test_an_answer_after_the_end_changes_nothing():
    here, said = answer(LESSONS["pluck"][0], "00", "p.6H")
    assert (here.way, said) == ("00", "")


def test_the_last_lessons_no_longer_light_up_the_right_card():
    hints = [[step.hint for step in each.steps] for each in LESSONS["pluck"]]
    assert all(all(lesson) for lesson in hints[:3])
    assert not any(any(lesson) for lesson in hints[4:])


@pytest.mark.parametrize(
    "text",
    [
        "title = ",
        'title = "x"',
        'title = "x"\nrivals = []\npreset = "no such"\nsteps = []\n[state]\nphase = "play"',
        'title = "x"\nrivals = []\npreset = "race"\nsteps = []\n[state]\nphase = "dance"',
        'title = "x"\nrivals = []\npreset = "race"\nsteps = []\n[state]\nphase = "play"\nkings = 4',
    ],
)
def test_a_file_that_is_no_lesson_is_named(tmp_path, text):
    (tmp_path / "pluck").mkdir()
    (tmp_path / "pluck" / "1-odd.toml").write_text(text)
    with pytest.raises(LessonError, match=r"1-odd\.toml"):
        load_lessons(tmp_path, GAMES)
