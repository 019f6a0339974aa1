"""What a game's renderer is: the parts of a panel that differ from game to game."""

from collections.abc import Hashable
from typing import Any, Protocol

from bot.table.model import TableView
from bot.ui.panel import Block


class Renderer(Protocol):
    """Draws one game. Every table it is given carries the game's own view."""

    def rules(self, preset: str, rules: Any) -> tuple[str, ...]:
        """The rules, a line each, those marked in which they differ from the preset."""

    def board(self, table: TableView, now: float) -> tuple[Block, ...]:
        """A running deal for everybody: who, what lies there, whose turn it is until when."""

    def summary(self, table: TableView) -> tuple[Block, ...]:
        """A scored deal for everybody: what it brought each side, and what it leaves to be done."""

    def last_deal(self, table: TableView) -> tuple[Block, ...]:
        """A scored deal in full, trick by trick."""

    def hand(self, table: TableView, step: str | None) -> tuple[Block, ...]:
        """The viewer's own cards and what is asked of them; `step` is a question half answered."""

    def is_step(self, code: str) -> bool:
        """Whether a code only leads to the next step of a question, and changes nothing."""

    def occasion(self, table: TableView) -> Hashable:
        """Equal while the viewer's hand need not be drawn anew by itself."""
