"""A crowd that does whatever comes to its mind at a table, and what must hold all the while.

    crowd = Crowd(club, seed=7)
    await crowd.sit_down("partners")
    await crowd.amuse_itself(acts=150)
    await crowd.go_home()

Every act is followed by `check`: a table is never stuck, nothing is refused that was offered,
and what is refused changes nothing.
"""

from dataclasses import replace
from random import Random

from bot.store.rows import OPEN_STATUSES, SeatRow, Status
from bot.table.model import Person, Refused, Table, TableView, Why
from tests.support.tables import CHANNEL, EVERYBODY, PLUCK, Club, answer, replayed

VERBS = ("join", "leave", "ai.easy", "ai.normal", "noai", "next", "back", "close", "end")
NONSENSE = ("p.QS", "k.4H.2", "t.X", "ai.grand", "sit.9", "sit.x", "leave.no", "", "close.", "p.")
JUMPS = (0.5, 1.0, 5.0, 20.0, 50.0, 100.0, 300.0, 1_000.0, 2_000.0, 90_000.0)
RESTING = (Status.PAUSED, Status.SUSPENDED)


class Crowd:
    """Up to six people around one table and the tables that follow it."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club, self.rng = club, Random(seed)
        self.people = self.rng.sample(EVERYBODY, self.rng.randint(1, len(EVERYBODY)))
        self.lively = self.rng.choice((0.3, 0.6, 0.9))
        self.restless = self.rng.choice((0.02, 0.1, 0.4))
        self.table = ""
        self.before: Table | None = None
        self.diary: list[str] = []

    async def sit_down(self, preset: str) -> None:
        """Open the first table, for a short match."""
        opened = await self.club.open(
            self.people[0],
            preset,
            length=1 if preset == "rounds" else self.rng.choice((1, 2, 4)),
        )
        self.table, self.before = opened.id, None
        await self.check()

    async def amuse_itself(self, acts: int) -> None:
        """Do that many things, at a new table whenever one is closed."""
        for _ in range(acts):
            truth = await self.club.table(self.table)
            if truth.row.status not in OPEN_STATUSES and not await self.play_again(truth):
                await self.sit_down(truth.row.preset)
            await self.do_something(await self.club.table(self.table))
            await self.check()

    async def go_home(self) -> None:
        """Everybody falls silent: the table comes to rest, and then to an end."""
        for _ in range(2_000):
            truth = await self.club.table(self.table)
            if truth.row.status not in OPEN_STATUSES:
                return
            before = self.club.clock.now
            await self.club.next_due()
            self.note(f"silence for {self.club.clock.now - before:.1f} s")
            await self.check()
        raise AssertionError("the table never comes to an end")

    async def do_something(self, truth: Table) -> None:
        """One act: mostly what is asked for, now and then anything else."""
        if self.rng.random() < self.restless:
            await self.do_anything(truth)
        elif truth.row.status is Status.LOBBY:
            await self.get_ready(truth)
        elif self.rng.random() < self.lively and truth.people:
            await self.do_what_is_asked(truth)
        else:
            await self.wait()

    async def get_ready(self, truth: Table) -> None:
        """Fill the lobby and start."""
        host = self.person(truth.row.host_id)
        if all(seat.user_id or seat.policy for seat in truth.seats):
            await self.accepted(host, "start", truth.row.pause_rev or 0)
        elif self.rng.random() < 0.5:
            await self.attempt(self.anybody(), "join")
        else:
            await self.attempt(host, "ai.easy")

    async def do_what_is_asked(self, truth: Table) -> None:
        """Somebody with a seat answers the question on the newest hand; it must be accepted."""
        seat = self.rng.choice(truth.people)
        person = self.person(seat.user_id)
        view = await self.club.view(self.table, person)
        if truth.row.status is Status.SUSPENDED:
            await self.show_again()
        elif view.ask:
            code = PLUCK.code(self.rng.choice(view.view.legal))
            await self.accepted(person, code, view.ask)
        elif truth.between_deals:
            await self.accepted(person, "next", view.pause)
        elif seat.away:
            await self.come_back(person)
        else:
            await self.wait()

    async def do_anything(self, truth: Table) -> None:
        """What people do besides playing: come, go, look, press twice, press nonsense, sleep."""
        match self.rng.randrange(12):
            case 0:
                await self.attempt(self.anybody(), self.rng.choice(VERBS), manager=self.maybe(0.1))
            case 1:
                await self.attempt(self.anybody(), "leave.yes")
            case 2 | 3:
                await self.attempt(self.anybody(), f"sit.{self.rng.randrange(4)}")
            case 4:
                await self.come_back(self.anybody())
            case 5:
                await self.press_an_old_button(truth)
            case 6:
                await self.attempt(self.anybody(), self.rng.choice(NONSENSE), self.any_ask(truth))
            case 7:
                await self.sleep()
            case 8:
                await self.lose_the_channel()
            case 9:
                await self.show_again()
            case 10:
                await self.play_again(truth)
            case _:
                await self.fall_silent()

    async def play_again(self, truth: Table) -> bool:
        """Somebody opens the next table; False if nobody may."""
        self.note("again")
        view = await answer(self.club.again(self.table, self.anybody()))
        if isinstance(view, Refused):
            expected = (Why.NOT_SEATED, Why.NOT_IN_LOBBY)
            assert truth.row.status is not Status.OVER or view.why in expected
            return False
        self.table, self.before = view.id, None
        await self.check()
        return True

    async def press_an_old_button(self, truth: Table) -> None:
        """A hand that was drawn some time ago."""
        if not truth.people:
            return
        seat = self.rng.choice(truth.people)
        stale = [ask for ask in range(truth.row.rev + 2) if ask != seat.ask]
        person = self.person(seat.user_id)
        refused = await self.attempt(person, "p.2C", self.rng.choice(stale))
        assert refused is not None
        if refused.why is Why.STALE:
            assert refused.table == await self.club.view(self.table, person)

    async def come_back(self, person: Person) -> None:
        """Look at the hand."""
        self.note(f"{person.name} looks")
        view = await answer(self.club.look(self.table, person))
        if isinstance(view, Refused):
            assert view.why is Why.NOT_SEATED
        else:
            assert view.status not in OPEN_STATUSES or not view.own.away

    async def wait(self) -> None:
        """Let time pass until something is due."""
        before = self.club.clock.now
        await self.club.next_due()
        self.note(f"waiting {self.club.clock.now - before:.1f} s")

    async def fall_silent(self) -> None:
        """Nobody does anything for quite a while, most often until the match only rests."""
        self.note("silence")
        patience = self.rng.randrange(40)
        for _ in range(patience):
            row = (await self.club.table(self.table)).row
            if row.deadline_at is None or (row.status is not Status.PLAYING and patience < 35):
                return
            await self.club.next_due()
            await self.check()

    async def sleep(self) -> None:
        """The bot is down for a while, then recovers."""
        jump = self.rng.choice(JUMPS)
        self.note(f"down for {jump} s")
        self.club.clock.pass_(jump)
        await self.club.upkeep.recover()

    async def lose_the_channel(self) -> None:
        """The channel cannot be written to any more."""
        self.note("suspend")
        await self.club.upkeep.suspend(self.table)

    async def show_again(self) -> None:
        """Somebody asks for the board at the bottom of the channel."""
        person = self.anybody()
        self.note(f"{person.name} wants to see the table")
        channel = CHANNEL + self.rng.randrange(2)
        press = self.club.asking(self.table, person, "table", channel=channel)
        if self.maybe(0.5):
            view = await answer(self.club.service.move(press, channel))
        else:
            view = await answer(self.club.service.show_again(press))
        if isinstance(view, Refused):
            assert view.why in (Why.NOT_SEATED, Why.TABLE_CLOSED, Why.SUSPENDED)
        else:
            assert view.status is not Status.SUSPENDED

    async def accepted(self, person: Person, code: str, ask: int) -> TableView:
        """Press what is offered: it is never refused."""
        self.note(f"{person.name} presses {code} ({ask})")
        return await self.club.press(self.table, person, code, ask)

    async def attempt(
        self, person: Person, code: str, ask: int = 0, *, manager: bool = False
    ) -> Refused | None:
        """Press something that may be refused: then nothing has changed, but who was away."""
        self.note(f"{person.name} tries {code!r} ({ask})")
        old = await self.club.everything(self.table)
        got = await answer(self.club.press(self.table, person, code, ask, manager=manager))
        if not isinstance(got, Refused):
            return None
        assert got.why is not Why.BROKEN
        assert got.table is None or got.table.seat is not None
        new = await self.club.everything(self.table)
        was_away = any(seat.user_id == person.id and seat.away for seat in old[1])
        assert new == old or (was_away and got.why is Why.STALE)
        assert new[2:] == old[2:]
        return got

    async def check(self) -> None:
        """What must hold at any moment."""
        truth = await self.club.table(self.table)
        try:
            await self._check(truth)
        except (AssertionError, Refused) as error:
            error.add_note("\n".join([*self.diary[-30:], repr(truth.row), *map(repr, truth.seats)]))
            raise
        self.before = truth

    async def _check(self, truth: Table) -> None:
        _check_status(truth, self.club.clock.now)
        _check_questions(truth)
        _check_seats(truth)
        if self.before is not None:
            _check_change(self.before, truth)
        closed = truth.row.status not in OPEN_STATUSES
        if truth.state is not None and (closed or self.maybe(0.1)):
            assert replayed(truth, await self.club.acts(self.table)) == truth.state
        await self._check_what_is_shown(truth)

    async def _check_what_is_shown(self, truth: Table) -> None:
        results = await self.club.results(self.table)
        assert bool(results) == (truth.row.status is Status.OVER)
        board = await self.club.board(self.table)
        assert board.table.ask == 0
        for seat in truth.people:
            view = await self.club.view(self.table, self.person(seat.user_id))
            assert view.ask == (seat.ask or 0)
            assert not view.ask or view.view.legal

    def anybody(self) -> Person:
        """One of the people, at this table or not."""
        return self.rng.choice(self.people)

    def person(self, user: int | None) -> Person:
        """The person of that id."""
        return next(person for person in EVERYBODY if person.id == user)

    def maybe(self, chance: float) -> bool:
        """True now and then."""
        return self.rng.random() < chance

    def any_ask(self, truth: Table) -> int:
        """A number that may be somebody's question."""
        return self.rng.choice([seat.ask or 0 for seat in truth.seats] + [truth.row.rev, 0])

    def note(self, line: str) -> None:
        """Remember what was done, for the report of a failure."""
        self.diary.append(line)


def _check_status(truth: Table, now: float) -> None:
    """Every table that is open will be looked at again; none that is closed."""
    row = truth.row
    assert (row.deadline_at is not None) == (row.status in OPEN_STATUSES)
    assert (row.ended_at is not None) == (row.status not in OPEN_STATUSES)
    match row.status:
        case Status.LOBBY:
            assert truth.state is None
            assert truth.seat_of(row.host_id)
            assert row.pause_rev
        case Status.PLAYING:
            assert truth.present
            assert truth.seat_of(row.host_id)
            assert PLUCK.outcome(truth.state) is None
            dues = [seat.due_at for seat in truth.seats if seat.due_at is not None]
            assert dues, "nobody is waited for"
            assert row.deadline_at <= min(dues)
            assert min(dues) <= now + row.clock_seconds
        case Status.PAUSED:
            assert truth.people
            assert not truth.present
        case Status.SUSPENDED:
            assert truth.people
        case Status.OVER:
            assert PLUCK.outcome(truth.state) is not None
        case Status.VOID:
            assert truth.state is None or PLUCK.outcome(truth.state) is None
        case _:
            raise AssertionError(f"a table is {row.status}")


def _check_questions(truth: Table) -> None:
    """Exactly the seats that are asked have a question, and what runs has an end."""
    running = truth.row.status is Status.PLAYING
    asked = truth.asked if running else ()
    for seat in truth.seats:
        assert seat.ask is None or seat.seat in truth.asked
        assert seat.ask is None or seat.ask <= truth.row.rev
        if seat.seat in asked:
            assert seat.ask is not None
            assert (seat.due_at is None) == _leaves_it_to_the_partner(truth, seat)
            assert seat.asked_at is not None
        elif running and truth.between_deals:
            waited_for = seat in truth.present and not seat.ready
            assert (seat.due_at is not None) == waited_for
        else:
            assert seat.due_at is None
    if running and truth.between_deals:
        assert truth.row.pause_rev
        assert not all(seat.ready for seat in truth.present)


def _leaves_it_to_the_partner(truth: Table, seat: SeatRow) -> bool:
    if seat in truth.present:
        return False
    sides = PLUCK.sides(truth.rules)
    own = next(side for side in sides if seat.seat in side)
    return any(other.seat in own and other.seat in truth.asked for other in truth.present)


def _check_seats(truth: Table) -> None:
    for seat in truth.seats:
        assert seat.user_id is None or seat.policy is None
        assert seat.user_id is not None or not (seat.away or seat.ready or seat.misses)
        if truth.row.status is not Status.LOBBY and truth.state is not None:
            assert seat.user_id is not None or seat.policy is not None
    assert len({seat.user_id for seat in truth.people}) == len(truth.people)


def _check_change(before: Table, truth: Table) -> None:
    """Revisions only grow; a question and its time stand while nothing about them changes."""
    assert truth.row.rev >= before.row.rev
    if before.row.status not in OPEN_STATUSES:
        assert truth.row.status is before.row.status
        same = {"rev": 0, "next_id": None, "channel_id": 0}
        assert replace(truth.row, **same) == replace(before.row, **same)
    if before.state is None or truth.state is None:
        return
    for old, new in zip(before.seats, truth.seats, strict=True):
        if old.ask is None or new.ask is None:
            continue
        question = PLUCK.question
        stands = question(before.state, old.seat) == question(truth.state, new.seat)
        assert new.ask >= old.ask
        assert new.ask == old.ask or before.state != truth.state
        assert stands or new.ask != old.ask
