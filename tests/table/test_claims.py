"""A deal whose rest is certain ends at once, by ordinary acts in one unit of work."""

import json
from dataclasses import replace
from itertools import groupby

import pytest

from bot.record.model import parse
from bot.record.replay import replay
from bot.store.rows import By, Status
from bot.table.model import Claim, Table, Why
from bot.table.views import view_of
from tests.support.tables import ANN, BEN, CAT, DAN, EVE, GUILD, PLUCK, Club, refusal, replayed

PRESETS = tuple(PLUCK.presets)


def claimer(truth: Table):
    """The present person who can take all that is left, if there is one."""
    return next((seat for seat in truth.present if view_of(truth, seat.user_id).claim), None)


async def until_a_claim(club: Club, table: str):
    """Play until a person can take the rest; the table and who that is."""
    truth = await club.play_until(table, lambda truth: claimer(truth) is not None)
    seat = claimer(truth)
    assert seat is not None, "nobody ever could"
    return truth, next(each for each in (ANN, BEN, CAT, DAN) if each.id == seat.user_id)


async def claim_next(club: Club, table: str) -> tuple[Table, Claim]:
    """Play until a person can take the rest, and let them; the table then, and what was claimed."""
    before, person = await until_a_claim(club, table)
    view = await club.view(table, person)
    await club.press(table, person, "claim", view.ask)
    deal = PLUCK.deal_number(before.state)
    return await club.table(table), Claim(deal, await club.seat(table, person), view.claim)


async def acted_out(club: Club, table: str) -> tuple[Claim, ...]:
    """The claims that the events tell of: revisions in which one seat acts more than once."""
    truth, acts, done, found = await club.table(table), await club.acts(table), 0, []
    for _, group in groupby(await club.events(table), key=lambda event: event.rev):
        seats = [event.seat for event in group]
        done += len(seats)
        if seats[0] is not None and seats.count(seats[0]) > 1:
            deal = PLUCK.deal_number(replayed(truth, acts[:done]))
            found.append(Claim(deal, seats[0], seats.count(seats[0])))
    return tuple(found)


class TestAPerson:
    @pytest.mark.parametrize("preset", PRESETS)
    async def test_who_takes_the_rest_gets_every_book_of_it(self, club, preset):
        people = (ANN, BEN, CAT, DAN)[: PLUCK.presets[preset].seats]
        table = await club.match(preset, *people, length=60)
        before, person = await until_a_claim(club, table)
        seat, old = await club.seat(table, person), await club.events(table)
        view = await club.view(table, person)
        await club.press(table, person, "claim", view.ask)
        after = await club.table(table)
        assert after.row.rev == before.row.rev + 1
        assert after.between_deals or after.row.status is Status.OVER
        taken = after.state.won[seat] - before.state.won[seat]
        assert taken == view.claim == len(view.view.hand)
        new = (await club.events(table))[len(old) :]
        assert len(new) == view.claim * len(people)
        assert {event.rev for event in new} == {after.row.rev}
        assert all(event.by is (By.PLAYER if event.seat == seat else By.AI) for event in new)
        acts = await club.acts(table)
        assert replayed(after, acts) == after.state
        record = await club.queries.record(table, GUILD)
        replay(parse(json.dumps(record).encode()))

    async def test_the_next_deal_and_the_match_go_on_as_ever(self, club):
        table = await club.match("classic", ANN, BEN, CAT, length=3)
        _, person = await until_a_claim(club, table)
        await club.press(table, person, "claim", (await club.view(table, person)).ask)
        truth = await club.play_to_the_end(table)
        assert truth.row.status is Status.OVER
        assert len(await club.results(table)) == 3

    async def test_a_match_can_end_by_it(self, club):
        table = await club.match("classic", ANN, BEN, CAT, length=1)
        for _ in range(20):
            _, person = await until_a_claim(club, table)
            await club.press(table, person, "claim", (await club.view(table, person)).ask)
            if (await club.table(table)).row.status is Status.OVER:
                break
        assert len(await club.results(table)) == 3

    async def test_nothing_is_claimed_that_is_not_certain(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        refused = 0
        while not (truth := await club.table(table)).between_deals:
            for person in (ANN, BEN, CAT):
                view = await club.view(table, person)
                if view.claim:
                    continue
                before = await club.everything(table)
                why = (await refusal(club.press(table, person, "claim", view.ask))).why
                assert why is (Why.NOT_CERTAIN if view.ask else Why.STALE)
                assert await club.everything(table) == before
                refused += why is Why.NOT_CERTAIN
            assert await club.move(table) is not None, truth.row.status
        assert refused > 20

    async def test_an_old_question_or_a_stranger_claims_nothing(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        _, person = await until_a_claim(club, table)
        ask = (await club.view(table, person)).ask
        before = await club.everything(table)
        for other, number, why in (
            (person, ask - 1, Why.STALE),
            (person, 0, Why.STALE),
            (EVE, ask, Why.NOT_SEATED),
        ):
            assert (await refusal(club.press(table, other, "claim", number))).why is why
        assert await club.everything(table) == before

    async def test_the_same_press_twice_counts_once(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        _, person = await until_a_claim(club, table)
        ask = (await club.view(table, person)).ask
        await club.press(table, person, "claim", ask, interaction=5)
        before = await club.everything(table)
        again = await refusal(club.press(table, person, "claim", ask, interaction=5))
        assert again.why is Why.REPEAT
        assert await club.everything(table) == before


class TestEverybody:
    @pytest.mark.parametrize("preset", PRESETS)
    async def test_sees_who_took_the_rest_and_how_much_it_was(self, club, preset):
        people = (ANN, BEN, CAT, DAN)[: PLUCK.presets[preset].seats]
        table = await club.match(preset, *people, length=60)
        running, _ = await until_a_claim(club, table)
        assert (await club.board(table)).table.claimed is None
        truth, claim = await claim_next(club, table)
        assert claim.deal == PLUCK.deal_number(running.state)
        assert (await club.board(table)).table.claimed == claim
        for person in people:
            assert (await club.view(table, person)).claimed == claim
        assert truth.options.claims == await acted_out(club, table)

    async def test_sees_it_of_every_deal_and_of_those_alone(self, club):
        table = await club.match("classic", ANN, BEN, CAT, length=200)
        known = {}
        while len(known) < 2:
            truth, claim = await claim_next(club, table)
            known[claim.deal] = claim
            for person in (ANN, BEN, CAT):
                await club.next(table, person)
            assert (await club.board(table)).table.claimed is None
        for deal in range(1, PLUCK.deal_number(truth.state) + 1):
            for user in (ANN.id, EVE.id, None):
                shown = await club.queries.scored_deal(table, GUILD, user, deal)
                assert shown.claimed == known.get(deal)

    async def test_sees_it_after_a_restart(self, open_club):
        before = await open_club()
        table = await before.match("classic", ANN, BEN, CAT)
        _, claim = await claim_next(before, table)
        await before.close()
        after = await open_club()
        assert (await after.board(table)).table.claimed == claim

    async def test_sees_it_at_the_end_of_the_match_and_not_in_the_next_one(self, club):
        table = await club.match("classic", ANN, BEN, CAT, length=1)
        truth, claim = await claim_next(club, table)
        while truth.row.status is not Status.OVER:
            truth, claim = await claim_next(club, table)
        assert (await club.board(table)).table.claimed == claim
        opened = await club.again(table, ANN)
        assert (await club.table(opened.id)).options.claims == ()
        assert (await club.board(table)).table.claimed == claim

    async def test_sees_nothing_of_it_where_a_deal_was_played_out(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        truth = await club.play_to_the_pause(table)
        assert truth.options.claims == ()
        assert (await club.board(table)).table.claimed is None


class TestAiPlayers:
    @pytest.mark.parametrize("level", ["easy", "normal", "hard"])
    async def test_they_claim_by_themselves(self, club, level):
        table = await club.match("classic", ANN, level=level, length=100)
        claims = 0
        while not claims:
            truth = await club.play_to_the_pause(table)
            assert truth.between_deals, "nobody ever could"
            claims = await self.claims_in(club, table)
            assert len(truth.options.claims) == claims
            assert truth.options.claims == await acted_out(club, table)
            await club.next(table, ANN)

    async def claims_in(self, club, table):
        """How often an AI player could take the rest; each time the deal was over with that."""
        truth, acts, events = (
            await club.table(table),
            await club.acts(table),
            await club.events(table),
        )
        found, state, done = 0, PLUCK.setup(truth.rules), -1
        for place, act in enumerate(acts):
            if act.seat is not None and place > done:
                view = PLUCK.view(state, act.seat)
                if act.by is By.AI and (order := PLUCK.claim(view)):
                    done = place + len(order) * len(truth.seats) - 1
                    assert events[place].rev == events[done].rev
                    found += 1
            state = replayed(replace(truth, state=None), acts[: place + 1])
        return found

    async def test_who_is_late_does_not_claim(self, club):
        table = await club.match("classic", ANN, BEN, CAT)
        before, person = await until_a_claim(club, table)
        count = len(await club.events(table))
        await club.let_pass(before.row.clock_seconds)
        assert len(await club.events(table)) == count + 1
        assert (await club.table(table)).seat_of(person.id).misses == 1
