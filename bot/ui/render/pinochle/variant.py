"""The rules of a table of Pinochle, a line each."""

from bot.engine.pinochle.variants import PRESETS, Points, Rules
from bot.ui.texts import Texts


def rules_lines(texts: Texts, preset: str, rules: Rules) -> tuple[str, ...]:
    """What is played; what differs from the preset is marked as a house rule."""
    usual = PRESETS.get(preset, rules)
    double = "on" if rules.double_pinochle else "off"
    lines = (
        (_match(texts, rules), rules.match != usual.match),
        (texts("pinochle.rules_deck"), False),
        (texts("pinochle.rules_melds"), False),
        (
            texts(f"pinochle.rules_double_{double}"),
            rules.double_pinochle != usual.double_pinochle,
        ),
        (texts("pinochle.rules_play_off"), False),
    )
    return tuple(texts("rules.house", line=line) if differs else line for line, differs in lines)


def _match(texts: Texts, rules: Rules) -> str:
    if isinstance(rules.match, Points):
        return texts.counted("rules.match_points", rules.match.target)
    return texts("pinochle.rules_deal")
