"""What must hold for any bytes at all; a fuzzer looks for some for which it does not."""

import json
from collections.abc import Callable, Mapping

from bot.record.model import NotARecord, parse
from bot.record.replay import IllegalRecord, replay
from bot.ui import press
from bot.ui.press import LessonPress, PagePress, RulesPress, SettingPress, TablePress


def custom_id(data: bytes) -> None:
    """Whatever is read can be written again, and is one of ours; so with a choice in line 2."""
    text, _, choice = data.decode("utf-8", "surrogateescape").partition("\n")
    pressed = press.parse(text)
    if pressed is None:
        return
    assert press.OURS.fullmatch(text)
    assert text.isascii()
    assert len(text) <= press.LONGEST_ID
    assert press.parse(_written(pressed)) == pressed
    chosen = press.with_choice(pressed, choice)
    assert chosen is None or type(chosen) is type(pressed)


def record(data: bytes) -> None:
    """A record is replayed, or refused with one line; whatever comes of it can be printed."""
    try:
        found = parse(data)
        outcome = replay(found)
    except (NotARecord, IllegalRecord) as refused:
        line = str(refused)
        assert line
        assert line.isprintable()
        return
    assert json.loads(json.dumps(outcome)) == outcome
    assert len(outcome["deals"]) <= len(found.deals)


TARGETS: Mapping[str, Callable[[bytes], None]] = {"custom_id": custom_id, "record": record}


def _written(pressed: press.Pressed) -> str:
    match pressed:
        case TablePress(table, ask, code):
            return press.table_id(table, ask, code)
        case PagePress():
            return press.page_id(pressed)
        case RulesPress(table, topic, page):
            return press.rules_id(table, topic, page)
        case SettingPress(key, value):
            return press.setting_id(key, value)
        case LessonPress():
            return press.lesson_id(pressed)
    raise AssertionError(f"{type(pressed).__name__} is not written anywhere")
