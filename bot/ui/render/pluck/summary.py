"""A scored deal: what it brought each side, what is owed next, and how it went trick by trick."""

from collections.abc import Iterator

from bot.engine.pluck.variants import Boston
from bot.engine.pluck.view import PluckView
from bot.engine.seats import Seat
from bot.ui.panel import Block, Text
from bot.ui.render.pluck.board import title
from bot.ui.render.pluck.scene import Scene


def summary(scene: Scene) -> tuple[Block, ...]:
    """A scored deal for everybody; after the last one the places come first."""
    if not scene.scored:
        return (Text(title(scene)),)
    played = (*scene.claimed(), *scene.last_trick())
    return scene.outcome([*_boston(scene), *_sides(scene), *played, *_next(scene)])


def own_result(scene: Scene, seat: Seat) -> str:
    """What a scored deal brought the side of a seat, on one line."""
    side = scene.side_of(seat)
    return scene.texts(
        "hand.scored",
        deal=scene.view.deal,
        quota=scene.bar(side),
        gained=_gained(scene, side),
    )


def last_deal(scene: Scene) -> tuple[Block, ...]:
    """A scored deal in full: every pluck and every trick with its cards."""
    texts, view = scene.texts, scene.view
    if not scene.scored or view.dealer is None or view.caller is None or view.trump is None:
        return (Text(texts("last_deal.none")),)
    head = texts(
        "last_deal.head",
        dealer=scene.names(view.dealer),
        caller=scene.names(view.caller),
        suit=scene.suit(view.trump),
    )
    lines = [texts("last_deal.title", deal=view.deal), head]
    if view.plucks:
        lines += ["", texts("last_deal.plucks"), *_plucks(scene)]
    lines += ["", texts("last_deal.books"), *scene.trick_by_trick(), *scene.claimed()]
    return (Text("\n".join(lines)),)


def _boston(scene: Scene) -> list[str]:
    side = scene.boston()
    if side is None:
        return []
    key = {
        Boston.ANNOUNCE: "summary.boston",
        Boston.DOUBLE: "summary.boston_double",
        Boston.WIN: "summary.boston_win",
    }[scene.view.rules.boston]
    return [scene.texts(key, name=scene.side(side))]


def _sides(scene: Scene) -> Iterator[str]:
    for side, score in enumerate(scene.view.score):
        yield scene.texts(
            "summary.side",
            name=scene.side(side),
            role=scene.role(side),
            quota=scene.bar(side),
            gained=_gained(scene, side),
            score=score,
        )


def _gained(scene: Scene, side: int) -> str:
    points = scene.gained(side)
    if not points:
        return scene.texts("summary.gained_none")
    return scene.texts.counted("summary.gained", points)


def _next(scene: Scene) -> list[str]:
    """The plucks of the next deal, if there is one."""
    if scene.view.winners is not None:
        return []
    plucks = [
        _owed(scene, side, balance)
        for side, balance in sorted(enumerate(scene.view.balance), key=lambda pair: -pair[1])
        if balance
    ]
    if not plucks:
        return ["", scene.texts("summary.next_none")]
    return ["", scene.texts("summary.next", plucks=", ".join(plucks))]


def _owed(scene: Scene, side: int, balance: int) -> str:
    """How many plucks a side makes or suffers in the next deal."""
    team = "_team" if len(scene.view.sides[side]) > 1 else ""
    if balance > 0:
        return scene.texts.counted(f"summary.makes{team}", balance, name=scene.side(side))
    return scene.texts(f"summary.suffers{team}", name=scene.side(side), count=-balance)


def _plucks(scene: Scene) -> Iterator[str]:
    """The plucks with their cards, those of one seat from another on one line."""
    pairs = dict.fromkeys((pluck.plucker, pluck.target) for pluck in scene.view.plucks)
    for plucker, target in pairs:
        cards = [
            _exchange(scene, pluck)
            for pluck in scene.view.plucks
            if (pluck.plucker, pluck.target) == (plucker, target)
        ]
        yield scene.texts(
            "last_deal.pluck",
            plucker=scene.names(plucker),
            target=scene.names(target),
            cards=", ".join(cards),
        )


def _exchange(scene: Scene, pluck: PluckView) -> str:
    assert pluck.given is not None
    assert pluck.returned is not None
    given, returned = scene.card(pluck.given), scene.card(pluck.returned)
    return scene.texts("last_deal.exchange", given=given, returned=returned)
