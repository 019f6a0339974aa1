"""The rules of a table of Pluck, a line each."""

from dataclasses import fields

from bot.engine.cards import JOKERS
from bot.engine.pluck.variants import PACKS, PRESETS, Boston, Points, Rules, ZeroBooks
from bot.ui.texts import Texts


def rules_lines(texts: Texts, preset: str, rules: Rules) -> tuple[str, ...]:
    """What is played; what differs from the preset is marked as a house rule."""
    usual = PRESETS.get(preset, rules)
    differs = {
        each.name
        for each in fields(Rules)
        if getattr(rules, each.name) != getattr(usual, each.name)
    }
    return tuple(
        texts("rules.house", line=line) if field in differs else line
        for field, line in _lines(texts, rules).items()
        if field in differs or _worth_saying(rules, field)
    )


def _lines(texts: Texts, rules: Rules) -> dict[str, str]:
    """A sentence for each field of the rules."""
    quotas = dict(zip(("first", "second", "third"), rules.quotas, strict=False))
    locked = "locked" if rules.jokers_locked else "free"
    return {
        "match": _match(texts, rules),
        "deck": texts(f"rules.deck_{rules.deck}"),
        "quotas": texts(f"rules.quotas_{rules.seats}", **quotas),
        "first_dealer": texts(f"rules.first_dealer_{rules.first_dealer}"),
        "trump_call": texts(f"rules.trump_call_{rules.trump_call}"),
        "jokers_locked": texts(f"rules.jokers_{locked}"),
        "opening_lead": texts(f"rules.opening_lead_{rules.opening_lead}"),
        "boston": texts(f"rules.boston_{rules.boston}"),
        "zero_books": texts(f"rules.zero_books_{rules.zero_books}"),
    }


def _match(texts: Texts, rules: Rules) -> str:
    if isinstance(rules.match, Points):
        return texts.counted("rules.match_points", rules.match.target)
    return texts.counted("rules.match_rounds", rules.match.count)


def _worth_saying(rules: Rules, field: str) -> bool:
    """Whether a field says anything beyond what is always so."""
    match field:
        case "jokers_locked":
            return any(joker in PACKS[rules.deck] for joker in JOKERS)
        case "boston":
            return rules.boston is not Boston.ANNOUNCE
        case "zero_books":
            return rules.zero_books is not ZeroBooks.NONE
        case _:
            return True
