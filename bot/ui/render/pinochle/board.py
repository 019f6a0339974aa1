"""A running deal for everybody: the stock, what is melded, the trick, whose turn it is."""

from bot.ui.panel import Block
from bot.ui.render.pinochle.scene import Scene
from bot.ui.render.scene import parts

_MELDS_SHOWN = 3
"""So many of the latest melds are told in words; all of them are counted."""


def board(scene: Scene, now: float) -> tuple[Block, ...]:
    """The board; the parts that tell nothing are left out."""
    return parts(
        [*_heading(scene), *_sides(scene)],
        [*scene.tricks(), *_turn(scene, now)],
        [*_melds(scene), *_shown(scene), *_start(scene), *scene.absences()],
    )


def _heading(scene: Scene) -> list[str]:
    view, texts = scene.view, scene.texts
    if view.dealer is None or view.trump is None:
        return [scene.title()]
    dealer = texts("board.dealer", dealer=scene.names(view.dealer))
    return [scene.title(), f"{dealer} · {scene.trump()}", scene.stock()]


def _sides(scene: Scene) -> list[str]:
    lines = [""]
    for seat in range(len(scene.view.seats)):
        lines += [scene.names.full(seat, bold=True), scene.standing(seat)]
        if laid := scene.laid(seat):
            lines.append(laid)
    return lines


def _turn(scene: Scene, now: float) -> list[str]:
    view = scene.view
    leads = view.phase == "play" and view.trick is not None and not view.trick.plays
    return scene.turn("turn.lead" if leads else f"turn.{view.phase}", now)


def _melds(scene: Scene) -> list[str]:
    """The latest melds in words."""
    latest = scene.view.melds[-_MELDS_SHOWN:]
    if not latest:
        return []
    said = ". ".join(scene.scored_line(each) for each in latest)
    return [scene.texts("pinochle.melds", melds=said)]


def _shown(scene: Scene) -> list[str]:
    """Who drew the last card of the stock, which everybody sees."""
    if scene.view.shown is None:
        return []
    seat, card = scene.view.shown
    return [scene.texts("pinochle.shown", name=scene.names(seat), card=scene.card(card))]


def _start(scene: Scene) -> list[str]:
    """How the first dealer was found, until the first trick is over."""
    return scene.draw() if scene.view.deal == 1 and not scene.view.tricks else []
