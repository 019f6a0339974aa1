"""Whole deals, word for word, as they were when somebody last read them through.

After a change of the rules, write them anew, and read the difference before it is kept:

    PLUCK_GOLDEN=write python -m pytest tests/engine/test_golden.py
"""

import os
from pathlib import Path

import pytest

from tests.engine.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"
LOTS = {
    ("pluck", "classic"): 1,
    ("pluck", "race"): 2,
    ("pluck", "rounds"): 3,
    ("pluck", "house"): 4,
    ("pluck", "full-deck"): 5,
    ("pluck", "partners"): 6,
    ("pluck", "house-mercy"): 176,
    ("pluck", "partners-before"): 8,
    ("pluck", "partners-jokers"): 9,
    ("pinochle", "pinochle"): 1353,
    ("pinochle", "double"): 1664,
}
"""The tables, each with the number by which its cards fall and everybody acts."""


@pytest.mark.parametrize(("game", "table"), LOTS)
def test_two_deals_go_word_for_word_as_before(game, table):
    file, text = FOLDER / f"{table}.txt", playthrough(game, table, LOTS[game, table])
    if os.environ.get("PLUCK_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_there_is_no_text_too_many():
    assert {file.stem for file in FOLDER.glob("*.txt")} == {table for _, table in LOTS}
