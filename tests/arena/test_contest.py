"""Who meets whom in a contest, and what is counted of one round."""

from dataclasses import dataclass
from random import Random

import pytest

from bot.arena import contest
from bot.arena.contest import MEASURES, BadContest, make_contest, play, play_round
from bot.engine.registry import GAMES
from bot.players.registry import HOUSE, POLICIES

PLUCK, LEVELS = GAMES["pluck"], POLICIES["pluck"]


@dataclass
class Recorder:
    """Plays the first legal action and keeps what it was shown."""

    seen: list

    def choose(self, view, legal, rng: Random):
        self.seen.append(view)
        return legal[0]


class Hurried:
    """Plays by the clock, which is not to be trusted, unless it is told that none runs."""

    def within(self, seconds):
        assert seconds is None
        return HOUSE["pluck"]

    def choose(self, view, legal, rng):
        raise AssertionError("it looked at the clock")


def test_every_distinct_seating_is_played_once():
    three = make_contest("pluck", "classic", ["easy", "normal", "easy"], seed=1)
    assert sorted(three.seatings) == [
        ("easy", "easy", "normal"),
        ("easy", "normal", "easy"),
        ("normal", "easy", "easy"),
    ]
    assert three.levels == ("easy", "normal")
    alone = make_contest("pluck", "classic", ["easy"] * 3, seed=1)
    assert alone.seatings == (("easy", "easy", "easy"),)


def test_two_levels_at_partners_are_a_team_each():
    meeting = make_contest("pluck", "partners", ["normal", "easy"], seed=1)
    assert meeting.seatings == (
        ("normal", "easy", "normal", "easy"),
        ("easy", "normal", "easy", "normal"),
    )


def test_four_levels_at_partners_sit_in_every_order():
    meeting = make_contest("pluck", "partners", ["normal", "easy", "easy", "easy"], seed=1)
    assert len(meeting.seatings) == 4


def test_the_first_game_and_its_first_preset_are_played_unless_others_are_named():
    meeting = make_contest(None, None, ["easy", " normal ", "easy"], seed=1)
    assert meeting.game == next(iter(GAMES))
    assert meeting.preset == next(iter(GAMES[meeting.game].presets))


def test_a_preset_is_looked_for_in_every_game():
    meeting = make_contest(None, "pinochle", ["easy", "normal"], seed=1)
    assert (meeting.game, meeting.preset) == ("pinochle", "pinochle")


@pytest.mark.parametrize(
    ("game", "preset", "levels", "said"),
    [
        ("chess", None, ["easy"], "no game 'chess'"),
        ("pluck", "blind", ["easy"] * 3, "no preset 'blind'"),
        (None, "blind", ["easy"] * 3, "no preset 'blind', only classic, .*, pinochle"),
        ("pluck", "classic", ["easy", "easy", "godlike"], "no level 'godlike'"),
        ("pluck", "classic", ["easy", "normal"], "3 seats, but 2 levels"),
        ("pluck", "classic", ["easy"] * 4, "3 seats, but 4 levels"),
        ("pluck", "partners", ["easy"] * 3, "4 seats on 2 sides, but 3 levels"),
        ("pluck", "classic", [""], "no level ''"),
    ],
)
def test_a_contest_that_cannot_be_held_is_refused_in_one_line(game, preset, levels, said):
    with pytest.raises(BadContest, match=said) as refused:
        make_contest(game, preset, levels, seed=1)
    assert "\n" not in str(refused.value)


def test_every_seating_plays_the_same_cards():
    hands = []
    for policies in ([LEVELS["easy"]] * 2, [HOUSE["pluck"]] * 2):
        recorder = Recorder([])
        rules = PLUCK.presets["classic"]
        list(play(PLUCK, rules, [recorder, *policies], "luck", whole=False))
        first = next(view for view in recorder.seen if not view.tricks)
        hands.append((set(first.hand), first.dealer))
    assert hands[0] == hands[1]


def test_a_round_is_one_deal_and_a_whole_match_ends_with_its_winners():
    rules = PLUCK.presets["rounds"]
    seats = [LEVELS["normal"]] * 3
    (deal,) = play(PLUCK, rules, seats, "luck", whole=False)
    assert deal.winners is None
    match = list(play(PLUCK, rules, seats, "luck", whole=True))
    assert match[0] == deal
    assert len(match) == 6
    assert [each.winners is None for each in match] == [True] * 5 + [False]
    assert all(sum(each.excess) == 0 for each in match)


@pytest.mark.parametrize("preset", ["classic", "full-deck"])
def test_what_one_wins_over_quota_the_others_lose(preset):
    found = play_round(make_contest("pluck", preset, ["normal", "easy", "easy"], seed=4), 0)
    assert found["normal"]["excess"] == pytest.approx(-2 * found["easy"]["excess"])
    assert found["normal"]["hands"] + 2 * found["easy"]["hands"] == pytest.approx(1)


def test_whole_matches_are_won_by_somebody():
    meeting = make_contest("pluck", "race", ["normal", "easy", "easy"], seed=4, whole=True)
    found = play_round(meeting, 0)
    assert set(found["normal"]) == set(MEASURES)
    assert found["normal"]["matches"] + 2 * found["easy"]["matches"] == pytest.approx(1)


def test_a_round_depends_on_the_seed_and_its_number_only():
    def of(seed: int, number: int):
        return play_round(
            make_contest("pluck", None, ["normal", "easy", "easy"], seed=seed), number
        )

    assert of(1, 0) == of(1, 0)
    assert of(1, 0) != of(1, 1)
    assert of(1, 0) != of(2, 0)


def test_no_clock_runs_for_those_who_search(monkeypatch):
    monkeypatch.setattr(contest, "POLICIES", {"pluck": {**LEVELS, "hurried": Hurried()}})
    found = play_round(make_contest("pluck", None, ["hurried", "easy", "easy"], seed=1), 0)
    assert found.keys() == {"hurried", "easy"}
