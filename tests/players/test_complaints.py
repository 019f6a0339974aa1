"""What people hold against card programs, move by move: no level above easy may do any of it."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from bot.engine.cards import Suit, parse_cards
from bot.engine.pluck.actions import NameTrump, Pluck, code
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import Deck
from bot.engine.pluck.view import view
from bot.players import registry
from bot.players.contract import AnyPolicy
from bot.players.pluck.easy import Easy
from bot.players.pluck.hard import Hard
from tests.support.layout import before_plucks, position, view_to_act, with_pluck

NORMAL = registry.POLICIES["pluck"]["normal"]
HARD = Hard(seconds=None)
LATE = registry.HOUSE["pluck"]
EVERYBODY = {
    "easy": registry.POLICIES["pluck"]["easy"],
    "normal": NORMAL,
    "hard": HARD,
    "house": LATE,
}
JOKERS = "with jokers"
"""Partners with both jokers in the pack."""


class Case(NamedTuple):
    why: str
    line: str
    plays: str
    preset: str = "classic"


DEARER_THAN_NEEDED = [
    Case(
        "the ace where the queen overruffs", "S; 5H 6H 9C / 7H 8H TC / AS QS 4S 3C; 0: KD TS", "QS"
    ),
    Case("the ace where the ten wins", "S; 5H 6H 9C / 7H 8H TC / AD TD 3D 3C; 0: 8D 9D", "TD"),
    Case("the queen where the six wins", "S; 5H 6H 9C / 7H 8H TC / AD QD 6D 3C; 0: 4D 5D", "6D"),
    Case(
        "a joker on a round of small trumps", "S; 5H 6H 9C / 7H 8H TC / BJ AS JS 3C; 0: TS 9S", "JS"
    ),
    Case("a joker where the three ruffs", "H; 5S 6S 9C / 7S 8S TC / BJ 3H 4C 6D; 0: AS JS", "3H"),
    Case(
        "a joker for the king", "D; 5H 6H 9S / 7H 8H TS / BJ AD 4D 4C; 0: KD 5D", "AD", "full-deck"
    ),
    Case("a joker that is locked", "S; 5H 6H 9C / 7H 8H TC / BJ 5S 4C 3C; 0: AD KD", "5S", "house"),
    Case(
        "an ace over a small ruff", "S; 5H 6H 9C / 7H 8H TC / BJ AS 4S 3C; 0: AD 3S", "4S", "house"
    ),
    Case(
        "the trump ace where the five ruffs",
        "C; 5H 6H 9S / 7H 8H TS / AC 5C 3S 4D; 0: KH QH",
        "5C",
        "house",
    ),
    Case(
        "the ace where the jack wins",
        "S; 5H 6H 9C / 7H 8H TC / AD JD 3D 3C; 0: 8D TD",
        "JD",
        "race",
    ),
    Case(
        "the ace against an opponent's ten",
        "S; 5H 6H / 7H 8H / 9H 4H / AD JD 4C; 0: 8D 3D TD",
        "JD",
        "partners",
    ),
    Case(
        "the king against the jack",
        "S; 5H 6H / 7H 8H / 9H 4H / KD QD 4C; 0: TD 3D JD",
        "QD",
        "partners",
    ),
    Case(
        "the king of trumps to ruff, last",
        "S; 5H 6H / 7H 8H / 9H 4H / KS 3S 4C; 0: AD 3D JD",
        "3S",
        "partners",
    ),
    Case(
        "the king of trumps to overruff",
        "S; 5H 6H / 7H 8H / 9H 4H / KS 8S 4C; 0: AD 3D 7S",
        "8S",
        "partners",
    ),
    Case("a joker to ruff, last", "S; 5H 6H / 7H 8H / 9H TH / BJ 3S 4C; 0: AD 5D KD", "3S", JOKERS),
    Case(
        "the ace third where the queen is certain",
        "S; 5H 6H / 7H 8H / AD QD 3C / 4D 9H TH; 0: 5D 9D",
        "QD",
        "partners",
    ),
    Case(
        "a joker where the ten of trumps is certain",
        "S; 5H 6H 9C / BJ QS TS 8H / 7H 8C 9H JC; 0: 9S; 0: 4S 5S 3H",
        "TS",
    ),
    Case(
        "the ace where the queen is certain",
        "S; 5H 6H 9C / AD QD 3C 8H / 7H 8C 9H JC; 0: JD; 0: 4D 5D 3H; 0: 4S 6S 5C",
        "QD",
    ),
    Case(
        "a joker where nobody behind can ruff",
        "S; 5H 6H 9C / BJ 3S TC 8H / 7H 8C 9H JD; 0: KD; 0: 4S 5S 4H",
        "3S",
    ),
]

TRICKS_LEFT_LYING = [
    Case("the last trump kept from a ruff", "H; 5S 6S / 7S 8S / 3H 4C 6C; 0: AD JD", "3H"),
    Case("the king kept from the queen", "S; 5H 6H / 7H 8H / KD 4C 6C; 0: QD JD", "KD"),
    Case(
        "nothing third where the king wins",
        "S; 5H 6H / 7H 8H / KD 4D 3C / QD 9H TH; 0: 5D 9D",
        "KD",
        "partners",
    ),
    Case(
        "the king left to an opponent",
        "S; 5H 6H / 7H 8H / AD 4D 3C / 9D TH JH; 0: 5D KD",
        "AD",
        "partners",
    ),
]

THROWN_AWAY = [
    Case("the jack under the ace", "S; 5H 6H 9C / 7H 8H TC / QD JD 3D 3C; 0: AD 9D", "3D"),
    Case(
        "the queen of trumps under a joker", "S; 5H 6H 9C / 7H 8H TC / QS 9S 4S 3C; 0: KS BJ", "4S"
    ),
    Case(
        "the ace of trumps under two jokers",
        "S; 5H 6H 9C / 7H 8H TC / AS KS 4S 3C; 0: BJ LJ",
        "4S",
        "full-deck",
    ),
    Case(
        "the ten of trumps under a joker",
        "D; 5H 6H 9S / 7H 8H TS / AD TD 4D 4C; 0: LJ 5D",
        "4D",
        "full-deck",
    ),
    Case(
        "a trump under a ruff that stands", "S; 5H 6H 9C / 7H 8H TC / 4S 9S 3C 4C; 0: AD QS", "3C"
    ),
    Case("a king under a higher ruff", "S; 5H 6H 9C / 7H 8H TC / KS 5S 6C 9D; 0: AH AS", "6C 9D"),
    Case("a king that is the highest", "S; 5H 6H JC / 7H 8H 9C / KD TC 4C 3C; 0: AH KH", "3C"),
    Case("the queen's guard", "S; AC 6H JD / 7H 8H KC / QC 4C 3C 6D; 0: AH KH", "6D"),
    Case("the king beside the ace", "S; 5H 6H JC / 7H 8H 9C / AD KD 4C 3C; 0: AH KH", "3C"),
    Case("an ace as a discard", "S; 5H 6H JC / 7H 8H 9C / AD 3C 4C 5C; 0: AH KH", "3C"),
    Case(
        "an ace under a ruff",
        "S; 5H 6H JC AC KC / 7H 8H 9C QC KD / AD TC 8C 6C 3C 4S; 0: AH KS",
        "3C",
    ),
    Case(
        "the queen under the king, second", "S; 5H 6H 9C / QD 4D TC 8H / 7H 8C 9H JC; 0: KD", "4D"
    ),
    Case(
        "the queen of three under the ace, second",
        "S; 5H 6H 9C / QD JD TD 3D / 7H 8H 9H JC; 0: AD",
        "3D",
    ),
    Case(
        "the jack under the queen, second", "S; 5H 6H 9C / JD TD 2C 8H / 7H 8C 9H JC; 0: QD", "TD"
    ),
    Case(
        "the ace under the little joker, second",
        "S; 5H 6H 9C / AS KS 3S 8H / 7H 8C 9H JC; 0: LJ",
        "3S",
    ),
    Case(
        "the king under a joker, second",
        "S; 5H 6H 9C / AS KS 3S 8H / 7H 8C 9H JC; 0: BJ; 0: 4S 5S 6S",
        "3S",
        "house",
    ),
    Case(
        "the king under an opponent's ace, second",
        "S; 5H 6H / KD 4D 8H / 9H 4H 3C / 9C 7C 5C; 0: AD",
        "4D",
        "partners",
    ),
    Case(
        "the queen under an opponent's king, second",
        "S; 5H 6H 9H / QD 6D 3C / 9C 4H 8C / TC TH JH; 0: KD",
        "6D",
        "partners",
    ),
    Case(
        "the queen under an opponent's ace, last",
        "S; 5H 6H / 7H 8H / 9H 4H / QD 8D 4C; 0: AD 3D 5D",
        "8D",
        "partners",
    ),
    Case(
        "a trump under an opponent's ruff, last",
        "S; 5H 6H / 7H 8H / 9H 4H / QS 8S 4C; 0: AD 3D KS",
        "4C",
        "partners",
    ),
]

AGAINST_THE_PARTNER = [
    Case(
        "a king beside the partner's ace",
        "S; 5H 6H / 7H 8H / 9H 4H / 3S 4C KC; 0: QD AD 2D",
        "4C",
        "partners",
    ),
    Case(
        "an overruff of the partner",
        "S; 5H 6H / 7H 8H / 9H 4H / KS 3S 4C; 0: KD 5S 2D",
        "4C",
        "partners",
    ),
    Case(
        "an ace over the partner's small ruff",
        "H; 5S 6S / 7S 8S / 9C 4C / AH KH 3C; 0: AD 3H 5D",
        "3C",
        "partners",
    ),
    Case(
        "the ten on the partner's ace",
        "S; 5H 6H / 7H 8H / 9H 4H / QD TD 4D; 0: KD AD 2D",
        "4D",
        "partners",
    ),
    Case(
        "the queen on the partner's trump ace",
        "S; 5H 6H / 7H 8H / 9H 4H / KS QS 4S; 0: JS AS 2S",
        "4S",
        "partners",
    ),
    Case(
        "the king on the ace that the partner led",
        "S; 5H 6H / 7H 8H / KD QD 4D / 9H TH JH; 0: AD 5D",
        "4D",
        "partners",
    ),
    Case(
        "a ruff of the ace that the partner led",
        "S; 5H 6H / 7H 8H / 4S 5S 4C / 9D TH JH; 0: AD 5D",
        "4C",
        "partners",
    ),
    Case(
        "the nine on the partner's ace, third",
        "S; 5H 6H 9D / 7H 8H TD / KH 9H 4H 3C / 9C TC JC QC; 0: AH 2H",
        "4H",
        "partners",
    ),
    Case(
        "the king on the partner's best queen",
        "S; 5H 6H / 7H 8H / KD TD 4D / 9C 9H JH; 0: QD 5D; 1: AD 3D 2D 6D",
        "4D",
        "partners",
    ),
    Case(
        "the jack on the partner's nine",
        "S; 5H 6H / 7H 8H / 9H 4H / JD 3D 4C; 0: 4D 9D 5D",
        "3D",
        "partners",
    ),
    Case(
        "a joker on the partner's king",
        "S; 5H 6H / 7H 8H / 9H 4H / BJ 4C 9C; 0: QD KD 3D",
        "4C",
        JOKERS,
    ),
    Case(
        "a joker on the partner's ace, third",
        "S; 5H 6H / 7H 8H / BJ 3S 4C / 9D TH JH; 0: AD 5D",
        "4C",
        JOKERS,
    ),
    Case(
        "the ace of trumps under the partner's joker",
        "S; 5H 6H / 7H 8H / LJ AS 4S / 9S 9C TC; 0: BJ 5S",
        "4S",
        JOKERS,
    ),
    Case(
        "a trump drawn from nobody but the partner",
        "S; 4S 5S AD 5H / 9C 8C TC JC / KS QS QH KH / 9D 8D 7C 6C; 0:; 0: 7S 9H 8S TH",
        "AD 5H",
        "partners",
    ),
    Case(
        "a trump drawn from the partner before aces",
        "H; 4H AD KD / 9C 8C TC / KH QH 5C / 9D 8D 7C; 0:; 0: 7H 9S 8H TS",
        "AD KD",
        "partners",
    ),
]

LED_INTO_A_VOID = [
    Case("the ace", "S; AD 9H 6C / 9S 8S TH / 5H 6D JH; 0:; 0: 5D 6S 7D", "9H 6C"),
    Case("the king and queen", "S; KD QD 9H / 9S 8S TH / 5H 6D AH; 0:; 0: 5D 6S 7D", "9H"),
    Case("both top clubs", "S; AC KC 9H 6H / 9S 8S TH 5D / 7S 6S JH 6D; 0:; 0: 5C 8D 7D", "9H 6H"),
    Case(
        "the ace, all trumps low",
        "D; AC 9H 6H / 9D 8D TH / 7S QH JH; 0:; 0: 5C 6D 7C",
        "9H 6H",
        "full-deck",
    ),
    Case(
        "the ace, jokers locked",
        "D; AC 9H 6H / 9D 8D TH / 7S QH JH; 0:; 0: 5C 6D 7C",
        "9H 6H",
        "house",
    ),
    Case(
        "the ace, before an opponent with trump",
        "S; AD 5H 4C 9C / 9S 8H TC JC / KS QS 2C 3H / 9D 8C 7C 6H; 0:; 0: 7D 3C 4D TD",
        "5H 4C 9C",
        "partners",
    ),
]

COUNTED = [
    Case(
        "a plain ace while the last trumps can be drawn",
        "S; BJ AD KD / 3S 4H 6H / 4S 7H 8H; 0:",
        "BJ",
    ),
    Case(
        "a loser while nobody can ruff the winners",
        "S; AD KD 3C / 9C 8C 7C / TC JC 6C; 0:",
        "AD KD",
    ),
    Case(
        "a trump when nobody else has any",
        "S; 9S AD 3D / 9H 4H 6H / TH 7H 8H; 0:; 0: 5S 5C 6C",
        "AD 3D",
    ),
]
"""More than is asked of who plays for a late person."""

ANYBODY = [
    *DEARER_THAN_NEEDED,
    *TRICKS_LEFT_LYING,
    *THROWN_AWAY,
    *AGAINST_THE_PARTNER,
    *LED_INTO_A_VOID,
]


def state_of(case: Case) -> State:
    if case.preset == JOKERS:
        return position(case.line, "partners", deck=Deck.JOKERS_FOR_RED_TWOS)
    return position(case.line, case.preset)


def choices(policy: AnyPolicy, case: Case, tries: int) -> set[str]:
    seen = view_to_act(state_of(case))
    return {code(policy.choose(seen, seen.legal, Random(luck))) for luck in range(tries)}


def wanted(case: Case) -> set[str]:
    return {f"p.{card}" for card in case.plays.split()}


@pytest.mark.parametrize("case", ANYBODY, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD, LATE], ids=["normal", "hard", "house"])
def test_never(case: Case, policy: AnyPolicy) -> None:
    assert choices(policy, case, tries=5) <= wanted(case)


@pytest.mark.parametrize("case", COUNTED, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_never_if_it_counts(case: Case, policy: AnyPolicy) -> None:
    assert choices(policy, case, tries=5) <= wanted(case)


SILLY = [
    case
    for case in (*THROWN_AWAY, *AGAINST_THE_PARTNER, *LED_INTO_A_VOID)
    if case.why != "the queen's guard" and not case.why.startswith("a trump drawn")
]
"""What not even the easy level does: it misses tricks, and does not count guards and trumps."""


@pytest.mark.parametrize("case", SILLY, ids=lambda case: case.why)
def test_however_careless_the_beginner_is_not_silly(case: Case) -> None:
    assert choices(Easy(careless=1.0), case, tries=20) <= wanted(case)


class Spent(NamedTuple):
    why: str
    line: str
    never: str
    owed: tuple[int, ...] = (0, 1, 0)


SPENT_ON_NOTHING = [
    Spent("a bare ace", "-; AD KC 4C 6H / AC 9D 7H / 5H 8H", "AD"),
    Spent("the top of a sequence", "-; AD KD QD 5H 9H / AH 7D / 8H TH", "QD KD AD"),
    Spent("nothing but the top", "-; AS KS AC 7D / AD QS / 5S 6S", "AS KS AC"),
    Spent("from the other one", "-; AS 6D / KS 9S / AD QS", "AS", (0, 0, 1)),
]


@pytest.mark.parametrize("case", SPENT_ON_NOTHING, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", EVERYBODY.values(), ids=EVERYBODY)
def test_no_pluck_is_spent_on_a_card_that_comes_back(case: Spent, policy: AnyPolicy) -> None:
    seen = view(before_plucks(case.line, case.owed, (1, 0, 0)), 0)
    for luck in range(12):
        choice = policy.choose(seen, seen.legal, Random(luck))
        assert isinstance(choice, Pluck)
        assert choice.card not in parse_cards(case.never)


@pytest.mark.parametrize("policy", EVERYBODY.values(), ids=EVERYBODY)
def test_no_pluck_is_tried_where_an_earlier_one_has_shown_the_highest(policy: AnyPolicy) -> None:
    state = before_plucks("-; KD JD TD 5H / 4D 9H / AH AD", (0, 1, 0), (1, 0, 0))
    seen = view(with_pluck(state, 0, 1, "4D", "TD"), 0)
    assert {code(policy.choose(seen, seen.legal, Random(luck))) for luck in range(8)} == {"k.5H.1"}


@pytest.mark.parametrize("policy", EVERYBODY.values(), ids=EVERYBODY)
def test_mercy_gives_no_ace_for_a_lower_card(policy: AnyPolicy) -> None:
    state = before_plucks("-; AC KD 3H / 9D 9H / AH 7H", (0, 1, 0), (1, 0, 0))
    seen = view(replace(state, mercy=(False, True, False)), 0)
    for luck in range(12):
        choice = policy.choose(seen, seen.legal, Random(luck))
        assert isinstance(choice, Pluck)
        assert choice.card not in parse_cards("AC")


CALLS = [
    (
        "three top clubs are no trump suit",
        "AC KC QC TS 9S 8S 7S 6S 5S 3S 3H 5H 8H 3D 6D 7D 8D",
        "S",
    ),
    ("jokers make no short suit long", "BJ LJ AC KC 9D 8D 7D 6D 5D 4D 3H 6H 7H 3S 5S 6S 9S", "D"),
    ("no two aces and nothing else", "AC AH 3C JD TD 9D 8D 6D 4D 3D 5S 7S 8S 4H 6H 8H 9H", "D"),
]


@pytest.mark.parametrize(("why", "hand", "suit"), CALLS, ids=[call[0] for call in CALLS])
@pytest.mark.parametrize("policy", EVERYBODY.values(), ids=EVERYBODY)
def test_no_short_suit_is_called(why: str, hand: str, suit: str, policy: AnyPolicy) -> None:
    state = position("S; 5H / 7H / 4C; 0:")
    hands = (parse_cards(hand), *state.hands[1:])
    state = replace(state, phase=Phase.TRUMP, trump=None, trick=None, tricks=(), hands=hands)
    seen = view(state, 0)
    for luck in range(3):
        assert policy.choose(seen, seen.legal, Random(luck)) == NameTrump(Suit(suit))
