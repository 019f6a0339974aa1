"""What a press in a lesson leads to."""

from bot.learn.lesson import Lesson, Lessons
from bot.learn.tutor import LostTheWay, answer, standing
from bot.table.progress import Progress
from bot.ui.panel import PrivatePanel
from bot.ui.press import LessonPress
from bot.ui.render.lesson import LessonPanels
from bot.ui.texts import Texts


class Classroom:
    """Leads people through the lessons. Every answer is for the learner only."""

    def __init__(
        self, lessons: Lessons, progress: Progress, panels: LessonPanels, texts: Texts
    ) -> None:
        """Teach these lessons, and remember there who has been through which."""
        self._lessons = lessons
        self._progress = progress
        self._panels = panels
        self._texts = texts

    async def course(self, game: str, user: int, *, note: str = "") -> PrivatePanel:
        """The lessons of a game, and which of them the person has been through."""
        done = await self._progress.done(user, game)
        return self._panels.course(self._lessons[game], done, note=note)

    async def answer(self, pressed: LessonPress, user: int) -> PrivatePanel:
        """Where an answer in a lesson leads; a button of an older lesson leads to the course."""
        lesson = self._lesson(pressed)
        if lesson is None:
            known = pressed.game if pressed.game in self._lessons else next(iter(self._lessons))
            note = self._texts("learn.changed") if pressed.lesson else ""
            return await self.course(known, user, note=note)
        try:
            if pressed.code == "go":
                here, note = standing(lesson, pressed.way), ""
            else:
                here, note = answer(lesson, pressed.way, pressed.code)
        except LostTheWay:
            return await self.course(pressed.game, user, note=self._texts("learn.changed"))
        if here.step is None:
            await self._progress.finish(user, pressed.game, lesson.key)
        return self._panels.lesson(self._lessons[pressed.game], here, note=note)

    def _lesson(self, pressed: LessonPress) -> Lesson | None:
        lessons = self._lessons.get(pressed.game, ())
        return next((each for each in lessons if each.key == pressed.lesson), None)
