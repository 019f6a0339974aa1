"""A deal whose rest is certain ends at once, by ordinary acts in one unit of work."""

import json
from dataclasses import replace

import pytest

from bot.record.model import parse
from bot.record.replay import replay
from bot.store.rows import By, Status
from bot.table.model import Table, Why
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


class TestAiPlayers:
    @pytest.mark.parametrize("level", ["easy", "normal", "hard"])
    async def test_they_claim_by_themselves(self, club, level):
        table = await club.match("classic", ANN, level=level, length=100)
        claims = 0
        while not claims:
            truth = await club.play_to_the_pause(table)
            assert truth.between_deals, "nobody ever could"
            claims = await self.claims_in(club, table)
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
