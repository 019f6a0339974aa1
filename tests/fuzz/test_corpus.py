"""The fuzzer's targets hold for everything in the corpus, and the corpus is worth its name."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.record.model import NotARecord, parse
from bot.record.replay import IllegalRecord, replay
from bot.ui.press import OURS, Pressed
from bot.ui.press import parse as parse_id
from tests.fuzz.mutate import mutated
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(file for file in CORPUS.rglob("*") if file.is_file())


def named(target):
    return [file.read_bytes() for file in FILES if file.parent.name == target]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_target_holds(file):
    TARGETS[file.parent.name](file.read_bytes())


@given(st.one_of(st.binary(), st.text().map(str.encode), st.from_regex(OURS, fullmatch=True)))
def test_the_parser_of_custom_ids_holds_for_anything(data):
    TARGETS["custom_id"](data if isinstance(data, bytes) else data.encode("utf-8", "replace"))


@given(st.binary())
def test_the_parser_of_records_holds_for_any_bytes(data):
    TARGETS["record"](data)


def test_the_corpus_reaches_the_end_of_the_custom_id_parser_for_every_kind():
    read = [parse_id(data.decode().partition("\n")[0]) for data in named("custom_id")]
    assert {type(pressed) for pressed in read} == {*get_args(Pressed), type(None)}


def what_becomes_of(data):
    try:
        replay(parse(data))
    except (NotARecord, IllegalRecord) as refused:
        return type(refused)
    return "replayed"


def test_the_corpus_has_records_of_every_fate():
    fates = {what_becomes_of(data) for data in named("record")}
    assert fates == {NotARecord, IllegalRecord, "replayed"}


def test_the_mutator_leads_from_a_record_to_every_fate():
    record = next(data for data in named("record") if what_becomes_of(data) == "replayed")
    changed = [mutated(record, seed) for seed in range(200)]
    fates = {what_becomes_of(data) for data in changed if data is not None}
    assert {NotARecord, IllegalRecord} <= fates
    assert mutated(b"{", 1) is None
