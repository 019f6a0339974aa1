"""Records replayed by the program and by the oracle: both must say the same of every one.

PLUCK_RECORDS sets how many are generated; PLUCK_CASES may name a folder of example records
(NAME.json beside NAME.expect).
"""

import copy
import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.engine.registry import GAMES
from bot.record.model import NotARecord, parse
from bot.record.replay import IllegalRecord, replay
from tests.record import generator, oracle, pinochle_generator
from tests.record.changes import to_bytes
from tests.record.games import GENERATORS, ORACLES

RECORDS = int(os.environ.get("PLUCK_RECORDS", "300"))
CASES = os.environ.get("PLUCK_CASES")
BATCH = 50


def said_by_the_program(data):
    """What it prints; or where the record is illegal; or that it is none."""
    try:
        return json.loads(json.dumps(replay(parse(data))))
    except IllegalRecord as illegal:
        return illegal.deal, illegal.action
    except NotARecord as reason:
        return "no record" if str(reason).isprintable() else f"more than a line: {reason!r}"


def said_by_the_oracle(game, data):
    knowing = ORACLES[game]
    try:
        return knowing.replay(knowing.read(data))
    except oracle.Illegal as illegal:
        return illegal.deal, illegal.action
    except oracle.Malformed:
        return "no record"


def record_number(game, number):
    making, rng = GENERATORS[game], random.Random(number)
    match number % 5:
        case 0 | 1:
            return to_bytes(making.legal(rng))
        case 2 | 3:
            return to_bytes(making.illegal(rng)[0])
        case _:
            return making.malformed(rng)


def test_every_game_has_an_oracle_and_a_generator():
    assert set(ORACLES) == set(GENERATORS) == set(GAMES)


@pytest.mark.parametrize("first", range(0, RECORDS, BATCH))
@pytest.mark.parametrize("game", GAMES)
def test_program_and_oracle_agree_about_any_record(game, first):
    for number in range(first, min(first + BATCH, RECORDS)):
        data = record_number(game, number)
        assert said_by_the_program(data) == said_by_the_oracle(game, data), f"record {number}"


EACH = 2


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_fault_is_found_where_it_is(game):
    """Each kind a few times, in records drawn by lot; `found` counts them."""
    found: Counter[str] = Counter()
    making = GENERATORS[game]
    for number in range(500):
        if all(found[kind] == EACH for kind in making.KINDS):
            break
        rng = random.Random(number)
        record = making.legal(rng)
        for kind, places in sorted(making.faults_of(rng, record).items()):
            if found[kind] == EACH:
                continue
            found[kind] += 1
            faulty = copy.deepcopy(record)
            deal, action, change = rng.choice(places)
            if action is None:
                change(faulty)
            else:
                faulty["deals"][deal - 1]["actions"].insert(action, change)
            assert said_by_the_program(to_bytes(faulty)) == (deal, action), kind
    assert all(found[kind] == EACH for kind in making.KINDS), found


def named(attribute):
    return [(game, name) for game in GAMES for name in getattr(GENERATORS[game], attribute)]


@pytest.mark.parametrize(("game", "name"), named("MALFORMED_NAMES"))
def test_this_is_no_record(game, name):
    data = GENERATORS[game].malformed_case(name, random.Random(3))
    assert said_by_the_program(data) == "no record"


@pytest.mark.parametrize(("game", "name"), named("DOUBTFUL_NAMES"))
def test_this_is_answered_in_some_way(game, name):
    assert said_by_the_program(GENERATORS[game].doubtful_case(name, random.Random(3)))


def example_records():
    if not CASES:
        return [pytest.param(None, marks=pytest.mark.skip(reason="PLUCK_CASES is not set"))]
    found = []
    for path in sorted(Path(CASES).glob("*.json")):
        game = json.loads(path.read_bytes())["game"]
        absent = pytest.mark.skipif(game not in GAMES, reason=f"{game} is not on offer")
        found.append(pytest.param(path, id=path.stem, marks=absent))
    return found


@pytest.mark.parametrize("path", example_records())
def test_an_example_from_outside_has_its_outcome(path):
    wanted = json.loads(path.with_suffix(".expect").read_text(encoding="utf-8"))
    said = said_by_the_program(path.read_bytes())
    if "error" in wanted:
        place = [int(word) for word in wanted["error"].split(":")[0].split() if word.isdigit()]
        deal, action = said
        assert [number for number in (deal, action) if number is not None] == place
    else:
        assert {key: said[key] for key in wanted} == wanted


def test_a_record_without_deals_has_no_outcome_yet():
    record = {"format": "pluck-record/1", "game": "pluck", "preset": "partners", "deals": []}
    record["seats"] = ["North", "East", "South", "West"]
    said = said_by_the_program(to_bytes(record))
    assert said == {"deals": [], "score": [0, 0], "winners": None}


def test_the_reason_names_what_is_wrong_and_where():
    record = generator.base(random.Random(1))
    record["deals"][0]["actions"][1]["note"] = "!?"
    with pytest.raises(NotARecord, match=r"deals\.0\.actions\.1\.play\.note: unknown key"):
        parse(to_bytes(record))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"match": {"target": 20}}, r"rules\.match: "),
        ({"seats": 3.0}, r"rules\.seats: "),
        ({"jokers\nlocked": True}, r"jokers\\nlocked: unknown key"),
        ({"quotas": [7, 6, 3]}, r"rules: the quotas must add up"),
    ],
)
def test_rules_that_are_written_wrong_are_named(change, reason):
    record = generator.base(random.Random(1))
    record["rules"].update(change)
    with pytest.raises(NotARecord, match=reason):
        parse(to_bytes(record))


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        ({"kind": "deal", "target": 3}, r"rules\.match\.SingleDeal\.target: unknown key"),
        ({"kind": "points"}, r"rules\.match\.Points\.target: missing key"),
        ({"kind": "points", "target": "3"}, r"rules\.match\.Points\.target: .*integer"),
        ({"kind": "rounds", "count": 2}, r"rules\.match\.\w+\.kind: not one of the values"),
    ],
)
def test_what_is_wrong_with_a_match_is_told_of_the_kind_that_is_named(match, reason):
    record = pinochle_generator.legal(random.Random(1))
    record["rules"] = {"match": match}
    with pytest.raises(NotARecord, match=reason):
        parse(to_bytes(record))
