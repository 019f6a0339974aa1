"""The questions people ask at a table: answered for every set of rules, and rightly."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.pluck.variants import PRESETS, Boston, Points, Rounds, ZeroBooks
from bot.engine.registry import GAMES
from bot.learn.topic import TopicError, facts_of, load_topics

TOPICS = load_topics(Path(__file__).parents[2] / "data" / "topics", GAMES)
PLUCK = GAMES["pluck"]
PHONE_SCREEN = 1_400


def said(key, rules):
    [topic] = [each for each in TOPICS["pluck"] if each.key == key]
    return "\n".join(topic.answer(facts_of(PLUCK, rules)))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_topic_has_an_answer_for_every_preset(preset):
    for topic in TOPICS["pluck"]:
        parts = topic.answer(facts_of(PLUCK, PRESETS[preset]))
        assert parts
        assert not re.search(r"[{}]", "".join(parts))
        assert max(map(len, parts)) <= PHONE_SCREEN


def test_topics_have_keys_of_their_own_and_fit_a_menu():
    keys = [each.key for each in TOPICS["pluck"]]
    assert len(set(keys)) == len(keys) <= 25
    assert all(len(each.title) <= 100 for each in TOPICS["pluck"])


@pytest.mark.parametrize(
    ("key", "preset", "sentence"),
    [
        ("plucked", "classic", "any suit can be plucked"),
        ("plucked", "house", "trump is protected"),
        ("jokers-when", "house", "jokers are locked"),
        ("jokers-when", "partners", "no jokers in the deck"),
        ("jokers-where", "classic", "With the trumps"),
        ("pluck-order", "partners", "Either partner"),
        ("opening", "classic", "2♣"),
        ("opening", "partners", "any card but trump"),
        ("winning", "rounds", "goes over rounds, here **2**"),
        ("dimmed", "classic", "jokers cannot be offered"),
        ("dimmed", "full-deck", "You pluck, and it is a **trump**"),
        ("plucked", "partners", "any suit can be plucked"),
        ("glance", "classic", "the dealer names"),
        ("glance", "partners", "the caller names"),
        ("glance", "rounds", "Rounds here: 2."),
        ("winning", "race", "10 points"),
        ("quota", "full-deck", "7/6/5"),
        ("first-dealer", "house", "first Jack"),
    ],
)
def test_an_answer_is_the_one_for_these_rules(key, preset, sentence):
    assert sentence in said(key, PRESETS[preset])


def test_house_rules_change_the_answers():
    classic = PRESETS["classic"]
    assert "Mercy" not in said("pluck", classic)
    assert "Mercy" in said("pluck", replace(classic, zero_books=ZeroBooks.MERCY))
    assert "wins the match" in said("boston", replace(classic, boston=Boston.WIN))
    assert "33 points" in said("winning", replace(classic, match=Points(33)))
    assert "share the win" in said("winning", replace(classic, match=Rounds(1)))
    locked = replace(classic, jokers_locked=True)
    assert "locked" in said("dimmed", locked)
    assert "locked" not in said("dimmed", classic)


@pytest.mark.parametrize("text", ["topics = 3", "[[topics]]\nkey = 'x'", "["])
def test_a_file_without_topics_is_named(tmp_path, text):
    (tmp_path / "pluck.toml").write_text(text)
    with pytest.raises(TopicError, match=r"pluck\.toml"):
        load_topics(tmp_path, GAMES)
