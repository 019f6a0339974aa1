"""A running deal for everybody: who sits where, what lies there, whose turn it is."""

from collections import Counter

from bot.engine.pluck.variants import FirstDealer, Points
from bot.engine.seats import Seat
from bot.table.model import SeatHolder, Status
from bot.ui.panel import Block, Divider, Text
from bot.ui.render.holders import is_hurried, is_present, moment
from bot.ui.render.pluck.scene import Scene


def board(scene: Scene, now: float) -> tuple[Block, ...]:
    """The board; the parts that tell nothing are left out."""
    parts = ([*_heading(scene), *_sides(scene)], [*_tricks(scene), *_turn(scene, now)])
    notes = [*_plucks(scene), *_start(scene), *_absences(scene)]
    blocks: list[Block] = []
    for lines in (*parts, notes):
        if lines:
            blocks += (Divider(), Text("\n".join(lines)))
    return tuple(blocks[1:])


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


def _tricks(scene: Scene) -> list[str]:
    view, texts = scene.view, scene.texts
    lines = []
    number = len(view.tricks) + 1
    if view.trick is not None and view.trick.plays:
        lines.append(texts("board.book", number=number, plays=scene.plays(view.trick)))
    return [*lines, *scene.last_trick()]


def _turn(scene: Scene, now: float) -> list[str]:
    """Whose turn it is, and until when if that is a person who is there."""
    asked = scene.asked
    if not asked or scene.table.status is Status.PAUSED:
        return []
    who = scene.texts.listed([scene.names(each.seat) for each in asked], "list.either")
    side = scene.side_of(asked[0].seat)
    left = scene.view.rights[side] if scene.view.rights else 0
    leads = scene.view.trick is not None and not scene.view.trick.plays
    key = "turn.lead" if leads else f"turn.{scene.view.phase}"
    turn = scene.texts(key, names=who, left=left)
    timed = [each for each in asked if is_present(each) and each.due_at is not None]
    if not timed:
        return [scene.texts("turn.open", turn=turn)]
    first = min(timed, key=_due)
    key = "turn.hurry" if is_hurried(first, now) else "turn.until"
    return [scene.texts(key, turn=turn, until=moment(_due(first)))]


def _due(holder: SeatHolder) -> float:
    assert holder.due_at is not None
    return holder.due_at


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
    """How the first dealer was found, as long as the first deal lasts."""
    view, texts = scene.view, scene.texts
    if view.deal > 1 or view.dealer is None:
        return []
    dealer = scene.names(view.dealer)
    if view.rules.first_dealer is FirstDealer.FIRST_JACK:
        return [texts("board.jack", dealer=dealer)]
    if not view.draw:
        return []
    return [texts("board.draw", rounds=_draw(scene), dealer=dealer)]


def _draw(scene: Scene) -> str:
    """Who drew what; a seat that comes again begins another round."""
    rounds: list[list[str]] = []
    drawn: set[Seat] = set()
    for seat, card in scene.view.draw:
        if not rounds or seat in drawn:
            rounds.append([])
            drawn = set()
        drawn.add(seat)
        play = scene.texts("board.play", name=scene.names(seat), card=scene.card(card))
        rounds[-1].append(play)
    text = ", ".join(rounds[0])
    for again in rounds[1:]:
        text = scene.texts("board.draw_again", before=text, round=", ".join(again))
    return text


def _absences(scene: Scene) -> list[str]:
    """Who is late, away, or has left, and who plays instead."""
    texts, names = scene.texts, scene.names
    lines = []
    for holder in scene.table.holders:
        name = names(holder.seat)
        if holder.left:
            absent = names.absent(holder.seat)
            level = names.level(holder.seat)
            lines.append(texts("board.left", name=name, level=level, absent=absent))
        elif holder.away:
            if scene.table.status is not Status.PAUSED:
                lines.append(texts("board.away", name=name))
        elif holder.misses:
            lines.append(texts("board.late", name=name))
    return lines
