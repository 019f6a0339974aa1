"""How a server wants its tables."""

import sqlite3
from contextlib import closing

import pytest

from bot.table.guilds import MOST_CHANNELS, Guilds, GuildSettings, seconds_of
from bot.table.model import Refused, Why
from tests.support.tables import GUILD, Club


@pytest.fixture
async def club(tmp_path):
    club = await Club.at(tmp_path / "club.db")
    yield club
    await club.close()


@pytest.fixture
def guilds(club):
    return Guilds(club.store)


async def test_a_server_that_has_chosen_nothing_has_the_usual_settings(guilds):
    assert await guilds.settings(GUILD) == GuildSettings()


@pytest.mark.parametrize(
    ("key", "value", "chosen"),
    [
        ("preset.pluck", "house", {"presets": {"pluck": "house"}}),
        ("turn", "2m", {"turn_seconds": 120}),
        ("turn", "", {"turn_seconds": None}),
        ("pace", "quick", {"pace": "quick"}),
        ("thread", "yes", {"thread": True}),
        ("strangers", "no", {"strangers": False}),
        ("channels", "77 78 77", {"channels": (77, 78)}),
        ("channels", "", {"channels": ()}),
        ("channels", "any", {"channels": ()}),
    ],
)
async def test_a_manager_changes_one_choice(guilds, key, value, chosen):
    changed = await guilds.change(GUILD, key, value, manager=True)
    assert changed == GuildSettings(**chosen) == await guilds.settings(GUILD)
    assert await guilds.settings(GUILD + 1) == GuildSettings()


async def test_nobody_else_changes_anything(guilds):
    with pytest.raises(Refused) as refused:
        await guilds.change(GUILD, "pace", "quick", manager=False)
    assert refused.value.why is Why.NOT_MANAGER
    assert await guilds.settings(GUILD) == GuildSettings()


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("turn", "14", Why.BAD_CLOCK),
        ("turn", "25h", Why.BAD_CLOCK),
        ("turn", "soon", Why.BAD_CLOCK),
        ("turn", "٩٠", Why.BAD_CLOCK),
        ("turn", "-90", Why.BAD_CLOCK),
        ("turn", "1.5m", Why.BAD_CLOCK),
        ("turn", "999999s", Why.BAD_CLOCK),
        ("turn", "h", Why.BAD_CLOCK),
        ("pace", "frantic", Why.BAD_SETTING),
        ("thread", "maybe", Why.BAD_SETTING),
        ("channels", "-1", Why.BAD_SETTING),
        ("channels", "none", Why.BAD_SETTING),
        ("channels", "٧٧", Why.BAD_SETTING),
        ("channels", "7" * 21, Why.BAD_SETTING),
        ("channels", " ".join(map(str, range(MOST_CHANNELS + 1))), Why.BAD_SETTING),
        ("preset.pluck", "x" * 41, Why.BAD_SETTING),
        ("colour", "red", Why.BAD_SETTING),
    ],
)
async def test_what_cannot_be_chosen_is_refused_and_changes_nothing(guilds, key, value, why):
    with pytest.raises(Refused) as refused:
        await guilds.change(GUILD, key, value, manager=True)
    assert refused.value.why is why
    assert await guilds.settings(GUILD) == GuildSettings()


async def test_what_is_chosen_takes_the_place_of_what_was(guilds):
    await guilds.change(GUILD, "channels", "77 78", manager=True)
    left = await guilds.change(GUILD, "channels", "78 79", manager=True)
    assert left.channels == (78, 79)


async def test_there_is_room_for_so_many_channels(guilds):
    most = range(10**18, 10**18 + MOST_CHANNELS)
    chosen = await guilds.change(GUILD, "channels", " ".join(map(str, most)), manager=True)
    assert chosen.channels == tuple(most)


async def test_a_channel_that_is_gone_is_forgotten_unless_it_was_the_last(guilds):
    await guilds.change(GUILD, "channels", "77 78", manager=True)
    await guilds.forget(GUILD, 77)
    await guilds.forget(GUILD, 79)
    await guilds.forget(GUILD + 1, 78)
    assert (await guilds.settings(GUILD)).channels == (78,)
    await guilds.forget(GUILD, 78)
    assert (await guilds.settings(GUILD)).channels == (78,)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15", 15), ("90s", 90), (" 5m ", 300), ("2H", 7200), ("24h", 86400), ("1d", 86400)],
)
def test_times_are_written_as_people_write_them(text, seconds):
    assert seconds_of(text) == seconds


def test_tables_stand_where_the_server_wants_them():
    assert GuildSettings().admits((5,))
    assert GuildSettings(channels=(5,)).admits((6, 5))
    assert not GuildSettings(channels=(5,)).admits((6, 7))


async def test_settings_that_cannot_be_read_count_as_not_made(guilds, tmp_path):
    await guilds.change(GUILD, "pace", "quick", manager=True)
    with closing(sqlite3.connect(tmp_path / "club.db")) as file:
        file.execute("UPDATE settings SET settings = '{\"moon\": 1}'")
        file.commit()
    assert await guilds.settings(GUILD) == GuildSettings()
