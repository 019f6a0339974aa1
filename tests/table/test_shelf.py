"""What was stored by an earlier version goes on."""

import sqlite3
from contextlib import closing

from bot.engine.registry import GAMES
from bot.table.check import HEALTHY, check_file
from tests.support.tables import ANN, BEN, MIGRATIONS

BEFORE_THE_CARD_DRAWN_WAS_KEPT = (
    "UPDATE tables SET state = json_remove(state, '$.drawn'), state_version = 1 WHERE id = ?"
)


async def test_a_deal_of_an_earlier_version_is_sound_and_played_on(open_club, db):
    club = await open_club()
    opened = await club.open(ANN, None, game="pinochle")
    await club.press(opened.id, BEN, "join")
    await club.press(opened.id, ANN, "start", (await club.view(opened.id, ANN)).pause)
    await club.play_until(opened.id, lambda table: None not in table.state.drawn)
    await club.close()

    with closing(sqlite3.connect(db, isolation_level=None)) as database:
        database.execute(BEFORE_THE_CARD_DRAWN_WAS_KEPT, (opened.id,))
    assert check_file(db, MIGRATIONS, GAMES) == HEALTHY

    club = await open_club()
    assert (await club.table(opened.id)).state.drawn == (None, None)
    await club.play_to_the_pause(opened.id)
    await club.close()
    assert check_file(db, MIGRATIONS, GAMES) == HEALTHY
