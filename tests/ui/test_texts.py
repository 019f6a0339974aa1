"""Every sentence is there, and no name can do harm in one."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from bot.engine.contract import CHANCE, Reason
from bot.engine.pluck.state import Phase
from bot.engine.pluck.variants import PRESETS, Misfit
from bot.engine.registry import GAMES
from bot.players.registry import levels
from bot.store.rows import SortBy
from bot.table.model import Refused, Why
from bot.ui.texts import LONGEST_NAME, Texts, plain_name, safe_name
from tests.support.panels import PANELS, PLUCK, TEXTS

SOURCES = [
    path
    for folder in ("bot", "cogs")
    for path in Path(__file__).parents[2].joinpath(folder).rglob("*.py")
]
SPEAKERS = ("texts", "_texts", "counted", "say")
LONGEST_CHOICE = 100
NASTY = [
    "**bold** _it_ ~~no~~ ||spoiler||",
    "# Heading",
    "> quote",
    "- list",
    "`code`",
    "<@123> <@&4> <#5>",
    "@everyone @here",
    "<t:1:R> <:emoji:1> </pluck new:1>",
    "[click](https://example.org)",
    "https://example.org/x_y",
    "new\nline\r\nand\ttab",
    "\u202eright to left\u2066\u200f",
    "zero\u200b\u200d\ufeffwidth",
    "A" * 10_000,
    "*" * 10_000,
    "",
    " \u3164\u2800\u115f ",
    "\ud800",
    "{key} {0} %s",
    "\\",
]


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason):
    assert TEXTS(f"reason.{reason.name}").endswith(".")


@pytest.mark.parametrize("why", Why)
def test_every_refusal_has_a_sentence(why):
    assert PANELS.refusal(Refused(why, detail=Misfit.QUOTAS_SUM.name)).endswith(".")


@pytest.mark.parametrize("misfit", Misfit)
def test_every_misfit_of_rules_is_explained(misfit):
    sentence = PANELS.refusal(Refused(Why.RULES_DO_NOT_FIT, detail=misfit.name))
    assert TEXTS(f"misfit.{misfit.name}") in sentence


@pytest.mark.parametrize(
    ("amiss", "said"),
    [
        ("jokers_locked", "I cannot read whether jokers are locked."),
        ("boston, quotas", "I cannot read what a Boston is worth and the quotas."),
        ("deck, kitty, **x**", "I cannot read the deck and a rule that I do not know."),
    ],
)
def test_what_is_amiss_in_an_old_set_is_said_in_words(amiss, said):
    assert said in PANELS.refusal(Refused(Why.OLD_SET, detail=amiss))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_field_of_the_rules_has_words_for_an_old_set(game):
    assert all(f"old_rule.{each.name}" in TEXTS for each in fields(game.rules_type))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_its_words(game):
    assert TEXTS(f"game.{game.key}") == game.name
    assert f"short.{game.key}" in TEXTS
    assert all(f"level.{level}" in TEXTS for level in levels(game.key))
    sorts = {*game.ranked, *(each.value for each in SortBy if each is not SortBy.COUNTER)}
    assert all(f"sort.{sort}" in TEXTS for sort in sorts)
    counted = {f"count.{counter}.{form}" for counter in game.ranked for form in ("one", "many")}
    assert counted <= TEXTS.keys
    most = max(sum(map(len, game.sides(rules))) for rules in game.presets.values())
    assert all(f"ai.name.{seat}" in TEXTS for seat in range(most))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_preset_is_described_in_a_choice(game):
    for preset in game.presets:
        name = TEXTS(f"preset.{preset}")
        assert name.startswith(f"{preset} – ")
        assert len(name) <= LONGEST_CHOICE


@pytest.mark.parametrize("preset", PRESETS)
def test_every_counter_and_role_has_a_name(preset):
    rules = PRESETS[preset]
    roles = {
        rules.role(seat, caller) for seat in range(rules.seats) for caller in range(rules.seats)
    }
    assert all(f"role.{role}" in TEXTS and f"counters.as_{role}" in TEXTS for role in roles)
    assert all(
        f"counters.{key}" in TEXTS for key in _counters(preset) if not key.startswith("made_")
    )


def test_every_phase_that_asks_has_words():
    for phase in (Phase.PLUCK, Phase.TRUMP, Phase.PLAY):
        assert f"turn.{phase}" in TEXTS
        assert f"hand.waiting_{phase}" in TEXTS


def test_every_key_that_the_code_names_is_there():
    missing = [key for key in _named_keys() if not any(re.fullmatch(key, each) for each in _keys())]
    assert not missing


def test_every_key_is_used_somewhere():
    words, patterns, endings = _words_of_the_code()

    def is_said(text: str, depth: int = 2) -> bool:
        """Whether the code can say this, with parts that are computed, and parts of those."""
        if text in words or not depth:
            return text in words
        found = filter(None, (pattern.fullmatch(text) for pattern in patterns))
        return any(all(is_said(part, depth - 1) for part in each.groups()) for each in found)

    def is_used(key: str) -> bool:
        stems = (key.removesuffix(ending) for ending in endings if key.endswith(ending))
        return is_said(key) or any(stem in words for stem in stems)

    unused = [key for key in sorted(TEXTS.keys) if not is_used(re.sub(r"\.(one|many)$", "", key))]
    assert not unused


def test_one_and_many_come_together():
    forms = {key.rpartition(".") for key in TEXTS.keys if key.endswith((".one", ".many"))}
    stems = {stem for stem, _, _ in forms}
    assert len(forms) == 2 * len(stems)
    assert not stems & TEXTS.keys


def test_command_and_option_descriptions_fit():
    for key in TEXTS.keys:
        if key.startswith(("command.", "option.")):
            assert 1 <= len(TEXTS(key, game="Pluck")) <= 100


def test_one_and_many():
    assert TEXTS.counted("count.plucks", 1) == "1 pluck"
    assert TEXTS.counted("count.plucks", 2) == "2 plucks"
    assert TEXTS.listed([]) == ""
    assert TEXTS.listed(["A"]) == "A"
    assert TEXTS.listed(["A", "B", "C"]) == "A, B and C"
    assert TEXTS.listed(["A", "B"], "list.either") == "A or B"


def test_a_missing_key_is_our_mistake():
    with pytest.raises(KeyError):
        Texts({})("no.such.key")


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_a_name_is_harmless(name):
    safe, plain = safe_name(name), plain_name(name)
    assert 1 <= len(plain) <= LONGEST_NAME
    assert len(safe) <= 2 * LONGEST_NAME
    assert plain.isprintable()
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~|`>#\[\]()<@]", safe)


def test_an_ordinary_name_stays_as_it_is():
    for name in ("Ada", "Zoë", "Ольга", "李明", "O'Neil Jr"):
        assert safe_name(name) == plain_name(name) == name


def _counters(preset: str) -> set[str]:
    """The counters of a match that is really played."""
    rules, rng = PRESETS[preset], Random(4)
    state, happened = PLUCK.setup(rules), []
    while asked := PLUCK.to_act(state):
        if asked is CHANCE:
            order = tuple(rng.sample(PLUCK.pack(rules), len(PLUCK.pack(rules))))
            actor, action = CHANCE, PLUCK.shuffled(state, order)
        else:
            actor, action = asked[0], rng.choice(PLUCK.legal(state, asked[0]))
        state, events = PLUCK.apply(state, actor, action)
        happened += events
    return {key for counters in PLUCK.tally(rules, happened) for key in counters}


def _keys() -> set[str]:
    return {key.removesuffix(".one").removesuffix(".many") for key in TEXTS.keys} | TEXTS.keys


def _named_keys() -> Iterator[str]:
    """Every key that is passed to the texts, as a pattern where a part of it is computed."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _speaks(node.func):
                yield from _patterns(node.args[0])


def _words_of_the_code() -> tuple[set[str], list[re.Pattern[str]], set[str]]:
    """What stands in the code to make a key of.

    Its texts and numbers and the names of enum members; its texts with computed parts, as patterns
    that capture those; and the endings that are added to a text.
    """
    words, patterns, endings = set[str](), set[str](), set[str]()
    for path in SOURCES:
        if "playground" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(str() | int() as value):
                    words.add(str(value))
                case ast.BinOp(ast.Name(), ast.Add(), ast.Constant(str() as ending)):
                    endings.add(ending)
                case ast.ClassDef(body=body):
                    members = (each.targets[0] for each in body if isinstance(each, ast.Assign))
                    words |= {each.id for each in members if isinstance(each, ast.Name)}
                case ast.JoinedStr([ast.Constant(), *_] as parts):
                    patterns.add(
                        "".join(
                            re.escape(part.value) if isinstance(part, ast.Constant) else "(.+?)"
                            for part in parts
                        )
                    )
    return words, [re.compile(pattern) for pattern in patterns], endings


def _speaks(function: ast.expr) -> bool:
    return getattr(function, "attr", getattr(function, "id", "")) in SPEAKERS


def _patterns(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(str() as text):
            yield re.escape(text)
        case ast.IfExp(_, yes, no):
            yield from _patterns(yes)
            yield from _patterns(no)
        case ast.JoinedStr(parts) if isinstance(parts[0], ast.Constant):
            yield "".join(
                re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in parts
            )
