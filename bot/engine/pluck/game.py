"""Pluck as a `Game`: the functions of this folder under the names of the contract."""

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
from bot.engine.pluck import actions, claims, house, legality, report, rules, variants, view
from bot.engine.pluck.actions import Action, SeatAction
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import Rules
from bot.engine.pluck.view import View
from bot.engine.seats import Seat, Sides


class Pluck:
    """The game of Pluck; see `bot.engine.contract.Game` for what each member promises."""

    key = "pluck"
    name = "Pluck"
    presets: Mapping[str, Rules] = variants.PRESETS
    ranked: tuple[str, ...] = ("plucks_made", "bostons")
    longest_match = house.LONGEST_MATCH
    rules_type = Rules
    state_type = State
    action_type = Action
    seat_action_type = SeatAction
    state_version = 1
    upcasts: Mapping[int, Upcast] = MappingProxyType({})

    def check(self, rules: Rules) -> StrEnum | None:
        """Why these rules do not fit together; None if they do."""
        return variants.check(rules)

    def house_rules(self, rules: Rules) -> tuple[HouseRule, ...]:
        """Every point of the rules that a table may change, and what it may become."""
        return house.house_rules(rules)

    def with_house_rule(self, rules: Rules, key: str, value: str) -> Rules:
        """The rules with one point changed. Raises RulesMisfit."""
        return house.with_house_rule(rules, key, value)

    def sides(self, rules: Rules) -> Sides:
        """The seats that score together."""
        return rules.sides

    def pack(self, rules: Rules) -> tuple[Card, ...]:
        """The cards of the rules' deck."""
        return variants.PACKS[rules.deck]

    def setup(self, chosen: Rules) -> State:
        """A match before the first draw or deal."""
        return rules.setup(chosen)

    def to_act(self, state: State) -> Asked:
        """Chance, one seat, the partners who may pluck, or nobody."""
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
        """The leads that take all the remaining tricks; () if that is not certain."""
        return claims.claim(view)

    def question(self, state: State, seat: Seat) -> object:
        """The phase, the seat's legal actions and the plucks that are left."""
        return state.phase, legality.legal(state, seat), state.rights, state.owed

    def code(self, action: Action) -> str:
        """The action as a button names it."""
        return actions.code(action)

    def shuffled(self, state: State, order: tuple[Card, ...]) -> Action:
        """The draw or the deal that is due, in this order of the pack."""
        if state.phase is Phase.DRAW:
            return Draw(tuple(card for card in order if not card.is_joker))
        return Deal(order)

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
                return _draw_won_by(state.rules, dealer), Deal(deck)
            case Phase.DEAL:
                if rules.due_dealer(state, deck) != dealer:
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
        return report.tally(rules, events)


def _draw_won_by(chosen: Rules, dealer: Seat) -> Draw:
    """A draw in which `dealer` draws an ace and everybody else a lower card."""
    pack = tuple(card for card in variants.PACKS[chosen.deck] if not card.is_joker)
    aces = [card for card in pack if card.rank == "A"]
    others = [card for card in pack if card.rank != "A"]
    first = [aces[0] if seat == dealer else others[seat] for seat in range(chosen.seats)]
    return Draw((*first, *(card for card in pack if card not in first)))
