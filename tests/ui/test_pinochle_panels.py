"""Pinochle as it is drawn: the stock, the melds, the cards that may be played."""

import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from bot.engine.contract import CHANCE
from bot.engine.registry import GAMES
from bot.table.model import Claim, Status, TableView
from bot.ui.panel import Row, Style
from bot.ui.press import parse
from tests.support.panels import (
    MOST_COMPONENTS,
    MOST_TEXT,
    NOW,
    PANELS,
    components,
    drawn,
    holder,
)

PINOCHLE = GAMES["pinochle"]
LONGEST_NAME = "*" * 1_000


@cache
def states(seed, double=True):
    """Every state of two deals in which both seats act at random, but lay whatever they can."""
    rng, preset = Random(seed), PINOCHLE.presets["pinochle"]
    state, seen = PINOCHLE.setup(replace(preset, double_pinochle=double)), []
    pack = list(PINOCHLE.pack(preset))
    while state.deal < 3 and (asked := PINOCHLE.to_act(state)) != ():
        seen.append(state)
        if asked is CHANCE:
            rng.shuffle(pack)
            action, actor = PINOCHLE.shuffled(state, tuple(pack)), CHANCE
        else:
            [actor] = asked
            legal = PINOCHLE.legal(state, actor)
            action = legal[0] if state.phase == "meld" else rng.choice(legal)
        state, _ = PINOCHLE.apply(state, actor, action)
    return tuple(seen)


def seen(state, seat, *, name="Ada"):
    asked = PINOCHLE.to_act(state)
    return TableView(
        id="t4bl3",
        game="pinochle",
        preset="pinochle",
        rules=state.rules,
        status=Status.PLAYING,
        rev=7,
        host=100,
        guild=1,
        channel=2,
        clock=90,
        holders=(holder(0, name=name), holder(1, name=name)),
        pause=5 if asked is CHANCE else 0,
        seat=seat,
        ask=6 if asked is not CHANCE and seat in asked else 0,
        view=PINOCHLE.view(state, seat),
        deal=state.deal,
        sides=((0,), (1,)),
    )


def asked_to(phase, *, playing_off=False, seed=1):
    """The states in which somebody is asked this, with who it is."""
    for state in states(seed):
        if state.phase == phase and state.playing_off == playing_off:
            yield state, PINOCHLE.to_act(state)[0]


@pytest.mark.parametrize("seed", range(6))
def test_everything_fits_a_message(seed):
    for state in states(seed):
        tables = [seen(state, seat, name=LONGEST_NAME) for seat in (0, 1)]
        public = PANELS.public(replace(tables[0], seat=None, view=PINOCHLE.view(state, None)), NOW)
        for panel in (public, *map(PANELS.hand, tables), *map(PANELS.last_deal, tables)):
            assert components(panel) <= MOST_COMPONENTS
            assert 0 < len(panel.text) <= MOST_TEXT
            ids = [choice.id for choice in panel.choices]
            assert len(set(ids)) == len(ids)
            assert all(1 <= len(choice.label) <= 38 for choice in panel.choices)
            assert all(parse(each) is not None for each in ids)


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_action_has_a_button_and_no_other_card_is_enabled(seed):
    for state in states(seed):
        asked = PINOCHLE.to_act(state)
        for seat in () if asked is CHANCE else asked:
            legal = {PINOCHLE.code(each) for each in PINOCHLE.legal(state, seat)}
            panel = PANELS.hand(seen(state, seat))
            enabled = {parse(each.id).code for each in panel.choices if each.enabled}
            assert legal == {code for code in enabled if code[:2] in ("p.", "m.", "d.")}


def test_no_word_of_the_other_game_is_said():
    said = [
        text
        for state in states(3)
        for seat in (0, 1)
        for panel in (PANELS.hand(seen(state, seat)), PANELS.last_deal(seen(state, seat)))
        for text in (panel.text, *(choice.label for choice in panel.choices))
    ]
    said += [PANELS.public(seen(state, None), NOW).text for state in states(3)]
    folder = Path(__file__).parents[2] / "data"
    texts = tomllib.loads((folder / "texts/en.toml").read_text(encoding="utf-8"))
    own = (texts["pinochle"], texts["meld"], texts["house_value"]["pinochle"])
    said += [*map(str, own), texts["short"]["pinochle"]]
    files = [folder / "topics/pinochle.toml", *(folder / "lessons/pinochle").iterdir()]
    said += [file.read_text(encoding="utf-8") for file in files]
    assert not [text for text in said if re.search(r"\bbooks?\b|quota|pluck", text, re.IGNORECASE)]


def test_both_copies_of_a_card_can_be_pressed():
    for state, seat in asked_to("play"):
        held = state.held(seat)
        twins = {card for card in held if held.count(card) == 2}
        if not twins:
            continue
        for twin in twins:
            buttons = [
                each
                for each in PANELS.hand(seen(state, seat)).choices
                if parse(each.id).code == f"p.{twin}"
            ]
            assert len({each.id for each in buttons}) == 2
            assert all(each.enabled for each in buttons)


def test_held_and_melded_cards_stand_apart():
    state, seat = next(
        (state, seat) for state, seat in asked_to("play") if len(state.laid[seat]) > 1
    )
    above, below = drawn(PANELS.hand(seen(state, seat))).split("On the table before you:")
    laid = [each.card for each in state.laid[seat]]
    assert above.count("[") == len(state.hands[seat])
    assert below.count("[") == len(laid) + len(["Refresh"])


def test_the_winner_of_a_trick_sees_what_may_be_laid_and_what_it_scores():
    text = "\n".join(drawn(PANELS.hand(seen(*each))) for each in asked_to("meld"))
    assert "Lay one meld, or draw on." in text
    assert "[Draw on]" in text
    assert "A marriage in" in text
    assert "· 20]" in text


def test_a_hand_says_which_card_has_come_until_its_holder_plays_again():
    told = 0
    for state in states(1):
        for seat in (0, 1):
            card, text = state.drawn[seat], PANELS.hand(seen(state, seat)).text
            if card is None:
                assert "You drew" not in text
                continue
            rank = "10" if card.rank == "T" else card.rank
            assert re.search(rf"^You drew the \*\*{rank}[♠♥♣♦]\*\*\.$", text, re.M)
            told += 1
    assert told > 40


def test_whoever_is_asked_sees_how_the_other_stands_and_the_last_trick():
    state, seat = next(
        (state, seat) for state, seat in asked_to("play", playing_off=True) if state.won == (8, 6)
    )
    holders = (holder(0), holder(1))
    text = PANELS.hand(replace(seen(state, seat), holders=holders)).text
    other, name = 1 - seat, holders[1 - seat].name
    melds = sum(each.points for each in state.melds if each.seat == other)
    stands = f"melds {melds} · {state.won[other]} tricks · score {state.score[other]}"
    assert f"-# {name}: {stands}" in text
    assert text.count("-# Last trick: ") == 1


def test_an_exchange_names_both_cards():
    labels = [
        choice.label for each in asked_to("meld") for choice in PANELS.hand(seen(*each)).choices
    ]
    exchanges = [label for label in labels if label.startswith("Exchange")]
    assert exchanges
    assert all(
        re.fullmatch(r"Exchange the 9. for the (A|10|K|Q|J). · 10", one) for one in exchanges
    )


def test_drawing_on_stands_apart_and_is_not_lit_up_while_something_may_be_laid():
    lit = set()
    for state, seat in asked_to("meld"):
        panel = PANELS.hand(seen(state, seat))
        offered = [each for each in panel.choices if parse(each.id).code[:2] in ("m.", "d.")]
        draw_on = offered[-1]
        assert draw_on.label == "Draw on"
        assert Row((draw_on,)) in panel.blocks
        assert (draw_on.style is Style.GO) == (len(offered) == 1)
        assert ("You have nothing to lay down" in panel.text) == (len(offered) == 1)
        lit.add(len(offered) == 1)
    assert lit == {True, False}


def test_the_board_shows_stock_turn_up_and_what_is_melded():
    state = next(state for state, _ in asked_to("play") if state.laid[0] and state.laid[1])
    text = PANELS.public(seen(state, None), NOW).text
    assert f"{len(state.stock) + 1} cards left to draw" in text
    assert "turn-up **" in text
    assert text.count("On the table:") == 2


def test_in_the_play_off_a_dimmed_card_has_its_reason():
    reasons = set()
    for seed in range(8):
        for state, seat in asked_to("play", playing_off=True, seed=seed):
            panel = PANELS.hand(seen(state, seat))
            if any(not each.enabled and parse(each.id).code[:2] == "p." for each in panel.choices):
                assert "You must" in panel.text or "you must" in panel.text
                reasons |= {reason.name for _, reason in PINOCHLE.view(state, seat).barred}
    assert reasons == {"MUST_FOLLOW", "MUST_BEAT", "MUST_TRUMP"}


def test_the_points_of_tricks_are_told_when_the_deal_is_over_and_not_before():
    scored = next(state for state in states(2) if state.phase == "deal" and state.deal)
    assert f"tricks {scored.trick_points[0]}" in PANELS.public(seen(scored, None), NOW).text
    assert "trick by trick" in PANELS.last_deal(seen(scored, 0)).text
    running = next(state for state, _ in asked_to("play", playing_off=True))
    assert "trick_points=None" in repr(PINOCHLE.view(running, None).seats[0])


def test_a_claim_is_told_in_the_words_of_the_game():
    scored = next(state for state in states(2) if state.phase == "deal" and state.deal)
    holders = (holder(0), holder(1))
    tables = [
        replace(seen(scored, seat), holders=holders, claimed=Claim(scored.deal, 1, 3))
        for seat in (None, 0)
    ]
    for panel in (
        PANELS.public(tables[0], NOW),
        PANELS.last_deal(tables[0]),
        PANELS.hand(tables[1]),
    ):
        assert "**Bob** claimed the last 3 tricks." in panel.text
