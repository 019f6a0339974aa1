"""The sums that the better players read off a view."""

import pytest

from bot.engine.cards import Card, Suit
from bot.players.pluck.odds import chance_to_take, worth
from bot.players.pluck.reading import read
from tests.support.layout import position, view_to_act, with_pluck


def test_cards_out_are_those_neither_held_nor_played() -> None:
    reading = read(view_to_act(position("S; AD 3D 7H / KC 4D 9H / 9S BJ 8H; 0:")))
    assert reading.held[Suit.DIAMONDS] == (Card.D3, Card.AD)
    assert reading.out[Suit.DIAMONDS] == (Card.D4,)
    assert reading.out[Suit.SPADES] == (Card.S9, Card.BIG_JOKER)
    assert reading.above(Card.H7) == (Card.H8, Card.H9)
    assert reading.to_come == (1, 2)


@pytest.mark.parametrize(
    ("line", "preset", "void"),
    [
        ("S; AD 3D / KC 4C / 9S 8S; 0:; 0: 5D 6H 7D", "classic", (1, Suit.DIAMONDS)),
        ("S; AD 3D / KC 4C / 9S 8S; 0:; 0: 5D TS 7D", "classic", (1, Suit.DIAMONDS)),
        ("S; AD 3D / KC 4C / 9S 8S; 0:; 0: 5S 6H 7S", "classic", (1, Suit.SPADES)),
        ("S; AD 3D / KC 4C / 9S BJ; 0:; 1: LJ 6H 3S", "classic", (2, Suit.SPADES)),
    ],
)
def test_who_does_not_follow_has_shown_a_void(
    line: str, preset: str, void: tuple[int, Suit]
) -> None:
    reading = read(view_to_act(position(line, preset)))
    seat, suit = void
    assert void in reading.voids
    assert reading.certain_void(seat, suit)


def test_a_card_given_in_a_pluck_is_known_to_be_where_it_went() -> None:
    state = position("S; AD 3D 7H / KC 4D 9H / 9S BJ 8H; 0:")
    reading = read(view_to_act(with_pluck(state, 0, 1, "4D", "AD")))
    assert reading.shares[Card.D4] == {1: 1.0}
    taken = read(view_to_act(with_pluck(state, 2, 0, "3D", "9S")))
    assert taken.shares[Card.S9] == {2: 1.0}


def test_a_plucked_seat_holds_nothing_higher_than_it_gave() -> None:
    state = position("S; QD 3D 7H / KC 4D 9H / KD AD 8H; 0:")
    reading = read(view_to_act(with_pluck(state, 0, 1, "4D", "QD")))
    assert reading.shares[Card.KD] == {2: 1.0}
    returned = read(view_to_act(with_pluck(state, 0, 1, "3D", "3D")))
    assert returned.certain_void(1, Suit.DIAMONDS)


def test_plucks_between_others_blur_what_was_known() -> None:
    state = with_pluck(position("S; AD 3D 7H / KC 4D 9H / 9S BJ 8H; 0:"), 0, 1, "4D", "AD")
    reading = read(view_to_act(with_pluck(state, 2, 1, "5D", "6D")))
    assert set(reading.shares[Card.D4]) == {1, 2}


@pytest.mark.parametrize(
    ("line", "card", "chance"),
    [
        ("S; 5H 6H / 7H 8H / AS 3S 4C; 0: KD 9D", Card.S3, 1.0),
        ("S; 5H 6H / 7H 8H / AS 3S 4C; 0: KD 9D", Card.C4, 0.0),
        ("S; AS 3H / 7H 8H / 9H TH; 0:", Card.AS, 1.0),
        ("S; 3H 4H / 7H 8H / 9H TH; 0:", Card.H3, 0.0),
    ],
)
def test_chance_to_take_a_trick(line: str, card: Card, chance: float) -> None:
    assert chance_to_take(read(view_to_act(position(line))), card) == pytest.approx(chance, abs=0.1)


def test_a_higher_card_of_a_suit_is_never_worth_less() -> None:
    line = "S; KD JD 8D AS 4S BJ 6H / KC 4C QD 9D 9H 3S 5C / 9S 8S AD TD 7H 6C 7C; 0:"
    reading = read(view_to_act(position(line)))
    for cards in reading.held.values():
        values = [worth(reading, card) for card in cards if not reading.above(card)]
        assert all(0.0 <= value <= 1.0 for value in values)
    assert worth(reading, Card.BIG_JOKER) >= worth(reading, Card.AS) >= worth(reading, Card.S4)
    assert worth(reading, Card.KD) >= worth(reading, Card.JD) >= worth(reading, Card.D8)
