"""A second, naive Pinochle: section 5 of the rule book once more, in plain dicts and strings.

Like Pluck's oracle it knows nothing of the engine and shares no code with it. `replay` takes a
parsed record and returns what `python -m bot replay --json` must print.
"""

from tests.record import oracle
from tests.record.oracle import Illegal, check_seat, is_int, is_text, need

SUITS = "CDHS"
RANKS = "9JQKTA"
PACK = [rank + suit for suit in SUITS for rank in RANKS] * 2
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
RULES = {
    "seats": 2,
    "deck": "48",
    "double_pinochle": False,
    "match": {"kind": "points", "target": 1000},
}


# ---------------------------------------------------------------- is it a record at all?


def read(data):
    """Turn the bytes of a file into a dict, or raise Malformed."""
    record = oracle.read_json(data)
    check(record)
    return record


def check(record):
    """Check the whole file before the first deal is played; return the full rules."""
    oracle.check_frame(record, "pinochle", ["pinochle"])
    rules = check_rules(record.get("rules", {}))
    oracle.check_names(record["seats"], 2)
    need(type(record["deals"]) is list, "deals is a list")
    for deal in record["deals"]:
        check_deal(rules, deal)
    return rules


def check_rules(changes):
    """The one preset with the changes made."""
    need(type(changes) is dict, "rules is an object")
    need(set(changes) <= set(RULES), "unknown rule")
    rules = {**RULES, **changes}
    need(is_int(rules["seats"]) and rules["seats"] == 2, "Pinochle is for two")
    need(is_text(rules["deck"]) and rules["deck"] == "48", "Pinochle has 48 cards")
    need(type(rules["double_pinochle"]) is bool, "double_pinochle is true or false")
    match = rules["match"]
    need(type(match) is dict, "match is an object")
    if match.get("kind") == "deal":
        need(set(match) == {"kind"}, "a match of one deal has no number")
    else:
        need(match.get("kind") == "points", "no such kind of match")
        need(set(match) == {"kind", "target"}, "match has the wrong keys")
        need(is_int(match["target"]) and match["target"] >= 1, "target is a positive number")
    return rules


def check_deal(rules, deal):
    need(type(deal) is dict, "a deal is an object")
    need(set(deal) == {"dealer", "deck", "actions"}, "a deal has a missing or unknown key")
    check_seat(rules, deal["dealer"])
    need(type(deal["deck"]) is list, "deck is a list")
    for card in deal["deck"]:
        need(is_text(card), "a card is text")
    need(sorted(deal["deck"]) == sorted(PACK), "not this pack")
    need(type(deal["actions"]) is list, "actions is a list")
    for action in deal["actions"]:
        check_action(rules, action)


def check_action(rules, action):
    need(type(action) is dict, "an action is an object")
    wanted = {"play": "card", "meld": "cards", "dix": "exchange"}
    kind = action.get("type")
    need(is_text(kind) and kind in wanted, "no such action in Pinochle")
    own = wanted[kind]
    need({"seat", own} <= set(action), "a key is missing")
    need(set(action) <= {"seat", "type", own, "at", "by"}, "unknown key")
    check_seat(rules, action["seat"])
    oracle.check_notes(action)
    if kind == "dix":
        need(type(action["exchange"]) is bool, "exchange is true or false")
        return
    cards = [action["card"]] if kind == "play" else action["cards"]
    need(type(cards) is list, "cards is a list")
    for card in cards:
        oracle.check_card(card)


# ---------------------------------------------------------------- melds


def meld_of(cards, trump, double):
    """Name, class and points of the meld these cards are, or None."""
    named = sorted(cards)

    def are(*those):
        return named == sorted(those)

    if are(*[rank + trump for rank in "ATKQJ"]):
        return "run", "A", 150
    for suit in SUITS:
        if are("K" + suit, "Q" + suit):
            return ("royal-marriage", "A", 40) if suit == trump else ("marriage", "A", 20)
    for name, rank, points in (
        ("aces", "A", 100),
        ("kings", "K", 80),
        ("queens", "Q", 60),
        ("jacks", "J", 40),
    ):
        if are(*[rank + suit for suit in SUITS]):
            return name, "B", points
    if are("QS", "JD"):
        return "pinochle", "C", 40
    if double and are("QS", "JD", "QS", "JD"):
        return "double-pinochle", "C", 300
    return None


def copies_for(deal, seat, cards, family, points):
    """Which copies are laid: for each card named one that lies there, or None for one from the
    hand; and None for all of it where it cannot be laid.

    What lies on the table is in the order in which it was laid; each notes what it served in.
    """
    hand, table = list(deal["hands"][seat]), deal["table"][seat]
    chosen = []
    for card in cards:
        fit = [
            laid
            for laid in table
            if laid["card"] == card
            and laid["served"][family] < points
            and not any(laid is other for other in chosen)
        ]
        if fit:
            chosen.append(fit[0])
        elif card in hand:
            hand.remove(card)
            chosen.append(None)
        else:
            return None
    if None not in chosen:  # one new card at least: the first named that the hand has too
        for place, card in enumerate(cards):
            if card in hand:
                chosen[place] = None
                return chosen
        return None
    return chosen


# ---------------------------------------------------------------- a deal


def new_match():
    return {"score": [0, 0], "winners": None, "dealer": None}


def new_deal(dealer, deck):
    """Three at a time, non-dealer first; then the turn-up; the rest is the stock."""
    hands = [[], []]
    for packet in range(8):
        seat = 1 - dealer if packet % 2 == 0 else dealer
        hands[seat] += deck[3 * packet : 3 * packet + 3]
    deal = {
        "dealer": dealer,
        "hands": hands,
        "table": [[], []],
        "turn_up": deck[24],
        "trump": deck[24][1],
        "stock": deck[25:],
        "part": 1,
        "turn": 1 - dealer,
        "led": None,
        "winner": None,  # who may meld now
        "melds": [],
        "trick_points": [0, 0],
    }
    if deck[24][0] == "9":
        deal["melds"].append([dealer, "turned-nine", 10])
    return deal


def held(deal, seat):
    return deal["hands"][seat] + [laid["card"] for laid in deal["table"][seat]]


def over(deal):
    return deal["part"] == 2 and not deal["hands"][0] and not deal["hands"][1]


def height(card):
    return RANKS.index(card[0])


def playable(deal, seat):
    """The cards the seat may play now, by name."""
    cards = held(deal, seat)
    if deal["part"] == 1 or deal["led"] is None:
        return cards
    led = deal["led"]
    same = [card for card in cards if card[1] == led[1]]
    if same and led[1] == deal["trump"]:
        return [card for card in same if height(card) > height(led)] or same
    trumps = [card for card in cards if card[1] == deal["trump"]]
    return same or trumps or cards


def second_wins(led, second, trump):
    if second[1] == led[1]:
        return height(second) > height(led)
    return second[1] == trump


def allowed(rules, deal, action):
    """Whether this may be done now."""
    seat, trump = action["seat"], deal["trump"]
    if over(deal):
        return False
    if action["type"] == "play":
        if deal["winner"] is not None or seat != deal["turn"]:
            return False
        return action["card"] in playable(deal, seat)
    if seat != deal["winner"]:
        return False
    if action["type"] == "dix":
        if "9" + trump not in deal["hands"][seat]:
            return False
        return not action["exchange"] or deal["turn_up"][0] != "9"
    if action["cards"] == []:
        return True
    meld = meld_of(action["cards"], trump, rules["double_pinochle"])
    if meld is None:
        return False
    return copies_for(deal, seat, action["cards"], meld[1], meld[2]) is not None


def act(rules, deal, action):
    """Do what is allowed."""
    seat = action["seat"]
    if action["type"] == "play":
        play(deal, seat, action["card"])
    elif action["type"] == "dix":
        nine = "9" + deal["trump"]
        deal["hands"][seat].remove(nine)
        if action["exchange"]:
            deal["hands"][seat].append(deal["turn_up"])
            deal["turn_up"] = nine
            deal["melds"].append([seat, "dix-exchange", 10])
        else:
            lay(deal, seat, nine)
            deal["melds"].append([seat, "dix", 10])
    else:
        if action["cards"]:
            name, family, points = meld_of(action["cards"], deal["trump"], rules["double_pinochle"])
            chosen = copies_for(deal, seat, action["cards"], family, points)
            for card, laid in zip(action["cards"], chosen, strict=True):
                if laid is None:
                    deal["hands"][seat].remove(card)
                    laid = lay(deal, seat, card)
                laid["served"][family] = points
            deal["melds"].append([seat, name, points])
        draw(deal, seat)


def lay(deal, seat, card):
    laid = {"card": card, "served": {"A": 0, "B": 0, "C": 0}}
    deal["table"][seat].append(laid)
    return laid


def play(deal, seat, card):
    lying = [laid for laid in deal["table"][seat] if laid["card"] == card]
    if lying:  # first what lies on the table, first what was laid first
        places = [laid is lying[0] for laid in deal["table"][seat]]
        del deal["table"][seat][places.index(True)]
    else:
        deal["hands"][seat].remove(card)
    if deal["led"] is None:
        deal["led"] = card
        deal["turn"] = 1 - seat
        return
    led, deal["led"] = deal["led"], None
    winner = seat if second_wins(led, card, deal["trump"]) else 1 - seat
    deal["trick_points"][winner] += WORTH[led[0]] + WORTH[card[0]]
    deal["turn"] = winner
    if deal["part"] == 1:
        deal["winner"] = winner
    elif over(deal):
        deal["trick_points"][winner] += 10


def draw(deal, winner):
    """Winner first; the last two are the last of the stock and the turn-up."""
    deal["hands"][winner].append(deal["stock"].pop(0))
    if deal["stock"]:
        deal["hands"][1 - winner].append(deal["stock"].pop(0))
    else:
        deal["hands"][1 - winner].append(deal["turn_up"])
        deal["part"] = 2
        for seat in (0, 1):
            deal["hands"][seat] = held(deal, seat)
            deal["table"][seat] = []
    deal["winner"] = None


def points_of(deal):
    points = list(deal["trick_points"])
    for seat, _, each in deal["melds"]:
        points[seat] += each
    return points


# ---------------------------------------------------------------- the match


def finish(rules, match, deal):
    """Count a deal that is over."""
    score = match["score"] = [a + b for a, b in zip(match["score"], points_of(deal), strict=True)]
    match["dealer"] = deal["dealer"]
    leaders = [seat for seat in (0, 1) if score[seat] == max(score)]
    if rules["match"]["kind"] == "deal" or (
        max(score) >= rules["match"]["target"] and len(leaders) == 1
    ):
        match["winners"] = leaders


def replay(record):
    """What the command prints for a record; raises Malformed or Illegal."""
    rules = check(record)
    match, reports = new_match(), []
    for number, written in enumerate(record["deals"], start=1):
        if match["winners"] is not None:
            raise Illegal(number, None, "the match was over")
        if match["dealer"] is not None and written["dealer"] == match["dealer"]:
            raise Illegal(number, None, "the deal alternates")
        deal = new_deal(written["dealer"], written["deck"])
        for index, action in enumerate(written["actions"]):
            if not allowed(rules, deal, action):
                raise Illegal(number, index, "not allowed")
            act(rules, deal, action)
        if over(deal):
            finish(rules, match, deal)
        elif number < len(record["deals"]):
            raise Illegal(number, None, "unfinished")
        reports.append(
            {
                "complete": over(deal),
                "trump": deal["trump"],
                "melds": deal["melds"],
                "trick_points": deal["trick_points"],
                "points": points_of(deal),
                "score": list(match["score"]),
            }
        )
    return {"deals": reports, "score": list(match["score"]), "winners": match["winners"]}
