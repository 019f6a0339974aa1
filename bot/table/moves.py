"""What a press, or the end of somebody's time, makes of a table."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Any

from bot.engine.cards import Card
from bot.engine.seats import Seat
from bot.meter import Meter
from bot.players.contract import AnyPolicy, Searcher
from bot.store.rows import By, SeatRow, Status
from bot.table import clock, lobby, match, terms
from bot.table.model import Act, Claim, Person, Press, Refused, Table, Why
from bot.table.search import Search
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
        meter: Meter,
    ) -> None:
        """`policies` are the AI players by game and level, `house` plays for who is late."""
        self._policies = policies
        self._house = house
        self._now = now
        self._rng = rng
        self._meter = meter

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
            case ["claim"]:
                step = self._claim(table, press)
            case ["end"]:
                step = Step(lobby.end(table, person, manager=press.manager))
            case ["rule" | "rules" | "hints" | "agree" | "side", *_]:
                step = Step(_settle_terms(table, press))
            case _:
                step = self._act(table, press)
        return with_presence(step, person)

    def overdue(self, table: Table, seat: Seat) -> Step:
        """What happens when a seat's time is up: its AI player acts, or the house does.

        For a level that searches the one below acts: there is no time to search here.
        """
        row = table.seats[seat]
        if row.user_id is None or row.away:
            if claimed := self._take_the_rest(table, seat, By.AI):
                return claimed
            level, policy = self._quick(table, self._level(table, row))
            with self._timed(level):
                moved, act = self._play(table, seat, policy, By.AI)
            return Step(moved, (seat,), (act,))
        moved, act = self._play(table, seat, self._house[table.game.key], By.TIMEOUT)
        late = clock.missed(moved.seats[seat])
        return Step(moved.with_seat(seat, misses=late.misses, away=late.away), (seat,), (act,))

    def search(self, table: Table, seat: Seat) -> Search | None:
        """The question of a seat whose time is up, if its AI player needs a search to answer it."""
        row = table.seats[seat]
        if row.ask is None or not (row.user_id is None or row.away):
            return None
        level = self._level(table, row)
        policy, legal = self._policies[table.game.key][level], table.game.legal(table.state, seat)
        view = table.game.view(table.state, seat)
        if not isinstance(policy, Searcher) or len(legal) < 2 or table.game.claim(view):
            return None
        return Search(
            table=table.row.id,
            seat=seat,
            ask=row.ask,
            level=level,
            policy=policy,
            view=view,
            legal=legal,
            seed=self._rng.getrandbits(64),
        )

    def searched(self, table: Table, search: Search, action: Any) -> Step:
        """The table after the action that was found; if it is not legal, the level below acts."""
        if action not in table.game.legal(table.state, search.seat):
            return self.overdue(table, search.seat)
        moved, act = match.act(table, search.seat, action, By.AI)
        return Step(moved, (search.seat,), (act,))

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
        seat = _require_question(table, press)
        legal = table.game.legal(table.state, seat.seat)
        action = next((each for each in legal if table.game.code(each) == press.code), None)
        if action is None:
            raise Refused(Why.NOT_LEGAL, view_of(table, press.person.id))
        moved, act = match.act(table, seat.seat, action, By.PLAYER)
        return Step(moved, (seat.seat,), (act,))

    def _claim(self, table: Table, press: Press) -> Step:
        """The rest of the deal for a person who can be certain of it."""
        seat = _require_question(table, press)
        step = self._take_the_rest(table, seat.seat, By.PLAYER)
        if step is None:
            raise Refused(Why.NOT_CERTAIN, view_of(table, press.person.id))
        return step

    def _take_the_rest(self, table: Table, seat: Seat, by: By) -> Step | None:
        """Play the deal out for a seat that takes all that is left; None if that is not certain.

        It is certain whatever the others play, so the house does that for them.
        """
        actions = list(table.game.claim(table.game.view(table.state, seat)))
        if not actions:
            return None
        claim = Claim(table.game.deal_number(table.state), seat, len(actions))
        acts: list[Act] = []
        before, house = match.deals_scored(table), self._house[table.game.key]
        while match.deals_scored(table) == before:
            (asked,) = table.asked
            if asked == seat:
                table, act = match.act(table, seat, actions.pop(0), by)
            else:
                table, act = self._play(table, asked, house, By.AI)
            acts.append(act)
        options = replace(table.options, claims=(*table.options.claims, claim))
        ended = replace(table, options=options)
        return Step(ended, tuple(range(len(table.seats))), tuple(acts))

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

    @contextmanager
    def _timed(self, level: str) -> Iterator[None]:
        started = perf_counter()
        yield
        self._meter.thought(level, perf_counter() - started)

    def _level(self, table: Table, row: SeatRow) -> str:
        """The level that plays in a seat without a person who is present."""
        return row.policy or self._substitute(table)

    def _quick(self, table: Table, level: str) -> tuple[str, AnyPolicy]:
        """The level, or the nearest one below it that answers at once; the house if none does."""
        levels = tuple(self._policies[table.game.key].items())
        upto = [name for name, _ in levels].index(level) + 1
        quick = [each for each in levels[:upto] if not isinstance(each[1], Searcher)]
        return quick[-1] if quick else ("house", self._house[table.game.key])

    def _substitute(self, table: Table) -> str:
        """The level that plays for somebody who is away or has left: the strongest."""
        return tuple(self._policies[table.game.key])[-1]

    def _shuffle(self, pack: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(self._rng.sample(pack, len(pack)))


def _settle_terms(table: Table, press: Press) -> Table:
    """What is agreed on before a match. Raises Refused with the reason."""
    person = press.person
    match press.code.split(".", 2):
        case ["rule", key, value]:
            return terms.change_rule(table, person, key, value)
        case ["rules", "reset"]:
            return terms.reset_rules(table, person)
        case ["hints", "on" | "off" as allowed]:
            return terms.allow_hints(table, person, allowed == "on")
        case ["agree"]:
            return terms.agree(table, person)
        case ["side"]:
            return lobby.switch_sides(table, person)
        case _:
            raise Refused(Why.STALE, view_of(table, person.id))


def require_seat(table: Table, person: Person) -> SeatRow:
    """The seat this person holds; raises Refused NOT_SEATED."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return seat


def _require_question(table: Table, press: Press) -> SeatRow:
    """The seat whose open question the press answers; raises Refused NOT_SEATED or STALE."""
    seat = require_seat(table, press.person)
    running = table.row.status in (Status.PLAYING, Status.PAUSED)
    if not running or seat.ask is None or seat.ask != press.ask:
        raise Refused(Why.STALE, view_of(table, press.person.id))
    return seat


def _check_pause(table: Table, press: Press) -> None:
    if press.ask != table.row.pause_rev:
        raise Refused(Why.STALE, view_of(table, press.person.id))


def with_presence(step: Step, person: Person) -> Step:
    """Whoever presses is here, under the name others see now."""
    seat = step.table.seat_of(person.id)
    if seat is None:
        return step
    here = step.table.with_seat(seat.seat, away=False, misses=0, name=person.name)
    return replace(step, table=here)
