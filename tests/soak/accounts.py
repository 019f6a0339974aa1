"""Whether the log holds what people did: everything accepted once, nothing twice or by itself."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from bot.record.model import parse
from bot.record.replay import IllegalRecord, replay
from tests.record import oracle
from tests.soak.ledger import OUR_FAULT, Deed, Ledger, code_of_event
from tests.soak.truth import Match, Truth


def of_presses(ledger: Ledger, truth: Truth) -> Iterator[str]:
    """What is wrong with the presses of all people, a line each."""
    stored = {p["interaction_id"]: p for m in truth.matches.values() for p in m.presses}
    for deed in ledger:
        about = f"the press of {deed.code or deed.what.split()[0]} at {deed.table}"
        accepted = stored.get(deed.interaction)
        if deed.refusal in OUR_FAULT:
            yield f"{about} was answered: {deed.refusal}"
        if deed.changes and deed.succeeded and accepted is None:
            yield f"{about} was answered as if it had been counted, and is not in the database"
        elsewhere = accepted is not None and accepted["table_id"] != deed.table
        if elsewhere and deed.table and deed.code != "again":
            yield f"{about} was counted at another table"
    for interaction in stored.keys() - ledger.deeds.keys():
        yield f"an interaction was counted that nobody made: {interaction}"
    for match in truth.matches.values():
        yield from _of_events(ledger, match)
        yield from _from_outside(ledger, match)


def _of_events(ledger: Ledger, match: Match) -> Iterator[str]:
    """Each act of a person is one accepted press of theirs, and the other way round."""
    by_rev = defaultdict(list)
    for press in match.presses:
        by_rev[press["rev"]].append(ledger.deeds.get(press["interaction_id"]))
    acted = set()
    for event in match.events:
        if event["by"] != "player":
            continue
        code, rev = code_of_event(event["action"]), event["rev"]
        deeds = by_rev[rev]
        if len(deeds) != 1 or deeds[0] is None:
            yield f"table {match.id} rev {rev}: an act of a person with {len(deeds)} presses"
            continue
        deed = deeds[0]
        acted.add(deed.interaction)
        if deed.code != code:
            yield f"table {match.id} rev {rev}: another act than was pressed"
        if match.seat_of(deed.user) != event["seat"]:
            yield f"table {match.id} rev {rev}: an act at another's seat"
        if deed.refusal is not None:
            yield f"table {match.id} rev {rev}: an act that was refused ({deed.refusal})"
        between = [e for e in match.events if e["seat"] == event["seat"]]
        if deed.ask >= rev or any(deed.ask < other["rev"] < rev for other in between):
            yield f"table {match.id} rev {rev}: an answer to another question ({deed.ask})"
    for press in match.presses:
        deed = ledger.deeds.get(press["interaction_id"])
        if deed is None or not deed.is_action or deed.interaction in acted:
            continue
        if deed.succeeded:  # Whoever was away comes back with a press that is stale.
            yield f"table {match.id} rev {press['rev']}: a press was counted without its act"


def _from_outside(ledger: Ledger, match: Match) -> Iterator[str]:
    """The same without the list of presses: acts by seat and code, against what was answered."""
    acts = Counter(
        (event["seat"], code_of_event(event["action"]))
        for event in match.events
        if event["by"] == "player"
    )
    said, made = Counter(), defaultdict(set)
    for deed in ledger:
        if deed.table == match.id and deed.is_action:
            key = match.seat_of(deed.user), deed.code
            said[key] += deed.succeeded
            made[key].add(deed.ask)
    for key, times in said.items():
        if times > acts[key]:
            yield f"table {match.id}: {times} presses were answered as counted, {acts[key]} are"
    for key, times in acts.items():
        if times > len(made[key]):
            yield f"table {match.id}: {times} acts of a seat from {len(made[key])} questions"


def of_matches(truth: Truth) -> Iterator[str]:
    """What is wrong with records and results."""
    for match in truth.matches.values():
        if match.status == "set_aside":
            yield f"table {match.id} was set aside"
        if [event["seq"] for event in match.events] != list(range(len(match.events))):
            yield f"table {match.id}: its events are not numbered one by one"
        if not match.events:
            continue
        try:
            if replay(parse(oracle_bytes(match))) != match.outcome:
                yield f"table {match.id}: bot and oracle replay it differently"
        except (oracle.Illegal, oracle.Malformed, IllegalRecord) as error:
            yield f"table {match.id}: its log does not replay: {type(error).__name__} {error}"
            continue
        yield from _of_results(match)


def oracle_bytes(match: Match) -> bytes:
    """The record as a file."""
    return json.dumps(match.record).encode()


def _of_results(match: Match) -> Iterator[str]:
    ended = match.outcome["winners"] is not None
    if ended is not (match.status == "over"):
        yield f"table {match.id} is {match.status}, but its record is {'' if ended else 'not '}over"
    if match.status != "over":
        if match.results:
            yield f"table {match.id} is {match.status} and has results"
        return
    found = {
        row["user_id"]: (row["points"], bool(row["won"]))
        for row in match.results
        if row["user_id"] is not None
    }
    if found != match.came_out():
        yield f"table {match.id}: results {found}, by its record {match.came_out()}"
    if any(row["people"] != match.people for row in match.results):
        yield f"table {match.id}: its results count another number of people than {match.people}"


def unanswered(ledger: Ledger) -> list[Deed]:
    """The deeds to which nothing came back at all."""
    return [deed for deed in ledger if not deed.answers and not deed.received]
