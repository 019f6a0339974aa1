"""What people hold against programs at Pinochle, move by move: no level above easy does any of it.

Spades are trump; see `test_pinochle_policies` for how a position is written.
"""

import pytest

from bot.players.contract import AnyPolicy
from tests.players.test_pinochle_policies import (
    EVERYBODY,
    HARD,
    NORMAL,
    Position,
    choices,
    first_part,
    named,
    play_off,
    to_meld,
)

FOLLOWING = [
    Position("the nine of trump spent, which fetches the ace",
             "KS QS 9S AD KD 9D 9D TC KC JC KH QH", "QH KH KS QS", "9H", up="AS"),
    Position("the nine of trump spent, which fetches the queen of the run",
             "AS TS KS JS 9S QH JH 9H 9C JC TD KD", "QH", "JH", up="QS"),
    Position("a ten under the ten of trump",
             "KS 9S AC TC KC KC QC AH TH KH KH JH", "JH KC KH QC", "TS", up="AS"),
    Position("a ten for a nine that is let go",
             "KS 9S AD TD TD QD JD JD KH QH KC QC", "JD KH QH 9S KC", "9H", up="9S"),
    Position("an ace under the ace of trump",
             "AH TC KC 9C 9D JH JD QD QH TD JC AC", "9C 9D JH JD JC QD QH KC", "AS", up="QS"),
    Position("one of four kings under a nine of trump",
             "KS KH KC KD 9H 9C JC JH 9D JD TC TD", "9H 9C JC JH 9D JD TC TD", "9S", up="QS"),
    Position("the pinochle that waits, under a king of trump",
             "QS JD AH TH 9H 9C JC KC TC 9D TD AD", "9H 9C JC KC 9D", "KS", up="9S"),
    Position("the ace of trump for a jack",
             "AS TS 9H 9C JC JH QH QD 9D TD KC AC", "9H 9C JC JH QH QD 9D KC TD", "JD"),
]  # fmt: skip

LEADING = [
    Position("the nine of trump that fetches an ace",
             "9S KH 9C 9D 9H JC JC QC QH TH AD AC", "9C 9D 9H JC QC QH KH TH", up="AS", past=3),
    Position("one of four aces that wait",
             "AS AH AC AD 9H JC 9C JH QC QC 9D 9D", "9H JC 9C JH QC 9D", past=4),
    Position("the royal marriage that waits",
             "KS QS 9H 9C JC JH 9D JD TC TD QD AH", "9H 9C JC JH 9D JD TC TD QD AH",
             up="9S", past=3),
    Position("the pinochle that waits",
             "QS JD 9H 9C JC JH 9D KD TC TD QH AH", "9H 9C JC JH 9D KD TC TD QH AH",
             up="9S", past=3),
    Position("an ace at the start, with nines at hand",
             "AC AD 9H 9C 9D JH KC QD JC KH TS 9S", "9H 9C 9D JH KC QD JC KH", past=1),
]  # fmt: skip

MELDING = [
    Position("the nine forgotten beside another nine",
             "9S 9S AH AC 9H 9C JC JH 9D JD TC", "d.x", up="JS", past=2),
    Position("the nine forgotten after the last trick", "9S AH AC 9H 9C JC JH 9D TD TC KD", "d.x",
             past=12),
    Position("the last chance of a marriage missed",
             "KH QH AC 9H 9C JC JH 9D TD TC AD", "m.KHQH", past=12),
    Position("kings before aces", "AS AH AC AD KS KH KC KD 9H JC 9D", "m.ACADAHAS", past=3),
    Position("a marriage before kings", "KS KH KC KD QH 9H JC 9D JH 9C TD", "m.KCKDKHKS", past=3),
    Position("a marriage before the pinochle", "QS JD KH QH 9H JC 9D JH 9C TD TC", "m.QSJD",
             past=3),
    Position("a royal marriage with no time for the run",
             "AS TS KS QS JS 9H 9C JC JH 9D JD", "m.ASTSKSQSJS", past=10),
    Position("queens missed, of which one lies there",
             "QC QD QS 9H 9C JC JH 9D JD TC", "m.QCQDQHQS", past=4,
             table="KH:marriage QH:marriage"),
    Position("the second marriage of a suit missed",
             "KH QH 9H 9C JC JH 9D TC TD", "m.KHQH", past=4, table="KH:marriage QH:marriage"),
]  # fmt: skip

PLAY_OFF = [
    Position("the ten under the ace", "TD JD / AC", "JD", "AD"),
    Position("an ace kept that takes a ten for certain", "AH 9H / TH QD", "AH"),
    Position("a trump kept from the last trick", "9S 9H / AH TH", "9H"),
]


@pytest.mark.parametrize("case", FOLLOWING + LEADING, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_never_plays(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, first_part(case), tries=6) <= named(case.wants)


@pytest.mark.parametrize("case", MELDING, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", EVERYBODY.values(), ids=EVERYBODY)
def test_never_lays(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, to_meld(case)) <= {case.wants}


@pytest.mark.parametrize("case", PLAY_OFF, ids=lambda case: case.why)
@pytest.mark.parametrize("policy", [NORMAL, HARD], ids=["normal", "hard"])
def test_never_plays_off(case: Position, policy: AnyPolicy) -> None:
    assert choices(policy, play_off(case)) <= named(case.wants)
