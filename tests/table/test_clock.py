"""Time: who is late, who is away, when a match rests, and what happens by itself."""

from dataclasses import replace

import pytest

from bot.store.rows import OPEN_STATUSES, By, Status
from bot.table.model import Pace, Person, Table, Why
from tests.support.tables import ANN, BEN, CAT, DAN, EVE, PLUCK, Club, first_code, refusal

SHORT = Pace(turn=0.01, ai=0.01, next=0.01, nudge=0.01, grace=0.01)


def holder(truth: Table, seat: int) -> Person:
    row = truth.seats[seat]
    return Person(row.user_id, row.name)


async def turn_of(club: Club, table: str, who: Person | None = None) -> Person:
    """Play until somebody, or this person, is asked; returns them."""

    def is_asked(truth: Table) -> bool:
        return any(seat.ask and who in (None, holder(truth, seat.seat)) for seat in truth.present)

    truth = await club.play_until(table, is_asked)
    return next(
        holder(truth, seat.seat)
        for seat in truth.present
        if seat.ask and who in (None, holder(truth, seat.seat))
    )


async def send_away(club: Club, table: str, *who: Person) -> None:
    """Let these people miss turns until they are away, while everybody else plays."""
    for _ in range(500):
        truth = await club.table(table)
        if all(truth.seat_of(person.id).away for person in who):
            return
        for seat in truth.present:
            person = holder(truth, seat.seat)
            if person in who:
                continue
            if seat.ask:
                await club.play(table, person)
                break
            if truth.between_deals and not seat.ready:
                await club.next(table, person)
                break
        else:
            await club.next_due()
    raise AssertionError("they never go away")


@pytest.fixture
async def table(club):
    """A match of three people."""
    return await club.match("classic", ANN, BEN, CAT)


class TestALateTurn:
    async def test_is_played_by_the_house_when_its_time_is_up_and_not_before(self, club, table):
        person = await turn_of(club, table)
        before = await club.events(table)
        await club.let_pass(89.9)
        assert await club.events(table) == before
        await club.let_pass(0.2)
        (event,) = (await club.events(table))[len(before) :]
        assert (event.by, event.seat) == (By.TIMEOUT, await club.seat(table, person))

    async def test_is_a_safe_move_of_the_house(self, club, table):
        await turn_of(club, table)
        truth = await club.table(table)
        seat = truth.asked[0]
        house = club.writer.moves._house["pluck"]
        safe = house.choose(PLUCK.view(truth.state, seat), PLUCK.legal(truth.state, seat), club.rng)
        await club.let_pass(90)
        assert (await club.acts(table))[-1].action == safe

    async def test_counts_as_missed_but_one_alone_sends_nobody_away(self, club, table):
        person = await turn_of(club, table)
        await club.let_pass(90)
        own = (await club.view(table, person)).own
        assert (own.misses, own.away) == (1, False)

    async def test_is_forgotten_when_the_next_one_is_played(self, club, table):
        person = await turn_of(club, table)
        await club.let_pass(90)
        await turn_of(club, table, person)
        await club.play(table, person)
        assert (await club.view(table, person)).own.misses == 0
        await turn_of(club, table, person)
        await club.let_pass(90)
        own = (await club.view(table, person)).own
        assert (own.misses, own.away) == (1, False)

    async def test_twice_in_a_row_sends_away_and_an_ai_player_goes_on(self, club, table):
        person = await turn_of(club, table)
        await send_away(club, table, person)
        seat = await club.seat(table, person)
        events = [event for event in await club.events(table) if event.seat == seat]
        assert [event.by for event in events][-2:] == [By.TIMEOUT, By.TIMEOUT]
        truth = await club.play_until(table, lambda truth: truth.seats[seat].ask)
        late = truth.seats[seat]
        assert late.due_at == late.asked_at + club.pace.ai
        await club.let_pass(club.pace.ai)
        assert (await club.events(table))[-1].by is By.AI

    async def test_waits_for_nobody_else(self, club, table):
        await turn_of(club, table)
        first = (await club.table(table)).row.deadline_at
        await refusal(club.press(table, EVE, "back"))
        assert (await club.table(table)).row.deadline_at == first


class TestWhoIsAway:
    @pytest.fixture
    async def sleeper(self, club, table):
        """Somebody who is away."""
        await send_away(club, table, CAT)
        return CAT

    async def test_is_back_with_the_button(self, club, table, sleeper):
        view = await club.press(table, sleeper, "back")
        assert (view.own.away, view.own.misses) == (False, 0)

    async def test_is_back_with_a_look_at_the_hand(self, club, table, sleeper):
        assert not (await club.look(table, sleeper)).own.away
        assert not (await club.view(table, sleeper)).own.away

    async def test_is_back_with_a_stale_press_which_still_does_nothing(self, club, table, sleeper):
        before = await club.events(table)
        refused = await refusal(club.press(table, sleeper, "p.2C", 1))
        assert (refused.why, refused.table.own.away) == (Why.STALE, False)
        assert not (await club.view(table, sleeper)).own.away
        assert await club.events(table) == before

    async def test_is_back_with_an_answer_in_time(self, club, table, sleeper):
        seat = await club.seat(table, sleeper)
        await club.play_until(table, lambda truth: truth.seats[seat].ask)
        view = await club.view(table, sleeper)
        assert view.own.away
        after = await club.press(table, sleeper, first_code(view), view.ask)
        assert not after.own.away
        assert (await club.events(table))[-1].by is By.PLAYER

    async def test_has_the_whole_time_again_when_back(self, club, table, sleeper):
        seat = await club.seat(table, sleeper)
        await club.play_until(table, lambda truth: truth.seats[seat].ask)
        club.clock.pass_(1)
        own = (await club.press(table, sleeper, "back")).own
        assert own.due_at == club.clock.now + club.pace.turn

    async def test_is_not_back_by_what_strangers_do(self, club, table, sleeper):
        await refusal(club.press(table, EVE, "back"))
        await refusal(club.press(table, EVE, "sit.2"))
        assert (await club.view(table, sleeper)).own.away

    async def test_holds_the_seat_all_the_while(self, club, table, sleeper):
        seat = await club.seat(table, sleeper)
        refused = await refusal(club.press(table, DAN, f"sit.{seat}"))
        assert refused.why is Why.SEAT_NOT_FREE


class TestWithNobodyPresent:
    @pytest.fixture
    async def resting(self, club):
        """A match at which nobody is present."""
        table = await club.match("classic", ANN, BEN)
        await send_away(club, table, ANN, BEN)
        return table

    async def test_the_match_rests_and_nobody_is_late(self, club, resting):
        truth = await club.table(resting)
        assert truth.row.status is Status.PAUSED
        assert all(seat.due_at is None for seat in truth.seats)
        assert (await club.board(resting)).waiting == {}
        before = await club.events(resting)
        await club.let_pass(23 * 3600)
        assert await club.events(resting) == before

    async def test_it_goes_on_when_somebody_is_back(self, club, resting):
        await club.let_pass(23 * 3600)
        view = await club.look(resting, BEN)
        assert (view.status, view.own.away) == (Status.PLAYING, False)
        truth = await club.table(resting)
        for seat in truth.asked:
            patience = club.pace.turn if holder(truth, seat) == BEN else club.pace.ai
            assert truth.seats[seat].due_at == club.clock.now + patience
        await club.play_until(resting, lambda t: len(t.state.tricks) > len(truth.state.tricks))

    async def test_it_is_void_after_a_day(self, club, resting):
        await club.let_pass(24 * 3600)
        assert (await club.board(resting)).table.status is Status.VOID
        assert await club.results(resting) == ()

    async def test_it_goes_on_with_an_answer_to_the_question_that_waits(self, club, table):
        await send_away(club, table, ANN, BEN, CAT)
        truth = await club.table(table)
        asked = holder(truth, truth.asked[0])
        view = await club.view(table, asked)
        after = await club.press(table, asked, first_code(view), view.ask)
        assert (after.status, after.own.away) == (Status.PLAYING, False)

    async def test_it_is_void_at_once_when_the_last_person_leaves(self, club, resting):
        await club.press(resting, ANN, "leave.yes")
        assert (await club.board(resting)).table.status is Status.PAUSED
        await club.press(resting, BEN, "leave.yes")
        assert (await club.board(resting)).table.status is Status.VOID

    async def test_a_match_that_rests_as_the_deal_ends_has_a_next_button(self, open_club):
        # The last card of the deal is the second in a row that the house plays for Ann.
        for seed in range(40):
            club = await open_club(seed=seed)
            table = await club.match("classic", ANN)
            await club.play_until(table, lambda truth: len(truth.state.tricks) >= 15)
            await turn_of(club, table, ANN)
            while (await club.table(table)).row.status is Status.PLAYING:
                await club.next_due()
            if (await club.table(table)).between_deals:
                break
            await club.press(table, ANN, "end")
        else:
            raise AssertionError("it never ends like that")
        view = await club.look(table, ANN)
        assert view.status is Status.PLAYING
        assert not view.own.ready
        assert view.own.due_at == club.clock.now + club.pace.next
        assert (await club.press(table, ANN, "next", view.pause)).deal == view.deal + 1

    async def test_a_single_person_who_leaves_ends_the_match(self, club):
        table = await club.match("classic", ANN)
        await club.press(table, ANN, "leave.yes")
        assert (await club.board(table)).table.status is Status.VOID
        assert (await refusal(club.press(table, BEN, "sit.0"))).why is Why.NOT_PLAYING


class TestTheLobby:
    async def test_closes_after_half_an_hour_in_which_nothing_happens(self, club):
        table = await club.lobby("classic", ANN)
        await club.let_pass(29 * 60)
        await club.press(table, BEN, "join")
        await club.let_pass(29 * 60)
        assert (await club.board(table)).table.status is Status.LOBBY
        await club.let_pass(60)
        assert (await club.board(table)).table.status is Status.VOID
        assert (await refusal(club.press(table, CAT, "join"))).why is Why.NOT_IN_LOBBY

    async def test_stays_open_for_nobody_who_is_refused(self, club):
        table = await club.lobby("classic", ANN)
        for _ in range(6):
            await club.let_pass(5 * 60)
            await refusal(club.press(table, ANN, "back"))
            await refusal(club.press(table, BEN, "close"))
        assert (await club.board(table)).table.status is Status.VOID


class TestAiPlayers:
    async def test_take_a_short_natural_pause(self, club):
        table = await club.match("classic", ANN)
        truth = await club.play_until(
            table, lambda truth: any(truth.seats[seat].policy for seat in truth.asked)
        )
        (seat,) = truth.asked
        assert truth.seats[seat].due_at == club.clock.now + club.pace.ai
        before = await club.events(table)
        await club.let_pass(club.pace.ai - 0.01)
        assert await club.events(table) == before
        await club.let_pass(0.01)
        assert len(await club.events(table)) == len(before) + 1

    async def test_that_break_down_play_some_legal_card(self, open_club, caplog):
        class Broken:
            def choose(self, view, legal, rng):
                raise RuntimeError(f"cannot play {legal}")

        policies = {"pluck": {"easy": Broken()}}
        club = await open_club(policies=policies, house={"pluck": Broken()})
        table = await club.match("classic", ANN, length=1)
        await club.let_pass(500)
        assert len(await club.events(table)) > 3
        assert "cannot play" not in caplog.text

    async def test_that_play_what_is_not_legal_play_something_legal(self, open_club):
        class Cheat:
            def choose(self, view, legal, rng):
                return "p.QS"

        club = await open_club(policies={"pluck": {"easy": Cheat()}})
        table = await club.match("classic", ANN, length=1)
        assert (await club.play_to_the_end(table)).row.status is Status.OVER


class TestPartnersAtThePlucks:
    @pytest.fixture
    async def plucking(self, club):
        """Ann and an AI player are partners, and both are asked for at least two plucks."""
        table = await club.match("partners", ANN, BEN, length=40)
        seat = await club.seat(table, ANN)
        truth = await club.play_until(
            table,
            lambda truth: (
                len(truth.asked) == 2 and seat in truth.asked and max(truth.state.rights) > 1
            ),
        )
        assert truth.row.status is Status.PLAYING
        return table

    async def test_the_ai_player_leaves_them_to_a_person_who_is_present(self, club, plucking):
        truth = await club.table(plucking)
        mine = await club.seat(plucking, ANN)
        (ai,) = (seat for seat in truth.asked if seat != mine)
        assert truth.seats[ai].policy
        assert truth.seats[ai].due_at is None
        assert truth.seats[mine].due_at == truth.seats[mine].asked_at + club.pace.turn
        before = await club.events(plucking)
        await club.let_pass(80)
        assert await club.events(plucking) == before

    async def test_the_house_plucks_for_that_person_who_is_late(self, club, plucking):
        mine = await club.seat(plucking, ANN)
        await club.let_pass(90)
        event = (await club.events(plucking))[-1]
        assert (event.seat, event.by) == (mine, By.TIMEOUT)

    async def test_the_ai_player_acts_when_that_person_leaves(self, club, plucking):
        await club.press(plucking, ANN, "leave.yes")
        before = await club.events(plucking)
        await club.let_pass(club.pace.ai)
        after = await club.events(plucking)
        assert after[len(before)].by is By.AI

    async def test_the_ai_player_acts_for_somebody_away_until_they_are_back(self, club, plucking):
        mine = await club.seat(plucking, ANN)
        await club.store.write(lambda unit: put_away(unit, plucking, mine))
        await club.press(plucking, BEN, "back")
        truth = await club.table(plucking)
        assert all(truth.seats[seat].due_at is not None for seat in truth.asked)
        await club.press(plucking, ANN, "back")
        truth = await club.table(plucking)
        (ai,) = (seat for seat in truth.asked if seat != mine)
        assert truth.seats[ai].due_at is None
        before = await club.events(plucking)
        await club.let_pass(80)
        assert await club.events(plucking) == before


def put_away(unit, table, seat):
    """Make the holder of a seat away, as two missed turns would have."""
    row, seats = unit.tables.get(table), list(unit.seats.of(table))
    seats[seat] = replace(seats[seat], away=True, misses=2)
    unit.tables.save(replace(row, rev=row.rev + 1), seats, was_rev=row.rev)


class TestBetweenDeals:
    @pytest.fixture
    async def pause(self, club, table):
        """The match has come to the end of its first deal."""
        truth = await club.play_to_the_pause(table)
        assert truth.between_deals
        return table

    async def test_nobody_has_a_question_and_everybody_has_twenty_seconds(self, club, pause):
        truth = await club.table(pause)
        assert all(seat.ask is None for seat in truth.seats)
        assert {seat.due_at for seat in truth.seats} == {club.clock.now + club.pace.next}
        assert truth.row.pause_rev == truth.row.rev

    async def test_the_next_deal_comes_when_everybody_wants_it(self, club, pause):
        for person in (ANN, BEN):
            assert (await club.next(pause, person)).deal == 1
        assert (await club.next(pause, CAT)).deal == 2

    async def test_or_when_the_time_is_up(self, club, pause):
        await club.next(pause, ANN)
        await club.let_pass(club.pace.next)
        assert (await club.board(pause)).table.deal == 2

    async def test_nobody_is_away_for_not_being_ready(self, club, pause):
        await club.let_pass(club.pace.next)
        assert all(seat.misses == 0 for seat in (await club.table(pause)).seats)

    async def test_it_comes_when_the_last_one_who_was_not_ready_leaves(self, club, pause):
        for person in (ANN, BEN):
            await club.next(pause, person)
        await club.press(pause, CAT, "leave.yes")
        assert (await club.board(pause)).table.deal == 2

    async def test_only_those_who_are_present_are_waited_for(self, club):
        table = await club.match("classic", ANN, BEN, length=30)
        await send_away(club, table, BEN)
        truth = await club.play_to_the_pause(table)
        assert truth.between_deals
        assert (await club.view(table, BEN)).own.away
        assert (await club.next(table, ANN)).deal == truth.state.deal + 1

    async def test_somebody_back_or_new_is_waited_for_with_time_of_their_own(self, club, pause):
        await club.press(pause, CAT, "leave.yes")
        await club.next(pause, ANN)
        await club.let_pass(10)
        seat = next(each.seat for each in (await club.board(pause)).table.holders if each.left)
        own = (await club.press(pause, DAN, f"sit.{seat}")).own
        assert own.due_at == club.clock.now + club.pace.next
        assert (await club.next(pause, BEN)).deal == 1
        assert (await club.next(pause, DAN)).deal == 2

    async def test_pressing_next_twice_wants_it_once(self, club, pause):
        await club.next(pause, ANN)
        assert (await club.next(pause, ANN)).deal == 1

    async def test_everybody_who_wanted_it_is_asked_anew_after_the_next_deal(self, club, pause):
        for person in (ANN, BEN, CAT):
            await club.next(pause, person)
        await club.play_to_the_pause(pause)
        assert not any(seat.ready for seat in (await club.table(pause)).seats)


class TestTheTablesDeadline:
    async def test_names_the_reminder_then_the_second_half_then_the_end(self, club, table):
        await turn_of(club, table)
        asked_at = club.clock.now
        moments = []
        for _ in range(3):
            await club.next_due()
            moments.append(club.clock.now - asked_at)
        assert moments == pytest.approx([20, 45, 90])

    async def test_is_told_at_each_of_them_though_nothing_has_moved(self, club, table):
        await turn_of(club, table)
        rev = (await club.table(table)).row.rev
        club.notes.clear()
        await club.next_due()
        await club.next_due()
        assert club.notes == [table, table]
        assert (await club.table(table)).row.rev == rev

    async def test_that_has_moved_on_is_not_acted_on(self, club, table):
        person = await turn_of(club, table)
        club.clock.pass_(91)
        await club.play(table, person)
        before = await club.everything(table)
        await club.upkeep.expire(table)
        assert await club.everything(table) == before

    async def test_is_waited_for_in_a_lobby_and_at_rest(self, club):
        opened = await club.lobby("classic", ANN)
        resting = await club.match("classic", BEN)
        await send_away(club, resting, BEN)
        await club.press(opened, CAT, "join")
        for table in (opened, resting):
            before = await club.everything(table)
            club.clock.now = before[0].deadline_at - 0.001
            await club.upkeep.expire(table)
            assert await club.everything(table) == before
            club.clock.pass_(0.001)
            await club.upkeep.expire(table)
            assert (await club.board(table)).table.status is Status.VOID

    async def test_is_nothing_for_a_table_that_nobody_knows_or_is_closed(self, club, table):
        await club.upkeep.expire("nowhere")
        await club.press(table, ANN, "end")
        before = await club.everything(table)
        club.clock.pass_(10**6)
        await club.upkeep.expire(table)
        assert await club.everything(table) == before

    @pytest.mark.parametrize("preset", ["race", "partners"])
    async def test_may_be_a_hundredth_of_a_second_away(self, open_club, preset):
        club = await open_club(pace=SHORT)
        table = await club.match(preset, ANN, BEN, length=1)
        await club.let_pass(1)
        assert (await club.board(table)).table.status is Status.PAUSED
        await club.look(table, ANN)
        assert (await club.play_to_the_end(table)).row.status is Status.OVER


class TestAfterADowntime:
    async def test_who_is_overdue_has_a_little_more_time(self, club, table):
        person = await turn_of(club, table)
        before = await club.events(table)
        club.clock.pass_(3600)
        await club.upkeep.recover()
        own = (await club.view(table, person)).own
        assert own.due_at == club.clock.now + club.pace.grace
        await club.let_pass(club.pace.grace - 1)
        assert await club.events(table) == before
        await club.let_pass(1)
        assert (await club.events(table))[-1].by is By.TIMEOUT

    async def test_who_is_not_overdue_keeps_the_time_that_is_left(self, club, table):
        person = await turn_of(club, table)
        due = (await club.view(table, person)).own.due_at
        club.clock.pass_(50)
        await club.upkeep.recover()
        assert (await club.view(table, person)).own.due_at == due

    async def test_ai_players_of_many_tables_do_not_all_move_at_once(self, club):
        waiting = []
        for number, host in enumerate((ANN, ANN, ANN, BEN, BEN, BEN)):
            table = await club.match("classic", host, channel=number)
            truth = await club.table(table)
            if truth.seats[truth.asked[0]].policy:
                waiting.append(table)
        club.clock.pass_(3600)
        await club.upkeep.recover()
        dues = [(await club.table(table)).row.deadline_at for table in waiting]
        assert len(dues) > 1
        assert len(set(dues)) == len(dues)
        assert all(due >= club.clock.now for due in dues)

    async def test_a_pause_between_deals_has_grace_too(self, club, table):
        await club.play_to_the_pause(table)
        club.clock.pass_(3600)
        await club.upkeep.recover()
        await club.let_pass(club.pace.grace - 1)
        assert (await club.board(table)).table.deal == 1
        await club.let_pass(1)
        assert (await club.board(table)).table.deal == 2

    async def test_the_tables_not_shown_in_their_newest_form_are_named(self, club, table):
        other = await club.lobby("classic", DAN)
        rev = (await club.table(other)).row.rev
        await club.upkeep.shown(other, rev)
        assert await club.upkeep.recover() == (table,)

    async def test_one_table_that_cannot_be_read_does_not_stop_the_others(self, club, table):
        other = await club.match("classic", DAN)
        await club.corrupt(other)
        person = await turn_of(club, table)
        club.clock.pass_(3600)
        await club.upkeep.recover()
        assert (await club.board(other)).table.status is Status.SET_ASIDE
        assert (await club.view(table, person)).own.due_at > club.clock.now

    async def test_everything_goes_on_with_the_same_buttons(self, open_club, table):
        club = await open_club()
        person = await turn_of(club, table)
        view = await club.view(table, person)
        await club.close()
        after = await open_club(seed=99)
        await after.upkeep.recover()
        await after.press(table, person, first_code(view), view.ask)
        truth = await after.play_until(table, lambda truth: truth.between_deals)
        assert truth.row.status in OPEN_STATUSES
