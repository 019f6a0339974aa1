"""A scored deal: what was melded and taken, and how it went trick by trick."""

from bot.engine.seats import Seat
from bot.ui.panel import Block, Text
from bot.ui.render.pinochle.scene import Scene


def summary(scene: Scene) -> tuple[Block, ...]:
    """A scored deal for everybody; after the last one the places come first."""
    if not scene.scored:
        return (Text(scene.title()),)
    return scene.outcome([*_points(scene), *scene.claimed(), *scene.last_trick()])


def own_result(scene: Scene, seat: Seat) -> str:
    """What a scored deal brought a seat, on one line."""
    own = scene.view.seats[seat]
    return scene.texts(
        "pinochle.result",
        deal=scene.view.deal,
        melds=own.meld_points,
        tricks=own.trick_points,
        points=scene.view.points[seat],
    )


def last_deal(scene: Scene) -> tuple[Block, ...]:
    """A scored deal in full: every meld and every trick with its cards."""
    texts, view = scene.texts, scene.view
    if not scene.scored or view.dealer is None or view.trump is None:
        return (Text(texts("last_deal.none")),)
    head = texts("pinochle.head", dealer=scene.names(view.dealer), suit=scene.suit(view.trump))
    lines = [scene.say("last_deal.title", deal=view.deal), head, *_points(scene)]
    if view.melds:
        lines += ["", texts("pinochle.melds_title"), *map(scene.scored_line, view.melds)]
    lines += ["", scene.say("last_deal.books"), *scene.trick_by_trick(), *scene.claimed()]
    return (Text("\n".join(lines)),)


def _points(scene: Scene) -> list[str]:
    """What each seat has melded and taken."""
    return [
        scene.texts(
            "pinochle.side",
            name=scene.names(seat),
            melds=own.meld_points,
            tricks=own.trick_points,
            points=scene.view.points[seat],
            score=scene.view.score[seat],
        )
        for seat, own in enumerate(scene.view.seats)
    ]
