"""What a press, or the end of somebody's time, makes of a table."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.engine.cards import Card
from bot.engine.seats import Seat
from bot.players.contract import AnyPolicy
from bot.store.rows import By, SeatRow, Status
from bot.table import clock, lobby, match
from bot.table.model import Act, Person, Press, Refused, Table, Why
from bot.table.views import view_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """A table after a request, the seats that moved, what was done, and who left the match."""

    table: Table
    moved: tuple[Seat, ...] = ()
    acts: tuple[Act, ...] = ()
    left: SeatRow | None = None


class Moves:
    """Moves tables on in memory; it reads and writes nothing."""

    def __init__(
        self,
        *,
        policies: Mapping[str, Mapping[str, AnyPolicy]],
        house: Mapping[str, AnyPolicy],
        now: Callable[[], float],
        rng: Random,
    ) -> None:
        """`policies` are the AI players by game and level, `house` plays for who is late."""
        self._policies = policies
        self._house = house
        self._now = now
        self._rng = rng

    def answer(self, table: Table, press: Press) -> Step:
        """What a press makes of the table. Raises Refused with the reason."""
        person = press.person
        match press.code.split("."):
            case ["join"]:
                step = Step(lobby.join(table, person, self._now()))
            case ["leave"]:
                step = Step(lobby.leave(table, person))
            case ["leave", "yes"]:
                left = lobby.resign(table, person, self._substitute(table))
                step = Step(left, left=table.seat_of(person.id))
            case ["ai", level]:
                step = Step(self._add_ai(table, person, level))
            case ["noai"]:
                step = Step(lobby.remove_ai(table, person))
            case ["close"]:
                step = Step(lobby.close(table, person))
            case ["start"]:
                step = self._start(table, press)
            case ["sit", seat] if seat.isdecimal() and len(seat) < 3:
                step = Step(lobby.take_seat(table, person, int(seat)))
            case ["next"]:
                step = self._ready(table, press)
            case ["back"]:
                step = Step(lobby.come_back(table, person))
            case ["end"]:
                step = Step(lobby.end(table, person, manager=press.manager))
            case _:
                step = self._act(table, press)
        return _with_presence(step, person)

    def overdue(self, table: Table, seat: Seat) -> Step:
        """What happens when a seat's time is up: its AI player acts, or the house does."""
        row = table.seats[seat]
        if row.user_id is None or row.away:
            level = row.policy or self._substitute(table)
            moved, act = self._play(table, seat, self._policies[table.game.key][level], By.AI)
            return Step(moved, (seat,), (act,))
        moved, act = self._play(table, seat, self._house[table.game.key], By.TIMEOUT)
        late = clock.missed(moved.seats[seat])
        return Step(moved.with_seat(seat, misses=late.misses, away=late.away), (seat,), (act,))

    def deal(self, table: Table) -> Step:
        """The next deal."""
        dealt, acts = match.deal(table, self._shuffle)
        return Step(dealt, acts=acts)

    def _start(self, table: Table, press: Press) -> Step:
        lobby.check_start(table, press.person)
        _check_pause(table, press)
        begun, acts = match.begin(table, self._shuffle)
        return Step(begun, acts=acts)

    def _add_ai(self, table: Table, person: Person, level: str) -> Table:
        if level not in self._policies[table.game.key]:
            raise Refused(Why.UNKNOWN_LEVEL)
        return lobby.add_ai(table, person, level, self._now())

    def _ready(self, table: Table, press: Press) -> Step:
        seat = require_seat(table, press.person)
        if not table.between_deals:
            raise Refused(Why.STALE, view_of(table, press.person.id))
        _check_pause(table, press)
        return Step(table.with_seat(seat.seat, ready=True))

    def _act(self, table: Table, press: Press) -> Step:
        """An action of the game: the one among the legal ones that has the press's code."""
        seat = require_seat(table, press.person)
        running = table.row.status in (Status.PLAYING, Status.PAUSED)
        if not running or seat.ask is None or seat.ask != press.ask:
            raise Refused(Why.STALE, view_of(table, press.person.id))
        legal = table.game.legal(table.state, seat.seat)
        action = next((each for each in legal if table.game.code(each) == press.code), None)
        if action is None:
            raise Refused(Why.NOT_LEGAL, view_of(table, press.person.id))
        moved, act = match.act(table, seat.seat, action, By.PLAYER)
        return Step(moved, (seat.seat,), (act,))

    def _play(self, table: Table, seat: Seat, policy: AnyPolicy, by: By) -> tuple[Table, Act]:
        return match.act(table, seat, self._choose(table, seat, policy), by)

    def _choose(self, table: Table, seat: Seat, policy: AnyPolicy) -> Any:
        """A legal action, whatever becomes of the policy."""
        legal = table.game.legal(table.state, seat)
        try:
            action = policy.choose(table.game.view(table.state, seat), legal, self._rng)
        except Exception as error:
            log.error("a policy fails at table %s: %s", table.row.id, type(error).__name__)
            return legal[0]
        return action if action in legal else legal[0]

    def _substitute(self, table: Table) -> str:
        """The level that plays for somebody who is away or has left: the strongest."""
        return tuple(self._policies[table.game.key])[-1]

    def _shuffle(self, pack: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._rng.sample(pack, len(pack)))


def require_seat(table: Table, person: Person) -> SeatRow:
    """The seat this person holds; raises Refused NOT_SEATED."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return seat


def _check_pause(table: Table, press: Press) -> None:
    if press.ask != table.row.pause_rev:
        raise Refused(Why.STALE, view_of(table, press.person.id))


def _with_presence(step: Step, person: Person) -> Step:
    """Whoever presses is here, under the name others see now."""
    seat = step.table.seat_of(person.id)
    if seat is None:
        return step
    here = step.table.with_seat(seat.seat, away=False, misses=0, name=person.name)
    return replace(step, table=here)
