"""Oracles and generators are themselves put to the test, before they judge anything.

What is about Pluck alone is Pluck's; Pinochle's tables are put to its oracle beside this.

PLUCK_CASES may name a folder of example records (NAME.json beside NAME.expect).
"""

import copy
import json
import os
import random
from pathlib import Path

import pytest

from tests.engine import pluck_tables as tables
from tests.record import generator, oracle
from tests.record.games import GENERATORS, ORACLES

CASES = os.environ.get("PLUCK_CASES")
SEEDS = range(60)


def by_rule(row):
    return row.rule


def numbers(text):
    return [int(word) for word in text.split()]


def rules_for(seats, **changes):
    return oracle.check_rules("classic" if seats == 3 else "partners", changes)


# ---------------------------------------------------------------- examples from outside


def example_records():
    if not CASES:
        return [pytest.param(None, marks=pytest.mark.skip(reason="PLUCK_CASES is not set"))]
    found = []
    for path in sorted(Path(CASES).glob("*.json")):
        found.append(pytest.param(path, id=path.stem))
    return found


@pytest.mark.parametrize("path", example_records())
def test_example(path):
    wanted = json.loads(path.with_suffix(".expect").read_text())
    knowing = ORACLES[json.loads(path.read_bytes())["game"]]
    record = knowing.read(path.read_bytes())
    if "error" in wanted:
        with pytest.raises(oracle.Illegal) as caught:
            knowing.replay(record)
        assert str(caught.value).split(":")[0] == wanted["error"].split(":")[0]
    else:
        said = knowing.replay(record)
        assert {key: said[key] for key in wanted} == wanted


# ---------------------------------------------------------------- the tables


@pytest.mark.parametrize("row", tables.LEGAL_CARDS, ids=by_rule)
def test_legal_cards(row):
    rules = {"seats": 4, "jokers_locked": row.locked, "opening_lead": row.opening or "caller"}
    trick = row.trick.split()
    deal = {
        "phase": "play",
        "turn": 0,
        "hands": [row.hand.split()],
        "trick": [(seat, card) for seat, card in enumerate(trick, start=1)],
        "tricks": [0, 0, 0, 0] if row.opening else [1, 0, 0, 0],
        "trump": row.trump,
        "broken": row.broken,
    }
    cards = {action["card"] for action in oracle.legal(rules, deal)}
    assert cards == set(row.expected.split())


@pytest.mark.parametrize("row", tables.BREAKS, ids=by_rule)
def test_breaks(row):
    rules = rules_for(4)
    cards = row.played.split()
    hands = [[card, "3D"] for card in cards] + [["3D"]] * (4 - len(cards))
    deal = {"phase": "play", "trick": [], "trump": row.trump, "broken": False, "hands": hands}
    deal["turn"] = 0
    for seat, card in enumerate(cards):
        oracle.act(rules, deal, {"seat": seat, "type": "play", "card": card})
    assert deal["broken"] is row.broken


@pytest.mark.parametrize("row", tables.TRICK_WINNER, ids=by_rule)
def test_trick_winner(row):
    assert oracle.best_of(row.cards.split(), row.trump) == row.winner


@pytest.mark.parametrize("row", tables.OFFERABLE, ids=by_rule)
def test_offerable(row):
    deal = {"hands": [row.hand.split()], "trump": row.trump}
    rules = {"trump_call": row.trump_call}
    assert oracle.offerable(rules, deal, 0) == row.expected.split()


@pytest.mark.parametrize("row", tables.FORCED_RETURN, ids=by_rule)
def test_forced_return(row):
    assert oracle.returned_card(row.target.split(), row.offered, row.named) == row.returned


@pytest.mark.parametrize("row", tables.MERCY_SUITS, ids=by_rule)
def test_mercy_suits(row):
    rules = rules_for(row.seats, zero_books=row.zero_books, trump_call=row.trump_call)
    match = oracle.new_match(rules)
    before = {"tricks": numbers(row.tricks_before), "dealer": 0, "caller": 0}
    oracle.finish(rules, match, before)
    side = oracle.side_of(rules, row.target)
    plucker = (side + 1) % oracle.sides(rules)  # whatever the balance: one right, one target
    rights = [int(other == plucker) for other in range(oracle.sides(rules))]
    vulnerable = [int(other == side) for other in range(oracle.sides(rules))]
    deal = {
        "phase": "pluck",
        "hands": [["3C", "3D", "3H", "3S"]] * row.seats,
        "trump": row.trump,
        "dealer": 0,
        "last_plucker": None,
        "rights": rights,
        "vulnerable": vulnerable,
        "no_books": match["no_books"],
    }
    acts = [act for act in oracle.legal(rules, deal) if act["target"] == row.target]
    assert acts
    assert {act.get("suit") for act in acts} == (set(row.expected.split()) or {None})


@pytest.mark.parametrize("row", tables.PLUCK_ORDER, ids=by_rule)
def test_pluck_order(row):
    rules = rules_for(3)
    deal = {
        "phase": "pluck",
        "hands": [["3C", "9C"], ["3D", "9D"], ["3H", "9H"]],
        "trump": None,
        "dealer": row.dealer,
        "last_plucker": None,
        "plucks": [],
        "rights": numbers(row.rights),
        "vulnerable": numbers(row.vulnerability),
        "no_books": [],
    }
    order = []
    while deal["phase"] == "pluck" and (acts := oracle.legal(rules, deal)):
        order.append(acts[0]["seat"])
        oracle.act(rules, deal, acts[0])
    assert order == numbers(row.expected)


@pytest.mark.parametrize("row", tables.PLUCK_TARGETS, ids=by_rule)
def test_pluck_targets(row):
    rules = rules_for(row.seats)
    rights = [0] * oracle.sides(rules)
    rights[oracle.side_of(rules, row.plucker)] = 1
    deal = {
        "phase": "pluck",
        "hands": [["3C"]] * row.seats,
        "trump": None,
        "dealer": 0,
        "last_plucker": None,
        "rights": rights,
        "vulnerable": numbers(row.vulnerability),
        "no_books": [],
    }
    acts = [act for act in oracle.legal(rules, deal) if act["seat"] == row.plucker]
    assert {act["target"] for act in acts} == set(numbers(row.expected))


@pytest.mark.parametrize("row", tables.MAY_PLUCK, ids=by_rule)
def test_may_pluck(row):
    rules = rules_for(4, trump_call=row.trump_call)
    deal = {
        "hands": [hand.split() for hand in row.hands.split("/")],
        "trump": row.trump,
        "rights": numbers(row.rights),
        "last_plucker": row.last,
    }
    assert oracle.pluckers(rules, deal) == numbers(row.expected)


@pytest.mark.parametrize("row", tables.QUOTAS, ids=by_rule)
def test_quotas(row):
    rules = {"seats": row.seats, "quotas": numbers(row.quotas)}
    assert oracle.quotas_by_side(rules, row.dealer, row.caller) == numbers(row.expected)


@pytest.mark.parametrize("row", tables.RIGHTS, ids=by_rule)
def test_rights(row):
    rules = rules_for(row.seats, boston=row.boston)
    rules["quotas"] = numbers(row.quotas)
    match = oracle.new_match(rules)
    deal = {"tricks": numbers(row.tricks), "dealer": row.dealer, "caller": row.caller}
    assert oracle.finish(rules, match, deal) == numbers(row.balance)
    assert match["rights"] == numbers(row.rights)
    assert match["vulnerable"] == numbers(row.vulnerability)


@pytest.mark.parametrize("row", tables.FIRST_JACK, ids=by_rule)
def test_first_jack(row):
    rules = rules_for(row.seats, first_dealer="first_jack")
    assert oracle.due_dealer(rules, oracle.new_match(rules), row.deck.split()) == row.dealer


@pytest.mark.parametrize("row", tables.HIGH_CARD, ids=by_rule)
def test_high_card_rows_say_what_they_mean(row):
    """The draw is not in a record, so the oracle has none; the rows must at least hang together."""
    drawing = list(range(row.seats))
    for draw in row.draws.split("/"):
        cards = draw.split()
        assert len(cards) == len(drawing) > 1
        heights = [oracle.RANKS.index(card[0]) for card in cards]
        pairs = zip(drawing, heights, strict=True)
        drawing = [seat for seat, height in pairs if height == max(heights)]
    assert drawing == [row.dealer]


@pytest.mark.parametrize("row", tables.DEALING, ids=by_rule)
def test_dealing(row):
    rules = rules_for(row.seats, first_dealer=row.first_dealer)
    match = {"deals": 0 if row.opening else 1}
    order = numbers(row.expected)
    hands = oracle.hands_of(rules, match, row.dealer, list(range(len(order))))
    assert [
        next(s for s, hand in enumerate(hands) if i in hand) for i in range(len(order))
    ] == order


@pytest.mark.parametrize("row", tables.CALLER, ids=by_rule)
def test_caller(row):
    rules = rules_for(row.seats)
    match = oracle.new_match(rules)
    others = [card for card in oracle.PACKS[rules["deck"]] if card != "2C"]
    place = (row.two_of_clubs - row.dealer - 1) % row.seats
    deck = [*others[:place], "2C", *others[place:]]
    deal = oracle.new_deal(rules, match, row.dealer, deck)
    assert deal["caller"] == row.caller
    deal["tricks"] = rules["quotas"] if row.seats == 3 else [4, 3, 3, 3]
    oracle.finish(rules, match, deal)
    assert oracle.due_dealer(rules, match, deck) == row.next_dealer
    assert oracle.new_deal(rules, match, row.next_dealer, deck)["caller"] == row.next_caller


@pytest.mark.parametrize("row", tables.MATCH_END, ids=by_rule)
def test_match_end(row):
    kind, number = row.match.split()
    quotas = numbers(row.quotas)
    rules = rules_for(3 if len(quotas) == 3 else 4, boston=row.boston)
    rules["match"] = {"kind": kind, {"points": "target", "rounds": "count"}[kind]: int(number)}
    rules["quotas"] = quotas  # as if seat 0 had dealt and called
    match = oracle.new_match(rules)
    match["score"] = numbers(row.before)
    match["deals"] = int(row.deal) - 1
    oracle.finish(rules, match, {"tricks": numbers(row.tricks), "dealer": 0, "caller": 0})
    assert match["score"] == numbers(row.score)
    assert match["winners"] == (None if row.winners == "-" else numbers(row.winners))


@pytest.mark.parametrize("row", tables.FITS, ids=by_rule)
def test_fits(row):
    changes = copy.deepcopy(row.changes)
    if row.fits:
        oracle.check_rules(row.preset, changes)
    else:
        with pytest.raises(oracle.Malformed):
            oracle.check_rules(row.preset, changes)


def test_table_cards_exist():
    cards = set(oracle.PLAIN_52 + oracle.JOKERS)
    for row in tables.LEGAL_CARDS:
        assert set(f"{row.hand} {row.trick} {row.expected}".split()) <= cards
        assert set(row.expected.split()) <= set(row.hand.split())
        assert not set(row.hand.split()) & set(row.trick.split())
    for row in tables.TRICK_WINNER:
        assert len(set(row.cards.split())) == len(row.cards.split())
    for row in tables.FORCED_RETURN:
        assert row.offered not in row.target.split()


# ---------------------------------------------------------------- a deal by hand


def hand_made():
    """One deal, seat 0 dealing, in which seat 1 holds every heart, and so on: easy to follow."""
    clubs = [rank + "C" for rank in "23456789TJQKA"] + ["BJ", "LJ", "3D", "3S"]
    diamonds = [rank + "D" for rank in "456789TJQKA"] + [rank + "S" for rank in "456789"]
    hearts = [rank + "H" for rank in "3456789TJQKA"] + [rank + "S" for rank in "TJQKA"]
    deck = [card for three in zip(diamonds, hearts, clubs, strict=True) for card in three]
    return {
        "format": "pluck-record/1",
        "game": "pluck",
        "preset": "classic",
        "seats": ["North", "East", "South"],
        "deals": [
            {
                "dealer": 0,
                "deck": deck,
                "actions": [
                    {"seat": 0, "type": "trump", "suit": "C"},
                    {"seat": 0, "type": "play", "card": "2C"},
                    {"seat": 1, "type": "play", "card": "4D"},
                    {"seat": 2, "type": "play", "card": "3H"},
                ],
            }
        ],
    }


def test_unfinished_deal():
    assert oracle.replay(hand_made()) == {
        "deals": [
            {
                "complete": False,
                "tricks": [1, 0, 0],
                "trump": "C",
                "caller": 0,
                "plucks": [],
                "score": [0, 0, 0],
            }
        ],
        "score": [0, 0, 0],
        "winners": None,
    }


def test_deal_not_begun():
    record = hand_made()
    record["deals"][0]["actions"] = []
    report = oracle.replay(record)["deals"][0]
    assert report["trump"] is None
    assert report["caller"] == 0
    assert report["tricks"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("index", "key", "value"),
    [
        (0, "seat", 1),  # the dealer names trump
        (1, "seat", 2),  # not the holder of 2C
        (1, "card", "3C"),  # held, but not the opening lead
        (2, "card", "4H"),  # another's card
        (3, "card", "2C"),  # played already
        (3, "seat", 1),
    ],
)
def test_hand_made_fault(index, key, value):
    record = hand_made()
    record["deals"][0]["actions"][index][key] = value
    with pytest.raises(oracle.Illegal) as caught:
        oracle.replay(record)
    assert (caught.value.deal, caught.value.action) == (1, index)


def test_unfinished_deal_before_another():
    record = hand_made()
    record["deals"].append({**record["deals"][0], "dealer": 1, "actions": []})
    with pytest.raises(oracle.Illegal, match=r"^deal 1: ") as caught:
        oracle.replay(record)
    assert caught.value.action is None


# ---------------------------------------------------------------- the generator


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GENERATORS)
def test_legal_records_are_legal(game, seed):
    record = GENERATORS[game].legal(random.Random(seed))
    assert record == GENERATORS[game].legal(random.Random(seed))
    said = ORACLES[game].replay(record)
    assert len(said["deals"]) == len(record["deals"])
    assert all(report["complete"] for report in said["deals"][:-1])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GENERATORS)
def test_illegal_records_are_illegal_where_they_say(game, seed):
    record, deal, action = GENERATORS[game].illegal(random.Random(seed))
    with pytest.raises(oracle.Illegal) as caught:
        ORACLES[game].replay(record)
    assert (caught.value.deal, caught.value.action) == (deal, action)


MALFORMED = [(game, name) for game in GENERATORS for name in GENERATORS[game].MALFORMED_NAMES]


@pytest.mark.parametrize(("game", "name"), MALFORMED)
def test_malformed_cases_are_no_records(game, name):
    with pytest.raises(oracle.Malformed):
        ORACLES[game].read(GENERATORS[game].malformed_case(name, random.Random(1)))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", GENERATORS)
def test_malformed_at_random(game, seed):
    with pytest.raises(oracle.Malformed):
        ORACLES[game].read(GENERATORS[game].malformed(random.Random(seed)))


def test_generator_reaches_the_rare():
    """Bostons, seats without a trick, mercy, shared wins: all turn up in a few hundred records."""
    seen = set()
    for seed in range(250):
        record = generator.legal(random.Random(seed))
        rules = oracle.check(record)
        said = oracle.replay(record)
        if said["winners"] is not None and len(said["winners"]) > 1:
            seen.add("shared win")
        if said["deals"] and not said["deals"][-1]["complete"]:
            seen.add("cut off")
        for written, report in zip(record["deals"], said["deals"], strict=True):
            won = oracle.tricks_by_side(rules, report["tricks"])
            if report["complete"] and max(won) == sum(won):
                seen.add((rules["seats"], "boston", rules["boston"]))
            for action in written["actions"]:
                if action["type"] == "pluck" and "suit" in action:
                    seen.add((rules["seats"], "mercy", rules["trump_call"]))
        seen.add((rules["deck"], rules["jokers_locked"]))
        seen.add((rules["seats"], rules["opening_lead"]))
        seen.add((rules["seats"], rules["first_dealer"]))
    wanted = {"shared win", "cut off", (3, "two_of_clubs"), (4, "two_of_clubs"), (4, "caller")}
    for seats in (3, 4):
        wanted |= {(seats, "boston", kind) for kind in ("announce", "double", "win")}
        wanted |= {(seats, "mercy", call) for call in ("after_plucks", "before_plucks")}
        wanted |= {(seats, kind) for kind in ("high_card", "first_jack")}
    wanted |= {(deck, locked) for deck in ("51", "54", "52j") for locked in (False, True)}
    assert wanted <= seen
