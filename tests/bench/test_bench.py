"""The bench itself, with tiny numbers: it must run when it is needed."""

import pytest

from tests.bench.__main__ import run
from tests.bench.parts import PARTS
from tests.bench.report import table
from tests.bench.scale import TINY


@pytest.mark.parametrize("name", PARTS)
async def test_a_part_measures_and_is_reported(name, tmp_path):
    results = await run(TINY, [name], tmp_path)
    rows = results["parts"][name]["rows"]
    text = table(results)
    assert PARTS[name].TITLE in text
    assert all(column in text for row in rows for column in row)
    assert all(SOUND.get(name, bool)(row) for row in rows)


SOUND = {
    "press": lambda row: row["bare p50"] > 0 and row["ours p50"] > 0 and row["lost"] == 0,
    "calls": lambda row: row["cards"] > 0 and row["callbacks / card"] > 0,
    "busy": lambda row: row["presses / s"] > 0 and row["lost"] == 0,
    "memory": lambda row: row["after the start, MB"] > 0,
    "storage": lambda row: row["events / match"] > 50 and row["kB / match"] > 0,
    "rollouts": lambda row: row["deals / s"] > 0,
    "start": lambda row: 0 < row["identified after s"] < row["ready after s"],
}
"""What can be said of each row, whatever the machine."""
