"""What is agreed on before a match: house rules, hints, sides, and who has agreed."""

import pytest

from bot.engine.pluck.variants import PRESETS, Boston
from bot.store.rows import Status
from bot.table.model import Refused, Why
from tests.support.tables import ANN, BEN, CAT, DAN, Club


@pytest.fixture
async def club(tmp_path):
    club = await Club.at(tmp_path / "club.db")
    yield club
    await club.close()


async def refused(work):
    with pytest.raises(Refused) as caught:
        await work
    return caught.value


async def lobby_of(club, preset="classic", *others):
    table = (await club.open(ANN, preset)).id
    for person in others:
        await club.press(table, person, "join")
    return table


def seated(view):
    return [holder.user for holder in view.holders]


async def test_the_host_changes_a_rule_and_it_holds_in_play(club):
    table = await lobby_of(club, "classic", BEN)
    view = await club.press(table, ANN, "rule.boston.win")
    assert view.rules.boston is Boston.WIN
    await club.press(table, ANN, "ai.easy")
    await club.press(table, BEN, "agree")
    view = await club.press(table, ANN, "start", view.pause)
    assert (view.status, view.view.rules.boston) == (Status.PLAYING, Boston.WIN)


async def test_who_had_joined_is_asked_again_and_the_match_waits_for_them(club):
    table = await lobby_of(club, "classic", BEN, CAT)
    view = await club.press(table, ANN, "rule.quotas.9/5/3")
    assert [holder.ready for holder in view.holders] == [True, False, False]
    start = club.press(table, ANN, "start", view.pause)
    assert (await refused(start)).why is Why.NOT_AGREED
    await club.press(table, BEN, "agree")
    await club.press(table, CAT, "leave")
    await club.press(table, CAT, "join")
    assert (await club.press(table, ANN, "start", view.pause)).status is Status.PLAYING


async def test_a_choice_that_changes_nothing_asks_nobody(club):
    table = await lobby_of(club, "classic", BEN)
    view = await club.press(table, ANN, "rule.boston.announce")
    assert all(holder.ready for holder in view.holders if holder.user)


@pytest.mark.parametrize("code", ["rule.boston.win", "rules.reset", "hints.off"])
async def test_only_the_host_sets_terms(club, code):
    table = await lobby_of(club, "classic", BEN)
    assert (await refused(club.press(table, BEN, code))).why is Why.NOT_HOST


@pytest.mark.parametrize("code", ["rule.boston.win", "rules.reset", "hints.off", "agree", "side"])
async def test_terms_stand_once_the_match_has_begun(club, code):
    table = await club.match("classic", ANN, BEN)
    assert (await refused(club.press(table, ANN, code))).why is Why.NOT_IN_LOBBY


@pytest.mark.parametrize(
    ("code", "misfit"),
    [
        ("rule.quotas.7/6/5", "QUOTAS_SUM"),
        ("rule.opening_lead.caller", "CALLER_LEADS_THREE_HANDED"),
        ("rule.boston.triple", "NO_SUCH_RULE"),
        ("rule.moon.full", "NO_SUCH_RULE"),
    ],
)
async def test_what_does_not_fit_is_refused_and_nobody_is_asked(club, code, misfit):
    table = await lobby_of(club, "classic", BEN)
    why = await refused(club.press(table, ANN, code))
    assert (why.why, why.detail) == (Why.RULES_DO_NOT_FIT, misfit)
    view = await club.view(table, ANN)
    assert view.rules == PRESETS["classic"]
    assert all(holder.ready for holder in view.holders if holder.user)


@pytest.mark.parametrize("code", ["rule", "rule.boston", "rules", "rules.undo", "hints.maybe"])
async def test_a_forged_wish_does_nothing(club, code):
    table = await lobby_of(club)
    assert (await refused(club.press(table, ANN, code))).why is Why.STALE


async def test_the_rules_can_be_put_back(club):
    table = await lobby_of(club, "house", BEN)
    await club.press(table, ANN, "rule.trump_call.after_plucks")
    view = await club.press(table, ANN, "rules.reset")
    assert view.rules == PRESETS["house"]
    assert not view.holders[1].ready


async def test_hints_can_be_switched_off(club):
    table = await lobby_of(club, "classic", BEN)
    assert (await club.view(table, ANN)).options.hints
    view = await club.press(table, ANN, "hints.off")
    assert not view.options.hints
    assert not view.holders[1].ready


class TestSides:
    async def test_one_moves_to_a_free_seat_on_the_other_side(self, club):
        table = await lobby_of(club, "partners", BEN)
        assert seated(await club.press(table, BEN, "side")) == [ANN.id, None, BEN.id, None]
        assert seated(await club.press(table, BEN, "side")) == [ANN.id, BEN.id, None, None]

    async def test_one_changes_places_with_an_ai_player(self, club):
        table = await lobby_of(club, "partners", BEN, CAT)
        await club.press(table, ANN, "ai.easy")
        view = await club.press(table, CAT, "side")
        assert seated(view) == [ANN.id, BEN.id, None, CAT.id]
        assert view.holders[2].level == "easy"

    async def test_where_only_people_sit_somebody_has_to_leave_first(self, club):
        table = await lobby_of(club, "partners", BEN, CAT, DAN)
        assert (await refused(club.press(table, CAT, "side"))).why is Why.NO_OTHER_SIDE
        await club.press(table, BEN, "leave")
        assert seated(await club.press(table, CAT, "side")) == [ANN.id, CAT.id, None, DAN.id]
        assert seated(await club.press(table, BEN, "join")) == [ANN.id, CAT.id, BEN.id, DAN.id]

    async def test_a_seat_that_is_kept_for_somebody_is_not_taken(self, club):
        table = await club.match("partners", ANN, BEN, CAT, DAN, length=1)
        await club.play_to_the_end(table)
        again = await club.again(table, ANN)
        assert (await refused(club.press(again.id, ANN, "side"))).why is Why.NO_OTHER_SIDE
