"""A match written down is a record, and the record replays to the same match."""

import json

import pytest

from bot.engine.contract import CHANCE
from bot.engine.registry import GAMES
from bot.record.export import Act, export
from bot.record.model import parse
from bot.record.replay import replay
from tests.engine.playouts import KNOWLEDGE, playout
from tests.record.games import ORACLES

NAMES = ("Zoë", "雪", "South", "West")
START = 1_790_000_000.25
TABLES = [(key, table) for key in GAMES for table in KNOWLEDGE[key].tables()]


def acts_of(match):
    return [
        Act(
            seat=None if step.actor is CHANCE else step.actor,
            action=step.action,
            by=("player", "ai", "timeout")[number % 3],
            at=START + number,
        )
        for number, step in enumerate(match.steps)
    ]


def written(match, preset, count=None):
    names = NAMES[: len(match.seats)]
    return export(match.game, preset, match.rules, names, acts_of(match)[:count])


def any_preset(game):
    """Whichever it is: all rules are written out."""
    return next(iter(game.presets))


@pytest.mark.parametrize(("key", "table"), TABLES)
def test_an_exported_match_replays_to_its_end(key, table):
    match = playout(key, table, 0)
    record = written(match, any_preset(match.game))
    text = json.dumps(record).encode()
    parsed = parse(text)
    assert (parsed.game, parsed.rules) == (match.game, match.rules)
    assert parsed.seats == NAMES[: len(match.seats)]
    said, outcome = replay(parsed), match.game.outcome(match.states[-1])
    assert said["score"] == list(outcome.scores)
    assert said["winners"] == list(outcome.winners)
    assert len(said["deals"]) == match.game.deal_number(match.states[-1])
    assert all(deal["complete"] for deal in said["deals"])
    knowing = ORACLES[key]
    assert json.loads(json.dumps(said)) == knowing.replay(knowing.read(text))


@pytest.mark.parametrize(("key", "table"), TABLES)
def test_the_deal_that_is_being_played_is_not_in_the_record(key, table):
    match = playout(key, table, 1)
    game = match.game
    for count in range(0, len(match.steps), 23):
        record = written(match, any_preset(game), count)
        state = match.states[count]
        running = game.to_act(state) not in (CHANCE, ())
        assert len(record["deals"]) == game.deal_number(state) - running
        said = replay(parse(json.dumps(record).encode()))
        assert said["winners"] is None
        assert all(deal["complete"] for deal in said["deals"])


def test_every_action_says_when_and_by_whom_and_nothing_that_is_forced():
    match = playout("pluck", "one-round-mercy", 0)
    record = written(match, "classic")
    actions = [action for deal in record["deals"] for action in deal["actions"]]
    by_seats = [step for step in match.steps if step.actor is not CHANCE]
    assert len(actions) == len(by_seats)
    for action, step in zip(actions, by_seats, strict=True):
        assert action["seat"] == step.actor
        assert action["type"] == step.action.type
        assert action["by"] in ("player", "ai", "timeout")
        assert action["at"].startswith("2026-09-2")
        assert action["at"].endswith(".250Z")
        assert None not in action.values()
    assert json.loads(json.dumps(record)) == record


def test_nothing_dealt_yet_is_a_record_without_deals():
    match = playout("pluck", "classic", 0)
    for count in (0, 1):
        record = written(match, "classic", count)
        assert record["deals"] == []
        assert parse(json.dumps(record).encode()).deals == ()
