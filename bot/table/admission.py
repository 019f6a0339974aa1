"""Who is let in: nothing twice, and only so many tables for a person and in a channel."""

from bot.store.rows import PressRow, TableRow
from bot.store.unit import Unit
from bot.table.model import Person, Refused, Why

PERSON_LIMIT = 3
"""At how many open tables one person may sit."""
CHANNEL_LIMIT = 5
"""How many open tables one channel may hold."""


def check_first_time(unit: Unit, interaction: int) -> None:
    """Raises Refused REPEAT if this interaction has been acted on before."""
    if unit.presses.seen(interaction):
        raise Refused(Why.REPEAT)


def remember(unit: Unit, interaction: int, row: TableRow, now: float) -> None:
    """Note that an interaction has been acted on, so that it never is again."""
    press = PressRow(interaction_id=interaction, table_id=row.id, rev=row.rev, at=now)
    unit.presses.record(press)


def check_room(unit: Unit, person: Person) -> None:
    """Raises Refused TOO_MANY_TABLES if the person sits at too many tables."""
    if unit.tables.count_open_of_user(person.id) >= PERSON_LIMIT:
        raise Refused(Why.TOO_MANY_TABLES)


def check_channel(unit: Unit, channel: int) -> None:
    """Raises Refused CHANNEL_FULL if the channel holds too many open tables."""
    if unit.tables.count_open_in_channel(channel) >= CHANNEL_LIMIT:
        raise Refused(Why.CHANNEL_FULL)
