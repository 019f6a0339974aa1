"""The rules object: every house rule as a field, the presets, and what fits together.

Three- and four-handed Pluck differ in the values found here, not in the flow of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from bot.engine.cards import Card, pack_without
from bot.engine.seats import Seat, Sides, clockwise_from, facing_pairs, side_of, singles


class Deck(StrEnum):
    """Which cards are dealt (rules 2, 3), named by their number."""

    WITHOUT_RED_AND_SPADE_TWOS = "51"
    FULL_WITH_JOKERS = "54"
    PLAIN = "52"
    JOKERS_FOR_RED_TWOS = "52j"


class FirstDealer(StrEnum):
    """How the first dealer is found (rules 2)."""

    HIGH_CARD = "high_card"
    FIRST_JACK = "first_jack"


class TrumpCall(StrEnum):
    """Whether trump is named before the plucks or after them (rules 2)."""

    AFTER_PLUCKS = "after_plucks"
    BEFORE_PLUCKS = "before_plucks"


class OpeningLead(StrEnum):
    """Who leads to the first trick (rules 2, 3)."""

    TWO_OF_CLUBS = "two_of_clubs"
    CALLER = "caller"


class Boston(StrEnum):
    """What winning every trick of a deal is worth (rules 2)."""

    ANNOUNCE = "announce"
    DOUBLE = "double"
    WIN = "win"


class ZeroBooks(StrEnum):
    """How a side is plucked that won no trick in the deal before (rules 2)."""

    NONE = "none"
    MERCY = "mercy"


@dataclass(frozen=True, slots=True)
class Points:
    """A match to a number of points."""

    target: int
    kind: Literal["points"] = "points"


@dataclass(frozen=True, slots=True)
class Rounds:
    """A match in which every seat deals `count` times."""

    count: int
    kind: Literal["rounds"] = "rounds"


class Misfit(StrEnum):
    """Why a set of rules does not fit together."""

    DECK_FOR_OTHER_SEATS = "this deck does not divide among these seats"
    QUOTAS_NUMBER = "there must be one quota for each side"
    QUOTAS_TOO_SMALL = "every quota must be at least 1"
    QUOTAS_SUM = "the quotas must add up to the number of tricks"
    LOCKED_WITHOUT_JOKERS = "jokers cannot be locked in a deck without jokers"
    CALLER_LEADS_THREE_HANDED = "three-handed the two of clubs is always led first"
    MATCH_TOO_SHORT = "a match needs a target or a count of at least 1"
    MATCH_TOO_LONG = "a match may be too long to be finished"
    NO_SUCH_RULE = "there is no such rule, or it cannot be that"


@dataclass(frozen=True, slots=True)
class Rules:
    """One complete set of rules. `quotas` are [dealer, left, right] or [caller's team, other]."""

    seats: Literal[3, 4]
    deck: Deck
    quotas: tuple[int, ...]
    first_dealer: FirstDealer
    trump_call: TrumpCall
    jokers_locked: bool
    opening_lead: OpeningLead
    match: Points | Rounds
    boston: Boston = Boston.ANNOUNCE
    zero_books: ZeroBooks = ZeroBooks.NONE

    @property
    def dealer_calls(self) -> bool:
        """Whether the dealer names trump; otherwise the call passes round by itself (rules 3)."""
        return self.seats == 3

    @property
    def sides(self) -> Sides:
        """Each seat for itself, or the seats that face each other together."""
        return singles(self.seats) if self.seats == 3 else facing_pairs(self.seats)

    @property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return len(PACKS[self.deck]) // self.seats

    def quota_by_side(self, caller: Seat) -> tuple[int, ...]:
        """Each side's quota in a deal of this caller (rules 2, 3).

        The quotas go round the sides from the caller's; three-handed the caller is the dealer.
        """
        first = side_of(caller, self.sides)
        return tuple(
            self.quotas[(side - first) % len(self.sides)] for side in range(len(self.sides))
        )

    def role(self, seat: Seat, caller: Seat) -> str:
        """What a seat is in a deal of this caller: dealer, left, right; or caller, defender."""
        if self.dealer_calls:
            return ("dealer", "left", "right")[clockwise_from(caller, self.seats).index(seat)]
        return "caller" if side_of(seat, self.sides) == side_of(caller, self.sides) else "defender"


PACKS: Mapping[Deck, tuple[Card, ...]] = MappingProxyType(
    {
        Deck.WITHOUT_RED_AND_SPADE_TWOS: pack_without(Card.H2, Card.D2, Card.S2, jokers=True),
        Deck.FULL_WITH_JOKERS: pack_without(jokers=True),
        Deck.PLAIN: pack_without(),
        Deck.JOKERS_FOR_RED_TWOS: pack_without(Card.H2, Card.D2, jokers=True),
    }
)
SEATS_OF_DECK: Mapping[Deck, int] = MappingProxyType(
    {
        Deck.WITHOUT_RED_AND_SPADE_TWOS: 3,
        Deck.FULL_WITH_JOKERS: 3,
        Deck.PLAIN: 4,
        Deck.JOKERS_FOR_RED_TWOS: 4,
    }
)


def check(rules: Rules) -> Misfit | None:
    """The first thing about the rules that does not fit together (rules 4); None if all does."""
    length = rules.match.target if isinstance(rules.match, Points) else rules.match.count
    jokerless = not any(card.is_joker for card in PACKS[rules.deck])
    findings = (
        (SEATS_OF_DECK[rules.deck] != rules.seats, Misfit.DECK_FOR_OTHER_SEATS),
        (len(rules.quotas) != len(rules.sides), Misfit.QUOTAS_NUMBER),
        (any(quota < 1 for quota in rules.quotas), Misfit.QUOTAS_TOO_SMALL),
        (sum(rules.quotas) != rules.tricks, Misfit.QUOTAS_SUM),
        (rules.jokers_locked and jokerless, Misfit.LOCKED_WITHOUT_JOKERS),
        (
            rules.dealer_calls and rules.opening_lead is OpeningLead.CALLER,
            Misfit.CALLER_LEADS_THREE_HANDED,
        ),
        (length < 1, Misfit.MATCH_TOO_SHORT),
    )
    return next((misfit for wrong, misfit in findings if wrong), None)


def with_length(rules: Rules, length: int) -> Rules:
    """The same rules with another target, or another count of rounds."""
    match rules.match:
        case Points():
            return replace(rules, match=Points(length))
        case Rounds():
            return replace(rules, match=Rounds(length))


CLASSIC = Rules(
    seats=3,
    deck=Deck.WITHOUT_RED_AND_SPADE_TWOS,
    quotas=(7, 6, 4),
    first_dealer=FirstDealer.HIGH_CARD,
    trump_call=TrumpCall.AFTER_PLUCKS,
    jokers_locked=False,
    opening_lead=OpeningLead.TWO_OF_CLUBS,
    match=Points(20),
)
HOUSE = Rules(
    seats=3,
    deck=Deck.WITHOUT_RED_AND_SPADE_TWOS,
    quotas=(7, 6, 4),
    first_dealer=FirstDealer.FIRST_JACK,
    trump_call=TrumpCall.BEFORE_PLUCKS,
    jokers_locked=True,
    opening_lead=OpeningLead.TWO_OF_CLUBS,
    match=Points(20),
)
PARTNERS = Rules(
    seats=4,
    deck=Deck.PLAIN,
    quotas=(8, 5),
    first_dealer=FirstDealer.HIGH_CARD,
    trump_call=TrumpCall.AFTER_PLUCKS,
    jokers_locked=False,
    opening_lead=OpeningLead.CALLER,
    match=Points(10),
)
PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classic": CLASSIC,
        "race": replace(CLASSIC, match=Points(10)),
        "rounds": replace(CLASSIC, match=Rounds(2)),
        "house": HOUSE,
        "full-deck": replace(HOUSE, deck=Deck.FULL_WITH_JOKERS, quotas=(7, 6, 5)),
        "partners": PARTNERS,
    }
)
