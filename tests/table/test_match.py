"""Whole matches through the service, and what remains of them: results, statistics, records."""

import json
from collections import Counter
from itertools import count

import pytest

from bot.players.registry import levels
from bot.record.model import parse
from bot.record.replay import replay
from bot.store.rows import By, Status
from bot.table.model import Why
from tests.support.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    GUILD,
    PLUCK,
    Club,
    refusal,
    replayed,
)

PRESETS = tuple(PLUCK.presets)


def replay_of(record: dict) -> dict:
    """What `replay` says of a record, from its text."""
    return replay(parse(json.dumps(record).encode()))


async def play_deals(club: Club, table: str, number: int) -> None:
    """Play until that many deals are scored, and then up to the first card of the next."""
    await club.play_until(table, lambda truth: truth.state.deal > number and bool(truth.asked))


class TestAWholeMatch:
    @pytest.mark.parametrize(
        ("preset", "people"),
        [(preset, 1 + number % 2) for number, preset in enumerate(PRESETS)]
        + [("classic", 3), ("house", 3), ("partners", 3), ("partners", 4)],
    )
    async def test_comes_to_its_end_and_remains_as_it_was(self, open_club, preset, people):
        club = await open_club(seed=people)
        length = 1 if preset == "rounds" else 6
        table = await club.match(preset, *(ANN, BEN, CAT, DAN)[:people], length=length)
        truth = await club.play_to_the_end(table)
        outcome = PLUCK.outcome(truth.state)
        assert outcome is not None
        assert replayed(truth, await club.acts(table)) == truth.state

        results = {row.seat: row for row in await club.results(table)}
        for side, members in enumerate(PLUCK.sides(truth.rules)):
            for seat in members:
                row = results.pop(seat)
                assert row.user_id == truth.seats[seat].user_id
                assert row.points == outcome.scores[side]
                assert row.place == outcome.places[side]
                assert row.won == (side in outcome.winners)
                assert (row.people, row.deals) == (people, truth.state.deal)
                assert row.stats["deals"] == row.deals
        assert results == {}

        record = await club.queries.record(table, GUILD)
        assert replay_of(record) == PLUCK.report(await ends_of_deals(club, table))
        assert replay_of(record)["winners"] == list(outcome.winners)

    async def test_is_played_by_whoever_was_asked(self, club):
        table = await club.match("race", ANN, BEN, length=1)
        await club.play_to_the_end(table)
        seats = {await club.seat(table, ANN), await club.seat(table, BEN)}
        for event in await club.events(table):
            if event.by is By.CHANCE:
                assert event.seat is None
            else:
                assert event.by is (By.PLAYER if event.seat in seats else By.AI)

    async def test_at_the_full_length_of_a_preset(self, club):
        table = await club.match("rounds", ANN, BEN, level="normal")
        truth = await club.play_to_the_end(table)
        assert truth.state.deal == 6

    async def test_of_which_everybody_falls_asleep_is_void_and_counts_for_nobody(self, club):
        table = await club.match("race", ANN, BEN, length=1)
        await club.let_pass(3 * 24 * 3600)
        assert (await club.board(table)).table.status is Status.VOID
        assert await club.results(table) == ()
        assert (await club.queries.stats(GUILD, ANN.id))["pluck"].with_people.matches == 0

    async def test_that_is_tied_is_won_by_all_who_lead(self, open_club):
        # Six deals of the AI players, over and over, until two of them share the lead.
        for seed in count():
            club = await open_club(seed=seed)
            table = await club.match("rounds", ANN, length=1)
            truth = await club.play_to_the_end(table)
            winners = PLUCK.outcome(truth.state).winners
            if len(winners) > 1:
                break
        rows = await club.results(table)
        assert sorted(row.seat for row in rows if row.won) == sorted(winners)
        assert {row.place for row in rows if row.won} == {1}
        assert all(row.place == 1 + len(winners) for row in rows if not row.won)


async def ends_of_deals(club: Club, table: str) -> list:
    """The state at the end of each scored deal."""
    truth = await club.table(table)
    state, ends = PLUCK.setup(truth.rules), []
    for act in await club.acts(table):
        actor = PLUCK.to_act(state) if act.seat is None else act.seat
        state, _ = PLUCK.apply(state, actor, act.action)
        if state.deal and state.balance:
            ends.append(state)
    return ends


class TestLeaving:
    async def test_has_lost_even_if_the_seat_wins(self, open_club):
        for seed in count():
            club = await open_club(seed=seed)
            table = await club.match("race", ANN, BEN, length=2)
            seat = await club.seat(table, BEN)
            await club.press(table, BEN, "leave.yes")
            truth = await club.play_to_the_end(table)
            if PLUCK.outcome(truth.state).winners == (seat,):
                break
        rows = await club.results(table)
        (lost,) = (row for row in rows if row.user_id == BEN.id)
        assert (lost.points, lost.won, lost.place, lost.seat) == (0, False, 3, seat)
        assert lost.stats == {}
        (ai,) = (row for row in rows if row.seat == seat and row.user_id is None)
        assert (ai.won, ai.place) == (True, 1)
        assert {row.people for row in rows} == {2}
        stats = (await club.queries.stats(GUILD, BEN.id))["pluck"]
        assert stats.with_people.matches > stats.with_people.wins == 0

    async def test_and_coming_back_to_the_seat_does_not_mend_it(self, club):
        table = await club.match("race", ANN, BEN, length=3)
        seat = await club.seat(table, BEN)
        await club.press(table, BEN, "leave.yes")
        await club.press(table, BEN, f"sit.{seat}")
        await club.play_to_the_end(table)
        (row,) = (row for row in await club.results(table) if row.user_id == BEN.id)
        assert (row.points, row.won, row.place) == (0, False, 3)
        assert [row.seat for row in await club.results(table)].count(seat) == 1

    async def test_twice_is_lost_once(self, club):
        table = await club.match("race", ANN, BEN, CAT, length=3)
        seat = await club.seat(table, BEN)
        await club.press(table, BEN, "leave.yes")
        await club.press(table, BEN, f"sit.{seat}")
        await club.press(table, BEN, "leave.yes")
        await club.press(table, CAT, "leave.yes")
        await club.play_to_the_end(table)
        users = [row.user_id for row in await club.results(table) if row.user_id]
        assert sorted(users) == [ANN.id, BEN.id, CAT.id]

    async def test_and_coming_back_and_leaving_again_is_lost_once(self, club):
        table = await club.match("race", ANN, BEN, CAT, length=3)
        seats = {person: await club.seat(table, person) for person in (BEN, CAT)}
        await club.press(table, BEN, "leave.yes")
        await club.press(table, CAT, "leave.yes")
        # Who has seen one hand of a match cannot go on with another.
        refused = await refusal(club.press(table, BEN, f"sit.{seats[CAT]}"))
        assert refused.why is Why.SAW_A_HAND
        await club.press(table, BEN, f"sit.{seats[BEN]}")
        await club.press(table, BEN, "leave.yes")
        await club.press(table, CAT, f"sit.{seats[CAT]}")
        await club.play_to_the_end(table)
        rows = Counter(row.user_id for row in await club.results(table) if row.user_id)
        assert rows == {ANN.id: 1, BEN.id: 1, CAT.id: 1}

    async def test_passes_hosting_which_may_end_the_match(self, club):
        table = await club.match("race", ANN, BEN)
        await club.press(table, ANN, "leave.yes")
        assert (await club.board(table)).table.host == BEN.id
        assert (await refusal(club.press(table, ANN, "end"))).why is Why.NOT_HOST
        assert (await club.press(table, BEN, "end")).status is Status.VOID

    async def test_asks_the_strongest_ai_player_to_sit_down(self, club):
        table = await club.match("race", ANN, BEN)
        seat = await club.seat(table, BEN)
        await club.press(table, BEN, "leave.yes")
        holder = (await club.board(table)).table.holders[seat]
        assert (holder.level, holder.left, holder.user) == (levels("pluck")[-1], True, None)


class TestASubstitute:
    async def seat_after(self, club: Club, deals: int, of: int) -> tuple[str, int]:
        """A match of `of` deals in which Dan sits down for Ben after `deals` of them."""
        assert of % 3 == 0
        table = await club.match("rounds", ANN, BEN, length=of // 3)
        seat = await club.seat(table, BEN)
        await play_deals(club, table, deals)
        await club.press(table, BEN, "leave.yes")
        await club.press(table, DAN, f"sit.{seat}")
        return table, seat

    async def test_counts_with_half_of_the_deals(self, club):
        table, seat = await self.seat_after(club, deals=3, of=6)
        truth = await club.play_to_the_end(table)
        (row,) = (row for row in await club.results(table) if row.user_id == DAN.id)
        side = seat
        assert row.deals == 3
        assert row.points == PLUCK.outcome(truth.state).scores[side]
        assert row.place == PLUCK.outcome(truth.state).places[side]

    async def test_does_not_count_with_less(self, club):
        table, seat = await self.seat_after(club, deals=2, of=3)
        await club.play_to_the_end(table)
        rows = await club.results(table)
        assert {row.user_id for row in rows} == {ANN.id, BEN.id, None}
        assert [row.seat for row in rows].count(seat) == 1
        assert (await club.queries.stats(GUILD, DAN.id))["pluck"].name is None

    async def test_is_nobody_with_whom_the_match_began(self, club):
        table = await club.match("rounds", ANN, BEN, length=1)
        seat = await club.seat(table, BEN)
        await club.press(table, BEN, "leave.yes")
        await club.press(table, DAN, f"sit.{seat}")
        await club.play_to_the_end(table)
        assert {row.people for row in await club.results(table)} == {2}

    async def test_for_a_substitute_begins_to_count_anew(self, club):
        table, seat = await self.seat_after(club, deals=1, of=6)
        await play_deals(club, table, 5)
        await club.press(table, DAN, "leave.yes")
        await club.press(table, EVE, f"sit.{seat}")
        await club.play_to_the_end(table)
        rows = {row.user_id: row for row in await club.results(table) if row.user_id}
        assert set(rows) == {ANN.id, BEN.id, DAN.id}
        assert not rows[DAN.id].won
        assert rows[DAN.id].points == 0


class TestStatistics:
    async def test_say_what_the_records_say(self, open_club):
        wins, points, deals, matches = Counter(), Counter(), Counter(), Counter()
        made = Counter()
        for seed, preset in enumerate(("race", "partners", "rounds", "house")):
            club = await open_club(seed=seed)
            length = 1 if preset == "rounds" else 4
            table = await club.match(preset, ANN, BEN, length=length)
            seats = {person: await club.seat(table, person) for person in (ANN, BEN)}
            truth = await club.play_to_the_end(table)
            told = replay_of(await club.queries.record(table, GUILD))
            sides = PLUCK.sides(truth.rules)
            for person, seat in seats.items():
                side = next(n for n, members in enumerate(sides) if seat in members)
                matches[person] += 1
                wins[person] += side in told["winners"]
                points[person] += told["score"][side]
                deals[person] += len(told["deals"])
                made[person] += sum(
                    plucker == seat for deal in told["deals"] for plucker, *_ in deal["plucks"]
                )
        board = await club.queries.leaderboard(
            GUILD, game="pluck", sort="wins", since=None, page=0, page_size=10, own=ANN.id
        )
        assert board.total == 2
        assert board.own in board.page
        for person in (ANN, BEN):
            stats = (await club.queries.stats(GUILD, person.id))["pluck"]
            tally = stats.with_people
            assert tally.matches == matches[person]
            assert (tally.wins, tally.points) == (wins[person], points[person])
            assert tally.deals == tally.stats["deals"] == deals[person]
            assert tally.stats.get("plucks_made", 0) == made[person]
            assert stats.practice.matches == 0
            (line,) = (line for line in board.page if line.user_id == person.id)
            assert (line.wins, line.points) == (wins[person], points[person])
            assert line.matches == matches[person]

    async def test_keep_practice_apart(self, club):
        table = await club.match("race", ANN, length=1)
        await club.play_to_the_end(table)
        stats = (await club.queries.stats(GUILD, ANN.id))["pluck"]
        assert (stats.with_people.matches, stats.practice.matches) == (0, 1)
        board = await club.queries.leaderboard(
            GUILD, game=None, sort="wins", since=None, page=0, page_size=10, own=ANN.id
        )
        assert (board.page, board.total, board.own) == ((), 0, None)

    async def test_of_another_server_are_its_own(self, club):
        table = await club.match("race", ANN, BEN, length=1)
        await club.play_to_the_end(table)
        assert (await club.queries.stats(77, ANN.id))["pluck"].name is None


class TestTheRecord:
    async def test_of_a_running_match_has_only_the_deals_already_scored(self, club):
        table = await club.match("rounds", ANN, BEN, length=2)
        for request in (
            club.queries.record(table, GUILD),
            club.queries.scored_deal(table, GUILD, ANN.id),
        ):
            assert (await refusal(request)).why is Why.NOTHING_SCORED
        for number in (1, 2):
            await play_deals(club, table, number)
            record = await club.queries.record(table, GUILD)
            assert len(record["deals"]) == number
            told = replay_of(record)
            assert told["winners"] is None
            assert all(deal["complete"] for deal in told["deals"])
            deck = {card for deal in record["deals"] for card in deal["deck"]}
            assert deck == set(PLUCK.pack((await club.table(table)).rules))

    async def test_between_two_deals_has_the_one_that_has_just_ended(self, club):
        table = await club.match("rounds", ANN, BEN, length=1)
        await club.play_to_the_pause(table)
        assert len((await club.queries.record(table, GUILD))["deals"]) == 1

    async def test_names_the_players_and_who_chose_each_action(self, club):
        table = await club.match("rounds", ANN, BEN, length=1)
        await club.play_until(table, lambda truth: any(seat.ask for seat in truth.present))
        await club.let_pass(90)
        await club.play_to_the_pause(table)
        record = await club.queries.record(table, GUILD)
        assert record["seats"] == ["Ann", "Ben", "AI easy"]
        by = Counter(action["by"] for action in record["deals"][0]["actions"])
        assert by["timeout"] == 1
        assert by["player"] > 20
        assert by["ai"] > 15

    async def test_is_not_for_another_server(self, club):
        table = await club.match("race", ANN, length=1)
        await club.play_to_the_end(table)
        for request in (club.queries.record(table, 77), club.queries.scored_deal(table, 77, 1)):
            assert (await refusal(request)).why is Why.NO_SUCH_TABLE


class TestALookBack:
    async def test_shows_any_deal_already_scored_and_no_other(self, club):
        table = await club.match("rounds", ANN, BEN, length=2)
        await play_deals(club, table, 3)
        ends = await ends_of_deals(club, table)
        assert len(ends) == 3
        for number, end in enumerate(ends, start=1):
            view = await club.queries.scored_deal(table, GUILD, ANN.id, number)
            assert view.view == PLUCK.view(end, view.seat)
            public = await club.queries.scored_deal(table, GUILD, EVE.id, number)
            assert public.view == PLUCK.view(end, None)
        newest = await club.queries.scored_deal(table, GUILD, ANN.id)
        assert newest.view == PLUCK.view(ends[-1], newest.seat)
        for number in (0, -1, 4, 99):
            looking = club.queries.scored_deal(table, GUILD, ANN.id, number)
            assert (await refusal(looking)).why is Why.NOTHING_SCORED

    async def test_names_who_held_a_seat_in_that_deal_though_they_have_left_since(self, club):
        table = await club.match("rounds", ANN, BEN, length=2)
        await play_deals(club, table, 1)
        await club.press(table, BEN, "leave.yes")
        await play_deals(club, table, 2)

        async def held(number):
            shown = await club.queries.scored_deal(table, GUILD, ANN.id, number)
            return [(each.name, each.level) for each in shown.holders[:2]]

        substitute = (await club.table(table)).seats[1].policy
        assert await held(1) == [("Ann", None), ("Ben", None)]
        assert await held(2) == [("Ann", None), ("Ben", substitute)]


class TestPlayingAgain:
    @pytest.fixture
    async def over(self, club):
        """A match of two people and an AI player that is over."""
        table = await club.match("race", ANN, BEN, length=1)
        await club.play_to_the_end(table)
        return table

    async def test_opens_a_lobby_with_the_same_rules_and_places(self, club, over):
        before = await club.table(over)
        view = await club.again(over, BEN)
        assert (view.status, view.preset, view.host) == (Status.LOBBY, "race", BEN.id)
        assert view.rules == before.rules
        assert view.seat == before.seat_of(BEN.id).seat
        kept = view.holders[before.seat_of(ANN.id).seat]
        assert (kept.reserved, kept.user, kept.name) == (True, None, "Ann")
        assert [each.level for each in view.holders] == [seat.policy for seat in before.seats]
        assert (await club.board(over)).table.next_table == view.id

    async def test_keeps_the_places_for_a_minute(self, club, over):
        view = await club.again(over, BEN)
        assert (await refusal(club.press(view.id, CAT, "join"))).why is Why.SEATS_RESERVED
        await club.let_pass(60)
        assert (await club.press(view.id, CAT, "join")).status is Status.LOBBY

    async def test_frees_the_kept_places_by_itself_when_the_minute_is_over(self, club, over):
        view = await club.again(over, BEN)
        await club.let_pass(60)
        lobby = await club.view(view.id, BEN)
        assert not any(holder.reserved for holder in lobby.holders)
        assert "Ann" not in {holder.name for holder in lobby.holders}

    async def test_seats_the_second_who_wants_it_where_they_sat(self, club, over):
        first = await club.again(over, BEN)
        second = await club.again(over, ANN)
        assert second.id == first.id
        assert second.seat == (await club.table(over)).seat_of(ANN.id).seat
        started = await club.press(first.id, BEN, "start", second.pause)
        assert started.status is Status.PLAYING

    async def test_tells_of_both_tables(self, club, over):
        club.notes.clear()
        view = await club.again(over, BEN)
        assert set(club.notes) == {over, view.id}

    async def test_is_for_those_who_sat_there_to_the_end(self, club, over):
        assert (await refusal(club.again(over, CAT))).why is Why.NOT_SEATED
        running = await club.match("race", CAT)
        assert (await refusal(club.again(running, CAT))).why is Why.NOT_OVER

    async def test_keeps_to_the_limits(self, club, over):
        for channel in (1, 2, 3):
            await club.lobby("classic", ANN, channel=channel)
        assert (await refusal(club.again(over, ANN))).why is Why.TOO_MANY_TABLES

    async def test_opens_another_lobby_when_the_first_was_closed(self, club, over):
        first = await club.again(over, BEN)
        await club.press(first.id, BEN, "close")
        second = await club.again(over, ANN)
        assert (second.status, second.host) == (Status.LOBBY, ANN.id)
        assert (await club.board(over)).table.next_table == second.id != first.id

    async def test_is_too_late_when_the_others_have_begun(self, club, over):
        first = await club.again(over, BEN)
        await club.let_pass(60)
        await club.press(first.id, BEN, "ai.easy")
        await club.press(first.id, BEN, "start", first.pause)
        assert (await refusal(club.again(over, ANN))).why is Why.NOT_IN_LOBBY

    async def test_may_be_repeated_for_ever(self, club, over):
        table = over
        for _ in range(3):
            view = await club.again(table, ANN)
            await club.again(table, BEN)
            await club.press(view.id, ANN, "start", view.pause)
            await club.play_to_the_end(view.id)
            table = view.id
        stats = (await club.queries.stats(GUILD, ANN.id))["pluck"]
        assert stats.with_people.matches == 4

    async def test_once_for_each_interaction(self, club, over):
        press = club.asking(over, BEN, "again")
        await club.service.again(press)
        assert (await refusal(club.service.again(press))).why is Why.REPEAT


class TestChoices:
    async def test_are_the_open_tables_of_a_person_in_this_server(self, club):
        mine = await club.lobby("race", ANN, channel=1)
        club.clock.pass_(1)
        other = await club.match("classic", BEN, ANN, channel=2)
        foreign = await club.lobby("classic", CAT, channel=3)
        ids = [choice.table for choice in await club.queries.open_tables(GUILD, ANN.id)]
        assert ids == [mine, other]
        managed = await club.queries.open_tables(GUILD, ANN.id, manager=True)
        assert {choice.table for choice in managed} == {mine, other, foreign}
        assert await club.queries.open_tables(77, ANN.id, manager=True) == []

    async def test_of_records_begin_with_running_matches(self, club):
        over = await club.match("race", ANN, length=1)
        await club.play_to_the_end(over)
        await club.lobby("race", ANN)
        running = await club.match("classic", ANN)
        found = await club.queries.recorded_tables(GUILD, ANN.id)
        assert [choice.table for choice in found] == [running, over]

    async def test_name_the_table_by_its_preset_and_its_people(self, club):
        await club.lobby("race", ANN, BEN)
        (choice,) = await club.queries.open_tables(GUILD, ANN.id)
        assert choice.text == "race: Ann, Ben"


async def test_a_person_unknown_to_the_table_has_no_hand(club):
    table = await club.match("race", ANN)
    assert await club.queries.hand(table, EVE.id) is None
    assert await club.queries.hand("nowhere", ANN.id) is None
    assert await club.queries.board("nowhere") is None
