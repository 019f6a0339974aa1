"""What the coach says, in words: a hint, and how the choices of a deal have turned out."""

from collections.abc import Iterator

from bot.engine.cards import Card, Suit
from bot.players.advice import Advice, Appraisal, Fact, Saying
from bot.table.coaching import Review
from bot.table.model import TableView
from bot.ui.panel import Block, Text
from bot.ui.render.scene import Scene
from bot.ui.texts import Texts

TRIFLE = 0.15
"""How many tricks are too few to speak of."""
WORST = 3
"""Of how many plays is told that others were better."""


def hint(texts: Texts, table: TableView, advice: Advice) -> str:
    """What to do and why, in a sentence, for the viewer of the table."""
    return texts("coach.hint", advice=_said(Scene(texts, table), advice.why))


def review(texts: Texts, review: Review) -> tuple[Block, ...]:
    """The call and the plucks that could have been better, and the plays that cost most."""
    scene = Scene(texts, review.table)
    found = review.appraisals
    lines = [texts("coach.title", deal=review.table.deal)]
    if not review.choices:
        return (Text("\n".join([*lines, texts("coach.none")])),)
    costly = [*_mistakes(found)]
    lines += [_line(scene, each) for each in costly] or [texts("coach.fine")]
    key = "coach.looked" if len(found) == review.choices else "coach.looked_in_part"
    lines.append(texts.counted(key, len(found), choices=review.choices))
    return (Text("\n".join(lines)),)


def _mistakes(found: tuple[Appraisal, ...]) -> Iterator[Appraisal]:
    """What is worth telling, in the order in which it happened."""
    costly = [each for each in found if each.cost >= TRIFLE]
    plays = [each for each in costly if each.trick is not None]
    worst = sorted(plays, key=lambda each: -each.cost)[:WORST]
    return (each for each in costly if each.trick is None or each in worst)


def _line(scene: Scene, found: Appraisal) -> str:
    """What was done, what was better, and by how much."""
    return scene.texts(
        f"advice.{scene.table.game}.line_{found.taken.key}",
        number=found.trick,
        taken=_said(scene, found.taken),
        better=_said(scene, found.better),
        cost=f"{found.cost:.1f}",
    )


def _said(scene: Scene, saying: Saying) -> str:
    facts = {name: _word(scene, fact) for name, fact in saying.facts}
    return scene.texts(f"advice.{scene.table.game}.{saying.key}", **facts)


def _word(scene: Scene, fact: Fact) -> str:
    match fact:
        case Card():
            return scene.card(fact)
        case Suit():
            return scene.suit_word(fact)
        case seat:
            return scene.names(seat)
