"""Random records: legal, illegal at a known place, and no record at all.

Everything is drawn from the `random.Random` that is handed in, so a seed names a record for good.
Play is random but by the rules, which the oracle knows; nothing here asks the engine.
"""

import copy
import json

from tests.record import oracle
from tests.record.changes import (
    ANY_GAME,
    MATCH,
    PLAY,
    both,
    drop,
    literal,
    made,
    put,
    rename,
    swap,
    to_bytes,
)

SUITS = list(oracle.SUITS)
NAMES = ["North", "East", "South", "West", "Zoë", "雪", "N. N.", "o'Neill", '"', "x" * 40, "🃏"]
MOMENTS = ["2024-02-29T12:00:00Z", "2025-01-01T00:00:00+00:00", "2026-07-31T23:59:59.123456Z"]
MOST_DEALS = 24


# ---------------------------------------------------------------- legal records


def legal(rng):
    """A legal record: a finished match, or one cut off anywhere."""
    record = {
        "format": "pluck-record/1",
        "game": "pluck",
        "preset": rng.choice(sorted(oracle.PRESETS)),
    }
    changes = house_rules(rng, record["preset"])
    if changes or rng.random() < 0.5:
        record["rules"] = changes
    rules = oracle.check_rules(record["preset"], changes)
    record["seats"] = rng.sample(NAMES, rules["seats"])
    record["deals"] = []
    match = oracle.new_match(rules)
    most = rng.choice([1, 2, 3, 6, MOST_DEALS, MOST_DEALS])
    while match["winners"] is None and len(record["deals"]) < most:
        record["deals"].append(random_deal(rng, rules, match))
    if rng.random() < 0.35:
        cut_off(rng, record)
    if rng.random() < 0.2:
        annotate(rng, record)
    return record


def house_rules(rng, preset):
    """A set of changes to a preset that fits together."""
    if rng.random() < 0.2:
        return {}
    if rng.random() < 0.1:  # the preset written out in full
        return copy.deepcopy(oracle.PRESETS[preset])
    base = oracle.PRESETS[preset]
    rules = {}
    seats = base["seats"]
    if rng.random() < 0.1:  # another table altogether
        seats = 7 - seats
        rules["seats"] = seats
    decks = {3: ["51", "54"], 4: ["52", "52j"]}[seats]
    deck = rng.choice(decks) if "seats" in rules or rng.random() < 0.4 else base["deck"]
    if deck != base["deck"]:
        rules["deck"] = deck
    tricks = {"51": 17, "54": 18, "52": 13, "52j": 13}[deck]
    if len(base["quotas"]) != {3: 3, 4: 2}[seats] or sum(base["quotas"]) != tricks:
        rules["quotas"] = split(rng, tricks, {3: 3, 4: 2}[seats])
    elif rng.random() < 0.4:
        rules["quotas"] = split(rng, tricks, len(base["quotas"]))
    if rng.random() < 0.4:
        rules["first_dealer"] = rng.choice(["high_card", "first_jack"])
    if rng.random() < 0.4:
        rules["trump_call"] = rng.choice(["after_plucks", "before_plucks"])
    if deck == "52":
        if base["jokers_locked"]:
            rules["jokers_locked"] = False
    elif rng.random() < 0.4:
        rules["jokers_locked"] = rng.choice([False, True])
    if seats == 3:
        if base["opening_lead"] == "caller":
            rules["opening_lead"] = "two_of_clubs"
    elif rng.random() < 0.5:
        rules["opening_lead"] = rng.choice(["two_of_clubs", "caller"])
    if rng.random() < 0.6:
        rules["match"] = rng.choice(
            [
                {"kind": "points", "target": rng.choice([1, 1, 2, 3, 5, 7, 10, 15, 20, 40, 10**6])},
                {"kind": "rounds", "count": rng.choice([1, 1, 2, 3, 4])},
            ]
        )
    if rng.random() < 0.8:
        rules["boston"] = rng.choice(["announce", "double", "win"])
    if rng.random() < 0.6:
        rules["zero_books"] = rng.choice(["none", "mercy", "mercy"])
    return rules


def split(rng, tricks, parts):
    """Quotas that add up, each at least 1."""
    usual = {(17, 3): [[9, 5, 3], [8, 5, 4]], (18, 3): [[7, 6, 5], [9, 6, 3]]}
    if (tricks, parts) in usual and rng.random() < 0.3:
        return rng.choice(usual[tricks, parts])
    cuts = sorted(rng.sample(range(1, tricks), parts - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, tricks], strict=True)]


def random_deal(rng, rules, match):
    """Deal and play at random; the match moves on with it."""
    deck = list(oracle.PACKS[rules["deck"]])
    rng.shuffle(deck)
    dealer = oracle.due_dealer(rules, match, deck)
    if dealer is None:
        dealer = rng.randrange(rules["seats"])
    strong = None
    if rng.random() < 0.2:  # one hand of clubs, jokers and aces: Bostons and seats without a trick
        deck, strong = strong_deck(rng, rules, match, dealer, deck)
        due = oracle.due_dealer(rules, match, deck)
        if due is not None and due != dealer:  # the first Jack went elsewhere
            strong = None
            dealer = due
    deal = oracle.new_deal(rules, match, dealer, deck)
    written = {"dealer": dealer, "deck": deck, "actions": []}
    while deal["phase"] != "over":
        action = choose(rng, deal, oracle.legal(rules, deal), strong)
        oracle.act(rules, deal, action)
        written["actions"].append(action)
    oracle.finish(rules, match, deal)
    return written


def strong_deck(rng, rules, match, dealer, deck):
    """Change cards round so that the caller, or somebody, holds all that wins."""
    seats = rules["seats"]
    wanted = [card for card in deck if card[1] == "C" or card in oracle.JOKERS]
    wanted += [card for card in deck if card in ("AD", "AH", "AS")]
    wanted = wanted[: len(deck) // seats]
    places = [[] for _ in range(seats)]
    for place, hand in enumerate(oracle.hands_of(rules, match, dealer, list(range(len(deck))))):
        places[place] = hand
    if seats == 3:
        strong = dealer if rng.random() < 0.8 else rng.randrange(3)
    else:
        strong = rng.randrange(4) if match["deals"] == 0 else (match["caller"] + 1) % 4
    others = [card for card in deck if card not in wanted]
    deck = [None] * len(deck)
    for place in places[strong][: len(wanted)]:
        deck[place] = wanted.pop()
    return [others.pop() if card is None else card for card in deck], strong


def choose(rng, deal, actions, strong):
    """Mostly anything; a strong hand calls clubs and plays from the top, the others from below."""
    if strong is None:
        return rng.choice(actions)
    if deal["phase"] == "trump":
        return actions[0]  # clubs
    if deal["phase"] == "pluck":
        return rng.choice(actions)

    def height(action):
        card = action["card"]
        if card in oracle.JOKERS:
            return 30 + oracle.JOKERS.index(card)
        return oracle.RANKS.index(card[0]) + (15 if card[1] == deal["trump"] else 0)

    pick = max if actions[0]["seat"] == strong else min
    return pick(actions, key=height)


def cut_off(rng, record):
    """Leave the record unfinished at a random point."""
    last = rng.randrange(len(record["deals"]))
    del record["deals"][last + 1 :]
    actions = record["deals"][last]["actions"]
    del actions[rng.choice([0, 1, rng.randrange(len(actions)), rng.randrange(len(actions))]) :]


def annotate(rng, record):
    """Add the optional keys to some actions."""
    for deal in record["deals"]:
        for action in deal["actions"]:
            if rng.random() < 0.3:
                action["at"] = rng.choice(MOMENTS)
            if rng.random() < 0.3:
                action["by"] = rng.choice(["player", "ai", "timeout"])


# ---------------------------------------------------------------- illegal records


def illegal(rng):
    """A well-formed record, and the place of its first fault: `(record, deal, action or None)`.

    Deals count from 1, actions from 0.
    """
    return spoilt(rng, lambda: legal(rng), faults_of)


def spoilt(rng, make, faults_of):
    """A record made anew until it has room for a fault, spoilt by one; as `illegal` returns it."""
    while True:
        record = make()
        if len(record["deals"]) > 8:
            del record["deals"][rng.randint(1, 8) :]
        faults = faults_of(rng, record)
        if not faults:
            continue
        kind = rng.choice(sorted(faults))
        number, index, change = rng.choice(faults[kind])
        if index is None:
            change(record)
            return record, number, None
        actions = record["deals"][number - 1]["actions"]
        actions.insert(index, change)
        if rng.random() < 0.5:  # in the place of the right one, not before it
            del actions[index + 1 : index + 2]
        if rng.random() < 0.2:  # nothing after the fault
            del actions[index + 1 :]
            del record["deals"][number:]
        return record, number, index


KINDS = {
    "act after the end of the deal",
    "another seat's turn",
    "card of another hand",
    "cut with a locked joker",
    "deal after the match",
    "dealer not due",
    "first Jack passed over",
    "joker instead of following",
    "joker led before trump is broken",
    "mercy for the trump suit",
    "mercy without a suit",
    "not the opening card",
    "offer of a joker",
    "offer of a protected card",
    "offer of another's card",
    "pluck of a seat not vulnerable",
    "pluck of oneself",
    "pluck of the partner",
    "revoke",
    "suit where none is due",
    "trump led",
    "unfinished deal in the middle",
}
"""Kinds of fault that it must come upon."""


def faults_of(rng, record):
    """Every kind of fault this record can be given: name -> places and what to put there."""
    rules = oracle.check(record)
    match = oracle.new_match(rules)
    faults = {}

    def may(kind, number, index, change):
        faults.setdefault(kind, []).append((number, index, change))

    for number, written in enumerate(record["deals"], start=1):
        due = oracle.due_dealer(rules, match, written["deck"])
        if due is not None:
            kind = "first Jack passed over" if number == 1 else "dealer not due"
            other = (due + rng.randrange(1, rules["seats"])) % rules["seats"]
            may(kind, number, None, _set_dealer(number, other))
        deal = oracle.new_deal(rules, match, written["dealer"], written["deck"])
        for index, action in enumerate(written["actions"]):
            for kind, wrong in wrong_acts(rng, rules, deal):
                may(kind, number, index, wrong)
            bare = {key: value for key, value in action.items() if key not in ("at", "by")}
            oracle.act(rules, deal, bare)
        if deal["phase"] != "over":
            for kind, wrong in wrong_acts(rng, rules, deal):
                may(kind, number, len(written["actions"]), wrong)
            break
        again = {"seat": deal["turn"], "type": "play", "card": written["deck"][0]}
        may("act after the end of the deal", number, len(written["actions"]), again)
        if number < len(record["deals"]):
            keep = rng.randrange(len(written["actions"]))
            may("unfinished deal in the middle", number, None, _unfinish(number, keep))
        oracle.finish(rules, match, deal)
    if match["winners"] is not None:
        pack = list(oracle.PACKS[rules["deck"]])
        rng.shuffle(pack)
        extra = {"dealer": (match["dealer"] + 1) % rules["seats"], "deck": pack, "actions": []}
        after = len(record["deals"]) + 1
        may("deal after the match", after, None, lambda record: record["deals"].append(extra))
    return faults


def _set_dealer(number, dealer):
    def change(record):
        record["deals"][number - 1]["dealer"] = dealer

    return change


def _unfinish(number, keep):
    def change(record):
        del record["deals"][number - 1]["actions"][keep:]

    return change


def wrong_acts(rng, rules, deal):
    """Well-formed acts that the rules forbid at this point, each with a name."""
    right = oracle.legal(rules, deal)
    seats = rules["seats"]
    acting = {action["seat"] for action in right}
    sample = rng.choice(right)
    acts = []
    for seat in range(seats):
        if seat not in acting:
            acts.append(("another seat's turn", {**sample, "seat": seat}))
    if deal["phase"] == "trump":
        seat = deal["caller"]
        hand = deal["hands"][seat]
        acts.append(("play before trump", {"seat": seat, "type": "play", "card": hand[0]}))
        acts.append(("pluck not due", _pluck(seat, hand, rng, seats)))
    if deal["phase"] == "play":
        seat = deal["turn"]
        hand = deal["hands"][seat]
        allowed = {action["card"] for action in right}
        acts.append(("trump named again", {"seat": seat, "type": "trump", "suit": "S"}))
        acts.append(("pluck not due", _pluck(seat, hand, rng, seats)))
        foreign = [c for s in range(seats) if s != seat for c in deal["hands"][s]]
        if foreign:
            card = rng.choice(foreign)
            acts.append(("card of another hand", {"seat": seat, "type": "play", "card": card}))
        for card in hand:
            if card in allowed:
                continue
            if not deal["trick"] and allowed == {"2C"} and sum(deal["tricks"]) == 0:
                kind = "not the opening card"
            elif not deal["trick"]:
                kind = "joker led before trump is broken" if card in oracle.JOKERS else "trump led"
            elif any(_same_suit(c, deal) for c in hand):
                kind = "joker instead of following" if card in oracle.JOKERS else "revoke"
            else:
                kind = "cut with a locked joker"
            acts.append((kind, {"seat": seat, "type": "play", "card": card}))
    if deal["phase"] == "pluck":
        acts += wrong_plucks(rng, rules, deal, sample)
    return acts


def _same_suit(card, deal):
    led = deal["trick"][0][1]
    return oracle.suit_of(card, deal["trump"]) == oracle.suit_of(led, deal["trump"])


def _pluck(seat, hand, rng, seats):
    target = (seat + rng.randrange(1, seats)) % seats
    return {"seat": seat, "type": "pluck", "card": rng.choice(hand), "target": target}


def wrong_plucks(rng, rules, deal, sample):
    """Ways to pluck against the rules; `sample` is a legal pluck."""
    seat = sample["seat"]
    hand = deal["hands"][seat]
    side = oracle.side_of(rules, seat)
    may_offer = oracle.offerable(rules, deal, seat)
    acts = [
        ("trump before the plucks", {"seat": seat, "type": "trump", "suit": "H"}),
        ("play before the plucks", {"seat": seat, "type": "play", "card": hand[0]}),
        ("pluck of oneself", {**sample, "target": seat}),
    ]
    if rules["seats"] == 4:
        acts.append(("pluck of the partner", {**sample, "target": (seat + 2) % 4}))
    for target in range(rules["seats"]):
        other = oracle.side_of(rules, target)
        if other != side and deal["vulnerable"][other] == 0:
            acts.append(("pluck of a seat not vulnerable", {**sample, "target": target}))
    foreign = [c for s in range(rules["seats"]) if s != seat for c in deal["hands"][s]]
    plain = [c for c in foreign if c not in oracle.JOKERS]
    acts.append(("offer of another's card", {**sample, "card": rng.choice(plain)}))
    for card in hand:
        if card in oracle.JOKERS:
            acts.append(("offer of a joker", {**sample, "card": card}))
        elif card not in may_offer:
            acts.append(("offer of a protected card", {**sample, "card": card}))
    if "suit" in sample:
        bare = {key: value for key, value in sample.items() if key != "suit"}
        acts.append(("mercy without a suit", bare))
        if rules["trump_call"] == "before_plucks":
            acts.append(("mercy for the trump suit", {**sample, "suit": deal["trump"]}))
    else:
        acts.append(("suit where none is due", {**sample, "suit": rng.choice(SUITS)}))
        acts.append(("suit of the card itself", {**sample, "suit": sample["card"][1]}))
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
    """A legal classic record of two whole deals or more, with a pluck in the second."""
    rules = oracle.check_rules("classic", {})
    while True:
        match = oracle.new_match(rules)
        record = {
            "format": "pluck-record/1",
            "game": "pluck",
            "preset": "classic",
            "rules": copy.deepcopy(oracle.PRESETS["classic"]),
            "seats": ["North", "East", "South"],
            "deals": [random_deal(rng, rules, match) for _ in range(2)],
        }
        if match["winners"] is None and record["deals"][1]["actions"][0]["type"] == "pluck":
            return record


TRUMP = ("deals", 0, "actions", 0)
LAST = ("deals", 1, "actions", -1)
PLUCK = ("deals", 1, "actions", 0)


def _deck(make):
    def change(record):
        record["deals"][0]["deck"] = make(record["deals"][0]["deck"])

    return change


def _illegal_first(record):
    """Against the rules in the first deal and no record in the last: the whole file is first."""
    record["deals"][0]["actions"][1]["card"] = "BJ"
    record["deals"][1]["actions"][-1]["colour"] = "red"


TOP = {
    "pinochle key at the top": put("turn_up", "9S"),
    "unknown preset": put("preset", "casino"),
    "preset with a capital": put("preset", "Classic"),
    "preset with an underscore": put("preset", "full_deck"),
    "preset of the other game": put("preset", "pinochle"),
    "too few names": put("seats", ["North", "East"]),
    "too many names": put("seats", ["North", "East", "South", "West"]),
    "seats is a number": put("seats", 3),
    "seats is a string": put("seats", "NES"),
    "seats is an object": put("seats", {"0": "North", "1": "East", "2": "South"}),
    "other preset than the deck": both(drop("rules"), put("preset", "full-deck")),
    "other preset than the seats": both(drop("rules"), put("preset", "partners")),
}

RULES = {
    "rules is a list": put("rules", []),
    "rules is a string": put("rules", "classic"),
    "rules is null": put("rules", None),
    "rules is false": put("rules", False),
    "unknown rule": put("rules", "no_trump", True),
    "misspelt rule": rename(("rules",), "jokers_locked", "joker_locked"),
    "rule of the other game": put("rules", "double_pinochle", False),
    "two seats": put("rules", "seats", 2),
    "five seats": put("rules", "seats", 5),
    "no seats": put("rules", "seats", 0),
    "seats as text": put("rules", "seats", "3"),
    "seats as a float": put("rules", "seats", 3.0),
    "seats null": put("rules", "seats", None),
    "four seats, all else three-handed": put("rules", "seats", 4),
    "deck as a number": put("rules", "deck", 51),
    "unknown deck": put("rules", "deck", "53"),
    "deck of the other game": put("rules", "deck", "48"),
    "deck as a list of cards": put("rules", "deck", ["2C"]),
    "deck null": put("rules", "deck", None),
    "deck for four": put("rules", "deck", "52"),
    "deck with jokers for four": put("rules", "deck", "52j"),
    "54 cards and quotas of 17": put("rules", "deck", "54"),
    "quotas too low": put("rules", "quotas", [7, 6, 3]),
    "quotas too high": put("rules", "quotas", [7, 6, 5]),
    "two quotas": put("rules", "quotas", [10, 7]),
    "four quotas": put("rules", "quotas", [7, 6, 3, 1]),
    "no quotas": put("rules", "quotas", []),
    "a quota of nothing": put("rules", "quotas", [11, 6, 0]),
    "a negative quota": put("rules", "quotas", [12, 6, -1]),
    "quotas as text": put("rules", "quotas", "764"),
    "a quota as text": put("rules", "quotas", ["7", 6, 4]),
    "a quota as a float": put("rules", "quotas", [7.0, 6, 4]),
    "a quota of half a trick": put("rules", "quotas", [7.5, 5.5, 4]),
    "a quota that is true": put("rules", "quotas", [10, 6, True]),
    "a quota that is null": put("rules", "quotas", [None, 13, 4]),
    "quotas as an object": put("rules", "quotas", {"dealer": 7, "left": 6, "right": 4}),
    "huge quotas": put("rules", "quotas", [10**30, 17 - 2 * 10**30, 10**30]),
    "unknown first dealer": put("rules", "first_dealer", "low_card"),
    "first dealer as a seat": put("rules", "first_dealer", 0),
    "unknown trump call": put("rules", "trump_call", "never"),
    "trump call is a list": put("rules", "trump_call", ["after_plucks"]),
    "jokers locked as a number": put("rules", "jokers_locked", 1),
    "jokers unlocked as a number": put("rules", "jokers_locked", 0),
    "jokers locked as text": put("rules", "jokers_locked", "true"),
    "jokers locked null": put("rules", "jokers_locked", None),
    "caller leads three-handed": put("rules", "opening_lead", "caller"),
    "unknown opening lead": put("rules", "opening_lead", "dealer"),
    "unknown boston": put("rules", "boston", "triple"),
    "boston as a truth": put("rules", "boston", True),
    "boston null": put("rules", "boston", None),
    "unknown zero books": put("rules", "zero_books", "some"),
    "zero books as a truth": put("rules", "zero_books", False),
    "match as text": put("rules", "match", "points"),
    "match as a number": put("rules", "match", 20),
    "match as a list": put("rules", "match", ["points", 20]),
    "match null": put("rules", "match", None),
    "match empty": put("rules", "match", {}),
    "match without kind": drop(*MATCH, "kind"),
    "match without target": drop(*MATCH, "target"),
    "points with a count": put("rules", "match", {"kind": "points", "count": 20}),
    "points with a count too": put(*MATCH, "count", 2),
    "rounds with a target": put("rules", "match", {"kind": "rounds", "target": 2}),
    "rounds without count": put("rules", "match", {"kind": "rounds"}),
    "match of the other game": put("rules", "match", {"kind": "deal"}),
    "unknown kind of match": put("rules", "match", {"kind": "time", "target": 60}),
    "kind is a list": put(*MATCH, "kind", ["points"]),
    "kind is null": put(*MATCH, "kind", None),
    "unknown key in match": put(*MATCH, "limit", 5),
    "target of nothing": put(*MATCH, "target", 0),
    "negative target": put(*MATCH, "target", -20),
    "target as text": put(*MATCH, "target", "20"),
    "target as a float": put(*MATCH, "target", 20.0),
    "target with an exponent": literal(*MATCH, "target", "2e1"),
    "huge exponent": literal(*MATCH, "target", "1e999"),
    "target that is true": put(*MATCH, "target", True),
    "target null": put(*MATCH, "target", None),
    "rounds of nothing": put("rules", "match", {"kind": "rounds", "count": 0}),
    "count that is true": put("rules", "match", {"kind": "rounds", "count": True}),
    "count as a float": put("rules", "match", {"kind": "rounds", "count": 2.0}),
}

PARTNERS = {
    "seats": 4,
    "deck": "52",
    "quotas": [8, 5],
    "opening_lead": "caller",
}


def _no_deals(preset, seats, rules):
    """A record of no deals, so that the rules alone are at fault."""
    return lambda record: to_bytes(
        {
            "format": "pluck-record/1",
            "game": "pluck",
            "preset": preset,
            "rules": rules,
            "seats": ["North", "East", "South", "West"][:seats],
            "deals": [],
        }
    )


MISFITS = {
    "partners: jokers locked without jokers": _no_deals("partners", 4, {"jokers_locked": True}),
    "partners: three quotas": _no_deals("partners", 4, {"quotas": [7, 4, 2]}),
    "partners: quotas of 12": _no_deals("partners", 4, {"quotas": [8, 4]}),
    "partners: quotas of 14": _no_deals("partners", 4, {"quotas": [8, 6]}),
    "partners: all thirteen": _no_deals("partners", 4, {"quotas": [13, 0]}),
    "partners: 51 cards": _no_deals("partners", 4, {"deck": "51"}),
    "partners: 54 cards": _no_deals("partners", 4, {"deck": "54"}),
    "partners: three seats": _no_deals("partners", 3, {"seats": 3}),
    "partners: caller leads, three seats": _no_deals(
        "partners", 3, {"seats": 3, "deck": "51", "quotas": [7, 6, 4]}
    ),
    "classic: 54 cards and 7/6/4": _no_deals("classic", 3, {"deck": "54"}),
    "full-deck: 51 cards and 7/6/5": _no_deals("full-deck", 3, {"deck": "51"}),
    "full-deck: quotas of 17": _no_deals("full-deck", 3, {"quotas": [7, 6, 4]}),
    "house: 52 cards": _no_deals("house", 3, {"deck": "52"}),
    "house: four seats keep the lock": _no_deals("house", 4, PARTNERS),
    "rounds: target": _no_deals("rounds", 3, {"match": {"kind": "rounds", "target": 20}}),
    "race: half a match": _no_deals("race", 3, {"match": {"target": 5}}),
}

DEALS = {
    "a deal is null": put("deals", 0, None),
    "a deal is a list": put("deals", 0, []),
    "a deal is empty": put("deals", 0, {}),
    "dealer is missing": drop("deals", 0, "dealer"),
    "deck is missing": drop("deals", 0, "deck"),
    "actions are missing": drop("deals", 1, "actions"),
    "unknown key of a deal": put("deals", 0, "caller", 0),
    "seed": put("deals", 0, "seed", "00"),
    "commitment": put("deals", 0, "commitment", "00" * 32),
    "seed and commitment": both(
        put("deals", 0, "seed", "ab" * 32), put("deals", 0, "commitment", "cd" * 32)
    ),
    "seed of the last deal": put("deals", -1, "seed", "00"),
    "seed is null": put("deals", 0, "seed", None),
    "dealer beyond the table": put("deals", 0, "dealer", 3),
    "negative dealer": put("deals", 0, "dealer", -1),
    "dealer as text": put("deals", 0, "dealer", "1"),
    "dealer as a name": put("deals", 0, "dealer", "North"),
    "dealer is true": put("deals", 0, "dealer", True),
    "dealer as a float": put("deals", 0, "dealer", 1.0),
    "dealer null": put("deals", 0, "dealer", None),
    "dealer huge": put("deals", 0, "dealer", 10**40),
    "dealer of 5000 digits": literal("deals", 0, "dealer", "1" + "0" * 5000),
    "card missing from the deck": _deck(lambda deck: deck[:-1]),
    "one card twice": _deck(lambda deck: [*deck[:-1], deck[0]]),
    "one card more, twice": _deck(lambda deck: [*deck, deck[0]]),
    "a two that is not in the pack": _deck(
        lambda deck: ["2H" if card == "2C" else card for card in deck]
    ),
    "54 cards": _deck(lambda deck: [*deck, "2H", "2D", "2S"]),
    "52 cards without jokers": _deck(lambda deck: list(oracle.PLAIN_52)),
    "an empty deck": _deck(lambda deck: []),
    "deck as one string": _deck(lambda deck: " ".join(deck)),
    "deck of the last deal short": lambda record: record["deals"][1]["deck"].pop() and None,
    "deck as an object": _deck(lambda deck: dict.fromkeys(deck, 1)),
    "deck is null": _deck(lambda deck: None),
    "a card in small letters": _deck(lambda deck: [deck[0].lower(), *deck[1:]]),
    "a ten as 10": _deck(lambda deck: ["10S" if card == "TS" else card for card in deck]),
    "suit before rank": _deck(lambda deck: [deck[0][::-1], *deck[1:]]),
    "a card with a sign": _deck(lambda deck: ["Q♠" if card == "QS" else card for card in deck]),
    "a card with a space": _deck(lambda deck: [deck[0] + " ", *deck[1:]]),
    "a card that is a number": _deck(lambda deck: [7, *deck[1:]]),
    "a card that is null": _deck(lambda deck: [None, *deck[1:]]),
    "a card that is a list": _deck(lambda deck: [["Q", "S"], *deck[1:]]),
    "a lone surrogate in the deck": _deck(lambda deck: ["\ud83c", *deck[1:]]),
    "actions is an object": put("deals", 0, "actions", {}),
    "actions is a string": put("deals", 0, "actions", "t.S p.2C"),
    "actions is null": put("deals", 0, "actions", None),
}

ACTIONS = {
    "an action is null": put("deals", 0, "actions", 1, None),
    "an action is text": put("deals", 0, "actions", 1, "p.2C"),
    "an action is a list": put("deals", 0, "actions", 1, [0, "play", "2C"]),
    "an action is empty": put("deals", 0, "actions", 1, {}),
    "seat of an action is missing": drop(*PLAY, "seat"),
    "type of an action is missing": drop(*PLAY, "type"),
    "card of a play is missing": drop(*PLAY, "card"),
    "suit of the trump is missing": drop(*TRUMP, "suit"),
    "card of a pluck is missing": drop(*PLUCK, "card"),
    "target of a pluck is missing": drop(*PLUCK, "target"),
    "unknown key of an action": put(*PLAY, "note", "!?"),
    "unknown key of the last action": put(*LAST, "note", "!?"),
    "returned card written": put(*PLUCK, "returned", "AS"),
    "a play with a target": put(*PLAY, "target", 1),
    "trump with a card": put(*TRUMP, "card", "2C"),
    "unknown type": put(*PLAY, "type", "pass"),
    "type in capitals": put(*PLAY, "type", "PLAY"),
    "type is null": put(*PLAY, "type", None),
    "type is a number": put(*PLAY, "type", 1),
    "type is a list": put(*PLAY, "type", ["play"]),
    "meld": put("deals", 0, "actions", 1, {"seat": 0, "type": "meld", "cards": ["QS", "JD"]}),
    "empty meld": put("deals", 0, "actions", 1, {"seat": 0, "type": "meld", "cards": []}),
    "dix": put("deals", 0, "actions", 1, {"seat": 0, "type": "dix", "exchange": True}),
    "seat beyond the table": put(*PLAY, "seat", 3),
    "negative seat": put(*PLAY, "seat", -1),
    "seat as text": put(*PLAY, "seat", "0"),
    "seat is false": put(*PLAY, "seat", False),
    "seat is true": put(*PLAY, "seat", True),
    "seat as a float": put(*PLAY, "seat", 0.0),
    "seat as minus nothing point nothing": literal(*PLAY, "seat", "-0.0"),
    "seat null": put(*PLAY, "seat", None),
    "seat huge": put(*PLAY, "seat", 2**64),
    "seat of 5000 digits": literal(*PLAY, "seat", "9" * 5000),
    "target beyond the table": put(*PLUCK, "target", 3),
    "negative target seat": put(*PLUCK, "target", -1),
    "target is true": put(*PLUCK, "target", True),
    "target as a float seat": put(*PLUCK, "target", 1.0),
    "target as text seat": put(*PLUCK, "target", "1"),
    "target null seat": put(*PLUCK, "target", None),
    "card outside its kind": put(*PLAY, "card", "1S"),
    "card empty": put(*PLAY, "card", ""),
    "card of one letter": put(*PLAY, "card", "2"),
    "card of three letters": put(*PLAY, "card", "2C2"),
    "card in small letters": put(*PLAY, "card", "2c"),
    "joker by another name": put(*PLAY, "card", "JK"),
    "card null": put(*PLAY, "card", None),
    "card as a number": put(*PLAY, "card", 2),
    "card as a list": put(*PLAY, "card", ["2C"]),
    "card as an object": put(*PLAY, "card", {"rank": "2", "suit": "C"}),
    "card is a lone surrogate": put(*PLAY, "card", "\udfff"),
    "card in full width": put(*PLAY, "card", "２Ｃ"),
    "card with a zero byte": put(*PLAY, "card", "2C\x00"),
    "suit outside its kind": put(*TRUMP, "suit", "N"),
    "suit in small letters": put(*TRUMP, "suit", "s"),
    "suit as a sign": put(*TRUMP, "suit", "♠"),
    "suit as a joker": put(*TRUMP, "suit", "BJ"),
    "suit empty": put(*TRUMP, "suit", ""),
    "suit of two letters": put(*TRUMP, "suit", "CD"),
    "suit null": put(*TRUMP, "suit", None),
    "suit as a number": put(*TRUMP, "suit", 3),
    "suit of a pluck outside its kind": put(*PLUCK, "suit", "X"),
    "suit of a pluck as a list": put(*PLUCK, "suit", ["S"]),
    "unknown key is a lone surrogate": put(*PLAY, "\ud800", 1),
    "illegal early and no record late": _illegal_first,
}

# Here the status is a matter of reading; whatever it is, there is a reason and no traceback.
DOUBTFUL = {
    "a name that is a lone surrogate": put("seats", 0, "\ud800"),
    "an empty name": put("seats", 0, ""),
    "the same name twice": put("seats", 0, "East"),
    "a name with a line break": put("seats", 0, "No\nrth"),
    "no deals": put("deals", []),
    "a key twice": swap('"game": "pluck"', '"game": "pluck", "game": "pluck"'),
    "a byte order mark": lambda record: b"\xef\xbb\xbf" + to_bytes(record),
    "UTF-16": lambda record: json.dumps(record).encode("utf-16"),
    "an enormous target": put(*MATCH, "target", 10**30),
    "at without a zone": put(*PLAY, "at", "2024-01-01T00:00:00"),
    "at in another zone": put(*PLAY, "at", "2024-01-01T02:00:00+02:00"),
    "at without a time": put(*PLAY, "at", "2024-01-01"),
    "at with a space": put(*PLAY, "at", "2024-01-01 00:00:00Z"),
    "at is null": put(*PLAY, "at", None),
    "by is null": put(*PLAY, "by", None),
    "suit of a pluck is null": put(*PLUCK, "suit", None),
    "a play with a suit": put(*PLAY, "suit", "C"),
    "minus nought as a seat": literal(*PLAY, "seat", "-0"),
    "a card of another pack played": put(*PLAY, "card", "2H"),
}

MALFORMED = {
    **ANY_GAME,
    **TOP,
    **RULES,
    **MISFITS,
    **DEALS,
    **ACTIONS,
}
MALFORMED_NAMES = sorted(MALFORMED)
DOUBTFUL_NAMES = sorted(DOUBTFUL)
