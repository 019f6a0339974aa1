"""A claim is certain: no deal of the unseen cards, however played, takes a trick from it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from bot.engine.actions import Play
from bot.engine.cards import ACE_HIGH, Suit
from bot.engine.contract import CHANCE
from bot.engine.registry import GAMES
from tests.support.layout import position, view_to_act

PLUCK = GAMES["pluck"]
ENDINGS = 60
"""How many endings of each kind are gone through."""


def claimed(line, **options):
    return " ".join(play.card for play in PLUCK.claim(view_to_act(position(line, **options))))


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("H; AH KH / 5H 4C / 9S 8S; 0:", "AH KH"),
        ("H; AH 3S / 5H 2S / 9D 8D; 0:", "AH 3S"),
        ("H; AH 3S / 5H 4S / 9D 8D; 0:", ""),
        ("H; AH KH AS / 5H 4H 2S / 9D 8D 7D; 0:", "AH KH AS"),
        ("H; AH AS KS / 5H 4H 3S / 9D 8D 7D; 0:", ""),
        ("H; AS KS 4S / 8S 2S 5D / 9D 8D 7D; 0:", "AS KS 4S"),
        ("H; AS 4S / 8S 2S / 5S 7D; 0:", ""),
        ("H; BJ LJ / AH KH / QH JH; 0:", "BJ LJ"),
        ("H; LJ AH / BJ KH / QH JH; 0:", ""),
    ],
)
def test_what_is_certain_and_what_is_not(line, taken):
    assert claimed(line) == taken


def test_nothing_is_claimed_but_at_a_lead_with_two_cards_or_more():
    assert claimed("H; AH / 5H / 9S; 0:") == ""
    assert claimed("H; AH KH / 5H / 9S 8S; 1: 4H") == ""
    view = PLUCK.view(position("H; AH KH / 5H 4C / 9S 8S; 0:"), 1)
    assert PLUCK.claim(view) == ()


def test_trump_that_is_not_broken_cannot_draw_what_is_out():
    whole = position("H; AH AS / 5H 4C / 9S 8S; 0:")
    assert [play.card for play in PLUCK.claim(PLUCK.view(whole, 0))] == ["AH", "AS"]
    unbroken = replace(whole, broken=False)
    assert PLUCK.claim(PLUCK.view(unbroken, 0)) == ()
    safe = replace(position("H; AH AS / 5D 4C / 9S 8S; 0:"), broken=False)
    assert [play.card for play in PLUCK.claim(PLUCK.view(safe, 0))] == ["AS", "AH"]


def endings(cards: int, *, seats: int, locked: bool) -> Iterator[tuple]:
    """Leads with few cards left, in which the leader holds high ones more often than not."""
    rng = Random(f"{cards} {seats} {locked}")
    preset = "partners" if seats == 4 else "house" if locked else "classic"
    pack = PLUCK.pack(PLUCK.presets[preset])
    for _ in range(ENDINGS):
        trump = rng.choice(list(Suit))
        suits = rng.sample(list(Suit), 2)
        near = [card for card in pack if (card.suit or trump) in suits]
        chosen = rng.sample(near, cards * seats)
        chosen.sort(key=lambda card: ACE_HIGH.index(card.rank) + rng.choice((0, 6)))
        yield preset, trump, rng.random() < 0.7, tuple(chosen[-cards:]), tuple(chosen[:-cards])


def state_of(preset, trump, broken, hands):
    """The leader is seat 0; whatever is in nobody's hand has been played."""
    held = " / ".join(" ".join(hand) for hand in hands)
    return replace(position(f"{trump}; {held}; 0:", preset=preset), broken=broken)


def deals_of(out, cards, seats):
    """Every way to deal the unseen cards to the others."""
    if seats == 1:
        yield (out,)
        return
    for hand in combinations(out, cards):
        rest = tuple(card for card in out if card not in hand)
        for others in deals_of(rest, cards, seats - 1):
            yield (hand, *others)


def always_wins(state, order) -> bool:
    """Whether seat 0 takes every trick with these leads, whatever the others play."""
    if PLUCK.to_act(state) in (CHANCE, ()):
        return state.won[0] == len(order)
    (seat,) = PLUCK.to_act(state)
    if seat != 0 and not state.trick.cards:
        return False  # somebody else has taken a trick
    if seat == 0:
        play = Play(order[state.won[0]])
        if play not in PLUCK.legal(state, 0):
            return False
        return always_wins(PLUCK.apply(state, 0, play)[0], order)
    return all(
        always_wins(PLUCK.apply(state, seat, play)[0], order) for play in PLUCK.legal(state, seat)
    )


@pytest.mark.parametrize("locked", [False, True], ids=["free", "locked"])
@pytest.mark.parametrize(("cards", "seats"), [(2, 3), (3, 3), (2, 4)])
def test_a_claim_holds_against_every_deal_and_every_defence_and_none_is_missed(
    cards, seats, locked
):
    claims = 0
    for preset, trump, broken, held, out in endings(cards, seats=seats, locked=locked):
        first = next(deals_of(out, cards, seats - 1))
        view = PLUCK.view(state_of(preset, trump, broken, (held, *first)), 0)
        order = tuple(play.card for play in PLUCK.claim(view))
        worlds = [
            state_of(preset, trump, broken, (held, *others))
            for others in deals_of(out, cards, seats - 1)
        ]
        if order:
            claims += 1
            assert all(always_wins(world, order) for world in worlds)
        elif broken:
            assert not any(
                all(always_wins(world, leads) for world in worlds) for leads in permutations(held)
            )
    assert claims > ENDINGS // 20
