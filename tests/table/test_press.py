"""One press: what it may do, why it is refused, and that it counts once."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.rows import By, Status
from bot.table.model import Person, Refused, TableView, Why
from tests.support.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    PLUCK,
    Club,
    answer,
    first_code,
    refusal,
)


async def asked_person(club: Club, table: str) -> tuple[Person, TableView]:
    """The person whose turn it is, with their hand."""
    truth = await club.play_until(table, lambda t: any(seat.ask for seat in t.present))
    seat = next(seat for seat in truth.present if seat.ask)
    person = Person(seat.user_id, seat.name)
    return person, await club.view(table, person)


@pytest.fixture
async def table(club):
    """A match of three people."""
    return await club.match("classic", ANN, BEN, CAT)


class TestRefusals:
    async def test_an_unknown_table_shows_nothing(self, club):
        for request in (club.press("nowhere", ANN, "join"), club.look("nowhere", ANN)):
            refused = await refusal(request)
            assert (refused.why, refused.table) == (Why.NO_SUCH_TABLE, None)

    async def test_another_server_is_as_good_as_none(self, club, table):
        _, view = await asked_person(club, table)
        for code, ask in (("back", 0), ("join", 0), (first_code(view), view.ask)):
            refused = await refusal(club.press(table, ANN, code, ask, guild=77))
            assert (refused.why, refused.table) == (Why.NO_SUCH_TABLE, None)
        looking = replace(club.asking(table, ANN, "hand"), guild=77)
        assert (await refusal(club.service.look(looking))).why is Why.NO_SUCH_TABLE

    @pytest.mark.parametrize("code", ["p.2C", "t.S", "k.4H.2", "next", "back", "leave.yes", "x"])
    async def test_a_stranger_is_shown_nothing(self, club, table, code):
        _, view = await asked_person(club, table)
        refused = await refusal(club.press(table, EVE, code, view.ask))
        assert (refused.why, refused.table) == (Why.NOT_SEATED, None)

    @pytest.mark.parametrize("code", ["start", "close", "noai", "ai.easy", "leave", "join"])
    async def test_the_lobbys_buttons_are_gone_once_it_has_started(self, club, table, code):
        for person in (ANN, EVE):
            refused = await refusal(club.press(table, person, code, 1))
            assert (refused.why, refused.table) == (Why.NOT_IN_LOBBY, None)

    async def test_an_interaction_counts_once(self, club, table):
        person, view = await asked_person(club, table)
        press = club.asking(table, person, first_code(view), view.ask)
        await club.service.press(press)
        before = await club.everything(table)
        refused = await refusal(club.service.press(press))
        assert (refused.why, refused.table) == (Why.REPEAT, None)
        again = replace(press, code="back")
        assert (await refusal(club.service.press(again))).why is Why.REPEAT
        assert await club.everything(table) == before

    async def test_an_interaction_that_was_refused_may_come_again(self, club, table):
        person, view = await asked_person(club, table)
        press = club.asking(table, person, first_code(view), view.ask + 1)
        assert (await refusal(club.service.press(press))).why is Why.STALE
        await club.service.press(replace(press, ask=view.ask))

    async def test_a_stale_press_is_answered_with_ones_own_newest_hand(self, club, table):
        person, view = await asked_person(club, table)
        await club.press(table, person, first_code(view), view.ask)
        refused = await refusal(club.press(table, person, first_code(view), view.ask))
        assert refused.why is Why.STALE
        assert refused.table == await club.view(table, person)

    async def test_somebody_who_is_not_asked_has_no_question_to_answer(self, club, table):
        person, view = await asked_person(club, table)
        other = next(each for each in (ANN, BEN, CAT) if each != person)
        for ask in (0, view.ask):
            refused = await refusal(club.press(table, other, first_code(view), ask))
            assert refused.why is Why.STALE
            assert refused.table.seat == await club.seat(table, other)

    async def test_what_is_not_legal_is_answered_with_the_hand(self, club, table):
        person, view = await asked_person(club, table)
        before = await club.everything(table)
        for code in ("p.QQ", "t.X", "deal", "draw", "k.to.1", "", "p", first_code(view) + "~1"):
            refused = await refusal(club.press(table, person, code, view.ask))
            assert (refused.why, refused.table) == (Why.NOT_LEGAL, view)
        assert await club.everything(table) == before

    @pytest.mark.parametrize("code", ["p.2C", "back", "next", "leave.yes", "sit.0", "end"])
    async def test_a_closed_table_does_not_change_any_more(self, club, table, code):
        await club.press(table, ANN, "end")
        before = await club.everything(table)
        await refusal(club.press(table, ANN, code))
        await refusal(club.press(table, EVE, code))
        assert await club.everything(table) == before

    async def test_nor_does_one_whose_match_is_over(self, club):
        table = await club.match("race", ANN, length=1)
        await club.play_to_the_end(table)
        before = await club.everything(table)
        for code in ("p.2C", "back", "next", "leave.yes", "sit.1", "end", "join"):
            await refusal(club.press(table, ANN, code))
        await club.look(table, ANN)
        assert await club.everything(table) == before

    async def test_somebody_who_was_away_at_the_end_may_still_look(self, club):
        table = await club.match("race", ANN, BEN, length=1)
        await club.play_until(table, lambda truth: truth.state.phase == "play")
        await club.press(table, ANN, "back")
        while (await club.table(table)).row.status is Status.PLAYING:
            if (await club.table(table)).between_deals:
                await club.next(table, ANN)
            elif (await club.view(table, ANN)).ask:
                await club.play(table, ANN)
            else:
                await club.next_due()
        before = await club.everything(table)
        assert before[0].status is Status.OVER
        assert (await club.view(table, BEN)).own.away
        assert (await club.look(table, BEN)).own.away
        assert await club.everything(table) == before

    async def test_a_table_set_aside_is_closed_to_everybody(self, club, table):
        await club.corrupt(table)
        await club.let_pass(100)
        assert (await club.board(table)).table.status is Status.SET_ASIDE
        for request in (club.press(table, ANN, "back"), club.look(table, ANN)):
            assert (await refusal(request)).why is Why.SET_ASIDE

    async def test_a_pause_is_ended_by_its_own_button(self, club, table):
        await club.play_to_the_pause(table)
        pause = (await club.view(table, ANN)).pause
        refused = await refusal(club.press(table, ANN, "next", pause - 1))
        assert (refused.why, refused.table) == (Why.STALE, await club.view(table, ANN))
        assert (await club.press(table, ANN, "next", pause)).own.ready
        for person in (BEN, CAT):
            await club.next(table, person)
        refused = await refusal(club.press(table, ANN, "next", pause))
        assert (refused.why, refused.table.deal) == (Why.STALE, 2)


class TestAskNumbers:
    async def test_name_the_revision_at_which_the_seat_was_asked(self, club, table):
        _, view = await asked_person(club, table)
        assert view.ask == view.rev

    async def test_change_when_the_seat_acts(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        seen = set()
        for _ in range(20):
            person, view = await asked_person(club, table)
            assert (person, view.ask) not in seen
            seen.add((person, view.ask))
            await club.press(table, person, first_code(view), view.ask)

    async def test_stay_while_others_come_and_go(self, club, table):
        person, view = await asked_person(club, table)
        others = [each for each in (ANN, BEN, CAT) if each != person]
        await club.press(table, others[0], "leave.yes")
        await club.press(table, others[1], "back")
        await club.press(table, DAN, f"sit.{await self.left_seat(club, table)}")
        newest = await club.view(table, person)
        assert newest.rev == view.rev + 3
        assert newest.ask == view.ask
        await club.press(table, person, first_code(view), view.ask)

    async def test_stay_with_the_seat_when_its_holder_changes(self, club, table):
        person, view = await asked_person(club, table)
        await club.press(table, person, "leave.yes")
        taken = await club.press(table, DAN, f"sit.{view.seat}")
        assert taken.ask == view.ask
        await club.press(table, DAN, first_code(view), view.ask)

    async def test_of_partners_change_with_the_plucks_that_are_left(self, club):
        table, first, second = await partners_who_pluck(club)
        mine, hers = await club.view(table, first), await club.view(table, second)
        assert mine.ask
        assert hers.ask
        after = await club.press(table, first, first_code(mine), mine.ask)
        newest = await club.view(table, second)
        refused = await refusal(club.press(table, second, first_code(hers), hers.ask))
        assert refused.why is Why.STALE
        assert after.ask != mine.ask
        assert newest.ask != hers.ask

    async def test_and_an_old_hand_is_of_no_use_when_the_same_seat_leads_next(self, open_club):
        # The house plays twice for somebody who falls asleep: the match pauses just as that
        # seat has taken the trick and is to lead. A hand of before must not play to it.
        for seed in range(12):
            club = await open_club(seed=seed)
            table = await club.match("classic", ANN)
            old = 0
            while (await club.table(table)).row.status is Status.PLAYING:
                old = (await club.view(table, ANN)).ask or old
                await club.next_due()
            view = await club.view(table, ANN)
            assert view.ask != old
            refused = await refusal(club.press(table, ANN, "p.2C", old))
            assert refused.why is Why.STALE
            assert not refused.table.own.away
            await club.press(table, ANN, "end")

    @staticmethod
    async def left_seat(club, table) -> int:
        return next(each.seat for each in (await club.board(table)).table.holders if each.left)


async def partners_who_pluck(club: Club) -> tuple[str, Person, Person]:
    """A four-handed match in which two people are asked for plucks."""
    for _ in range(30):
        table = await club.match("partners", ANN, BEN, CAT, DAN, length=30)
        truth = await club.play_until(
            table, lambda truth: len(truth.asked) == 2 and max(truth.state.rights) > 1
        )
        if len(truth.asked) == 2:
            seats = [truth.seats[seat] for seat in truth.asked]
            return table, *(Person(seat.user_id, seat.name) for seat in seats)
    raise AssertionError("nobody ever plucks")


class TestAtOnce:
    async def test_fifty_presses_of_one_question_play_one_card(self, club, table):
        person, view = await asked_person(club, table)
        before = await club.events(table)
        got = await asyncio.gather(
            *(answer(club.press(table, person, first_code(view), view.ask)) for _ in range(50))
        )
        accepted = [each for each in got if isinstance(each, TableView)]
        assert len(accepted) == 1
        assert {each.why for each in got if isinstance(each, Refused)} == {Why.STALE}
        assert len(await club.events(table)) == len(before) + 1

    async def test_fifty_different_cards_of_one_question_play_one(self, club, table):
        person, view = await asked_person(club, table)
        before = await club.events(table)
        codes = [PLUCK.code(action) for action in view.view.legal] * 10
        got = await asyncio.gather(
            *(answer(club.press(table, person, code, view.ask)) for code in codes)
        )
        assert sum(isinstance(each, TableView) for each in got) == 1
        assert len(await club.events(table)) == len(before) + 1

    async def test_one_interaction_delivered_many_times_acts_once(self, club, table):
        person, view = await asked_person(club, table)
        press = club.asking(table, person, first_code(view), view.ask)
        got = await asyncio.gather(*(answer(club.service.press(press)) for _ in range(20)))
        assert sum(isinstance(each, TableView) for each in got) == 1
        assert {each.why for each in got if isinstance(each, Refused)} == {Why.REPEAT}

    @pytest.mark.parametrize("preset", ["classic", "partners"])
    async def test_a_hundred_who_join_take_exactly_the_seats(self, club, preset):
        table = await club.lobby(preset, ANN)
        crowd = [Person(number, f"P{number}") for number in range(1, 101)]
        got = await asyncio.gather(*(answer(club.press(table, each, "join")) for each in crowd))
        seats = PLUCK.presets[preset].seats
        assert sum(isinstance(each, TableView) for each in got) == seats - 1
        assert {each.why for each in got if isinstance(each, Refused)} == {Why.TABLE_FULL}
        assert len({seat.user_id for seat in (await club.table(table)).seats}) == seats

    async def test_a_press_and_the_end_of_its_time_play_one_card(self, club, table):
        person, view = await asked_person(club, table)
        before = await club.events(table)
        club.clock.pass_(90)
        press = answer(club.press(table, person, first_code(view), view.ask))
        got, _ = await asyncio.gather(press, club.upkeep.expire(table))
        (event,) = (await club.events(table))[len(before) :]
        assert event.by is (By.PLAYER if isinstance(got, TableView) else By.TIMEOUT)

    async def test_two_who_start_again_meet_at_one_table(self, club):
        table = await club.match("race", ANN, BEN, CAT, length=1)
        await club.play_to_the_end(table)
        views = await asyncio.gather(*(club.again(table, each) for each in (ANN, BEN, CAT)))
        assert len({view.id for view in views}) == 1
        assert {seat.user_id for seat in (await club.table(views[0].id)).seats} == {
            ANN.id,
            BEN.id,
            CAT.id,
        }


class TestTheRecordOfPresses:
    async def test_has_each_accepted_one_once(self, club, table):
        accepted = 0
        for _ in range(30):
            person, view = await asked_person(club, table)
            press = club.asking(table, person, first_code(view), view.ask)
            shown = await club.service.press(press)
            accepted += 1
            kept = await club.store.read(
                lambda unit, press=press: unit.presses.get(press.interaction)
            )
            assert (kept.table_id, kept.rev) == (table, shown.rev)
        by_people = [event for event in await club.events(table) if event.by is By.PLAYER]
        assert len(by_people) == accepted
        assert [event.seq for event in await club.events(table)] == list(
            range(len(await club.events(table)))
        )

    async def test_tells_of_each_commit_and_of_nothing_else(self, club, table):
        person, view = await asked_person(club, table)
        club.notes.clear()
        await refusal(club.press(table, person, "p.2C", view.ask + 1))
        await refusal(club.press(table, EVE, "back"))
        await club.look(table, person)
        assert club.notes == []
        await club.press(table, person, first_code(view), view.ask)
        assert club.notes == [table]


codes = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["p.", "t.", "k.", "sit.", "ai.", "leave.", "k.to.", "start", "next"]).flatmap(
        lambda verb: st.text(max_size=4).map(lambda rest: verb + rest)
    ),
    st.from_regex(r"(p|t|k|sit|m)\.[0-9A-Z]{1,2}(\.[0-9A-Z])?", fullmatch=True),
)


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(code=codes, ask=st.integers(-(2**62), 2**62), who=st.sampled_from([ANN, BEN, EVE]))
async def test_a_forged_press_changes_nothing(forge_at, code, ask, who):
    club, table, legal = forge_at
    honest = {"back", "leave.yes", "end"} | legal
    if code in honest:
        return
    before = await club.everything(table)
    refused = await refusal(club.press(table, who, code, ask))
    assert refused.why is not Why.BROKEN
    assert await club.everything(table) == before
    if who == EVE:
        assert refused.table is None


@pytest.fixture
async def forge_at(club):
    """A running match, and the codes that would be honest there."""
    table = await club.match("classic", ANN, BEN)
    _, view = await asked_person(club, table)
    return club, table, {PLUCK.code(action) for action in view.view.legal}


@pytest.mark.parametrize("offset", [-1, 1, 1000, -(10**12)])
async def test_a_legal_card_under_a_wrong_number_changes_nothing(club, table, offset):
    person, view = await asked_person(club, table)
    before = await club.everything(table)
    refused = await refusal(club.press(table, person, first_code(view), view.ask + offset))
    assert refused.why is Why.STALE
    assert await club.everything(table) == before
