"""What the conformance suite must be told of Pluck."""

from dataclasses import replace
from random import Random
from typing import Any

from bot.engine.cards import Card, sorted_hand
from bot.engine.contract import Audience, Event
from bot.engine.pluck.events import Plucked
from bot.engine.pluck.state import Exchange, State
from bot.engine.pluck.variants import (
    PRESETS,
    Boston,
    Deck,
    FirstDealer,
    OpeningLead,
    Rounds,
    TrumpCall,
    ZeroBooks,
)
from bot.engine.seats import Seat
from tests.engine.knowledge import cards_in


class PluckKnowledge:
    """Where the cards are in Pluck, who has seen them, and which tables to try."""

    def tables(self) -> dict[str, Any]:
        house, partners = PRESETS["house"], PRESETS["partners"]
        before = TrumpCall.BEFORE_PLUCKS
        return {
            **PRESETS,
            "one-round-mercy": replace(
                PRESETS["classic"], match=Rounds(1), zero_books=ZeroBooks.MERCY
            ),
            "house-mercy": replace(house, zero_books=ZeroBooks.MERCY, boston=Boston.DOUBLE),
            "high-quota": replace(PRESETS["race"], quotas=(15, 1, 1), boston=Boston.WIN),
            "full-deck-after": replace(
                PRESETS["full-deck"], trump_call=TrumpCall.AFTER_PLUCKS, jokers_locked=False
            ),
            "partners-jokers": replace(
                partners,
                deck=Deck.JOKERS_FOR_RED_TWOS,
                jokers_locked=True,
                opening_lead=OpeningLead.TWO_OF_CLUBS,
                first_dealer=FirstDealer.FIRST_JACK,
            ),
            "partners-before": replace(
                partners, quotas=(12, 1), trump_call=before, zero_books=ZeroBooks.MERCY
            ),
        }

    def cards(self, state: State) -> list[Card]:
        """Every card of the deal, wherever it lies."""
        laid = [card for trick in state.tricks for card in trick.cards]
        if state.trick is not None:
            laid += state.trick.cards
        return [*(card for hand in state.hands for card in hand), *laid]

    def dealt(self, state: State) -> bool:
        return state.deal > 0

    def secrets(self, state: State) -> set[Card]:
        """The cards that not everybody may see."""
        return {card for hand in state.hands for card in hand}

    def may_see(self, state: State, seat: Seat | None) -> set[Card]:
        """The cards a seat, or the public, has seen or holds."""
        seen = cards_in((state.tricks, state.trick, state.draw))
        if seat is not None and state.hands:
            seen |= set(state.hands[seat])
        for exchange in state.plucks:
            if state.balance or seat in (exchange.plucker, exchange.target):
                seen |= {exchange.given, exchange.returned}
        return seen

    def without_draw(self, value: Any) -> Any:
        """The draw was shown; its cards are shuffled back and may be in a hand by chance."""
        return replace(value, draw=())

    def redeals(self, state: State, seat: Seat | None, rng: Random) -> State:
        """The state as it may be as well, for all that `seat` knows."""
        others = [other for other in range(len(state.hands)) if other != seat]
        hidden = [card for other in others for card in state.hands[other]]
        rng.shuffle(hidden)
        hands, unseen = list(state.hands), iter(hidden)
        for other in others:
            hands[other] = sorted_hand((next(unseen) for _ in hands[other]), state.trump)
        plucks = tuple(
            exchange
            if state.balance or seat in (exchange.plucker, exchange.target) or not hidden
            else Exchange(exchange.plucker, exchange.target, rng.choice(hidden), rng.choice(hidden))
            for exchange in state.plucks
        )
        return replace(state, hands=tuple(hands), plucks=plucks)

    def left(self, state: State) -> object:
        """What is left to do besides the seat's own choices."""
        return state.phase, state.rights, state.owed

    def audience(self, state: State, event: Event) -> Audience:
        """Who may be told of an event that led to this state."""
        return (event.plucker, event.target) if isinstance(event, Plucked) else None

    def is_chance(self, event: Event) -> bool:
        """Whether an event tells of cards that chance has brought."""
        return False

    def card_lists(self) -> list[tuple[Card, ...]]:
        """Cards that an action may name, where it names several."""
        return []
