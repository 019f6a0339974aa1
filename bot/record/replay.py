"""Playing a record again, from its first deal, by the rules of its game."""

from typing import Any

from bot.engine.contract import CHANCE, IllegalAction, Reason
from bot.record.model import Record, RecordedDeal


class IllegalRecord(Exception):
    """The record breaks a rule: in which deal (from 1), at which action (from 0), and why.

    `action` is None where the deal as a whole is wrong.
    """

    def __init__(self, deal: int, action: int | None, reason: Reason) -> None:
        """Keep the place; the message is the line that `replay` prints."""
        place = f"deal {deal}" if action is None else f"deal {deal} action {action}"
        super().__init__(f"{place}: {reason}")
        self.deal, self.action, self.reason = deal, action, reason


def replay(record: Record) -> dict[str, Any]:
    """The outcome of each deal and of the match, as the game reports it.

    Raises IllegalRecord at the first action or deal that the rules refuse.
    """
    game = record.game
    state = game.setup(record.rules)
    ends: list[Any] = []
    for number, deal in enumerate(record.deals, start=1):
        if ends and game.to_act(state) not in (CHANCE, ()):
            raise IllegalRecord(number - 1, None, Reason.UNFINISHED)
        state = _play_deal(record, state, number, deal)
        ends.append(state)
    return game.report(ends or [state])


def _play_deal(record: Record, state: Any, number: int, deal: RecordedDeal) -> Any:
    game = record.game
    try:
        for chance in game.recorded_deal(state, deal.dealer, deal.deck):
            state, _ = game.apply(state, CHANCE, chance)
    except IllegalAction as illegal:
        raise IllegalRecord(number, None, illegal.reason) from None
    for place, entry in enumerate(deal.actions):
        try:
            state, _ = game.apply(state, entry.seat, entry.action)
        except IllegalAction as illegal:
            raise IllegalRecord(number, place, illegal.reason) from None
    return state
