"""A table before its first deal: who sits there, and by which rules they will play."""

from bot.table.model import SeatHolder, TableView
from bot.ui.panel import Block, Divider, Text
from bot.ui.render.holders import Names
from bot.ui.texts import Texts, safe_name


def lobby(texts: Texts, table: TableView, rules: tuple[str, ...]) -> tuple[Block, ...]:
    """The lobby for everybody; its buttons come apart."""
    heading = (
        texts("lobby.title", game=texts(f"game.{table.game}")),
        _rules_named(texts, table),
        _clock(texts, table.clock),
        *(() if table.options.hints else (texts("lobby.no_hints"),)),
        *rules,
    )
    seats = [*_roster(texts, table), "", _wanted(texts, table)]
    return (Text("\n".join(heading)), Divider(), Text("\n".join(seats)))


def lobby_hand(texts: Texts, table: TableView, own: SeatHolder) -> tuple[Block, ...]:
    """What the holder of a seat is told while there is no hand yet."""
    if not own.ready:
        return (Text(texts("lobby.hand_asked")),)
    key = "lobby.hand_host" if own.user == table.host else "lobby.hand"
    return (Text(texts(key, number=own.seat + 1)),)


def _roster(texts: Texts, table: TableView) -> list[str]:
    names = Names(texts, table)
    lines = {}
    for holder in table.holders:
        name = names.in_lobby(holder.seat)
        if holder.user == table.host:
            name = texts("lobby.host", name=name)
        if holder.user is not None and not holder.ready:
            name = texts("lobby.asked_again", name=name)
        lines[holder.seat] = texts("lobby.seat", number=holder.seat + 1, name=name)
    if not table.partners:
        return list(lines.values())
    return [
        line
        for number, side in enumerate(table.sides, 1)
        for line in (texts("lobby.side", number=number), *(lines[seat] for seat in side))
    ]


def _rules_named(texts: Texts, table: TableView) -> str:
    """By which rules they will play: a preset, or house rules that were saved under a name."""
    if table.options.set_name:
        name = safe_name(table.options.set_name)
        return texts("lobby.set", name=name, preset=table.preset)
    return texts("lobby.preset", preset=table.preset)


def _wanted(texts: Texts, table: TableView) -> str:
    names = Names(texts, table)
    asked = [names(each.seat) for each in table.holders if each.user and not each.ready]
    if asked:
        return texts("lobby.agree", names=texts.listed(asked))
    kept = [safe_name(each.name) for each in table.holders if each.empty and each.reserved]
    if kept:
        return texts.counted("lobby.again", len(kept), names=texts.listed(kept))
    free = sum(holder.empty for holder in table.holders)
    if free:
        return texts.counted("lobby.waiting" if table.options.strangers else "lobby.kept", free)
    host = next((holder.seat for holder in table.holders if holder.user == table.host), 0)
    return texts("lobby.full", host=names(host))


def _clock(texts: Texts, seconds: float) -> str:
    """How long a turn may take, in the largest unit in which it is a whole number."""
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= length and seconds % length == 0:
            return texts.counted(f"lobby.clock_{unit}", round(seconds / length))
    return texts.counted("lobby.clock", max(1, round(seconds)))
