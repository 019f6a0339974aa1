"""The private hands that can be redrawn: which are live, and who may draw when."""

import asyncio
from dataclasses import replace

import pytest

from bot.ui.hands import TOKEN_LIFE, Hands, LiveHand

TABLE, OTHER = "t4bl3", "0th3r"
ADA, BOB = 7, 8


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.now = 1_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def hands(time):
    return Hands(time)


def shown(message, at=1_000.0, occasion="turn"):
    return LiveHand(f"token of {message}", message, at, occasion)


async def settle():
    """Let every task go as far as it gets."""
    for _ in range(10):
        await asyncio.sleep(0)


class Visit:
    """A task that is inside a context manager of the hands until it is told to leave."""

    def __init__(self, context):
        self.inside, self._leave = False, asyncio.Event()
        self.task = asyncio.create_task(self._visit(context))

    async def _visit(self, context):
        async with context:
            self.inside = True
            await self._leave.wait()
        self.inside = False

    async def leave(self):
        self._leave.set()
        await self.task
        await settle()


# ---------------------------------------------------------------- what is live


def test_a_hand_is_live_for_its_person_at_its_table_only(hands):
    hand = shown(1)
    hands.remember(TABLE, ADA, hand)
    assert hands.live(TABLE, ADA) is hand
    assert hands.live(TABLE, BOB) is None
    assert hands.live(OTHER, ADA) is None


def test_a_newer_message_takes_the_place_of_an_older_one(hands):
    hands.remember(TABLE, ADA, shown(1))
    newer = shown(2)
    hands.remember(TABLE, ADA, newer)
    assert hands.live(TABLE, ADA) is newer


def test_a_message_shows_one_hand_only(hands):
    hands.remember(TABLE, ADA, shown(1))
    hands.remember(TABLE, BOB, shown(2))
    hands.remember(OTHER, ADA, shown(1, occasion="another table in the same message"))
    assert hands.live(TABLE, ADA) is None
    assert not hands.is_reachable(TABLE, ADA)
    assert hands.live(OTHER, ADA).message == 1
    assert hands.live(TABLE, BOB).message == 2, "that one is in a message of its own"


def test_a_hand_in_the_same_message_is_kept_with_its_newest_token(hands, time):
    hands.remember(TABLE, ADA, shown(1))
    time.now += 60
    newer = shown(1, at=time.now)
    hands.remember(TABLE, ADA, newer)
    time.now += TOKEN_LIFE - 60
    assert hands.live(TABLE, ADA) is newer


def test_a_token_is_used_until_its_life_is_over(hands, time):
    hands.remember(TABLE, ADA, shown(1))
    time.now += TOKEN_LIFE - 0.01
    assert hands.live(TABLE, ADA) is not None
    assert hands.is_reachable(TABLE, ADA)
    time.now += 0.01
    assert not hands.is_reachable(TABLE, ADA)
    assert hands.live(TABLE, ADA) is None
    assert hands.seen_by(TABLE) == frozenset()


def test_old_hands_of_others_are_dropped_when_one_is_remembered(hands, time):
    hands.remember(TABLE, ADA, shown(1))
    time.now += TOKEN_LIFE
    hands.remember(TABLE, BOB, shown(2, at=time.now))
    assert hands.seen_by(TABLE) == {BOB}


def test_a_forgotten_hand_is_not_live(hands):
    hands.remember(TABLE, ADA, shown(1))
    hands.remember(TABLE, BOB, shown(2))
    hands.forget(TABLE, ADA)
    hands.forget(TABLE, ADA)
    assert hands.live(TABLE, ADA) is None
    assert hands.live(TABLE, BOB) is not None


def test_who_may_have_a_hand_of_a_table_before_them(hands):
    assert hands.seen_by(TABLE) == frozenset()
    hands.remember(TABLE, ADA, shown(1))
    hands.remember(TABLE, BOB, shown(2))
    hands.remember(OTHER, 9, shown(3))
    assert hands.seen_by(TABLE) == {ADA, BOB}
    assert hands.seen_by(OTHER) == {9}
    hands.remember(OTHER, BOB, shown(2))
    assert hands.seen_by(TABLE) == {ADA}
    assert hands.seen_by(OTHER) == {9, BOB}


def test_the_newest_hand_that_was_pressed_in_a_channel(hands, time):
    assert hands.newest(TABLE, 5) is None
    hands.remember(TABLE, ADA, replace(shown(1, at=time.now), channel=5))
    hands.remember(TABLE, BOB, replace(shown(2, at=time.now + 9), channel=5))
    hands.remember(TABLE, 9, replace(shown(3, at=time.now + 20), channel=6))
    assert hands.newest(TABLE, 5).message == 2
    time.now += TOKEN_LIFE + 10
    assert hands.newest(TABLE, 5) is None
    assert hands.newest(TABLE, 6).message == 3


def test_nothing_is_kept_in_mind_of_hands_that_are_old(hands, time):
    for number in range(100):
        hands.remember(f"table {number}", ADA, shown(number, at=time.now))
        time.now += 1
    hands.remember("table 0", ADA, shown(0, at=time.now))
    assert len(hands) == 100
    time.now += TOKEN_LIFE - 51
    hands.remember(TABLE, ADA, shown(1000, at=time.now))
    assert len(hands) == 52, "half of them, the one that was renewed, and the new one"


def test_a_hand_that_is_redrawn_by_itself_is_as_old_as_before(hands, time):
    hands.remember(TABLE, ADA, shown(1))
    time.now += 60
    hands.remember(TABLE, BOB, shown(2, at=time.now))
    hands.remember(TABLE, ADA, shown(1, occasion="trump"))
    time.now += TOKEN_LIFE - 60
    hands.remember(OTHER, BOB, shown(3, at=time.now))
    assert len(hands) == 2, "the old one is dropped although it was redrawn last"


def test_no_repr_shows_a_token(hands):
    assert "token of" not in repr(shown(1))


# ---------------------------------------------------------------- who draws


async def test_nothing_is_drawn_while_a_press_is_answered(hands):
    answering = Visit(hands.answering(TABLE, ADA))
    await settle()
    drawing = Visit(hands.drawing(TABLE, ADA))
    await settle()
    assert (answering.inside, drawing.inside) == (True, False)
    await answering.leave()
    assert drawing.inside
    await drawing.leave()


async def test_a_drawing_waits_for_the_last_of_several_answers(hands):
    answers = [Visit(hands.answering(TABLE, ADA)) for _ in range(2)]
    await settle()
    drawing = Visit(hands.drawing(TABLE, ADA))
    await answers[0].leave()
    assert not drawing.inside
    await answers[1].leave()
    assert drawing.inside
    await drawing.leave()


async def test_an_answer_that_comes_between_keeps_a_second_drawing_waiting(hands):
    first = Visit(hands.drawing(TABLE, ADA))
    await settle()
    answering, second = Visit(hands.answering(TABLE, ADA)), Visit(hands.drawing(TABLE, ADA))
    await settle()
    assert answering.inside, "whoever has pressed does not wait for a drawing"
    await first.leave()
    assert not second.inside
    await answering.leave()
    assert second.inside
    await second.leave()


async def test_a_hand_is_drawn_once_at_a_time(hands):
    first, second = Visit(hands.drawing(TABLE, ADA)), Visit(hands.drawing(TABLE, ADA))
    await settle()
    assert (first.inside, second.inside) == (True, False)
    await first.leave()
    assert second.inside
    await second.leave()


async def test_other_people_and_other_tables_do_not_wait(hands):
    answering = Visit(hands.answering(TABLE, ADA))
    await settle()
    others = [Visit(hands.drawing(TABLE, BOB)), Visit(hands.drawing(OTHER, ADA))]
    await settle()
    assert all(each.inside for each in others)
    for each in (answering, *others):
        await each.leave()


async def test_who_is_being_answered_is_reachable_without_a_hand(hands):
    assert not hands.is_reachable(TABLE, ADA)
    async with hands.answering(TABLE, ADA):
        assert hands.is_reachable(TABLE, ADA)
        assert not hands.is_reachable(TABLE, BOB)
        assert hands.live(TABLE, ADA) is None
    assert not hands.is_reachable(TABLE, ADA)


@pytest.mark.parametrize("enter", [Hands.answering, Hands.drawing], ids=["answer", "drawing"])
async def test_what_fails_keeps_nobody_waiting(hands, enter):
    with pytest.raises(RuntimeError):
        async with enter(hands, TABLE, ADA):
            raise RuntimeError
    async with asyncio.timeout(1), hands.drawing(TABLE, ADA):
        assert not hands.is_reachable(TABLE, ADA)


async def test_a_drawing_that_is_given_up_keeps_nobody_waiting(hands):
    answering = Visit(hands.answering(TABLE, ADA))
    await settle()
    given_up = Visit(hands.drawing(TABLE, ADA))
    await settle()
    given_up.task.cancel()
    await answering.leave()
    async with asyncio.timeout(1), hands.drawing(TABLE, ADA):
        assert given_up.task.cancelled()
