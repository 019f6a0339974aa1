"""Nobody is ever handed a card they may not see, in whatever form a table is looked at."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from bot.engine.cards import Card
from bot.engine.pluck.state import Phase
from bot.store.rows import Status
from bot.table.model import Table, TableView
from bot.table.views import board_of, view_of
from tests.support.tables import ANN, BEN, CAT, DAN, EVE, GUILD, PLUCK, refusal

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|[BL]J)\b")
PRESETS = tuple(PLUCK.presets)


def cards_in(text: str) -> set[str]:
    """Every card that is named in a text."""
    return set(CARD.findall(text))


def open_cards(state) -> set[str]:
    """What lies, or has lain, face up: cards played, and those of the draw."""
    tricks = (*state.tricks, *((state.trick,) if state.trick else ()))
    played = {card.value for trick in tricks for card in trick.cards}
    if state.balance:
        played |= {card.value for each in state.plucks for card in (each.given, each.returned)}
    return played | {card.value for _, card in state.draw}


def own_cards(state, seat: int) -> set[str]:
    """What one seat holds, has given away, and was given."""
    own = {card.value for card in state.hands[seat]}
    for each in state.plucks:
        if seat in (each.plucker, each.target):
            own |= {each.given.value, each.returned.value}
    return own


def looks(truth: Table) -> Iterator[tuple[int | None, TableView]]:
    """The table as each holder and the public see it."""
    for seat in truth.people:
        yield seat.seat, view_of(truth, seat.user_id)
    yield None, view_of(truth, None)
    yield None, view_of(truth, EVE.id)


def check(truth: Table) -> None:
    """No look at the table holds a card it must not."""
    public = open_cards(truth.state)
    for seat, view in looks(truth):
        allowed = public if seat is None else public | own_cards(truth.state, seat)
        assert cards_in(str(asdict(view))) <= allowed
        assert cards_in(repr(view)) <= public
    board = board_of(truth)
    assert cards_in(str(asdict(board))) <= public
    assert cards_in(repr(board)) <= public
    assert cards_in(repr(truth)) == set()


@pytest.mark.parametrize("preset", PRESETS)
async def test_no_view_holds_a_hidden_card_at_any_moment(open_club, preset):
    club = await open_club(seed=PRESETS.index(preset))
    table = await club.match(preset, ANN, BEN, CAT, length=20)
    looked_at: Counter[Phase] = Counter()

    def look(truth: Table) -> bool:
        phase = truth.state.phase
        looked_at[phase] += 1
        if phase is not Phase.PLAY or looked_at[phase] % 5 == 0:
            check(truth)
        return all(looked_at[each] > 1 for each in (Phase.PLUCK, Phase.TRUMP, Phase.DEAL))

    truth = await club.play_until(table, look)
    assert truth.row.status is Status.PLAYING
    assert looked_at[Phase.PLAY] > 50


async def test_nor_when_the_match_is_over(club):
    table = await club.match("race", ANN, BEN, length=1)
    check(await club.play_to_the_end(table))


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_view_is_the_same_wherever_the_cards_lie_that_it_cannot_see(open_club, preset):
    club = await open_club(seed=7)
    table = await club.match(preset, ANN, BEN, CAT)
    for tricks in (0, 3, 9):
        truth = await club.play_until(
            table,
            lambda truth, tricks=tricks: (
                truth.state.phase is Phase.PLAY and len(truth.state.tricks) >= tricks
            ),
        )
        turn = truth.asked[0]
        for seat, view in looks(truth):
            others = [other for other in range(len(truth.seats)) if other not in (seat, turn)]
            if len(others) < 2:
                continue
            swapped = with_hands_swapped(truth, *others[:2])
            user = None if seat is None else truth.seats[seat].user_id
            assert view_of(swapped, user) == view
            assert seat is not None or board_of(swapped) == board_of(truth)


def with_hands_swapped(truth: Table, one: int, other: int) -> Table:
    """The same table, as many cards of two hands changing places as the shorter one has."""
    hands = list(truth.state.hands)
    count = min(len(hands[one]), len(hands[other]))
    hands[one], hands[other] = (
        hands[other][:count] + hands[one][count:],
        hands[one][:count] + hands[other][count:],
    )
    return replace(truth, state=replace(truth.state, hands=tuple(hands)))


async def test_a_stranger_is_handed_the_public_view_and_no_more(club):
    table = await club.match("classic", ANN, BEN, CAT)
    board = await club.board(table)
    assert board.table.seat is None
    assert board.table.view.hand == ()
    assert board.table.view.legal == ()
    assert await club.queries.hand(table, EVE.id) is None
    for code in ("p.2C", "back", "next", "start", "sit.0", "leave.yes", "end", "join"):
        assert (await refusal(club.press(table, EVE, code))).table is None


async def test_a_refusal_shows_its_own_seat_only(club):
    table = await club.match("classic", ANN, BEN, CAT)
    for person in (ANN, BEN, CAT):
        refused = await refusal(club.press(table, person, "p.2C", 10**6))
        seat = await club.seat(table, person)
        assert refused.table.seat == seat
        state = (await club.table(table)).state
        allowed = open_cards(state) | own_cards(state, seat)
        assert cards_in(str(asdict(refused.table))) <= allowed
        assert cards_in(str(refused)) == cards_in(repr(refused)) == set()


async def test_who_takes_a_seat_sees_that_seat_and_who_left_it_nothing(club):
    table = await club.match("classic", ANN, BEN, CAT)
    seat = await club.seat(table, BEN)
    left = await club.press(table, BEN, "leave.yes")
    assert (left.seat, left.view.hand) == (None, ())
    taken = await club.press(table, DAN, f"sit.{seat}")
    assert taken.view.hand == (await club.table(table)).state.hands[seat]


async def test_a_look_back_opens_nothing_of_the_deal_in_play(club):
    table = await club.match("rounds", ANN, BEN, CAT, length=2)
    truth = await club.play_until(
        table, lambda truth: truth.state.deal == 2 and truth.state.phase is Phase.PLAY
    )
    looked = await club.queries.scored_deal(table, GUILD, ANN.id)
    assert looked.deal == 1
    assert looked.view.hand == ()
    record = await club.queries.record(table, GUILD)
    assert len(record["deals"]) == 1
    assert truth.state.deal == 2


async def test_what_is_remembered_of_a_press_or_an_act_does_not_show_a_card(club):
    table = await club.match("classic", ANN)
    await club.play_until(table, lambda truth: len(truth.state.tricks) > 2)
    press = club.asking(table, ANN, "p.QS", 7)
    assert cards_in(repr(press)) == set()
    for act in await club.acts(table):
        assert cards_in(repr(act)) == set()
    for event in await club.events(table):
        assert cards_in(repr(event)) == set()


def test_the_search_for_cards_finds_every_card():
    text = ", ".join(f"<Card.{card.name}: '{card.value}'>" for card in Card)
    assert {card.value for card in Card} <= cards_in(text)
    assert cards_in("p.QS k.4H.2.D") == {"QS", "4H"}
