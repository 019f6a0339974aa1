"""What one person sees in a channel at one moment: the table's message and their own hand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.playground import Playground
from tests.product.stage import answers, code_of
from tests.support.wire import Control, Seen

_TABLE = re.compile(r"tb:1:([a-z0-9]+):")


@dataclass(frozen=True)
class Sight:
    """The public message of a table and the newest hand of it, as one person sees them."""

    board: Seen | None = None
    hand: Seen | None = None
    newest: Seen | None = None
    """The last private message that can be pressed, whatever it is."""

    @property
    def table(self) -> str | None:
        """The table that is looked at."""
        shown = self.board or self.hand
        return None if shown is None else table_of(shown)

    @property
    def answers(self) -> list[str]:
        """The custom_ids with which the hand's question may be answered."""
        return [] if self.hand is None else answers(self.hand)

    def enabled(self, code: str) -> tuple[Seen, Control] | None:
        """The button of that verb, on the hand or else at the table, if it can be pressed."""
        found = (*_buttons(self.hand, code), *_buttons(self.board, code))
        return next((each for each in found if code_of(each[1].custom_id) == code), None)

    def at_table(self, prefix: str) -> list[tuple[Seen, Control]]:
        """The buttons of the public message that can be pressed and whose code begins so."""
        return list(_buttons(self.board, prefix))


def look(playground: Playground, user: int, channel: int, table: str | None = None) -> Sight:
    """What this person sees; of one table, or of the newest that has a message here."""
    discord = playground.discord
    board = hand = newest = None
    for message in reversed(discord.messages(user, channel)):
        seen = Seen(channel, message.id, discord.message_payload(message))
        of = table_of(seen)
        if of is None:
            continue
        newest = newest or (seen if seen.ephemeral else None)
        if table not in (None, of):
            continue
        if not seen.ephemeral:
            board, table = board or seen, of
        elif "Refresh" in seen.labels and hand is None:
            hand = seen
        if board is not None and hand is not None:
            break
    if board is not None and hand is not None and table_of(hand) != table_of(board):
        hand = None
    return Sight(board, hand, newest)


def table_of(seen: Seen) -> str | None:
    """Which table a message belongs to, by its buttons."""
    found = (_TABLE.match(button.custom_id) for button in seen.buttons)
    return next((each[1] for each in found if each), None)


def _buttons(seen: Seen | None, prefix: str) -> Iterator[tuple[Seen, Control]]:
    for button in () if seen is None else seen.buttons:
        if not button.disabled and code_of(button.custom_id).startswith(prefix):
            yield seen, button
