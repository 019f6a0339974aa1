"""Matches played at random, and what the conformance suite must be told of each game.

A new game needs one more entry in `KNOWLEDGE`; the suite itself stays as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bot.engine.cards import STANDARD_PACK, Card, Suit
from bot.engine.contract import CHANCE, Actor, AnyGame, Event
from bot.engine.registry import GAMES
from tests.engine.knowledge import Knowledge
from tests.engine.pinochle_knowledge import PinochleKnowledge
from tests.engine.pluck_knowledge import PluckKnowledge

KNOWLEDGE: dict[str, Knowledge] = {"pluck": PluckKnowledge(), "pinochle": PinochleKnowledge()}


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
    if seed and "length" in {each.key for each in game.house_rules(rules)}:
        # One match of each table in full length is enough.
        rules = game.with_house_rule(rules, "length", "2")
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
        pack, named = game.pack(rules), KNOWLEDGE[game.key].card_lists()
        plain = tuple(card for card in pack if not card.is_joker)
        return [(), pack, pack[::-1], pack[1:], (*pack[1:], pack[1]), plain, STANDARD_PACK, *named]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [value for each in get_args(hint) for value in _values(each, game, rules)] or [None]
