"""Moments of a match of Pluck, each built from the few facts that a test is about."""

from dataclasses import replace

from bot.engine.actions import Deal, Play
from bot.engine.cards import Card, Suit, parse_cards
from bot.engine.contract import CHANCE
from bot.engine.pluck.game import Pluck
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import PACKS, PRESETS, Deck, Rules
from bot.engine.trick import Trick

GAME = Pluck()
PAST = Trick(0, (Card.C3, Card.D3, Card.H3))
"""A trick of which nothing matters but that it was played."""


def numbers(text):
    return tuple(int(word) for word in text.split())


def suit_or_none(text):
    return None if text == "-" else Suit(text)


def rules_for(seats: int, **changes: object) -> Rules:
    return replace(PRESETS["classic" if seats == 3 else "partners"], **changes)


def with_quotas(quotas: tuple[int, ...], **changes: object) -> Rules:
    """The rules of a table whose quotas add up to a deck of 51, 54 or 52 cards."""
    deck = {17: Deck.WITHOUT_RED_AND_SPADE_TWOS, 18: Deck.FULL_WITH_JOKERS, 13: Deck.PLAIN}
    seats = {3: 3, 2: 4}[len(quotas)]
    return rules_for(seats, deck=deck[sum(quotas)], quotas=quotas, **changes)


def dealt(rules: Rules, hands: str, **facts: object) -> State:
    """A deal whose hands are given by seat, divided by slashes; the facts are fields of State."""
    sides = len(rules.sides)
    start = State(
        rules=rules,
        phase=Phase.PLAY,
        score=(0,) * sides,
        deal=2,
        dealer=0,
        caller=0,
        hands=tuple(parse_cards(hand) for hand in hands.split("/")),
        rights=(0,) * sides,
        owed=(0,) * sides,
        mercy=(False,) * sides,
        won=(0,) * rules.seats,
    )
    return replace(start, **facts)


def before_deal(rules: Rules, dealer: int, **facts: object) -> State:
    """Between two deals: `dealer` is to deal the second one."""
    sides = len(rules.sides)
    start = State(
        rules=rules,
        phase=Phase.DEAL,
        score=(0,) * sides,
        deal=1,
        dealer=(dealer - 1) % rules.seats,
        caller=(dealer - 1) % rules.seats,
        won=(1,) * rules.seats,
        balance=(0,) * sides,
    )
    return replace(start, **facts)


def deal(state: State, first: str = "") -> State:
    """The state after a deal of the pack in order, but for the cards that come first."""
    return GAME.apply(state, CHANCE, Deal(pack_from(state.rules, first)))[0]


def pack_from(rules: Rules, first: str) -> tuple[Card, ...]:
    """The pack, with the cards given on top."""
    top = parse_cards(first)
    return top + tuple(card for card in PACKS[rules.deck] if card not in top)


def end_of_deal(rules: Rules, tricks: tuple[int, ...], **facts: object):
    """Play the last card of a deal in which each seat won so many tricks: state and events."""
    winner = tricks.index(max(tricks))
    hands = ["3D", "3H", "3C", "4D"][: rules.seats]
    hands[winner] = "AS"
    won = tuple(count - (seat == winner) for seat, count in enumerate(tricks))
    state = dealt(
        rules,
        "/".join(hands),
        trump=Suit.SPADES,
        broken=True,
        won=won,
        tricks=(PAST,) * (sum(tricks) - 1),
        trick=Trick(winner),
        **facts,
    )
    events = ()
    for _ in range(rules.seats):
        (seat,) = GAME.to_act(state)
        (card,) = state.hands[seat]
        state, events = GAME.apply(state, seat, Play(card))
    return state, events
