"""What every game must keep, whatever its rules: shape and secrecy, on matches played at random.

PLUCK_SEEDS sets how many matches are played at each table.
"""

import os
import re
from random import Random

import pytest

from bot.engine.contract import CHANCE, IllegalAction
from bot.engine.registry import GAMES
from bot.store.codec import Codec
from tests.engine.knowledge import cards_in
from tests.engine.playouts import KNOWLEDGE, every_action, playout

SEEDS = range(int(os.environ.get("PLUCK_SEEDS", "2")))
WELL_FORMED = re.compile(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")
LONGEST_CODE = 40
MOST_CHOICES = 25
CARD_IN_TEXT = re.compile(r"'([2-9TJQKA][CDHS]|BJ|LJ)'")


def matches():
    for key in GAMES:
        for table in KNOWLEDGE[key].tables():
            for seed in SEEDS:
                yield pytest.param((key, table, seed), id=f"{key}-{table}-{seed}")


@pytest.fixture(params=matches())
def match(request):
    return playout(*request.param)


@pytest.fixture
def known(match):
    return KNOWLEDGE[match.game.key]


def test_every_game_is_put_to_these_tests():
    assert set(KNOWLEDGE) == set(GAMES)
    for key, game in GAMES.items():
        assert game.key == key
        assert set(game.presets) <= set(KNOWLEDGE[key].tables())
        assert all(game.check(rules) is None for rules in KNOWLEDGE[key].tables().values())


def test_a_match_ends_with_an_outcome_and_not_before(match):
    game, states = match.game, match.states
    assert all(game.outcome(state) is None for state in states[:-1])
    outcome, sides = game.outcome(states[-1]), game.sides(match.rules)
    assert outcome.winners
    assert len(outcome.scores) == len(outcome.places) == len(sides)
    assert set(outcome.winners) == {side for side in range(len(sides)) if outcome.places[side] == 1}
    assert game.to_act(states[-1]) == ()


def test_deals_are_counted_as_they_are_dealt(match):
    game, number = match.game, 0
    for step in match.steps:
        assert game.deal_number(step.before) == number
        number += game.deck_of(step.action) is not None
        assert game.deal_number(step.after) == number
        assert number == 0 or game.dealer(step.after) in match.seats


def test_those_who_are_asked_have_legal_actions_and_nobody_else(match):
    game = match.game
    for state in match.states:
        asked = game.to_act(state)
        able = tuple(seat for seat in match.seats if game.legal(state, seat))
        assert able == (() if asked is CHANCE else asked)
        for seat in able:
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal)
            assert game.view(state, seat).legal == legal


def test_codes_are_short_well_formed_and_tell_actions_apart(match):
    game = match.game
    for state in match.states:
        for seat in match.seats:
            codes = [game.code(action) for action in game.legal(state, seat)]
            assert len(set(codes)) == len(codes)
            assert all(WELL_FORMED.fullmatch(code) for code in codes)
            assert all(len(code) <= LONGEST_CODE for code in codes)


def test_no_step_of_a_choice_has_too_many_answers(match):
    """The card comes last: whom, and which suit, may be asked first."""
    for state in match.states:
        for seat in match.seats:
            steps = {}
            for action in match.game.legal(state, seat):
                kind, _, *rest = match.game.code(action).split(".")
                steps.setdefault((kind, *rest), []).append(action)
            assert all(len(choices) <= MOST_CHOICES for choices in steps.values())


def test_every_legal_action_is_accepted(match):
    game = match.game
    for state in match.sample(30):
        for seat in match.seats:
            for action in game.legal(state, seat):
                _, events = game.apply(state, seat, action)
                assert events


def test_every_other_action_is_refused_and_changes_nothing(match):
    game, codec = match.game, Codec(match.game.state_type)
    actions = every_action(game, match.rules)
    nobody = (-1, len(match.seats))
    for state in match.sample(5):
        stored = codec.dump(state)
        for actor in (CHANCE, *match.seats, *nobody):
            legal = set() if actor is CHANCE else set(game.legal(state, actor))
            for action in actions[:: 20 if actor in nobody else 1]:
                if action not in legal and not (actor is CHANCE and _is_due(game, state, action)):
                    assert _is_refused(game, state, actor, action), (actor, game.code(action))
        assert codec.dump(state) == stored


def _is_refused(game, state, actor, action):
    try:
        game.apply(state, actor, action)
    except IllegalAction:
        return True
    return False


def _is_due(game, state, action):
    """Whether chance may do this: the kind of action that is due, with the cards of the pack."""
    if game.to_act(state) is not CHANCE:
        return False
    due = game.shuffled(state, game.pack(state.rules))
    return type(action) is type(due) and sorted(action.order) == sorted(due.order)


def test_cards_neither_vanish_nor_appear(match, known):
    pack = sorted(match.game.pack(match.rules))
    for state in match.states:
        assert sorted(known.cards(state)) == (pack if known.dealt(state) else [])


def test_states_come_back_from_json_as_they_were(match):
    codec = Codec(match.game.state_type, match.game.state_version, match.game.upcasts)
    for state in match.sample(60):
        text = codec.dump(state)
        back = codec.load(text, match.game.state_version)
        assert back == state
        assert codec.dump(back) == text


def test_actions_and_rules_come_back_from_json_as_they_were(match):
    actions = Codec(match.game.action_type)
    by_seats = Codec(match.game.seat_action_type)
    for step in match.steps:
        assert actions.load(actions.dump(step.action), 1) == step.action
        if step.actor is not CHANCE:
            assert by_seats.load(by_seats.dump(step.action), 1) == step.action
    rules = Codec(match.game.rules_type)
    assert rules.load(rules.dump(match.rules), 1) == match.rules


def test_a_match_is_nothing_but_its_actions(match):
    """Played again, from JSON, the same actions lead to the same states and events."""
    actions, states = Codec(match.game.action_type), Codec(match.game.state_type)
    state = match.game.setup(match.rules)
    for number, step in enumerate(match.steps):
        if number % 50 == 0:
            state = states.load(states.dump(state), 1)
        action = actions.load(actions.dump(step.action), 1)
        state, events = match.game.apply(state, step.actor, action)
        assert state == step.after
        assert events == step.events


def test_cards_a_seat_has_not_seen_may_lie_elsewhere_and_its_view_stays_the_same(match, known):
    rng, game, moved = Random(7), match.game, 0
    for state in match.sample(40):
        for seat in (None, *match.seats):
            other = known.redeals(state, seat, rng)
            if game.to_act(other) != game.to_act(state):
                continue  # who can still act is seen by everybody
            moved += other != state
            assert game.view(other, seat) == game.view(state, seat)
            if seat is not None:
                assert game.question(other, seat) == game.question(state, seat)
                assert game.legal(other, seat) == game.legal(state, seat)
    assert moved > 20


def test_what_a_seat_does_tells_nobody_else_what_is_hidden(match, known):
    """Its own action, on cards that lie elsewhere, brings about the same events."""
    rng, game = Random(8), match.game
    for step in match.steps[::7]:
        if step.actor is CHANCE:
            continue
        other = known.redeals(step.before, step.actor, rng)
        if game.to_act(other) == game.to_act(step.before):
            _, events = game.apply(other, step.actor, step.action)
            assert _done(known, events) == _done(known, step.events)


def _done(known, events):
    """What has happened, but for cards that chance has brought."""
    return [event for event in events if not known.is_chance(event)]


def test_a_view_holds_only_cards_that_its_seat_has_seen(match, known):
    for state in match.sample(60):
        for seat in (None, *match.seats):
            assert cards_in(match.game.view(state, seat)) <= known.may_see(state, seat)


def test_the_public_has_no_hand_and_no_choices(match):
    for state in match.sample(60):
        view = match.game.view(state, None)
        assert (view.seat, view.hand, view.legal, view.barred) == (None, (), (), ())


def test_no_repr_shows_a_card_that_is_hidden(match, known):
    game = match.game
    for step in match.steps[::5]:
        hidden = known.secrets(step.after)
        shown = [known.without_draw(step.after), step.action, *step.events]
        for seat in (None, *match.seats):
            shown.append(known.without_draw(game.view(step.after, seat)))
        for value in shown:
            assert not hidden & set(CARD_IN_TEXT.findall(repr(value)))


def test_a_question_stays_while_its_answer_fits_and_changes_once_it_is_answered(match, known):
    game = match.game
    for step in match.steps:
        for seat in match.seats:
            before, after = game.question(step.before, seat), game.question(step.after, seat)
            legal = game.legal(step.before, seat)
            fits = legal == game.legal(step.after, seat)
            fits = fits and known.left(step.before) == known.left(step.after)
            assert (before == after) is fits
            if seat == step.actor:
                assert before != after


def test_each_action_is_told_to_those_who_may_know_it_and_first_of_all(match, known):
    game = match.game
    for step in match.steps:
        first, *rest = step.events
        if game.deck_of(step.action) is not None:
            assert first.audience == ()
        else:
            assert first.audience == known.audience(step.after, first)
        for event in rest:
            assert event.audience == known.audience(step.after, event)


def test_a_shuffled_pack_makes_the_action_that_is_due(match):
    game = match.game
    for step in match.steps:
        if step.actor is CHANCE:
            pack = game.pack(match.rules)
            again, _ = game.apply(step.before, CHANCE, game.shuffled(step.before, pack[::-1]))
            assert type(game.shuffled(step.before, pack)) is type(step.action)
            assert again != step.before
