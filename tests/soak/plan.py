"""What a soak will be: how many tables, who sits there, how hard it blows. All from the seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tests.product.stage import CALLBACK, EDIT, POST, PUSH
from tests.soak.dice import stream, weighted

PEOPLE = (
    *("alice", "bob", "carol", "dave", "erin", "frank", "grace"),
    *("heidi", "ivan", "judy", "mallory", "niaj", "olivia", "peggy"),
    *("rupert", "sybil", "trent", "victor", "walter", "xenia"),
)
PRESETS = (
    ("classic", 3),
    ("race", 3),
    ("rounds", 1),
    ("house", 3),
    ("full-deck", 2),
    ("partners", 3),
)
"""What is played, and the highest target: matches are short, so that many end."""
PRESS = "a press"
ROUTES = ((PRESS, 1.0), (CALLBACK, 1.0), (PUSH, 0.4), (EDIT, 0.2), (POST, 0.02))
"""What a blow may come with, and how often that happens in each step, roughly."""
SHARES = (0.02, 0.05, 0.1, 0.2)
BLOWS = (
    ("kill", 8.0),
    ("terminate", 3.0),
    ("disconnect", 1.5),
    ("reconnect", 1.0),
    ("invalidate", 1.0),
    ("go down", 1.0),
    ("deliver twice", 2.0),
    ("hold", 1.5),
    ("outage", 1.0),
    ("kick", 0.5),
    ("delete a board", 2.0),
    ("forbid", 1.0),
    ("delete a channel", 0.5),
    ("lock the database", 1.0),
)


@dataclass(frozen=True)
class RoomPlan:
    """Who meets in a room, and what they will play there."""

    cast: tuple[str, ...]
    visitors: int
    matches: int
    options: Mapping[str, object]


@dataclass(frozen=True)
class Blow:
    """Something that happens when the `nth` request of that route comes in, or with a press.

    `amount`, from 0 to 1, is how bad it is, or how long it lasts.
    """

    what: str
    route: str
    nth: int
    room: int
    amount: float


@dataclass(frozen=True)
class Storm:
    """For how many steps of each person it blows, how hard, and the blows that are certain.

    After so many `seconds` it is over anyway: who waits for others takes no steps.
    """

    steps: int
    seconds: float
    share: float
    blows: tuple[Blow, ...]


@dataclass(frozen=True)
class Plan:
    """A whole soak."""

    seed: int
    rooms: tuple[RoomPlan, ...]
    storms: tuple[Storm, ...]
    turn_seconds: float
    ai_seconds: float
    next_seconds: float
    nudge_seconds: float

    @property
    def settings(self) -> dict[str, object]:
        """The bot's settings for it."""
        return {
            "PLUCK_TURN_SECONDS": self.turn_seconds,
            "PLUCK_AI_SECONDS": self.ai_seconds,
            "PLUCK_NEXT_SECONDS": self.next_seconds,
            "PLUCK_NUDGE_SECONDS": self.nudge_seconds,
            "PLUCK_LOG_LEVEL": "DEBUG",
        }


def draw(seed: int, *, short: bool = False) -> Plan:
    """The soak of that seed; a short one takes about a minute."""
    rng = stream(seed, "plan")
    turn = rng.choice((1.5, 2.0) if short else (2.0, 3.0, 6.0))
    rooms = 4 if short else rng.randint(4, 10)
    people = list(PEOPLE[: 2 * rooms])
    storms = 2 if short else rng.randint(2, 4)
    return Plan(
        seed=seed,
        rooms=tuple(_room(rng, number, people, short=short) for number in range(rooms)),
        storms=tuple(_storm(rng, number, rooms, short=short) for number in range(storms)),
        turn_seconds=turn,
        ai_seconds=rng.choice((0.02, 0.05, 0.2)),
        next_seconds=turn,
        nudge_seconds=turn / 2,
    )


def _room(rng: Random, number: int, people: list[str], *, short: bool) -> RoomPlan:
    preset, most = rng.choice(PRESETS)
    seats = 4 if preset == "partners" else 3
    fewest = 1 if rng.random() < 0.2 else 2
    players, visitors = rng.randint(fewest, seats), rng.choice((0, 1))
    # Everybody is in two or three rooms, as many as one may sit in at a time.
    places = range(2 * number, 2 * number + players + visitors)
    return RoomPlan(
        cast=tuple(people[place % len(people)] for place in places),
        visitors=visitors,
        matches=1 if short else rng.randint(1, 3),
        options={"preset": preset, "target": rng.randint(1, 1 if short else most)},
    )


def _storm(rng: Random, number: int, rooms: int, *, short: bool) -> Storm:
    steps = 30 if short else rng.randint(40, 120)
    blows = [_blow(rng, steps * rooms, rooms) for _ in range(2 if short else rng.randint(4, 12))]
    if short:
        blows[0] = Blow("kill", CALLBACK, rng.randint(5, steps), 0, rng.uniform(0, 0.5))
    share = rng.choice(SHARES[1:3] if short else SHARES)
    return Storm(steps, 20.0 if short else 40.0, share, tuple(blows))


def _blow(rng: Random, steps: int, rooms: int) -> Blow:
    what = weighted(rng, BLOWS)
    route, share = rng.choice(ROUTES)
    nth = rng.randint(1, max(2, int(steps * share)))
    return Blow(what, route, nth, rng.randrange(rooms), rng.uniform(0, 1))
