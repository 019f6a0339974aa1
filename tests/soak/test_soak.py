"""The short soak: two storms over a few tables, with kills. The long one is `make soak`.

Another seed than the usual one is run with `PLUCK_SOAK=<seed>`.
"""

import os
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.playground.request_log import Request
from tests.soak import accounts, secrecy
from tests.soak.ledger import code_of_event
from tests.soak.plan import draw
from tests.soak.soak import soak
from tests.soak.truth import Truth

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(300)]

SEED = int(os.environ.get("PLUCK_SOAK", "1"))
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def soaked(tmp_path_factory):
    return await soak(draw(SEED, short=True), tmp_path_factory.mktemp("soak"))


@pytest.fixture
def match(soaked):
    """A match to its end in which people have acted."""
    return max(
        soaked.truth().over(), key=lambda each: sum(e["by"] == "player" for e in each.events)
    )


async def test_nothing_breaks_under_fire(soaked):
    report = soaked.report
    assert report.problems == [], f"{report}\nagain: PLUCK_SOAK={SEED} pytest tests/soak"
    assert "kill" in report.ends, "the bot was never killed"
    assert report.faults, "nothing went wrong"
    assert report.matches, "no match was played to its end"


async def test_an_act_that_got_lost_would_be_noticed(soaked, match):
    # Of a press whose answer was lost nobody can tell; of most others one can.
    by_people = [k for k, event in enumerate(match.events) if event["by"] == "player"]
    missing = [match.events[:k] + match.events[k + 1 :] for k in by_people[-5:]]
    assert any(complaints(soaked, replace(match, events=events)) for events in missing)


async def test_an_act_that_was_done_twice_would_be_noticed(soaked, match):
    event = next(event for event in match.events if event["by"] == "player")
    again = {**event, "rev": event["rev"] + 1}
    assert complaints(soaked, replace(match, events=[*match.events, again]))


async def test_an_act_without_a_press_would_be_noticed(soaked, match):
    events = [{**e, "by": "player"} if e["seat"] is not None else e for e in match.events]
    assert complaints(soaked, replace(match, events=events))


async def test_a_press_that_was_answered_and_not_kept_would_be_noticed(soaked, match):
    kept = [p for p in match.presses if not soaked.ledger.deeds[p["interaction_id"]].is_action]
    assert complaints(soaked, replace(match, presses=kept))


async def test_a_wrong_result_would_be_noticed(match):
    results = [{**row, "points": row["points"] + 1} for row in match.results]
    assert list(accounts.of_matches(Truth([match]))) == []
    assert list(accounts.of_matches(Truth([replace(match, results=results)])))


async def test_a_log_that_does_not_replay_would_be_noticed(match):
    plays = [k for k, event in enumerate(match.events) if event["seat"] is not None]
    events = list(match.events)
    events[plays[0]], events[plays[1]] = events[plays[1]], events[plays[0]]
    assert list(accounts.of_matches(Truth([replace(match, events=events)])))


async def test_a_card_told_to_the_wrong_people_would_be_noticed(soaked, match):
    acts = [event for event in match.events if event["seat"] is not None]
    last = next(e for e in reversed(acts) if code_of_event(e["action"])[2:] not in ("BJ", "LJ"))
    rank, suit = code_of_event(last["action"])[2:]
    body = {"content": f"{'10' if rank == 'T' else rank}{SUITS[suit]}"}
    for at, leaks in ((last["at"] - 0.001, True), (last["at"] + 0.001, False)):
        told = Request(
            "POST",
            f"/channels/{match.row['channel_id']}/messages",
            "/channels/{id}/messages",
            body,
            "bot",
            at,
            applied=True,
        )
        assert bool(list(secrecy.leaks([told], soaked.ledger, Truth([match])))) is leaks


def complaints(soaked, match):
    """What is said of the presses when this is what the database holds."""
    matches = {**soaked.truth().matches, match.id: match}
    return list(accounts.of_presses(soaked.ledger, Truth(matches.values())))
