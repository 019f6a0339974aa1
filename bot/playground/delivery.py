"""How events get from the guild to the gateway: at once, unless a test orders otherwise."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

Deliver = Callable[[str, Mapping[str, Any]], None]

INTERACTION = "INTERACTION_CREATE"


class Delivery:
    """Passes events on; can keep them back, turn their order round, or deliver them twice."""

    def __init__(self, deliver: Deliver, rng: Random) -> None:
        """Pass on to `deliver`; `rng` decides which event a `share` strikes."""
        self._deliver = deliver
        self._rng = rng
        self._held: list[tuple[str, Mapping[str, Any]]] = []
        self._holding = ""
        self._twice = 0
        self._share = 0.0

    def take(self, event: str, payload: Mapping[str, Any]) -> None:
        """Pass one event on, as was ordered."""
        if event == self._holding:
            self._held.append((event, payload))
            return
        self._deliver(event, payload)
        if event == INTERACTION and self._twice and self._rng.random() < self._share:
            self._twice -= 1
            self._deliver(event, payload)

    def repeat(self, times: int = 1, share: float = 1.0) -> None:
        """Deliver so many of the next interactions twice; each with the probability `share`."""
        self._twice, self._share = times, share

    def hold(self, event: str = INTERACTION) -> None:
        """Keep events of that kind back from now on."""
        self._holding = event

    @property
    def held(self) -> int:
        """How many events are kept back."""
        return len(self._held)

    def release(self, *, reverse: bool = False) -> None:
        """Deliver what was kept back, the newest first if asked, and keep nothing back any more."""
        held, self._held, self._holding = self._held, [], ""
        for event, payload in reversed(held) if reverse else held:
            self._deliver(event, payload)
