"""The sums about a trick, as tables: whose card, who wins, what follows, what is highest."""

import pytest

from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.trick import Trick, belongs_to, following, highest, winning_place
from tests.engine.positions import suit_or_none

PINOCHLE_ORDER = "9JQKTA"


def cells(line):
    return [cell.strip() for cell in line.split("|")]


def readable(line):
    return " ".join(line.split())


# leader | seats | cards | plays | next seat
TRICKS = """\
0 | 3 |          |                | 0
2 | 3 |          |                | 2
0 | 3 | QS       | 0:QS           | 1
2 | 3 | QS       | 2:QS           | 0
1 | 3 | QS KS AS | 1:QS 2:KS 0:AS | 1
3 | 4 | QS KS    | 3:QS 0:KS      | 1
1 | 2 | QS       | 1:QS           | 0
"""


@pytest.mark.parametrize("line", TRICKS.splitlines(), ids=readable)
def test_cards_are_played_clockwise_from_the_leader(line):
    leader, seats, cards, plays, next_seat = cells(line)
    trick = Trick(int(leader))
    for card in parse_cards(cards):
        trick = trick.add(card)
    assert " ".join(f"{seat}:{card}" for seat, card in trick.plays(int(seats))) == plays
    assert trick.next_seat(int(seats)) == int(next_seat)


# card | trump | suit it counts as
BELONGS = """\
QS | - | S
QS | H | S
QH | H | H
BJ | H | H
LJ | C | C
BJ | - | -
"""


@pytest.mark.parametrize("line", BELONGS.splitlines(), ids=readable)
def test_jokers_count_as_trump(line):
    card, trump, suit = cells(line)
    assert belongs_to(Card(card), suit_or_none(trump)) == suit_or_none(suit)


# ranks | trump | cards | winning place
WINNERS = """\
ace high | S | 9D KD AD          | 2
ace high | S | AD 3S KD          | 1
ace high | S | AD BJ LJ          | 1
ace high | H | LJ AH 3D          | 0
ace high | S | 3D AH AC          | 0
ace high | - | KD AS AH          | 0
pinochle | S | KD TD             | 1
pinochle | S | TD AD             | 1
pinochle | S | QD JD             | 0
pinochle | S | AD 9S             | 1
pinochle | S | QD QD             | 0
pinochle | S | TS TS             | 0
pinochle | H | 9D AH             | 1
pinochle | H | AS 9D             | 0
"""


@pytest.mark.parametrize("line", WINNERS.splitlines(), ids=readable)
def test_the_highest_trump_wins_or_else_the_highest_of_the_led_suit(line):
    ranks, trump, cards, winner = cells(line)
    order = {"pinochle": {"ranks": PINOCHLE_ORDER}}.get(ranks, {})
    assert winning_place(parse_cards(cards), suit_or_none(trump), **order) == int(winner)


# hand | led suit | trump | cards that follow
FOLLOWING = """\
KD 4D AS | D | S | KD 4D
KD 4D BJ | S | S | BJ
KD 4D BJ | D | S | KD 4D
AH BJ LJ | H | H | AH BJ LJ
AH 4C    | S | H |
"""


@pytest.mark.parametrize("line", FOLLOWING.splitlines(), ids=readable)
def test_these_cards_follow(line):
    hand, led, trump, expected = cells(line)
    assert " ".join(following(parse_cards(hand), Suit(led), suit_or_none(trump))) == expected


# cards | suit | highest
HIGHEST = """\
KH 9H AS | H | KH
9H KH    | H | KH
AS       | H | -
BJ LJ 9S | S | 9S
BJ LJ    | S | -
         | S | -
TD 9D JD | D | JD
"""


@pytest.mark.parametrize("line", HIGHEST.splitlines(), ids=readable)
def test_the_highest_card_of_a_suit_is_no_joker(line):
    cards, suit, expected = cells(line)
    best = highest(parse_cards(cards), Suit(suit))
    assert best == (None if expected == "-" else Card(expected))


def test_another_order_of_ranks_has_another_highest_card():
    cards = parse_cards("KD TD QD")
    assert highest(cards, Suit.DIAMONDS, PINOCHLE_ORDER.index) is Card.TD
