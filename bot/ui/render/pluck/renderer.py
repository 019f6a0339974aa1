"""Pluck's renderer: the functions of this folder under the names of the contract."""

from collections.abc import Hashable

from bot.engine.pluck.variants import Rules
from bot.table.model import TableView
from bot.ui.panel import Block
from bot.ui.render.pluck import board, hand, question, summary, variant
from bot.ui.render.pluck.scene import Scene
from bot.ui.texts import Texts


class PluckRenderer:
    """Draws Pluck; see `bot.ui.render.contract.Renderer` for what each member promises."""

    def __init__(self, texts: Texts) -> None:
        """Speak in these texts."""
        self._texts = texts

    def rules(self, preset: str, rules: Rules) -> tuple[str, ...]:
        """The rules, a line each, those marked in which they differ from the preset."""
        return variant.rules_lines(self._texts, preset, rules)

    def board(self, table: TableView, now: float) -> tuple[Block, ...]:
        """A running deal for everybody."""
        return board.board(Scene(self._texts, table), now)

    def summary(self, table: TableView) -> tuple[Block, ...]:
        """A scored deal for everybody."""
        return summary.summary(Scene(self._texts, table))

    def last_deal(self, table: TableView) -> tuple[Block, ...]:
        """A scored deal, trick by trick."""
        return summary.last_deal(Scene(self._texts, table))

    def hand(self, table: TableView, step: str | None) -> tuple[Block, ...]:
        """The viewer's cards and what is asked of them."""
        return hand.hand(Scene(self._texts, table), step)

    def is_step(self, code: str) -> bool:
        """Whether a code only leads to the next step of a pluck."""
        return question.is_step(code)

    def occasion(self, table: TableView) -> Hashable:
        """New when cards came or went but by playing, or trump was named."""
        view = Scene(self._texts, table).view
        own = tuple(pluck for pluck in view.plucks if view.seat in (pluck.plucker, pluck.target))
        return view.deal, view.phase, view.trump, own
