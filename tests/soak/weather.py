"""What goes wrong and when, drawn from the seed and counted in requests, never in seconds.

The n-th request of a route suffers the same fault under the same seed, whatever happened on other
routes meanwhile: each route has a stream of its own.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from bot.playground.faults import Fault, Faults
from tests.product.stage import CALLBACK, DELETE, EDIT, POST, PUSH
from tests.soak.dice import stream, weighted

LATE = "PATCH /webhooks/{id}/{token}/messages/@original"
_ANY = "any other"

Make = Callable[[str, Random], Fault]


def _fails(pattern: str, rng: Random) -> Fault:
    return Fault.fails(pattern, rng.choice((500, 502, 503, 504)))


def _limited(pattern: str, rng: Random) -> Fault:
    return Fault.limited(
        pattern, rng.uniform(0.2, 2.0), scope=rng.choice(("user", "global", "shared"))
    )


def _slow(pattern: str, rng: Random) -> Fault:
    return Fault.slow(pattern, rng.choice((0.2, 0.8, 2.0, 4.0)))


def _refused(code: int) -> Make:
    return lambda pattern, rng: Fault.refused(pattern, code)


_HANGS_UP: Make = lambda pattern, rng: Fault.hangs_up(pattern)  # noqa: E731
_LOST: Make = lambda pattern, rng: Fault.lost_reply(pattern)  # noqa: E731
_SILENT: Make = lambda pattern, rng: Fault.never_answers(pattern)  # noqa: E731
_BANNED: Make = lambda pattern, rng: Fault.banned(pattern)  # noqa: E731
_TOO_OLD: Make = lambda pattern, rng: Fault.too_old(pattern, rng.uniform(0.5, 2.0))  # noqa: E731
_BAD_EMOJI: Make = lambda pattern, rng: Fault.bad_emoji(pattern)  # noqa: E731

_ALWAYS: tuple[tuple[str, Make, float], ...] = (
    ("5xx", _fails, 4),
    ("reset", _HANGS_UP, 3),
    ("reply lost", _LOST, 4),
    ("slow", _slow, 3),
    ("silent", _SILENT, 0.5),
    ("emoji", _BAD_EMOJI, 0.5),
)
_OF_TOKENS: tuple[tuple[str, Make, float], ...] = (
    ("10062", _refused(10062), 2),
    ("40060", _refused(40060), 1),
    ("10015", _refused(10015), 1),
    ("50027", _refused(50027), 1),
)
_OF_CHANNELS: tuple[tuple[str, Make, float], ...] = (
    ("429", _limited, 4),
    ("429 without Via", _BANNED, 1),
    ("30046", _TOO_OLD, 1),
    ("10008", _refused(10008), 1),
    ("50083", _refused(50083), 0.5),
    ("50013", _refused(50013), 0.4),
    ("50001", _refused(50001), 0.2),
    ("10003", _refused(10003), 0.2),
)
_BY_ROUTE = {
    CALLBACK: _ALWAYS + _OF_TOKENS,
    LATE: _ALWAYS + _OF_TOKENS,
    PUSH: _ALWAYS + _OF_TOKENS + (("429", _limited, 2), ("10008", _refused(10008), 1)),
    EDIT: _ALWAYS + _OF_CHANNELS,
    POST: _ALWAYS + _OF_CHANNELS,
    DELETE: _ALWAYS + _OF_CHANNELS,
    _ANY: (("5xx", _fails, 2), ("reset", _HANGS_UP, 1), ("slow", _slow, 1)),
}


@dataclass
class Moment:
    """Something that happens at the n-th request of a route from now on."""

    route: str
    left: int
    happen: Callable[[], None] = field(repr=False)


class Weather(Faults):
    """Takes the place of the playground's faults; fair until a storm begins."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed
        self._share = 0.0
        self._streams: dict[str, Random] = {}
        self._moments: list[Moment] = []
        self.struck: Counter[str] = Counter()
        """How often each kind of fault has happened, by route and name."""

    def storm(self, number: int, share: float) -> None:
        """From now on this share of all requests suffers something."""
        self._share = share
        self._streams = {route: stream(self._seed, "weather", number, route) for route in _BY_ROUTE}

    def calm(self) -> None:
        """Nothing goes wrong any more."""
        self._share = 0.0
        self._moments.clear()
        self.clear()

    def at(self, route: str, nth: int, happen: Callable[[], None]) -> None:
        """Call `happen` when the n-th request of this route from now on has come in."""
        self._moments.append(Moment(route, nth, happen))

    def count(self, route: str) -> None:
        """Note one more request of this route, or whatever else is counted."""
        for moment in [each for each in self._moments if each.route == route]:
            moment.left -= 1
            if moment.left <= 0:
                self._moments.remove(moment)
                moment.happen()

    def take(self, key: str) -> Fault | None:
        self.count(key)
        return self._drawn(key) or super().take(key)

    def _drawn(self, key: str) -> Fault | None:
        if not self._share:
            return None
        route = key if key in _BY_ROUTE else _ANY
        rng = self._streams[route]
        struck, own = rng.random() < self._share, Random(rng.getrandbits(64))
        if not struck:
            return None
        choices = _BY_ROUTE[route]
        name, make = weighted(own, [((name, make), weight) for name, make, weight in choices])
        self.struck[f"{route}: {name}"] += 1
        return make(key, own)
