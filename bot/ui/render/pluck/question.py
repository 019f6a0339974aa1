"""What a hand asks of its holder: a card to play, trump, or a pluck step by step.

A pluck is asked for in up to three steps, target, suit and card. A step that leaves only one
answer is skipped, so each step is nothing but the legal plucks that are left.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.engine.actions import Play
from bot.engine.cards import HAND_ORDER, Card, Suit
from bot.engine.contract import Reason
from bot.engine.pluck.actions import NameTrump, Pluck, code
from bot.engine.seats import Seat
from bot.engine.trick import belongs_to
from bot.ui import press
from bot.ui.panel import Choice, Style
from bot.ui.render.pluck.scene import Scene


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, the choices below the cards, and the code of each card that answers it."""

    text: str
    choices: tuple[Choice, ...] = ()
    codes: Mapping[Card, str] | None = None

    def code(self, card: Card) -> str | None:
        """The code that choosing this card sends; None if it is no answer."""
        return None if self.codes is None else self.codes.get(card)


def is_step(text: str) -> bool:
    """Whether a code only leads to the next step of a pluck."""
    return text.startswith(("k.to.", "k.suit."))


def question(scene: Scene, seat: Seat, step: str | None) -> Question | None:
    """The question to this seat, or the step of it that has been reached; None if not asked."""
    legal = scene.view.legal
    plays = [action for action in legal if isinstance(action, Play)]
    plucks = [action for action in legal if isinstance(action, Pluck)]
    calls = [action for action in legal if isinstance(action, NameTrump)]
    if plays:
        return Question(_why_play(scene), codes={each.card: code(each) for each in plays})
    if calls:
        return _trump(scene, calls)
    return _pluck(scene, seat, plucks, step) if plucks else None


def _why_play(scene: Scene) -> str:
    """That it is the viewer's turn, and why some cards are dimmed."""
    texts, view = scene.texts, scene.view
    assert view.trick is not None
    reasons = {reason for _, reason in view.barred}
    why = _sentences(scene, reasons)
    if not view.trick.plays:
        asked = texts("hand.lead_but", why=why) if why else texts("hand.lead")
        return texts("hand.your_turn", why=asked)
    led_suit = belongs_to(view.trick.plays[0][1], view.trump)
    assert led_suit is not None
    suit = scene.suit_word(led_suit)
    if any(belongs_to(card, view.trump) is led_suit for card in view.hand):
        return texts("hand.your_turn", why=texts("hand.follow", suit=suit))
    void = texts("hand.void_but", suit=suit, why=why) if why else texts("hand.void", suit=suit)
    return texts("hand.your_turn", why=void)


def _sentences(scene: Scene, reasons: Iterable[Reason]) -> str:
    given = set(reasons)
    return " ".join(scene.texts(f"reason.{each.name}") for each in Reason if each in given)


def _trump(scene: Scene, calls: list[NameTrump]) -> Question:
    jokers = any(card.is_joker for card in scene.view.hand)
    as_in_hand = sorted(calls, key=lambda call: HAND_ORDER.index(call.suit))
    choices = tuple(
        _choice(scene, code(call), scene.suit(call.suit), Style.MAIN) for call in as_in_hand
    )
    return Question(scene.texts("hand.trump_ask" if jokers else "hand.trump_ask_plain"), choices)


def _pluck(scene: Scene, seat: Seat, plucks: list[Pluck], step: str | None) -> Question:
    left = [pluck for pluck in plucks if _fits(pluck, step)] or plucks
    back = (_back(scene),) if len(left) < len(plucks) else ()
    targets = sorted({pluck.target for pluck in left})
    suits = [suit for suit in Suit if any(pluck.suit is suit for pluck in left)]
    if len(targets) > 1:
        return _whom(scene, seat, targets)
    target, plain = targets[0], scene.names(targets[0])
    count = _left(scene, seat)
    if len(suits) > 1:
        choices = tuple(
            _choice(scene, f"k.suit.{suit}.{target}", scene.suit(suit), Style.MAIN)
            for suit in suits
        )
        asked = scene.texts("hand.pluck_suit", name=plain, left=count)
        return Question(asked, (*choices, *back))
    if suits:
        suit = scene.suit_word(suits[0])
        asked = scene.texts("hand.pluck_mercy", name=plain, suit=suit, left=count)
    else:
        asked = scene.texts("hand.pluck_card", name=plain, left=count)
    why = _sentences(scene, (reason for _, reason in scene.view.barred))
    return Question(f"{asked} {why}".rstrip(), back, {each.card: code(each) for each in left})


def _fits(pluck: Pluck, step: str | None) -> bool:
    """Whether a pluck agrees with what has been chosen so far."""
    match (step or "").split("."):
        case ["k", "to", target]:
            return str(pluck.target) == target
        case ["k", "suit", suit, target]:
            return str(pluck.target) == target and pluck.suit == suit
        case _:
            return True


def _whom(scene: Scene, seat: Seat, targets: list[Seat]) -> Question:
    texts, view = scene.texts, scene.view
    choices = tuple(
        _choice(
            scene,
            f"k.to.{target}",
            texts(
                "hand.target",
                name=scene.names.plain(target),
                count=view.owed[scene.side_of(target)],
            ),
            Style.MAIN,
        )
        for target in targets
    )
    others = [scene.names(each) for each in view.asked if each != seat]
    key = "hand.pluck_whom_team" if others else "hand.pluck_whom"
    partner = texts.listed(others, "list.either")
    return Question(texts(key, left=_left(scene, seat), partner=partner), choices)


def _left(scene: Scene, seat: Seat) -> str:
    """How many plucks the seat's side may still make."""
    return scene.texts.counted("count.plucks", scene.view.rights[scene.side_of(seat)])


def _choice(scene: Scene, text: str, label: str, style: Style) -> Choice:
    return Choice(press.table_id(scene.table.id, scene.table.ask, text), label, style)


def _back(scene: Scene) -> Choice:
    """The way back to the first step: the hand as it is."""
    back = press.table_id(scene.table.id, 0, "hand", copy=1)
    return Choice(back, scene.texts("button.step_back"))
