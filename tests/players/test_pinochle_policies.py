"""Positions of Pinochle that no player above easy may get wrong, one line each."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from bot.engine.cards import Card, parse_cards
from bot.engine.pinochle.actions import code
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import PACK
from bot.engine.pinochle.view import view
from bot.engine.trick import Trick
from bot.players import registry
from bot.players.contract import AnyPolicy
from bot.players.pinochle.hard import Hard
from tests.engine.pinochle_positions import dealt, on_table

EASY = registry.POLICIES["pinochle"]["easy"]
NORMAL = registry.POLICIES["pinochle"]["normal"]
HARD = Hard(seconds=None)
LATE = registry.HOUSE["pinochle"]
EVERYBODY = {"easy": EASY, "normal": NORMAL, "hard": HARD, "house": LATE}


class Position(NamedTuple):
    """Spades are trump and seat 0 is to act, after so many tricks; `led` lies on the table."""

    why: str
    hand: str
    wants: str
    led: str = ""
    up: str = "KS"
    past: int = 0
    table: str = ""


FOLLOWING = [
    Position("win cheaply what lets four aces be laid, and not with an ace",
             "AS AH AC AD TH 9H KS JC 9D QD JC 9C", "TH", "JH"),
    Position("no trump for a nine", "AS TS JS TC KC 9C JC 9C TD 9D KD AD", "9C 9D JC", "9H"),
    Position("a small trump for an ace, where kings wait",
             "JS JS KS KH KC KD 9C JC 9C TD 9D JC", "JS", "AH", up="QS"),
    Position("no ace under a trump",
             "AH AC TD 9H 9C KD KH JC JH QH QH 9D", "9H 9C 9D JC JH QH", "AS"),
    Position("no ten under an ace",
             "TH TC TD 9H 9C 9C JC JH QH QH 9D JH", "9H 9C 9D JC JH QH", "AH"),
    Position("no card of a meld that waits",
             "AS AH AC AD 9H JC 9C JH QC QC 9D 9D", "9H 9C 9D JC JH QC", "TS"),
    Position("keep four of a run where nothing is at stake",
             "AS TS KS QS 9H 9C JC JH 9D JC QC QH", "9H 9C JC JH 9D", "QD"),
]  # fmt: skip

LEADING = [
    Position("the best trump, where the last meld of the deal waits",
             "AS KS KH KC KD 9C 9C JC 9D TD QC JH", "AS", up="9S", past=11),
    Position("nothing of four kings that wait",
             "KS KH KC KD 9H 9C JC JH 9D JD TC TD", "9H 9C JC JH 9D JD TC TD", past=2),
    Position("not the nine of trump, which can be exchanged",
             "9S KH 9C 9D 9H JC JC QC QH TH AD AC", "9C 9D 9H JC QC QH TH AC AD KH", past=2),
]  # fmt: skip

MELDING = [
    Position("the nine is exchanged first", "9S AS AH AC AD 9H 9C JC JH 9D JD", "d.x", past=2),
    Position("a nine is shown where the turn-up is one",
             "9S AS AH AC AD 9H 9C JC JH 9D JD", "d.s", up="9S", past=2),
    Position("the dearest", "AS AH AC AD KH QH 9C JC JH 9D JD", "m.ACADAHAS", past=2),
    Position("the run itself where no other trick comes",
             "AS TS KS QS JS 9H 9C JC JH 9D JD", "m.ASTSKSQSJS", past=12),
    Position("a royal marriage first where there is time for the run",
             "AS TS KS QS JS 9H 9C JC JH 9D JD", "m.KSQS", past=1),
    Position("a run out of a royal marriage that lies there",
             "AS TS JS 9H 9C JC JH 9D JD", "m.ASTSKSQSJS", past=3, table="KS:royal QS:royal"),
    Position("a small one rather than none", "KH QH 9C 9C JC JH 9D 9D JC TD AD", "m.KHQH", past=4),
]  # fmt: skip

PLAY_OFF = [
    Position("cash the ace before a trump is drawn from it", "AS AH / 9S TH", "AS"),
    Position("the last trick counts ten: keep the trump for it", "AS 9H / JH QH", "9H AS"),
    Position("lose the nine and not the ten", "TH 9H JS / AH AH QS", "9H", ""),
    Position("draw the last trump, then cash", "AS AD TD / KS 9D 9H", "AS"),
    Position("a sure last trick is taken", "AS / TS", "AS"),
    Position("no ten under an ace", "TD 9D / KD", "9D", "AD"),
    Position("no dearer card than needed under a trump", "KC TD / 9D", "KC", "AS"),
]


def others_of(hand: str, *more: str) -> list[Card]:
    """The cards of the pack that are none of these."""
    left = Counter(PACK)
    left.subtract(parse_cards(hand))
    for text in more:
        left.subtract(parse_cards(text))
    assert min(left.values()) >= 0
    return list(left.elements())


def first_part(case: Position) -> State:
    """The position, with all other cards somewhere, in the past tricks too."""
    table = on_table(case.table)
    lying = " ".join(each.card for each in table)
    rest = others_of(case.hand, case.led, case.up, lying)
    Random(case.why).shuffle(rest)
    tricks = tuple(Trick(0, (rest.pop(), rest.pop())) for _ in range(case.past))
    other = [rest.pop() for _ in range(12 - bool(case.led))]
    return replace(
        dealt("/"),
        hands=(parse_cards(case.hand), tuple(other)),
        stock=tuple(rest),
        up_card=Card(case.up),
        laid=(table, ()),
        tricks=tricks,
        trick=Trick(1, parse_cards(case.led)) if case.led else Trick(0),
    )


def to_meld(case: Position) -> State:
    """The position with a card less in each hand, which has just been played."""
    rest = others_of(case.hand, case.up, " ".join(each.card for each in on_table(case.table)))
    Random(case.why).shuffle(rest)
    tricks = tuple(Trick(0, (rest.pop(), rest.pop())) for _ in range(case.past))
    left = 24 - 2 * (case.past - 1) - 1
    return replace(
        dealt("/"),
        phase=Phase.MELD,
        hands=(parse_cards(case.hand), tuple(rest[left:])),
        stock=tuple(rest[:left]),
        up_card=Card(case.up),
        laid=(on_table(case.table), ()),
        tricks=tricks,
        trick=Trick(0),
    )


def play_off(case: Position) -> State:
    """The position, with all other cards in the past tricks."""
    own, other = case.hand.split(" / ")
    rest = others_of(own, other, case.led)
    tricks = tuple(Trick(0, pair) for pair in zip(rest[::2], rest[1::2], strict=True))
    return replace(
        dealt("/"),
        hands=(parse_cards(own), parse_cards(other)),
        stock=(),
        up_card=None,
        tricks=tricks,
        trick=Trick(1, parse_cards(case.led)) if case.led else Trick(0),
    )


def choices(policy: AnyPolicy, state: State, tries: int = 3) -> set[str]:
    seen = view(state, 0)
    return {code(policy.choose(seen, seen.legal, Random(luck))) for luck in range(tries)}


def named(cards: str) -> set[str]:
    return {f"p.{card}" for card in cards.split()}


@pytest.mark.parametrize("case", FOLLOWING + LEADING, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_plays(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, first_part(case)) <= named(case.wants)


@pytest.mark.parametrize("case", MELDING, ids=lambda case: case.why)
@pytest.mark.parametrize(
    "policy", [NORMAL, HARD, LATE, EASY], ids=["normal", "hard", "house", "easy"]
)
def test_lays(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, to_meld(case)) <= set(case.wants.split())


@pytest.mark.parametrize("case", PLAY_OFF, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_plays_off(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, play_off(case)) <= named(case.wants)


@pytest.mark.parametrize(
    "state",
    [
        first_part(Position("", "AH AC TD 9H 9C KD KH JC JH QH QH 9D", "", "AS")),
        first_part(Position("", "TH TC TD 9H 9C 9C JC JH QH QH 9D JH", "", "AH")),
        play_off(Position("", "TD AH 9C / KD QD", "", "AS")),
        play_off(Position("", "AD TD KD / KC QC", "", "AS")),
    ],
    ids=["ace under a trump", "ten under an ace", "at the end", "nothing but diamonds"],
)
def test_even_the_beginner_throws_no_ace_or_ten_away(state: State) -> None:
    thrown = choices(EASY, state, tries=30)
    assert not {code for code in thrown if code[2] in "AT"}
