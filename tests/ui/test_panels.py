"""The frame around every game: what each status of a table shows, and which buttons it has."""

import re
from dataclasses import replace

import pytest

from bot.table.model import Refused, Status, Why
from bot.ui import press
from bot.ui.panel import Accent, PrivatePanel, PublicPanel, Style
from bot.ui.press import RulesPress, TablePress
from tests.support.layout import position
from tests.support.panels import (
    NOW,
    PANELS,
    ai,
    deal_ends,
    drawn,
    holder,
    lobby_table,
    seen,
)

RUNNING = position("S; AD 3D / 4C / 9S 8S; 1: KC")
SCORED = next(iter(deal_ends("classic", 1)))
*_, OVER = deal_ends("classic", 1)
ENDED = (Status.SUSPENDED, Status.VOID, Status.SET_ASIDE)
NASTY = ("<@123>", "@everyone", "**x**", "[a](https://b.c)", "\u202ex", "z\u200bz", "A" * 10_000)


def empty(seat, **changes):
    return holder(seat, **{"name": "", "user": None, **changes})


def buttons(panel):
    """Each button's code, or rules, with its ask and whether it is enabled."""
    found = {}
    for choice in panel.choices:
        match press.parse(choice.id):
            case TablePress(_, ask, code):
                found[code] = (ask, choice.enabled)
            case RulesPress():
                found["rules"] = (0, choice.enabled)
    return found


def style_of(panel, label):
    return next(each.style for each in panel.choices if each.label == label)


def test_a_lobby_in_full():
    table = lobby_table(holder(0), empty(1), ai(2))
    panel = PANELS.public(table, NOW)
    assert isinstance(panel, PublicPanel)
    assert panel.accent is Accent.LOBBY
    assert drawn(panel) == "\n".join(
        [
            "### Pluck · a table is open",
            "Rules: **classic**",
            "You have 90 seconds for each turn.",
            "The first to 20 points wins.",
            "3 players, 51 cards: both jokers, no 2♥ 2♦ 2♠. 17 each.",
            "Books to win: dealer 7, left of dealer 6, right of dealer 4.",
            "First dealer: each player draws a card, and the highest deals.",
            "Trump is named after the plucks.",
            "Jokers lead and cut like any other trump.",
            "The 2♣ leads the first book.",
            "----",
            "**1** · Ada · host",
            "**2** · free",
            "**3** · Ruth (AI, normal)",
            "",
            "One seat is still free. Join, or let the host add an AI player.",
            "[Join] [Leave]",
            "[Rules] [Learn]",
            "[Add AI (easy)] [Add AI (normal)] [Add AI (hard)] [Remove AI]",
            "(Start) [House rules] [Close]",
        ]
    )


def test_start_waits_for_a_full_table_and_names_the_pause():
    waiting = buttons(PANELS.public(lobby_table(holder(0), empty(1), empty(2)), NOW))
    assert waiting["start"] == (1, False)
    assert waiting["join"] == waiting["ai.easy"] == waiting["ai.normal"] == (0, True)
    assert waiting["noai"] == (0, False)
    full = PANELS.public(lobby_table(holder(0), holder(1), ai(2)), NOW)
    assert buttons(full)["start"] == (1, True)
    assert buttons(full)["join"] == buttons(full)["ai.easy"] == (0, False)
    assert buttons(full)["noai"] == buttons(full)["rules"] == (0, True)
    assert "All seats are taken. Ada can press Start." in full.text


def test_a_seat_is_kept_and_can_be_joined():
    kept = empty(1, name="Bob", reserved=True)
    panel = PANELS.public(lobby_table(holder(0), kept, ai(2)), NOW)
    assert "**2** · kept for Bob" in panel.text
    assert "A seat is kept for a minute. Bob: press *Join* to play again." in panel.text
    assert buttons(panel)["join"] == (0, True)


def test_whoever_switches_sides_is_told_the_new_seat():
    table = lobby_table(holder(0), holder(1), empty(2), empty(3), preset="partners", seat=1)
    moved = replace(table, seat=2)
    assert PANELS.occasion(moved) != PANELS.occasion(table)


def test_house_rules_are_marked():
    table = lobby_table(holder(0), ai(1), ai(2))
    changed = replace(table, rules=replace(table.rules, quotas=(9, 5, 3), jokers_locked=True))
    text = PANELS.public(changed, NOW).text
    assert "dealer 9, left of dealer 5, right of dealer 3. **(house rule)**" in text
    locked = (
        "A joker may not lead or cut before trump is broken, unless nothing else may be played."
    )
    assert f"{locked} **(house rule)**" in text
    assert text.count("(house rule)") == 2


def test_a_seat_in_the_lobby_is_told_that_its_hand_will_come():
    table = lobby_table(holder(0), holder(1), empty(2), seat=1)
    assert PANELS.hand(table).text == "You sit in seat 2. Your hand will appear here at Start."
    assert "are the host" in PANELS.hand(replace(table, seat=0)).text
    assert buttons(PANELS.hand(table)) == {"hand": (0, True)}


def test_the_buttons_of_a_running_match():
    first = PANELS.public(seen(RUNNING, None), NOW)
    assert buttons(first) == {
        "hand": (0, True),
        "last": (0, False),
        "rules": (0, True),
        "leave": (0, True),
    }
    second = PANELS.public(seen(replace(RUNNING, deal=2), None, holders={1: ai(1, left=True)}), NOW)
    assert buttons(second)["last"] == (0, True)
    assert buttons(second)["sit.1"] == (0, True)


def test_between_two_deals_it_says_who_is_ready():
    holders = {0: holder(0, ready=True), 1: holder(1, due_at=NOW + 20), 2: ai(2)}
    panel = PANELS.public(seen(SCORED, None, holders=holders), NOW)
    until = f"<t:{int(NOW + 20)}:R>"
    assert "hand 1 is over" in panel.text
    assert (
        f"Ready: Ada.\nWaiting for Bob to press *Next*. The next hand starts {until}." in panel.text
    )
    assert list(buttons(panel)) == ["next", "hand", "last", "rules", "leave"]
    assert buttons(panel)["next"] == (5, True)
    assert buttons(panel)["last"] == (0, True)


def test_between_two_deals_a_hand_can_say_next_once():
    waiting = PANELS.hand(seen(SCORED, 1))
    assert waiting.text == (
        "Hand 1 is over: ▰▰▰▰▰▰▰ 8/7, **+1** point.\nPress *Next* when you are ready."
    )
    assert buttons(waiting)["next"] == (5, True)
    ready = PANELS.hand(seen(SCORED, 1, holders={1: holder(1, ready=True)}))
    assert "You are ready." in ready.text
    assert buttons(ready)["next"] == (5, False)


@pytest.mark.parametrize("state", [RUNNING, SCORED], ids=["running", "scored"])
def test_a_paused_table_says_how_to_go_on(state):
    away = {seat: holder(seat, away=True, misses=2) for seat in range(3)}
    table = seen(state, None, holders=away, status=Status.PAUSED)
    panel = PANELS.public(table, NOW)
    assert "**Everybody is away, so the table is paused.**" in panel.text
    shown = {"hand", "back", "rules", "leave"}
    assert buttons(panel) == dict.fromkeys(shown, (0, True))
    own = PANELS.hand(seen(state, 0, holders=away, status=Status.PAUSED))
    assert buttons(own)["back"] == (0, True)
    assert "**You are away**, and the table waits. Press *I'm back* or anything" in own.text
    assert "AI player plays" not in own.text


def test_a_paused_board_says_nothing_that_is_true_of_a_running_one_only():
    away = {seat: holder(seat, away=True, misses=2) for seat in range(3)}
    text = PANELS.public(seen(RUNNING, None, holders=away, status=Status.PAUSED), NOW).text
    running = PANELS.public(seen(RUNNING, None, holders=away), NOW).text
    for sentence in ("Cy to play", "Bob is away. An AI player plays"):
        assert sentence in running
        assert sentence not in text
    assert "was late" not in text
    assert "**Bob** (away)" in text
    assert "Bob **K♣**" in text
    left = PANELS.public(
        seen(RUNNING, None, holders={**away, 2: ai(2, name="Cy", left=True)}, status=Status.PAUSED),
        NOW,
    )
    assert "plays for Cy, who left. The seat is free to take." in left.text


def test_after_the_match():
    panel = PANELS.public(seen(OVER, None), NOW)
    assert panel.accent is Accent.OVER
    assert buttons(panel) == {"again": (5, True), "last": (0, True), "rules": (0, True)}
    assert "A new table is open." in PANELS.public(seen(OVER, None, next_table="n3xt"), NOW).text
    own = PANELS.hand(seen(OVER, 1))
    assert "Ada wins the match" in own.text
    assert buttons(own) == {
        "hand": (0, True),
        "last": (0, True),
        "again": (5, True),
        f"review.{OVER.deal}": (0, True),
    }


@pytest.mark.parametrize("status", ENDED)
@pytest.mark.parametrize("state", [RUNNING, SCORED], ids=["running", "scored"])
def test_a_table_that_does_not_go_on_says_why(status, state):
    panel = PANELS.public(seen(state, None, status=status), NOW)
    assert panel.text
    assert not list(panel.choices)
    assert set(buttons(PANELS.hand(seen(state, 0, status=status)))) <= {"hand", "last"}


def test_a_lobby_that_was_closed_and_a_match_that_was_ended():
    closed = lobby_table(holder(0), empty(1), empty(2), status=Status.VOID)
    assert "this table is closed" in PANELS.public(closed, NOW).text
    ended = seen(RUNNING, None, status=Status.VOID)
    assert "ended without a result" in PANELS.public(ended, NOW).text
    assert "`/pluck move`" in PANELS.public(seen(RUNNING, None, status=Status.SUSPENDED), NOW).text


@pytest.mark.parametrize("status", Status)
def test_somebody_without_a_seat_gets_no_hand(status):
    state = OVER if status is Status.OVER else RUNNING
    lobby = lobby_table(holder(0), empty(1), empty(2))
    table = lobby if status is Status.LOBBY else seen(state, None, status=status)
    assert isinstance(PANELS.hand(table), PrivatePanel)


def test_an_old_message_is_reduced_to_its_summary():
    panel = PANELS.reduced(seen(SCORED, None))
    assert "hand 1 is over" in panel.text
    assert panel.accent is Accent.OVER
    assert not list(panel.choices)


@pytest.mark.parametrize("state", [RUNNING, SCORED, OVER], ids=["running", "scored", "over"])
def test_an_older_hand_only_leads_to_the_newer_one(state):
    panel = PANELS.older_hand(seen(state, 0))
    assert isinstance(panel, PrivatePanel)
    assert drawn(panel) == "-# Your hand is in a newer message below.\n[Show it here]"
    assert buttons(panel) == {"hand": (0, True)}


def test_who_saw_a_hand_is_told_which_seat_is_left_to_them():
    sentence = PANELS.refusal(Refused(Why.SAW_A_HAND))
    assert "seen another hand of this match" in sentence
    assert "only take your old seat back" in sentence


def test_a_note_stands_above_the_hand():
    panel = PANELS.hand(seen(RUNNING, 0), note=PANELS.refusal(Refused(Why.STALE)))
    assert panel.text.startswith("That was an older question.")


def test_leaving_is_asked_once_more():
    panel = PANELS.confirm_leave(seen(RUNNING, 0))
    assert "It counts as lost for you" in panel.text
    assert buttons(panel) == {"leave.yes": (0, True), "hand": (0, True)}
    assert style_of(panel, "Yes, leave the match") is Style.STOP


def test_only_a_reminder_mentions_anybody():
    assert PANELS.nudge(seen(RUNNING, None), [7, 8]).startswith("<@7> and <@8>")
    for table in (seen(RUNNING, None), seen(SCORED, None), seen(OVER, None)):
        assert "<@" not in PANELS.public(table, NOW).text


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_names_do_no_harm_anywhere(name):
    named = {seat: holder(seat, name=name) for seat in range(3)}
    left = {seat: ai(seat, name=name, left=True) for seat in range(3)}
    for holders in (named, left):
        lobby = lobby_table(*holders.values())
        kept = lobby_table(*(replace(each, user=None, reserved=True) for each in named.values()))
        texts = [PANELS.public(lobby, NOW).text, PANELS.public(kept, NOW).text]
        for state in (RUNNING, SCORED, OVER):
            texts.append(PANELS.public(seen(state, None, holders=holders), NOW).text)
            texts.append(PANELS.last_deal(seen(state, None, holders=holders)).text)
            texts.append(PANELS.hand(seen(state, 0, holders=holders)).text)
        for text in texts:
            assert not re.search(r"(?<!\\)<@|(?<!\\)@everyone|\]\(|\u202e|\u200b|A{30}", text)
            assert "****x" not in text
