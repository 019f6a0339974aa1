"""Every panel fits into a message of Discord, whatever is dealt and whoever sits there."""

from dataclasses import replace
from itertools import product

import pytest

from bot.engine.cards import parse_cards, sorted_hand, without
from bot.engine.pluck.variants import PACKS, PRESETS, Deck, TrumpCall, ZeroBooks
from bot.table.model import Claim, Status
from bot.ui import press
from bot.ui.panel import ROW_LENGTH, Choice, Row, rows
from bot.ui.render.topics import Reference
from bot.ui.texts import safe_name
from tests.support.layout import before_plucks, with_pluck
from tests.support.panels import (
    CONTENT,
    LONGEST_LABEL,
    MOST_COMPONENTS,
    MOST_TEXT,
    NOW,
    PANELS,
    TURN,
    ai,
    components,
    deal_ends,
    holder,
    lobby_table,
    seen,
    states,
)

LONGEST_NAME = "*" * 1_000
NOTE = "That was an older question. Here is your hand as it is now."


def check(panel):
    """Hold a panel to the limits of PLATFORM: components, text, rows, labels, ids."""
    assert components(panel) <= MOST_COMPONENTS
    assert 0 < len(panel.text) <= MOST_TEXT
    drawn = [block for block in panel.blocks if isinstance(block, Row)]
    assert all(1 <= len(row.choices) <= 5 for row in drawn)
    choices = list(panel.choices)
    ids = [choice.id for choice in choices]
    assert len(set(ids)) == len(ids)
    for choice in choices:
        assert 1 <= len(choice.label) <= LONGEST_LABEL, choice.label
        assert len(choice.id) <= 100
        assert press.parse(choice.id) is not None, choice.id
    for menu in panel.menus:
        assert press.parse(menu.id) is not None, menu.id
        assert menu.id not in ids
        assert 2 <= len(menu.options) <= 25
        assert len(menu.prompt) <= 150
        for option in menu.options:
            assert all(len(text) <= 100 for text in (option.value, option.label, option.about))
        assert sum(option.chosen for option in menu.options) <= 1
    asked = [press.parse(choice.id) for choice in choices if choice.enabled]
    assert sum(getattr(each, "ask", 0) != 0 for each in asked) <= 25


def awkward(seats, *, mine=None):
    """Holders whose names and states need the most room; `mine` is the viewer's own seat."""
    people = {seat: holder(seat, name=LONGEST_NAME, away=True, misses=2) for seat in range(seats)}
    for seat in range(1, seats):
        if seat != mine:
            people[seat] = ai(seat, name=LONGEST_NAME, left=True)
    return people


def everything(state, preset, holders):
    """Every panel of a table in this state, with every step of a question."""
    claimed = Claim(state.deal, seat=0, tricks=17)
    public = seen(state, None, preset=preset, holders=holders, claimed=claimed)
    yield PANELS.public(public, NOW + TURN)
    yield PANELS.public(replace(public, status=Status.PAUSED), NOW)
    yield PANELS.reduced(public)
    yield PANELS.last_deal(public)
    for seat in range(state.rules.seats):
        yield from hands(state, seat, preset, awkward(state.rules.seats, mine=seat))


def hands(state, seat, preset, holders):
    """The hand of a seat, and each step that can be reached from it."""
    table = seen(state, seat, preset=preset, holders=holders)
    steps = [None]
    for step in steps:
        panel = PANELS.hand(table, step=step, note=NOTE)
        yield panel
        codes = [getattr(press.parse(each.id), "code", "") for each in panel.choices]
        steps += [code for code in codes if PANELS.is_step("pluck", code)]


@pytest.mark.parametrize(("preset", "seed"), list(product(PRESETS, range(2))))
@pytest.mark.parametrize("house", [{}, {"zero_books": ZeroBooks.MERCY}], ids=["plain", "mercy"])
def test_positions_of_whole_matches_fit(preset, seed, house):
    for number, state in enumerate(states(preset, seed, **house)):
        if number % 23 == 0 or state.phase in ("pluck", "over"):
            for panel in everything(state, preset, awkward(state.rules.seats)):
                check(panel)


def full_hand(trump):
    """Two hands of 18 cards that need the most rows, and the rest of the pack."""
    cards = parse_cards("BJ AS KS QS JS TS 9S AH KH QH JH TH 9H AC KC QC JC AD")
    assert len(cards) == 18
    rest = PACKS[Deck.FULL_WITH_JOKERS]
    for card in cards:
        rest = without(rest, card)
    return tuple(sorted_hand(hand, trump) for hand in (cards, rest[:18], rest[18:]))


@pytest.mark.parametrize("mercy", [False, True])
@pytest.mark.parametrize("trump", [None, "D", "C", "S"])
def test_the_largest_hand_fits_with_every_question(mercy, trump):
    line = f"{trump or '-'}; AS / KS / QS"
    state = before_plucks(line, owed=(0, 6, 7), rights=(13, 0, 0), preset="full-deck")
    call = TrumpCall.AFTER_PLUCKS if trump is None else TrumpCall.BEFORE_PLUCKS
    state = replace(
        state,
        hands=full_hand(state.trump),
        rules=replace(state.rules, trump_call=call),
        mercy=(False, mercy, mercy),
    )
    for _ in range(6):
        state = with_pluck(state, 0, 1, "TS", "TH")
        state = with_pluck(state, 0, 2, "TS", "TS")
    away = {seat: holder(seat, name=LONGEST_NAME, away=True, misses=2) for seat in range(3)}
    drawn = list(hands(state, 0, "full-deck", away))
    assert len(drawn) == 1 + 2 + (2 * (4 if trump is None else 3) if mercy else 0)
    for panel in drawn:
        check(panel)
    for panel in hands(replace(state, phase="trump"), 0, "full-deck", away):
        check(panel)


def test_a_last_deal_with_all_plucks_is_short():
    *_, last = deal_ends("full-deck", 1)
    for target in (0, 2):
        for _ in range(7):
            last = with_pluck(last, 1, target, "TS", "TH")
    names = {seat: holder(seat, name=LONGEST_NAME) for seat in range(3)}
    claimed = Claim(last.deal, seat=0, tricks=17)
    panel = PANELS.last_deal(seen(last, None, holders=names, claimed=claimed))
    assert len(panel.text) < 3500


@pytest.mark.parametrize("preset", PRESETS)
def test_lobbies_fit(preset):
    seats = PRESETS[preset].seats
    for others in (
        [holder(seat, name=LONGEST_NAME) for seat in range(1, seats)],
        [holder(seat, name=LONGEST_NAME, user=None, reserved=True) for seat in range(1, seats)],
        [ai(seat) for seat in range(1, seats)],
    ):
        table = lobby_table(holder(0, name=LONGEST_NAME), *others, preset=preset)
        check(PANELS.public(table, NOW))
        about = Reference(table.id, table.game, safe_name(LONGEST_NAME), preset, table.rules)
        check(PANELS.rules(about, CONTENT.topics.menu(about), note=NOTE))
        check(CONTENT.house.editor(table, note=NOTE))
        check(PANELS.older_hand(table))
        check(PANELS.hand(replace(table, seat=0), note=NOTE))


@pytest.mark.parametrize("count", range(26))
def test_rows_of_buttons_are_few_and_balanced(count):
    choices = tuple(Choice(f"ru:1:{number}", str(number)) for number in range(count))
    lengths = [len(row.choices) for row in rows(choices)]
    assert [each for row in rows(choices) for each in row.choices] == list(choices)
    assert len(lengths) == -(-count // ROW_LENGTH), "no more rows than they need"
    assert max(lengths, default=0) - min(lengths, default=0) <= 1
    if count == 6:
        assert lengths == [3, 3]


def test_other_panels_fit():
    state = next(deal_ends("classic", 1))
    for status in (Status.SUSPENDED, Status.VOID, Status.SET_ASIDE):
        check(PANELS.public(seen(state, None, status=status), NOW))
        check(PANELS.hand(seen(state, 0, status=status)))
    check(PANELS.older_hand(seen(state, 0)))
    check(PANELS.confirm_leave(seen(state, 0)))
    check(PANELS.message("One moment."))
