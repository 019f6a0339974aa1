"""What the board, the summary and the last deal say, read as a player reads them."""

import re
from dataclasses import replace

from bot.engine.cards import Card
from bot.engine.pluck.state import Exchange, Phase
from bot.engine.pluck.variants import Boston
from bot.table.model import Claim
from bot.ui.panel import Accent
from tests.support.layout import before_plucks, position, with_pluck
from tests.support.panels import (
    NOW,
    PANELS,
    TURN,
    ai,
    deal_ends,
    drawn,
    holder,
    seen,
    states,
)

PLAYED = "S; AD 3D / 4C / 9S 8S; 1: KC"


def board(state, *, now=NOW, **options):
    return PANELS.public(seen(state, None, **options), now)


def test_a_board_in_full():
    state = position("S; AD 3D 5D / 4C 7D / 9S 8S JD; 1: KC; 0: 2C 3C AC")
    state = replace(state, won=(5, 2, 4), score=(3, 0, 11), deal=2)
    assert drawn(board(state, holders={2: ai(2)})) == "\n".join(
        [
            "### Pluck · hand 2 · first to 20",
            "Ada deals · trump **♠ Spades**, broken",
            "",
            "**Ada** · dealer",
            "▰▰▰▰▰▱▱ 5/7 · score 3",
            "**Bob** · left of dealer",
            "▰▰▱▱▱▱ 2/6 · score 0",
            "**Ruth** (AI, normal) · right of dealer",
            "▰▰▰▰ 4/4 · score 11",
            "----",
            f"**Book {len(state.tricks) + 1}:** Bob **K♣**",
            "-# Last book: Ada 2♣ · Bob 3♣ · Ruth **A♣**. Ruth took it.",
            "**Ruth to play**",
            "[My hand] [Last hand] [Rules] [Leave]",
        ]
    )


def test_books_over_the_quota_are_counted_apart():
    state = replace(position(PLAYED), won=(9, 0, 0))
    assert "▰▰▰▰▰▰▰ 9/7 (+2)" in board(state).text


def test_the_second_half_of_the_time_is_emphasised():
    state = position(PLAYED)
    early, late = board(state), board(state, now=NOW + TURN / 2)
    until = f"<t:{int(NOW + TURN)}:R>"
    assert f"**Cy to play** · time is up {until}" in early.text
    assert early.accent is Accent.CALM
    assert f"⏳ **Cy to play · time is up {until}**" in late.text
    assert late.accent is Accent.HURRY


def test_nobody_waits_for_the_clock_of_an_ai_player_or_of_somebody_away():
    state = position(PLAYED)
    for other in (ai(2), holder(2, away=True, misses=2)):
        panel = board(state, now=NOW + TURN, holders={2: other})
        assert "<t:" not in panel.text
        assert panel.accent is Accent.CALM


def test_trump_due_and_who_calls():
    state = next(each for each in states("classic", 1) if each.phase is Phase.TRUMP)
    text = board(state).text
    assert "Bob deals · trump is not named yet" in text
    assert "**Bob to name trump**" in text


def first_book_and_others(preset):
    """The texts of the boards until the first book of a match is over, and of those after it."""
    before, after = [], []
    for state in states(preset, 1):
        if state.hands and state.phase not in (Phase.DEAL, Phase.OVER):
            first = state.deal == 1 and not state.tricks
            (before if first else after).append(board(state, preset=preset).text)
    assert len(before) >= 4
    assert len(after) > 40
    return before, after


def test_the_draw_is_shown_until_the_first_book_is_over():
    again = "Draw for dealer: Ada 6♠, Bob A♣, Cy A♥; again: Bob Q♥, Cy 3♥. Bob deals first."
    before, after = first_book_and_others("classic")
    assert all(again in text for text in before)
    assert not any("Draw" in text for text in after)


def test_the_first_jack_is_told_without_naming_it_until_the_first_book_is_over():
    before, after = first_book_and_others("house")
    assert all("was dealt the first Jack and deals first." in text for text in before)
    assert not any("Jack" in text for text in after)


def test_a_dealer_who_calls_is_named_once():
    cards = "H; AD 3D / 4C / 9S 8S / 5D 6D; 1: KC"
    for caller, words in ((0, "Ada deals and calls · trump"), (3, "Ada deals, Di calls · trump")):
        state = position(cards, preset="partners", caller=caller)
        assert words in board(state, preset="partners").text
    assert "Ada deals · trump" in board(position(PLAYED)).text, "three-handed it is always so"


def test_plucks_made_and_plucks_still_owed():
    state = before_plucks("-; AS 3C / KS 4C / 9S 8S", owed=(0, 1, 2), rights=(3, 0, 0))
    for target, given, returned in ((1, "3S", "KS"), (1, "4S", "QS"), (2, "3D", "AD")):
        state = with_pluck(state, 0, target, given, returned)
    text = board(state).text
    assert "**Ada to pluck (3 left)**" in text
    assert "Still to pluck: Ada 3. Still to be plucked: Bob 1, Cy 2." in text
    assert "-# Plucks: Ada from Bob ×2, Ada from Cy ×1" in text
    assert not any(card in text for card in ("3♠", "K♠", "4♠", "Q♠", "3♦", "A♦"))


def test_the_house_the_away_and_those_who_left():
    holders = {
        0: holder(0, misses=1),
        1: holder(1, misses=2, away=True),
        2: ai(2, name="Cy", left=True),
    }
    panel = board(position(PLAYED), holders=holders)
    assert "Ada was late, so the house played." in panel.text
    assert "**Bob** (away)" in panel.text
    assert "Bob is away. An AI player plays until they press *My hand*." in panel.text
    assert "Bob was late" not in panel.text
    assert "**Ruth** (AI, normal) for Cy" in panel.text
    assert "Ruth (AI, normal) plays for Cy, who left. The seat is free to take." in panel.text
    assert [each.label for each in panel.choices][-1] == "Take Cy's seat"


def test_partners_stand_together():
    state = replace(
        position("H; AD 3D / 4C / 9S 8S / 5D 6D; 1: KC", preset="partners", caller=3),
        won=(3, 1, 2, 4),
        score=(4, 7),
    )
    text = board(state, preset="partners").text
    assert "### Pluck · hand 1 · first to 10\nAda deals, Di calls" in text
    assert "**Ada** & **Cy** · other team\n▰▰▰▰▰ 5/5 · score 4\n-# Ada 3 · Cy 2" in text
    assert "**Bob** & **Di** · calling team\n▰▰▰▰▰▱▱▱ 5/8 · score 7" in text
    assert "-# Partners face each other. Play goes Ada → Bob → Cy → Di" in text


def test_either_partner_may_pluck():
    line = "-; AS 3C / KS 4C / 9S 8S / 5D 6D"
    state = before_plucks(line, owed=(0, 2), rights=(2, 0), preset="partners")
    assert "**Ada or Cy to pluck (2 left)**" in board(state, preset="partners").text


def test_a_match_by_rounds_counts_its_deals():
    state = next(states("rounds", 1))
    dealt = next(each for each in states("rounds", 1) if each.deal == 2)
    assert state.deal == 0
    assert "### Pluck · hand 2 of 6" in board(dealt, preset="rounds").text


def test_two_of_one_name_are_told_apart():
    text = board(position(PLAYED), holders={1: holder(1, name="ada")}).text
    assert "**Ada (1)**" in text
    assert "**ada (2)**" in text


def test_a_summary_in_full():
    scored = next(iter(deal_ends("classic", 1)))
    assert drawn(PANELS.reduced(seen(scored, None))) == "\n".join(
        [
            "### Pluck · hand 1 is over",
            "**Ada** · right of dealer",
            "▰▰▰▰ 5/4 · **+1** point · score 1",
            "**Bob** · dealer",
            "▰▰▰▰▰▰▰ 8/7 · **+1** point · score 1",
            "**Cy** · left of dealer",
            "▰▰▰▰▱▱ 4/6 · no points · score 0",
            "-# Last book: Bob **6♦** · Cy 5♠ · Ada 5♥. Bob took it.",
            "",
            "Next hand: Ada makes 1 pluck, Bob makes 1 pluck, Cy suffers 2.",
        ]
    )


def test_what_teams_owe_is_said_of_several():
    texts = [
        PANELS.reduced(seen(each, None, preset="partners")).text
        for each in deal_ends("partners", 1)
    ]
    assert any("Next hand: Bob & Di make 1 pluck, Ada & Cy suffer 1." in each for each in texts)
    assert not any("makes" in each or "suffers" in each for each in texts)


def test_every_summary_shows_the_last_book():
    for preset in ("classic", "partners"):
        for state in deal_ends(preset, 1):
            table = seen(state, None, preset=preset)
            for panel in (PANELS.public(table, NOW), PANELS.reduced(table)):
                assert panel.text.count("-# Last book: ") == 1
                assert len(re.findall(r"-# Last book: .* took it\.$", panel.text, re.M)) == 1


def test_a_claim_is_told_above_the_last_book():
    *_, scored, last = deal_ends("classic", 1)
    for state in (scored, last):
        claimed = Claim(state.deal, seat=1, tricks=5)
        table = seen(state, None, claimed=claimed)
        for panel in (PANELS.public(table, NOW), PANELS.reduced(table)):
            assert "\n**Bob** claimed the last 5 books.\n-# Last book: " in panel.text
        assert PANELS.last_deal(table).text.endswith("\n**Bob** claimed the last 5 books.")
        for seat in range(3):
            hand = PANELS.hand(seen(state, seat, claimed=claimed))
            assert "**Bob** claimed the last 5 books." in hand.text


def test_a_partner_claims_alone_as_the_others_call_them():
    *_, last = deal_ends("partners", 2)
    claimed = Claim(last.deal, seat=2, tricks=2)
    holders = {2: ai(2)}
    text = board(last, preset="partners", holders=holders, claimed=claimed).text
    assert "\n**Ruth** claimed the last 2 books.\n" in text


def test_a_boston_is_announced():
    scored = replace(
        next(iter(deal_ends("classic", 1))), won=(0, 17, 0), balance=(-4, 10, -6), score=(0, 10, 0)
    )
    assert "🎆 **Boston!** Bob won every book." in board(scored).text
    doubled = replace(scored, rules=replace(scored.rules, boston=Boston.DOUBLE))
    assert "Points count twice." in board(doubled).text
    assert "**+20** points" in board(doubled).text


def test_after_the_match_the_places_come_first():
    *_, last = deal_ends("classic", 1)
    panel = board(last)
    assert panel.text.startswith(
        "### 🏆 Ada wins the match\n**1.** Ada · 21 points\n**2.** Bob · 11 points\n**3.** Cy"
    )
    assert "Next hand" not in panel.text
    assert [each.label for each in panel.choices] == ["Play again", "Last hand", "Rules"]


def test_a_shared_win_and_places_that_are_tied():
    *_, last = deal_ends("rounds", 1)
    shared = replace(last, winners=(0, 2), score=(9, 4, 9))
    text = board(shared, preset="rounds").text
    assert "### 🏆 Ada and Cy share the match\n**1.** Ada · 9 points\n**1.** Cy · 9 points" in text
    tied = replace(last, winners=(1,), score=(2, 9, 2))
    assert "**2.** Ada · 2 points\n**2.** Cy · 2 points" in board(tied, preset="rounds").text


def test_the_winner_by_boston_is_first_whatever_the_score():
    *_, last = deal_ends("classic", 1)
    last = replace(last, winners=(2,), score=(19, 3, 10))
    assert "**1.** Cy · 10 points\n**2.** Ada · 19 points" in board(last).text


def test_a_team_wins_together():
    *_, last = deal_ends("partners", 2)
    winners = replace(last, winners=(1,), score=(3, 12))
    text = board(winners, preset="partners").text
    assert "### 🏆 Bob & Di win the match\n**1.** Bob & Di · 12 points" in text


def test_the_last_deal_book_by_book():
    *_, last = deal_ends("classic", 1)
    last = replace(
        last, plucks=(Exchange(0, 2, Card.H7, Card.QH), Exchange(0, 2, Card.D3, Card.D3))
    )
    text = PANELS.last_deal(seen(last, 1)).text
    assert text.startswith(f"### Hand {last.deal}, book by book\nBob dealt · trump ")
    assert "Ada from Cy: 7♥ → Q♥, 3♦ → 3♦" in text
    assert text.count(" – ") == 17 + 1
    assert len(text) < 3500


def test_no_last_deal_yet():
    running = position(PLAYED)
    assert PANELS.last_deal(seen(running, None)).text == "No hand has been scored yet."
