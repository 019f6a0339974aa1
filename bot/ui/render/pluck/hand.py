"""One's own hand: the cards as buttons, and what is asked of their holder."""

from itertools import groupby

from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.pluck.view import PluckView
from bot.engine.seats import Seat
from bot.engine.trick import belongs_to
from bot.ui import press
from bot.ui.panel import Block, Choice, Row, Style, Text, rows
from bot.ui.render.pluck.question import Question, question
from bot.ui.render.pluck.scene import Scene
from bot.ui.render.pluck.summary import own_result


def hand(scene: Scene, step: str | None) -> tuple[Block, ...]:
    """The viewer's hand, with the question that is open or whom the deal waits for."""
    seat = scene.view.seat
    assert seat is not None
    if scene.scored:
        result = (own_result(scene, seat), *scene.claimed())
        return (Text("\n".join([*scene.own_state(seat), *result, scene.go_on()])),)
    if scene.view.caller is None:
        return (Text(scene.texts("hand.dealing")),)
    asked = question(scene, seat, step)
    heading = _heading(scene, seat) if asked else _resting(scene, seat)
    heading += [*_exchanges(scene, seat), *scene.own_state(seat)]
    return (
        Text("\n".join(heading)),
        *_cards(scene, asked),
        Text(asked.text if asked else scene.waiting()),
        *(rows(asked.choices) if asked else ()),
    )


def _heading(scene: Scene, seat: Seat) -> list[str]:
    """Where the viewer stands at the moment of their turn."""
    view, texts = scene.view, scene.texts
    side = scene.side_of(seat)
    fraction = texts("hand.books", quota=scene.fraction(side), score=view.score[side])
    lines = [texts("hand.title"), _own(scene, seat, scene.trump()), fraction, _others(scene, side)]
    lines += scene.last_trick()
    if view.trick is not None and view.trick.plays:
        lines.append(texts("hand.book", plays=scene.plays(view.trick)))
    return lines


def _resting(scene: Scene, seat: Seat) -> list[str]:
    """The same while others play: only what stays true without being drawn anew."""
    side = scene.side_of(seat)
    need = scene.texts("hand.need", quota=scene.quota(side), score=scene.view.score[side])
    return [scene.texts("hand.title"), _own(scene, seat, scene.named_trump()), need]


def _own(scene: Scene, seat: Seat, trump: str) -> str:
    side = scene.side_of(seat)
    partners = [scene.names(each) for each in scene.view.sides[side] if each != seat]
    return scene.texts(
        "hand.own_team" if partners else "hand.own",
        role=scene.role(side),
        partner=scene.texts.listed(partners),
        trump=trump,
    )


def _others(scene: Scene, side: int) -> str:
    """How far the other sides are, since the board may be out of sight."""
    others = [
        scene.texts(
            "hand.other", name=scene.side(each), won=scene.won(each), quota=scene.quota(each)
        )
        for each in range(len(scene.view.sides))
        if each != side
    ]
    return scene.texts("hand.others", others=" · ".join(others))


def _exchanges(scene: Scene, seat: Seat) -> list[str]:
    """Which cards went and came in plucks, until the first trick is over."""
    if scene.view.tricks:
        return []
    return [
        _exchange(scene, pluck, seat)
        for pluck in scene.view.plucks
        if seat in (pluck.plucker, pluck.target)
    ]


def _exchange(scene: Scene, pluck: PluckView, seat: Seat) -> str:
    assert pluck.given is not None
    assert pluck.returned is not None
    gave = seat == pluck.plucker
    key = "hand.gave" if gave else "hand.suffered"
    return scene.texts(
        key + "_same" if pluck.given is pluck.returned else key,
        name=scene.names(pluck.target if gave else pluck.plucker),
        given=scene.card(pluck.given),
        returned=scene.card(pluck.returned),
    )


def _cards(scene: Scene, asked: Question | None) -> tuple[Row, ...]:
    """The cards as buttons, suit by suit; they answer the question if it asks for a card."""
    trump = scene.view.trump
    suits = groupby(scene.view.hand, key=lambda card: belongs_to(card, trump))
    return tuple(
        row
        for _, cards in suits
        for row in rows(tuple(_card(scene, card, asked) for card in cards))
    )


def _card(scene: Scene, card: Card, asked: Question | None) -> Choice:
    """A card that may be chosen now is enabled; any other is only shown."""
    code = asked.code(card) if asked else None
    table = scene.table
    return Choice(
        press.table_id(table.id, table.ask, code or _shown(card)),
        scene.card(card),
        Style.MAIN if code else Style.PLAIN,
        enabled=code is not None,
    )


def _shown(card: Card) -> str:
    """The id of a card that cannot be chosen: the press is refused like any illegal one."""
    return f"p.{Play(card).card}"
