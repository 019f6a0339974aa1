"""The tokens with which public messages can be edited for a while outside the bot's limit."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.ui.hands import TOKEN_LIFE


@dataclass(frozen=True, slots=True)
class Pass:
    """A token and since when it has been good; `pressed` says that it comes from a press on the
    very message, and not from the follow-up that made it."""

    token: str = field(repr=False)
    issued_at: float
    pressed: bool


class Passes:
    """The newest token of each public message that has one. All of this may vanish."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Know no token yet."""
        self._now = now
        self._by_message: dict[int, Pass] = {}

    def __len__(self) -> int:
        """How many tokens are kept."""
        return len(self._by_message)

    def keep(self, message: int, found: Pass) -> None:
        """Note a token with which this message can be edited; what is too old is dropped."""
        self._by_message.pop(message, None)
        self._by_message[message] = found
        while self._by_message:
            oldest = next(iter(self._by_message))
            if not self._is_old(self._by_message[oldest]):
                break
            del self._by_message[oldest]

    def of(self, message: int | None) -> Pass | None:
        """A token that is good for this message, if there is one."""
        found = None if message is None else self._by_message.get(message)
        return None if found is None or self._is_old(found) else found

    def forget(self, message: int) -> None:
        """Note that a token is not good for anything any more, or that its message is gone."""
        self._by_message.pop(message, None)

    def _is_old(self, kept: Pass) -> bool:
        return self._now() - kept.issued_at >= TOKEN_LIFE
