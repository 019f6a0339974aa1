"""Hints and reviews: what a person could know, when they could know it, and nothing is changed."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.engine.pluck.view import View
from bot.engine.registry import GAMES
from bot.players.advice import Advice, Appraisal, Saying
from bot.players.pool import Pool, WorkerDied, WorkFailed
from bot.players.registry import ADVISERS
from bot.store.rows import By
from bot.table.coaching import REVIEWS, Coaching
from bot.table.model import Refused, Why
from tests.players.test_pool import burn_until, free
from tests.support.clock import PATIENCE
from tests.support.tables import ANN, BEN, CAT, EVE, GUILD, PLUCK, Club, replayed


@dataclass(frozen=True)
class Frank:
    """Says that the first legal action would have been better, by one trick."""

    def advise(self, view, legal, rng, seconds):
        return Advice(legal[rng.randrange(len(legal))], Saying("searched"))

    def at_once(self, view, legal, rng):
        return Advice(legal[0], Saying("at_once"))

    def appraise(self, view, legal, action, rng, seconds):
        return Appraisal(Saying("taken"), Saying("better"), 1.0, 1)


@dataclass
class Workers:
    """A pool that works at once, or fails; what it was given is kept."""

    fault: Exception | None = None
    hold: asyncio.Event | None = None
    given: list[tuple[Any, ...]] = field(default_factory=list)

    async def run(self, function, *arguments, limit, brief):
        assert limit <= 8
        assert brief
        self.given.append(arguments)
        if self.hold is not None:
            await self.hold.wait()
        if self.fault is not None:
            raise self.fault
        return function(*arguments)

    @property
    def views(self) -> list[View]:
        return [next(x for x in each if isinstance(x, View)) for each in self.given]


@pytest.fixture
def workers():
    return Workers()


@pytest.fixture
def coaching(club, workers):
    return Coaching(club.store, GAMES, {"pluck": Frank()}, workers)


async def scored(club: Club, *people, **options) -> str:
    """A table whose first deal is scored."""
    table = await club.match("classic", *people, **options)
    await club.play_to_the_pause(table)
    return table


async def whose_turn(club: Club, table: str):
    """Who is asked at a table of people only."""
    truth = await club.table(table)
    seat = next(seat for seat in truth.present if seat.ask is not None)
    return next(person for person in (ANN, BEN, CAT) if person.id == seat.user_id)


async def why(request) -> Why:
    with pytest.raises(Refused) as refused:
        await request
    return refused.value.why


class TestHint:
    async def test_it_is_made_of_the_view_alone_and_changes_nothing(
        self, club, coaching, workers, monkeypatch
    ):
        table = await club.match("classic", ANN, BEN, CAT)
        view = await club.view(table, await whose_turn(club, table))
        before = await club.everything(table)
        monkeypatch.setattr(club.store, "write", None)
        advice = await coaching.hint(view)
        assert advice.action in view.view.legal
        assert workers.views == [view.view]
        assert await club.everything(table) == before

    async def test_the_same_question_gets_the_same_hint(self, club, coaching):
        table = await club.match("classic", ANN, BEN, CAT)
        view = await club.view(table, await whose_turn(club, table))
        assert len({(await coaching.hint(view)).action for _ in range(5)}) == 1

    @pytest.mark.parametrize("fault", [TimeoutError(), WorkerDied(), WorkFailed("ValueError")])
    async def test_without_a_search_there_is_a_simpler_one(self, club, coaching, workers, fault):
        table = await club.match("classic", ANN, BEN, CAT)
        view = await club.view(table, await whose_turn(club, table))
        workers.fault = fault
        assert (await coaching.hint(view)).why.key == "at_once"

    async def test_there_is_none_for_who_is_not_asked_or_where_it_is_not_allowed(
        self, club, coaching
    ):
        table = await club.lobby("classic", ANN, BEN, CAT)
        await club.press(table, ANN, "hints.off")
        for person in (BEN, CAT):
            await club.press(table, person, "agree")
        await club.press(table, ANN, "start", (await club.view(table, ANN)).pause)
        view = await club.view(table, await whose_turn(club, table))
        assert await why(coaching.hint(view)) is Why.NO_HINTS
        other = await club.match("classic", ANN, BEN, CAT)
        asked = await whose_turn(club, other)
        idle = await club.view(other, next(each for each in (ANN, BEN) if each is not asked))
        assert await why(coaching.hint(idle)) is Why.STALE

    async def test_a_game_without_a_coach_has_none(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        view = await club.view(table, await whose_turn(club, table))
        assert await why(Coaching(club.store, GAMES, {}, Workers()).hint(view)) is Why.NO_HINTS

    async def test_a_worker_finds_one(self, club, monkeypatch):
        monkeypatch.setattr("bot.table.coaching.PATIENCE", PATIENCE)
        async with Pool(1) as pool:
            await free(pool)
            coaching = Coaching(club.store, GAMES, ADVISERS, pool)
            table = await club.match("classic", ANN, BEN, CAT)
            view = await club.view(table, await whose_turn(club, table))
            assert (await coaching.hint(view)).action in view.view.legal
            assert pool.free == 1


class TestReview:
    async def test_a_persons_own_choices_are_gone_through_as_they_saw_them_then(
        self, club, coaching, workers
    ):
        table = await scored(club, ANN, BEN, CAT)
        review = await coaching.review(table, GUILD, ANN.id, 1)
        truth, acts, seat = (
            await club.table(table),
            await club.acts(table),
            await club.seat(table, ANN),
        )
        expected = []
        for place, act in enumerate(acts):
            if act.seat == seat and act.by is By.PLAYER:
                view = PLUCK.view(replayed(truth, acts[:place]), seat)
                if len(view.legal) > 1:
                    expected.append((view, act.action))
        assert workers.views == [view for view, _ in expected]
        assert [given[-2] for given in workers.given] == [action for _, action in expected]
        assert review.choices == len(review.appraisals) == len(expected) > 5
        assert (review.table.seat, review.table.deal) == (seat, 1)

    async def test_what_the_house_played_does_not_count(self, club, coaching, workers):
        table = await club.match("classic", ANN, BEN, CAT)
        late = await whose_turn(club, table)
        await club.let_pass(90)
        await club.play_to_the_pause(table)
        await coaching.review(table, GUILD, late.id, 1)
        seat, acts = await club.seat(table, late), await club.acts(table)
        (missed,) = [act.action for act in acts if act.by is By.TIMEOUT and act.seat == seat]
        assert missed not in [given[-2] for given in workers.given]
        assert workers.given

    async def test_an_earlier_deal_can_be_asked_for(self, club, coaching, workers):
        table = await scored(club, ANN, BEN, CAT)
        await club.play_until(table, lambda truth: truth.state.deal == 2 and truth.between_deals)
        for deal in (1, 2):
            workers.given.clear()
            review = await coaching.review(table, GUILD, BEN.id, deal)
            assert review.table.deal == deal
            assert {view.deal for view in workers.views} == {deal}

    async def test_after_the_match_too(self, club, coaching):
        table = await club.match("classic", ANN, BEN, CAT, length=3)
        truth = await club.play_to_the_end(table)
        assert (await coaching.review(table, GUILD, ANN.id, truth.state.deal)).choices > 5

    async def test_nothing_is_shown_of_a_deal_that_is_not_scored(self, club, coaching, workers):
        table = await scored(club, ANN, BEN, CAT)
        for deal in (0, 2, 99):
            assert await why(coaching.review(table, GUILD, ANN.id, deal)) is Why.NOTHING_SCORED
        await club.play_until(table, lambda truth: truth.state.deal == 2 and bool(truth.asked))
        assert await why(coaching.review(table, GUILD, ANN.id, 2)) is Why.NOTHING_SCORED
        assert not workers.given

    async def test_it_is_for_who_sits_there(self, club, coaching):
        table = await scored(club, ANN, BEN, CAT)
        assert await why(coaching.review(table, GUILD, EVE.id, 1)) is Why.NOT_SEATED
        assert await why(coaching.review(table, GUILD + 1, ANN.id, 1)) is Why.NO_SUCH_TABLE
        assert await why(coaching.review("n0where", GUILD, ANN.id, 1)) is Why.NO_SUCH_TABLE

    async def test_who_took_a_seat_over_does_not_answer_for_who_left_it(
        self, club, coaching, workers
    ):
        table = await club.match("classic", ANN, BEN, CAT)
        seat = await club.seat(table, CAT)
        for _ in range(20):
            await club.move(table)
        await club.press(table, CAT, "leave.yes")
        club.clock.now += 1
        await club.press(table, EVE, f"sit.{seat}")
        taken_over = len(await club.acts(table))
        await club.play_to_the_pause(table)
        await coaching.review(table, GUILD, EVE.id, 1)
        hers = [act.action for act in (await club.acts(table))[taken_over:] if act.seat == seat]
        assert workers.given
        assert all(given[-2] in hers for given in workers.given)

    async def test_a_few_at_a_time_and_one_for_each_person(self, club, coaching, workers):
        table = await scored(club, ANN, BEN, CAT)
        workers.hold = asyncio.Event()
        running = [
            asyncio.create_task(coaching.review(table, GUILD, person.id, 1))
            for person in (ANN, BEN)[:REVIEWS]
        ]
        while len(workers.given) < REVIEWS:
            await asyncio.sleep(0)
            await asyncio.wait(running, timeout=0.01)
        for person in (ANN, CAT):
            assert await why(coaching.review(table, GUILD, person.id, 1)) is Why.COACH_BUSY
        workers.hold.set()
        await asyncio.gather(*running)
        assert (await coaching.review(table, GUILD, CAT.id, 1)).choices

    async def test_what_a_worker_cannot_tell_is_left_out(self, club, coaching, workers):
        table = await scored(club, ANN, BEN, CAT)
        workers.fault = WorkerDied()
        review = await coaching.review(table, GUILD, ANN.id, 1)
        assert review.choices > 5
        assert review.appraisals == ()

    async def test_nothing_changes_by_it(self, club, coaching, monkeypatch):
        table = await scored(club, ANN, BEN, CAT)
        before = await club.everything(table)
        monkeypatch.setattr(club.store, "write", None)
        await coaching.review(table, GUILD, ANN.id, 1)
        assert await club.everything(table) == before


@pytest.mark.parametrize(("brief", "left"), [(True, 1), (False, 0)], ids=["brief", "long"])
async def test_brief_work_keeps_nobody_from_being_asked(tmp_path, brief, left):
    async with Pool(1) as pool:
        await free(pool)
        enough = tmp_path / "enough"
        work = asyncio.create_task(pool.run(burn_until, enough, limit=PATIENCE, brief=brief))
        while pool._free.qsize():
            await asyncio.sleep(0)
        assert pool.free == left
        waiting = asyncio.create_task(pool.run(burn_until, enough))
        await asyncio.sleep(0)
        assert pool.free == 0
        enough.touch()
        await asyncio.gather(work, waiting)
        assert pool.free == 1
