"""Pinochle's oracle and generator, put to the tables of the rule book before they judge."""

import random
from itertools import pairwise

import pytest

from tests.engine import pinochle_tables as tables
from tests.record import pinochle_generator, pinochle_oracle
from tests.record.oracle import Malformed

FAMILIES = {
    "run": ("A", 150),
    "royal": ("A", 40),
    "marriage": ("A", 20),
    "aces": ("B", 100),
    "kings": ("B", 80),
    "queens": ("B", 60),
    "jacks": ("B", 40),
    "pinochle": ("C", 40),
    "double": ("C", 300),
}


def by_rule(row):
    return row.rule


def numbers(text):
    return [int(word) for word in text.split()]


def on_table(text):
    """Cards on the table, from the short form of the tables."""
    table = []
    for word in text.split():
        card, served = word.split(":")
        laid = {"card": card, "served": {"A": 0, "B": 0, "C": 0}}
        for name in served.split(","):
            family, points = FAMILIES.get(name, ("A", 0))
            laid["served"][family] = max(laid["served"][family], points)
        table.append(laid)
    return table


def position(hand="", table="", trump="S", **facts):
    """Seat 0 is to act; seat 1 has nothing."""
    deal = {
        "dealer": 1,
        "hands": [hand.split(), []],
        "table": [on_table(table), []],
        "turn_up": "J" + trump,
        "trump": trump,
        "stock": ["9C", "9C", "9D", "9D"],
        "part": 1,
        "turn": 0,
        "led": None,
        "winner": 0,
        "melds": [],
        "trick_points": [0, 0],
    }
    return deal | facts


def act(deal, action, double=False):
    """Do it; False where it is not allowed."""
    rules = {**pinochle_oracle.RULES, "double_pinochle": double}
    if not pinochle_oracle.allowed(rules, deal, action):
        return False
    pinochle_oracle.act(rules, deal, action)
    return True


def meld(cards):
    return {"seat": 0, "type": "meld", "cards": cards.split()}


@pytest.mark.parametrize("row", tables.DEALING, ids=by_rule)
def test_dealing(row):
    deck = random.Random(1).sample(pinochle_oracle.PACK, 48)
    deal = pinochle_oracle.new_deal(row.dealer, deck)
    for seat in (0, 1):
        own = [card for card, to in zip(deck, row.expected, strict=False) if int(to) == seat]
        assert deal["hands"][seat] == own
    assert [deal["turn_up"], *deal["stock"]] == deck[24:]


@pytest.mark.parametrize("row", tables.TURNED_UP, ids=by_rule)
def test_turned_up(row):
    deck = list(pinochle_oracle.PACK)
    deck.remove(row.card)
    deck.insert(24, row.card)
    deal = pinochle_oracle.new_deal(row.dealer, deck)
    assert deal["trump"] == row.trump
    assert pinochle_oracle.points_of(deal) == numbers(row.points)


@pytest.mark.parametrize("row", tables.TRICK_WINNER, ids=by_rule)
def test_trick_winner(row):
    hands = [[row.led, "9H"], [row.second, "9H"]]
    deal = position(trump=row.trump, hands=hands, winner=None)
    assert act(deal, {"seat": 0, "type": "play", "card": row.led})
    assert act(deal, {"seat": 1, "type": "play", "card": row.second})
    assert deal["winner"] == row.winner
    assert deal["trick_points"][row.winner] == row.points
    assert sum(deal["trick_points"]) == row.points


@pytest.mark.parametrize("row", tables.PLAY_OFF, ids=by_rule)
def test_play_off(row):
    facts = {"winner": None, "part": 2, "led": row.led or None}
    deal = position(row.hand, trump=row.trump, **facts)
    assert set(pinochle_oracle.playable(deal, 0)) == set(row.expected.split())
    assert set(pinochle_oracle.playable(deal | {"part": 1}, 0)) == set(row.hand.split())


@pytest.mark.parametrize("row", tables.PLAYED, ids=by_rule)
def test_played(row):
    deal = position(row.hand, row.table, winner=None)
    assert act(deal, {"seat": 0, "type": "play", "card": row.card})
    assert sorted(deal["hands"][0]) == sorted(row.hand_left.split())
    assert deal["table"][0] == on_table(row.table_left)


@pytest.mark.parametrize("row", tables.SHAPES, ids=by_rule)
def test_shapes(row):
    found = pinochle_oracle.meld_of(row.cards.split(), row.trump, row.double)
    assert (found[0], found[2]) == (row.name, row.points) if row.name else found is None


@pytest.mark.parametrize("row", tables.LAYING, ids=by_rule)
def test_laying(row):
    deal = position(row.hand, row.table, row.trump)
    done = act(deal, meld(row.cards), row.double)
    assert done is (":" in row.expected)
    if done:
        assert deal["table"][0] == on_table(row.expected)
        assert sorted(deal["hands"][0]) == sorted([*row.left.split(), "9C"])  # and a card drawn


@pytest.mark.parametrize("row", tables.NINES, ids=by_rule)
def test_nines(row):
    deal = position(row.hand, row.table, row.trump, turn_up=row.turn_up)
    *acts, last = ({"seat": 0, "type": "dix", "exchange": each == "x"} for each in row.acts.split())
    for each in acts:
        assert act(deal, each)
    done = act(deal, last)
    assert done is ("/" in row.expected)
    if done:
        hand, table, turn_up = (part.split() for part in row.expected.split("/"))
        assert sorted(deal["hands"][0]) == sorted(hand)
        assert [f"{laid['card']}:dix" for laid in deal["table"][0]] == table
        assert [deal["turn_up"]] == turn_up
        assert pinochle_oracle.points_of(deal) == [row.points, 0]


@pytest.mark.parametrize("row", tables.MATCH_END, ids=by_rule)
def test_match_end(row):
    kind = {"kind": "deal"}
    if row.match != "deal":
        kind = {"kind": "points", "target": int(row.match)}
    match = pinochle_oracle.new_match() | {"score": numbers(row.before)}
    deal = position(trick_points=numbers(row.points))
    pinochle_oracle.finish({"match": kind}, match, deal)
    assert match["score"] == numbers(row.score)
    assert match["winners"] == (None if row.winners == "-" else numbers(row.winners))


@pytest.mark.parametrize("row", tables.FITS, ids=by_rule)
def test_fits(row):
    if row.fits:
        pinochle_oracle.check_rules(row.changes)
    else:
        with pytest.raises(Malformed):
            pinochle_oracle.check_rules(row.changes)


def test_generator_reaches_the_rare():
    """Every meld, second ones, both nines, a royal marriage before and after its run."""
    seen = set()
    for seed in range(250):
        record = pinochle_generator.legal(random.Random(seed))
        said = pinochle_oracle.replay(record)
        for report in said["deals"]:
            if report["complete"]:
                assert sum(report["trick_points"]) == 250
            else:
                seen.add("cut off")
            for seat in (0, 1):
                own = [name for who, name, _ in report["melds"] if who == seat]
                seen.update(own)
                seen.update(f"two of {name}" for name in own if own.count(name) > 1)
                seen.update(pairwise(own))
    wanted = {"cut off", "two of dix", "two of marriage", "two of royal-marriage"}
    wanted |= {"two of pinochle", ("royal-marriage", "run"), ("run", "royal-marriage")}
    wanted |= {("dix", "dix-exchange"), ("dix-exchange", "dix"), "turned-nine"}
    wanted |= {"run", "royal-marriage", "marriage", "aces", "kings", "queens", "jacks"}
    wanted |= {"pinochle", "double-pinochle", ("pinochle", "double-pinochle")}
    assert wanted <= seen
