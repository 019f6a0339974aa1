"""The fast twin of the engine beside OpenSpiel's oh_hell: random deals, dealt and played.

OpenSpiel (the package `open_spiel`) is measured only where it is installed.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bot.engine.cards import Card, Suit
from bot.engine.pluck.variants import CLASSIC, PACKS
from bot.players.pluck.masks import LAYOUTS
from bot.players.pluck.options import NOISE
from bot.players.pluck.rollout import SPREAD, UPWARDS, Spot, play_out
from bot.players.pluck.twin import Twin
from tests.bench.scale import Scale

TITLE = "The fast twin of the engine: deals dealt and played a second, on one core"
RUNS = 5
"""How often each is measured, all in turn; the medians count."""
RIVAL = "oh_hell(players=3,num_tricks_fixed=17)"
LAYOUT = LAYOUTS[Suit.SPADES]
PACK = tuple(LAYOUT.bit_of[card] for card in PACKS[CLASSIC.deck])
OPENING = LAYOUT.bit_of[Card.C2]

Play = Callable[[], object]


async def measure(scale: Scale, folder: Path) -> list[dict[str, object]]:
    """A row for each way to play, with its ratio to OpenSpiel where that is installed."""
    speeds = deals_a_second(scale.rollouts)
    rival = speeds.get("OpenSpiel")
    return [
        {
            "played by": name,
            "deals / s": round(speed),
            "x OpenSpiel": round(speed / rival, 2) if rival else "not installed",
        }
        for name, speed in speeds.items()
    ]


def deals_a_second(deals: int = 1_000, seed: int = 1) -> dict[str, float]:
    """Deals of three hands and seventeen tricks a second, by who plays them, on one core."""
    rng = Random(seed)
    players: dict[str, Play] = {
        "validating twin": lambda: _validated(rng),
        "rollout at random": lambda: _rolled_out(rng, 1.0),
        "rollout of a search": lambda: _rolled_out(rng, NOISE),
    }
    if find_spec("pyspiel"):
        game = import_module("pyspiel").load_game(RIVAL)
        players["OpenSpiel"] = lambda: _open_spiel(game, rng)
    times: dict[str, list[float]] = {name: [] for name in players}
    for name, _ in zip(cycle(players), range(RUNS * len(players)), strict=False):
        began = process_time()
        for _ in range(deals):
            players[name]()
        times[name].append(process_time() - began)
    return {name: deals / median(each) for name, each in times.items()}


def _hands(rng: Random) -> list[int]:
    luck = rng.random
    pack = sorted(PACK, key=lambda _: luck())
    return [sum(pack[:17]), sum(pack[17:34]), sum(pack[34:])]


def _rolled_out(rng: Random, noise: float) -> None:
    hands = _hands(rng)
    leader = next(seat for seat, hand in enumerate(hands) if hand & OPENING)
    play_out(Spot(3, leader, False, False), hands, [0, 0, 0], rng.random, noise)


def _validated(rng: Random) -> None:
    """Every card is checked by the twin before it is played."""
    twin, luck = Twin(CLASSIC, _hands(rng), 0, 0, Suit.SPADES), rng.random
    legal, play = twin.legal, twin.play
    for _ in range(51):
        cards = legal()
        card = cards & UPWARDS[int(luck() * SPREAD)] or cards
        play(card & -card)


def _open_spiel(game: Any, rng: Random) -> None:
    state = game.new_initial_state()
    luck = rng.random
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(luck() * len(actions))])
