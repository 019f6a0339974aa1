"""Lessons on a message: the position as a hand at a real table shows it, with words around it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.seats import count_of
from bot.learn.lesson import Lesson
from bot.learn.tutor import LEARNER, Standing
from bot.store.rows import Status
from bot.table.model import SeatHolder, TableView
from bot.ui import press
from bot.ui.panel import (
    Accent,
    Block,
    Choice,
    Divider,
    PrivatePanel,
    Row,
    Style,
    Text,
    rows,
)
from bot.ui.press import LessonPress, TablePress
from bot.ui.render.contract import Renderer
from bot.ui.texts import Texts

_DONE, _HERE, _TO_COME = "●", "◉", "○"


class LessonPanels:
    """Draws the course of a game and its lessons."""

    def __init__(self, texts: Texts, renderers: Mapping[str, Renderer]) -> None:
        """`renderers` draw the hands, by game."""
        self._texts = texts
        self._renderers = renderers

    def course(
        self, lessons: Sequence[Lesson], done: Collection[str], *, note: str = ""
    ) -> PrivatePanel:
        """All lessons of a game, those marked that the learner has been through."""
        texts, game = self._texts, lessons[0].game
        title = texts("learn.title", game=game.name, count=len(lessons))
        lines = [
            texts(
                "learn.line_done" if each.key in done else "learn.line",
                number=number,
                title=each.title,
            )
            for number, each in enumerate(lessons, 1)
        ]
        due = next((each for each in lessons if each.key not in done), None)
        choices = tuple(
            Choice(
                _id(each, "", "go"),
                texts("learn.lesson", number=number),
                Style.GO if each is due else Style.PLAIN,
            )
            for number, each in enumerate(lessons, 1)
        )
        about, practice = Text(self._practice_about(lessons[0])), self._practice(lessons[0])
        end = () if due else (about, Row((practice,)))
        noted = (Text(note),) if note else ()
        listed = Text("\n".join([title, *lines]))
        return PrivatePanel((*noted, listed, *rows(choices), *end), Accent.LOBBY)

    def lesson(self, lessons: Sequence[Lesson], here: Standing, *, note: str = "") -> PrivatePanel:
        """Where a learner stands in a lesson; `note` answers what was just pressed."""
        texts, lesson = self._texts, here.lesson
        number = lessons.index(lesson) + 1
        head = texts(
            "learn.head",
            number=number,
            count=len(lessons),
            title=lesson.title,
            dots=_dots(len(here.way), len(lesson.steps)),
        )
        said = [here.said] if here.said else []
        if here.step is None:
            last = lesson is lessons[-1]
            after = [self._practice_about(lesson)] if last else []
            words = [head, *said, texts("learn.done"), *after]
            return PrivatePanel(
                (Text("\n".join(words)), *rows(self._onward(lessons, lesson))), Accent.LOBBY
            )
        # Next to the cards, where the eye is.
        answered = [texts("learn.wrong", note=note)] if note else []
        words = [head, *said, here.step.say.strip(), *answered]
        return PrivatePanel(
            (Text("\n".join(words)), Divider(), *self._hand(here), Row((self._all(lesson),))),
            Accent.YOURS,
        )

    def _hand(self, here: Standing) -> tuple[Block, ...]:
        """The learner's hand as a real table shows it; here every card may be tried."""
        drawn = self._renderers[here.lesson.game.key].hand(_table(self._texts, here), None)
        return tuple(
            Row(tuple(_tried(each, here) for each in block.choices))
            if isinstance(block, Row)
            else block
            for block in drawn
        )

    def _onward(self, lessons: Sequence[Lesson], lesson: Lesson) -> tuple[Choice, ...]:
        """What may come after a lesson: the next one, or a first real hand; once more, or all."""
        following = lessons[lessons.index(lesson) + 1 :]
        first = (
            Choice(_id(following[0], "", "go"), self._texts("learn.next"), Style.GO)
            if following
            else self._practice(lesson)
        )
        again = Choice(_id(lesson, "", "go"), self._texts("learn.again"))
        return first, again, self._all(lesson)

    def _practice_about(self, lesson: Lesson) -> str:
        """Where a practice match is played, and with how many AI players."""
        usual = next(iter(lesson.game.presets.values()))
        rivals = count_of(lesson.game.sides(usual)) - 1
        return self._texts.counted("learn.practice_about", rivals)

    def _practice(self, lesson: Lesson) -> Choice:
        return Choice(
            press.lesson_id(LessonPress(lesson.game.key, "", "", press.PRACTICE)),
            self._texts("learn.practice"),
            Style.GO,
        )

    def _all(self, lesson: Lesson) -> Choice:
        return Choice(press.course_id(lesson.game.key), self._texts("learn.all"))


def _id(lesson: Lesson, way: str, code: str) -> str:
    return press.lesson_id(LessonPress(lesson.game.key, lesson.key, way, code))


def _tried(choice: Choice, here: Standing) -> Choice:
    """A card, or another answer, as it stands in a lesson: lit up if it is hinted at."""
    pressed = press.parse(choice.id)
    assert isinstance(pressed, TablePress)
    assert here.step is not None
    hinted = here.step.hint and pressed.code == here.step.accept[0]
    return replace(
        choice,
        id=_id(here.lesson, here.way, pressed.code),
        style=Style.GO if hinted else choice.style,
        enabled=True,
    )


def _dots(done: int, steps: int) -> str:
    return _DONE * done + (_HERE + _TO_COME * (steps - done - 1) if done < steps else "")


def _table(texts: Texts, here: Standing) -> TableView:
    """The position as a table at which the learner sits with the rivals of the lesson."""
    lesson = here.lesson
    names = (texts("learn.you"), *lesson.rivals)
    return TableView(
        id="lesson",
        game=lesson.game.key,
        preset=lesson.preset,
        rules=lesson.game.presets[lesson.preset],
        status=Status.PLAYING,
        rev=1,
        host=0,
        guild=0,
        channel=0,
        clock=0,
        holders=tuple(_holder(seat, name) for seat, name in enumerate(names)),
        pause=0,
        seat=LEARNER,
        ask=1,
        view=here.view,
        deal=1,
    )


def _holder(seat: int, name: str) -> SeatHolder:
    return SeatHolder(
        seat=seat,
        name=name,
        user=seat + 1,
        level=None,
        away=False,
        ready=False,
        misses=0,
        asked_at=None,
        due_at=None,
        left=False,
        reserved=False,
    )
