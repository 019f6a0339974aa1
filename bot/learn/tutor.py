"""Walking through a lesson: where a learner stands, and what an answer leads to.

A learner's way through a lesson is a string of digits: for each step that is done, which of the
accepted answers was given. With it a lesson can go on from any button, whatever happened since.
"""

from dataclasses import dataclass, field
from typing import Any

from bot.engine.contract import CHANCE
from bot.engine.seats import Seat
from bot.learn.lesson import ANY, Lesson, Step

LEARNER: Seat = 0
"""Where the learner sits."""


class LostTheWay(Exception):
    """The way does not belong to this lesson: it is from another version of it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands: the step that is asked, None at the end, and the learner's view.

    `said` is what the step before ended with, empty at the beginning.
    """

    lesson: Lesson
    way: str
    step: Step | None
    said: str
    view: Any = field(repr=False)


def standing(lesson: Lesson, way: str) -> Standing:
    """Where this way leads. Raises LostTheWay."""
    if len(way) > len(lesson.steps):
        raise LostTheWay
    state, said = lesson.state, ""
    for step, taken in zip(lesson.steps, way, strict=False):
        if not taken.isdecimal() or int(taken) >= len(step.accept):
            raise LostTheWay
        for code in (step.accept[int(taken)], *step.follow):
            state = _act(lesson, state, code)
        said = step.then
    step_due = lesson.steps[len(way)] if len(way) < len(lesson.steps) else None
    return Standing(lesson, way, step_due, said, lesson.game.view(state, LEARNER))


def answer(lesson: Lesson, way: str, code: str) -> tuple[Standing, str]:
    """Where an answer leads, and what is said to it: nothing if it is right.

    A wrong answer leads nowhere. Raises LostTheWay.
    """
    here = standing(lesson, way)
    if here.step is None:
        return here, ""
    if code in here.step.accept:
        return standing(lesson, f"{way}{here.step.accept.index(code)}"), ""
    wrong = here.step.wrong
    return here, wrong.get(code) or wrong.get(ANY) or here.step.say


def _act(lesson: Lesson, state: Any, code: str) -> Any:
    """The state after the legal action of that code by whoever is asked. Raises LostTheWay."""
    game = lesson.game
    asked = game.to_act(state)
    for seat in () if asked is CHANCE else asked:
        for action in game.legal(state, seat):
            if game.code(action) == code:
                return game.apply(state, seat, action)[0]
    raise LostTheWay
