"""Sets of house rules: saved under a name, found again, and removed by who may."""

import json
import sqlite3
from contextlib import closing

import pytest

from bot.engine.registry import GAMES
from bot.table.house import LONGEST_NAME, MOST_SETS, House
from bot.table.model import Refused, Why
from tests.support.tables import ANN, BEN, CAT, GUILD, Club


@pytest.fixture
async def club(tmp_path):
    club = await Club.at(tmp_path / "club.db")
    yield club
    await club.close()


@pytest.fixture
def house(club):
    return House(club.store, GAMES, club.clock)


async def refused(work):
    with pytest.raises(Refused) as caught:
        await work
    return caught.value


async def saved(house, club, name="Friday", person=ANN, preset="house", **more):
    table = (await club.open(ANN, preset)).id
    try:
        return await house.save(GUILD, person, name, table, manager=False, **more)
    finally:
        await club.press(table, ANN, "close")


async def test_a_set_is_found_again_with_the_rules_it_was_saved_with(house, club):
    await saved(house, club, "Friday  night ")
    found = await house.find(GUILD, "friday NIGHT")
    assert (found.name, found.preset, found.saver) == ("Friday night", "house", "Ann")
    assert found.rules == GAMES["pluck"].presets["house"]
    assert await house.names(GUILD) == ("Friday night",)


async def test_it_belongs_to_its_server(house, club):
    await saved(house, club)
    assert (await refused(house.find(GUILD + 1, "Friday"))).why is Why.NO_SUCH_SET
    assert await house.names(GUILD + 1) == ()


async def test_it_outlives_a_restart(house, club, tmp_path):
    await saved(house, club)
    again = await Club.at(tmp_path / "club.db", club.clock)
    assert (await House(again.store, GAMES, club.clock).find(GUILD, "Friday")).preset == "house"
    await again.close()


async def test_one_may_save_ones_own_set_anew_but_nobody_elses(house, club):
    await saved(house, club)
    await saved(house, club, preset="classic")
    assert (await house.find(GUILD, "Friday")).preset == "classic"
    assert (await refused(saved(house, club, person=BEN))).why is Why.NAME_TAKEN


async def test_a_manager_may_save_over_it(house, club):
    await saved(house, club)
    table = (await club.open(BEN, "race")).id
    await house.save(GUILD, BEN, "Friday", table, manager=True)
    assert (await house.find(GUILD, "Friday")).saver == "Ben"


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * (LONGEST_NAME + 1), "classic", "Race", "a\u202eb"]
)
async def test_a_name_that_would_confuse_is_refused(house, club, name):
    assert (await refused(saved(house, club, name))).why is Why.BAD_NAME


async def test_there_is_room_for_so_many_sets(house, club):
    table = (await club.open(ANN, "house")).id
    for number in range(MOST_SETS):
        await house.save(GUILD, ANN, f"set {number}", table, manager=False)
    too_many = house.save(GUILD, ANN, "one more", table, manager=False)
    assert (await refused(too_many)).why is Why.TOO_MANY_SETS
    await house.save(GUILD, ANN, "set 3", table, manager=False)


async def test_only_the_rules_of_a_table_of_this_server_can_be_saved(house, club):
    table = (await club.open(ANN, "house")).id
    elsewhere = house.save(GUILD + 1, ANN, "Friday", table, manager=True)
    assert (await refused(elsewhere)).why is Why.NO_SUCH_TABLE


async def test_who_saved_it_may_remove_it_and_a_manager_and_nobody_else(house, club):
    await saved(house, club)
    assert (await refused(house.remove(GUILD, CAT, "Friday", manager=False))).why is Why.NOT_SAVER
    await house.remove(GUILD, ANN, "FRIDAY", manager=False)
    assert (await refused(house.remove(GUILD, ANN, "Friday", manager=True))).why is Why.NO_SUCH_SET
    await saved(house, club)
    await house.remove(GUILD, CAT, "Friday", manager=True)
    assert await house.names(GUILD) == ()


@pytest.mark.parametrize(
    ("change", "amiss"),
    [
        (lambda rules: rules.pop("quotas"), "quotas"),
        (lambda rules: rules.update(kitty=3), "kitty"),
        (lambda rules: rules.update(boston="triple"), "boston"),
        (lambda rules: (rules.pop("deck"), rules.update(seats=7)), "deck, seats"),
    ],
)
async def test_a_set_of_another_version_says_what_cannot_be_read(
    house, club, tmp_path, change, amiss
):
    await saved(house, club)
    with closing(sqlite3.connect(tmp_path / "club.db")) as file:
        rules = json.loads(file.execute("SELECT rules FROM house_sets").fetchone()[0])
        change(rules)
        file.execute("UPDATE house_sets SET rules = ?", (json.dumps(rules),))
        file.commit()
    old = await refused(house.find(GUILD, "Friday"))
    assert (old.why, old.detail) == (Why.OLD_SET, amiss)


async def test_a_point_that_was_added_since_takes_its_usual_value(house, club, tmp_path):
    await saved(house, club)
    with closing(sqlite3.connect(tmp_path / "club.db")) as file:
        rules = json.loads(file.execute("SELECT rules FROM house_sets").fetchone()[0])
        del rules["boston"]
        file.execute("UPDATE house_sets SET rules = ?", (json.dumps(rules),))
        file.commit()
    assert (await house.find(GUILD, "Friday")).rules == GAMES["pluck"].presets["house"]
