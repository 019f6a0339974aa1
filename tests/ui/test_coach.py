"""The coach's desk: a hint is for the question that was open, and never comes too late."""

import pytest

from bot.players.advice import Advice, Saying
from bot.table.model import Refused, Why
from bot.ui.coach import Coach
from tests.support.panels import PANELS
from tests.support.tables import ANN, BEN, CAT, EVE, Club


class Advisers:
    """Gives one hint, after whatever happens meanwhile."""

    def __init__(self):
        self.meanwhile = None
        self.asked = []

    async def hint(self, table):
        if self.meanwhile is not None:
            await self.meanwhile()
        first = table.view.legal[0]
        return Advice(first, Saying("only", (("card", first.card),)))

    async def review(self, table_id, guild, user, deal):
        self.asked.append((table_id, guild, user, deal))
        raise Refused(Why.NOTHING_SCORED)


@pytest.fixture
async def club(tmp_path):
    opened = await Club.at(tmp_path / "tables.db")
    yield opened
    await opened.close()


@pytest.fixture
def coaching():
    return Advisers()


@pytest.fixture
def coach(club, coaching):
    return Coach(coaching, club.service, club.queries, PANELS)


async def turn(club):
    """A table in play, and who has the choice of a card there."""
    table = await club.match("classic", ANN, BEN, CAT)
    truth = await club.play_until(table, lambda truth: truth.state.phase == "play")
    seat = next(seat for seat in truth.present if seat.ask is not None)
    return table, next(each for each in (ANN, BEN, CAT) if each.id == seat.user_id)


async def test_a_hint_stands_above_the_hand_and_is_no_press(club, coach):
    table, person = await turn(club)
    before = await club.everything(table)
    reply = await coach.hint(club.asking(table, person, "hint"))
    assert reply.panel.text.startswith("💡 The 2♣ is the only card you may play.\n### Your hand")
    assert reply.hand == await club.view(table, person)
    assert not reply.apart
    assert await club.everything(table) == before


async def test_a_hint_that_comes_too_late_shows_the_newest_hand_instead(club, coach, coaching):
    table, person = await turn(club)

    async def plays():
        await club.play(table, person)

    coaching.meanwhile = plays
    reply = await coach.hint(club.asking(table, person, "hint"))
    assert "💡" not in reply.panel.text
    assert reply.hand == await club.view(table, person)


async def test_a_stranger_gets_no_hint(club, coach):
    table, _ = await turn(club)
    with pytest.raises(Refused) as refused:
        await coach.hint(club.asking(table, EVE, "hint"))
    assert refused.value.why is Why.NOT_SEATED


@pytest.mark.parametrize(
    ("code", "deal"),
    [("review.3", 3), ("review", 0), ("review.", 0), ("review.x", 0), ("review.99999", 0)],
)
async def test_a_review_is_asked_for_by_the_number_of_its_deal(club, coach, coaching, code, deal):
    press = club.asking("t4bl3", ANN, code)
    with pytest.raises(Refused):
        await coach.review(press)
    assert coaching.asked == [("t4bl3", press.guild, ANN.id, deal)]
