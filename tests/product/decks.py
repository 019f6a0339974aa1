"""Decks of Pinochle as they are stacked for `dealt_bot`."""

import json
from collections.abc import Sequence

from tests.product.place import Place

PACK = [rank + suit for suit in "CDHS" for rank in "ATKQJ9" for _ in range(2)]
ALICE = ["AS", "AS", "9H", "KH", "QH", "QS", "JD", "KC", "QC", "TC", "9C", "9D"]
BOB = ["JS", "JS", "9S", "9S", "TD", "TD", "KD", "JC", "JC", "9D", "9C", "AD"]
TURN_UP = "AH"


def stacked() -> list[list[str]]:
    """The draw that Bob wins, and a deal in which Alice may lay nearly all there is."""
    dealt = []
    for first in range(0, 12, 3):  # three at a time, and Bob deals
        dealt += ALICE[first : first + 3] + BOB[first : first + 3]
    return [filled("9C", "AD"), filled(*dealt, TURN_UP)]


def prepare(place: Place, decks: Sequence[Sequence[str]]) -> None:
    """Let the bot shuffle the pack into these orders next, and then as it likes."""
    place.db.with_name("decks.json").write_text(json.dumps(decks))


def filled(*cards: str) -> list[str]:
    """A whole pack in which these cards come first."""
    rest = list(PACK)
    for card in cards:
        rest.remove(card)
    return [*cards, *rest]
