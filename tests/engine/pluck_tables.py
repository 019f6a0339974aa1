"""Pluck as tables of cases, written from the rule book sentence by sentence.

Every row cites its section and says in a few words which sentence it holds the engine to. The rows
are plain data: cards are two characters with spaces between, numbers by seat (or by side) likewise.

- `hand`, `trick`, `expected`, ...: cards, the first of a trick was led; "" is none.
- `trump`: C, D, H or S; "-" as long as none is named.
- By side means by seat three-handed, and "team of 0 and 2, team of 1 and 3" four-handed.
"""

from typing import Any, NamedTuple

# ---------------------------------------------------------------- which cards may be played


class LegalCards(NamedTuple):
    rule: str
    hand: str
    trump: str
    broken: bool
    trick: str  # "" when leading
    expected: str
    locked: bool = False  # the house rule jokers_locked
    opening: str = ""  # first lead of the deal: "two_of_clubs" or "caller"


LEGAL_CARDS = [
    # Following.
    LegalCards("2 Play: follow suit if able", "KD 4D AS 3C", "S", False, "9D", "KD 4D"),
    LegalCards(
        "2 Play: the only card of the suit is forced", "4D AS BJ 3C", "S", False, "9D", "4D"
    ),
    LegalCards("2 Play: no duty to win", "AD 3D 7H", "S", False, "KD", "AD 3D"),
    LegalCards("2 Play: no duty to win, low card only", "3D 7H", "S", True, "KD AD", "3D"),
    LegalCards("2 Play: a cut does not change the led suit", "KD AS", "S", True, "9D 3S", "KD"),
    LegalCards("2 Play: a discard does not change it", "KC 4D", "S", False, "9D QC", "4D"),
    LegalCards("2 Play: same, third of four", "KC QC 4D TD", "S", False, "9D 2C", "4D TD"),
    LegalCards("2 Play: a void seat plays any card", "AS 3C QH", "S", False, "9D", "AS 3C QH"),
    LegalCards("2 Play: void, a joker too", "BJ 3C QH LJ", "S", False, "9D", "BJ 3C QH LJ"),
    LegalCards("2 Play: nobody is obliged to cut", "AS 3C", "S", True, "9D", "AS 3C"),
    LegalCards("2 Play: nor to overcut", "3S AS 4H", "S", True, "9D TS", "3S AS 4H"),
    LegalCards("2 Play: void with nothing but trump", "3S AS", "S", False, "9D", "3S AS"),
    LegalCards("2 Play: the last card", "3S", "S", False, "9D", "3S"),
    LegalCards("2 Trump: a joker is no card of a plain suit", "BJ 4H", "S", False, "9D", "BJ 4H"),
    LegalCards("2 Trump: a joker may not replace following", "BJ 4D", "S", True, "9D", "4D"),
    LegalCards("2 Trump: other suits are plain", "AS 4D", "H", True, "9D", "4D"),
    # Following trump.
    LegalCards("2 Play: trump led, follow", "3S AH KS", "S", True, "9S", "3S KS"),
    LegalCards("2 Trump: a joker follows trump", "BJ KS 4D", "S", True, "9S", "BJ KS"),
    LegalCards("2 Trump: a joker must follow trump", "BJ 4D 5H", "S", True, "9S", "BJ"),
    LegalCards("2 Trump: both jokers, either", "BJ LJ 4D", "S", True, "9S", "BJ LJ"),
    LegalCards("2 Play: void in trump, any card", "4D 5H", "S", True, "9S", "4D 5H"),
    LegalCards("2 Trump: a joker led asks for trump", "3S AH", "S", True, "BJ", "3S"),
    LegalCards("2 Trump: a joker led, trump hearts", "3H AS 4D", "H", True, "LJ", "3H"),
    LegalCards("2 Trump: the other joker follows a joker", "LJ AH", "S", True, "BJ", "LJ"),
    LegalCards("2 Trump: joker or trump follows a joker", "BJ 3D AH", "D", True, "LJ", "BJ 3D"),
    LegalCards("2 Trump: no trump, a joker led", "AH 4D", "S", True, "BJ", "AH 4D"),
    LegalCards("2 Trump: a joker led, then a discard", "3S AH", "S", True, "LJ 4H", "3S"),
    # Leading.
    LegalCards("2 Play: trump not led until broken", "QS 3C 4H", "S", False, "", "3C 4H"),
    LegalCards("2 Play: a joker is trump to the leader", "BJ LJ 4H", "S", False, "", "4H"),
    LegalCards("2 Play: one plain card is forced", "AS KS BJ 3C", "S", False, "", "3C"),
    LegalCards("2 Play: once broken, anything", "QS 3C BJ", "S", True, "", "QS 3C BJ"),
    LegalCards("2 Play: nothing but trump may be led", "QS 3S", "S", False, "", "QS 3S"),
    LegalCards("2 Play: jokers count as nothing but trump", "QS BJ LJ", "S", False, "", "QS BJ LJ"),
    LegalCards("2 Play: nothing but jokers", "BJ LJ", "H", False, "", "BJ LJ"),
    LegalCards("2 Play: last card, a trump", "3S", "S", False, "", "3S"),
    LegalCards("2 Play: the trump of this deal only", "QS 3C", "C", False, "", "QS"),
    # The first trick.
    LegalCards(
        "2 Play: the holder of 2C leads it",
        "2C AC KS BJ",
        "S",
        False,
        "",
        "2C",
        opening="two_of_clubs",
    ),
    LegalCards(
        "2 Play: clubs trump, 2C all the same",
        "2C AC KS BJ",
        "C",
        False,
        "",
        "2C",
        opening="two_of_clubs",
    ),
    LegalCards(
        "2 Play: 2C before locked jokers",
        "2C BJ LJ",
        "C",
        False,
        "",
        "2C",
        locked=True,
        opening="two_of_clubs",
    ),
    LegalCards(
        "3 House rules: four-handed, 2C with all trump",
        "2C AC KC QC",
        "C",
        False,
        "",
        "2C",
        opening="two_of_clubs",
    ),
    LegalCards("2 Play: void in clubs, trump at once", "AS 4H", "S", False, "2C", "AS 4H"),
    LegalCards("2 Play: void in clubs, a joker at once", "BJ 4H", "S", False, "2C", "BJ 4H"),
    LegalCards("2 Play: clubs trump, a joker follows 2C", "BJ 4H", "C", True, "2C", "BJ"),
    LegalCards("2 Play: clubs trump, void of trump", "AH 4H", "C", True, "2C", "AH 4H"),
    LegalCards(
        "2 Play: clubs trump, 2C unlocks the jokers", "BJ 9C 4H", "C", True, "2C", "BJ 9C", True
    ),
    LegalCards("2 Play: same, the joker is forced", "LJ 4H", "C", True, "2C", "LJ", True),
    LegalCards(
        "3 Lead: any card but trump", "AS 3S 4H 5D", "S", False, "", "4H 5D", False, "caller"
    ),
    LegalCards("3 Lead: nothing but trump", "AS 3S", "S", False, "", "AS 3S", False, "caller"),
    LegalCards("3 Lead: 2C not required", "2C 4H AS", "S", False, "", "2C 4H", False, "caller"),
    LegalCards("3 Lead: 2C of trump not allowed", "2C 4H", "C", False, "", "4H", False, "caller"),
    LegalCards("3 Lead: a joker is trump", "BJ AS 4H", "S", False, "", "4H", False, "caller"),
    LegalCards(
        "3 Lead: nothing but trump, jokers locked",
        "BJ AS 3S",
        "S",
        False,
        "",
        "AS 3S",
        True,
        "caller",
    ),
    LegalCards("3 Lead: 2C later is a card like any", "2C 4H AS", "S", True, "", "2C 4H AS"),
    # jokers_locked.
    LegalCards("2 jokers_locked: no joker led", "BJ QS 4H", "S", False, "", "4H", True),
    LegalCards(
        "2 jokers_locked: all trump, not the joker", "BJ QS 3S", "S", False, "", "QS 3S", True
    ),
    LegalCards("2 jokers_locked: one trump beside jokers", "BJ LJ 3S", "S", False, "", "3S", True),
    LegalCards("2 jokers_locked: nothing else to lead", "BJ LJ", "S", False, "", "BJ LJ", True),
    LegalCards("2 jokers_locked: last card led", "LJ", "S", False, "", "LJ", True),
    LegalCards("2 jokers_locked: no cut with a joker", "BJ QS 4H", "S", False, "9D", "QS 4H", True),
    LegalCards("2 jokers_locked: void, the other trump", "BJ QS", "S", False, "9D", "QS", True),
    LegalCards("2 jokers_locked: void, the plain card", "BJ LJ 4H", "S", False, "9D", "4H", True),
    LegalCards("2 jokers_locked: void, nothing else", "BJ LJ", "S", False, "9D", "BJ LJ", True),
    LegalCards("2 jokers_locked: void, one joker left", "LJ", "S", False, "9D", "LJ", True),
    LegalCards("2 jokers_locked: first trick, no cut", "BJ 3S 4H", "S", False, "2C", "3S 4H", True),
    LegalCards("2 jokers_locked: broken, led", "BJ QS 4H", "S", True, "", "BJ QS 4H", True),
    LegalCards("2 jokers_locked: broken, cut", "BJ QS 4H", "S", True, "9D", "BJ QS 4H", True),
    LegalCards("2 jokers_locked: broken in this trick", "BJ 4H", "S", True, "9D 3S", "BJ 4H", True),
    LegalCards(
        "2 jokers_locked: a discard breaks nothing", "BJ 4H", "S", False, "9D 4C", "4H", True
    ),
    LegalCards(
        "2 jokers_locked: trump led, joker follows", "BJ QS 4H", "S", True, "9S", "BJ QS", True
    ),
    LegalCards("2 jokers_locked: trump led, joker forced", "BJ 4H", "S", True, "9S", "BJ", True),
    LegalCards("2 jokers_locked: joker led, joker forced", "BJ 4H", "S", True, "LJ", "BJ", True),
    LegalCards("2 jokers_locked: following goes before", "BJ 4D", "S", False, "9D", "4D", True),
    LegalCards("2 jokers_locked: off, cut with a joker", "BJ QS 4H", "S", False, "9D", "BJ QS 4H"),
]


# ---------------------------------------------------------------- what breaks trump


class Breaks(NamedTuple):
    rule: str
    trump: str
    played: str  # in order, from the first card of the deal
    broken: bool


BREAKS = [
    Breaks("2 Play: naming trump breaks nothing", "S", "", False),
    Breaks("2 Play: plain cards do not break it", "S", "2C AC KC", False),
    Breaks("2 Play: a discard does not break it", "S", "2C AC KD", False),
    Breaks("2 Play: a cut breaks it, on the first trick too", "S", "2C 3S", True),
    Breaks("2 Play: a joker breaks it", "S", "2C LJ", True),
    Breaks("2 Play: a joker breaks it, whatever the suit", "D", "2C AC BJ", True),
    Breaks("2 Play: clubs trump, the opening 2C breaks it", "C", "2C", True),
    Breaks("2 Play: a losing trump breaks it as well", "H", "2C 9H 3H", True),
    Breaks("2 Play: other suits' twos do not", "S", "2C 3C 2D", False),
]


# ---------------------------------------------------------------- who wins a trick


class TrickWinner(NamedTuple):
    rule: str
    trump: str
    cards: str
    winner: int  # index into the cards


TRICK_WINNER = [
    TrickWinner("2 Play: highest of the led suit", "S", "9D KD AD", 2),
    TrickWinner("2 Play: the leader's own", "S", "AD KD 9D", 0),
    TrickWinner("2 Play: the middle one", "S", "9D KD QD", 1),
    TrickWinner("2 Deck: ten above nine", "S", "9D TD 8D", 1),
    TrickWinner("2 Deck: jack above ten", "S", "TD 9D JD", 2),
    TrickWinner("2 Deck: queen above jack", "S", "JD QD TD", 1),
    TrickWinner("2 Deck: king above queen", "S", "KD QD JD", 0),
    TrickWinner("2 Deck: the two is lowest", "S", "2C 4C 3C", 1),
    TrickWinner("2 Play: another plain suit never wins", "S", "3D AH AC", 0),
    TrickWinner("2 Play: discards do not, even both alike", "S", "3D AH KH", 0),
    TrickWinner("2 Play: the lowest trump beats the ace", "S", "AD 3S KD", 1),
    TrickWinner("2 Play: the highest trump, overcut", "S", "AD 3S 4S", 2),
    TrickWinner("2 Play: the highest trump, undercut", "S", "AD 9S 4S", 1),
    TrickWinner("2 Play: trump led", "S", "3S KS AS", 2),
    TrickWinner("2 Play: trump led, the others void", "S", "3S AD AH", 0),
    TrickWinner("2 Deck: the Little Joker above the ace", "S", "AD AS LJ", 2),
    TrickWinner("2 Deck: the Big Joker above the Little", "S", "LJ BJ AS", 1),
    TrickWinner("2 Deck: Big before Little", "S", "BJ LJ AS", 0),
    TrickWinner("2 Deck: both jokers on a plain lead", "S", "AD BJ LJ", 1),
    TrickWinner("2 Trump: a joker led wins over trump", "S", "LJ AS 3D", 0),
    TrickWinner("2 Trump: a joker led falls to the Big one", "S", "LJ AS BJ", 2),
    TrickWinner("2 Trump: a joker cuts with any trump", "H", "AS LJ KS", 1),
    TrickWinner("2 Play: 2C led, all else discarded", "S", "2C AH AD", 0),
    TrickWinner("2 Play: 2C led, any club wins", "S", "2C 3C AH", 1),
    TrickWinner("2 Play: clubs trump, 2C holds", "C", "2C AD AH", 0),
    TrickWinner("2 Deck: full deck, a two cuts", "S", "AD KD 2S", 2),
    TrickWinner("2 Deck: full deck, three twos", "H", "2D 2S 2H", 2),
    TrickWinner("3: four cards, last one", "S", "TD JD QD KD", 3),
    TrickWinner("3: four cards, one cut", "S", "9D KD 2S AD", 2),
    TrickWinner("3: four cards, two cuts", "S", "AD 9S 4S KD", 1),
    TrickWinner("3: four cards, one discard", "S", "9D AH TD 4C", 2),
    TrickWinner("3 House rules: 52j, jokers as above", "H", "AD KH LJ BJ", 3),
    TrickWinner("3 House rules: 52j, joker before joker", "H", "AD BJ AH LJ", 1),
]


# ---------------------------------------------------------------- plucks


class Offerable(NamedTuple):
    rule: str
    hand: str
    trump_call: str
    trump: str
    expected: str


OFFERABLE = [
    Offerable("2 Plucks: not a joker", "AS BJ LJ 4H", "after_plucks", "-", "AS 4H"),
    Offerable("2 Plucks: 2C like any card", "2C AS", "after_plucks", "-", "2C AS"),
    Offerable(
        "2 Plucks: all suits, high and low", "AS 3S AH 3D", "after_plucks", "-", "AS 3S AH 3D"
    ),
    Offerable("2 Order: trump is protected", "AS 3S 4H 2C", "before_plucks", "S", "4H 2C"),
    Offerable("2 Order: jokers are protected", "BJ LJ 4H KD", "before_plucks", "S", "4H KD"),
    Offerable("2 Order: clubs trump, 2C is protected", "2C 4H", "before_plucks", "C", "4H"),
    Offerable("2 Plucks: no card that may be offered", "AS 3S BJ", "before_plucks", "S", ""),
    Offerable("3 House rules: the named suit, no jokers", "AH KH 2C", "before_plucks", "H", "2C"),
    Offerable("3 Plucks: a hand of trump alone", "AH KH QH", "before_plucks", "H", ""),
    Offerable("2 Plucks: nothing but jokers", "BJ LJ", "after_plucks", "-", ""),
]


class ForcedReturn(NamedTuple):
    rule: str
    offered: str
    target: str  # the target's hand before
    returned: str | None  # None: nothing changes hands
    named: str | None = None  # the suit named under mercy
    trump_call: str = "after_plucks"
    trump: str = "-"


FORCED_RETURN = [
    ForcedReturn("2 Plucks: the highest of that suit", "4H", "KH 9H AS", "KH"),
    ForcedReturn("2 Plucks: the highest, one only", "4H", "5H AS", "5H"),
    ForcedReturn("2 Plucks: ace above king", "KS", "AS", "AS"),
    ForcedReturn("2 Plucks: ten above nine", "8D", "9D TD", "TD"),
    ForcedReturn("2 Plucks: jack above ten", "2C", "TC JC 9C", "JC"),
    ForcedReturn("2 Plucks: the offered card is the highest", "AH", "KH 9H", "AH"),
    ForcedReturn("2 Plucks: same, just", "JD", "TD 9D", "JD"),
    ForcedReturn("2 Plucks: the target has none of it", "4H", "AS KS AC", "4H"),
    ForcedReturn("2 Plucks: only that suit counts", "3D", "AS AH 4D", "4D"),
    ForcedReturn("2 Plucks: jokers not counted", "4S", "BJ LJ 9S", "9S"),
    ForcedReturn("2 Plucks: jokers not counted, none else", "4S", "BJ LJ KH", "4S"),
    ForcedReturn("2 Plucks: 2C changes hands", "2C", "9C 3H", "9C"),
    ForcedReturn("2 Plucks: 2C comes back", "2C", "AH", "2C"),
    ForcedReturn("2 Plucks: 2C stays with the target", "3C", "2C AH", "3C"),
    ForcedReturn("2 Deck: full deck, another two", "2H", "3H 2D", "3H"),
    ForcedReturn("2 Order: trump named first", "4H", "KH AS", "KH", None, "before_plucks", "S"),
    ForcedReturn("2 Order: jokers stay", "4H", "BJ LJ 9S", "4H", None, "before_plucks", "S"),
    ForcedReturn("2 No books: the highest of the named suit", "3C", "KH 9H AC", "KH", "H"),
    ForcedReturn("2 No books: lower than what was given", "AC", "4H", "4H", "H"),
    ForcedReturn("2 No books: the given suit does not count", "3C", "AC TD 9D", "TD", "D"),
    ForcedReturn("2 No books: same suit, as it stood before", "AH", "4H 9H", "9H", "H"),
    ForcedReturn("2 No books: same suit, lower card given", "3H", "4H 9H", "9H", "H"),
    ForcedReturn("2 No books: none of the suit", "3C", "KC AS", None, "H"),
    ForcedReturn("2 No books: none of the suit given itself", "AH", "KS", None, "H"),
    ForcedReturn("2 No books: jokers not counted", "3C", "BJ LJ", None, "S"),
    ForcedReturn("2 No books: jokers not counted, a three", "3C", "BJ 3S", "3S", "S"),
    ForcedReturn("2 No books: 2C can be taken", "3H", "2C KS", "2C", "C"),
    ForcedReturn("2 No books: trump named first", "3C", "KH AS", "KH", "H", "before_plucks", "S"),
    ForcedReturn("2 No books: same, none", "3C", "BJ AS", None, "H", "before_plucks", "S"),
]


class MercySuits(NamedTuple):
    """Which suits a plucker may name; "" where none is to be named."""

    rule: str
    seats: int
    zero_books: str
    tricks_before: str  # by seat, the deal before
    target: int
    trump_call: str
    trump: str
    expected: str


MERCY_SUITS = [
    MercySuits("2 No books: any suit", 3, "mercy", "13 4 0", 2, "after_plucks", "-", "C D H S"),
    MercySuits("2 No books: not trump", 3, "mercy", "13 4 0", 2, "before_plucks", "H", "C D S"),
    MercySuits("2 No books: that side only", 3, "mercy", "13 4 0", 1, "after_plucks", "-", ""),
    MercySuits(
        "2 No books: one trick is a trick", 3, "mercy", "13 3 1", 2, "after_plucks", "-", ""
    ),
    MercySuits("2 No books: none", 3, "none", "13 4 0", 2, "after_plucks", "-", ""),
    MercySuits(
        "2 No books: both the others", 3, "mercy", "17 0 0", 1, "after_plucks", "-", "C D H S"
    ),
    MercySuits("3: a team is one side", 4, "mercy", "7 0 6 0", 1, "after_plucks", "-", "C D H S"),
    MercySuits("3: its partner won one", 4, "mercy", "6 0 6 1", 1, "after_plucks", "-", ""),
    MercySuits("3: not trump either", 4, "mercy", "0 9 0 4", 2, "before_plucks", "S", "C D H"),
    MercySuits("3: none", 4, "none", "0 9 0 4", 2, "before_plucks", "S", ""),
]


class PluckOrder(NamedTuple):
    rule: str
    rights: str
    vulnerability: str
    dealer: int  # of the new deal
    expected: str  # the pluckers in order


PLUCK_ORDER = [
    PluckOrder("2 Plucks: nobody has rights", "0 0 0", "0 0 0", 0, ""),
    PluckOrder("2 Plucks: one plucker, all his", "2 0 0", "0 1 1", 1, "0 0"),
    PluckOrder("2 Plucks: one plucker, one victim", "0 0 3", "3 0 0", 0, "2 2 2"),
    PluckOrder("2 Plucks: most rights starts", "1 0 3", "0 4 0", 0, "2 0 2 2"),
    PluckOrder("2 Plucks: same, the other way", "3 1 0", "0 0 4", 2, "0 1 0 0"),
    PluckOrder("2 Plucks: most rights, not the dealer", "1 2 0", "0 0 3", 0, "1 0 1"),
    PluckOrder("2 Plucks: alternate to the end", "2 3 0", "0 0 5", 0, "1 0 1 0 1"),
    PluckOrder("2 Plucks: the other goes on", "1 5 0", "0 0 6", 2, "1 0 1 1 1 1"),
    PluckOrder("2 Plucks: equal, the dealer first", "2 2 0", "0 0 4", 1, "1 0 1 0"),
    PluckOrder("2 Plucks: equal, the dealer is seat 0", "2 2 0", "0 0 4", 0, "0 1 0 1"),
    PluckOrder("2 Plucks: equal, clockwise from dealer 2", "2 2 0", "0 0 4", 2, "0 1 0 1"),
    PluckOrder("2 Plucks: equal, clockwise from dealer 0", "0 1 1", "2 0 0", 0, "1 2"),
    PluckOrder("2 Plucks: equal, clockwise from dealer 1", "1 0 1", "0 2 0", 1, "2 0"),
    PluckOrder("2 Plucks: equal, dealer 2 before seat 0", "1 0 1", "0 2 0", 2, "2 0"),
    PluckOrder("2 Plucks: equal, dealer 0 before seat 2", "1 0 1", "0 2 0", 0, "0 2"),
    PluckOrder("2 Plucks: equal, dealer 2 before seat 1", "0 3 3", "6 0 0", 2, "2 1 2 1 2 1"),
    PluckOrder("2 Plucks: equal only later counts no more", "3 2 0", "0 0 5", 1, "0 1 0 1 0"),
]


class PluckTargets(NamedTuple):
    """Whom a plucker may choose, when so much vulnerability is left by side."""

    rule: str
    seats: int
    plucker: int
    vulnerability: str
    expected: str


PLUCK_TARGETS = [
    PluckTargets("2 Plucks: either that is vulnerable", 3, 0, "0 1 2", "1 2"),
    PluckTargets("2 Plucks: none left is no target", 3, 0, "0 0 2", "2"),
    PluckTargets("2 Plucks: the other plucker is no target", 3, 2, "3 0 0", "0"),
    PluckTargets("3 Plucks: either opponent", 4, 0, "0 1", "1 3"),
    PluckTargets("3 Plucks: never the partner", 4, 3, "4 0", "0 2"),
]


class MayPluck(NamedTuple):
    """Four-handed: who may make the next pluck, when so many rights are left."""

    rule: str
    hands: str  # by seat, divided by a slash
    rights: str  # by team
    trump_call: str
    trump: str
    last: int | None  # who plucked before
    expected: str


MAY_PLUCK = [
    MayPluck("3: either partner", "AS/4H/KD/3C", "2 0", "after_plucks", "-", None, "0 2"),
    MayPluck("3: no need to alternate", "AS/4H/KD/3C", "1 0", "after_plucks", "-", 0, "0 2"),
    MayPluck("3: the other team", "AS/4H/KD/3C", "0 1", "after_plucks", "-", None, "1 3"),
    MayPluck("3: one holds trump only", "AS/4H/KD/3C", "2 0", "before_plucks", "S", None, "2"),
    MayPluck(
        "3: the other holds jokers only", "AS/4H/BJ/3C", "2 0", "after_plucks", "-", None, "0"
    ),
    MayPluck("3: neither, the rest is lost", "AS/4H/KS/3C", "2 0", "before_plucks", "S", None, ""),
    MayPluck("3: neither, after some", "AS/4H/BJ/3C", "1 0", "before_plucks", "S", 0, ""),
    MayPluck("3: no rights", "AS/4H/KD/3C", "0 0", "after_plucks", "-", None, ""),
]


# ---------------------------------------------------------------- quotas, rights, balance


class Quotas(NamedTuple):
    rule: str
    seats: int
    quotas: str
    dealer: int
    caller: int
    expected: str  # by side


QUOTAS = [
    Quotas("2 Quotas: dealer 7, left 6, right 4", 3, "7 6 4", 0, 0, "7 6 4"),
    Quotas("2 Quotas: dealer 1", 3, "7 6 4", 1, 1, "4 7 6"),
    Quotas("2 Quotas: dealer 2", 3, "7 6 4", 2, 2, "6 4 7"),
    Quotas("2 Quotas: full deck, dealer 1", 3, "7 6 5", 1, 1, "5 7 6"),
    Quotas("2 Quotas: another split, dealer 2", 3, "9 5 3", 2, 2, "5 3 9"),
    Quotas("3 Quotas: the caller's team 8, seat 0", 4, "8 5", 3, 0, "8 5"),
    Quotas("3 Quotas: the caller's team 8, seat 2", 4, "8 5", 3, 2, "8 5"),
    Quotas("3 Quotas: the caller's team 8, seat 1", 4, "8 5", 0, 1, "5 8"),
    Quotas("3 Quotas: the caller's, not the dealer's", 4, "8 5", 0, 3, "5 8"),
    Quotas("3 Quotas: another split", 4, "9 4", 2, 1, "4 9"),
]


class Rights(NamedTuple):
    rule: str
    seats: int
    tricks: str  # by seat
    quotas: str
    dealer: int
    caller: int
    balance: str  # by side, as all that follow
    rights: str
    vulnerability: str
    boston: str = "announce"


RIGHTS = [
    Rights("1: excess and deficit", 3, "9 5 3", "7 6 4", 0, 0, "2 -1 -1", "2 0 0", "0 1 1"),
    Rights("1: by the dealer's place", 3, "4 5 8", "7 6 4", 2, 2, "-2 1 1", "0 1 1", "2 0 0"),
    Rights("1: all exact", 3, "4 7 6", "7 6 4", 1, 1, "0 0 0", "0 0 0", "0 0 0"),
    Rights("1: no trick at all", 3, "0 17 0", "7 6 4", 1, 1, "-4 10 -6", "0 10 0", "4 0 6"),
    Rights(
        "1: Boston of the small hand", 3, "0 0 17", "7 6 4", 0, 0, "-7 -6 13", "0 0 13", "7 6 0"
    ),
    Rights("2 Quotas: full deck", 3, "6 6 6", "7 6 5", 0, 0, "-1 0 1", "0 0 1", "1 0 0"),
    Rights("2 Quotas: split 9/5/3", 3, "8 6 3", "9 5 3", 0, 0, "-1 1 0", "0 1 0", "1 0 0"),
    Rights("2 Quotas: split 8/5/4", 3, "5 4 8", "8 5 4", 2, 2, "0 0 0", "0 0 0", "0 0 0"),
    Rights(
        "2 Quotas: the right-hand seat most", 3, "8 4 6", "5 6 7", 1, 1, "1 -1 0", "1 0 0", "0 1 0"
    ),
    Rights("3 Quotas: together", 4, "3 3 3 4", "8 5", 0, 2, "-2 2", "0 2", "2 0"),
    Rights("3 Quotas: never a partner's own", 4, "0 3 8 2", "8 5", 0, 0, "0 0", "0 0", "0 0"),
    Rights("3 Quotas: the other team calls", 4, "5 2 3 3", "8 5", 0, 1, "3 -3", "3 0", "0 3"),
    Rights("3 Quotas: Boston of the callers", 4, "7 0 6 0", "8 5", 1, 0, "5 -5", "5 0", "0 5"),
    Rights("3 Quotas: Boston against them", 4, "7 0 6 0", "8 5", 0, 3, "8 -8", "8 0", "0 8"),
    Rights("3 Quotas: another split", 4, "2 4 3 4", "9 4", 0, 1, "1 -1", "1 0", "0 1"),
    Rights(
        "2 Boston: double, but rights do not",
        3,
        "17 0 0",
        "7 6 4",
        0,
        0,
        "10 -6 -4",
        "10 0 0",
        "0 6 4",
        "double",
    ),
    Rights(
        "3 Boston: double, but rights do not",
        4,
        "7 0 6 0",
        "8 5",
        1,
        0,
        "5 -5",
        "5 0",
        "0 5",
        "double",
    ),
]


# ---------------------------------------------------------------- dealing, dealer, caller


class FirstJack(NamedTuple):
    rule: str
    seats: int
    deck: str  # as far as it matters
    dealer: int


FIRST_JACK = [
    FirstJack("2 First dealer: the first card, at seat 0", 3, "JS 4C 5D", 0),
    FirstJack("2 First dealer: the second card", 3, "AS JD 4C", 1),
    FirstJack("2 First dealer: the third card", 3, "AS KD JC", 2),
    FirstJack("2 First dealer: once round", 3, "AS KD QH JH", 0),
    FirstJack("2 First dealer: any Jack, the first counts", 3, "4C JH JS JD", 1),
    FirstJack("2 First dealer: a joker is no Jack", 3, "BJ LJ JC", 2),
    FirstJack("2 First dealer: far down", 3, "2C 3C 4C 5C 6C 7C 8C 9C JS", 2),
    FirstJack("3 House rules: four-handed", 4, "AS KD QH JH", 3),
    FirstJack("3 House rules: four-handed, once round", 4, "AS KD QH TH JH JS", 0),
]


class HighCard(NamedTuple):
    """The draw: seat by seat from 0; after a slash, those who drew equal, again by seat."""

    rule: str
    seats: int
    draws: str
    dealer: int


HIGH_CARD = [
    HighCard("2 First dealer: the highest deals", 3, "4S KD 9C", 1),
    HighCard("2 First dealer: ace is high", 3, "KS QD AC", 2),
    HighCard("2 First dealer: the two is low", 3, "3S 2D 2H", 0),
    HighCard("2 First dealer: ten above nine", 3, "9S TD 8C", 1),
    HighCard("2 First dealer: suits do not count", 3, "KS KD 3C / 4H 9C", 1),
    HighCard("2 First dealer: among themselves only", 3, "5S 5D 4C / 2H 3H", 1),
    HighCard("2 First dealer: the first two of three seats", 3, "QS 3D QC / AH AS / 9D 4D", 0),
    HighCard("2 First dealer: equal twice", 3, "KS KD 3C / 4H 4C / 2S 9D", 1),
    HighCard("2 First dealer: all three equal", 3, "KS KD KC / 2H 9H 9S / 3D 5D", 2),
    HighCard("2 First dealer: four seats", 4, "KS 4D QC AH", 3),
    HighCard("2 First dealer: three of four equal", 4, "2S 3S 3H 3D / TC KC QC", 2),
]


class Dealing(NamedTuple):
    rule: str
    seats: int
    first_dealer: str
    opening: bool  # the first deal of the match
    dealer: int
    expected: str  # the seats that get the first cards


DEALING = [
    Dealing("2 Deal: from the dealer's left", 3, "high_card", True, 0, "1 2 0 1"),
    Dealing("2 Deal: dealer 2, left of him is 0", 3, "high_card", True, 2, "0 1 2 0"),
    Dealing("2 First dealer: first Jack from seat 0", 3, "first_jack", True, 0, "0 1 2 0"),
    Dealing("2 First dealer: wherever the Jack fell", 3, "first_jack", True, 1, "0 1 2 0"),
    Dealing("2 First dealer: only the opening deal", 3, "first_jack", False, 1, "2 0 1 2"),
    Dealing("3: four seats", 4, "high_card", False, 2, "3 0 1 2 3"),
    Dealing("3: four seats, first Jack", 4, "first_jack", True, 2, "0 1 2 3 0"),
]


class Caller(NamedTuple):
    """Who calls in the first deal and the next, and who deals the next."""

    rule: str
    seats: int
    dealer: int
    two_of_clubs: int  # who was dealt it in the first deal
    caller: int
    next_dealer: int
    next_caller: int


CALLER = [
    Caller("2 Trump: three-handed the dealer", 3, 0, 2, 0, 1, 1),
    Caller("2 Deal: passes to the left, round the table", 3, 2, 1, 2, 0, 0),
    Caller("3 Caller: the holder of 2C", 4, 0, 2, 2, 1, 3),
    Caller("3 Caller: left of the last caller, round", 4, 1, 3, 3, 2, 0),
    Caller("3 Caller: the dealer holds it", 4, 3, 3, 3, 0, 0),
    Caller("3 Caller: the dealer's partner holds it", 4, 3, 1, 1, 0, 2),
]


# ---------------------------------------------------------------- the end of a match


class MatchEnd(NamedTuple):
    boston: str
    match: str  # "points 20" or "rounds 2"
    before: str
    tricks: str
    quotas: str
    deal: str
    score: str
    winners: str
    rule: str


# match | score before | tricks by seat | quotas of this deal | number in the match | score after
# | winners, "-" as long as the match goes on | rule. Scores, quotas and winners are by side.

ANNOUNCED = """\
points 20 | 0 0 0    | 9 5 3    | 7 6 4 | 1  | 2 0 0    | -     | 2 Scoring: the excess
points 20 | 5 4 3    | 4 7 6    | 7 6 4 | 4  | 5 5 5    | -     | 2 Scoring: nothing lost
points 20 | 16 3 5   | 10 4 3   | 7 6 4 | 7  | 19 3 5   | -     | 2 Match: one short
points 20 | 17 3 5   | 10 4 3   | 7 6 4 | 7  | 20 3 5   | 0     | 2 Match: just reached
points 20 | 3 5 18   | 3 4 10   | 4 6 7 | 9  | 3 5 21   | 2     | 2 Match: passed
points 10 | 9 9 1    | 6 5 6    | 6 4 7 | 6  | 9 10 1   | 1     | 2 Match: race to 10
points 20 | 19 17 0  | 8 7 2    | 6 4 7 | 9  | 21 20 0  | 0     | 2 Match: two reach, higher wins
points 20 | 19 18 0  | 8 7 2    | 6 4 7 | 9  | 21 21 0  | -     | 2 Match: two reach, equal
points 20 | 21 21 0  | 7 6 4    | 7 6 4 | 10 | 21 21 0  | -     | 2 Match: still equal
points 20 | 21 21 0  | 8 7 2    | 7 6 4 | 10 | 22 22 0  | -     | 2 Match: equal and both go up
points 20 | 21 21 0  | 8 5 4    | 7 6 4 | 10 | 22 21 0  | 0     | 2 Match: no longer equal
points 20 | 20 20 19 | 5 6 6    | 7 6 4 | 12 | 20 20 21 | 2     | 2 Match: the third overtakes
points 20 | 20 20 18 | 5 6 6    | 7 6 4 | 12 | 20 20 20 | -     | 2 Match: the third draws level
points 20 | 18 15 15 | 10 4 3   | 7 6 4 | 11 | 21 15 15 | 0     | 2 Match: a shared second place
points 5  | 4 4 4    | 5 6 6    | 7 4 6 | 4  | 4 6 4    | 1     | 2 Match: one passes, two do not
points 20 | 3 2 1    | 7 6 4    | 7 6 4 | 60 | 3 2 1    | -     | 2 Match: points count no deals
points 1  | 0 0 0    | 7 6 4    | 7 6 4 | 1  | 0 0 0    | -     | 2 Match: all exact, target 1
points 1  | 0 0 0    | 8 7 2    | 7 6 4 | 1  | 1 1 0    | -     | 2 Match: target 1, two share
rounds 2  | 9 2 1    | 7 6 4    | 7 6 4 | 5  | 9 2 1    | -     | 2 Match: rounds 2, five deals
rounds 2  | 9 2 1    | 7 6 4    | 7 6 4 | 6  | 9 2 1    | 0     | 2 Match: rounds 2, six deals
rounds 2  | 5 2 6    | 9 5 3    | 7 6 4 | 6  | 7 2 6    | 0     | 2 Match: the last round counts
rounds 2  | 5 2 7    | 9 5 3    | 7 6 4 | 6  | 7 2 7    | 0 2   | 2 Match: rounds, a shared win
rounds 1  | 0 0 0    | 7 6 4    | 7 6 4 | 3  | 0 0 0    | 0 1 2 | 2 Match: rounds, all three share
rounds 1  | 4 0 0    | 7 6 4    | 7 6 4 | 2  | 4 0 0    | -     | 2 Match: rounds 1, two deals
rounds 4  | 40 0 0   | 9 5 3    | 7 6 4 | 11 | 42 0 0   | -     | 2 Match: rounds know no target
rounds 1  | 3 1      | 4 2 4 3  | 8 5   | 3  | 3 1      | -     | 3 Match: rounds 1, three of four
rounds 1  | 3 1      | 4 2 4 3  | 8 5   | 4  | 3 1      | 0     | 3 Match: rounds 1, four of four
rounds 1  | 3 1      | 3 4 3 3  | 8 5   | 4  | 3 3      | 0 1   | 3 Match: rounds, teams share
points 10 | 0 0      | 1 2 9 1  | 8 5   | 1  | 2 0      | -     | 3 Scoring: the team's excess
points 10 | 9 8      | 3 3 3 4  | 8 5   | 7  | 9 10     | 1     | 3 Scoring: first to 10
points 10 | 9 8      | 3 3 4 3  | 8 5   | 7  | 9 9      | -     | 3 Scoring: 9 is not 10
points 20 | 0 0 0    | 17 0 0   | 7 6 4 | 1  | 10 0 0   | -     | 2 Boston: announce counts once
points 20 | 0 9 0    | 17 0 0   | 7 6 4 | 3  | 10 9 0   | -     | 2 Boston: announce wins nothing
"""

DOUBLED = """\
points 20 | 0 0 0    | 17 0 0   | 7 6 4 | 1  | 20 0 0   | 0     | 2 Boston: double
points 40 | 3 8 0    | 0 0 17   | 7 6 4 | 2  | 3 8 26   | -     | 2 Boston: not enough
points 20 | 0 20 20  | 17 0 0   | 7 6 4 | 8  | 20 20 20 | -     | 2 Boston: draws level
points 20 | 0 0 0    | 16 1 0   | 7 6 4 | 1  | 9 0 0    | -     | 2 Boston: sixteen are none
points 20 | 0 0 0    | 12 5 0   | 7 6 4 | 1  | 5 0 0    | -     | 2 Boston: no trick is none
points 20 | 0 0 0    | 17 1 0   | 7 6 5 | 1  | 10 0 0   | -     | 2 Boston: full deck has eighteen
rounds 2  | 0 0 0    | 17 0 0   | 7 6 4 | 2  | 20 0 0   | -     | 2 Boston: in rounds
points 20 | 1 2      | 7 0 6 0  | 5 8   | 2  | 17 2     | -     | 3 Boston: for a team
points 20 | 1 2      | 0 13 0 0 | 8 5   | 2  | 1 18     | -     | 3 Boston: one partner alone
points 20 | 1 2      | 0 12 1 0 | 8 5   | 2  | 1 9      | -     | 3 Boston: both teams won tricks
"""

WINNING = """\
points 20 | 0 19 0   | 17 0 0   | 7 6 4 | 5  | 10 19 0  | 0     | 2 Boston: though behind
points 40 | 2 19 0   | 0 0 17   | 7 6 4 | 5  | 2 19 13  | 2     | 2 Boston: points still added
points 20 | 0 0 0    | 0 17 0   | 7 6 4 | 1  | 0 11 0   | 1     | 2 Boston: in the first deal
points 20 | 21 21 0  | 0 0 17   | 7 6 4 | 9  | 21 21 13 | 2     | 2 Boston: over a shared lead
points 20 | 10 20 0  | 17 0 0   | 7 6 4 | 9  | 20 20 0  | 0     | 2 Boston: level with another
rounds 2  | 0 5 0    | 0 0 17   | 7 6 4 | 1  | 0 5 13   | 2     | 2 Boston: in rounds at once
rounds 1  | 10 20 0  | 17 0 0   | 7 6 4 | 3  | 20 20 0  | 0     | 2 Boston: alone in the last round
points 20 | 0 0 0    | 16 0 1   | 7 6 4 | 1  | 9 0 0    | -     | 2 Boston: needs every trick
points 10 | 0 9      | 7 0 6 0  | 8 5   | 5  | 5 9      | 0     | 3 Boston: for a team
points 10 | 9 0      | 0 0 0 13 | 8 5   | 5  | 9 8      | 1     | 3 Boston: one partner alone
"""

MATCH_END = [
    MatchEnd(boston, *[cell.strip() for cell in line.split("|")])
    for boston, text in (("announce", ANNOUNCED), ("double", DOUBLED), ("win", WINNING))
    for line in text.splitlines()
]


# ---------------------------------------------------------------- rules that fit together


class Fits(NamedTuple):
    rule: str
    preset: str
    changes: dict[str, Any]
    fits: bool
    word: str = ""  # what the reason is about, where it does not fit


POINTS_5 = {"kind": "points", "target": 5}
PAIRS = {"seats": 4, "deck": "52", "quotas": [8, 5], "opening_lead": "caller"}

FITS = [
    Fits("4: classic as it is", "classic", {}, True),
    Fits("4: race as it is", "race", {}, True),
    Fits("4: rounds as it is", "rounds", {}, True),
    Fits("4: house as it is", "house", {}, True),
    Fits("4: full-deck as it is", "full-deck", {}, True),
    Fits("4: partners as it is", "partners", {}, True),
    Fits("2 Quotas: 9/5/3", "classic", {"quotas": [9, 5, 3]}, True),
    Fits("2 Quotas: 8/5/4", "classic", {"quotas": [8, 5, 4]}, True),
    Fits("2 Quotas: each at least 1", "classic", {"quotas": [15, 1, 1]}, True),
    Fits("2 Quotas: the dealer may have least", "classic", {"quotas": [1, 1, 15]}, True),
    Fits("2 Quotas: one of nothing", "classic", {"quotas": [11, 6, 0]}, False, "quotas"),
    Fits("2 Quotas: one below nothing", "classic", {"quotas": [12, 6, -1]}, False, "quotas"),
    Fits("2 Quotas: 16", "classic", {"quotas": [6, 6, 4]}, False, "quotas"),
    Fits("2 Quotas: 18 of 17", "classic", {"quotas": [7, 6, 5]}, False, "quotas"),
    Fits("2 Quotas: two for three seats", "classic", {"quotas": [9, 8]}, False, "quotas"),
    Fits("2 Quotas: four for three seats", "classic", {"quotas": [7, 6, 3, 1]}, False, "quotas"),
    Fits("2 Deck: 54 needs 18", "classic", {"deck": "54"}, False, "quotas"),
    Fits("2 Deck: 54 with 18", "classic", {"deck": "54", "quotas": [7, 6, 5]}, True),
    Fits("2 Deck: 51 needs 17", "full-deck", {"deck": "51"}, False, "quotas"),
    Fits("2 Deck: 51 with 17", "full-deck", {"deck": "51", "quotas": [9, 5, 3]}, True),
    Fits("2 Deck: 52 for three", "classic", {"deck": "52"}, False, "deck"),
    Fits("2 Deck: 52j for three", "house", {"deck": "52j"}, False, "deck"),
    Fits("3 Deck: 51 for four", "partners", {"deck": "51"}, False, "deck"),
    Fits("3 Deck: 54 for four", "partners", {"deck": "54"}, False, "deck"),
    Fits("3 House rules: 52j", "partners", {"deck": "52j"}, True),
    Fits("4: jokers locked without jokers", "partners", {"jokers_locked": True}, False, "joker"),
    Fits("3 House rules: 52j, locked", "partners", {"deck": "52j", "jokers_locked": True}, True),
    Fits("2 jokers_locked: a house rule", "classic", {"jokers_locked": True}, True),
    Fits("2 jokers_locked: may be off", "house", {"jokers_locked": False}, True),
    Fits("3 Quotas: 9/4", "partners", {"quotas": [9, 4]}, True),
    Fits("3 Quotas: 12/1", "partners", {"quotas": [12, 1]}, True),
    Fits("3 Quotas: 13/0", "partners", {"quotas": [13, 0]}, False, "quotas"),
    Fits("3 Quotas: 8/4", "partners", {"quotas": [8, 4]}, False, "quotas"),
    Fits("3 Quotas: three for two teams", "partners", {"quotas": [7, 4, 2]}, False, "quotas"),
    Fits(
        "2 Play: three-handed no caller's lead",
        "classic",
        {"opening_lead": "caller"},
        False,
        "lead",
    ),
    Fits("3 House rules: 2C leads", "partners", {"opening_lead": "two_of_clubs"}, True),
    Fits("3 House rules: before plucks", "partners", {"trump_call": "before_plucks"}, True),
    Fits("3 House rules: first Jack", "partners", {"first_dealer": "first_jack"}, True),
    Fits("3 House rules: Boston", "partners", {"boston": "win"}, True),
    Fits("3 House rules: no books", "partners", {"zero_books": "mercy"}, True),
    Fits("2 Boston: double", "race", {"boston": "double"}, True),
    Fits("2 No books: mercy before plucks", "house", {"zero_books": "mercy"}, True),
    Fits("2 Match: another target", "classic", {"match": POINTS_5}, True),
    Fits("2 Match: rounds to points", "rounds", {"match": POINTS_5}, True),
    Fits("2 Match: points to rounds", "partners", {"match": {"kind": "rounds", "count": 1}}, True),
    Fits("2 Match: target 1", "race", {"match": {"kind": "points", "target": 1}}, True),
    Fits("2 Match: target 0", "race", {"match": {"kind": "points", "target": 0}}, False, "target"),
    Fits("2 Match: no rounds", "rounds", {"match": {"kind": "rounds", "count": 0}}, False, "count"),
    Fits("4: four seats alone", "classic", {"seats": 4}, False, ""),
    Fits("4: three seats alone", "partners", {"seats": 3}, False, ""),
    Fits("4: any field, all of them", "classic", PAIRS, True),
    Fits("4: any field, but locked jokers", "house", PAIRS, False, "joker"),
]
