"""Moments of a match of Pinochle, each built from the few facts that a test is about."""

from dataclasses import replace

from bot.engine.actions import Deal
from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.contract import CHANCE
from bot.engine.pinochle.game import Pinochle
from bot.engine.pinochle.melds import Laid, MeldName
from bot.engine.pinochle.state import Phase, State
from bot.engine.pinochle.variants import PACK, PRESETS, Points, Rules, SingleDeal
from bot.engine.trick import Trick
from tests.engine.pinochle_tables import SHORT

GAME = Pinochle()
RULES = PRESETS["pinochle"]
DEAL = SingleDeal()


def numbers(text):
    return tuple(int(word) for word in text.split())


def rules_to(match: str, **changes: object) -> Rules:
    """The rules of a match to a target, or of one "deal"."""
    return replace(RULES, match=DEAL if match == "deal" else Points(int(match)), **changes)


def on_table(text: str) -> tuple[Laid, ...]:
    """Cards on the table as the tables of cases write them: `"KS:royal QS:royal,queens"`."""
    pairs = (word.split(":") for word in text.split())
    return tuple(
        Laid(Card(card), tuple(MeldName(SHORT[name]) for name in served.split(",")))
        for card, served in pairs
    )


def as_text(laid: tuple[Laid, ...]) -> str:
    """Cards on the table, written as the tables of cases write them."""
    short = {name: word for word, name in SHORT.items()}
    return " ".join(f"{each.card}:{','.join(short[name] for name in each.served)}" for each in laid)


def dealt(hands: str, trump: str = "S", **facts: object) -> State:
    """Seat 0 is to lead in the first part; hands divided by a slash, facts are fields of State."""
    start = State(
        rules=RULES,
        phase=Phase.PLAY,
        deal=2,
        dealer=1,
        hands=tuple(parse_cards(hand) for hand in hands.split("/")),
        stock=parse_cards("9C 9C 9D 9D TC TC"),
        trump=Suit(trump),
        up_card=Card("J" + trump),
        trick=Trick(0),
        won=(0, 0),
        trick_points=(0, 0),
    )
    return replace(start, **facts)


def to_meld(hand: str, table: str = "", trump: str = "S", **facts: object) -> State:
    """Seat 0 has won a trick and may meld."""
    return dealt(f"{hand}/", trump, phase=Phase.MELD, laid=(on_table(table), ()), **facts)


def play_off(hands: str, trump: str = "S", **facts: object) -> State:
    """Seat 0 is to lead in the play-off."""
    return dealt(hands, trump, stock=(), up_card=None, **facts)


def new_match(dealer: int, rules: Rules = RULES, **facts: object) -> State:
    """Before the first deal, which `dealer` deals."""
    return replace(State(rules, Phase.DEAL, dealer=dealer), **facts)


def pack_with(card: str, place: int) -> tuple[Card, ...]:
    """The pack in its order, but for one card that is moved to a place."""
    rest = list(PACK)
    rest.remove(Card(card))
    return (*rest[:place], Card(card), *rest[place:])


def deal(state: State, order: tuple[Card, ...] = PACK) -> State:
    """The state after a deal of this pack."""
    return GAME.apply(state, CHANCE, Deal(order))[0]
