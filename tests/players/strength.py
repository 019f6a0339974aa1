"""How many tricks over quota a player wins against others, measured on deals without plucks.

    python -m tests.players.strength hard rules --deals 1000 --preset classic --seed 1

Players: the levels, `house`, and the yardsticks `random`, `rules` (H) and `pimc` (PIMC100). Every
deal is played once from each side; a deal's mean over the sides is one value, of which the 95 %
interval is taken. A real choice is one that took at least a millisecond.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from bot.engine.pluck.actions import SeatAction
from bot.engine.pluck.variants import PRESETS, Rules
from bot.players.contract import AnyPolicy, Searcher
from bot.players.registry import HOUSE, POLICIES
from tests.players.selfplay import Careless, balances
from tests.players.yardsticks import Pimc, RuleBased

PLAYERS: dict[str, AnyPolicy] = {
    **POLICIES["pluck"],
    "house": HOUSE["pluck"],
    "random": Careless(),
    "rules": RuleBased(),
    "pimc": Pimc(),
}
REAL = 0.001


class Timed:
    """A policy without a clock of its own, and how long its real choices took, in CPU seconds."""

    def __init__(self, policy: AnyPolicy) -> None:
        self.policy = policy.within(None) if isinstance(policy, Searcher) else policy
        self.times: list[float] = []

    def choose(self, view: Any, legal: tuple[SeatAction, ...], rng: Random) -> SeatAction:
        began = process_time()
        action = self.policy.choose(view, legal, rng)
        if (took := process_time() - began) >= REAL:
            self.times.append(took)
        return action


def per_deal(rules: Rules, hero: AnyPolicy, others: AnyPolicy, seeds: Sequence[int]) -> list[float]:
    """The hero's tricks over quota in the first deal of each seed, on average over the sides."""
    return [
        fmean(
            balances(
                rules, [hero if seat in side else others for seat in range(rules.seats)], 1, seed
            )[0][number]
            for number, side in enumerate(rules.sides)
        )
        for seed in seeds
    ]


def main() -> None:
    parser = ArgumentParser(description="How many tricks over quota a player wins.")
    parser.add_argument("hero", choices=PLAYERS)
    parser.add_argument("others", choices=PLAYERS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--preset", choices=PRESETS, default="classic")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    hero = Timed(PLAYERS[asked.hero])
    first = asked.seed * 1_000_000
    seeds = range(first, first + asked.deals)
    values = per_deal(PRESETS[asked.preset], hero, Timed(PLAYERS[asked.others]), seeds)
    error = 1.96 * stdev(values) / len(values) ** 0.5
    print(f"{asked.hero} over {asked.others}, {asked.preset}, {asked.deals} deals from each side:")
    print(f"{fmean(values):+.3f} ± {error:.3f} tricks a deal")
    if times := sorted(hero.times):
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"a real choice: {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms of CPU")


if __name__ == "__main__":
    main()
