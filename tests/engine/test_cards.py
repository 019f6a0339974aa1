"""Cards and packs: their text, their suits, and the order in which a hand is held."""

from itertools import pairwise

import pytest

from bot.engine.cards import (
    ACE_HIGH,
    JOKERS,
    STANDARD_PACK,
    Card,
    Suit,
    pack_without,
    parse_cards,
    sorted_hand,
    without,
)
from bot.engine.pluck.variants import PACKS, PRESETS, Deck

# text | rank | suit
CARDS = """\
QS | Q | S
TD | T | D
2C | 2 | C
AH | A | H
BJ | B | -
LJ | L | -
JC | J | C
"""


@pytest.mark.parametrize("line", CARDS.splitlines())
def test_a_card_is_its_own_text(line):
    text, rank, suit = (cell.strip() for cell in line.split("|"))
    card = Card(text)
    assert str(card) == f"{card}" == text
    assert card.rank == rank
    assert card.suit == (None if suit == "-" else Suit(suit))
    assert card.is_joker is (suit == "-")


def test_every_card_is_two_characters_and_no_two_are_alike():
    assert len(set(Card)) == len(Card) == 54
    assert {len(card) for card in Card} == {2}
    assert {card.rank for card in Card} == set(ACE_HIGH)


@pytest.mark.parametrize("name", [card.name for card in STANDARD_PACK])
def test_a_card_is_named_as_it_reads(name):
    assert set(name) == set(Card[name].value)


@pytest.mark.parametrize("text", ["", "  ", "QS", "QS 3C BJ", "  2C\t2D\nAH "])
def test_a_line_of_cards_is_read(text):
    assert " ".join(parse_cards(text)) == " ".join(text.split())


@pytest.mark.parametrize("text", ["1S", "10S", "qs", "Q♠", "QSX", "SQ", "JK", "Q S", "QS,3C"])
def test_anything_else_is_no_card(text):
    with pytest.raises(ValueError, match="not a valid Card"):
        parse_cards(text)


# deck | number of cards | cards that are not in it
DECKS = """\
51  | 51 | 2H 2D 2S
54  | 54 |
52  | 52 | BJ LJ
52j | 52 | 2H 2D
"""


@pytest.mark.parametrize("line", DECKS.splitlines())
def test_a_pack_holds_every_card_once_but_these(line):
    deck, count, missing = (cell.strip() for cell in line.split("|"))
    pack = PACKS[Deck(deck)]
    assert len(pack) == len(set(pack)) == int(count)
    assert set(Card) - set(pack) == set(missing.split())


@pytest.mark.parametrize("preset", PRESETS)
def test_a_pack_divides_among_the_seats(preset):
    rules = PRESETS[preset]
    assert rules.tricks * rules.seats == len(PACKS[rules.deck])
    assert rules.tricks == sum(rules.quotas)


def test_a_pack_without_some_cards():
    pack = pack_without(Card.C2, Card.AS)
    assert len(pack) == 50
    assert not {Card.C2, Card.AS, *JOKERS} & set(pack)
    assert pack_without(jokers=True)[-2:] == JOKERS


def test_taking_away_a_card_takes_one_copy():
    cards = parse_cards("QS JD QS")
    assert without(cards, Card.QS) == parse_cards("JD QS")
    with pytest.raises(ValueError, match="not in tuple"):
        without(cards, Card.C2)


# trump | cards | as they are held
HANDS = """\
- | 2C AS BJ 3D KH LJ    | BJ LJ AS KH 2C 3D
- | TS 9S JS 2S AS       | AS JS TS 9S 2S
H | 2C AS BJ 3D KH LJ    | BJ LJ KH 2C 3D AS
D | 3D 4D AS BJ          | BJ 4D 3D AS
C | KH 2C AC QS          | AC 2C QS KH
S | 2C 2D 2H 2S LJ BJ    | BJ LJ 2S 2H 2C 2D
"""


@pytest.mark.parametrize("line", HANDS.splitlines(), ids=lambda line: " ".join(line.split()))
def test_a_hand_is_held_trump_first_and_downwards(line):
    trump, cards, held = (cell.strip() for cell in line.split("|"))
    suit = None if trump == "-" else Suit(trump)
    assert " ".join(sorted_hand(parse_cards(cards), suit)) == held


@pytest.mark.parametrize("trump", [None, *Suit])
def test_the_suits_of_a_hand_alternate_in_colour(trump):
    held = sorted_hand(STANDARD_PACK, trump)
    suits = list(dict.fromkeys(card.suit for card in held))
    colours = [suit in (Suit.HEARTS, Suit.DIAMONDS) for suit in suits]
    assert all(one != next_one for one, next_one in pairwise(colours))
    assert trump is None or suits[0] is trump
