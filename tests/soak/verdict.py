"""Everything that must be so, whatever has happened. Each function returns what is not."""

import asyncio
import json
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.product.place import TOO_MUCH_IN_A_LOG, Place
from tests.product.stage import run_bot
from tests.soak import accounts, secrecy
from tests.soak.secrecy import TABLE
from tests.soak.truth import Match, Truth
from tests.support.wire import Person, Seen

if TYPE_CHECKING:
    from tests.soak.soak import Soak

_SHOWN_WITHIN = 80.0
"""Longer than the longest pause after which a table is shown again."""
_SPACING = 0.9
_INVALID_ALLOWED = 2_000
_OWN_LINE = re.compile(r"\*\*(\d+)\.\*\* \*\*.+ \(you\)\*\* · \*\*(-?\d+) \w+\*\* · (\d+) ")
"""Rank, value and matches of whoever looks at a leaderboard."""
_STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ")
_OF_A_LOCK = ("fails: Busy", "cannot be expired: Busy", "deadlines cannot be read")
_OF_A_REFUSAL = ("is refused: HTTPException 400 code 50035",)
_OF_DISCORD = ("discord.client: Attempting a reconnect", "commands could not be synced")


def of_the_log(soak: "Soak", truth: Truth) -> list[str]:
    """Presses, acts, records and results."""
    soak.ledger.read(soak.requests)
    return [*accounts.of_presses(soak.ledger, truth), *accounts.of_matches(truth)]


def at_the_end(soak: "Soak", truth: Truth) -> list[str]:
    """All that can be judged once the bot has stopped."""
    return [
        *of_the_log(soak, truth),
        *secrecy.leaks(soak.requests, soak.ledger, truth),
        *_of_traffic(soak),
        *_of_log_lines(soak),
        *(f"not as Discord describes it: {each}" for each in soak.playground.violations),
    ]


async def shown(soak: "Soak") -> list[str]:
    """Wait until every table is shown as it was when the wait began."""
    place = Place(soak.playground, soak.bot, soak.db)
    wanted = {
        row["id"]: row["rev"]
        for row in place.ask("SELECT id, rev FROM tables WHERE status <> 'suspended'")
    }

    def behind() -> list[str]:
        rows = place.ask("SELECT id, status, rev, shown_rev FROM tables")
        return [
            f"table {row['id']} ({row['status']}, rev {row['rev']}) is shown as of"
            f" {row['shown_rev']}"
            for row in rows
            if row["status"] != "suspended" and row["shown_rev"] < wanted.get(row["id"], 0)
        ]

    loop = asyncio.get_running_loop()
    end = loop.time() + _SHOWN_WITHIN
    while late := behind():
        if loop.time() > end:
            return late
        await asyncio.sleep(0.2)
    return []


async def asked_for(soak: "Soak") -> list[str]:
    """What people get when they ask: their records and where they stand."""
    truth = soak.truth()
    played = [match for match in truth.matches.values() if match.events and match.replays]
    problems = [await _record(soak, match) for match in played]
    problems += [_board(soak, match) for match in truth.over()]
    problems += [await _standing(soak, truth, name) for name in soak.playground.discord.people]
    return [problem for problem in problems if problem]


async def _record(soak: "Soak", match: Match) -> str:
    """The record that somebody who sits there gets is that of the log."""
    person = Person(soak.playground, "alice", "card-room")
    got = (await person.slash("pluck record", table=match.id)).message
    wanted = match.scored
    if not wanted["deals"]:
        return (
            "" if got and not got.data["attachments"] else f"table {match.id}: a record of nothing"
        )
    if got is None or not got.data["attachments"]:
        return f"table {match.id}: no record, but: {got and got.text}"
    path = got.data["attachments"][0]["url"].partition("/cdn")[2]
    found = json.loads(soak.playground.discord.attachment(path) or b"{}")
    return "" if found == wanted else f"table {match.id}: its record is not what its log says"


def _board(soak: "Soak", match: Match) -> str:
    """A match that is over stands where it was played, with the way to another."""
    channel, message = match.row["channel_id"], match.row["message_id"]
    found = soak.playground.discord.find_message(channel, message)
    if found is None:
        gone = channel not in {room.channel for room in soak.rooms}
        gone |= message in soak.blows.deleted  # after its end nobody looks for it
        return "" if gone else f"table {match.id} is over, and its message is gone"
    seen = Seen(channel, message, soak.playground.discord.message_payload(found))
    if "Play again" in seen.enabled and "🏆" in seen.text:
        return ""
    return f"table {match.id} is over, and its message says: {seen.text[:200]}"


async def _standing(soak: "Soak", truth: Truth, name: str) -> str:
    """Their own line of the leaderboard is the sum of the records."""
    user, standings = soak.playground.discord.people[name], truth.standings()
    for place, sort in enumerate(("wins", "points"), start=1):
        shown = await Person(soak.playground, name).slash("leaderboard", sort=sort)
        own = next((line for line in shown.text.split("\n") if "(you)" in line), None)
        if user not in standings:
            if own is not None:
                return f"{name} stands on the leaderboard without a match"
            continue
        matches, value = standings[user][0], standings[user][place]
        rank = 1 + sum(each[place] > value for each in standings.values())
        found = _OWN_LINE.match(own or "")
        if found is None or [int(each) for each in found.groups()] != [rank, value, matches]:
            return f"{name} by {sort}: {own!r}, by the records {rank}., {value}, {matches}"
    return ""


def _of_traffic(soak: "Soak") -> list[str]:
    """Requests that Discord would take amiss."""
    problems = []
    invalid = len(soak.playground.invalid_requests)
    if invalid > _INVALID_ALLOWED:
        problems.append(f"{invalid} requests were refused with 401, 403 or 429")
    identified, restarts = soak.playground.gateway.identified, len(soak.keeper.ends) + 1
    sessions_lost = soak.blows.struck["invalidate"] + soak.blows.struck["go down"]
    if identified > restarts + soak.keeper.failed_starts + 2 * sessions_lost + 2:
        problems.append(f"{identified} IDENTIFYs for {restarts} starts")
    for table, moments in _board_edits(soak).items():
        quick = sum(b - a < _SPACING for a, b in pairwise(moments))
        if quick > 1 + len(moments) // 50:
            problems.append(f"{quick} of {len(moments)} edits of {table} follow within a second")
    return problems


def _board_edits(soak: "Soak") -> dict[str, list[float]]:
    """When the public message of each table was edited, with whatever token."""
    edits: dict[str, list[float]] = {}
    for request in soak.requests:
        if request.method != "PATCH" or request.audience is not None or not request.applied:
            continue
        if found := TABLE.search(json.dumps(request.body)):
            edits.setdefault(found[1], []).append(request.at)
    return {table: sorted(moments) for table, moments in edits.items()}


def _of_log_lines(soak: "Soak") -> list[str]:
    """Cards, tokens and errors in what the bot wrote."""
    excused = [*_OF_DISCORD]
    if soak.blows.struck["lock the database"]:
        excused += _OF_A_LOCK
    if any("emoji" in fault for fault in soak.weather.struck):
        excused += _OF_A_REFUSAL
    problems = []
    for entry in _entries(soak.bot.logs):
        errs = " ERROR " in entry or "Traceback" in entry
        if errs and not any(each in entry for each in excused):
            problems.append(f"in the log: {entry.strip()}")
        if TOO_MUCH_IN_A_LOG.search(entry) or soak.playground.token in entry.split():
            problems.append(f"a card or the token is in the log: {entry.strip()}")
    return problems


def _entries(log: Iterable[str]) -> list[str]:
    """The log entry by entry: each line with those that belong to it."""
    entries: list[str] = []
    for line in log:
        if _STAMP.match(line) or not entries:
            entries.append(line)
        else:
            entries[-1] += line
    return entries


async def healthy(soak: "Soak") -> list[str]:
    """What the bot's own check of the database says."""
    try:
        status, out = await run_bot("check", str(soak.db), env={})
    except TimeoutError:
        return ["check does not end"]
    return [] if status == 0 else [f"check: {line}" for line in out.splitlines()]
