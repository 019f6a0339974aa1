"""What the conformance suite must be told of Pinochle, where there are two of each card."""

from dataclasses import replace
from random import Random
from typing import Any

from bot.engine.cards import Card, Suit, parse_cards, sorted_hand
from bot.engine.contract import Audience, Event
from bot.engine.pinochle.events import Drew
from bot.engine.pinochle.melds import shapes
from bot.engine.pinochle.state import State
from bot.engine.pinochle.variants import PRESETS, TEN_HIGH, SingleDeal
from bot.engine.seats import Seat
from tests.engine.knowledge import cards_in

NO_MELDS = ("QS", "KS QH", "QD JS", "QS QS JD", "9C 9D 9H 9S", "AC AD AH AH", "KS QS 9S", "2C BJ")


class PinochleKnowledge:
    """Where the cards are in Pinochle, who has seen them, and which tables to try."""

    def tables(self) -> dict[str, Any]:
        rules = PRESETS["pinochle"]
        return {
            **PRESETS,
            "double": replace(rules, double_pinochle=True),
            "one-deal": replace(rules, match=SingleDeal()),
        }

    def cards(self, state: State) -> list[Card]:
        """Every card of the deal, wherever it lies."""
        played = [card for trick in state.tricks for card in trick.cards]
        if state.trick is not None:
            played += state.trick.cards
        held = [card for seat in range(len(state.hands)) for card in state.held(seat)]
        up = [] if state.up_card is None else [state.up_card]
        return [*held, *played, *state.stock, *up]

    def dealt(self, state: State) -> bool:
        return state.deal > 0

    def secrets(self, state: State) -> set[Card]:
        """The cards of which not everybody has seen a copy."""
        return cards_in((state.hands, state.stock)) - self._shown(state)

    def may_see(self, state: State, seat: Seat | None) -> set[Card]:
        """The cards a seat, or the public, has seen or holds."""
        own = () if seat is None or not state.hands else state.hands[seat]
        return self._shown(state) | set(own) | cards_in(state.draw)

    def _shown(self, state: State) -> set[Card]:
        """What has lain open: played, on the table, melded, turned up, the last of the stock."""
        played = (state.tricks, state.trick)
        return cards_in((played, state.laid, state.melds, state.up_card, state.shown))

    def without_draw(self, value: Any) -> Any:
        """The draw was shown; its cards are shuffled back and may be in a hand by chance."""
        return replace(value, draw=())

    def redeals(self, state: State, seat: Seat | None, rng: Random) -> State:
        """The state as it may be as well, for all that `seat` knows, and some more: of the other
        hand it has seen the cards that were melded, which nothing that it is shown may depend on.
        """
        others = [other for other in range(len(state.hands)) if other != seat]
        hidden = [*state.stock, *(card for other in others for card in state.hands[other])]
        rng.shuffle(hidden)
        hands, drawn, unseen = list(state.hands), list(state.drawn), iter(hidden)
        for other in others:
            dealt = [next(unseen) for _ in hands[other]]
            hands[other] = sorted_hand(dealt, state.trump, TEN_HIGH)
            drawn[other] = drawn[other] and dealt[-1]
        return replace(state, hands=tuple(hands), drawn=tuple(drawn), stock=tuple(unseen))

    def left(self, state: State) -> object:
        """What is left to do besides the seat's own choices."""
        return state.phase, len(state.tricks), len(state.melds)

    def audience(self, state: State, event: Event) -> Audience:
        """Who may be told of an event that led to this state."""
        hidden = isinstance(event, Drew) and not state.playing_off
        return (event.seat,) if hidden else None

    def is_chance(self, event: Event) -> bool:
        """Whether an event tells of cards that chance has brought."""
        return isinstance(event, Drew)

    def card_lists(self) -> list[tuple[Card, ...]]:
        """Cards that an action may name: every meld in the order that is offered, and some none."""
        melds = dict.fromkeys(each.cards for suit in Suit for each in shapes(suit, double=True))
        return [*melds, *(parse_cards(text) for text in NO_MELDS)]
