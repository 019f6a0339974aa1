"""A table of Pinochle and the words to speak of it: melds, the stock, the turn-up."""

from bot.engine.cards import Card
from bot.engine.pinochle.melds import MeldName, Scored, Shape
from bot.engine.pinochle.variants import Points
from bot.engine.pinochle.view import View
from bot.engine.seats import Seat
from bot.ui.render.scene import Scene as AnyScene

_WITH_SUIT = (MeldName.MARRIAGE, MeldName.ROYAL_MARRIAGE, MeldName.RUN)


class Scene(AnyScene):
    """One table as its view shows it."""

    view: View

    def title(self) -> str:
        """Which deal of which match this is."""
        game, rules = self.texts(f"game.{self.table.game}"), self.view.rules
        if not isinstance(rules.match, Points):
            return self.texts("board.title_single", game=game)
        return self.texts(
            "board.title_points", game=game, deal=self.view.deal, target=rules.match.target
        )

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Several cards by name."""
        return " ".join(self.card(card) for card in cards)

    def trump(self) -> str:
        """Trump, and what lies open beside the stock."""
        view = self.view
        if view.trump is None:
            return ""
        suit = self.suit(view.trump)
        if view.up_card is None:
            return self.texts("board.trump_named", suit=suit)
        return self.texts("pinochle.trump", suit=suit, card=self.card(view.up_card))

    def stock(self) -> str:
        """How many cards are left to draw, or that they are all drawn."""
        if self.view.playing_off:
            return self.texts("pinochle.play_off")
        return self.texts.counted("pinochle.stock", self.view.stock)

    def standing(self, seat: Seat) -> str:
        """What a seat has melded in this deal, its tricks, and its score before it."""
        return self.texts("pinochle.standing", **self._figures(seat))

    def other(self, seat: Seat) -> str:
        """The same of another seat, as its opponent reads it."""
        return self.texts("pinochle.other", name=self.names(seat), **self._figures(seat))

    def _figures(self, seat: Seat) -> dict[str, object]:
        own = self.view.seats[seat]
        tricks = self.texts.counted("pinochle.tricks", own.won)
        return {"melds": own.meld_points, "tricks": tricks, "score": self.view.score[seat]}

    def laid(self, seat: Seat) -> str:
        """What lies on the table before a seat; nothing if nothing does."""
        cards = tuple(each.card for each in self.view.seats[seat].laid)
        return self.texts("pinochle.laid", cards=self.cards(cards)) if cards else ""

    def meld(self, name: MeldName, cards: tuple[Card, ...]) -> str:
        """What a meld is called: `a marriage in hearts`."""
        suit = cards[0].suit
        if name in _WITH_SUIT and suit is not None:
            return self.texts(f"meld.{name}", suit=self.suit_word(suit))
        return self.texts(f"meld.{name}")

    def scored_line(self, scored: Scored) -> str:
        """Who laid what, and what it scored."""
        return self.texts(
            "pinochle.scored",
            name=self.names(scored.seat),
            meld=self.meld(scored.name, scored.cards),
            points=scored.points,
        )

    def offer(self, shape: Shape) -> str:
        """A meld that may be laid now, as it stands on a button."""
        meld = self.meld(shape.name, shape.cards)
        return self.texts("pinochle.offer", meld=meld[:1].upper() + meld[1:], points=shape.points)
