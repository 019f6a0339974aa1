"""A position of Pluck in one line, for tests.

    position("S; AD 3D / KC 4C / 9S 8S; 1: KD", preset="classic")

Fields, apart by semicolons: trump (`-` if none is named); the hands by seat; the trick on the
table, its leader first; then any earlier tricks that matter, oldest first, such as `0: 2C 3C 4H`.
All other cards of the pack have been played in tricks that tell nothing of who was void.
"""

from dataclasses import replace

from bot.engine.cards import Card, Suit, parse_cards, sorted_hand
from bot.engine.pluck.state import Exchange, Phase, State
from bot.engine.pluck.variants import PACKS, PRESETS, Rules
from bot.engine.pluck.view import View, view
from bot.engine.trick import Trick, belongs_to

NOBODY = -1
"""The leader of a trick of which it does not matter who played it."""


def position(line: str, preset: str = "classic", caller: int = 0, **house: object) -> State:
    """The state of a deal in play; `house` changes fields of the preset's rules."""
    rules = replace(PRESETS[preset], **house)  # type: ignore[arg-type]
    trump_text, hands_text, trick_text, *past_text = (part.strip() for part in line.split(";"))
    trump = Suit(trump_text)
    hands = tuple(sorted_hand(parse_cards(part), trump) for part in hands_text.split("/"))
    trick = _trick(trick_text)
    past = tuple(_trick(part) for part in past_text)
    seen = [card for hand in hands for card in hand]
    seen += [card for each in (trick, *past) for card in each.cards]
    assert len(seen) == len(set(seen)), f"a card twice in {line}"
    gone = tuple(Trick(NOBODY, (card,)) for card in PACKS[rules.deck] if card not in seen)
    tricks = (*gone, *past)
    laid = [card for each in (*tricks, trick) for card in each.cards]
    return State(
        rules=rules,
        phase=Phase.PLAY,
        score=(0,) * len(rules.sides),
        deal=1,
        dealer=0,
        caller=caller,
        hands=hands,
        rights=(0,) * len(rules.sides),
        owed=(0,) * len(rules.sides),
        trump=trump,
        broken=any(belongs_to(card, trump) is trump for card in laid),
        trick=trick,
        tricks=tricks,
        won=(0,) * rules.seats,
    )


def view_to_act(state: State) -> View:
    """The view of the seat whose card is due in a position."""
    assert state.trick is not None
    return view(state, state.trick.next_seat(state.rules.seats))


def before_plucks(
    line: str, owed: tuple[int, ...], rights: tuple[int, ...], preset: str = "classic"
) -> State:
    """A deal of which the plucks are due: trump (or `-`), then the hands of all seats.

    The side with most rights plucks first, the first such side among equals; seat 0 deals.
    """
    rules: Rules = PRESETS[preset]
    trump_text, hands_text = (part.strip() for part in line.split(";"))
    trump = None if trump_text == "-" else Suit(trump_text)
    return State(
        rules=rules,
        phase=Phase.PLUCK,
        score=(0,) * len(rules.sides),
        deal=2,
        dealer=0,
        caller=0,
        hands=tuple(sorted_hand(parse_cards(part), trump) for part in hands_text.split("/")),
        rights=rights,
        owed=owed,
        mercy=(False,) * len(rules.sides),
        plucking_side=rights.index(max(rights)),
        trump=trump,
        won=(0,) * rules.seats,
    )


def with_pluck(state: State, plucker: int, target: int, given: str, returned: str) -> State:
    """The state, with one more pluck on record; the hands stay as they are."""
    exchange = Exchange(plucker, target, Card(given), Card(returned))
    return replace(state, plucks=(*state.plucks, exchange))


def _trick(text: str) -> Trick:
    leader, cards = text.split(":")
    return Trick(int(leader), parse_cards(cards))
