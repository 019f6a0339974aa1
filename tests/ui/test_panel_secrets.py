"""Nobody can see in a panel what is hidden from them: neither in its text nor in an id."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bot.engine.cards import Card, sorted_hand
from bot.engine.pluck.state import Exchange
from bot.engine.pluck.variants import PACKS, PRESETS, ZeroBooks
from bot.ui import press
from tests.support.panels import NOW, PANELS, seen, states

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LABELS = {
    Card.BIG_JOKER: "Big Joker",
    Card.LITTLE_JOKER: "Little Joker",
    **{
        card: card.rank.replace("T", "10") + SYMBOLS[card.suit]
        for card in Card
        if card.suit is not None
    },
}
CARD_IN_CODE = re.compile(r"[pkt]\.([2-9TJQKABL][CDHSJ])\b")
CASES = [
    (preset, house) for preset, house in product(PRESETS, ({}, {"zero_books": ZeroBooks.MERCY}))
]


def panels(state, viewer, preset):
    """All panels that a viewer can get of a running deal, steps of a pluck included."""
    table = seen(state, viewer, preset=preset)
    if viewer is None:
        return [PANELS.public(table, NOW), PANELS.reduced(table), PANELS.last_deal(table)]
    steps = [None, *(f"k.to.{seat}" for seat in range(4)), "k.suit.S.1", "k.suit.D.0"]
    return [PANELS.last_deal(table), *(PANELS.hand(table, step=step) for step in steps)]


def running(preset, seed, house):
    """Some positions of a match in which cards are hidden."""
    for number, state in enumerate(states(preset, seed, **house)):
        in_deal = state.hands and state.phase not in ("deal", "over")
        if in_deal and (number % 9 == 0 or state.phase == "pluck"):
            yield state


def shown_to_all(state):
    """The cards that everybody has seen: those played, and those of the draw."""
    tricks = (*state.tricks, *((state.trick,) if state.trick else ()))
    return {card for trick in tricks for card in trick.cards} | {card for _, card in state.draw}


def known_to(state, viewer):
    """The cards that a viewer has seen."""
    known = shown_to_all(state)
    if viewer is not None:
        known |= set(state.hands[viewer])
        for pluck in state.plucks:
            if viewer in (pluck.plucker, pluck.target):
                known |= {pluck.given, pluck.returned}
    return known


def redealt(state, viewer, rng):
    """The same deal with everything that the viewer has not seen dealt otherwise."""
    others = [seat for seat in range(state.rules.seats) if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat]]
    rng.shuffle(hidden)
    hands = list(state.hands)
    for seat in others:
        count = len(hands[seat])
        hands[seat] = sorted_hand(hidden[:count], state.trump)
        hidden = hidden[count:]
    plucks = tuple(
        pluck
        if viewer in (pluck.plucker, pluck.target)
        else Exchange(pluck.plucker, pluck.target, *rng.sample(PACKS[state.rules.deck], 2))
        for pluck in state.plucks
    )
    return replace(state, hands=tuple(hands), plucks=plucks)


@pytest.mark.parametrize(("preset", "house"), CASES)
def test_no_panel_names_a_hidden_card(preset, house):
    for state in running(preset, 5, house):
        for viewer in (None, *range(state.rules.seats)):
            known = known_to(state, viewer)
            hidden = [card for card in PACKS[state.rules.deck] if card not in known]
            allowed = {"2♣", "2♥", "2♦", "2♠"}  # the rules and reasons name twos
            for panel in panels(state, viewer, preset):
                words = [panel.text, *(choice.label for choice in panel.choices)]
                text = "\n".join(words)
                labels = [LABELS[card] for card in hidden if LABELS[card] not in allowed]
                assert not [label for label in labels if label in text]
                codes = [getattr(press.parse(each.id), "code", "") for each in panel.choices]
                coded = {found for code in codes for found in CARD_IN_CODE.findall(code)}
                own = set() if viewer is None else set(state.hands[viewer])
                assert coded <= own


@pytest.mark.parametrize(("preset", "house"), CASES)
def test_what_is_hidden_changes_nothing_in_a_panel(preset, house):
    rng = Random(preset)
    compared = 0
    for state in running(preset, 6, house):
        for viewer in (None, *range(state.rules.seats)):
            other = redealt(state, viewer, rng)
            if seen(other, viewer).view.asked != seen(state, viewer).view.asked:
                continue  # who may pluck is public, and this deal would have others do so
            assert panels(other, viewer, preset) == panels(state, viewer, preset)
            compared += 1
    assert compared > 20


def test_no_repr_shows_a_hand():
    for state in running("classic", 7, {}):
        shown = repr(PANELS.hand(seen(state, 0)))
        assert not any(label in shown for label in LABELS.values())
        assert "p." not in shown.replace("press.", "")
        assert "k." not in shown
