"""Pinochle as a `Game`: the functions of this folder under the names of the contract."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from bot.engine.actions import Deal, Draw
from bot.engine.cards import Card
from bot.engine.contract import (
    Actor,
    Asked,
    Event,
    HouseRule,
    IllegalAction,
    Outcome,
    Reason,
    Upcast,
)
from bot.engine.pinochle import actions, legality, report, rules, variants, view
from bot.engine.pinochle.actions import Action, SeatAction
from bot.engine.pinochle.state import Phase, State, with_nothing_drawn
from bot.engine.pinochle.variants import PACK, SEATS, Rules
from bot.engine.pinochle.view import View
from bot.engine.seats import Seat, Sides, singles


class Pinochle:
    """The game of Pinochle; see `bot.engine.contract.Game` for what each member promises."""

    key = "pinochle"
    name = "Pinochle"
    presets: Mapping[str, Rules] = variants.PRESETS
    ranked: tuple[str, ...] = ("meld_points",)
    longest_match = variants.LONGEST_MATCH
    rules_type = Rules
    state_type = State
    action_type = Action
    seat_action_type = SeatAction
    state_version = 2
    upcasts: Mapping[int, Upcast] = MappingProxyType({1: with_nothing_drawn})

    def check(self, rules: Rules) -> StrEnum | None:
        """Why these rules do not fit together; None if they do."""
        return variants.check(rules)

    def house_rules(self, rules: Rules) -> tuple[HouseRule, ...]:
        """Every point of the rules that a table may change, and what it may become."""
        return variants.house_rules(rules)

    def with_house_rule(self, rules: Rules, key: str, value: str) -> Rules:
        """The rules with one point changed. Raises RulesMisfit."""
        return variants.with_house_rule(rules, key, value)

    def sides(self, rules: Rules) -> Sides:
        """Everybody plays alone."""
        return singles(SEATS)

    def pack(self, rules: Rules) -> tuple[Card, ...]:
        """The 48 cards."""
        return PACK

    def setup(self, chosen: Rules) -> State:
        """A match before the draw for the first deal."""
        return rules.setup(chosen)

    def to_act(self, state: State) -> Asked:
        """Chance, one seat, or nobody."""
        return legality.to_act(state)

    def legal(self, state: State, seat: Seat) -> tuple[SeatAction, ...]:
        """Every action the seat may take now; empty unless it is asked."""
        return legality.legal(state, seat)

    def apply(self, state: State, actor: Actor, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises IllegalAction."""
        return rules.apply(state, actor, action)

    def view(self, state: State, seat: Seat | None) -> View:
        """All that a seat, or the public, may know."""
        return view.view(state, seat)

    def claim(self, view: View) -> tuple[SeatAction, ...]:
        """Nothing: a claim of tricks would say nothing of the points in them."""
        return ()

    def question(self, state: State, seat: Seat) -> object:
        """The trick that is being played, what has been melded, and the seat's legal actions.

        With two nines the second may be shown like the first: only the melds tell them apart.
        """
        legal = legality.legal(state, seat)
        return state.phase, len(state.tricks), len(state.melds), legal

    def code(self, action: Action) -> str:
        """The action as a button names it."""
        return actions.code(action)

    def shuffled(self, state: State, order: tuple[Card, ...]) -> Action:
        """The draw or the deal that is due, in this order of the pack."""
        return Draw(order) if state.phase is Phase.DRAW else Deal(order)

    def recorded_deal(
        self, state: State, dealer: Seat, deck: tuple[Card, ...]
    ) -> tuple[Action, ...]:
        """The deal of a record, with a draw that makes its dealer where one is due.

        Raises IllegalAction: MATCH_OVER, UNFINISHED or DEALER_NOT_DUE.
        """
        match state.phase:
            case Phase.OVER:
                raise IllegalAction(Reason.MATCH_OVER)
            case Phase.DRAW:
                return _draw_won_by(dealer), Deal(deck)
            case Phase.DEAL:
                if rules.due_dealer(state) != dealer:
                    raise IllegalAction(Reason.DEALER_NOT_DUE)
                return (Deal(deck),)
            case _:
                raise IllegalAction(Reason.UNFINISHED)

    def deck_of(self, action: Action) -> tuple[Card, ...] | None:
        """The deck of a deal; None for any other action."""
        return action.order if isinstance(action, Deal) else None

    def dealer(self, state: State) -> Seat | None:
        """Who deals, or has dealt, the current deal."""
        return state.dealer

    def deal_number(self, state: State) -> int:
        """How many deals have been dealt so far."""
        return state.deal

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended; None while it runs."""
        return report.outcome(state)

    def report(self, states: Sequence[State]) -> dict[str, Any]:
        """What `replay --json` prints."""
        return report.report(states)

    def tally(self, rules: Rules, events: Sequence[Event]) -> tuple[dict[str, int], ...]:
        """Each seat's counters for the statistics."""
        return report.tally(events)


def _draw_won_by(dealer: Seat) -> Draw:
    """A draw in which `dealer` draws an ace and the other seat a nine."""
    high, low = PACK[0], next(card for card in PACK if card.rank == "9")
    first = (high, low) if dealer == 0 else (low, high)
    rest = list(PACK)
    for card in first:
        rest.remove(card)
    return Draw((*first, *rest))
