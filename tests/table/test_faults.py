"""Faults on real files: a move is wholly there or not at all, and no fault shows a card."""

import asyncio
import gc
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.pluck.game import Pluck
from bot.store.database import Store
from bot.store.errors import Busy, Conflict
from bot.store.rows import By, Status
from bot.table.model import Person, Refused, TableView, Why
from tests.support.tables import (
    ANN,
    BEN,
    CAT,
    GUILD,
    MIGRATIONS,
    PLUCK,
    Club,
    answer,
    first_code,
    refusal,
    replayed,
)

ROOT = Path(__file__).parents[2]
CARD = re.compile(r"(?<![\w/])(?:[2-9TJQKA][CDHS]|[BL]J)\b")


class Crash(Exception):
    """Something that nobody has foreseen."""


class Fragile:
    """A repository of which each call may be the last."""

    def __init__(self, whole: Any, step: Callable[[], None]) -> None:
        self._whole, self._step = whole, step

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._whole, name)

        def call(*args: Any, **options: Any) -> Any:
            self._step()
            got = found(*args, **options)
            self._step()
            return got

        return call


class FragileUnit:
    """A unit of work that crashes at its n-th step, before or after a call."""

    def __init__(self, unit: Any, crash_at: int) -> None:
        self._unit, self._left = unit, crash_at

    def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise Crash

    def __getattr__(self, name: str) -> Fragile:
        return Fragile(getattr(self._unit, name), self._step)


def crashing(club: Club, monkeypatch, crash_at: int) -> None:
    """Let the next writes of the club crash at that step."""
    write = club.store.write

    async def fragile(work):
        return await write(lambda unit: work(FragileUnit(unit, crash_at)))

    monkeypatch.setattr(club.store, "write", fragile)


async def asked_person(club: Club, table: str) -> tuple[Person, TableView]:
    """Somebody who is asked, with the hand."""
    truth = await club.play_until(table, lambda t: any(seat.ask for seat in t.present))
    seat = next(seat for seat in truth.present if seat.ask)
    person = Person(seat.user_id, seat.name)
    return person, await club.view(table, person)


async def a_card(club):
    table = await club.match("classic", ANN, BEN, CAT)
    person, view = await asked_person(club, table)
    return table, club.asking(table, person, first_code(view), view.ask)


async def a_start(club):
    table = await club.lobby("classic", ANN, BEN, ai=1)
    return table, club.asking(table, ANN, "start", 1)


async def a_join(club):
    table = await club.lobby("classic", ANN)
    return table, club.asking(table, BEN, "join")


async def a_departure(club):
    table = await club.match("classic", ANN, BEN)
    return table, club.asking(table, BEN, "leave.yes")


async def the_last_next(club):
    table = await club.match("classic", ANN, BEN)
    await club.play_to_the_pause(table)
    await club.next(table, BEN)
    return table, club.asking(table, ANN, "next", (await club.view(table, ANN)).pause)


async def the_last_card(club):
    """The card that ends a match of three people."""
    table = await club.match("race", ANN, BEN, CAT, length=1)
    while True:
        person, view = await asked_person(club, table)
        truth = await club.table(table)
        after, _ = PLUCK.apply(truth.state, view.seat, view.view.legal[0])
        press = club.asking(table, person, first_code(view), view.ask)
        if PLUCK.outcome(after) is not None:
            return table, press
        await club.service.press(press)


class TestACrashInTheMiddle:
    @pytest.mark.parametrize(
        "situation", [a_card, a_start, a_join, a_departure, the_last_next, the_last_card]
    )
    async def test_of_a_press_undoes_it_at_whatever_step(self, club, monkeypatch, situation):
        table, press = await situation(club)
        before = await club.everything(table)
        for crash_at in range(1, 100):
            club.notes.clear()
            with monkeypatch.context() as patch:
                crashing(club, patch, crash_at)
                got = await answer(club.service.press(press))
            if not isinstance(got, Refused):
                break
            assert got.why is Why.BROKEN
            assert await club.everything(table) == before
            assert club.notes == []
        assert crash_at > 8
        after = await club.everything(table)
        assert after[0].rev == before[0].rev + 1
        assert (await refusal(club.service.press(press))).why is Why.REPEAT

    async def test_of_opening_again_leaves_no_half_opened_table(self, club, monkeypatch):
        table, press = await the_last_card(club)
        await club.service.press(press)
        before = await club.everything(table)
        again = club.asking(table, BEN, "again")
        for crash_at in range(1, 100):
            with monkeypatch.context() as patch:
                crashing(club, patch, crash_at)
                got = await answer(club.service.again(again))
            if not isinstance(got, Refused):
                break
            assert await club.everything(table) == before
            assert await club.queries.open_tables(GUILD, BEN.id) == []
        assert [each.table for each in await club.queries.open_tables(GUILD, BEN.id)] == [got.id]

    async def test_of_what_is_due_sets_the_table_aside_and_nothing_else(self, club, monkeypatch):
        table, press = await a_card(club)
        other = await club.match("classic", ANN)
        before = await club.everything(table)
        club.clock.pass_(1000)
        move = club.writer.moves.overdue
        monkeypatch.setattr(club.writer.moves, "overdue", lambda *_: (_ for _ in ()).throw(Crash()))
        club.notes.clear()
        await club.upkeep.expire(table)
        monkeypatch.setattr(club.writer.moves, "overdue", move)
        after = await club.everything(table)
        assert after[0] == replace(
            before[0], status=Status.SET_ASIDE, deadline_at=None, rev=before[0].rev + 1
        )
        assert after[1:] == before[1:]
        assert club.notes == [table]
        assert (await refusal(club.service.press(press))).why is Why.SET_ASIDE
        assert await club.expire_due() == 1
        assert (await club.board(other)).table.status is Status.PLAYING


class TestAnotherProcess:
    async def test_with_a_service_of_its_own_cannot_move_too(self, club, open_club):
        second = await open_club(seed=2)
        table, press = await a_card(club)
        before = await club.events(table)
        codes = [club, second] * 10
        got = await asyncio.gather(
            *(
                answer(each.service.press(replace(press, interaction=number)))
                for number, each in enumerate(codes, start=1)
            )
        )
        assert sum(isinstance(each, TableView) for each in got) == 1
        assert {each.why for each in got if isinstance(each, Refused)} == {Why.STALE}
        assert len(await club.events(table)) == len(before) + 1

    async def test_with_a_timekeeper_of_its_own_does_nothing_twice(self, club, open_club):
        second = await open_club(seed=2)
        table = await club.match("classic", ANN, BEN, CAT)
        before = await club.events(table)
        club.clock.pass_(90)
        await asyncio.gather(*(each.upkeep.expire(table) for each in (club, second) * 5))
        assert len(await club.events(table)) == len(before) + 1

    async def test_plays_whole_matches_beside_ours(self, club, open_club):
        second = await open_club(seed=2)
        table = await club.match("race", ANN, BEN, length=1)

        async def drive(each: Club) -> None:
            while (await each.table(table)).row.status is Status.PLAYING:
                # The question may be gone, answered by the other one, when it is looked at; and
                # so may the match, by the time there is nobody to answer.
                with suppress(Refused, IndexError):
                    if await each.move(table) is None:
                        await each.goes_on()

        await asyncio.gather(drive(club), drive(second))
        truth = await club.table(table)
        assert truth.row.status is Status.OVER
        assert replayed(truth, await club.acts(table)) == truth.state
        assert len(await club.results(table)) == 3

    async def test_that_moved_first_wins(self, club, monkeypatch):
        table, press = await a_card(club)
        before = await club.everything(table)

        def moved_on(*_, **__):
            raise Conflict("the table has moved on")

        with monkeypatch.context() as patch:
            patch.setattr(club.writer.shelf, "save", moved_on)
            assert (await refusal(club.service.press(press))).why is Why.BUSY
            club.clock.pass_(90)
            with pytest.raises(Conflict):
                await club.upkeep.expire(table)
        assert await club.everything(table) == before
        await club.service.press(press)

    async def test_that_holds_the_file_for_long_costs_no_table(self, club, db):
        table, press = await a_card(club)
        before = await club.everything(table)
        impatient = Club(
            await Store.open(db, MIGRATIONS, now=club.clock(), busy_seconds=0.05), club.clock
        )
        holder = sqlite3.connect(db, isolation_level=None)
        try:
            holder.execute("BEGIN IMMEDIATE")
            assert (await refusal(impatient.service.press(press))).why is Why.BUSY
            club.clock.pass_(90)
            with pytest.raises(Busy):
                await impatient.upkeep.expire(table)
            holder.execute("ROLLBACK")
            assert await club.everything(table) == before
            await impatient.upkeep.expire(table)
            assert (await club.events(table))[-1].by is By.TIMEOUT
        finally:
            holder.close()
            await impatient.close()


class TestATableThatCannotBeRead:
    @pytest.fixture(params=["state", "rules", "game"])
    async def unreadable(self, request, club):
        """A match whose state, rules or game are beyond us."""
        table, press = await a_card(club)

        def spoil(unit):
            row, seats = unit.tables.get(table), unit.seats.of(table)
            spoilt = {
                "state": replace(row, state='{"phase": "QS", "hands": ["AS"]}'),
                "rules": replace(row, rules='{"deck": "QS"}'),
                "game": replace(row, game="QS"),
            }[request.param]
            unit.tables.save(spoilt, seats, was_rev=row.rev)

        await club.store.write(spoil)
        return table, press

    async def test_refuses_and_shows_nothing(self, club, unreadable, caplog):
        table, press = unreadable
        for request in (
            club.service.press(press),
            club.service.look(press),
            club.service.again(press),
            club.service.show_again(press),
            club.service.move(press, 1),
        ):
            refused = await refusal(request)
            assert (refused.why, refused.table) == (Why.BROKEN, None)
        for request in (
            club.queries.record(table, GUILD),
            club.queries.scored_deal(table, GUILD, ANN.id),
        ):
            assert (await refusal(request)).why is Why.BROKEN
        assert await club.queries.board(table) is None
        assert await club.queries.hand(table, ANN.id) is None
        assert not CARD.search(caplog.text)

    async def test_is_set_aside_when_it_is_due_and_never_looked_at_again(self, club, unreadable):
        table, press = unreadable
        club.notes.clear()
        club.clock.pass_(90)
        assert await club.expire_due() == 1
        assert await club.expire_due() == 0
        assert club.notes == [table]
        row, *_ = await club.everything(table)
        assert (row.status, row.deadline_at) == (Status.SET_ASIDE, None)
        assert (await refusal(club.service.press(press))).why in (Why.SET_ASIDE, Why.BROKEN)

    async def test_is_set_aside_after_a_downtime(self, club, unreadable):
        table, _ = unreadable
        club.clock.pass_(3600)
        await club.upkeep.recover()
        row, *_ = await club.everything(table)
        assert row.status is Status.SET_ASIDE

    async def test_frees_its_people_for_other_tables(self, club, unreadable):
        club.clock.pass_(90)
        await club.expire_due()
        for channel in (1, 2, 3):
            await club.lobby("classic", ANN, channel=channel)


class TestRulesThatFail:
    class Broken(Pluck):
        """Pluck, but every card played is one too many."""

        def apply(self, state, actor, action):
            if type(action).__name__ == "Play":
                raise RuntimeError(f"{action} of {state.hands}")
            return super().apply(state, actor, action)

    async def test_undo_the_press_and_keep_the_hand(self, open_club, caplog):
        caplog.set_level(logging.DEBUG, logger="bot")
        club = await open_club(games={"pluck": self.Broken()})
        table = await club.match("classic", ANN, BEN, CAT)
        await club.play_until(table, lambda truth: truth.state.phase == "play")
        truth = await club.table(table)
        person = Person(truth.seats[truth.asked[0]].user_id, "P")
        view = await club.view(table, person)
        before = await club.everything(table)
        refused = await refusal(club.press(table, person, first_code(view), view.ask))
        assert (refused.why, refused.table) == (Why.BROKEN, None)
        assert await club.everything(table) == before
        club.clock.pass_(90)
        await club.expire_due()
        assert (await club.board(table)).table.status is Status.SET_ASIDE
        assert "set aside" in caplog.text
        assert "RuntimeError" in caplog.text
        assert not CARD.search(caplog.text)


class TestTheLog:
    async def test_never_names_a_card(self, open_club, caplog):
        caplog.set_level(logging.DEBUG, logger="bot")

        class Fails:
            def choose(self, view, legal, rng):
                raise RuntimeError(f"{legal} of {view.hand}")

        policies = {"pluck": {"easy": Fails(), "normal": Fails()}}
        club = await open_club(policies=policies, house={"pluck": Fails()})
        table = await club.match("race", ANN, BEN, length=1)
        await club.let_pass(200)
        await club.look(table, ANN)
        await club.play_to_the_end(table)
        for code in ("p.QS", "k.4H.2", "t.S"):
            await refusal(club.press(table, ANN, code))
        ours = [each.getMessage() for each in caplog.records if each.name.startswith("bot")]
        assert any("policy fails" in line for line in ours)
        assert not CARD.search("\n".join(ours))

    async def test_is_silent_while_all_is_well(self, club, caplog):
        caplog.set_level(logging.INFO, logger="bot")
        table = await club.match("race", ANN, BEN, length=1)
        await club.play_to_the_end(table)
        assert [each for each in caplog.records if each.name.startswith("bot")] == []


class TestACallerWhoIsCancelled:
    @pytest.mark.parametrize("turns", [0, 1, 2, 5])
    async def test_leaves_the_press_wholly_done_or_not_begun(self, club, turns):
        table, press = await a_card(club)
        before = await club.events(table)
        club.notes.clear()
        task = asyncio.create_task(club.service.press(press))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await club.store.write(lambda unit: None)
        await asyncio.sleep(0)
        done = len(await club.events(table)) - len(before)
        kept = await club.store.read(lambda unit: unit.presses.get(press.interaction))
        assert done == (kept is not None)
        assert club.notes == [table] * done
        assert done == (turns > 0)
        await club.play_until(table, lambda truth: bool(truth.state.tricks))

    async def test_and_would_have_been_refused_is_not_complained_about(self, club, caplog):
        _, press = await a_card(club)
        task = asyncio.create_task(club.service.press(replace(press, ask=press.ask + 1)))
        await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await club.store.write(lambda unit: None)
        await asyncio.sleep(0)
        gc.collect()
        assert caplog.text == ""

    async def test_however_many_there_are_keeps_the_file_usable(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        for turn in range(60):
            person, view = await asked_person(club, table)
            task = asyncio.create_task(club.press(table, person, first_code(view), view.ask))
            for _ in range(turn % 4):
                await asyncio.sleep(0)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await club.store.write(lambda unit: None)
        truth = await club.table(table)
        assert replayed(truth, await club.acts(table)) == truth.state


# Another process plays a match as fast as it can, and says which presses were accepted.
PLAYING = """
import asyncio, sys
from pathlib import Path
from bot.table.model import Person
from tests.support.tables import ANN, BEN, CAT, Club, first_code

async def main():
    club = await Club.at(Path(sys.argv[1]), seed=int(sys.argv[2]))
    table = await club.match("classic", ANN, BEN, CAT, length=200)
    print(table, flush=True)
    for number in range(1, 100_000):
        truth = await club.table(table)
        seat = next((seat for seat in truth.present if seat.ask), None)
        if seat is None:
            await club.next_due()
            continue
        person = Person(seat.user_id, seat.name)
        view = await club.view(table, person)
        await club.press(table, person, first_code(view), view.ask, interaction=number)
        print(number, flush=True)

asyncio.run(main())
"""


class TestKilled:
    @pytest.mark.parametrize("after", [1, 7, 30, 61])
    async def test_at_any_moment_loses_no_accepted_press_and_doubles_none(
        self, db, open_club, after
    ):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYING, str(db), str(after)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            table = await hear(process)
            told = [int(await hear(process)) for _ in range(after)]
        finally:
            os.kill(process.pid, signal.SIGKILL)
            rest, _ = process.communicate()
        told += [int(line) for line in rest.split("\n")[:-1]]
        club = await open_club()
        truth = await club.table(table)
        assert replayed(truth, await club.acts(table)) == truth.state
        events = await club.events(table)
        assert [event.seq for event in events] == list(range(len(events)))
        played = [event.rev for event in events if event.by is By.PLAYER]
        kept = await club.store.read(
            lambda unit: [unit.presses.get(number) for number in range(1, told[-1] + 2)]
        )
        stored = [press.rev for press in kept if press is not None]
        assert stored == played
        assert len(told) <= len(played) <= len(told) + 1
        await self.goes_on(club, table, told[-1])

    async def goes_on(self, club: Club, table: str, last: int) -> None:
        """The same buttons work on, and a press told twice acts once."""
        await club.upkeep.recover()
        person, view = await asked_person(club, table)
        repeated = club.press(table, person, first_code(view), view.ask, interaction=last)
        assert (await refusal(repeated)).why is Why.REPEAT
        await club.press(table, person, first_code(view), view.ask)
        await club.play_until(table, lambda truth: truth.state.deal > 2)


async def hear(process: "subprocess.Popen[str]") -> str:
    """The next line the other process says."""
    return (await asyncio.to_thread(process.stdout.readline)).strip()


async def test_everything_that_was_stored_is_there_after_a_restart(open_club):
    club = await open_club()
    table = await club.match("classic", ANN, BEN)
    await club.play_until(table, lambda truth: len(truth.state.tricks) > 5)
    before = await club.everything(table)
    await club.close()
    after = await open_club()
    assert await after.everything(table) == before
