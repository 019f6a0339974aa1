"""House rules, settings, rules and lessons, as people find and use them in Discord."""

import pytest

from bot.playground.errors import NotPossible
from tests.product.stage import POST, open_table, start_table

WAY_THROUGH = (
    ("A♥", "A♦"),
    ("5♣", "A♦"),
    ("4♠", "9♣", "Q♠"),
    ("7♦", "2♣", "Big Joker", "K♠"),
    ("A♣", "3♦"),
    ("4♥", "♠ Spades", "A♥"),
)
"""The right card of every step of every lesson."""

CHANNELS = "Only in certain channels"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def choose(person, message, menu, value):
    """Pick a value from the menu with that prompt; what came of it."""
    return await person.select(message, menu, value)


class TestHouseRules:
    async def test_the_host_changes_rules_and_everybody_is_asked_again(self, room):
        table = await open_table(room, room.alice, room.bob, preset="classic")
        editor = (await room.alice.press(table.board, "House rules")).message
        assert editor.ephemeral
        assert "Nothing differs from classic." in editor.text
        assert "Trick" not in editor.text
        changed = await choose(room.alice, editor, "Boston", "win")
        assert "**Boston: wins the match at once**" in changed.message.text
        board = await table.on_board("asked again")
        assert "wins the match at once. **(house rule)**" in board.text
        assert "Start" in board.disabled
        await room.bob.see("**The rules have changed.** Press *I agree*", ephemeral=True)
        await room.alice.press(board, "Add AI (easy)")
        await room.bob.press(await table.on_board("(AI, easy)"), "I agree")
        await room.bob.see("Your hand will appear here at Start.", ephemeral=True)
        assert "asked again" not in (await table.on_board("Alice can press Start")).text
        await table.start()

    async def test_quotas_are_written_and_nonsense_is_answered_with_the_reason(self, room):
        table = await open_table(room, room.alice, preset="classic")
        editor = (await room.alice.press(table.board, "House rules")).message
        opened = await room.alice.press(editor, "Quotas: 7/6/4 …")
        refused = await room.alice.submit_modal(opened, answer="9/9/9")
        assert "must add up to the number of books" in refused.message.text
        opened = await room.alice.press(refused.message, "Quotas: 7/6/4 …")
        taken = await room.alice.submit_modal(opened, answer="9 5 3")
        assert "**Quotas: 9/5/3**" in taken.message.text
        await table.on_board("dealer 9, left of dealer 5, right of dealer 3")

    async def test_what_cannot_be_chosen_is_said_with_its_reason(self, room):
        table = await open_table(room, room.alice, preset="partners")
        editor = (await room.alice.press(table.board, "House rules")).message
        assert "locked until trump is broken – not now: jokers cannot be locked" in editor.text
        with_jokers = await choose(room.alice, editor, "Deck", "52j")
        assert "not now" not in with_jokers.message.text
        locked = await choose(room.alice, with_jokers.message, "Jokers", "locked")
        assert "no jokers – not now" in locked.message.text

    async def test_nobody_else_gets_in_there(self, room):
        table = await open_table(room, room.alice, room.bob, preset="classic")
        before = table.kept
        assert "Only the host" in (await room.bob.press(table.board, "House rules")).text
        for code in ("house", "rule.boston.win", "form.quotas", "rules.reset", "hints.off"):
            forged = await room.bob.forge(table.board, f"tb:1:{table.id}:0:{code}")
            assert forged.message.ephemeral
        assert table.kept == before

    async def test_rules_hold_in_play(self, room):
        table = await open_table(room, room.alice, room.bob, room.carol, preset="classic")
        editor = (await room.alice.press(table.board, "House rules")).message
        await choose(room.alice, editor, "Trump is named", "before_plucks")
        for guest in (room.bob, room.carol):
            await guest.press(await table.on_board("asked again"), "I agree")
        await table.on_board("Alice can press Start")
        await table.start()
        await table.play(cards=1)
        assert "before the plucks" in (await room.bob.press(table.board, "Rules")).text


class TestSavedRules:
    async def test_they_are_saved_shown_offered_and_removed(self, room):
        table = await open_table(room, room.alice, preset="race")
        editor = (await room.alice.press(table.board, "House rules")).message
        await choose(room.alice, editor, "No books", "mercy")
        saved = await room.alice.slash("house save", name="Friday night")
        assert "Friday night** is saved" in saved.text
        assert "mercy" in (await room.bob.slash("house show", name="friday night")).text
        listed = (await room.bob.slash("house list")).text
        assert "• **Friday night**, made from race, saved by Alice" in listed
        offered = await room.bob.autocomplete("pluck new", "preset", "fri")
        assert [value for _, value in offered] == ["Friday night"]
        second = await open_table(room, room.bob, preset="Friday night")
        assert "Rules: **Friday night**, made from race" in second.board.text
        assert "the plucker names the suit. **(house rule)**" in second.board.text
        refused = await room.carol.slash("house remove", name="Friday night")
        assert "Only whoever saved" in refused.text
        assert "is removed" in (await room.alice.slash("house remove", name="Friday night")).text
        gone = await room.alice.slash("pluck new", preset="Friday night")
        assert "no rules of that name" in gone.text
        assert "Friday night" in (await second.on_board("Friday night")).text


class TestSettings:
    async def test_only_a_manager_sees_and_changes_them(self, room):
        with pytest.raises(NotPossible, match="no command /settings"):
            await room.bob.slash("settings")
        shown = (await room.alice.slash("settings")).message
        assert "Tables in this server" in shown.text
        table = await open_table(room, room.bob)
        forged = await room.bob.forge(table.board, "st:1:pace:quick")
        assert forged.message.ephemeral
        assert "AI players: as usual" in (await room.alice.slash("settings")).message.json

    async def test_they_hold_for_tables_that_are_opened_afterwards(self, room):
        shown = (await room.alice.slash("settings")).message
        shown = (await choose(room.alice, shown, "Rules when none are named", "rounds")).message
        shown = (await choose(room.alice, shown, "Time for a turn", "5m")).message
        shown = (await choose(room.alice, shown, "Who may take a free seat", "no")).message
        table = await open_table(room, room.alice, invite=room.bob.id)
        assert "Rules: **rounds**" in table.board.text
        assert "You have 5 minutes for each turn." in table.board.text
        assert "invited players only" in (await room.carol.press(table.board, "Join")).text
        assert (await room.bob.press(table.board, "Join")).message is not None
        for menu, value in (
            ("Rules when none are named", "classic"),
            ("Time for a turn", "usual"),
            ("Who may take a free seat", "yes"),
        ):
            shown = (await choose(room.alice, shown, menu, value)).message

    async def test_tables_stand_only_where_they_may(self, room):
        shown = (await room.alice.slash("settings")).message
        shown = (await choose(room.alice, shown, CHANNELS, str(room.channel))).message
        assert f"<#{room.channel}> only" in shown.text
        lounge = room.place.playground.channel("lounge")
        elsewhere = await room.bob.slash("pluck new", channel=lounge)
        assert f"Try <#{room.channel}>" in elsewhere.text
        assert (await open_table(room, room.bob)).board
        shown = (await room.alice.press(shown, "Everywhere")).message
        assert "in every channel" in shown.text


class TestOpening:
    async def test_the_invited_are_mentioned_once(self, room):
        since = room.place.count
        await open_table(room, room.alice, invite=room.bob.id, invite2=room.carol.id)
        posted = [each.body.get("content") or "" for each in room.place.calls(since, POST)]
        invitations = [text for text in posted if "invites you" in text]
        assert len(invitations) == 1
        assert all(f"<@{person.id}>" in invitations[0] for person in (room.bob, room.carol))

    @pytest.mark.parametrize(("clock", "shown"), [("2m", "2 minutes"), ("24h", "24 hours")])
    async def test_a_clock_is_written_as_people_write_it(self, room, clock, shown):
        table = await open_table(room, room.alice, clock=clock)
        assert f"You have {shown} for each turn." in table.board.text

    async def test_a_clock_that_makes_no_sense_is_refused(self, room):
        assert "15 seconds" in (await room.alice.slash("pluck new", clock="1s")).text

    async def test_a_table_opens_a_thread_of_its_own(self, room):
        opened = await room.alice.slash("pluck new", thread=True)
        assert "Your table is in <#" in opened.text
        thread = int(opened.text.partition("<#")[2].partition(">")[0])
        assert thread != room.channel
        board = await room.place.person("bob", thread).see("a table is open")
        assert "Join" in board.enabled


class TestPartners:
    async def test_people_change_sides_and_the_board_shows_the_sides(self, room):
        table = await open_table(room, room.alice, room.bob, preset="partners")
        board = await table.on_board("Bob")
        assert "Team 1\n**1** · Alice · host\n**3** · free" in board.text
        await room.bob.press(board, "Switch sides")
        board = await table.on_board("**3** · Bob")
        assert "Team 1\n**1** · Alice · host\n**3** · Bob" in board.text


class TestRules:
    async def test_questions_are_answered_for_the_rules_of_ones_table(self, room):
        table = await start_table(room, room.alice, ai=["easy", "easy"], preset="house")
        board = await table.on_board("My hand")
        glance = (await room.dave.press(board, "Rules")).message
        answer = await choose(room.dave, glance, "What would you like to know?", "plucked")
        assert "trump is protected" in answer.message.text
        assert "Rules: house\n" in answer.message.text
        own = await room.alice.slash("rules", topic="winning")
        assert "20 points" in own.text

    async def test_an_answer_says_whether_it_is_for_house_rules(self, room):
        table = await open_table(room, room.alice, preset="classic")
        editor = (await room.alice.press(table.board, "House rules")).message
        await choose(room.alice, editor, "Boston", "win")
        board = await table.on_board("wins the match at once")
        glance = (await room.dave.press(board, "Rules")).message
        assert "Pluck in short · classic with house rules\n" in glance.text
        assert "A Boston (every book) wins the match at once. **(house rule)**" in glance.text
        answer = await choose(room.dave, glance, "What would you like to know?", "boston")
        assert "Rules: classic with house rules\n" in answer.text

    async def test_rules_are_found_however_their_name_is_written(self, room):
        assert (
            "Pluck in short · classic\n" in (await room.dave.slash("rules", preset="Classic ")).text
        )
        table = await open_table(room, room.dave, preset=" Race")
        assert "Rules: **race**\n" in table.board.text

    async def test_topics_and_presets_are_offered(self, room):
        topics = await room.dave.autocomplete("rules", "topic", "joker")
        assert len(topics) >= 2
        read = await room.dave.slash("rules", topic=topics[0][1], preset="partners")
        assert "no jokers" in read.text
        assert "no answer to that" in (await room.dave.slash("rules", topic="moon")).text
        by_hand = await room.dave.slash(
            "rules", topic=f" {topics[0][1].upper()}", preset="partners"
        )
        assert by_hand.text == read.text

    async def test_what_can_be_asked_depends_on_whose_rules_are_meant(self, room):
        async def offered(person, **filled):
            return [key for _, key in await person.autocomplete("rules", "topic", "", **filled)]

        assert {"quota", "dimmed", "melds"} <= set(await offered(room.dave))
        assert "melds" not in await offered(room.dave, preset="classic")
        assert "quota" not in await offered(room.dave, preset="pinochle")
        assert await offered(room.dave, preset="no such rules") == []
        await open_table(room, room.erin, game="pinochle")
        assert "quota" not in await offered(room.erin)
        assert "Which melds are there" in (await room.dave.slash("rules", topic="melds")).text


class TestRestart:
    async def test_nothing_of_it_is_lost(self, room):
        shown = (await room.alice.slash("settings")).message
        shown = (await choose(room.alice, shown, "Pace of AI players", "calm")).message
        shown = (await choose(room.alice, shown, CHANNELS, str(room.channel))).message
        table = await open_table(room, room.alice, room.bob, preset="classic")
        editor = (await room.alice.press(table.board, "House rules")).message
        editor = (await choose(room.alice, editor, "Boston", "win")).message
        await room.alice.slash("house save", name="Old and good")
        board = await table.on_board("asked again")
        course = (await room.dave.slash("learn")).message
        lesson = (await room.dave.press(course, "Lesson 2")).message
        lesson = (await room.dave.press(lesson, "5♣")).message
        await room.place.bot.restart()
        assert "That was the lesson." in (await room.dave.press(lesson, "A♦")).text
        assert "2. Follow suit ✓" in (await room.dave.slash("learn")).text
        read = (await room.dave.press(board, "Rules")).message
        assert "classic with house rules" in read.text
        editor = (await choose(room.alice, editor, "No books", "mercy")).message
        assert "**Boston: wins the match at once**" in editor.text
        assert "**No books: mercy, the plucker names the suit**" in editor.text
        await room.bob.press(await table.on_board("the plucker names the suit"), "I agree")
        await table.on_board("One seat is still free")
        assert (
            "wins the match at once"
            in (await room.bob.slash("house show", name="Old and good")).text
        )
        again = (await choose(room.alice, shown, "Time for a turn", "5m")).message
        assert f"in <#{room.channel}> only" in again.text
        second = await open_table(room, room.carol, preset="Old and good")
        assert "You have 5 minutes for each turn." in second.board.text
        assert "Rules: **Old and good**, made from classic" in second.board.text
        for menu, value in (("Time for a turn", "usual"), ("Pace of AI players", "usual")):
            again = (await choose(room.alice, again, menu, value)).message
        await room.alice.press(again, "Everywhere")
        await room.alice.slash("house remove", name="Old and good")


class TestLessons:
    async def test_somebody_learns_and_then_plays(self, room):
        course = (await room.dave.slash("learn")).message
        assert course.ephemeral
        lesson = (await room.dave.press(course, "Lesson 1")).message
        wrong = await room.dave.press(lesson, "6♥")
        assert "lower than Otis's 9♥" in wrong.message.text
        right = (await room.dave.press(wrong.message, "A♥")).message
        done = (await room.dave.press(right, "A♦")).message
        assert "That was the lesson." in done.text
        after = (await room.dave.press(done, "Next lesson")).message
        assert "Lesson 2 of 6" in after.text
        assert "✓" in (await room.dave.slash("learn")).text

    async def test_a_practice_match_begins_with_one_press(self, room):
        message = (await room.erin.slash("learn")).message
        for number, cards in enumerate(WAY_THROUGH, 1):
            message = (await room.erin.press(message, f"Lesson {number}")).message
            for card in cards:
                message = (await room.erin.press(message, card)).message
            if number < len(WAY_THROUGH):
                message = (await room.erin.press(message, "All lessons")).message
        started = await room.erin.press(message, "Play a practice match")
        assert started.message.ephemeral
        board = await room.erin.see("(AI, easy)", ephemeral=False)
        assert board.text.count("(AI, easy)") == 2
