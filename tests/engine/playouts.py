"""Matches played at random, and what the conformance suite must be told of each game.

A new game needs one more entry in `KNOWLEDGE`; the suite itself stays as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bot.engine.cards import STANDARD_PACK, Card, Suit, sorted_hand
from bot.engine.contract import CHANCE, Actor, AnyGame, Event
from bot.engine.pluck.actions import Pluck
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
from bot.engine.registry import GAMES
from bot.engine.seats import Seat

# ---------------------------------------------------------------- matches played at random


@dataclass(frozen=True)
class Step:
    """One action of a match: the state before it, who took it, what it was, what followed."""

    before: Any
    actor: Actor
    action: Any
    events: tuple[Event, ...]
    after: Any


@dataclass(frozen=True)
class Playout:
    """A whole match. `states` begins with the one before anything was dealt."""

    game: AnyGame
    rules: Any
    steps: tuple[Step, ...]

    @property
    def states(self) -> list[Any]:
        return [self.steps[0].before, *(step.after for step in self.steps)]

    @property
    def seats(self) -> range:
        return range(sum(len(side) for side in self.game.sides(self.rules)))

    def sample(self, count: int) -> list[Any]:
        """Some of the states, always with those in which something new begins."""
        rng, states = Random(count), self.states
        turns = [
            after
            for before, after in pairwise(states)
            if asked_for(self.game, before) != asked_for(self.game, after)
        ]
        chosen = [states[0], states[-1], *rng.sample(turns, min(len(turns), count // 2))]
        return chosen + rng.sample(states, min(len(states), count - len(chosen)))


def asked_for(game: AnyGame, state: Any) -> object:
    """What kind of action is due."""
    asked = game.to_act(state)
    if asked is CHANCE:
        return CHANCE
    return {action.type for seat in asked for action in game.legal(state, seat)}


@cache
def playout(key: str, table: str, seed: int) -> Playout:
    """The match of this number at this table; everybody acts at random."""
    game, rules, rng = GAMES[key], KNOWLEDGE[key].tables()[table], Random(seed)
    if seed:  # one match of each table in full length is enough
        rules = game.with_length(rules, 2)
    state, steps = game.setup(rules), []
    pack = list(game.pack(rules))
    while (asked := game.to_act(state)) != ():
        if asked is CHANCE:
            rng.shuffle(pack)
            actor, action = CHANCE, game.shuffled(state, tuple(pack))
        else:
            actor = rng.choice(asked)
            action = rng.choice(game.legal(state, actor))
        after, events = game.apply(state, actor, action)
        steps.append(Step(state, actor, action, events, after))
        state = after
        assert len(steps) < 20_000, "the match does not end"
    return Playout(game, rules, tuple(steps))


def every_action(game: AnyGame, rules: Any) -> list[Any]:
    """Every action that can be written down at this table, sensible or not."""
    kinds = [*get_args(game.action_type)]
    return [action for kind in kinds for action in _every(kind, game, rules)]


def _every(kind: Any, game: AnyGame, rules: Any) -> Iterator[Any]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.name != "type"]
    for values in product(*(_values(hints[name], game, rules) for name in names)):
        yield kind(**dict(zip(names, values, strict=True)))


def _values(hint: Any, game: AnyGame, rules: Any) -> list[Any]:
    if hint is Card:
        return list(Card)
    if hint is Suit:
        return list(Suit)
    if hint is int:
        return [*range(-1, 1 + sum(len(side) for side in game.sides(rules)))]
    if hint is bool:
        return [False, True]
    if get_origin(hint) is tuple:
        pack = game.pack(rules)
        plain = tuple(card for card in pack if not card.is_joker)
        return [(), pack, pack[::-1], pack[1:], (*pack[1:], pack[1]), plain, STANDARD_PACK]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [value for each in get_args(hint) for value in _values(each, game, rules)] or [None]


def cards_in(value: Any) -> set[Card]:
    """Every card that stands anywhere in a value."""
    if isinstance(value, Card):
        return {value}
    if is_dataclass(value):
        return cards_in(tuple(getattr(value, field.name) for field in fields(value)))
    if isinstance(value, tuple | list):
        return {card for each in value for card in cards_in(each)}
    return set()


# ---------------------------------------------------------------- Pluck


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

    def audience(self, actor: Actor, action: Any) -> tuple[Seat, ...] | None:
        """Who may be told of an action of a seat."""
        return (actor, action.target) if isinstance(action, Pluck) else None


KNOWLEDGE: dict[str, Any] = {"pluck": PluckKnowledge()}
