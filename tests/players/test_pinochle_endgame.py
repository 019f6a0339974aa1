"""The play-off is solved as trying everything would solve it."""

from functools import cache
from random import Random

import pytest

from bot.engine.cards import Suit
from bot.players.pinochle import endgame
from bot.players.pinochle.masks import COPY, EACH, TYPES, each_bit, layout_for
from bot.players.pinochle.twin import Twin


def play_off(luck: Random, cards: int) -> Twin:
    """A play-off of so many cards a hand."""
    dealt = luck.sample([bit << copy for bit in EACH for copy in (0, COPY)], 2 * cards)
    hands = [sum(dealt[:cards]), sum(dealt[cards:])]
    return Twin(layout_for(Suit.SPADES, double=False), hands)


def outcome(twin: Twin) -> int:
    """The first seat's points less the second's if both do their best, by trying everything."""

    @cache
    def ahead(first: int, second: int, led: int, turn: int) -> int:
        here = twin.copy()
        here.held, here.led, here.turn, here.points = [first, second], led, turn, [0, 0]
        if not here.held[turn]:
            return 0
        values = []
        for card in each_bit(here.legal()):
            after = here.copy()
            after.play(card)
            made = after.points[0] - after.points[1]
            values.append(made + ahead(*after.held, after.led, after.turn))
        return min(values) if turn else max(values)

    return ahead(*twin.held, twin.led, twin.turn)


@pytest.mark.parametrize("cards", [1, 2, 4, 5])
def test_a_play_off_is_worth_what_trying_everything_finds(cards: int) -> None:
    luck = Random(cards)
    for _ in range(25):
        twin = play_off(luck, cards)
        assert endgame.worth(*twin.held) == outcome(twin)


@pytest.mark.parametrize("led", [False, True], ids=["to lead", "to follow"])
def test_the_chosen_card_loses_nothing(led: bool) -> None:
    luck = Random(6)
    for _ in range(80):
        twin = play_off(luck, 5)
        if led:
            twin.play(luck.choice(list(each_bit(twin.legal()))))
        best = outcome(twin)
        likely = luck.choice(list(each_bit(twin.legal())))
        card = endgame.best_card(twin, likely, lambda: False)
        twin.play(card)
        made = twin.points[0] - twin.points[1]
        assert made + outcome(twin) == best


def test_without_time_the_likely_card_is_played() -> None:
    twin = play_off(Random(1), 12)
    likely = max(each_bit(twin.held[0] & TYPES))
    assert endgame.best_card(twin, likely, lambda: True) == likely
