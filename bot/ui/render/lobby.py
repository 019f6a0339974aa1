"""A table before its first deal: who sits there, and by which rules they will play."""

from bot.table.model import SeatHolder, TableView
from bot.ui.panel import Block, Divider, Text
from bot.ui.render.holders import Names
from bot.ui.texts import Texts


def lobby(texts: Texts, table: TableView, rules: tuple[str, ...]) -> tuple[Block, ...]:
    """The lobby for everybody; its buttons come apart."""
    heading = (
        texts("lobby.title", game=texts(f"game.{table.game}")),
        texts("lobby.preset", preset=table.preset),
        texts.counted("lobby.clock", max(1, round(table.clock))),
        *rules,
    )
    seats = [*_roster(texts, table), "", _wanted(texts, table)]
    return (Text("\n".join(heading)), Divider(), Text("\n".join(seats)))


def lobby_hand(texts: Texts, table: TableView, own: SeatHolder) -> tuple[Block, ...]:
    """What the holder of a seat is told while there is no hand yet."""
    key = "lobby.hand_host" if own.user == table.host else "lobby.hand"
    return (Text(texts(key, number=own.seat + 1)),)


def _roster(texts: Texts, table: TableView) -> list[str]:
    names = Names(texts, table)
    lines = []
    for holder in table.holders:
        name = names.in_lobby(holder.seat)
        if holder.user == table.host:
            name = texts("lobby.host", name=name)
        lines.append(texts("lobby.seat", number=holder.seat + 1, name=name))
    return lines


def _wanted(texts: Texts, table: TableView) -> str:
    free = sum(holder.empty for holder in table.holders)
    if free:
        return texts.counted("lobby.waiting", free)
    host = next((holder.seat for holder in table.holders if holder.user == table.host), 0)
    return texts("lobby.full", host=Names(texts, table)(host))
