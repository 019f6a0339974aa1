"""A second, naive Pluck: the rule book once more, in plain dicts and strings.

It knows nothing of the engine and shares no code with it, so that agreement between the two means
something. `replay` takes a parsed record and returns what `python -m bot replay --json` must print.
The section numbers are those of the rule book.
"""

import json
import re
from datetime import datetime

SUITS = "CDHS"
RANKS = "23456789TJQKA"
JOKERS = ["LJ", "BJ"]
PLAIN_52 = [rank + suit for suit in SUITS for rank in RANKS]

# Section 2 "Deck" and section 3: what is in each pack.
PACKS = {
    "51": [card for card in PLAIN_52 if card not in ("2H", "2D", "2S")] + JOKERS,
    "54": PLAIN_52 + JOKERS,
    "52": PLAIN_52,
    "52j": [card for card in PLAIN_52 if card not in ("2H", "2D")] + JOKERS,
}

# Section 4.
PRESETS = {
    "classic": {
        "seats": 3,
        "deck": "51",
        "quotas": [7, 6, 4],
        "first_dealer": "high_card",
        "trump_call": "after_plucks",
        "jokers_locked": False,
        "opening_lead": "two_of_clubs",
        "match": {"kind": "points", "target": 20},
    },
    "race": {
        "seats": 3,
        "deck": "51",
        "quotas": [7, 6, 4],
        "first_dealer": "high_card",
        "trump_call": "after_plucks",
        "jokers_locked": False,
        "opening_lead": "two_of_clubs",
        "match": {"kind": "points", "target": 10},
    },
    "rounds": {
        "seats": 3,
        "deck": "51",
        "quotas": [7, 6, 4],
        "first_dealer": "high_card",
        "trump_call": "after_plucks",
        "jokers_locked": False,
        "opening_lead": "two_of_clubs",
        "match": {"kind": "rounds", "count": 2},
    },
    "house": {
        "seats": 3,
        "deck": "51",
        "quotas": [7, 6, 4],
        "first_dealer": "first_jack",
        "trump_call": "before_plucks",
        "jokers_locked": True,
        "opening_lead": "two_of_clubs",
        "match": {"kind": "points", "target": 20},
    },
    "full-deck": {
        "seats": 3,
        "deck": "54",
        "quotas": [7, 6, 5],
        "first_dealer": "first_jack",
        "trump_call": "before_plucks",
        "jokers_locked": True,
        "opening_lead": "two_of_clubs",
        "match": {"kind": "points", "target": 20},
    },
    "partners": {
        "seats": 4,
        "deck": "52",
        "quotas": [8, 5],
        "first_dealer": "high_card",
        "trump_call": "after_plucks",
        "jokers_locked": False,
        "opening_lead": "caller",
        "match": {"kind": "points", "target": 10},
    },
}

CHOICES = {
    "seats": [3, 4],
    "deck": ["51", "54", "52", "52j"],
    "first_dealer": ["high_card", "first_jack"],
    "trump_call": ["after_plucks", "before_plucks"],
    "jokers_locked": [False, True],
    "opening_lead": ["two_of_clubs", "caller"],
    "boston": ["announce", "double", "win"],
    "zero_books": ["none", "mercy"],
}

MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|\+00:00)")


class Malformed(Exception):
    """No record at all: exit status 2."""


class Illegal(Exception):
    """A well-formed record that breaks a rule: exit status 1."""

    def __init__(self, deal, action, reason):
        where = f"deal {deal}" if action is None else f"deal {deal} action {action}"
        super().__init__(f"{where}: {reason}")
        self.deal = deal
        self.action = action
        self.reason = reason


# ---------------------------------------------------------------- is it a record at all?


def read(data):
    """Turn the bytes of a file into a dict, or raise Malformed."""
    record = read_json(data)
    check(record)
    return record


def read_json(data):
    """Whatever JSON says, or Malformed."""
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error


def _no_constant(word):
    raise Malformed(f"{word} is not JSON")


def need(condition, reason):
    if not condition:
        raise Malformed(reason)


def is_int(value):
    return type(value) is int


def is_text(value):
    return type(value) is str


def check(record):
    """Check the whole file before the first deal is played; return the full rules."""
    check_frame(record, "pluck", PRESETS)
    rules = check_rules(record["preset"], record.get("rules", {}))
    check_names(record["seats"], rules["seats"])
    need(type(record["deals"]) is list, "deals is a list")
    for deal in record["deals"]:
        check_deal(rules, deal)
    return rules


def check_frame(record, game, presets):
    """Check the keys of the record itself, and whose rules it names: the same for every game."""
    need(type(record) is dict, "not an object")
    for key in ("format", "game", "preset", "seats", "deals"):
        need(key in record, f"{key} is missing")
    for key in record:
        need(key in ("format", "game", "preset", "seats", "deals", "rules"), f"unknown key {key!a}")
    need(record["format"] == "pluck-record/1", "unknown format")
    need(record["game"] == game, "not this game")
    need(is_text(record["preset"]) and record["preset"] in presets, "unknown preset")


def check_names(names, seats):
    need(type(names) is list and all(is_text(name) for name in names), "seats are names")
    need(len(names) == seats, "as many names as seats")


def check_rules(preset, changes):
    """The preset with the changes made, if that fits together."""
    need(type(changes) is dict, "rules is an object")
    rules = {**PRESETS[preset], "boston": "announce", "zero_books": "none"}
    for key, value in changes.items():
        need(key in rules, f"unknown rule {key!a}")
        rules[key] = value
    for key, choices in CHOICES.items():
        value = rules[key]
        need(any(type(value) is type(c) and value == c for c in choices), f"{key}: no such choice")
    quotas = rules["quotas"]
    need(type(quotas) is list and all(is_int(quota) for quota in quotas), "quotas are numbers")
    match = rules["match"]
    need(type(match) is dict, "match is an object")
    number = {"points": "target", "rounds": "count"}
    need(is_text(match.get("kind")) and match["kind"] in number, "no such kind of match")
    need(set(match) == {"kind", number[match["kind"]]}, "match has the wrong keys")
    need(is_int(match[number[match["kind"]]]), "match wants a number")
    need(match[number[match["kind"]]] >= 1, "match wants a positive number")
    # What does not fit together (sections 2, 3 and 4).
    decks = {3: ["51", "54"], 4: ["52", "52j"]}
    need(rules["deck"] in decks[rules["seats"]], "this deck is not for so many seats")
    need(len(quotas) == {3: 3, 4: 2}[rules["seats"]], "wrong number of quotas")
    need(min(quotas) >= 1, "each quota is at least 1")
    need(sum(quotas) == len(PACKS[rules["deck"]]) // rules["seats"], "quotas do not add up")
    if rules["jokers_locked"]:
        need(rules["deck"] != "52", "jokers locked without jokers")
    if rules["opening_lead"] == "caller":
        need(rules["seats"] == 4, "three-handed the two of clubs leads")
    return rules


def check_deal(rules, deal):
    need(type(deal) is dict, "a deal is an object")
    need(set(deal) == {"dealer", "deck", "actions"}, "a deal has a missing or unknown key")
    check_seat(rules, deal["dealer"])
    need(type(deal["deck"]) is list, "deck is a list")
    for card in deal["deck"]:
        check_card(card)
    need(sorted(deal["deck"]) == sorted(PACKS[rules["deck"]]), "not this pack")
    need(type(deal["actions"]) is list, "actions is a list")
    for action in deal["actions"]:
        check_action(rules, action)


def check_seat(rules, seat):
    need(is_int(seat) and 0 <= seat < rules["seats"], "no such seat")


def check_card(card):
    need(is_text(card) and card in PLAIN_52 + JOKERS, "no such card")


def check_suit(suit):
    need(is_text(suit) and suit in ("C", "D", "H", "S"), "no such suit")


def check_action(rules, action):
    need(type(action) is dict, "an action is an object")
    wanted = {"pluck": ["card", "target"], "trump": ["suit"], "play": ["card"]}
    kind = action.get("type")
    need(is_text(kind) and kind in wanted, "no such action in Pluck")
    for key in ["seat", *wanted[kind]]:
        need(key in action, f"{key} is missing")
    for key in action:
        allowed = ["seat", "type", "at", "by", *wanted[kind]]
        if kind == "pluck":
            allowed.append("suit")
        need(key in allowed, f"unknown key {key!a}")
    check_seat(rules, action["seat"])
    if "card" in action:
        check_card(action["card"])
    if "suit" in action:
        check_suit(action["suit"])
    if "target" in action:
        check_seat(rules, action["target"])
    check_notes(action)


def check_notes(action):
    """When and by whom: the optional keys of any action."""
    if "by" in action:
        need(action["by"] in ("player", "ai", "timeout"), "by whom?")
    if "at" in action:
        need(is_text(action["at"]) and MOMENT.fullmatch(action["at"]), "at is no moment")
        try:
            datetime.fromisoformat(action["at"])
        except ValueError as error:
            raise Malformed("at is no date") from error


# ---------------------------------------------------------------- the match


def side_of(rules, seat):
    """Three-handed every seat is a side; four-handed 0 and 2 play against 1 and 3."""
    return seat if rules["seats"] == 3 else seat % 2


def sides(rules):
    return 3 if rules["seats"] == 3 else 2


def new_match(rules):
    return {
        "score": [0] * sides(rules),
        "winners": None,
        "deals": 0,
        "dealer": None,
        "caller": None,
        "rights": [0] * sides(rules),
        "vulnerable": [0] * sides(rules),
        "no_books": [],
    }


def hands_of(rules, match, dealer, deck):
    """Section 2 "Deal": one card at a time, clockwise from the dealer's left.

    Under first_jack the opening deal starts at seat 0.
    """
    first = (dealer + 1) % rules["seats"]
    if match["deals"] == 0 and rules["first_dealer"] == "first_jack":
        first = 0
    hands = [[] for _ in range(rules["seats"])]
    for i, card in enumerate(deck):
        hands[(first + i) % rules["seats"]].append(card)
    return hands


def due_dealer(rules, match, deck):
    """Who must deal now; None if it may be anybody."""
    if match["deals"] > 0:
        return (match["dealer"] + 1) % rules["seats"]
    if rules["first_dealer"] == "high_card":
        return None  # the draw is not recorded
    for i, card in enumerate(deck):
        if card[0] == "J":
            return i % rules["seats"]
    raise AssertionError("a pack without a Jack")


def new_deal(rules, match, dealer, deck):
    hands = hands_of(rules, match, dealer, deck)
    if rules["seats"] == 3:
        caller = dealer
    elif match["deals"] == 0:
        caller = next(seat for seat in range(4) if "2C" in hands[seat])
    else:
        caller = (match["caller"] + 1) % 4
    deal = {
        "dealer": dealer,
        "caller": caller,
        "hands": hands,
        "trump": None,
        "rights": list(match["rights"]),
        "vulnerable": list(match["vulnerable"]),
        "no_books": list(match["no_books"]),
        "plucks": [],
        "last_plucker": None,
        "phase": None,
        "broken": False,
        "trick": [],
        "turn": None,
        "tricks": [0] * rules["seats"],
    }
    deal["phase"] = "trump" if rules["trump_call"] == "before_plucks" else "pluck"
    move_on(rules, deal)
    return deal


def move_on(rules, deal):
    """Leave the plucking when nobody can pluck any more; then trump is due, or the first lead."""
    if deal["phase"] == "pluck" and not pluckers(rules, deal):
        deal["phase"] = "trump" if rules["trump_call"] == "after_plucks" else "play"
    if deal["phase"] == "play" and deal["turn"] is None:
        if rules["opening_lead"] == "caller":
            deal["turn"] = deal["caller"]
        else:
            deal["turn"] = next(s for s in range(rules["seats"]) if "2C" in deal["hands"][s])


# ---------------------------------------------------------------- plucks


def offerable(rules, deal, seat):
    """Cards a plucker may give: no joker, and under before_plucks no trump."""
    return [
        card
        for card in deal["hands"][seat]
        if card not in JOKERS
        and not (rules["trump_call"] == "before_plucks" and card[1] == deal["trump"])
    ]


def pluckers(rules, deal):
    """The seats of which one is to pluck now."""
    able = [
        seat
        for seat in range(rules["seats"])
        if deal["rights"][side_of(rules, seat)] > 0 and offerable(rules, deal, seat)
    ]
    if rules["seats"] == 4 or len(able) < 2:
        return able  # section 3: either partner, whoever acts first
    if deal["last_plucker"] is not None:
        return [seat for seat in able if seat != deal["last_plucker"]]  # they alternate
    most = max(deal["rights"][seat] for seat in able)
    for step in range(3):  # equal rights: the dealer first, then clockwise
        seat = (deal["dealer"] + step) % 3
        if seat in able and deal["rights"][seat] == most:
            return [seat]
    raise AssertionError("nobody has most rights")


def highest(cards, suit):
    """The highest card of a suit, jokers not counted; None if there is none."""
    found = [card for card in cards if card not in JOKERS and card[1] == suit]
    return max(found, key=lambda card: RANKS.index(card[0])) if found else None


def returned_card(target_hand, card, suit=None):
    """What the target gives back: None if nothing changes hands (mercy only)."""
    if suit is not None:  # "No books": as its hand stood before
        return highest(target_hand, suit)
    return highest([*target_hand, card], card[1])


def is_mercy(rules, deal, target):
    return rules["zero_books"] == "mercy" and side_of(rules, target) in deal["no_books"]


# ---------------------------------------------------------------- play


def suit_of(card, trump):
    """From the call of trump on both jokers are trump for every purpose."""
    return trump if card in JOKERS else card[1]


def playable(hand, trump, broken, led, jokers_locked):
    """The cards of a hand that may be played; led is the first card of the trick or None."""
    plain = [card for card in hand if suit_of(card, trump) != trump]
    if led is None:
        cards = hand if broken or not plain else plain
    else:
        same = [card for card in hand if suit_of(card, trump) == suit_of(led, trump)]
        if same:
            return same
        cards = hand
    if jokers_locked and not broken:
        without = [card for card in cards if card not in JOKERS]
        return without or cards
    return cards


def power(card, trump, led):
    """How high a card counts in this trick."""
    order = [rank + suit_of(led, trump) for rank in RANKS]
    if suit_of(led, trump) != trump:
        order += [rank + trump for rank in RANKS]
    order += JOKERS
    return order.index(card) if card in order else -1


def best_of(cards, trump):
    """The index of the card that wins the trick."""
    powers = [power(card, trump, cards[0]) for card in cards]
    return powers.index(max(powers))


# ---------------------------------------------------------------- what may be done, and doing it


def legal(rules, deal):
    """Every action that may be done now."""
    if deal["phase"] == "trump":
        return [{"seat": deal["caller"], "type": "trump", "suit": suit} for suit in SUITS]
    if deal["phase"] == "pluck":
        acts = []
        for seat in pluckers(rules, deal):
            for target in range(rules["seats"]):
                side = side_of(rules, target)
                if side == side_of(rules, seat) or deal["vulnerable"][side] == 0:
                    continue
                for card in offerable(rules, deal, seat):
                    act = {"seat": seat, "type": "pluck", "card": card, "target": target}
                    if not is_mercy(rules, deal, target):
                        acts.append(act)
                        continue
                    for suit in SUITS:
                        if rules["trump_call"] == "before_plucks" and suit == deal["trump"]:
                            continue
                        acts.append({**act, "suit": suit})
        return acts
    if deal["phase"] == "play":
        seat = deal["turn"]
        hand = deal["hands"][seat]
        first = not deal["trick"] and sum(deal["tricks"]) == 0
        if first and rules["opening_lead"] == "two_of_clubs":
            cards = ["2C"]
        else:
            led = deal["trick"][0][1] if deal["trick"] else None
            cards = playable(hand, deal["trump"], deal["broken"], led, rules["jokers_locked"])
        return [{"seat": seat, "type": "play", "card": card} for card in cards]
    return []


def act(rules, deal, action):
    """Do a legal action."""
    seat = action["seat"]
    if action["type"] == "trump":
        deal["trump"] = action["suit"]
        deal["phase"] = "pluck" if rules["trump_call"] == "before_plucks" else "play"
    elif action["type"] == "pluck":
        target = action["target"]
        card = action["card"]
        back = returned_card(deal["hands"][target], card, action.get("suit"))
        if back is not None:
            deal["hands"][seat].remove(card)
            deal["hands"][target].append(card)
            deal["hands"][target].remove(back)
            deal["hands"][seat].append(back)
        deal["plucks"].append([seat, target, card, card if back is None else back])
        deal["rights"][side_of(rules, seat)] -= 1
        deal["vulnerable"][side_of(rules, target)] -= 1
        deal["last_plucker"] = seat
    else:
        deal["hands"][seat].remove(action["card"])
        deal["trick"].append((seat, action["card"]))
        if suit_of(action["card"], deal["trump"]) == deal["trump"]:
            deal["broken"] = True
        deal["turn"] = (seat + 1) % rules["seats"]
        if len(deal["trick"]) == rules["seats"]:
            winner = deal["trick"][best_of([card for _, card in deal["trick"]], deal["trump"])][0]
            deal["tricks"][winner] += 1
            deal["turn"] = winner
            deal["trick"] = []
            if not deal["hands"][winner]:
                deal["phase"] = "over"
    move_on(rules, deal)


# ---------------------------------------------------------------- the end of a deal


def tricks_by_side(rules, tricks):
    return list(tricks) if rules["seats"] == 3 else [tricks[0] + tricks[2], tricks[1] + tricks[3]]


def quotas_by_side(rules, dealer, caller):
    quotas = [0] * sides(rules)
    if rules["seats"] == 3:
        for step in range(3):
            quotas[(dealer + step) % 3] = rules["quotas"][step]
    else:
        quotas[caller % 2] = rules["quotas"][0]
        quotas[1 - caller % 2] = rules["quotas"][1]
    return quotas


def finish(rules, match, deal):
    """Count a deal that is over; return its balance."""
    won = tricks_by_side(rules, deal["tricks"])
    quotas = quotas_by_side(rules, deal["dealer"], deal["caller"])
    balance = [w - q for w, q in zip(won, quotas, strict=True)]
    boston = None
    for side, count in enumerate(won):
        if count == sum(won):
            boston = side
    for side, over in enumerate(balance):
        points = max(over, 0)
        if boston is not None and rules["boston"] == "double":
            points *= 2
        match["score"][side] += points
        match["rights"][side] = max(over, 0)
        match["vulnerable"][side] = max(-over, 0)
    match["no_books"] = [side for side, count in enumerate(won) if count == 0]
    match["deals"] += 1
    match["dealer"] = deal["dealer"]
    match["caller"] = deal["caller"]
    score = match["score"]
    leaders = [side for side in range(sides(rules)) if score[side] == max(score)]
    if boston is not None and rules["boston"] == "win":
        match["winners"] = [boston]
    elif rules["match"]["kind"] == "points":
        if max(score) >= rules["match"]["target"] and len(leaders) == 1:
            match["winners"] = leaders
    elif match["deals"] == rules["match"]["count"] * rules["seats"]:
        match["winners"] = leaders
    return balance


def replay(record):
    """What the command prints for a record; raises Malformed or Illegal."""
    rules = check(record)
    match = new_match(rules)
    reports = []
    last = len(record["deals"])
    for number, written in enumerate(record["deals"], start=1):
        if match["winners"] is not None:
            raise Illegal(number, None, "the match was over")
        due = due_dealer(rules, match, written["deck"])
        if due is not None and written["dealer"] != due:
            raise Illegal(number, None, "not the dealer's turn to deal")
        deal = new_deal(rules, match, written["dealer"], written["deck"])
        for index, action in enumerate(written["actions"]):
            bare = {key: value for key, value in action.items() if key not in ("at", "by")}
            if bare not in legal(rules, deal):
                raise Illegal(number, index, "not allowed")
            act(rules, deal, bare)
        complete = deal["phase"] == "over"
        report = {
            "complete": complete,
            "tricks": deal["tricks"],
            "trump": deal["trump"],
            "caller": deal["caller"],
            "plucks": deal["plucks"],
        }
        if complete:
            report["balance"] = finish(rules, match, deal)
        elif number < last:
            raise Illegal(number, None, "unfinished")
        report["score"] = list(match["score"])
        reports.append(report)
    return {"deals": reports, "score": list(match["score"]), "winners": match["winners"]}
