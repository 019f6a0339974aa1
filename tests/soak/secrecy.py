"""Whether anybody was ever shown a card that they could not know, whatever was sent to them.

Unlike at a single calm table, people come and go here, deals break off, and what was drawn in
time may arrive late: a message is judged by the moment at which it was first on its way.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from bot.playground.request_log import Request
from tests.product.witness import Known, Witness, cards_named
from tests.soak.ledger import Ledger
from tests.soak.truth import Match, Truth

TABLE = re.compile(r"\btb:1:([a-z0-9]+):")
_INTERACTION = re.compile(r"/interactions/(\d+)/")
_TOKEN = re.compile(r"/webhooks/\d+/([^/]+)")
_CHANNEL = re.compile(r"/channels/(\d+)/messages")
_OPENED = re.compile(r"### Hand (\d+), book by book")
_RETRIED_FOR = 45.0
"""For how many seconds the same body may be sent time and again."""
_LATE = 12.0
"""For how many seconds a message may be on its way before it is sent at all: limits, spacing."""


class Onlookers:
    """Who could know what at one table, by the record and by who sat where when."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self._witness = Witness(match.record)
        self.deals: list[Known] = self._witness.deals
        if self.deals and not match.outcome["deals"][-1]["complete"]:
            self.deals[-1].ends = float("inf")
        self._sat = self._stays(ledger)

    def _stays(self, ledger: Ledger) -> dict[int, list[tuple[float, float]]]:
        """From when to when each person held their seat."""
        stays: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for press in self.match.presses:
            deed = ledger.deeds[press["interaction_id"]]
            if deed.code == "leave.yes" and stays[deed.user]:
                began, _ = stays[deed.user][-1]
                stays[deed.user][-1] = (began, press["at"])
            elif not stays[deed.user] or stays[deed.user][-1][1] < press["at"]:
                stays[deed.user].append((press["at"], float("inf")))
        return stays

    def known(self, deal: Known, user: int | None, at: float) -> set[str]:
        """The cards of a deal that a person, or everybody, could know at that moment."""
        known = deal.to(None, at)
        seat = None if user is None else self.match.seat_of(user)
        if user is None or seat is None:
            return known
        for began, left in self._sat.get(user, ()):
            if began <= at:
                known |= deal.to(seat, min(at, left))
        return known

    def leak(self, user: int | None, at: float, body: Any) -> set[str]:
        """The cards in a message that its reader could not know when it was drawn."""
        named = cards_named(body)
        current = next((deal for deal in self.deals if at <= deal.ends), None)
        if not named or current is None:
            return set()
        if opened := _OPENED.search(json.dumps(body)):
            number = int(opened[1])
            scored = number <= len(self.deals) and self.deals[number - 1].ends <= at
            return set() if scored else named
        unknown = named - self.known(current, user, at)
        if not unknown or named <= self._witness.summed_up(body, at):
            return set()
        place = self.deals.index(current)
        # What everybody sees says of which deal it is.
        may_be_late = place > 0 and (user is not None or f"hand {place} " in json.dumps(body))
        if may_be_late and named <= self._just_played(self.deals[place - 1], at):
            return set()
        return unknown

    def _just_played(self, deal: Known, at: float) -> set[str]:
        """The end of a deal as a message about it may show it that is only now on its way."""
        plays = sorted((since, card) for (seat, card), since in deal.since.items() if seat is None)
        shown = 2 * len(self.match.seats)
        first = next((k for k, (since, _) in enumerate(plays) if since > at - _LATE), None)
        return set() if first is None else {card for _, card in plays[max(first - shown, 0) :]}


def leaks(requests: Iterable[Request], ledger: Ledger, truth: Truth) -> Iterator[str]:
    """Every message that told too much, a line each; the cards are named, for whoever debugs."""
    played = [match for match in truth.matches.values() if match.events and match.replays]
    onlookers = {match.id: Onlookers(match, ledger) for match in played}
    subjects = Subjects(ledger, truth)
    first: dict[str, float] = {}
    for request in requests:
        if not request.body or request.path.startswith("/applications"):
            continue
        text = json.dumps(request.body, sort_keys=True)
        since, tables = _first_sent(first, request, text), subjects.of(request, text)
        if not request.applied or not cards_named(request.body):
            continue
        found = [
            onlookers[table].leak(request.audience, since, request.body)
            for table in tables
            if table in onlookers
        ]
        if found and all(found):
            yield (
                f"{' or '.join(tables)}: {sorted(found[0])} told to"
                f" {request.audience or 'everybody'} at {request.at:.3f} by {request.key}"
            )


class Subjects:
    """Which table a message is about: by its buttons, or by where it stands."""

    def __init__(self, ledger: Ledger, truth: Truth) -> None:
        self._deeds = ledger.deeds
        self._tokens = {deed.token: deed for deed in ledger}
        self._boards: dict[str, str] = {}
        self._by_channel: dict[int, list[Match]] = defaultdict(list)
        for match in truth.matches.values():
            self._by_channel[match.row["channel_id"]].append(match)

    def of(self, request: Request, text: str) -> list[str]:
        """The table; all those of the channel where nothing tells which."""
        if named := sorted(set(TABLE.findall(text))):
            if request.method == "PATCH":
                self._boards[request.path] = named[0]
            return named
        if request.path in self._boards:
            return [self._boards[request.path]]
        deed = None
        if found := _INTERACTION.search(request.path):
            deed = self._deeds.get(int(found[1]))
        elif found := _TOKEN.search(request.path):
            deed = self._tokens.get(found[1])
        if deed is not None and deed.table:
            return [deed.table]
        channel = int(found[1]) if (found := _CHANNEL.search(request.path)) else 0
        return [m.id for m in self._by_channel[channel] if m.row["created_at"] <= request.at]


def _first_sent(first: dict[str, float], request: Request, text: str) -> float:
    """When this very message was first sent: a retry shows what was known then."""
    key = f"{request.method} {request.path} {text}"
    if request.at - first.get(key, 0.0) > _RETRIED_FOR:
        first[key] = request.at
    return first[key]
