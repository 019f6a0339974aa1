"""A running deal for everybody: who sits where, what lies there, whose turn it is."""

from collections import Counter

from bot.engine.pluck.variants import FirstDealer, Points
from bot.engine.seats import Seat
from bot.ui.panel import Block
from bot.ui.render.pluck.scene import Scene
from bot.ui.render.scene import parts


def board(scene: Scene, now: float) -> tuple[Block, ...]:
    """The board; the parts that tell nothing are left out."""
    notes = [*_plucks(scene), *_start(scene), *scene.absences()]
    return parts([*_heading(scene), *_sides(scene)], [*scene.tricks(), *_turn(scene, now)], notes)


def title(scene: Scene) -> str:
    """Which deal of which match this is."""
    view, texts = scene.view, scene.texts
    game = texts(f"game.{scene.table.game}")
    if isinstance(view.rules.match, Points):
        target = view.rules.match.target
        return texts("board.title_points", game=game, deal=view.deal, target=target)
    deals = view.rules.match.count * view.rules.seats
    return texts("board.title_rounds", game=game, deal=view.deal, deals=deals)


def _heading(scene: Scene) -> list[str]:
    view, texts = scene.view, scene.texts
    if view.dealer is None or view.caller is None:
        return [title(scene)]
    dealer, caller = scene.names(view.dealer), scene.names(view.caller)
    if view.rules.dealer_calls:
        calls = "board.dealer"
    else:
        calls = "board.dealer_calls" if dealer == caller else "board.dealer_and_caller"
    return [title(scene), f"{texts(calls, dealer=dealer, caller=caller)} · {scene.trump()}"]


def _sides(scene: Scene) -> list[str]:
    view, texts = scene.view, scene.texts
    lines = [""]
    for side, seats in enumerate(view.sides):
        who = scene.together(scene.names.full(seat, bold=True) for seat in seats)
        role = scene.role(side) if view.caller is not None else ""
        lines.append(texts("board.role", name=who, role=role) if role else who)
        score = view.score[side]
        lines.append(texts("board.side", bar=scene.fraction(side), score=score))
        if len(seats) > 1:
            lines.append(texts("board.members", members=_members(scene, seats)))
    if len(view.sides) < len(view.seats):
        order = " → ".join(scene.names(seat) for seat in range(len(view.seats)))
        lines.append(texts("board.order", order=order))
    return lines


def _members(scene: Scene, seats: tuple[Seat, ...]) -> str:
    """The books of each partner."""
    return " · ".join(
        scene.texts("board.count", name=scene.names(seat), count=scene.view.seats[seat].won)
        for seat in seats
    )


def _turn(scene: Scene, now: float) -> list[str]:
    """Whose turn it is, and for what."""
    view, asked = scene.view, scene.asked
    left = view.rights[scene.side_of(asked[0].seat)] if asked and view.rights else 0
    leads = view.trick is not None and not view.trick.plays
    return scene.turn("turn.lead" if leads else f"turn.{view.phase}", now, left=left)


def _plucks(scene: Scene) -> list[str]:
    view, texts = scene.view, scene.texts
    lines = []
    if any(view.rights) and view.phase in ("pluck", "trump"):
        owed, rights = scene.counts(view.owed), scene.counts(view.rights)
        lines.append(texts("board.rights", rights=rights, owed=owed))
    made = Counter((pluck.plucker, pluck.target) for pluck in view.plucks)
    if made:
        plucks = [
            texts(
                "board.pluck",
                plucker=scene.names(plucker),
                target=scene.names(target),
                count=count,
            )
            for (plucker, target), count in made.items()
        ]
        lines.append(texts("board.plucks", plucks=", ".join(plucks)))
    return lines


def _start(scene: Scene) -> list[str]:
    """How the first dealer was found, until the first trick is over."""
    view, texts = scene.view, scene.texts
    if view.deal > 1 or view.tricks or view.dealer is None:
        return []
    dealer = scene.names(view.dealer)
    if view.rules.first_dealer is FirstDealer.FIRST_JACK:
        return [texts("board.jack", dealer=dealer)]
    return scene.draw()
