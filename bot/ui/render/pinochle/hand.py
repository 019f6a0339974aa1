"""One's own cards, held and melded apart, and what is asked of their holder."""

from collections import Counter
from itertools import groupby

from bot.engine.actions import Play
from bot.engine.cards import Card
from bot.engine.contract import Reason
from bot.engine.pinochle.actions import DRAW_ON, Dix, Meld, code
from bot.engine.pinochle.melds import shapes
from bot.engine.seats import Seat
from bot.ui import press
from bot.ui.panel import Block, Choice, Row, Style, Text, rows
from bot.ui.render.pinochle.scene import Scene
from bot.ui.render.pinochle.summary import own_result


def hand(scene: Scene) -> tuple[Block, ...]:
    """The viewer's cards, with the question that is open or whom the deal waits for."""
    seat = scene.view.seat
    assert seat is not None
    if scene.scored:
        result = (own_result(scene, seat), *scene.claimed())
        return (Text("\n".join([*scene.own_state(seat), *result, scene.go_on()])),)
    if scene.view.trump is None:
        return (Text(scene.texts("hand.dealing")),)
    asked = bool(scene.view.legal)
    heading = [*(_heading(scene, seat) if asked else _resting(scene)), *scene.own_state(seat)]
    if asked and scene.view.phase == "meld":
        return (Text("\n".join([*heading, *_in_words(scene, seat)])), *_melds(scene))
    return (
        Text("\n".join(heading)),
        *_cards(scene, seat),
        Text(_play(scene) if asked else scene.waiting()),
    )


def _heading(scene: Scene, seat: Seat) -> list[str]:
    """Where the viewer stands at the moment of their turn."""
    view, texts = scene.view, scene.texts
    lines = [
        texts("hand.title"),
        _capital(f"{scene.trump()} · {scene.stock()}"),
        scene.standing(seat),
        *(scene.other(each) for each in range(len(view.seats)) if each != seat),
        *scene.last_trick(),
        *_drawn(scene),
    ]
    if view.trick is not None and view.trick.plays:
        lines.append(scene.say("hand.book", plays=scene.plays(view.trick)))
    return lines


def _resting(scene: Scene) -> list[str]:
    """The same while the other plays: only what stays true without being drawn anew."""
    assert scene.view.trump is not None
    trump = scene.texts("board.trump_named", suit=scene.suit(scene.view.trump))
    return [scene.texts("hand.title"), _capital(trump), *_drawn(scene)]


def _drawn(scene: Scene) -> list[str]:
    """Which card has come, until the viewer plays again."""
    card = scene.view.drawn
    return [] if card is None else [scene.texts("pinochle.drew", card=scene.card(card))]


def _cards(scene: Scene, seat: Seat) -> tuple[Block, ...]:
    """The cards as buttons, those in the hand and those on the table apart."""
    counts: Counter[Card] = Counter()
    laid = tuple(each.card for each in scene.view.seats[seat].laid)
    held = _buttons(scene, scene.view.hand, counts)
    if not laid:
        return held
    table = rows(tuple(_button(scene, card, counts) for card in laid))
    return (*held, Text(scene.texts("pinochle.on_table")), *table)


def _buttons(scene: Scene, cards: tuple[Card, ...], counts: Counter[Card]) -> tuple[Row, ...]:
    """Suit by suit; equal cards are told apart by how many came before."""
    return tuple(
        row
        for _, suit in groupby(cards, key=lambda card: card.suit)
        for row in rows(tuple(_button(scene, card, counts) for card in suit))
    )


def _button(scene: Scene, card: Card, counts: Counter[Card]) -> Choice:
    playable = Play(card) in scene.view.legal
    copy = counts[card]
    counts[card] += 1
    table = scene.table
    return Choice(
        press.table_id(table.id, table.ask, code(Play(card)), copy),
        scene.card(card),
        Style.MAIN if playable else Style.PLAIN,
        enabled=playable,
    )


def _play(scene: Scene) -> str:
    """That it is the viewer's turn, and why some cards are dimmed."""
    view, texts = scene.view, scene.texts
    given = {reason for _, reason in view.barred}
    why = " ".join(texts(f"reason.{each.name}") for each in Reason if each in given)
    if view.trick is not None and not view.trick.plays:
        return texts("hand.your_turn", why=texts("hand.lead"))
    if not view.playing_off:
        return texts("hand.your_turn", why=texts("pinochle.free"))
    return texts("hand.your_turn", why=why or texts("pinochle.any"))


def _in_words(scene: Scene, seat: Seat) -> list[str]:
    """The cards as text, where they are no answer to what is asked."""
    suits = [tuple(cards) for _, cards in groupby(scene.view.hand, key=lambda card: card.suit)]
    held = scene.texts("pinochle.held", cards=" · ".join(map(scene.cards, suits)))
    laid = scene.laid(seat)
    ask = "pinochle.meld_ask" if len(scene.view.legal) > 1 else "pinochle.meld_none"
    return [held, *([laid] if laid else []), scene.texts(ask)]


def _melds(scene: Scene) -> tuple[Row, ...]:
    """What may be laid now, each with its points, and the way on without, apart from them."""
    view, table = scene.view, scene.table
    assert view.trump is not None
    known = {Meld(each.cards): each for each in shapes(view.trump, view.rules.double_pinochle)}
    choices = []
    for action in view.legal:
        match action:
            case Dix(exchange):
                label = _dix(scene, exchange)
            case Meld() if action in known:
                label = scene.offer(known[action])
            case _:
                continue
        choices.append(Choice(press.table_id(table.id, table.ask, code(action)), label, Style.MAIN))
    # What cannot be taken back must not look like the thing to do while there is something to lay.
    style = Style.PLAIN if choices else Style.GO
    on = press.table_id(table.id, table.ask, code(DRAW_ON))
    return (*rows(tuple(choices)), Row((Choice(on, scene.texts("pinochle.draw_on"), style),)))


def _dix(scene: Scene, exchange: bool) -> str:
    """What a nine of trump may do, as it stands on a button."""
    view, nine = scene.view, scene.card(Card(f"9{scene.view.trump}"))
    if exchange and view.up_card is not None:
        return scene.texts("pinochle.exchange", card=nine, turned=scene.card(view.up_card))
    return scene.texts("pinochle.show", card=nine)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
