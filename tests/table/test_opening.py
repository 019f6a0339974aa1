"""Opening a table: the rules that are meant, the server's wishes, practice."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.store.rows import Status
from bot.table.guilds import Guilds
from bot.table.model import Refused, Why
from bot.table.opening import Wish
from tests.support.tables import ANN, BEN, CAT, CHANNEL, DAN, GUILD, Club


@pytest.fixture
async def club(tmp_path):
    club = await Club.at(tmp_path / "club.db")
    yield club
    await club.close()


async def refused(work):
    with pytest.raises(Refused) as caught:
        await work
    return caught.value


async def settle(club, **choices):
    for key, value in choices.items():
        await Guilds(club.store).change(GUILD, key.replace("_", "."), value, manager=True)


async def save_rules(club, name, preset, *changes):
    table = (await club.open(ANN, preset)).id
    for change in changes:
        await club.press(table, ANN, change)
    await club.house.save(GUILD, ANN, name, table, manager=False)
    await club.press(table, ANN, "close")


class TestRules:
    async def test_without_a_name_the_first_preset_is_meant(self, club):
        view = await club.open(ANN, None)
        assert (view.preset, view.options.set_name) == ("classic", "")

    async def test_saved_rules_are_opened_by_their_name(self, club):
        await save_rules(club, "Friday", "house", "rule.boston.win")
        view = await club.open(BEN, "friday")
        assert (view.preset, view.options.set_name) == ("house", "Friday")
        assert view.rules.boston == "win"

    @pytest.mark.parametrize("name", ["Race", " race ", "RACE"])
    async def test_a_preset_is_found_however_it_is_written(self, club, name):
        assert (await club.open(ANN, name)).preset == "race"

    async def test_what_is_changed_further_is_no_longer_the_saved_set(self, club):
        await save_rules(club, "Friday", "house", "rule.boston.win")
        table = (await club.open(BEN, "Friday")).id
        same = await club.press(table, BEN, "rule.boston.win")
        assert same.options.set_name == "Friday"
        changed = await club.press(table, BEN, "rule.boston.double")
        assert (changed.preset, changed.options.set_name) == ("house", "")

    async def test_a_target_goes_with_saved_rules_too(self, club):
        await save_rules(club, "Friday", "house")
        assert (await club.open(BEN, "Friday", length=33)).rules.match.target == 33

    @pytest.mark.parametrize(
        ("length", "misfit"), [(0, "MATCH_TOO_SHORT"), (201, "MATCH_TOO_LONG")]
    )
    async def test_a_target_that_cannot_be_is_refused(self, club, length, misfit):
        why = await refused(club.open(ANN, "classic", length=length))
        assert (why.why, why.detail) == (Why.RULES_DO_NOT_FIT, misfit)

    async def test_a_name_that_is_nowhere_is_refused(self, club):
        assert (await refused(club.open(ANN, "whist"))).why is Why.UNKNOWN_PRESET


class TestTheServersWishes:
    async def test_hold_where_nothing_else_is_asked_for(self, club):
        await settle(club, preset_pluck="rounds", turn="5m", pace="calm", strangers="no")
        view = await club.open(ANN, None)
        assert (view.preset, view.clock, view.options.ai_seconds) == ("rounds", 300, 3.0)
        assert not view.options.strangers

    async def test_give_way_to_what_is_asked_for(self, club):
        await settle(club, preset_pluck="rounds", turn="5m")
        view = await club.open(ANN, "race", clock_seconds=45)
        assert (view.preset, view.clock) == ("race", 45)

    async def test_may_be_a_saved_set_and_are_forgotten_when_that_is_removed(self, club):
        await save_rules(club, "Friday", "race")
        await settle(club, preset_pluck="Friday")
        assert (await club.open(BEN, None)).options.set_name == "Friday"
        await club.house.remove(GUILD, ANN, "Friday", manager=False)
        assert (await club.open(CAT, None)).preset == "classic"

    async def test_may_be_a_set_of_another_version_which_is_then_as_good_as_removed(
        self, club, tmp_path
    ):
        await save_rules(club, "Friday", "race")
        await settle(club, preset_pluck="Friday")
        with closing(sqlite3.connect(tmp_path / "club.db")) as file:
            file.execute("UPDATE house_sets SET rules = json_set(rules, '$.kitty', 3)")
            file.commit()
        why = await refused(club.open(ANN, "Friday"))
        assert (why.why, why.detail) == (Why.OLD_SET, "kitty")
        assert (await club.open(ANN, None)).preset == "classic"

    async def test_say_where_tables_stand(self, club):
        await settle(club, channels="77")
        why = await refused(club.open(ANN, "race"))
        assert (why.why, why.detail) == (Why.NOT_HERE, "<#77>")
        assert (await club.open(ANN, "race", channel=77)).channel == 77
        assert (await club.open(BEN, "race", places=(77,))).channel == CHANNEL

    async def test_an_ai_player_takes_as_long_as_they_say(self, club):
        await settle(club, pace="calm")
        table = await club.match("classic", ANN)
        while (asked := (await club.table(table)).asked) and await club.seat(table, ANN) in asked:
            await club.play(table, ANN)
        seat = (await club.table(table)).seats[asked[0]]
        assert seat.due_at - seat.asked_at == 3.0


class TestInvitation:
    async def test_strangers_are_turned_away_and_the_invited_are_not(self, club):
        await settle(club, strangers="no")
        table = (await club.open(ANN, "classic", invited=(BEN.id,))).id
        assert (await refused(club.press(table, CAT, "join"))).why is Why.NOT_INVITED
        assert (await club.press(table, BEN, "join")).seat == 1

    async def test_the_next_match_of_the_same_people_is_theirs_too(self, club):
        await settle(club, strangers="no")
        table = (await club.open(ANN, "classic", invited=(BEN.id,), length=1)).id
        await club.press(table, BEN, "join")
        view = await club.press(table, ANN, "ai.easy")
        await club.press(table, ANN, "start", view.pause)
        await club.play_to_the_end(table)
        again = await club.again(table, BEN)
        assert (await club.press(again.id, ANN, "join")).seat is not None
        assert (await refused(club.press(again.id, CAT, "join"))).why in (
            Why.NOT_INVITED,
            Why.TABLE_FULL,
        )

    async def test_who_played_may_come_even_when_their_place_is_kept_no_longer(self, club):
        await settle(club, strangers="no")
        table = (await club.open(ANN, "classic", invited=(BEN.id,), length=1)).id
        await club.press(table, BEN, "join")
        view = await club.press(table, ANN, "ai.easy")
        await club.press(table, ANN, "start", view.pause)
        await club.play_to_the_end(table)
        again = (await club.again(table, BEN)).id
        await club.let_pass(club.pace.reserved + 1)
        assert (await refused(club.press(again, CAT, "join"))).why is Why.NOT_INVITED
        assert (await club.press(again, ANN, "join")).seat is not None

    async def test_the_host_who_left_the_lobby_may_come_back(self, club):
        await settle(club, strangers="no")
        table = (await club.open(ANN, "classic", invited=(BEN.id,))).id
        await club.press(table, BEN, "join")
        await club.press(table, ANN, "leave")
        assert (await refused(club.press(table, CAT, "join"))).why is Why.NOT_INVITED
        assert (await club.press(table, ANN, "join")).host == BEN.id

    async def test_a_seat_that_somebody_left_is_for_the_invited_too(self, club):
        await settle(club, strangers="no")
        table = (await club.open(ANN, "classic", invited=(BEN.id, DAN.id))).id
        await club.press(table, BEN, "join")
        view = await club.press(table, ANN, "ai.easy")
        await club.press(table, ANN, "start", view.pause)
        await club.press(table, BEN, "leave.yes")
        assert (await refused(club.press(table, CAT, "sit.1"))).why is Why.NOT_INVITED
        assert (await club.press(table, DAN, "sit.1")).seat == 1


class TestCheck:
    async def test_says_what_opening_would_say_and_leaves_nothing_behind(self, club):
        wish = Wish(interaction=5, guild=GUILD, channel=CHANNEL, game="pluck")
        await club.opening.check(ANN, wish)
        assert await club.queries.open_tables(GUILD, ANN.id) == []
        why = await refused(club.opening.check(ANN, replace(wish, preset="whist")))
        assert why.why is Why.UNKNOWN_PRESET
        await settle(club, channels="77")
        assert (await refused(club.opening.check(ANN, wish))).why is Why.NOT_HERE


class TestPractice:
    def wish(self, **more):
        return Wish(interaction=5, guild=GUILD, channel=CHANNEL, game="pluck", **more)

    async def test_a_match_begins_at_once_against_ai_players(self, club):
        view = await club.opening.practice(ANN, self.wish(), "easy")
        assert view.status is Status.PLAYING
        assert [holder.level for holder in view.holders] == [None, "easy", "easy"]
        assert len(view.view.hand) == 17

    async def test_by_the_rules_that_the_lessons_teach_whatever_is_usual_here(self, club):
        await settle(club, preset_pluck="partners")
        view = await club.opening.practice(ANN, self.wish(), "easy")
        assert (view.preset, len(view.holders)) == ("classic", 3)

    async def test_once_for_each_press(self, club):
        await club.opening.practice(ANN, self.wish(), "easy")
        assert (await refused(club.opening.practice(ANN, self.wish(), "easy"))).why is Why.REPEAT

    async def test_a_refusal_leaves_nothing_behind(self, club):
        await settle(club, channels="77")
        assert (await refused(club.opening.practice(ANN, self.wish(), "easy"))).why is Why.NOT_HERE
        assert await club.queries.open_tables(GUILD, ANN.id) == []
