"""What a hand says and asks, and that every legal action can be pressed."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engine.pluck.variants import PRESETS, TrumpCall, ZeroBooks
from bot.ui import press
from bot.ui.panel import Accent, Row
from tests.support.layout import before_plucks, position, with_pluck
from tests.support.panels import NOW, PANELS, PLUCK, TURN, ai, drawn, holder, seen, states

QUESTION = 6
HANDS = "-; AS KS 3C BJ / KH 4C 2D / 9S 8S 7D"


def hand(state, seat, step=None, **options):
    return PANELS.hand(seen(state, seat, **options), step=step)


def enabled(panel):
    return [each.label for each in panel.choices if each.enabled]


def dimmed(panel):
    return [each.label for each in panel.choices if not each.enabled]


def codes(panel):
    """The codes of the enabled buttons that answer the question with one action."""
    pressed = [press.parse(each.id) for each in panel.choices if each.enabled]
    return {each.code for each in pressed if each.ask == QUESTION and each.code != "claim"}


def reachable(state, seat, step=None):
    """Every action's code that can be reached from the hand by pressing buttons."""
    found = set()
    for code in codes(hand(state, seat, step)):
        assert code != step
        found |= reachable(state, seat, code) if PANELS.is_step("pluck", code) else {code}
    return found


def mercy(state, *sides):
    rules = replace(state.rules, zero_books=ZeroBooks.MERCY)
    flags = tuple(side in sides for side in range(len(rules.sides)))
    return replace(state, rules=rules, mercy=flags)


def test_a_hand_in_full():
    state = position("H; BJ AH 3H KS TS 4D / KC 4C / 8S; 2: 9S", caller=1)
    panel = hand(state, 0)
    assert drawn(panel) == "\n".join(
        [
            "### Your hand",
            "You: right of dealer · trump **♥ Hearts**, broken",
            "▱▱▱▱ 0/4 · score 0",
            "-# Bob 0/7 · Cy 0/6",
            "-# Last book: Cy **Little Joker**. Cy took it.",
            "This book: Cy **9♠**",
            "(Big Joker) (A♥) (3♥)",
            "(4♦)",
            "[K♠] [10♠]",
            "**Your turn.** Follow spades.",
            "[Refresh] (Last hand) [Hint]",
        ]
    )
    assert panel.accent is Accent.YOURS


def test_a_waiting_hand_in_full_says_only_what_stays_true():
    state = replace(position("H; BJ AH / 4C / 9S 8S; 1: KC"), won=(5, 1, 2), score=(3, 0, 11))
    panel = hand(state, 0)
    assert drawn(panel) == "\n".join(
        [
            "### Your hand",
            "You: dealer · trump **♥ Hearts**",
            "Your quota: 7 books · score 3",
            "(Big Joker) (A♥)",
            "Waiting for your turn. What is played is shown in <#2>.",
            "[Refresh] (Last hand)",
        ]
    )
    assert panel.accent is Accent.CALM
    assert hand(replace(state, broken=False, won=(6, 1, 2)), 0) == panel


def test_who_waits_for_trump_is_told_for_whom():
    state = next(each for each in states("classic", 1) if each.phase == "trump")
    text = hand(state, (state.caller + 1) % 3).text
    assert "Waiting for Bob to name trump." in text
    assert "trump is not named yet" in text


@pytest.mark.parametrize("preset", PRESETS)
def test_a_waiting_hand_stays_true_as_long_as_it_is_not_drawn_anew(preset):
    compared = 0
    for before, after in pairwise(states(preset, 2)):
        for seat in range(before.rules.seats):
            first, then = (seen(each, seat, preset=preset) for each in (before, after))
            if first.ask or then.ask or PANELS.occasion(first) != PANELS.occasion(then):
                continue
            old, new = PANELS.hand(first), PANELS.hand(then)
            assert list(old.choices) == list(new.choices)
            # What a pluck moved stays true, and is left out once the first book is over.
            assert set(new.text.split("\n")) <= set(old.text.split("\n"))
            gone = set(old.text.split("\n")) - set(new.text.split("\n"))
            assert all(re.search(r"plucked|offered", line) for line in gone)
            compared += 1
    assert compared > 200


@pytest.mark.parametrize(
    ("line", "house", "sentence", "dim"),
    [
        ("S; AC 3C 4D / 5C / 9S; 2: 2C", {}, "Follow clubs.", ["4♦"]),
        ("S; AS 4D / 5C / 9S; 2: 2C", {}, "You have no clubs. Play any card.", []),
        ("S; BJ 4D / 2D / 5D; 2: 9C", {"jokers_locked": True}, None, None),
    ],
)
def test_why_cards_are_dimmed_when_following(line, house, sentence, dim):
    state = position(line, **house)
    if sentence is None:
        state = replace(state, broken=False)
        sentence, dim = "You have no clubs. Jokers are locked until trump is broken.", ["Big Joker"]
    panel = hand(state, 0)
    assert f"**Your turn.** {sentence}" in panel.text
    assert dimmed(panel)[:-1] == dim


def test_why_cards_are_dimmed_when_leading():
    state = replace(position("S; BJ AS 4D / 3C / 9S; 0:"), broken=False)
    assert "You lead. Trump is not broken yet." in hand(state, 0).text
    assert dimmed(hand(state, 0))[:-1] == ["Big Joker", "A♠"]
    assert "You lead. Play any card." in hand(replace(state, broken=True), 0).text
    opening = replace(position("S; 2C 4D / 3C / 9S; 0:"), tricks=())
    assert "You lead. The 2♣ must be led first." in hand(opening, 0).text
    assert dimmed(hand(opening, 0))[:-1] == ["4♦"]


def test_trump_is_asked_with_the_hand_dimmed():
    state = next(each for each in states("classic", 1) if each.phase == "trump")
    panel = hand(state, state.caller)
    assert codes(panel) == {"t.C", "t.D", "t.H", "t.S"}
    assert enabled(panel) == ["♠ Spades", "♥ Hearts", "♣ Clubs", "♦ Diamonds", "Refresh", "Hint"]
    row = next(
        block for block in panel.blocks if isinstance(block, Row) and block.choices[0].enabled
    )
    assert [press.parse(each.id).code for each in row.choices] == ["t.S", "t.H", "t.C", "t.D"]
    assert "**Name trump.**" in panel.text


def test_a_pluck_with_one_target_asks_for_the_card_at_once():
    state = before_plucks(HANDS, owed=(0, 2, 0), rights=(2, 0, 0))
    panel = hand(state, 0)
    assert "**Pluck Bob: which card do you offer?**" in panel.text
    assert "You have 2 plucks left. Jokers cannot be offered." in panel.text
    assert codes(panel) == {"k.AS.1", "k.KS.1", "k.3C.1"}
    assert "Back" not in enabled(panel)


def test_a_pluck_with_two_targets_asks_whom_first():
    state = before_plucks(HANDS, owed=(0, 2, 1), rights=(3, 0, 0))
    panel = hand(state, 0)
    assert "**Pluck whom?** You have 3 plucks left." in panel.text
    assert enabled(panel) == ["Bob · owes 2", "Cy · owes 1", "Refresh", "Last hand", "Hint"]
    chosen = hand(state, 0, "k.to.2")
    assert "**Pluck Cy:" in chosen.text
    assert codes(chosen) == {"k.AS.2", "k.KS.2", "k.3C.2"}
    assert "Back" in enabled(chosen)


def test_under_mercy_the_suit_is_asked_before_the_card():
    state = mercy(before_plucks(HANDS, owed=(0, 1, 1), rights=(2, 0, 0)), 2)
    suits = hand(state, 0, "k.to.2")
    assert codes(suits) == {f"k.suit.{suit}.2" for suit in "CDHS"}
    cards = hand(state, 0, "k.suit.D.2")
    assert "which card do you give for the highest in diamonds?" in cards.text
    assert codes(cards) == {"k.AS.2.D", "k.KS.2.D", "k.3C.2.D"}
    assert codes(hand(state, 0, "k.to.1")) == {"k.AS.1", "k.KS.1", "k.3C.1"}


@pytest.mark.parametrize(
    "step",
    [
        "",
        "k.to.0",
        "k.to.7",
        "k.to.x",
        "k.to.",
        "k.suit.D.1",
        "k.suit.X.2",
        "k.suit",
        "nonsense",
        "k.to.2.3",
    ],
)
def test_a_step_that_cannot_be_leads_to_the_first(step):
    state = before_plucks(HANDS, owed=(0, 1, 1), rights=(2, 0, 0))
    assert hand(state, 0, step) == hand(state, 0)


def test_partners_are_told_that_either_may_pluck():
    line = "-; AS 3C / KS 4C / 9S 8S / 5D 6D"
    state = before_plucks(line, owed=(0, 2), rights=(2, 0), preset="partners")
    text = hand(state, 2, preset="partners").text
    assert "You and Ada: calling team" in text
    assert "Your team has 2 plucks left. You or Ada may take it." in text
    waiting = hand(state, 1, preset="partners").text
    assert "Waiting for Ada or Cy to pluck." in waiting
    assert (
        "You and Di: other team · trump is not named yet\nYour quota: 5 books · score 0" in waiting
    )


def test_both_see_what_a_pluck_moved_until_the_first_book_is_over():
    state = replace(position("S; AD 3D / 4C / 9S 8S; 1: KC"), tricks=())
    state = with_pluck(with_pluck(state, 0, 1, "3H", "KH"), 0, 1, "AH", "AH")
    own, other, third = (hand(state, seat).text for seat in range(3))
    assert "You plucked Bob: **3♥** went, **K♥** came." in own
    assert "You offered Bob **A♥**, and it came straight back." in own
    assert "Ada plucked you: **K♥** went, **3♥** came." in other
    assert "Ada offered you **A♥**, and it went straight back." in other
    assert "3♥" not in third
    later = with_pluck(position("S; AD 3D / 4C / 9S 8S; 1: KC"), 0, 1, "3H", "KH")
    assert "plucked" not in hand(later, 0).text


def test_who_was_late_or_away_is_told():
    state = position("H; BJ AH / 4C / 9S 8S; 1: KC")
    late = hand(state, 0, holders={0: holder(0, misses=1)})
    away = hand(state, 0, holders={0: holder(0, misses=2, away=True)})
    assert "You were late, so the house played for you." in late.text
    assert "**You are away**, and an AI player plays for you." in away.text
    assert "I'm back" in enabled(away)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", [{}, {"zero_books": ZeroBooks.MERCY}], ids=["plain", "mercy"])
def test_every_legal_action_can_be_pressed_and_nothing_else(preset, house):
    for number, state in enumerate(states(preset, 3, **house)):
        if number % 5 and state.phase != "pluck":
            continue
        for seat in range(state.rules.seats):
            legal = {PLUCK.code(action) for action in PLUCK.legal(state, seat)}
            assert reachable(state, seat) == legal


def test_mercy_before_plucks_offers_three_suits():
    line = HANDS.replace("-", "H")
    state = mercy(before_plucks(line, owed=(0, 1, 0), rights=(1, 0, 0)), 1)
    state = replace(state, rules=replace(state.rules, trump_call=TrumpCall.BEFORE_PLUCKS))
    assert codes(hand(state, 0)) == {"k.suit.C.1", "k.suit.D.1", "k.suit.S.1"}


def test_a_hand_is_drawn_anew_when_something_happened_to_it_and_not_at_each_card():
    state = position("S; AD 3D / 4C / 9S 8S; 1: KC")
    base = PANELS.occasion(seen(state, 0))
    played, _ = PLUCK.apply(state, 2, PLUCK.legal(state, 2)[0])
    assert PANELS.occasion(seen(state, 0, holders={2: holder(2, due_at=NOW + TURN)})) == base
    assert PANELS.occasion(seen(played, 0)) != base, "it is this seat's turn now"
    other = position("S; AD 3D / 4C / 9S 8S; 0: KD")
    after, _ = PLUCK.apply(other, 1, PLUCK.legal(other, 1)[0])
    assert PANELS.occasion(seen(other, 0)) == PANELS.occasion(seen(after, 0))
    for changed in (
        seen(replace(state, deal=2), 0),
        seen(with_pluck(state, 1, 0, "3H", "KH"), 0),
        seen(state, 0, holders={0: holder(0, away=True)}),
        seen(state, 0, ask=9),
        seen(state, 0, holders={1: ai(1, left=True)}),
        seen(state, 0, channel=9),
    ):
        assert PANELS.occasion(changed) != base
    assert PANELS.occasion(seen(with_pluck(state, 1, 2, "3H", "KH"), 0)) == base
