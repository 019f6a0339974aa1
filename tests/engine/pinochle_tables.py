"""Pinochle as tables of cases, written from section 5 of the rule book sentence by sentence.

Every row begins with its rule: a paragraph of section 5, and which sentence of it.

- Cards are two characters with spaces between; "" is none.
- On the table a card has a colon and the melds in which it has served, shortened as in `SHORT`:
  "KS:royal QS:royal,queens"; a nine that was shown is "9S:dix". They lie in the order of laying.
- `trump`: C, D, H or S. Numbers go by seat.
"""

from typing import NamedTuple

SHORT = {
    "run": "run",
    "royal": "royal-marriage",
    "marriage": "marriage",
    "aces": "aces",
    "kings": "kings",
    "queens": "queens",
    "jacks": "jacks",
    "pinochle": "pinochle",
    "double": "double-pinochle",
    "dix": "dix",
}

# ---------------------------------------------------------------- the deal


class Dealing(NamedTuple):
    rule: str
    dealer: int
    expected: str  # who gets each of the first 24 cards


DEALING = [
    Dealing("Deal: three at a time, non-dealer first", 0, "111000" * 4),
    Dealing("Deal: the other seat deals", 1, "000111" * 4),
]


class TurnedUp(NamedTuple):
    rule: str
    dealer: int
    card: str
    trump: str
    points: str  # what the two have at once


TURNED_UP = [
    TurnedUp("Deal: the card turned up makes trump", 0, "KH", "H", "0 0"),
    TurnedUp("Deal: another suit", 1, "TS", "S", "0 0"),
    TurnedUp("Deal: a nine, the dealer scores 10", 0, "9C", "C", "10 0"),
    TurnedUp("Deal: a nine, the other dealer", 1, "9D", "D", "0 10"),
    TurnedUp("Deal: an ace scores nothing", 1, "AD", "D", "0 0"),
]


class FirstDealer(NamedTuple):
    rule: str
    draws: str  # in the order of drawing, seat 0 first each time
    dealer: int


FIRST_DEALER = [
    FirstDealer("Deal: drawn for, the highest deals first", "AS KS", 0),
    FirstDealer("Deal: the other seat is higher", "9D JC", 1),
    FirstDealer("Deck: the ten is above the king", "KS TD", 1),
    FirstDealer("Deck: the ten is below the ace", "TS AD", 1),
    FirstDealer("Deck: the nine is lowest", "JC 9S", 0),
    FirstDealer("Deal: equal ranks draw again", "AS AD KC QC", 0),
    FirstDealer("Deal: the same card twice is equal", "QS QS JC QC", 1),
    FirstDealer("Deal: and again", "AS AD 9C 9H JD TD", 1),
]

# ---------------------------------------------------------------- tricks


class TrickWinner(NamedTuple):
    rule: str
    led: str
    second: str
    trump: str
    winner: int  # 0 for the leader, 1 for the other
    points: int


TRICK_WINNER = [
    TrickWinner("First part: the highest card of the led suit", "KD", "AD", "S", 1, 15),
    TrickWinner("First part: the led card is higher", "AD", "KD", "S", 0, 15),
    TrickWinner("Deck: ten above king", "KD", "TD", "S", 1, 14),
    TrickWinner("Deck: ten above king, led", "TD", "KD", "S", 0, 14),
    TrickWinner("Deck: ten below ace", "TD", "AD", "S", 1, 21),
    TrickWinner("Deck: king above queen", "QH", "KH", "S", 1, 7),
    TrickWinner("Deck: queen above jack", "JH", "QH", "S", 1, 5),
    TrickWinner("Deck: jack above nine", "9H", "JH", "S", 1, 2),
    TrickWinner("First part: another plain suit does not win", "9D", "AC", "S", 0, 11),
    TrickWinner("First part: trump wins", "AD", "9S", "S", 1, 11),
    TrickWinner("First part: trump led, a plain card", "9S", "AD", "S", 0, 11),
    TrickWinner("First part: the highest trump", "QS", "KS", "S", 1, 7),
    TrickWinner("First part: the highest trump, led", "AS", "TS", "S", 0, 21),
    TrickWinner("First part: of two identical cards the one led", "AD", "AD", "S", 0, 22),
    TrickWinner("First part: of two identical trumps the one led", "TS", "TS", "S", 0, 20),
    TrickWinner("First part: of two identical nines the one led", "9C", "9C", "S", 0, 0),
    TrickWinner("Trick points: nothing for nines", "9C", "9H", "S", 0, 0),
    TrickWinner("Trick points: ten and jack", "TH", "JC", "S", 0, 12),
]


class PlayOff(NamedTuple):
    rule: str
    hand: str
    led: str
    trump: str
    expected: str
    barred: str = ""  # why each of the others is not: must follow, beat or trump


PLAY_OFF = [
    PlayOff("Play-off: the leader plays any card", "AS 9D KC", "", "S", "AS 9D KC"),
    PlayOff("Play-off: follow suit", "AD 9D KC AS", "TD", "S", "AD 9D", "KC:follow AS:follow"),
    PlayOff("Play-off: the only card of the suit", "9D KC", "TD", "S", "9D", "KC:follow"),
    PlayOff("Play-off: no duty to win a plain trick", "AD JD", "QD", "S", "AD JD"),
    PlayOff("Play-off: a suit that is followed is not cut", "9D 9S", "AD", "S", "9D", "9S:follow"),
    PlayOff("Play-off: trump led, a higher one", "AS 9S KC", "QS", "S", "AS", "9S:beat KC:follow"),
    PlayOff("Play-off: any higher one", "AS TS KS JS", "QS", "S", "AS TS KS", "JS:beat"),
    PlayOff("Play-off: the ten beats the king", "TS QS", "KS", "S", "TS", "QS:beat"),
    PlayOff("Play-off: no king beats a ten", "KS QS 9D", "TS", "S", "KS QS", "9D:follow"),
    PlayOff("Play-off: unable to beat, follow", "9S JS KC", "QS", "S", "9S JS", "KC:follow"),
    PlayOff("Play-off: strictly higher", "QS 9S", "QS", "S", "QS 9S"),
    PlayOff("Play-off: strictly higher, able to", "QS AS", "QS", "S", "AS", "QS:beat"),
    PlayOff("Play-off: both aces", "AS 9S", "AS", "S", "AS 9S"),
    PlayOff("Play-off: void in trump, discard", "AD KC", "QS", "S", "AD KC"),
    PlayOff("Play-off: void, trump", "9S KC AH", "TD", "S", "9S", "KC:trump AH:trump"),
    PlayOff("Play-off: void, any trump", "9S AS KC", "TD", "S", "9S AS", "KC:trump"),
    PlayOff("Play-off: void in both, discard", "KC AH", "TD", "S", "KC AH"),
    PlayOff("Play-off: two equal cards", "AD AD 9C", "KD", "S", "AD", "9C:follow"),
    PlayOff("Play-off: two equal trumps", "9S 9S AS", "KS", "S", "AS", "9S:beat"),
    PlayOff("Play-off: another trump", "9H KS", "TD", "H", "9H", "KS:trump"),
    PlayOff("Play-off: the last card", "9C", "TD", "S", "9C"),
]


class Played(NamedTuple):
    rule: str
    hand: str
    table: str
    card: str
    hand_left: str
    table_left: str


PLAYED = [
    Played("Melds: a melded card is played", "9C", "KS:royal QS:royal", "KS", "9C", "QS:royal"),
    Played("Melds: one in the hand", "9C KS", "QH:queens", "9C", "KS", "QH:queens"),
    Played(
        "Melds: of two equal cards the one on the table is played",
        "KS 9C",
        "KS:royal QS:royal",
        "KS",
        "9C KS",
        "QS:royal",
    ),
    Played(
        "Melds: of two on the table the one laid first",
        "9C",
        "KS:royal QS:royal KH:kings KS:kings",
        "KS",
        "9C",
        "QS:royal KH:kings KS:kings",
    ),
    Played(
        "Melds: laid first, whatever it has served in",
        "9C",
        "QS:queens KS:run QS:run,pinochle",
        "QS",
        "9C",
        "KS:run QS:run,pinochle",
    ),
    Played("Melds: of two in the hand one", "9S 9S", "", "9S", "9S", ""),
    Played("Dix: one shown, one in the hand", "9S AC", "9S:dix", "9S", "9S AC", ""),
]

# ---------------------------------------------------------------- melds


class Shape(NamedTuple):
    rule: str
    cards: str
    trump: str
    name: str  # "" for no meld
    points: int
    double: bool = False


SHAPES = [
    Shape("Melds: run", "AS TS KS QS JS", "S", "run", 150),
    Shape("Melds: run in another trump", "AD TD KD QD JD", "D", "run", 150),
    Shape("Melds: run in any order", "QS JS TS AS KS", "S", "run", 150),
    Shape("Melds: no run in a plain suit", "AS TS KS QS JS", "H", "", 0),
    Shape("Melds: a run has no nine", "TS KS QS JS 9S", "S", "", 0),
    Shape("Melds: a run has five cards", "AS TS KS QS", "S", "", 0),
    Shape("Melds: a run has five cards, not six", "AS TS KS QS JS 9S", "S", "", 0),
    Shape("Melds: no run of two suits", "AS TS KS QS JD", "S", "", 0),
    Shape("Melds: royal marriage", "KS QS", "S", "royal-marriage", 40),
    Shape("Melds: royal marriage, queen first", "QS KS", "S", "royal-marriage", 40),
    Shape("Melds: marriage", "KH QH", "S", "marriage", 20),
    Shape("Melds: marriage of spades", "KS QS", "D", "marriage", 20),
    Shape("Melds: a marriage is of one suit", "KS QH", "S", "", 0),
    Shape("Melds: a marriage is of king and queen", "KS KS", "S", "", 0),
    Shape("Melds: no marriage of queen and jack", "QH JH", "S", "", 0),
    Shape("Melds: no marriage of three", "KH QH QH", "S", "", 0),
    Shape("Melds: no two marriages as one meld", "KH QH KC QC", "S", "", 0),
    Shape("Melds: four aces", "AC AD AH AS", "S", "aces", 100),
    Shape("Melds: four kings", "KC KD KH KS", "S", "kings", 80),
    Shape("Melds: four queens", "QS QH QD QC", "H", "queens", 60),
    Shape("Melds: four jacks", "JH JD JS JC", "C", "jacks", 40),
    Shape("Melds: four tens are none", "TC TD TH TS", "S", "", 0),
    Shape("Melds: four nines are none", "9C 9D 9H 9S", "S", "", 0),
    Shape("Melds: one of each suit", "AC AD AH AH", "S", "", 0),
    Shape("Melds: three aces are none", "AC AD AH", "S", "", 0),
    Shape("Melds: eight aces are no meld", "AC AC AD AD AH AH AS AS", "S", "", 0),
    Shape("Melds: pinochle", "QS JD", "C", "pinochle", 40),
    Shape("Melds: pinochle whatever is trump", "JD QS", "S", "pinochle", 40),
    Shape("Melds: pinochle is of these two", "QD JS", "C", "", 0),
    Shape("Melds: pinochle is of no other queen", "QH JD", "C", "", 0),
    Shape("Melds: no double pinochle by default", "QS JD QS JD", "C", "", 0),
    Shape("Melds: double pinochle", "QS JD QS JD", "C", "double-pinochle", 300, True),
    Shape("Melds: double pinochle in any order", "JD JD QS QS", "D", "double-pinochle", 300, True),
    Shape("Melds: one and a half are none", "QS QS JD", "C", "", 0, True),
    Shape("Melds: pinochle with the house rule", "QS JD", "C", "pinochle", 40, True),
    Shape("Dix: a nine is part of no meld", "9S", "S", "", 0),
    Shape("Melds: one card is none", "AS", "S", "", 0),
]


class Laying(NamedTuple):
    rule: str
    hand: str
    table: str
    cards: str  # in the order in which they are named
    expected: str  # the table afterwards, or a Reason
    left: str = ""  # the hand afterwards
    trump: str = "S"
    double: bool = False


NEW = "Melds: at least one new card"
AGAIN = "Melds: not in an equal or lower one of its class"
HIGHER = "Melds: in a higher one of its class"
OTHER = "Melds: in a meld of another class"
COPIES = "Melds: which copies"
SECOND = "Melds: a second pinochle"
DOUBLE = "Melds: double pinochle"

LAYING = [
    # The first meld of all.
    Laying("Melds: from the hand", "KS QS 9C", "", "KS QS", "KS:royal QS:royal", "9C"),
    Laying("Melds: laid as it is named", "KS QS 9C", "", "QS KS", "QS:royal KS:royal", "9C"),
    Laying("Melds: only cards held", "KS 9C", "", "KS QS", "NOT_HELD"),
    Laying("Melds: only what is a meld", "KS QH 9C", "", "KS QH", "NOT_A_MELD"),
    Laying("Melds: one copy stays in the hand", "KS KS QS", "", "KS QS", "KS:royal QS:royal", "KS"),
    Laying("Dix: no nine in a meld", "AS TS KS QS JS 9S", "", "AS TS KS QS JS 9S", "NOT_A_MELD"),
    # At least one new card.
    Laying(f"{NEW}: all lie there", "9C", "KS:kings QS:queens", "KS QS", "NEEDS_A_NEW_CARD"),
    Laying(
        f"{NEW}: all lie there, another class",
        "9C",
        "JD:jacks QS:royal KS:royal",
        "QS JD",
        "NEEDS_A_NEW_CARD",
    ),
    Laying(
        f"{NEW}: one is enough",
        "QS 9C",
        "KS:kings KH:kings KC:kings KD:kings",
        "KS QS",
        "KS:kings,royal KH:kings KC:kings KD:kings QS:royal",
        "9C",
    ),
    Laying(
        f"{NEW}: four queens of three marriages",
        "QC",
        "KS:royal QS:royal KH:marriage QH:marriage KD:marriage QD:marriage",
        "QC QD QH QS",
        "KS:royal QS:royal,queens KH:marriage QH:marriage,queens KD:marriage QD:marriage,queens"
        " QC:queens",
    ),
    Laying(
        f"{NEW}: a shown nine is no card of a meld",
        "KS 9C",
        "9S:dix QS:queens",
        "KS QS",
        "9S:dix QS:queens,royal KS:royal",
        "9C",
    ),
    # Another class.
    Laying(
        f"{OTHER}: marriage, then pinochle",
        "JD",
        "KS:marriage QS:marriage",
        "QS JD",
        "KS:marriage QS:marriage,pinochle JD:pinochle",
        trump="C",
    ),
    Laying(
        f"{OTHER}: pinochle, then queens",
        "QH QC QD",
        "QS:pinochle JD:pinochle",
        "QC QD QH QS",
        "QS:pinochle,queens JD:pinochle QC:queens QD:queens QH:queens",
    ),
    Laying(
        f"{OTHER}: all three",
        "KS",
        "QS:pinochle,queens JD:pinochle QC:queens QD:queens QH:queens",
        "KS QS",
        "QS:pinochle,queens,royal JD:pinochle QC:queens QD:queens QH:queens KS:royal",
    ),
    Laying(
        f"{OTHER}: jacks, then pinochle",
        "QS",
        "JC:jacks JD:jacks JH:jacks JS:jacks",
        "QS JD",
        "JC:jacks JD:jacks,pinochle JH:jacks JS:jacks QS:pinochle",
    ),
    Laying(
        f"{OTHER}: kings of lower points after a run",
        "KC KD KH",
        "AS:run TS:run KS:run QS:run JS:run",
        "KC KD KH KS",
        "AS:run TS:run KS:run,kings QS:run JS:run KC:kings KD:kings KH:kings",
    ),
    # The same class, for more.
    Laying(
        f"{HIGHER}: royal marriage into run",
        "AS TS JS",
        "KS:royal QS:royal",
        "AS TS KS QS JS",
        "KS:royal,run QS:royal,run AS:run TS:run JS:run",
    ),
    Laying(
        f"{HIGHER}: a card of it is missing",
        "JS",
        "AS:aces KS:royal QS:royal KD:marriage",
        "AS TS KS QS JS",
        "NOT_HELD",
    ),
    Laying(
        f"{HIGHER}: an ace from four aces, too",
        "TS JS",
        "AS:aces KS:royal QS:royal",
        "AS TS KS QS JS",
        "AS:aces,run KS:royal,run QS:royal,run TS:run JS:run",
    ),
    # The same class, not for more.
    Laying(
        f"{AGAIN}: royal marriage out of a run with the same cards",
        "9C",
        "AS:run TS:run KS:run QS:run JS:run",
        "KS QS",
        "SERVED_ALREADY",
    ),
    Laying(
        f"{AGAIN}: out of a run with a new king",
        "KS 9C",
        "AS:run TS:run KS:run QS:run JS:run",
        "KS QS",
        "SERVED_ALREADY",
    ),
    Laying(
        f"{AGAIN}: out of a run with king and queen new",
        "KS QS 9C",
        "AS:run TS:run KS:run QS:run JS:run",
        "KS QS",
        "AS:run TS:run KS:run QS:run JS:run KS:royal QS:royal",
        "9C",
    ),
    Laying(
        f"{AGAIN}: a second run needs five other cards",
        "AS TS KS QS",
        "AS:run TS:run KS:run QS:run JS:run",
        "AS TS KS QS JS",
        "SERVED_ALREADY",
    ),
    Laying(
        f"{AGAIN}: a second run",
        "AS TS KS QS JS",
        "AS:run TS:run KS:run QS:run JS:run",
        "AS TS KS QS JS",
        "AS:run TS:run KS:run QS:run JS:run AS:run TS:run KS:run QS:run JS:run",
    ),
    Laying(
        f"{AGAIN}: the king of a royal marriage marries once",
        "QS",
        "KS:royal QS:royal",
        "KS QS",
        "SERVED_ALREADY",
    ),
    Laying(
        f"{AGAIN}: a second royal marriage with other copies",
        "KS QS",
        "KS:royal QS:royal",
        "KS QS",
        "KS:royal QS:royal KS:royal QS:royal",
    ),
    Laying(
        f"{AGAIN}: a plain marriage", "QH", "KH:marriage QH:marriage", "KH QH", "SERVED_ALREADY"
    ),
    Laying(
        f"{AGAIN}: a second plain marriage",
        "KH QH",
        "KH:marriage QH:marriage",
        "KH QH",
        "KH:marriage QH:marriage KH:marriage QH:marriage",
    ),
    Laying(
        f"{AGAIN}: aces with three of the same",
        "AC",
        "AC:aces AD:aces AH:aces AS:aces",
        "AC AD AH AS",
        "SERVED_ALREADY",
    ),
    Laying(
        f"{AGAIN}: four other aces",
        "AC AD AH AS",
        "AC:aces AD:aces AH:aces AS:aces",
        "AC AD AH AS",
        "AC:aces AD:aces AH:aces AS:aces AC:aces AD:aces AH:aces AS:aces",
    ),
    Laying(
        f"{AGAIN}: it served in both classes",
        "KH",
        "QH:marriage,queens KH:marriage",
        "KH QH",
        "SERVED_ALREADY",
    ),
    # Pinochles.
    Laying(
        f"{SECOND} of two new cards",
        "QS JD",
        "QS:pinochle JD:pinochle",
        "QS JD",
        "QS:pinochle JD:pinochle QS:pinochle JD:pinochle",
    ),
    Laying(f"{SECOND} needs two", "QS", "QS:pinochle JD:pinochle", "QS JD", "SERVED_ALREADY"),
    Laying(f"{SECOND} needs the jack", "JD", "QS:pinochle JD:pinochle", "QS JD", "SERVED_ALREADY"),
    Laying(
        f"{SECOND} with a queen that lies there",
        "JD",
        "QS:pinochle JD:pinochle KS:royal QS:royal",
        "QS JD",
        "QS:pinochle JD:pinochle KS:royal QS:royal,pinochle JD:pinochle",
    ),
    Laying(
        f"{DOUBLE}: all four new",
        "QS QS JD JD 9C",
        "",
        "QS QS JD JD",
        "QS:double QS:double JD:double JD:double",
        "9C",
        double=True,
    ),
    Laying(f"{DOUBLE}: off by default", "QS QS JD JD", "", "QS QS JD JD", "NOT_A_MELD"),
    Laying(
        f"{DOUBLE}: two lie there as a pinochle",
        "QS JD",
        "QS:pinochle JD:pinochle",
        "QS JD QS JD",
        "QS:pinochle,double JD:pinochle,double QS:double JD:double",
        double=True,
    ),
    Laying(
        f"{DOUBLE}: both pinochles lie there",
        "9C",
        "QS:pinochle JD:pinochle QS:pinochle JD:pinochle",
        "QS JD QS JD",
        "NEEDS_A_NEW_CARD",
        double=True,
    ),
    Laying(
        f"{DOUBLE}: new ones in other melds",
        "QS JD",
        "KS:royal QS:royal JC:jacks JD:jacks JH:jacks JS:jacks",
        "QS JD QS JD",
        "KS:royal QS:royal,double JC:jacks JD:jacks,double JH:jacks JS:jacks QS:double JD:double",
        double=True,
    ),
    Laying(
        f"{DOUBLE}: no pinochle out of it",
        "9C",
        "QS:double QS:double JD:double JD:double",
        "QS JD",
        "SERVED_ALREADY",
        double=True,
    ),
    Laying(
        f"{DOUBLE}: only once",
        "9C",
        "QS:double QS:double JD:double JD:double",
        "QS JD QS JD",
        "SERVED_ALREADY",
        double=True,
    ),
    Laying(f"{DOUBLE}: one queen missing", "QS JD JD", "", "QS JD QS JD", "NOT_HELD", double=True),
    Laying(
        f"{DOUBLE}: one queen missing that never was",
        "JD JD",
        "QS:royal KS:royal",
        "QS JD QS JD",
        "NOT_HELD",
        double=True,
    ),
    # Which copies.
    Laying(
        f"{COPIES}: one on the table before one from the hand",
        "KS QS",
        "KC:kings KD:kings KH:kings KS:kings",
        "KS QS",
        "KC:kings KD:kings KH:kings KS:kings,royal QS:royal",
        "KS",
    ),
    Laying(
        f"{COPIES}: if it may serve",
        "KS QS",
        "KS:royal",
        "KS QS",
        "KS:royal KS:royal QS:royal",
    ),
    Laying(
        f"{COPIES}: of two on the table the one laid first",
        "JD",
        "QS:queens KS:kings QS:queens",
        "QS JD",
        "QS:queens,pinochle KS:kings QS:queens JD:pinochle",
    ),
    Laying(
        f"{COPIES}: of two on the table the first that may serve",
        "JD",
        "QS:pinochle,queens KS:kings QS:royal",
        "QS JD",
        "QS:pinochle,queens KS:kings QS:royal,pinochle JD:pinochle",
    ),
    Laying(
        f"{COPIES}: none would be from the hand, the first named is",
        "KS QS",
        "KS:kings QS:queens",
        "KS QS",
        "KS:kings QS:queens,royal KS:royal",
        "QS",
    ),
    Laying(
        f"{COPIES}: none would be from the hand, the queen is named first",
        "KS QS",
        "KS:kings QS:queens",
        "QS KS",
        "KS:kings,royal QS:queens QS:royal",
        "KS",
    ),
    Laying(
        f"{COPIES}: the first named of which the hand has one",
        "QS",
        "KS:kings QS:queens",
        "KS QS",
        "KS:kings,royal QS:queens QS:royal",
    ),
    Laying(
        f"{COPIES}: no more from the hand than is needed",
        "AS TS JS",
        "AS:aces KS:royal QS:royal JS:jacks",
        "AS TS KS QS JS",
        "AS:aces,run KS:royal,run QS:royal,run JS:jacks,run TS:run",
        "AS JS",
    ),
    Laying(
        f"{COPIES}: four of a kind, in the order of naming",
        "KH KS",
        "KC:marriage KD:marriage KH:marriage KS:royal",
        "KS KH KD KC",
        "KC:marriage,kings KD:marriage,kings KH:marriage,kings KS:royal KS:kings",
        "KH",
    ),
    Laying(
        f"{COPIES}: new cards lie in the order of naming",
        "JS AS TS",
        "KS:royal QS:royal",
        "JS QS KS TS AS",
        "KS:royal,run QS:royal,run JS:run TS:run AS:run",
    ),
    Laying(
        f"{COPIES}: double pinochle takes one from each place",
        "QS JD JD",
        "QS:queens",
        "JD QS JD QS",
        "QS:queens,double JD:double JD:double QS:double",
        double=True,
    ),
]


class Nine(NamedTuple):
    rule: str
    hand: str
    table: str
    turn_up: str
    acts: str  # s to show, x to exchange, one after the other
    expected: str  # hand / table / turn-up, or a Reason for the last act
    points: int = 10
    trump: str = "S"


NINES = [
    Nine("Dix: exchange for the turn-up", "9S AC", "", "KS", "x", "KS AC / / 9S"),
    Nine("Dix: show", "9S AC", "", "KS", "s", "AC / 9S:dix / KS"),
    Nine("Dix: only the nine of trump", "9D AC", "", "KS", "x", "NO_NINE"),
    Nine("Dix: only the nine of trump is shown", "9D AC", "", "KS", "s", "NO_NINE"),
    Nine("Dix: the nine of this trump", "9D AC", "", "KD", "x", "KD AC / / 9D", trump="D"),
    Nine("Dix: no exchange while the turn-up is a nine", "9S AC", "", "9S", "x", "TURN_UP_IS_NINE"),
    Nine("Dix: a nine turned up, show the other", "9S AC", "", "9S", "s", "AC / 9S:dix / 9S"),
    Nine("Dix: both after one trick", "9S 9S", "", "KS", "x s", "KS / 9S:dix / 9S", 20),
    Nine("Dix: both, shown first", "9S 9S", "", "KS", "s x", "KS / 9S:dix / 9S", 20),
    Nine("Dix: both shown", "9S 9S AC", "", "KS", "s s", "AC / 9S:dix 9S:dix / KS", 20),
    Nine("Dix: both exchanged", "9S 9S", "", "KS", "x x", "TURN_UP_IS_NINE"),
    Nine("Dix: one that was shown is not exchanged", "AC", "9S:dix", "KS", "x", "NO_NINE"),
    Nine("Dix: each nine scores once", "AC", "9S:dix", "KS", "s", "NO_NINE"),
    Nine("Dix: once in a row", "9S AC", "", "KS", "s s", "NO_NINE"),
    Nine("Dix: shown, then not exchanged", "9S AC", "", "KS", "s x", "NO_NINE"),
    Nine("Dix: the other, later", "9S", "9S:dix", "KS", "x", "KS / 9S:dix / 9S"),
    Nine("Dix: the other shown, later", "9S", "9S:dix", "KS", "s", " / 9S:dix 9S:dix / KS"),
    Nine("Dix: an exchanged nine does not come back", "KS", "", "9S", "s", "NO_NINE"),
]


class MatchEnd(NamedTuple):
    rule: str
    match: str
    before: str
    points: str  # of the deal
    score: str
    winners: str  # "-" while the match goes on


MATCH_END = [
    MatchEnd("Match: reached", "1000", "800 300", "200 100", "1000 400", "0"),
    MatchEnd("Match: passed", "1000", "300 900", "150 250", "450 1150", "1"),
    MatchEnd("Match: not reached", "1000", "799 300", "200 100", "999 400", "-"),
    MatchEnd("Match: both, the higher wins", "1000", "900 950", "300 150", "1200 1100", "0"),
    MatchEnd("Match: both, the other", "1000", "950 900", "130 280", "1080 1180", "1"),
    MatchEnd("Match: a tie plays on", "1000", "900 950", "150 100", "1050 1050", "-"),
    MatchEnd("Match: a tie at the target", "1000", "800 850", "200 150", "1000 1000", "-"),
    MatchEnd(
        "Match: after a tie the higher wins", "1000", "1050 1050", "126 124", "1176 1174", "0"
    ),
    MatchEnd("Match: a tie below the target", "1000", "100 150", "150 100", "250 250", "-"),
    MatchEnd("Match: another target", "250", "0 0", "251 99", "251 99", "0"),
    MatchEnd("Match: the first deal is short of 1000", "1000", "0 0", "300 100", "300 100", "-"),
    MatchEnd("Match: one deal", "deal", "0 0", "140 120", "140 120", "0"),
    MatchEnd("Match: one deal, the other", "deal", "0 0", "90 180", "90 180", "1"),
    MatchEnd("Match: one deal, a tie is shared", "deal", "0 0", "125 125", "125 125", "0 1"),
]


class Fit(NamedTuple):
    rule: str
    changes: dict[str, object]
    fits: bool


FITS = [
    Fit("Match: 1000 by default", {}, True),
    Fit("Match: any target", {"match": {"kind": "points", "target": 1}}, True),
    Fit("Match: a target of points", {"match": {"kind": "points", "target": 0}}, False),
    Fit("Match: no negative target", {"match": {"kind": "points", "target": -1}}, False),
    Fit("Match: one deal", {"match": {"kind": "deal"}}, True),
    Fit("Melds: double pinochle", {"double_pinochle": True}, True),
]
