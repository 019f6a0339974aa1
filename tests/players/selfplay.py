"""Policies at one table, without people: deals played to measure them, matches to try them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.engine.contract import CHANCE
from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.game import Pluck
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import Points, Rules
from bot.players.contract import AnyPolicy

GAME = Pluck()
ENDLESS = Points(1_000_000)


@dataclass(frozen=True, slots=True)
class Careless:
    """Takes any legal action: the least that a player can do."""

    def choose(self, view: object, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        return rng.choice(legal)


def steps(
    rules: Rules, seats: Sequence[AnyPolicy], seed: int
) -> Iterator[tuple[State, int | None, SeatAction | None]]:
    """Every state of a match with who acts next and what it has chosen; None for chance."""
    shuffler = Random(seed)
    luck = [Random(f"{seed} {seat}") for seat in range(rules.seats)]
    state = GAME.setup(rules)
    while asked := GAME.to_act(state):
        if asked is CHANCE:
            yield state, None, None
            order = list(GAME.pack(rules))
            shuffler.shuffle(order)
            state, _ = GAME.apply(state, CHANCE, GAME.shuffled(state, tuple(order)))
            continue
        seat = asked[0]
        view = GAME.view(state, seat)
        action = seats[seat].choose(view, view.legal, luck[seat])
        yield state, seat, action
        state, _ = GAME.apply(state, seat, action)
    yield state, None, None


def balances(
    rules: Rules, seats: Sequence[AnyPolicy], deals: int, seed: int
) -> list[tuple[int, ...]]:
    """Tricks over quota by side, of so many deals in a row, plucks included."""
    found: list[tuple[int, ...]] = []
    for state, _, _ in steps(replace(rules, match=ENDLESS), seats, seed):
        if state.phase is Phase.DEAL and state.balance:
            found.append(state.balance)
            if len(found) == deals:
                break
    return found


def advantage(
    rules: Rules, hero: AnyPolicy, others: AnyPolicy, deals: int, seeds: Sequence[int]
) -> float:
    """The hero's mean tricks over quota a deal, as each side in turn on the same cards."""
    total = 0.0
    for seed in seeds:
        for side, members in enumerate(rules.sides):
            seats = [hero if seat in members else others for seat in range(rules.seats)]
            total += sum(balance[side] for balance in balances(rules, seats, deals, seed))
    return total / (deals * len(seeds) * len(rules.sides))
