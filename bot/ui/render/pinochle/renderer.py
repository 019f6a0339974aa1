"""Pinochle's renderer: the functions of this folder under the names of the contract."""

from collections.abc import Hashable

from bot.engine.pinochle.variants import Rules
from bot.table.model import TableView
from bot.ui.panel import Block
from bot.ui.render.pinochle import board, hand, summary, variant
from bot.ui.render.pinochle.scene import Scene
from bot.ui.texts import Texts


class PinochleRenderer:
    """Draws Pinochle; see `bot.ui.render.contract.Renderer` for what each member promises."""

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
        return hand.hand(Scene(self._texts, table))

    def is_step(self, code: str) -> bool:
        """No question has several steps here."""
        return False

    def occasion(self, table: TableView) -> Hashable:
        """New when the cards of the hand change but by playing one's own."""
        view = Scene(self._texts, table).view
        return view.deal, view.phase == "deal", view.hand, view.playing_off
