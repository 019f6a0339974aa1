"""Why a move is a good one, as a player would say it: the first reason that is true of it.

Every fact that is named follows from the view alone.
"""

from collections.abc import Iterable

from bot.engine.actions import Play
from bot.engine.cards import Card, Suit
from bot.engine.pluck.actions import NameTrump, Pluck, SeatAction
from bot.engine.pluck.view import View
from bot.engine.seats import Seat
from bot.players.advice import Fact, Saying
from bot.players.pluck.deduction import RANK
from bot.players.pluck.odds import best_play, chance_to_take
from bot.players.pluck.playing import in_danger
from bot.players.pluck.reading import Reading, read
from bot.players.pluck.sense import takes


def deed(action: SeatAction) -> Saying:
    """What a move is, without a reason."""
    match action:
        case Play(card):
            return _say("deed_play", card=card)
        case NameTrump(suit):
            return _say("deed_call", suit=suit)
        case Pluck(card, target, None):
            return _say("deed_pluck", card=card, name=target)
        case Pluck(card, target, suit):
            return _say("deed_mercy", card=card, name=target, suit=suit)


def reason(view: View, action: SeatAction) -> Saying:
    """What a move of the view's seat is, and why it is a good one."""
    reading = read(view)
    match action:
        case NameTrump(suit):
            return _of_call(view, suit)
        case Pluck():
            return _of_pluck(reading, action)
        case Play(card) if len(view.legal) == 1:
            return _say("only", card=card)
        case Play(card) if reading.plays:
            legal = tuple(each.card for each in view.legal if isinstance(each, Play))
            return _of_following(reading, card, legal)
        case Play(card):
            return _of_lead(reading, card)


def _say(key: str, **facts: Fact | None) -> Saying:
    return Saying(key, tuple((name, fact) for name, fact in facts.items() if fact is not None))


def _of_call(view: View, suit: Suit) -> Saying:
    lengths = {each: sum(card.suit is each for card in view.hand) for each in Suit}
    longest = [each for each, length in lengths.items() if length == max(lengths.values())]
    if suit not in longest:
        return _say("call_best", suit=suit)
    return _say("call_strong" if len(longest) > 1 else "call_long", suit=suit)


def _of_pluck(reading: Reading, pluck: Pluck) -> Saying:
    given, target = pluck.card, pluck.target
    wanted = pluck.suit or given.suit
    assert wanted is not None
    hoped = [
        card
        for card in reading.out[wanted]
        if not card.is_joker
        and reading.shares[card].get(target)
        and (pluck.suit is not None or RANK[card] > RANK[given])
    ]
    facts: dict[str, Fact] = {"card": given, "name": target}
    if pluck.suit is not None:
        key = "pluck_mercy" if hoped else "pluck_mercy_least"
        return _say(key, **facts, suit=pluck.suit, higher=hoped[-1] if hoped else None)
    if not hoped:
        return _say("pluck_least", **facts)
    known = reading.shares[hoped[-1]][target] == 1.0
    return _say("pluck_known" if known else "pluck_hope", **facts, higher=hoped[-1])


def _of_lead(reading: Reading, card: Card) -> Saying:
    suit, higher = reading.suit(card), reading.above(card)
    assert suit is not None
    if suit is reading.trump:
        if not reading.out[suit]:
            return _say("lead_last_trump", card=card)
        return _say("lead_trump" if higher else "lead_draw", card=card)
    if partner := _who_is_out(reading, suit, (s for s in reading.own_side if s != reading.seat)):
        return _say("lead_partner", card=card, suit=suit, name=partner[0])
    if in_danger(reading, suit) and (opponent := _who_is_out(reading, suit, reading.opponents)):
        return _say("lead_force", card=card, suit=suit, name=opponent[0])
    if not higher:
        key = "lead_master" if reading.trump and reading.out[reading.trump] else "lead_safe"
        return _say(key, card=card, suit=suit)
    if len(reading.held[suit]) == 1 and reading.trumps:
        return _say("lead_short", card=card, suit=suit)
    return _say("lead_low", card=card, higher=higher[-1])


def _who_is_out(reading: Reading, suit: Suit, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats that have none of a suit for certain, and may still cut it."""
    trump = reading.trump
    return tuple(
        seat
        for seat in seats
        if reading.certain_void(seat, suit) and trump and not reading.certain_void(seat, trump)
    )


def _of_following(reading: Reading, card: Card, legal: tuple[Card, ...]) -> Saying:
    if takes(reading, card):
        cut = reading.suit(card) is reading.trump and reading.led_suit is not reading.trump
        return _of_cut(reading, card) if cut else _of_taking(reading, card)
    winner, best = best_play(reading, reading.plays)
    if winner in reading.own_side:
        return _say("give_partner", card=card, name=winner)
    winners = [each for each in legal if takes(reading, each)]
    if reading.suit(card) is reading.led_suit:
        return _of_giving(reading, card, best, winners)
    suit = reading.suit(card)
    assert suit is not None
    if winners:
        saves_trump = suit is not reading.trump
        return _say("throw_keep_trump" if saves_trump else "give_save", card=card, suit=suit)
    if suit is not reading.trump and len(reading.held[suit]) == 1 and reading.trumps:
        return _say("throw_short", card=card, suit=suit)
    return _say("throw_least", card=card)


def _of_cut(reading: Reading, card: Card) -> Saying:
    if not reading.to_come:
        return _say("cut_last", card=card)
    if chance_to_take(reading, card) == 1.0:
        return _say("cut_sure", card=card)
    led_suit = reading.led_suit
    assert led_suit is not None
    enemies = [seat for seat in reading.to_come if seat in reading.opponents]
    name = enemies[0] if enemies else reading.to_come[0]
    may_follow = reading.out[led_suit] and not reading.certain_void(name, led_suit)
    if card is not reading.trumps[0] or not _is_low(reading, card):
        return _say("cut_high", card=card, name=name)
    if may_follow:
        top = reading.out[led_suit][-1]
        return _say("cut_low", card=card, higher=top, name=name, suit=led_suit)
    return _say("cut_over", card=card)


def _is_low(reading: Reading, trump: Card) -> bool:
    """Whether most of the trumps that are out beat this one."""
    assert reading.trump is not None
    return 2 * len(reading.above(trump)) >= len(reading.out[reading.trump])


def _of_taking(reading: Reading, card: Card) -> Saying:
    if not reading.to_come:
        return _say("take_last", card=card)
    if chance_to_take(reading, card) == 1.0:
        return _say("take_sure", card=card)
    higher = reading.above(card)
    if not higher:
        return _say("take_unless_cut", card=card, suit=reading.suit(card))
    if len(higher) == 1:
        return _say("take_but_one", card=card, suit=reading.suit(card), higher=higher[0])
    return _say("take_try", card=card, name=reading.to_come[0])


def _of_giving(reading: Reading, card: Card, best: Card, winners: list[Card]) -> Saying:
    """Why to follow suit with a card that takes nothing."""
    suit = reading.suit(card)
    if not winners:
        return _say("give_cannot", card=card, best=best)
    higher = reading.above(max(winners, key=RANK.__getitem__))
    if higher and reading.to_come:
        return _say("give_duck", card=card, higher=higher[-1])
    return _say("give_save", card=card, suit=suit)
