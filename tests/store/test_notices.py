"""Notices: each person is told once of a table at rest, in its own server."""

from bot.store.rows import Status

from .builders import ANN, BEN, GUILD, a_seat, a_table


async def rest(store, table_id="T1", **changes):
    """A table at rest of which Ann and Ben are to be told."""

    def work(unit):
        row = a_table(table_id, status=Status.SUSPENDED, **changes)
        unit.tables.insert(row, [a_seat(0, ANN, table_id), a_seat(1, BEN, table_id)])
        unit.notices.post(table_id, [ANN, BEN])

    await store.write(work)


async def due(store, user=ANN, guild=GUILD):
    return await store.read(lambda unit: unit.notices.due(user, guild_id=guild))


async def test_are_due_in_the_tables_server_until_the_person_is_told(store):
    await rest(store)
    assert await due(store) == ("T1",)
    assert await due(store, guild=GUILD + 1) == ()
    assert await store.write(lambda unit: unit.notices.told("T1", ANN))
    assert not await store.write(lambda unit: unit.notices.told("T1", ANN))
    assert await due(store) == ()
    assert await due(store, BEN) == ("T1",)


async def test_are_not_due_of_a_table_that_goes_on(store):
    await rest(store)

    def go_on(unit):
        unit.tables.save(a_table(status=Status.PLAYING, rev=2), unit.seats.of("T1"), was_rev=1)

    await store.write(go_on)
    assert await due(store) == ()


async def test_are_posted_anew_for_each_rest(store):
    await rest(store)
    await store.write(lambda unit: unit.notices.post("T1", [BEN]))
    assert await due(store) == ()
    await store.write(lambda unit: unit.notices.add("T1", ANN))
    assert await due(store) == ("T1",)
    await store.write(lambda unit: unit.notices.clear("T1"))
    assert await due(store, BEN) == ()


async def test_name_their_servers(store):
    await rest(store)
    await rest(store, "T2", guild_id=GUILD + 1)
    guilds = await store.read(lambda unit: unit.notices.guilds())
    assert guilds == {GUILD, GUILD + 1}


async def test_tables_behind_are_found_for_one_server_or_for_all(store):
    await rest(store)
    await rest(store, "T2", guild_id=GUILD + 1)
    assert await store.read(lambda unit: unit.tables.behind()) == ("T1", "T2")
    assert await store.read(lambda unit: unit.tables.behind(guild_id=GUILD)) == ("T1",)
    assert await store.read(lambda unit: unit.tables.open_guilds()) == {GUILD, GUILD + 1}
