"""Tables that cannot be shown: they rest, their people are told, and they go on elsewhere."""

import pytest

from bot.store.rows import Status
from bot.table.model import Why
from tests.support.tables import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, first_code, refusal

ELSEWHERE = 77


@pytest.fixture
async def table(club):
    """A match of three people."""
    return await club.match("classic", ANN, BEN, CAT)


@pytest.fixture
async def lobby(club):
    """A lobby in which two people wait for a third."""
    table = await club.lobby("classic", ANN)
    await club.press(table, BEN, "join")
    return table


async def asked(club, table):
    """Somebody who is asked something, and how they see the table."""
    truth = await club.play_until(table, lambda truth: any(seat.ask for seat in truth.people))
    person = next(p for p in (ANN, BEN, CAT) if truth.seat_of(p.id).ask)
    return person, await club.view(table, person)


class TestASuspendedMatch:
    async def test_rests_whoever_is_present(self, club, table):
        person, view = await asked(club, table)
        await club.upkeep.suspend(table)
        await club.let_pass(3600)
        refused = await refusal(club.press(table, person, first_code(view), view.ask))
        assert (refused.why, refused.table.status) == (Why.SUSPENDED, Status.SUSPENDED)
        assert (await club.look(table, person)).status is Status.SUSPENDED

    @pytest.mark.parametrize("channel", [CHANNEL, ELSEWHERE])
    async def test_goes_on_where_it_is_moved_to_with_fresh_time(self, club, table, channel):
        person, view = await asked(club, table)
        await club.upkeep.suspend(table)
        await club.let_pass(3600)
        shown = await club.move_to(channel, table, person)
        assert (shown.status, shown.channel, shown.ask) == (Status.PLAYING, channel, view.ask)
        assert shown.own.due_at == club.clock.now + club.pace.turn
        await club.press(table, person, first_code(view), view.ask)

    async def test_goes_on_by_any_press_in_its_channel_once_that_can_be_written_to(
        self, club, table
    ):
        person, view = await asked(club, table)
        await club.upkeep.suspend(table)
        played = await club.press(table, person, first_code(view), view.ask, channel=CHANNEL)
        assert played.status is Status.PLAYING
        await club.upkeep.suspend(table)
        looked = await club.look(table, BEN, channel=CHANNEL)
        assert looked.status is Status.PLAYING
        await club.upkeep.suspend(table)
        stale = await refusal(club.press(table, person, "p.2C", 1, channel=CHANNEL))
        assert (stale.why, stale.table.status) == (Why.STALE, Status.PLAYING)

    async def test_does_not_go_on_by_a_press_from_another_channel_or_of_a_stranger(
        self, club, table
    ):
        await club.upkeep.suspend(table)
        assert (await club.look(table, ANN, channel=ELSEWHERE)).status is Status.SUSPENDED
        refused = await refusal(club.look(table, DAN, channel=CHANNEL))
        assert refused.why is Why.NOT_SEATED
        refused = await refusal(club.press(table, DAN, "sit.0", channel=CHANNEL))
        assert refused.why is Why.SEAT_NOT_FREE
        assert (await club.board(table)).table.status is Status.SUSPENDED

    async def test_is_shown_again_in_its_own_channel_only(self, club, table):
        await club.upkeep.suspend(table)
        there = club.asking(table, ANN, "table", channel=ELSEWHERE)
        assert (await refusal(club.service.show_again(there))).why is Why.SUSPENDED
        here = club.asking(table, ANN, "table", channel=CHANNEL)
        assert (await club.service.show_again(here)).status is Status.PLAYING

    async def test_goes_on_in_its_own_channel_however_full_that_is(self, club, table):
        for person in (ANN, BEN, CAT, DAN):
            await club.lobby("classic", person)
        await club.upkeep.suspend(table)
        assert (await club.look(table, ANN, channel=CHANNEL)).status is Status.PLAYING

    async def test_may_be_left_and_ended_and_is_void_without_people(self, club, table):
        await club.upkeep.suspend(table)
        for person in (ANN, BEN, CAT):
            await club.press(table, person, "leave.yes")
        assert (await club.board(table)).table.status is Status.VOID

    async def test_is_void_after_a_day(self, club, table):
        await club.upkeep.suspend(table)
        await club.let_pass(24 * 3600)
        assert (await club.board(table)).table.status is Status.VOID

    async def test_between_two_deals_waits_for_everybody_anew(self, club, table):
        await club.play_to_the_pause(table)
        await club.next(table, ANN)
        await club.upkeep.suspend(table)
        await club.let_pass(600)
        moved = await club.move_to(ELSEWHERE, table, BEN)
        assert [holder.ready for holder in moved.holders] == [True, False, False]
        assert moved.own.due_at == club.clock.now + club.pace.next
        await club.next(table, BEN)
        assert (await club.next(table, CAT)).deal == 2

    async def test_is_suspended_once(self, club, table):
        await club.upkeep.suspend(table)
        club.notes.clear()
        await club.upkeep.suspend(table)
        assert club.notes == [], "whoever shows tables would try again at once"


class TestASuspendedLobby:
    async def test_keeps_its_people_and_goes_on_elsewhere(self, club, lobby):
        await club.upkeep.suspend(lobby)
        assert (await refusal(club.press(lobby, CAT, "join"))).why is Why.SUSPENDED
        moved = await club.move_to(ELSEWHERE, lobby, BEN)
        assert (moved.status, moved.channel) == (Status.LOBBY, ELSEWHERE)
        await club.press(lobby, CAT, "join")
        started = await club.press(lobby, ANN, "start", (await club.view(lobby, ANN)).pause)
        assert started.status is Status.PLAYING

    async def test_goes_on_by_a_press_on_its_board(self, club, lobby):
        await club.upkeep.suspend(lobby)
        joined = await club.press(lobby, CAT, "join", channel=CHANNEL)
        assert joined.status is Status.LOBBY
        await club.upkeep.suspend(lobby)
        assert (await club.look(lobby, BEN, channel=CHANNEL)).status is Status.LOBBY

    async def test_closes_no_later_than_any_other(self, club, lobby):
        await club.upkeep.suspend(lobby)
        await club.let_pass(30 * 60)
        assert (await club.board(lobby)).table.status is Status.VOID

    async def test_is_no_match_of_which_there_is_a_record(self, club, lobby):
        await club.upkeep.suspend(lobby)
        assert await club.queries.recorded_tables(GUILD, ANN.id) == []

    async def test_may_be_left_and_closes_behind_the_last(self, club, lobby):
        await club.upkeep.suspend(lobby)
        await club.press(lobby, ANN, "leave")
        assert (await club.board(lobby)).table.host == BEN.id
        await club.press(lobby, BEN, "leave")
        assert (await club.board(lobby)).table.status is Status.VOID


class TestMoving:
    async def test_takes_an_open_table_to_another_channel_with_fresh_time(self, club, table):
        person, _ = await asked(club, table)
        await club.let_pass(club.pace.turn / 2)
        moved = await club.move_to(ELSEWHERE, table, person)
        assert (moved.status, moved.channel) == (Status.PLAYING, ELSEWHERE)
        assert moved.own.due_at == club.clock.now + club.pace.turn

    async def test_takes_a_lobby_along(self, club, lobby):
        assert (await club.move_to(ELSEWHERE, lobby, BEN)).status is Status.LOBBY

    async def test_is_for_who_sits_there_or_may_manage_the_server(self, club, table):
        assert (await refusal(club.move_to(ELSEWHERE, table, DAN))).why is Why.NOT_SEATED
        moved = await club.move_to(ELSEWHERE, table, DAN, manager=True)
        assert (moved.channel, moved.seat) == (ELSEWHERE, None)
        refused = await refusal(club.move_to(ELSEWHERE, table, ANN, guild=GUILD + 1))
        assert refused.why is Why.NO_SUCH_TABLE

    async def test_is_done_once_for_each_interaction(self, club, table):
        await club.move_to(ELSEWHERE, table, ANN, interaction=5)
        assert (await refusal(club.move_to(78, table, ANN, interaction=5))).why is Why.REPEAT
        assert (await club.board(table)).table.channel == ELSEWHERE

    async def test_needs_room_in_the_other_channel(self, club, table):
        for person in (ANN, BEN, CAT, DAN, EVE):
            other = await club.lobby("classic", person)
            await club.move_to(ELSEWHERE, other, person)
        assert (await refusal(club.move_to(ELSEWHERE, table, ANN))).why is Why.CHANNEL_FULL

    async def test_is_not_for_a_table_that_is_closed(self, club, table):
        await club.press(table, ANN, "end")
        assert (await refusal(club.move_to(ELSEWHERE, table, ANN))).why is Why.TABLE_CLOSED


class TestNotices:
    async def test_are_for_everybody_who_sits_at_a_table_at_rest(self, club, table):
        await club.upkeep.suspend(table)
        for person in (ANN, BEN, CAT):
            assert [view.id for view in await club.upkeep.untold(person.id, GUILD)] == [table]
        assert await club.upkeep.untold(DAN.id, GUILD) == ()
        assert await club.upkeep.untold(ANN.id, GUILD + 1) == ()

    async def test_are_given_once_for_each_rest(self, club, table):
        await club.upkeep.suspend(table)
        assert await club.upkeep.told(ANN.id, table)
        assert not await club.upkeep.told(ANN.id, table)
        assert await club.upkeep.untold(ANN.id, GUILD) == ()
        await club.move_to(ELSEWHERE, table, BEN)
        await club.upkeep.suspend(table)
        assert len(await club.upkeep.untold(ANN.id, GUILD)) == 1

    async def test_can_be_put_off(self, club, table):
        await club.upkeep.suspend(table)
        await club.upkeep.told(ANN.id, table)
        await club.upkeep.owe(ANN.id, table)
        assert len(await club.upkeep.untold(ANN.id, GUILD)) == 1

    async def test_are_outdated_once_the_table_goes_on(self, club, table):
        await club.upkeep.suspend(table)
        await club.look(table, BEN, channel=CHANNEL)
        assert await club.upkeep.untold(ANN.id, GUILD) == ()

    async def test_outlive_a_restart(self, club, table):
        await club.upkeep.suspend(table)
        again = type(club.upkeep)(club.writer)
        await again.recover()
        assert len(await again.untold(ANN.id, GUILD)) == 1


class TestAServerOrAChannelThatIsGone:
    async def test_lets_all_its_tables_rest(self, club, table, lobby):
        await club.move_to(ELSEWHERE, lobby, ANN)
        await club.upkeep.suspend_channel(ELSEWHERE)
        statuses = [(await club.board(each)).table.status for each in (table, lobby)]
        assert statuses == [Status.PLAYING, Status.SUSPENDED]
        await club.upkeep.suspend_guild(GUILD)
        assert (await club.board(table)).table.status is Status.SUSPENDED

    async def test_lets_the_others_rest_where_one_cannot_be_read(self, club, table, lobby):
        await club.corrupt(table)
        await club.upkeep.suspend_guild(GUILD)
        assert (await club.board(lobby)).table.status is Status.SUSPENDED

    async def test_lets_a_table_be_that_has_just_left_it(self, club, table):
        await club.move_to(ELSEWHERE, table, ANN)
        await club.upkeep.suspend(table, CHANNEL)
        assert (await club.board(table)).table.status is Status.PLAYING
        await club.upkeep.suspend(table, ELSEWHERE)
        assert (await club.board(table)).table.status is Status.SUSPENDED

    async def test_is_noticed_at_the_next_start(self, club, table):
        await club.upkeep.suspend_elsewhere({GUILD})
        assert (await club.board(table)).table.status is Status.PLAYING
        await club.upkeep.suspend_elsewhere({GUILD + 1})
        assert (await club.board(table)).table.status is Status.SUSPENDED

    async def test_has_tables_that_wait_to_be_shown(self, club, table):
        assert await club.upkeep.behind(GUILD) == (table,)
        await club.upkeep.shown(table, (await club.board(table)).table.rev)
        assert await club.upkeep.behind(GUILD) == ()
