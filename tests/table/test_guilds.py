"""How a server wants its tables."""

import sqlite3
from contextlib import closing

import pytest

from bot.table.guilds import Guilds, GuildSettings, seconds_of
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
        ("channel", "77", {"channels": (77,)}),
    ],
)
async def test_a_manager_changes_one_choice(guilds, key, value, chosen):
    changed = await guilds.change(GUILD, key, value, manager=True)
    assert changed == GuildSettings(**chosen) == await guilds.settings(GUILD)
    assert await guilds.settings(GUILD + 1) == GuildSettings()


async def test_a_channel_that_is_chosen_twice_is_chosen_no_longer(guilds):
    await guilds.change(GUILD, "channel", "77", manager=True)
    await guilds.change(GUILD, "channel", "78", manager=True)
    left = await guilds.change(GUILD, "channel", "77", manager=True)
    assert left.channels == (78,)
    assert (await guilds.change(GUILD, "channels", "any", manager=True)).channels == ()


async def test_nobody_else_changes_anything(guilds):
    with pytest.raises(Refused) as refused:
        await guilds.change(GUILD, "pace", "quick", manager=False)
    assert refused.value.why is Why.NOT_MANAGER
    assert await guilds.settings(GUILD) == GuildSettings()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn", "14"),
        ("turn", "25h"),
        ("turn", "soon"),
        ("turn", "٩٠"),
        ("pace", "frantic"),
        ("thread", "maybe"),
        ("channel", "-1"),
        ("channels", "none"),
        ("preset.pluck", "x" * 41),
        ("colour", "red"),
    ],
)
async def test_what_cannot_be_chosen_is_refused_and_changes_nothing(guilds, key, value):
    with pytest.raises(Refused) as refused:
        await guilds.change(GUILD, key, value, manager=True)
    assert refused.value.why is Why.BAD_SETTING
    assert await guilds.settings(GUILD) == GuildSettings()


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
