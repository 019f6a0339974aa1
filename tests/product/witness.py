"""Who may have known which card at which moment, worked out from the record of a match alone.

Nothing here comes from the bot: the cards are dealt, plucked, melded, drawn and played again by the
rule book, and each message that was sent is held against what its readers could know when it was
sent. Where a deck has two of each card, the second one that a seat holds is `AS~1`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]

RANKS = "23456789TJQKA"
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_LABEL = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])|(Big|Little) Joker")
_CODE = re.compile(r"(?:p|k)\.((?:[2-9TJQKA][CDHS]|BJ|LJ)\b(?:~1)?)")
_MELD = re.compile(r"\bm\.((?:[2-9TJQKA][CDHS])+)")
_RULES = re.compile(
    r"The 2♣ [^.]*\.|no 2♥ 2♦(?: 2♠)?|the 2♣ is always led first"  # sentences about rules
    r"|-# Draw for dealer:.*"  # drawn face up, from another shuffle
    r"|💡 .*"  # a hint says which cards are out; that it knows nothing else is tested by itself
)
_OPENED = re.compile(r"### Hand (\d+), (?:book by book|trick by trick)")
_OVER = re.compile(r"\bhand (\d+) is over")
LATE = 2.5
"""For how many seconds after a deal a message may still show the tricks before its last act."""


@dataclass
class Known:
    """One deal: from when on which cards are known to a seat (to everybody: seat None)."""

    ends: float = float("inf")
    since: dict[tuple[int | None, str], float] = field(default_factory=dict)
    last: set[str] = field(default_factory=set)
    """The cards that a message of this deal may name that is late."""
    final: set[str] = field(default_factory=set)
    """The cards of its last trick, which its summary names for ever."""

    def learn(self, seat: int | None, card: str, at: float) -> None:
        self.since.setdefault((seat, card), at)

    def to(self, seat: int | None, at: float) -> set[str]:
        readers = {None, seat}
        return {card for (who, card), since in self.since.items() if who in readers and since <= at}


class Witness:
    """Follows a record and says who could know what."""

    def __init__(self, record: Json) -> None:
        self.deals: list[Known] = []
        began = 0.0
        for number, deal in enumerate(record["deals"]):
            known = Known()
            if record["game"] == "pinochle":
                self._follow_pinochle(known, deal, began=began)
            else:
                self._follow(known, record, deal, opening=number == 0, began=began)
            self.deals.append(known)
            began = known.ends

    @staticmethod
    def _follow(known: Known, record: Json, deal: Json, *, opening: bool, began: float) -> None:
        seats = len(record["seats"])
        first = (deal["dealer"] + 1) % seats
        if opening and record["rules"]["first_dealer"] == "first_jack":
            first = 0
        hands: list[set[str]] = [set() for _ in range(seats)]
        for place, card in enumerate(deal["deck"]):
            seat = (first + place) % seats
            hands[seat].add(card)
            known.learn(seat, card, began)
        played = []
        for act in deal["actions"]:
            at = known.ends = moment(act)
            if act["type"] == "pluck":
                given, plucker, target = act["card"], act["seat"], act["target"]
                hands[plucker].discard(given)
                hands[target].add(given)
                suit = [card for card in hands[target] if card[1] == given[1]]
                returned = max(
                    (c for c in suit if c != "BJ"), key=lambda card: RANKS.index(card[0])
                )
                hands[target].discard(returned)
                hands[plucker].add(returned)
                for seat in (plucker, target):
                    known.learn(seat, given, at)
                    known.learn(seat, returned, at)
            elif act["type"] == "play":
                assert act["card"] in hands[act["seat"]], "the record plays a card that is not held"
                hands[act["seat"]].discard(act["card"])
                known.learn(None, act["card"], at)
                played.append(act["card"])
        claimed = sum(moment(act) == known.ends for act in deal["actions"])
        known.last = set(played[-4 * seats - claimed :])
        known.final = set(played[-seats:])

    @staticmethod
    def _follow_pinochle(known: Known, deal: Json, *, began: float) -> None:
        dealer, deck = deal["dealer"], deal["deck"]
        hands: list[Counter[str]] = [Counter(), Counter()]

        def take(seat: int, card: str, at: float) -> None:
            hands[seat][card] += 1
            known.learn(seat, card if hands[seat][card] == 1 else f"{card}~1", at)

        for place, card in enumerate(deck[:24]):
            take(dealer if place // 3 % 2 else 1 - dealer, card, began)
        up, stock = deck[24], list(deck[25:])
        trump, trick, played = up[1], [], []
        known.learn(None, up, began)
        for act in deal["actions"]:
            at, seat = moment(act), act["seat"]
            known.ends = at
            if act["type"] == "play":
                card = act["card"]
                assert hands[seat][card], "the record plays a card that is not held"
                hands[seat][card] -= 1
                known.learn(None, card, at)
                played.append(card)
                trick = [*trick, card] if len(trick) == 1 else [card]
            elif act["type"] == "dix":
                known.learn(None, f"9{trump}", at)
                if act["exchange"]:
                    hands[seat][f"9{trump}"] -= 1
                    take(seat, up, at)
                    up = f"9{trump}"
            else:
                for card in act["cards"]:
                    assert hands[seat][card], "the record melds a card that is not held"
                    known.learn(None, card, at)
                take(seat, stock.pop(0), at)
                if not stock:
                    known.learn(None, deck[-1], at)
                take(1 - seat, stock.pop(0) if stock else up, at)
        known.last, known.final = {*played[-4:], deck[-1]}, set(played[-2:])

    def check(self, requests: Iterable[Any], seats: Mapping[int, int]) -> Counter[int | None]:
        """Hold every message against what its reader could know; `seats` are people's by id.

        Returns how many messages to each seat, and to everybody, have named a card.
        """
        named: Counter[int | None] = Counter()
        for request in requests:
            if not request.applied or not request.body or request.path.startswith("/applications"):
                continue
            seat = seats.get(request.audience)
            leaked = self.leaks(seat, request.at, request.body)
            assert not leaked, f"{sorted(leaked)} told to {request.audience or 'everybody'}"
            named[seat] += bool(cards_named(request.body))
        return named

    def leaks(self, seat: int | None, at: float, body: Any) -> set[str]:
        """The cards in a message sent at that moment that its reader could not know."""
        named = cards_named(body)
        current = next((deal for deal in self.deals if at <= deal.ends), None)
        if current is None or not named:
            return set()
        if shown := _OPENED.search(json.dumps(body)):
            assert self.deals[int(shown[1]) - 1].ends <= at, "a deal is opened before it is scored"
            return set()
        unknown = named - current.to(seat, at)
        if not unknown or named <= self.summed_up(body, at):
            return set()
        before = self.deals[self.deals.index(current) - 1] if current is not self.deals[0] else None
        if before and at < before.ends + LATE and named <= before.last:
            return set()
        return unknown

    def summed_up(self, body: Any, at: float) -> set[str]:
        """The cards that the summary of an earlier deal names, if this is one.

        A board becomes its summary when the next one is posted, however long that takes.
        """
        numbers = map(int, _OVER.findall(json.dumps(body)))
        over = (self.deals[n - 1] for n in numbers if 0 < n <= len(self.deals))
        return next((deal.final for deal in over if deal.ends <= at), set())


def moment(act: Json) -> float:
    """When something was done."""
    return datetime.fromisoformat(act["at"].replace("Z", "+00:00")).timestamp()


def cards_named(body: Any) -> set[str]:
    """The cards that any text, label or custom_id of a message names."""
    return {card for text in _texts(body) for card in _cards(text)}


def _cards(text: str) -> Iterator[str]:
    for rank, suit, joker in _LABEL.findall(_RULES.sub("", text)):
        yield f"{joker[0]}J" if joker else f"{'T' if rank == '10' else rank}{_SYMBOLS[suit]}"
    yield from _CODE.findall(text)
    for cards in _MELD.findall(text):
        yield from re.findall("..", cards)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for child in node.values():
            yield from _texts(child)
    elif isinstance(node, list):
        for child in node:
            yield from _texts(child)
