"""What the points of a deal are worth to who wants to win the match."""

from dataclasses import replace

import pytest

from bot.engine.pinochle.variants import SingleDeal
from bot.engine.pinochle.view import view
from bot.players.pinochle.stakes import MATCH, worth_of
from tests.engine.pinochle_positions import RULES, dealt


@pytest.mark.parametrize(
    ("why", "score", "made", "worth"),
    [
        ("points count as they are far from the end", (0, 0), (120, 80), 40),
        ("the match is won by who passes the target", (900, 500), (120, 80), 40 + MATCH),
        ("and lost to the other", (500, 950), (120, 80), 40 - MATCH),
        ("where both pass it, to the higher", (900, 950), (120, 80), 40 - MATCH),
        ("a tie plays on", (900, 940), (120, 80), 40),
    ],
)
def test_points_to_a_target(
    why: str, score: tuple[int, int], made: tuple[int, int], worth: float
) -> None:
    assert worth_of(view(dealt("AS/AH", score=score), 0))(made) == worth
    turned = view(dealt("AS/AH", score=score), 1)
    assert worth_of(turned)(made) == -worth


@pytest.mark.parametrize(
    ("made", "worth"), [((9, 4), 5 + MATCH), ((4, 4), 0), ((0, 2), -2 - MATCH)]
)
def test_a_single_deal_is_won_by_a_point(made: tuple[int, int], worth: float) -> None:
    state = dealt("AS/AH", rules=replace(RULES, match=SingleDeal()))
    assert worth_of(view(state, 0))(made) == worth
