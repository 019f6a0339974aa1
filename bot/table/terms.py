"""What is agreed on before a match: its rules, its options, and who has agreed to them.

Whoever joins agrees to the terms as they stand. When they change, everybody but the host is asked
again, and the match cannot start before.
"""

from dataclasses import replace

from bot.engine.contract import RulesMisfit
from bot.table.lobby import require_host_in_lobby, require_lobby
from bot.table.model import Person, Refused, Table, Why


def change_rule(table: Table, person: Person, key: str, value: str) -> Table:
    """Change one point of the rules; they are then no longer those of a saved set.

    Raises Refused: NOT_IN_LOBBY, NOT_HOST, or RULES_DO_NOT_FIT with the reason.
    """
    require_host_in_lobby(table, person)
    try:
        rules = table.game.with_house_rule(table.rules, key, value)
    except RulesMisfit as refused:
        raise Refused(Why.RULES_DO_NOT_FIT, detail=refused.misfit.name) from None
    if rules == table.rules:
        return table
    options = replace(table.options, set_name="")
    return _ask_again(replace(table, rules=rules, options=options), person)


def reset_rules(table: Table, person: Person) -> Table:
    """Go back to the rules of the table's preset. Raises Refused: NOT_IN_LOBBY or NOT_HOST."""
    require_host_in_lobby(table, person)
    rules = table.game.presets.get(table.row.preset, table.rules)
    options = replace(table.options, set_name="")
    plain = replace(table, rules=rules, options=options)
    return plain if rules == table.rules else _ask_again(plain, person)


def allow_hints(table: Table, person: Person, allowed: bool) -> Table:
    """Let players ask for hints, or not. Raises Refused: NOT_IN_LOBBY or NOT_HOST."""
    require_host_in_lobby(table, person)
    if table.options.hints is allowed:
        return table
    return _ask_again(replace(table, options=replace(table.options, hints=allowed)), person)


def agree(table: Table, person: Person) -> Table:
    """Agree to the terms as they stand. Raises Refused: NOT_IN_LOBBY or NOT_SEATED."""
    require_lobby(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return table.with_seat(seat.seat, ready=True)


def _ask_again(table: Table, host: Person) -> Table:
    seats = tuple(replace(seat, ready=seat.user_id == host.id) for seat in table.seats)
    return replace(table, seats=seats)
