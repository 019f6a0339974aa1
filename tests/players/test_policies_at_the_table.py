"""Positions that no player above easy may get wrong, one line each."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from bot.engine.cards import Suit, parse_cards
from bot.engine.pluck.actions import NameTrump, code
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import TrumpCall
from bot.engine.pluck.view import view
from bot.players import registry
from bot.players.pluck.easy import Easy
from bot.players.pluck.hard import Hard
from tests.support.layout import before_plucks, position, view_to_act

NORMAL = registry.POLICIES["pluck"]["normal"]
HARD = Hard(seconds=None)
LATE = registry.HOUSE["pluck"]


class Position(NamedTuple):
    never: str
    line: str
    plays: str
    preset: str = "classic"


POSITIONS = [
    # The highest trump, last to play, where a lower one wins.
    Position("ruff with the ace", "S; 5H 6H / 7H 8H / AS 3S 4C; 0: KD 9D", "3S"),
    Position("ruff with a joker", "S; 5H 6H / 7H 8H / BJ KS 4C; 0: KD 9D", "KS"),
    Position("overruff too high", "S; 5H 6H / 7H 8H / BJ LJ TS 4S; 0: KD 9S", "TS"),
    Position("win trump too high", "S; 5H 6H / 7H 8H / BJ KS 3S; 0: 9S 8S", "KS"),
    Position("win a plain trick too high", "S; 5H 6H / 7H 8H / AD QD 3D; 0: JD 9D", "QD"),
    # Ruffing or overtaking a partner.
    Position(
        "ruff the partner's ace, last",
        "S; 5H 6H / 7H 8H / 9H 4H / 3S 4C KC; 0: KD AD 2D",
        "4C",
        "partners",
    ),
    Position(
        "ruff the partner's ace even to keep an ace",
        "S; 5H / 7H / 9H / 3S AC; 0: KD AD 2D",
        "AC",
        "partners",
    ),
    Position(
        "ruff the partner's high card, third",
        "S; 5H 6H / 7H 8H / 3S 4C 9C / KD 9H TH; 0: AD 5D",
        "4C",
        "partners",
    ),
    Position(
        "overtake the partner, last",
        "S; 5H 6H / 7H 8H / 9H 4H / KD 4D 3C; 0: JD QD 2D",
        "4D",
        "partners",
    ),
    Position(
        "overtake the partner's king with the ace, third",
        "S; 5H 6H / 7H 8H / AD 4D 3C / 9D 9H TH; 0: KD 5D",
        "4D",
        "partners",
    ),
    Position(
        "throw the ace on the partner's ruff",
        "S; 5H 6H / 7H 8H / 9H 4H / AD 4D 3C; 0: KD 9S 5D",
        "4D",
        "partners",
    ),
    # Leading into a known void.
    Position(
        "lead into a void with trump behind it",
        "S; KD 4H / 9S 8S / 5H 6D; 0:; 0: 5D 6C 7D",
        "4H",
    ),
    Position(
        "lead a winner into a void with trump behind it",
        "S; AD 4H 9H / 9S 8S TH / 5H 6D JH; 0:; 0: 5D 6C 7D",
        "4H 9H",
    ),
    # High cards thrown away.
    Position("ace under a ruff", "S; 5H 6H / 7H 8H / AD 4D 3C; 0: KD 3S", "4D"),
    Position("ace as a discard", "S; 5H 6H KH / 7H 8H QH / AH 4C 5C; 0: KD 3D", "4C"),
    Position("bare a king", "S; AH 6H JC / 7H 8H QC / KH 3H 4C 5C; 0: 9D 3D", "4C"),
    Position("high loser under the ace", "S; 5H 6H / 7H 8H / KD QD 4D; 0: AD 9D", "4D"),
    Position("high loser, second", "S; 5H 6H / KD JD 4D / 7H 8H 9H; 0: AD", "4D"),
    Position("high trump under a joker", "S; 5H 6H / AS KS 4S / 7H 8H 9H; 0: BJ", "4S"),
    Position("useless high ruff", "S; 5H 6H / 7H 8H / QS 4C 5C; 0: KD KS", "4C"),
    Position("a joker under the other joker", "S; 5H 6H / LJ KS 4S / 7H 8H 9H; 0: BJ", "4S"),
    # And what it ought to do.
    Position("let a cheap trick go by, last", "S; 5H 6H / 7H 8H / KD QD 4D; 0: 9D JD", "QD"),
    Position("leave the ace at home, second", "S; 5D 6D 7C / AD 4D 8C / 9D TD 9C; 0: KD", "AD"),
]


CLEVER = [
    Position(
        "a high ruff where nobody can overruff",
        "S; 5H 6H / AS 3S 4C / 7H 8H 9D; 0: KD; 1: TS 6C 4S",
        "3S",
    ),
    Position(
        "a winner while a trump is out that can be drawn", "S; AS AD / 3S 4H / 5D 6H; 0:", "AS"
    ),
    Position("the lead given up before the last winner", "S; AD 3C / 9C 9H / TC TH; 0:", "AD"),
    Position("a low card while winners are left", "S; AD KD 3C / 9C 9H 8H / TC TH JH; 0:", "AD KD"),
]
"""Trumps counted, and winners cashed: more than is asked of who plays for a late person."""


@pytest.mark.parametrize("case", POSITIONS, ids=[case.never for case in POSITIONS])
@pytest.mark.parametrize("policy", [NORMAL, HARD, LATE], ids=["normal", "hard", "house"])
def test_never(case: Position, policy: registry.AnyPolicy) -> None:
    seen = view_to_act(position(case.line, case.preset))
    wanted = {f"p.{card}" for card in case.plays.split()}
    assert {code(policy.choose(seen, seen.legal, Random(luck))) for luck in range(5)} <= wanted


@pytest.mark.parametrize("case", CLEVER, ids=[case.never for case in CLEVER])
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_never_if_it_counts(case: Position, policy: registry.AnyPolicy) -> None:
    test_never(case, policy)


SILLY = {
    "ruff the partner's ace, last",
    "ruff the partner's high card, third",
    "overtake the partner, last",
    "overtake the partner's king with the ace, third",
    "throw the ace on the partner's ruff",
    "lead a winner into a void with trump behind it",
    "ace under a ruff",
    "high loser under the ace",
    "high loser, second",
    "high trump under a joker",
    "a joker under the other joker",
    "useless high ruff",
}
"""What not even the easy level does, however careless."""


def test_every_silly_thing_is_one_of_the_positions() -> None:
    assert {case.never for case in POSITIONS} > SILLY


@pytest.mark.parametrize(
    "case", [case for case in POSITIONS if case.never in SILLY], ids=lambda case: case.never
)
def test_easy_is_careless_but_not_silly(case: Position) -> None:
    seen = view_to_act(position(case.line, case.preset))
    wanted = {f"p.{card}" for card in case.plays.split()}
    careless = Easy(careless=1.0)
    assert {code(careless.choose(seen, seen.legal, Random(luck))) for luck in range(20)} <= wanted


CALLS = [
    ("the longest suit", "AS KS QS 9S 8S 7S 4S 3H 5H 8H 3C 5C 9C 3D 6D 7D 8D", "S"),
    ("jokers help any suit", "BJ LJ AH KH QH TH 8H 4H 3S 5S 7S 2C 6C 8C 3D 6D 9D", "H"),
    ("length before honours", "AC KC QC JC 3D 4D 5D 6D 7D 8D 3H 5H 8H 4S 6S 7S 8S", "D"),
]


@pytest.mark.parametrize(("why", "hand", "suit"), CALLS, ids=[call[0] for call in CALLS])
@pytest.mark.parametrize(
    "policy",
    [registry.POLICIES["pluck"]["easy"], NORMAL, HARD, LATE],
    ids=["easy", "normal", "hard", "house"],
)
def test_calls_trump(why: str, hand: str, suit: str, policy: registry.AnyPolicy) -> None:
    state = position("S; 5H / 7H / 4C; 0:")
    hands = (parse_cards(hand), *state.hands[1:])
    state = replace(state, phase=Phase.TRUMP, trump=None, trick=None, tricks=(), hands=hands)
    seen = view(state, 0)
    assert policy.choose(seen, seen.legal, Random(0)) == NameTrump(Suit(suit))


class Plucking(NamedTuple):
    why: str
    line: str
    wants: str
    owed: tuple[int, ...] = (0, 1, 0)
    rights: tuple[int, ...] = (1, 0, 0)
    preset: str = "classic"


PLUCKS = [
    Plucking("for the ace, with the king at home", "-; KD 4D 6H / AD 9H / AH 7H", "k.4D.1"),
    Plucking("not where the top is its own", "-; AD KD 4D 6H / 9H 7D / 8H TH", "k.6H.1"),
    Plucking("with the lowest card of the suit", "-; KH QH 9H 4H 3S / AH 5S / 6S 7S", "k.4H.1"),
    Plucking(
        "never from the protected trump", "S; 4S 5H 6H / AS AH / 7H 8H", "k.5H.1", preset="house"
    ),
    Plucking("the target that owes", "-; KD 4D / 9D 9H / AD AH", "k.4D.2", owed=(0, 0, 1)),
]


@pytest.mark.parametrize("case", PLUCKS, ids=[case.why for case in PLUCKS])
@pytest.mark.parametrize("policy", [NORMAL, HARD, LATE], ids=["normal", "hard", "house"])
def test_plucks(case: Plucking, policy: registry.AnyPolicy) -> None:
    seen = view(before_plucks(case.line, case.owed, case.rights, case.preset), 0)
    assert code(policy.choose(seen, seen.legal, Random(0))) == case.wants


@pytest.mark.parametrize("call", TrumpCall)
def test_plucks_by_mercy_name_a_suit(call: TrumpCall) -> None:
    preset = "house" if call is TrumpCall.BEFORE_PLUCKS else "classic"
    trump = "S" if call is TrumpCall.BEFORE_PLUCKS else "-"
    state = before_plucks(f"{trump}; KD QD 4C 6H / AD 9H / AH 7H", (0, 1, 0), (1, 0, 0), preset)
    seen = view(replace(state, mercy=(False, True, False)), 0)
    assert seen.merciful == (1,)
    for policy in (NORMAL, HARD):
        assert code(policy.choose(seen, seen.legal, Random(0))) == "k.4C.1.D"
