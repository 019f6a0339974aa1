"""House rules, settings and new tables where something is forged, stale, gone or not allowed."""

import pytest

from tests.product.stage import POST, open_table

pytestmark = pytest.mark.asyncio(loop_scope="module")

SELECT, CHANNEL_SELECT = 3, 8
CHANNELS = "Only in certain channels"
THREADS = "POST /channels/{id}/threads"


async def editor_of(person, table):
    return (await person.press(table.board, "House rules")).message


async def choose(person, message, menu, value):
    return (await person.select(message, menu, value)).message


async def save_set(room, name, point="Boston", value="win", preset="classic"):
    """Save a set in which one point differs; the table it was made at is gone afterwards."""
    table = await open_table(room, room.alice, preset=preset)
    await choose(room.alice, await editor_of(room.alice, table), point, value)
    await room.alice.slash("house save", name=name)
    await room.alice.slash("pluck end", table=table.id)


class TestEditor:
    @pytest.mark.parametrize(
        ("point", "values"),
        [
            ("boston", ["triple"]),
            ("boston", ["win.win"]),
            ("boston", [""]),
            ("boston", ["win", "double"]),
            ("boston", []),
            ("boston", ["win" * 40]),
            ("opening_lead", ["caller"]),
            ("deck", ["52"]),
            ("jokers", ["__class__"]),
        ],
    )
    async def test_a_forged_choice_changes_nothing(self, room, point, values):
        table = await open_table(room, room.alice, room.bob, preset="classic")
        editor, kept = await editor_of(room.alice, table), table.kept
        menu = f"tb:1:{table.id}:0:rule.{point}"
        forged = await room.alice.forge(editor, menu, SELECT, values)
        assert forged.message.ephemeral
        assert table.kept == kept

    @pytest.mark.parametrize(
        ("point", "written"),
        [
            ("quotas", "7/6"),
            ("quotas", "7/6/4/0"),
            ("quotas", "-1/9/9"),
            ("quotas", "17/0/0"),
            ("quotas", "٧/٦/٤"),
            ("quotas", "seven"),
            ("quotas", "7.6.4"),
            ("length", "0"),
            ("length", "201"),
            ("length", "1e2"),
            ("length", "20 30"),
        ],
    )
    async def test_nonsense_in_a_form_is_answered_with_the_reason(self, room, point, written):
        table = await open_table(room, room.alice, room.bob, preset="classic")
        editor, kept = await editor_of(room.alice, table), table.kept
        opened = await room.alice.press(editor, f"form.{point}")
        refused = (await room.alice.submit_modal(opened, answer=written)).message
        assert "That does not work: " in refused.text
        assert "House rules" in refused.text
        assert table.kept == kept

    async def test_an_editor_is_of_no_use_once_the_match_has_begun(self, room):
        table = await open_table(room, room.alice, ai=["easy", "easy"], preset="classic")
        await table.on_board("Alice can press Start")
        editor = await editor_of(room.alice, table)
        opened = await room.alice.press(editor, "form.quotas")
        await table.start()
        rules = table.place.row(table.id)["rules"]
        late = await room.alice.select(editor, "Boston", "win")
        assert "The match has begun" in late.text
        late = await room.alice.submit_modal(opened, answer="9/5/3")
        assert "The match has begun" in late.text
        assert table.place.row(table.id)["rules"] == rules

    async def test_who_hosts_no_longer_changes_nothing_and_the_next_host_may(self, room):
        table = await open_table(room, room.alice, room.bob, preset="classic")
        old = await editor_of(room.alice, table)
        await room.alice.press(table.board, "Leave")
        await room.bob.see(lambda s: "Bob · host" in s.text, ephemeral=False)
        table.people = [room.bob]
        kept = table.kept
        assert "Only the host" in (await room.alice.select(old, "Boston", "win")).text
        assert table.kept == kept
        new = await choose(room.bob, await editor_of(room.bob, table), "Boston", "win")
        assert "**Boston: wins the match at once**" in new.text

    async def test_two_editors_of_one_host_add_up(self, room):
        table = await open_table(room, room.alice, preset="classic")
        one, two = [await editor_of(room.alice, table) for _ in range(2)]
        await choose(room.alice, one, "Boston", "win")
        shown = await choose(room.alice, two, "No books", "mercy")
        assert "**Boston: wins the match at once**" in shown.text
        assert "**No books: mercy, the plucker names the suit**" in shown.text
        reset = (await room.alice.press(shown, "Back to classic")).message
        assert "Nothing differs from classic." in reset.text


class TestSavedRules:
    async def test_a_name_says_nothing_but_itself(self, room):
        await save_set(room, "*Fri*_day_ @here")
        try:
            escaped = r"\*Fri\*\_day\_ \@here"
            assert escaped in (await room.bob.slash("house list")).text
            assert escaped in (await room.bob.slash("house show", name="*fri*_DAY_ @here")).text
            assert escaped in (await room.bob.slash("rules", preset="*Fri*_day_ @here")).text
            offered = await room.bob.autocomplete("house show", "name", "fri")
            assert offered == [("*Fri*_day_ @here", "*Fri*_day_ @here")]
            table = await open_table(room, room.bob, preset="*Fri*_day_ @here")
            assert f"Rules: **{escaped}**, made from classic" in table.board.text
        finally:
            gone = await room.alice.slash("house remove", name="*Fri*_day_ @here")
        assert escaped in gone.text

    async def test_questions_about_them_are_answered_for_them(self, room):
        await save_set(room, "Friday night", preset="race")
        read = (await room.bob.slash("rules", preset="Friday night")).message
        answer = await choose(room.bob, read, "What would you like to know?", "boston")
        assert "Rules: Friday night" in answer.text
        assert "**wins the match**" in answer.text
        await room.alice.slash("house remove", name="Friday night")
        gone = await room.bob.select(answer, "What would you like to know?", "winning")
        assert "no house rules of that name" in gone.text

    async def test_what_is_removed_is_no_longer_usual_and_tables_by_it_go_on(self, room):
        await save_set(room, "Friday night", preset="race")
        shown = (await room.alice.slash("settings")).message
        await choose(room.alice, shown, "Rules when none are named", "Friday night")
        table = await open_table(room, room.bob)
        assert "Rules: **Friday night**" in table.board.text
        await room.alice.slash("house remove", name="Friday night")
        assert "Rules: **classic**" in (await open_table(room, room.carol)).board.text
        await room.bob.press(table.board, "Add AI (easy)")
        await room.bob.press(await table.on_board("Remove AI"), "Add AI (easy)")
        await table.on_board("Bob can press Start")
        await table.start()
        assert '"boston":"win"' in table.place.row(table.id)["rules"]
        shown = (await room.alice.slash("settings")).message
        await choose(room.alice, shown, "Rules when none are named", "classic")


class TestSettings:
    async def test_a_menu_of_settings_is_not_pressed_by_others_nor_with_nonsense(self, room):
        shown = (await room.alice.slash("settings")).message
        before = room.place.ask("SELECT * FROM settings")
        for key, value in (("pace", "frantic"), ("turn", "1s"), ("thread", "perhaps")):
            forged = await room.alice.forge(shown, f"st:1:{key}", SELECT, [value])
            assert forged.message.ephemeral
        table = await open_table(room, room.bob, preset="classic")
        for custom_id in ("st:1:channels:1", "st:1:channels:any", "st:1:pace"):
            forged = await room.bob.forge(table.board, custom_id)
            assert "no longer there" in forged.text
            forged = await room.bob.forge(table.board, custom_id, SELECT, ["quick"])
            assert "no longer there" in forged.text
        assert room.place.ask("SELECT * FROM settings") == before

    async def test_a_channel_that_is_deleted_is_forgotten(self, room):
        shown = (await room.alice.slash("settings")).message
        lost = room.place.room()
        both = await room.alice.select(shown, CHANNELS, str(lost.channel), str(room.channel))
        assert f"in <#{lost.channel}> and <#{room.channel}> only" in both.text
        [menu] = [each for each in both.message.components if each["type"] == CHANNEL_SELECT]
        assert {int(each["id"]) for each in menu["default_values"]} == {lost.channel, room.channel}
        room.place.playground.discord.delete_channel(lost.channel)
        await room.place.wait(
            lambda: str(lost.channel) not in str(room.place.ask("SELECT settings FROM settings")),
            "the channel is forgotten",
        )
        shown = (await room.alice.slash("settings")).message
        assert f"**in <#{room.channel}> only**" in shown.text
        room.place.playground.discord.delete_channel(room.channel)
        elsewhere = room.place.room()
        shown = (await elsewhere.alice.slash("settings")).message
        assert f"**in <#{room.channel}> only**" in shown.text, "in one place is not in all"
        [menu] = [each for each in shown.components if each["type"] == CHANNEL_SELECT]
        assert menu["default_values"] == [], "what is gone is not offered to Discord"
        assert f"Try <#{room.channel}>" in (await elsewhere.bob.slash("pluck new")).text
        shown = (await elsewhere.alice.press(shown, "Everywhere")).message
        assert "in every channel" in shown.text

    async def test_a_forged_menu_of_channels_changes_nothing(self, room):
        shown = (await room.alice.slash("settings")).message
        before = room.place.ask("SELECT * FROM settings")
        for values in (["any "], ["-1"], ["7" * 21], [str(n) for n in range(1, 27)]):
            forged = await room.alice.forge(shown, "st:1:channels", SELECT, values)
            assert forged.message.ephemeral
        table = await open_table(room, room.bob, preset="classic")
        forged = await room.bob.forge(table.board, "st:1:channels", CHANNEL_SELECT, [])
        assert "no longer there" in forged.text
        assert room.place.ask("SELECT * FROM settings") == before


class TestOpening:
    async def test_bots_the_host_and_the_same_person_again_are_not_invited(self, room):
        since, bot = room.place.count, room.place.playground.discord.bot_id
        await open_table(room, room.alice, invite=room.alice.id, invite2=bot)
        await open_table(room, room.bob, invite=room.carol.id, invite2=room.carol.id)
        posted = [each.body.get("content") or "" for each in room.place.calls(since, POST)]
        [invitation] = [text for text in posted if "invites you" in text]
        assert invitation.count(f"<@{room.carol.id}>") == 1
        assert str(bot) not in invitation

    async def test_who_cannot_see_the_channel_is_not_mentioned_and_the_host_told(self, room):
        discord, since = room.place.playground.discord, room.place.count
        discord.forbid(room.channel, room.erin.id, "view_channel")
        opened = await room.alice.slash("pluck new", invite=room.erin.id, invite2=room.bob.id)
        assert "Erin cannot see this channel, so you have to tell them yourself." in opened.text
        posted = [each.body.get("content") or "" for each in room.place.calls(since, POST)]
        [invitation] = [text for text in posted if "invites you" in text]
        assert f"<@{room.bob.id}>" in invitation
        assert f"<@{room.erin.id}>" not in invitation
        opened = await room.carol.slash("pluck new", invite=room.bob.id)
        assert "cannot see" not in opened.text

    async def test_where_no_thread_can_be_opened_that_is_said(self, room):
        discord, people = room.place.playground.discord, room.place.playground.people
        voice = discord.create_channel("talk", "voice")
        thread = people.post(room.alice.id, room.channel, "Table one", "hello")
        post = people.post(room.alice.id, room.place.playground.channel("tournaments"), "Cup", "hi")
        discord.forbid(room.channel, discord.bot_id, "create_public_threads")
        since = room.place.count
        for channel in (room.channel, thread, post, voice):
            refused = await room.alice.slash("pluck new", channel, thread=True)
            assert "I cannot open a thread here." in refused.text
        assert room.place.calls(since, POST) == room.place.calls(since, THREADS) == []

    async def test_where_it_is_only_usual_the_table_stands_in_the_channel(self, room):
        discord = room.place.playground.discord
        shown = (await room.alice.slash("settings")).message
        await choose(room.alice, shown, "Where a table stands", "yes")
        discord.forbid(room.channel, discord.bot_id, "send_messages_in_threads")
        table = await open_table(room, room.bob, preset="classic")
        assert table.board.channel_id == room.channel
        discord.forbid(room.channel, discord.bot_id)
        opened = await room.carol.slash("pluck new")
        assert "Your table is in <#" in opened.text
        opened = await room.carol.slash("pluck new", thread=False)
        assert "Your table is in <#" not in opened.text
        shown = (await room.alice.slash("settings")).message
        await choose(room.alice, shown, "Where a table stands", "no")

    async def test_a_refusal_opens_no_thread(self, room):
        since = room.place.count
        refused = await room.alice.slash("pluck new", preset="whist", thread=True)
        assert "no rules of that name" in refused.text
        assert room.place.calls(since, THREADS) == []

    @pytest.mark.parametrize("clock", ["14", "25h", "soon", "-90", "1.5m", "٩٠", "h", "0x40"])
    async def test_a_clock_of_nonsense_is_refused_with_the_way_to_write_it(self, room, clock):
        since = room.place.count
        refused = await room.alice.slash("pluck new", clock=clock)
        assert "Write it like `90s`, `5m` or `2h`." in refused.text
        assert room.place.calls(since, POST) == []

    async def test_a_clock_is_shown_as_it_is(self, room):
        table = await open_table(room, room.alice, clock="150")
        assert "You have 150 seconds for each turn." in table.board.text
