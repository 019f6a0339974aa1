"""The search behind `hard`: rollouts by the rules, doubts, stakes, and when it stops."""

from dataclasses import replace
from itertools import count, islice, repeat
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Suit
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import Boston, Points, Rules
from bot.engine.pluck.view import view
from bot.players.limit import Limit
from bot.players.pluck.hard import Hard
from bot.players.pluck.inference import doubts_of, likely_deals
from bot.players.pluck.masks import LAYOUTS, layout_for
from bot.players.pluck.options import spot_of, trial
from bot.players.pluck.rollout import play_out
from bot.players.pluck.search import BATCH, best_of, estimates
from bot.players.pluck.stakes import MATCH, books_of, stakes_of
from bot.players.pluck.twin import Twin
from tests.players.test_twin_in_lockstep import GAME, LONG, moments
from tests.support.layout import position, view_to_act

FOREVER = Limit(1_000, lambda: False)


class Witness(list):
    """Hands that tell which cards have left them, in order."""

    def __init__(self, hands) -> None:
        super().__init__(hands)
        self.left = []

    def __setitem__(self, seat, hand) -> None:
        self.left.append((seat, self[seat] ^ hand))
        super().__setitem__(seat, hand)


@pytest.mark.parametrize("noise", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_a_rollout_plays_by_the_rules_to_the_last_card(rules: Rules, noise: float) -> None:
    luck = Random(3)
    playing = (
        (twin, state)
        for twin, state in moments(rules, seed=31, deals=3)
        if state.phase is Phase.PLAY and not twin.opening
    )
    for twin, state in islice(playing, 0, None, 7):
        seen = view(state, GAME.to_act(state)[0])
        hands = Witness(twin.hands)
        won = play_out(spot_of(seen), hands, list(twin.won), luck.random, noise)
        checked = copy_of(twin)
        for seat, card in hands.left:
            assert seat == checked.turn
            checked.play(card)
        assert checked.over
        assert won == checked.won


def copy_of(twin: Twin) -> Twin:
    copy = object.__new__(Twin)
    for name in Twin.__slots__:
        value = getattr(twin, name)
        setattr(copy, name, list(value) if isinstance(value, list) else value)
    return copy


@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_trying_an_option_leaves_the_hands_alone(rules: Rules) -> None:
    luck = Random(5)
    tried = set()
    for _, state in moments(rules, seed=12, deals=4):
        for seat in GAME.to_act(state):
            seen = view(state, seat)
            (hands,) = islice(likely_deals(seen, luck), 1)
            before = hands.copy()
            worth = trial(seen, seen.legal[-1], luck)(hands)
            assert hands == before
            assert isinstance(worth, float)
            tried.add(state.phase)
    assert tried == {Phase.PLUCK, Phase.TRUMP, Phase.PLAY}


def test_a_hopeless_option_is_dropped_after_the_first_batch() -> None:
    results = estimates([lambda _: 0.0, lambda _: 1.0, lambda _: 1.0], repeat([]), FOREVER)
    assert [len(values) for values in results] == [BATCH, BATCH, BATCH]
    assert best_of(results) == 1


def test_options_that_are_close_are_tried_on() -> None:
    luck = Random(2)
    results = estimates([lambda _: luck.random(), lambda _: luck.random()], repeat([]), FOREVER)
    assert min(len(values) for values in results) > BATCH


def test_all_options_are_tried_on_the_same_deals() -> None:
    seen: tuple[list, list] = ([], [])
    deals = ([number] for number in count())
    trials = [lambda hands: seen[0].append(hands) or 1.0, lambda hands: seen[1].append(hands) or 0]
    estimates(trials, deals, Limit(5, lambda: False))
    assert seen[0] == seen[1] == [[0], [1], [2], [3], [4]]


def test_a_search_stops_when_its_time_is_up() -> None:
    ticks = iter([False, False, True])
    results = estimates([lambda _: 0.0, lambda _: 0.1], repeat([]), Limit(99, lambda: next(ticks)))
    assert [len(values) for values in results] == [3, 3]


def test_without_any_time_the_club_players_choice_stands() -> None:
    seen = view_to_act(position("S; KD 4H / 9S 8S / 5H 6D; 0:; 0: 5D 6C 7D"))
    assert Hard().within(0.0).choose(seen, seen.legal, Random(1)) in seen.legal


def test_the_same_luck_makes_the_same_choice() -> None:
    seen = view_to_act(position("S; KD 4H 9C JC / 9S 8S 7H 6C / 5H 6D QC TC; 0:"))
    hard = Hard(deals=60).within(None)
    choices = {hard.choose(seen, seen.legal, Random(8)) for _ in range(3)}
    assert len(choices) == 1
    assert isinstance(choices.pop(), Play)


@pytest.mark.parametrize(
    ("what", "trick", "doubted"),
    [
        ("a loser has no lower card", "1: KD 9D AD", {(2, "3D")}),
        ("who lets it go second could hardly win", "1: 9D 3D QD", {(2, "JD")}),
        ("who wins last has nothing cheaper", "2: 9D 3D QD", {(1, "JD")}),
        ("who lets it go last could not win", "2: 9D 8D 3D", {(1, "JD")}),
        ("who discards has no trump", "0: KD 9D 4C", {(1, "3D"), (2, "TS")}),
        ("who ruffs has no lower trump", "0: KD 9D QS", {(1, "3D"), (2, "TS")}),
        ("a lead suggests nothing", "1: KD 9D 4C", {(2, "3D")}),
    ],
)  # fmt: skip
def test_what_a_play_suggests(what: str, trick: str, doubted: set) -> None:
    # JD, TS and 3D (where the trick has not shown it) are all that is hidden.
    hands = "5H 6H / JD 8H / TS 3D"
    if "3D" in trick:
        hands = "5H 6H / JD 8H / TS 7H"
    seen = view_to_act(position(f"S; {hands}; 0:; {trick}"))
    layout = LAYOUTS[Suit.SPADES]
    found = {
        (doubt.seat, str(card))
        for doubt in doubts_of(seen)
        for card in layout.cards(doubt.cards)
        if card in ("JD", "TS", "3D")
    }
    assert found == doubted


def test_deals_that_explain_the_play_come_up_more_often() -> None:
    # Seat 1 let 9D win, last to play: JD is hardly with it.
    line = "S; 5H 6H 7H / JD 8H 9H / TS TH JH; 0:; 2: 9D 8D 3D"
    seen = view_to_act(position(line))
    layout = layout_for(Suit.SPADES)
    deals = list(islice(likely_deals(seen, Random(4)), 500))
    jack = layout.bits(["JD"])
    assert all(sum(map(int.bit_count, hands)) == 9 for hands in deals)
    assert 0 < sum(bool(hands[1] & jack) for hands in deals) < 60


@pytest.mark.parametrize(
    ("score", "boston", "tricks", "worth"),
    [
        ((0, 0, 0), Boston.ANNOUNCE, 9, 2.0),
        ((18, 0, 0), Boston.ANNOUNCE, 8, 1.0),
        ((18, 0, 0), Boston.ANNOUNCE, 9, 2.0 + MATCH),
        ((0, 0, 0), Boston.WIN, 17, 10.0 + MATCH),
        ((1, 0, 0), Boston.DOUBLE, 17, 10.0 + MATCH),
        ((0, 0, 0), Boston.ANNOUNCE, 17, 10.0),
    ],
)
def test_a_trick_that_ends_the_match_is_worth_more(
    score: tuple[int, ...], boston: Boston, tricks: int, worth: float
) -> None:
    state = position("S; KD 4H / 9S 8S / 5H 6D; 0:", boston=boston, match=Points(20))
    own = stakes_of(view(replace(state, score=score), 0)).worth[0]
    assert own[tricks] == worth


def test_another_sides_end_of_the_match_is_to_be_kept_off() -> None:
    state = replace(position("S; KD 4H / 9S 8S / 5H 6D; 0:"), score=(0, 19, 0))
    judge = stakes_of(view(state, 0)).judge()
    assert judge([7, 6, 4]) == 0.0
    assert judge([7, 7, 3]) == -MATCH


def test_books_are_counted_without_a_view_to_the_match() -> None:
    state = replace(position("S; KD 4H / 9S 8S / 5H 6D; 0:"), score=(0, 19, 0))
    assert books_of(view(state, 0)).judge()([7, 7, 3]) == 7.0
    partners = view(position("S; KD / 9S / 5H / 6D; 0:", "partners"), 1)
    assert books_of(partners).judge()([4, 3, 2, 4]) == 7.0
