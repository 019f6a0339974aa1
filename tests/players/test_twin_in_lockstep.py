"""The fast twin plays every deal as the engine does: the same legal actions, hands and tricks."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.contract import CHANCE
from bot.engine.pluck import variants
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.game import Pluck as Game
from bot.engine.pluck.state import Phase, State
from bot.engine.pluck.variants import CLASSIC, HOUSE, PARTNERS, PRESETS, Rules
from bot.players.pluck.masks import LAYOUTS, UNNAMED, each_bit, layout_for, recast
from bot.players.pluck.twin import Plucks, Twin

GAME = Game()
LONG = {
    preset: replace(rules, match=variants.Points(1_000)) for preset, rules in PRESETS.items()
} | {
    "mercy": replace(CLASSIC, zero_books=variants.ZeroBooks.MERCY, quotas=(15, 1, 1)),
    "mercy, trump first": replace(HOUSE, zero_books=variants.ZeroBooks.MERCY, quotas=(1, 1, 15)),
    "locked jokers": replace(CLASSIC, jokers_locked=True),
    "open jokers, trump first": replace(HOUSE, jokers_locked=False),
    "partners with jokers": replace(
        PARTNERS,
        deck=variants.Deck.JOKERS_FOR_RED_TWOS,
        jokers_locked=True,
        trump_call=variants.TrumpCall.BEFORE_PLUCKS,
        zero_books=variants.ZeroBooks.MERCY,
    ),
    "partners open with 2C": replace(PARTNERS, opening_lead=variants.OpeningLead.TWO_OF_CLUBS),
}


def twin_of(state: State) -> Twin:
    """The twin of a deal that has just been dealt."""
    assert state.dealer is not None
    assert state.caller is not None
    return Twin(
        state.rules,
        [UNNAMED.bits(hand) for hand in state.hands],
        state.dealer,
        state.caller,
        plucks=Plucks(state.rights, state.owed, state.mercy or (False,) * len(state.score)),
    )


def suit_of(mask: int, twin: Twin) -> Suit | None:
    return next((suit for suit in Suit if twin.layout.mask_of(suit) == mask), None)


def legal_in(twin: Twin, seat: int) -> set[SeatAction]:
    """What the twin holds to be legal, as the engine's actions."""
    card_of = twin.layout.card_of
    if twin.plucking_side is not None:
        return {
            Pluck(card_of[bit], target, suit_of(suit, twin))
            for bit, target, suit in twin.legal_plucks(seat)
        }
    if twin.trump is None:
        return {NameTrump(suit) for suit in Suit}
    return {Play(card_of[bit]) for bit in each_bit(twin.legal())}


def step(twin: Twin, seat: int, action: SeatAction) -> None:
    match action:
        case Play(card):
            twin.play(twin.layout.bit_of[card])
        case NameTrump(suit):
            twin.name(suit)
        case Pluck(card, target, suit):
            named = 0 if suit is None else twin.layout.mask_of(suit)
            twin.pluck(seat, (twin.layout.bit_of[card], target, named))


def compare(twin: Twin, state: State) -> None:
    layout = twin.layout
    assert [set(layout.cards(hand)) for hand in twin.hands] == [set(hand) for hand in state.hands]
    assert tuple(twin.won) == state.won
    assert twin.trump == state.trump
    if state.phase is Phase.PLAY:
        assert twin.broken == state.broken
    if state.phase is Phase.PLUCK:
        assert (tuple(twin.rights), tuple(twin.owed)) == (state.rights, state.owed)
        assert twin.plucking_side == state.plucking_side


def moments(rules: Rules, seed: int, deals: int) -> Iterator[tuple[Twin, State]]:
    """Every moment of random deals, played by the engine and the twin side by side."""
    luck = Random(seed)
    state, twin = GAME.setup(rules), None
    while (asked := GAME.to_act(state)) and GAME.deal_number(state) <= deals:
        if asked is CHANCE:
            if twin is not None and state.phase is Phase.DEAL:
                assert twin.over
            order = luck.sample(GAME.pack(rules), len(GAME.pack(rules)))
            state, _ = GAME.apply(state, CHANCE, GAME.shuffled(state, tuple(order)))
            twin = twin_of(state) if state.phase is not Phase.DEAL else None
            continue
        assert twin is not None
        yield twin, state
        seat = luck.choice(asked)
        action = luck.choice(GAME.legal(state, seat))
        step(twin, seat, action)
        state, _ = GAME.apply(state, seat, action)
        compare(twin, state)


@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_twin_and_engine_agree_at_every_step(rules: Rules) -> None:
    plucked = 0
    for twin, state in moments(rules, seed=8, deals=25):
        asked = GAME.to_act(state)
        assert isinstance(asked, tuple)
        if state.phase is Phase.PLUCK:
            plucked += 1
            assert twin.pluckers() == asked
        if state.phase is Phase.PLAY:
            assert (twin.turn,) == asked
        for seat in asked:
            assert legal_in(twin, seat) == set(GAME.legal(state, seat))
    assert plucked


@pytest.mark.parametrize("rules", [HOUSE, PARTNERS], ids=["house", "partners"])
def test_the_twin_refuses_what_the_engine_refuses(rules: Rules) -> None:
    for twin, state in moments(rules, seed=5, deals=6):
        if state.phase is Phase.PLAY:
            for bit in set(twin.layout.card_of) - set(each_bit(twin.legal())):
                with pytest.raises(ValueError, match=str(bit)):
                    twin.play(bit)
        else:
            with pytest.raises(ValueError, match="-1"):
                twin.pluck(0, (-1, 0, 0))


@pytest.mark.parametrize("suit", Suit)
def test_a_hand_is_the_same_cards_in_every_layout(suit: Suit) -> None:
    cards = set(Random(1).sample(list(Card), 20)) | {Card.BIG_JOKER}
    mask = recast(UNNAMED.bits(cards), UNNAMED, LAYOUTS[suit])
    assert set(layout_for(suit).cards(mask)) == cards
    assert recast(mask, LAYOUTS[suit], UNNAMED) == UNNAMED.bits(cards)
