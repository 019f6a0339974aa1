"""Random records of Pinochle: legal, illegal at a known place, and no record at all.

As with Pluck's, everything is drawn from the `random.Random` that is handed in, and nothing here
asks the engine. Left to chance alone hardly anything would be melded: most packs are stacked, and
most players keep what may meld and lay what they can.
"""

import copy

from tests.record import generator, pinochle_oracle
from tests.record.changes import (
    ANY_GAME,
    MATCH,
    PLAY,
    drop,
    literal,
    made,
    put,
    rename,
    swap,
    to_bytes,
)

MOST_DEALS = 12
SUITS = "CDHS"


# ---------------------------------------------------------------- legal records


def legal(rng):
    """A legal record: a finished match, or one cut off anywhere."""
    record = {"format": "pluck-record/1", "game": "pinochle", "preset": "pinochle"}
    changes = house_rules(rng)
    if changes or rng.random() < 0.5:
        record["rules"] = changes
    rules = pinochle_oracle.check_rules(changes)
    record["seats"] = rng.sample(generator.NAMES, 2)
    record["deals"] = []
    match = pinochle_oracle.new_match()
    most = rng.choice([1, 2, 3, MOST_DEALS])
    while match["winners"] is None and len(record["deals"]) < most:
        record["deals"].append(random_deal(rng, rules, match))
    if rng.random() < 0.35:
        generator.cut_off(rng, record)
    if rng.random() < 0.2:
        generator.annotate(rng, record)
    return record


def house_rules(rng):
    """The rules as far as they are written."""
    if rng.random() < 0.2:
        return {}
    rules = copy.deepcopy(pinochle_oracle.RULES) if rng.random() < 0.2 else {}
    if rng.random() < 0.6:
        rules["double_pinochle"] = rng.choice([False, True, True])
    if rng.random() < 0.8:
        target = rng.choice([1, 200, 250, 300, 500, 700, 1000, 10**6])
        rules["match"] = rng.choice([{"kind": "deal"}, {"kind": "points", "target": target}])
    return rules


def random_deal(rng, rules, match):
    """Deal and play at random; the match moves on with it."""
    dealer = rng.randrange(2) if match["dealer"] is None else 1 - match["dealer"]
    deck = stacked(rng, dealer)
    deal = pinochle_oracle.new_deal(dealer, deck)
    written = {"dealer": dealer, "deck": deck, "actions": []}
    keen = rng.choice([(True, True), (True, False), (False, True), (False, False)])
    while not pinochle_oracle.over(deal):
        action = choose(rng, rules, deal, keen)
        pinochle_oracle.act(rules, deal, action)
        written["actions"].append(action)
    pinochle_oracle.finish(rules, match, deal)
    return written


def stacked(rng, dealer):
    """A pack; mostly so that one of the two is dealt cards that meld well together."""
    deck = list(pinochle_oracle.PACK)
    rng.shuffle(deck)
    if rng.random() < 0.3:
        return deck
    trump = rng.choice(SUITS)
    up = rng.choice("9" + pinochle_oracle.RANKS) + trump
    deck.remove(up)
    wanted = [rank + trump for rank in "ATKQJ"] + ["K" + trump, "Q" + trump]
    wanted = rng.choice(
        [
            wanted,
            [*wanted, "9" + trump, "9" + trump],
            ["QS", "QS", "JD", "JD", *(rank + trump for rank in "AATT9")],
            [rank + suit for rank in rng.sample("AKQJ", 2) for suit in SUITS],
            ["K" + trump, "Q" + trump, "QS", "JD", *(rng.choice("KQ") + suit for suit in SUITS)],
        ]
    )
    rich = rng.randrange(2)
    top, rest = [], deck
    for card in wanted:
        if card in rest:
            rest.remove(card)
            top.append(card)
    share = rng.choice([0, 0.25])
    late = [rng.random() < share for _ in top]  # some are drawn and not dealt
    early = [card for card, put_off in zip(top, late, strict=True) if not put_off]
    first = early + [rest.pop() for _ in range(12 - len(early))]
    other = [rest.pop() for _ in range(12)]
    stock = rest + [card for card, put_off in zip(top, late, strict=True) if put_off]
    for cards in (first, other, stock):
        rng.shuffle(cards)
    leader, last = (other, first) if rich == dealer else (first, other)
    packets = zip(*(zip(*[iter(hand)] * 3, strict=True) for hand in (leader, last)), strict=True)
    dealt = [card for two in packets for three in two for card in three]
    return [*dealt, up, *stock]


def choose(rng, rules, deal, keen):
    """Something that is allowed."""
    seat = deal["winner"]
    if seat is None:
        seat = deal["turn"]
        cards = pinochle_oracle.playable(deal, seat)
        if keen[seat] and deal["part"] == 1:
            plain = [
                card for card in cards if card[0] in "T9J" and card[1] not in "D" + deal["trump"]
            ]
            cards = plain if plain and rng.random() < 0.8 else cards
        return {"seat": seat, "type": "play", "card": rng.choice(cards)}

    def worth(action):
        meld = pinochle_oracle.meld_of(action.get("cards", []), deal["trump"], double=True)
        return meld[2] if meld else 0

    dix = [
        {"seat": seat, "type": "dix", "exchange": exchange}
        for exchange in (False, True)
        if rng.random() < 0.6
    ]
    melds = [{"seat": seat, "type": "meld", "cards": cards} for cards in shapes(rng, deal)]
    if keen[seat] or rng.random() < 0.3:
        for each in (dix, melds):
            may = [action for action in each if pinochle_oracle.allowed(rules, deal, action)]
            if may:
                return max(may, key=worth) if rng.random() < 0.5 else rng.choice(may)
    return {"seat": seat, "type": "meld", "cards": []}


def shapes(rng, deal):
    """The cards of every meld, each named in some order."""
    trump = deal["trump"]
    melds = [[rank + trump for rank in "ATKQJ"], ["QS", "JD"], ["QS", "QS", "JD", "JD"]]
    melds += [["K" + suit, "Q" + suit] for suit in SUITS]
    melds += [[rank + suit for suit in SUITS] for rank in "AKQJ"]
    for cards in melds:
        rng.shuffle(cards)
    return melds


# ---------------------------------------------------------------- illegal records


def illegal(rng):
    """A well-formed record, and the place of its first fault: `(record, deal, action or None)`.

    Deals count from 1, actions from 0.
    """
    return generator.spoilt(rng, lambda: legal(rng), faults_of)


KINDS = {
    "a whole hand",
    "act after the end of the deal",
    "another seat's turn",
    "card of the other hand",
    "card that has served",
    "card that nobody holds",
    "deal after the match",
    "dealer not due",
    "dix before the trick is played",
    "dix in the play-off",
    "dix of a nine that was shown",
    "dix of the loser",
    "dix without the nine",
    "double pinochle without the house rule",
    "exchange for a nine",
    "marriage of two suits",
    "meld before the trick is played",
    "meld in the play-off",
    "meld of cards not held",
    "meld of the loser",
    "meld with a card too few",
    "meld with a card too many",
    "meld with a card twice",
    "meld without a new card",
    "nine in a meld",
    "nine laid as a meld",
    "no higher trump",
    "no meld",
    "no trump although void",
    "nothing melded before the trick is played",
    "nothing melded in the play-off",
    "pinochle of other suits",
    "play before the draw",
    "revoke",
    "run of another suit",
    "unfinished deal in the middle",
}
"""Kinds of fault that it must come upon."""


def faults_of(rng, record):
    """Every kind of fault this record can be given: name -> places and what to put there."""
    rules = pinochle_oracle.check(record)
    match = pinochle_oracle.new_match()
    faults = {}

    def may(kind, number, index, change):
        faults.setdefault(kind, []).append((number, index, change))

    for number, written in enumerate(record["deals"], start=1):
        if number > 1:
            change = put("deals", number - 1, "dealer", match["dealer"])
            may("dealer not due", number, None, change)
        deal = pinochle_oracle.new_deal(written["dealer"], written["deck"])
        for index, action in enumerate(written["actions"]):
            for kind, wrong in wrong_acts(rng, rules, deal):
                may(kind, number, index, wrong)
            pinochle_oracle.act(rules, deal, action)
        if not pinochle_oracle.over(deal):
            for kind, wrong in wrong_acts(rng, rules, deal):
                may(kind, number, len(written["actions"]), wrong)
            break
        again = rng.choice(
            [
                {"seat": deal["turn"], "type": "play", "card": written["deck"][0]},
                {"seat": deal["turn"], "type": "meld", "cards": []},
            ]
        )
        may("act after the end of the deal", number, len(written["actions"]), again)
        if number < len(record["deals"]):
            keep = written["actions"][: rng.randrange(len(written["actions"]))]
            change = put("deals", number - 1, "actions", keep)
            may("unfinished deal in the middle", number, None, change)
        pinochle_oracle.finish(rules, match, deal)
    if match["winners"] is not None:
        pack = rng.sample(pinochle_oracle.PACK, 48)
        extra = {"dealer": 1 - match["dealer"], "deck": pack, "actions": []}
        after = len(record["deals"]) + 1
        may("deal after the match", after, None, lambda record: record["deals"].append(extra))
    return faults


def wrong_acts(rng, rules, deal):
    """Well-formed acts that the rules forbid at this point, each with a name."""
    acts = wrong_plays(rng, deal) if deal["winner"] is None else wrong_melds(rng, rules, deal)
    for _, action in acts:
        assert not pinochle_oracle.allowed(rules, deal, action), action
    return acts


def wrong_plays(rng, deal):
    seat = deal["turn"]
    mine, other = (pinochle_oracle.held(deal, each) for each in (seat, 1 - seat))
    part = "in the play-off" if deal["part"] == 2 else "before the trick is played"
    acts = [
        (f"meld {part}", {"seat": seat, "type": "meld", "cards": rng.choice(shapes(rng, deal))}),
        (f"nothing melded {part}", {"seat": seat, "type": "meld", "cards": []}),
        (f"dix {part}", {"seat": seat, "type": "dix", "exchange": rng.random() < 0.5}),
    ]
    if other:
        card = rng.choice(other)
        acts.append(("another seat's turn", {"seat": 1 - seat, "type": "play", "card": card}))
    for card in set(pinochle_oracle.PACK) - set(mine):
        kind = "card of the other hand" if card in other else "card that nobody holds"
        acts.append((kind, {"seat": seat, "type": "play", "card": card}))
    allowed = pinochle_oracle.playable(deal, seat)
    for card in set(mine) - set(allowed):
        suits = {each[1] for each in allowed}
        if suits != {deal["led"][1]}:
            kind = "no trump although void"
        elif card[1] == deal["led"][1]:
            kind = "no higher trump"
        else:
            kind = "revoke"
        acts.append((kind, {"seat": seat, "type": "play", "card": card}))
    return sorted(acts, key=lambda each: (each[0], str(each[1])))


def wrong_melds(rng, rules, deal):
    seat, trump = deal["winner"], deal["trump"]
    hand, mine = deal["hands"][seat], pinochle_oracle.held(deal, seat)
    acts = [
        ("play before the draw", {"seat": each, "type": "play", "card": rng.choice(cards)})
        for each, cards in ((seat, mine), (1 - seat, pinochle_oracle.held(deal, 1 - seat)))
        if cards
    ]
    for cards in ([], rng.choice(shapes(rng, deal))):
        wrong = {"seat": 1 - seat, "type": "meld", "cards": cards}
        acts.append(("meld of the loser", wrong))
    acts.append(("dix of the loser", {"seat": 1 - seat, "type": "dix", "exchange": True}))

    def may(kind, cards):
        wrong = {"seat": seat, "type": "meld", "cards": cards}
        if cards and not pinochle_oracle.allowed(rules, deal, wrong):
            acts.append((kind, wrong))

    for exchange in (False, True):
        wrong = {"seat": seat, "type": "dix", "exchange": exchange}
        nine = "9" + trump
        if nine not in mine:
            acts.append(("dix without the nine", wrong))
        elif nine not in hand:
            acts.append(("dix of a nine that was shown", wrong))
        elif exchange and deal["turn_up"] == nine:
            acts.append(("exchange for a nine", wrong))
    for cards in shapes(rng, deal):
        if sorted(cards) == ["JD", "JD", "QS", "QS"] and not rules["double_pinochle"]:
            kind = "double pinochle without the house rule"
        elif any(mine.count(card) < cards.count(card) for card in cards):
            kind = "meld of cards not held"
        elif not any(card in hand for card in cards):
            kind = "meld without a new card"
        else:
            kind = "card that has served"
        may(kind, cards)
        may("meld with a card too few", cards[1:])
        may("meld with a card too many", [*cards, rng.choice(mine)])
        may("meld with a card twice", [*cards, cards[0]])
    may("no meld", rng.sample(mine, rng.randint(1, 5)) if len(mine) > 4 else mine[:1])
    may("marriage of two suits", ["K" + SUITS[0], "Q" + SUITS[1]])
    may("pinochle of other suits", rng.choice([["QD", "JS"], ["QS", "JS"], ["QD", "JD"]]))
    may("nine in a meld", [*(rank + trump for rank in "ATKQJ"), "9" + trump])
    may("nine laid as a meld", ["9" + trump])
    may("run of another suit", [rank + next(s for s in SUITS if s != trump) for rank in "ATKQJ"])
    may("a whole hand", list(hand))
    return acts


# ---------------------------------------------------------------- no records


def malformed(rng):
    """The bytes of a file that is no record."""
    return malformed_case(rng.choice(MALFORMED_NAMES), rng)


def malformed_case(name, rng):
    """One named way to be no record, made from a random record that was one."""
    return made(MALFORMED[name], base(rng))


def doubtful_case(name, rng):
    """Bytes for which the format leaves the status open; there must be no traceback."""
    return made(DOUBTFUL[name], base(rng))


def base(rng):
    """A legal record of two whole deals, the first with a dix after its first trick."""
    rules = copy.deepcopy(pinochle_oracle.RULES)
    while True:
        match = pinochle_oracle.new_match()
        record = {
            "format": "pluck-record/1",
            "game": "pinochle",
            "preset": "pinochle",
            "rules": rules,
            "seats": ["North", "South"],
            "deals": [random_deal(rng, rules, match) for _ in range(2)],
        }
        dix, meld = record["deals"][0]["actions"][2:4]
        if match["winners"] is None and dix["type"] == "dix" and meld.get("cards"):
            return record


DIX = ("deals", 0, "actions", 2)
MELD = ("deals", 0, "actions", 3)
LAST = ("deals", 1, "actions", -1)


def _deck(make):
    def change(record):
        record["deals"][0]["deck"] = make(record["deals"][0]["deck"])

    return change


def _illegal_first(record):
    """Against the rules in the first deal and no record in the last: the whole file is first."""
    record["deals"][0]["actions"][1]["seat"] = record["deals"][0]["actions"][0]["seat"]
    record["deals"][1]["actions"][-1]["colour"] = "red"


TOP = {
    "Pluck's key at the top": put("caller", 0),
    "unknown preset": put("preset", "casino"),
    "preset with a capital": put("preset", "Pinochle"),
    "preset of the other game": put("preset", "classic"),
    "the other game": put("game", "pluck"),
    "too few names": put("seats", ["North"]),
    "too many names": put("seats", ["North", "East", "South"]),
    "seats is a number": put("seats", 2),
    "seats is a string": put("seats", "NS"),
    "seats is an object": put("seats", {"0": "North", "1": "South"}),
}

RULES = {
    "rules is a list": put("rules", []),
    "rules is a string": put("rules", "pinochle"),
    "rules is null": put("rules", None),
    "rules is false": put("rules", False),
    "unknown rule": put("rules", "no_trump", True),
    "misspelt rule": rename(("rules",), "double_pinochle", "double_pinocle"),
    "rule of the other game": put("rules", "jokers_locked", False),
    "three seats": put("rules", "seats", 3),
    "one seat": put("rules", "seats", 1),
    "seats as text": put("rules", "seats", "2"),
    "seats as a float": put("rules", "seats", 2.0),
    "seats null": put("rules", "seats", None),
    "deck as a number": put("rules", "deck", 48),
    "unknown deck": put("rules", "deck", "47"),
    "deck of the other game": put("rules", "deck", "52"),
    "deck null": put("rules", "deck", None),
    "double pinochle as a number": put("rules", "double_pinochle", 1),
    "no double pinochle as a number": put("rules", "double_pinochle", 0),
    "double pinochle as text": put("rules", "double_pinochle", "true"),
    "double pinochle null": put("rules", "double_pinochle", None),
    "double pinochle as its points": put("rules", "double_pinochle", 300),
    "match as text": put("rules", "match", "deal"),
    "match as a number": put("rules", "match", 1000),
    "match as a list": put("rules", "match", ["points", 1000]),
    "match null": put("rules", "match", None),
    "match empty": put("rules", "match", {}),
    "match without kind": drop(*MATCH, "kind"),
    "match without target": drop(*MATCH, "target"),
    "points with a count": put("rules", "match", {"kind": "points", "count": 1000}),
    "points with a count too": put(*MATCH, "count", 2),
    "one deal with a target": put("rules", "match", {"kind": "deal", "target": 1000}),
    "one deal with a count": put("rules", "match", {"kind": "deal", "count": 1}),
    "match of the other game": put("rules", "match", {"kind": "rounds", "count": 2}),
    "unknown kind of match": put("rules", "match", {"kind": "time", "target": 60}),
    "kind is a list": put(*MATCH, "kind", ["deal"]),
    "kind is null": put(*MATCH, "kind", None),
    "unknown key in match": put(*MATCH, "limit", 5),
    "target of nothing": put(*MATCH, "target", 0),
    "negative target": put(*MATCH, "target", -1000),
    "target as text": put(*MATCH, "target", "1000"),
    "target as a float": put(*MATCH, "target", 1000.0),
    "target with an exponent": literal(*MATCH, "target", "1e3"),
    "target that is true": put(*MATCH, "target", True),
    "target null": put(*MATCH, "target", None),
}

DEALS = {
    "a deal is null": put("deals", 0, None),
    "a deal is a list": put("deals", 0, []),
    "a deal is empty": put("deals", 0, {}),
    "dealer is missing": drop("deals", 0, "dealer"),
    "deck is missing": drop("deals", 0, "deck"),
    "actions are missing": drop("deals", 1, "actions"),
    "unknown key of a deal": put("deals", 0, "trump", "S"),
    "seed": put("deals", 0, "seed", "00"),
    "commitment": put("deals", 0, "commitment", "00" * 32),
    "dealer beyond the table": put("deals", 0, "dealer", 2),
    "negative dealer": put("deals", 0, "dealer", -1),
    "dealer as text": put("deals", 0, "dealer", "1"),
    "dealer is true": put("deals", 0, "dealer", True),
    "dealer as a float": put("deals", 0, "dealer", 1.0),
    "dealer null": put("deals", 0, "dealer", None),
    "card missing from the deck": _deck(lambda deck: deck[:-1]),
    "a card more": _deck(lambda deck: [*deck, deck[0]]),
    "a card three times": _deck(
        lambda deck: [deck[0], *deck[:-1]] if deck[-1] != deck[0] else [*deck[1:], deck[1]]
    ),
    "each card once": _deck(lambda deck: sorted(set(deck))),
    "a two in the deck": _deck(lambda deck: ["2C", *deck[1:]]),
    "an eight for each nine": _deck(lambda deck: [card.replace("9", "8") for card in deck]),
    "a joker in the deck": _deck(lambda deck: ["BJ", *deck[1:]]),
    "an empty deck": _deck(lambda deck: []),
    "deck as one string": _deck(lambda deck: " ".join(deck)),
    "deck as an object": _deck(lambda deck: dict.fromkeys(deck, 2)),
    "deck is null": _deck(lambda deck: None),
    "deck of the last deal short": lambda record: record["deals"][1]["deck"].pop() and None,
    "a card in small letters": _deck(lambda deck: [deck[0].lower(), *deck[1:]]),
    "a ten as 10": _deck(lambda deck: [card.replace("T", "10") for card in deck]),
    "a card that tells its copy": _deck(lambda deck: [deck[0] + "1", *deck[1:]]),
    "a card that is null": _deck(lambda deck: [None, *deck[1:]]),
    "a card that is a list": _deck(lambda deck: [["Q", "S"], *deck[1:]]),
    "actions is an object": put("deals", 0, "actions", {}),
    "actions is a string": put("deals", 0, "actions", "p.9C"),
    "actions is null": put("deals", 0, "actions", None),
}

ACTIONS = {
    "an action is null": put("deals", 0, "actions", 1, None),
    "an action is text": put("deals", 0, "actions", 1, "m.none"),
    "an action is empty": put("deals", 0, "actions", 1, {}),
    **{
        f"{key} of a {kind} is missing": drop(*path, key)
        for kind, path, own in (
            ("play", PLAY, "card"),
            ("dix", DIX, "exchange"),
            ("meld", MELD, "cards"),
        )
        for key in ("seat", "type", own)
    },
    "unknown key of a meld": put(*MELD, "name", "marriage"),
    "points of a meld": put(*MELD, "points", 20),
    "unknown key of a dix": put(*DIX, "card", "9S"),
    "unknown key of the last action": put(*LAST, "note", "!?"),
    "a play with cards": put(*PLAY, "cards", ["9C"]),
    "a meld with a card": put(*MELD, "card", "KC"),
    "a meld with an exchange": put(*MELD, "exchange", True),
    "a draw": put(*PLAY[:-1], 1, {"seat": 0, "type": "draw", "card": "9C"}),
    "a deal as an action": put(*PLAY[:-1], 1, {"seat": 0, "type": "deal", "order": []}),
    "a pluck": put(*PLAY[:-1], 1, {"seat": 0, "type": "pluck", "card": "9C", "target": 1}),
    "trump named": put(*PLAY[:-1], 1, {"seat": 0, "type": "trump", "suit": "S"}),
    "unknown type": put(*MELD, "type", "pass"),
    "type in capitals": put(*MELD, "type", "MELD"),
    "type is null": put(*DIX, "type", None),
    "type is a list": put(*DIX, "type", ["dix"]),
    "seat beyond the table": put(*MELD, "seat", 2),
    "negative seat": put(*DIX, "seat", -1),
    "seat as text": put(*MELD, "seat", "0"),
    "seat is false": put(*DIX, "seat", False),
    "seat is true": put(*MELD, "seat", True),
    "seat as a float": put(*MELD, "seat", 1.0),
    "seat null": put(*DIX, "seat", None),
    "seat huge": put(*MELD, "seat", 2**64),
    "exchange as a number": put(*DIX, "exchange", 1),
    "exchange of nothing": put(*DIX, "exchange", 0),
    "exchange as text": put(*DIX, "exchange", "true"),
    "exchange null": put(*DIX, "exchange", None),
    "exchange as a card": put(*DIX, "exchange", "9S"),
    "cards as text": put(*MELD, "cards", "KC QC"),
    "cards null": put(*MELD, "cards", None),
    "cards false": put(*MELD, "cards", False),
    "cards as an object": put(*MELD, "cards", {"KC": 1, "QC": 1}),
    "cards as a number": put(*MELD, "cards", 2),
    "cards with something else": put(*MELD, "cards", ["KC", "queen"]),
    "cards with a null": put(*MELD, "cards", ["KC", None]),
    "cards within cards": put(*MELD, "cards", [["KC", "QC"]]),
    "cards with small letters": put(*MELD, "cards", ["kc", "qc"]),
    "cards with a 10": put(*MELD, "cards", ["AC", "10C", "KC", "QC", "JC"]),
    "cards that tell their copies": put(*MELD, "cards", ["KC1", "QC2"]),
    "card outside its kind": put(*PLAY, "card", "1S"),
    "card empty": put(*PLAY, "card", ""),
    "card null": put(*PLAY, "card", None),
    "card as a list": put(*PLAY, "card", ["9C"]),
    "by is a number": put(*DIX, "by", 1),
    "at of a meld is no moment": put(*MELD, "at", "noon"),
    "illegal early and no record late": _illegal_first,
}

DOUBTFUL = {
    "an empty name": put("seats", 0, ""),
    "the same name twice": put("seats", 0, "South"),
    "no deals": put("deals", []),
    "a key twice": swap('"game": "pinochle"', '"game": "pinochle", "game": "pinochle"'),
    "a byte order mark": lambda record: b"\xef\xbb\xbf" + to_bytes(record),
    "an enormous target": put(*MATCH, "target", 10**30),
    "at is null": put(*MELD, "at", None),
    "by is null": put(*DIX, "by", None),
    "a card of another pack played": put(*PLAY, "card", "2H"),
    "cards of another pack melded": put(*MELD, "cards", ["2H", "BJ"]),
    "a meld of a thousand cards": put(*MELD, "cards", ["QS", "JD"] * 500),
}

MALFORMED = {**ANY_GAME, **TOP, **RULES, **DEALS, **ACTIONS}
MALFORMED_NAMES = sorted(MALFORMED)
DOUBTFUL_NAMES = sorted(DOUBTFUL)
