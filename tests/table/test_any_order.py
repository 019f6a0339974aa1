"""A crowd that does anything in any order: no table is ever stuck, and nothing odd is accepted."""

import pytest

from bot.store.rows import OPEN_STATUSES
from bot.table.model import Pace
from tests.support.tables import PLUCK
from tests.table.crowd import Crowd

PRESETS = tuple(PLUCK.presets)
HASTY = Pace(turn=0.01, ai=0.01, next=0.01, nudge=0.01, grace=0.01)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("seed", "pace"), [(1, Pace()), (2, Pace()), (3, HASTY)])
async def test_a_table_is_never_stuck(open_club, preset, seed, pace):
    club = await open_club(seed=seed, pace=pace)
    crowd = Crowd(club, seed * 100 + PRESETS.index(preset))
    await crowd.sit_down(preset)
    await crowd.amuse_itself(acts=100)
    await crowd.go_home()
    assert (await club.table(crowd.table)).row.status not in OPEN_STATUSES
