"""Who sits where: joining, leaving, filling up, taking over, playing again; and the limits."""

from dataclasses import replace

import pytest

from bot.store.rows import SeatRow, Status, TableRow
from bot.table import lobby
from bot.table.model import Refused, Table, Why
from tests.support.clock import START
from tests.support.tables import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    EVE,
    GUILD,
    PLUCK,
    answer,
    refusal,
)

NOW = START
STRANGER = EVE


def a_lobby(*seats: object, host=ANN, status=Status.LOBBY) -> Table:
    """A table with people, AI levels, or nobody (None) in its seats."""
    row = TableRow(
        id="t",
        game="pluck",
        preset="classic",
        rules="",
        state_version=1,
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=host.id,
        opened_by=host.name,
        clock_seconds=90,
        status=status,
        rev=1,
        created_at=NOW,
    )
    rows = tuple(a_seat(place, holder) for place, holder in enumerate(seats))
    return Table(row, rows, PLUCK, PLUCK.presets["classic"])


def a_seat(place: int, holder: object) -> SeatRow:
    match holder:
        case None:
            return SeatRow(table_id="t", seat=place)
        case str():
            return SeatRow(table_id="t", seat=place, policy=holder)
        case _:
            return SeatRow(table_id="t", seat=place, user_id=holder.id, name=holder.name)


def kept_for(table: Table, place: int, person, until: float = NOW + 60) -> Table:
    return table.with_seat(place, reserved_for=person.id, reserved_until=until, name=person.name)


def left_by(table: Table, place: int, person, level: str = "normal") -> Table:
    return table.with_seat(place, user_id=None, policy=level, left_by=person.id)


def holders(table: Table) -> list[object]:
    """User ids, AI levels, or None."""
    return [seat.user_id or seat.policy for seat in table.seats]


class TestJoining:
    def test_seats_people_in_order(self):
        table = lobby.join(a_lobby(ANN, None, None), BEN, NOW)
        table = lobby.join(table, CAT, NOW)
        assert holders(table) == [ANN.id, BEN.id, CAT.id]
        assert [seat.name for seat in table.seats] == ["Ann", "Ben", "Cat"]

    def test_fills_a_place_in_the_middle(self):
        assert holders(lobby.join(a_lobby(ANN, None, "easy"), BEN, NOW))[1] == BEN.id

    @pytest.mark.parametrize(
        ("table", "person", "why"),
        [
            (a_lobby(ANN, BEN, None), BEN, Why.ALREADY_SEATED),
            (a_lobby(ANN, BEN, "easy"), CAT, Why.TABLE_FULL),
            (a_lobby(ANN, BEN, None, status=Status.PLAYING), CAT, Why.NOT_IN_LOBBY),
            (a_lobby(ANN, BEN, None, status=Status.VOID), CAT, Why.NOT_IN_LOBBY),
            (kept_for(a_lobby(ANN, BEN, None), 2, DAN), CAT, Why.SEATS_RESERVED),
        ],
    )
    def test_is_refused(self, table, person, why):
        with pytest.raises(Refused) as refused:
            lobby.join(table, person, NOW)
        assert refused.value.why is why


class TestKeptSeats:
    table = kept_for(kept_for(a_lobby(ANN, None, None), 1, BEN), 2, CAT)

    def test_wait_for_whom_they_are_kept(self):
        assert holders(lobby.join(self.table, CAT, NOW)) == [ANN.id, None, CAT.id]

    @pytest.mark.parametrize(("later", "free"), [(0, False), (59.9, False), (60, True), (99, True)])
    def test_are_anybodys_after_a_minute(self, later, free):
        if free:
            assert holders(lobby.join(self.table, DAN, NOW + later))[1] == DAN.id
        else:
            with pytest.raises(Refused, match="seats_reserved"):
                lobby.join(self.table, DAN, NOW + later)

    def test_are_still_theirs_later_while_nobody_has_taken_them(self):
        assert holders(lobby.join(self.table, CAT, NOW + 99)) == [ANN.id, None, CAT.id]

    def test_are_no_place_for_an_ai_player_within_the_minute(self):
        with pytest.raises(Refused, match="seats_reserved"):
            lobby.add_ai(self.table, ANN, "easy", NOW + 59)
        assert holders(lobby.add_ai(self.table, ANN, "easy", NOW + 60))[2] == "easy"

    def test_leave_an_unreserved_one_to_anybody(self):
        table = kept_for(a_lobby(ANN, None, None), 1, BEN)
        assert holders(lobby.join(table, DAN, NOW)) == [ANN.id, None, DAN.id]

    def test_are_forgotten_once_taken(self):
        taken = lobby.join(self.table, DAN, NOW + 60)
        free_again = lobby.leave(taken, DAN)
        assert free_again.seats[1] == SeatRow(table_id="t", seat=1)


class TestLeavingTheLobby:
    def test_passes_hosting_to_the_next_person(self):
        table = lobby.leave(a_lobby(ANN, "easy", CAT), ANN)
        assert (holders(table), table.row.host_id) == ([None, "easy", CAT.id], CAT.id)

    def test_keeps_the_host_when_somebody_else_goes(self):
        assert lobby.leave(a_lobby(ANN, BEN, None), BEN).row.host_id == ANN.id

    def test_closes_it_when_the_last_person_goes(self):
        assert lobby.leave(a_lobby(ANN, "easy", "normal"), ANN).row.status is Status.VOID

    @pytest.mark.parametrize(
        ("table", "why"),
        [
            (a_lobby(ANN, None, None), Why.NOT_SEATED),
            (a_lobby(ANN, BEN, CAT, status=Status.PLAYING), Why.NOT_IN_LOBBY),
        ],
    )
    def test_is_refused(self, table, why):
        with pytest.raises(Refused, match=why):
            lobby.leave(table, STRANGER)


class TestAiPlayers:
    def test_fill_the_table_from_its_end(self):
        table = lobby.add_ai(a_lobby(ANN, None, None), ANN, "easy", NOW)
        assert holders(table) == [ANN.id, None, "easy"]
        assert holders(lobby.add_ai(table, ANN, "normal", NOW)) == [ANN.id, "normal", "easy"]

    def test_go_in_the_opposite_order(self):
        assert holders(lobby.remove_ai(a_lobby(ANN, "normal", "easy"), ANN)) == [
            ANN.id,
            None,
            "easy",
        ]

    @pytest.mark.parametrize(
        ("act", "why"),
        [
            (lambda: lobby.add_ai(a_lobby(ANN, BEN, None), BEN, "easy", NOW), Why.NOT_HOST),
            (lambda: lobby.add_ai(a_lobby(ANN, BEN, CAT), ANN, "easy", NOW), Why.TABLE_FULL),
            (lambda: lobby.remove_ai(a_lobby(ANN, BEN, "easy"), BEN), Why.NOT_HOST),
            (lambda: lobby.remove_ai(a_lobby(ANN, BEN, None), ANN), Why.NO_AI_SEAT),
            (lambda: lobby.close(a_lobby(ANN, BEN, None), BEN), Why.NOT_HOST),
            (lambda: lobby.check_start(a_lobby(ANN, BEN, None), ANN), Why.SEATS_EMPTY),
            (lambda: lobby.check_start(a_lobby(ANN, BEN, CAT), BEN), Why.NOT_HOST),
        ],
    )
    def test_and_other_matters_of_the_host_are_refused(self, act, why):
        with pytest.raises(Refused, match=why):
            act()


class TestLeavingTheMatch:
    running = a_lobby(ANN, BEN, "easy", status=Status.PLAYING)

    def test_hands_the_seat_to_an_ai_player(self):
        seat = lobby.resign(self.running.with_seat(1, misses=1, deals_held=3), BEN, "normal").seats[
            1
        ]
        assert (seat.user_id, seat.policy, seat.left_by) == (None, "normal", BEN.id)
        assert (seat.misses, seat.away, seat.deals_held) == (0, False, 0)

    def test_passes_hosting(self):
        assert lobby.resign(self.running, ANN, "normal").row.host_id == BEN.id

    def test_is_for_those_who_play(self):
        for table, why in [(self.running, Why.NOT_SEATED), (a_lobby(ANN), Why.NOT_PLAYING)]:
            with pytest.raises(Refused, match=why):
                lobby.resign(table, STRANGER, "normal")


class TestTakingASeat:
    table = left_by(a_lobby(ANN, BEN, "easy", status=Status.PLAYING), 1, BEN)

    def test_that_was_left_gives_it_to_anybody(self):
        seat = lobby.take_seat(self.table, STRANGER, 1).seats[1]
        assert (seat.user_id, seat.policy, seat.deals_held) == (STRANGER.id, None, 0)

    def test_gives_it_back_to_who_left_it(self):
        assert lobby.take_seat(self.table, BEN, 1).seats[1].user_id == BEN.id

    @pytest.mark.parametrize("place", [0, 2, 3, -1, 99])
    def test_that_is_not_free_is_refused(self, place):
        with pytest.raises(Refused, match=Why.SEAT_NOT_FREE):
            lobby.take_seat(self.table, STRANGER, place)

    def test_beside_ones_own_is_refused(self):
        with pytest.raises(Refused, match=Why.ALREADY_SEATED):
            lobby.take_seat(self.table, ANN, 1)


class TestEnding:
    @pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.PAUSED])
    def test_is_for_the_host_or_a_manager(self, status):
        table = a_lobby(ANN, BEN, CAT, status=status)
        assert lobby.end(table, ANN, manager=False).row.status is Status.VOID
        assert lobby.end(table, STRANGER, manager=True).row.status is Status.VOID
        for person in (BEN, STRANGER):
            with pytest.raises(Refused, match=Why.NOT_HOST):
                lobby.end(table, person, manager=False)

    @pytest.mark.parametrize("status", [Status.OVER, Status.VOID, Status.SET_ASIDE])
    def test_comes_once(self, status):
        with pytest.raises(Refused, match=Why.TABLE_CLOSED):
            lobby.end(a_lobby(ANN, BEN, CAT, status=status), ANN, manager=True)


class TestPlayingAgain:
    def test_keeps_the_others_places_and_the_ai_players(self):
        table = a_lobby(ANN, BEN, "easy", status=Status.OVER)
        seats = lobby.seats_again(table, BEN, NOW + 60)
        assert seats[0].reserved_for == ANN.id
        assert seats[0].user_id is None
        assert seats[1].user_id == BEN.id
        assert seats[2].policy == "easy"

    def test_leaves_the_place_of_somebody_who_left_to_anybody(self):
        table = left_by(a_lobby(ANN, BEN, "easy", status=Status.OVER), 1, BEN)
        assert lobby.seats_again(table, ANN, NOW)[1] == SeatRow(table_id="", seat=1)

    def test_keeps_the_place_for_the_substitute(self):
        table = lobby.take_seat(
            left_by(a_lobby(ANN, BEN, "easy", status=Status.PLAYING), 1, BEN), DAN, 1
        )
        assert lobby.seats_again(table, ANN, NOW)[1].reserved_for == DAN.id

    def test_forgets_what_was_asked_and_missed(self):
        table = a_lobby(ANN, BEN, "easy", status=Status.OVER)
        table = replace(
            table, seats=tuple(replace(seat, misses=2, deals_held=4) for seat in table.seats)
        )
        assert all(
            seat.misses == seat.deals_held == 0 for seat in lobby.seats_again(table, ANN, NOW)
        )


class TestThroughTheService:
    async def test_a_person_sits_at_three_tables_and_no_more(self, club):
        tables = [await club.lobby("classic", ANN, channel=channel) for channel in (1, 2, 3)]
        opening = club.open(ANN, "race", channel=4)
        assert (await refusal(opening)).why is Why.TOO_MANY_TABLES
        other = await club.lobby("classic", BEN, channel=4)
        assert (await refusal(club.press(other, ANN, "join"))).why is Why.TOO_MANY_TABLES
        await club.press(tables[0], ANN, "close")
        await club.press(other, ANN, "join")

    async def test_a_left_seat_counts_too(self, club):
        playing = await club.match("classic", ANN, BEN)
        await club.press(playing, BEN, "leave.yes")
        for channel in (1, 2, 3):
            await club.lobby("classic", CAT, channel=channel)
        assert (await refusal(club.press(playing, CAT, "sit.1"))).why is Why.TOO_MANY_TABLES

    async def test_a_channel_holds_five_tables(self, club):
        for person in (ANN, ANN, ANN, BEN, BEN):
            await club.lobby("classic", person)
        sixth = club.open(CAT, "race")
        assert (await refusal(sixth)).why is Why.CHANNEL_FULL

    @pytest.mark.parametrize(
        ("preset", "length", "why"),
        [
            ("grand", None, Why.UNKNOWN_PRESET),
            ("classic", 0, Why.RULES_DO_NOT_FIT),
            ("rounds", -1, Why.RULES_DO_NOT_FIT),
        ],
    )
    async def test_odd_rules_are_refused(self, club, preset, length, why):
        opening = club.open(ANN, preset, length=length)
        assert (await refusal(opening)).why is why

    @pytest.mark.parametrize("preset", PLUCK.presets)
    async def test_only_a_full_table_starts_and_only_once(self, club, preset):
        table = await club.lobby(preset, ANN)
        pause = (await club.view(table, ANN)).pause
        assert (await refusal(club.press(table, ANN, "start", pause))).why is Why.SEATS_EMPTY
        while isinstance(await answer(club.press(table, ANN, "ai.normal")), object):
            if not any(holder.empty for holder in (await club.view(table, ANN)).holders):
                break
        assert (await refusal(club.press(table, ANN, "start", pause + 1))).why is Why.STALE
        view = await club.press(table, ANN, "start", pause)
        assert (view.status, view.deal) == (Status.PLAYING, 1)
        assert (await refusal(club.press(table, ANN, "start", pause))).why is Why.NOT_IN_LOBBY

    async def test_an_unknown_level_is_refused(self, club):
        table = await club.lobby("classic", ANN)
        assert (await refusal(club.press(table, ANN, "ai.grand"))).why is Why.UNKNOWN_LEVEL

    async def test_a_new_name_is_known_from_the_next_press_on(self, club):
        table = await club.match("classic", ANN)
        renamed = replace(ANN, name="Anna")
        view = await club.press(table, renamed, "back")
        assert view.own.name == "Anna"
