"""A table of Pluck and the words to speak of it: cards, suits, sides, books."""

from collections.abc import Iterable, Sequence

from bot.engine.cards import Card, Suit
from bot.engine.pluck.variants import Boston
from bot.engine.pluck.view import TrickView, View
from bot.engine.seats import Seat
from bot.table.model import SeatHolder, TableView
from bot.ui.render.holders import Names
from bot.ui.texts import Texts

_FULL, _EMPTY = "▰", "▱"
_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


class Scene:
    """One table as its view shows it."""

    def __init__(self, texts: Texts, table: TableView) -> None:
        """Speak of this table; it has a view, so its match has begun."""
        self.texts = texts
        self.table = table
        self.view: View = table.view
        self.names = Names(texts, table)

    @property
    def scored(self) -> bool:
        """Whether the deal in view has been scored and no other dealt since."""
        return self.view.deal > 0 and self.view.phase in ("deal", "over")

    @property
    def asked(self) -> tuple[SeatHolder, ...]:
        """Whom the deal waits for."""
        return tuple(self.table.holders[seat] for seat in self.view.asked)

    def card(self, card: Card) -> str:
        """A card by name: `10♥`, `Big Joker`."""
        if card.suit is None:
            return self.texts(f"card.{card}")
        rank = "10" if card.rank == "T" else card.rank
        return rank + _SYMBOLS[card.suit]

    def suit(self, suit: Suit) -> str:
        """A suit with its sign, as a name: `♠ Spades`."""
        return self.texts(f"suit_label.{suit}")

    def suit_word(self, suit: Suit) -> str:
        """A suit within a sentence: `spades`."""
        return self.texts(f"suit.{suit}")

    def plays(self, trick: TrickView) -> str:
        """Who played what, in order; the best card so far stands out."""
        return " · ".join(
            self.texts(
                "board.play_ahead" if seat == trick.winner else "board.play",
                name=self.names(seat),
                card=self.card(card),
            )
            for seat, card in trick.plays
        )

    def side(self, side: int) -> str:
        """A side by the names of its seats."""
        return self.together(self.names(seat) for seat in self.view.sides[side])

    def together(self, names: Iterable[str]) -> str:
        """Several names as one side."""
        return " & ".join(names)

    def won(self, side: int) -> int:
        """The books of a side in this deal."""
        return sum(self.view.seats[seat].won for seat in self.view.sides[side])

    def quota(self, side: int) -> int:
        """The books a side is to win in this deal."""
        return self.view.seats[self.view.sides[side][0]].quota or 0

    def fraction(self, side: int) -> str:
        """A side's books against its quota as a small bar: `▰▰▱▱ 2/4`."""
        won, quota = self.won(side), self.quota(side)
        bar = _FULL * min(won, quota) + _EMPTY * (quota - won)
        text = self.texts("board.quota", bar=bar, won=won, quota=quota)
        if won <= quota:
            return text
        return self.texts("board.extra", quota=text, extra=won - quota)

    def role(self, side: int) -> str:
        """What a side is in this deal."""
        return self.texts(f"role.{self.view.seats[self.view.sides[side][0]].role}")

    def trump(self) -> str:
        """Trump, or that it is not named."""
        view = self.view
        if view.trump is None:
            return self.texts("board.trump_due")
        key = "board.trump_broken" if view.broken else "board.trump_unbroken"
        return self.texts(key, suit=self.suit(view.trump))

    def named_trump(self) -> str:
        """Trump by its name only, or that it is not named."""
        if self.view.trump is None:
            return self.texts("board.trump_due")
        return self.texts("board.trump_named", suit=self.suit(self.view.trump))

    def last_trick(self) -> list[str]:
        """The trick that was complete last, and who took it."""
        if not self.view.tricks:
            return []
        last = self.view.tricks[-1]
        assert last.winner is not None
        return [self.texts("board.last", plays=self.plays(last), name=self.names(last.winner))]

    def counts(self, counts: Sequence[int]) -> str:
        """Each side that has any, with how many."""
        return ", ".join(
            self.texts("board.count", name=self.side(side), count=count)
            for side, count in enumerate(counts)
            if count
        )

    def boston(self) -> int | None:
        """The side that won every book of a scored deal."""
        sides = range(len(self.view.sides))
        return next((each for each in sides if self.won(each) == self.view.rules.tricks), None)

    def gained(self, side: int) -> int:
        """The points a side got for a scored deal: its excess, by a Boston perhaps twice."""
        doubled = self.view.rules.boston is Boston.DOUBLE and self.boston() is not None
        return max(self.view.balance[side], 0) * (2 if doubled else 1)

    def side_of(self, seat: Seat) -> int:
        """The side to which a seat belongs."""
        return self.view.seats[seat].side
