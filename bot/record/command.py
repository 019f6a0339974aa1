"""`python -m bot replay FILE... [--json]`."""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from bot.record.model import NotARecord, Record, parse
from bot.record.replay import IllegalRecord, replay
from bot.record.text import on_one_line
from bot.streams import writing_to

LEGAL, ILLEGAL, NOT_A_RECORD = 0, 1, 2


def replay_files(files: Sequence[Path], *, as_json: bool) -> int:
    """Replay each file in turn and print its outcome.

    Returns the worst status of all: 0 legal, 1 illegal, 2 not a record. What is wrong with a file
    goes to stderr, or with `as_json` to its line on stdout. Ends the program with 3 where stdout
    takes nothing more, as on a full disk; a reader who has gone away does not matter.
    """
    worst = LEGAL
    for file in files:
        status, record, outcome = _replay_file(file)
        worst = max(worst, status)
        if as_json:
            _say(json.dumps(outcome, ensure_ascii=True), sys.stdout)
        elif status == LEGAL:
            assert record is not None
            for line in _readable(file, record, outcome):
                _say(line, sys.stdout)
        else:
            prefix = f"{file}: " if len(files) > 1 else ""
            _say(prefix + outcome["error"], sys.stderr)
    return worst


def _say(line: str, stream: TextIO | None) -> None:
    """Print one line, whatever is in it."""
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    text = on_one_line(line).encode(encoding, "backslashreplace").decode(encoding)
    with writing_to(stream):
        print(text, file=stream)


def _replay_file(file: Path) -> tuple[int, Record | None, dict[str, Any]]:
    try:
        record = parse(file.read_bytes())
        return LEGAL, record, replay(record)
    except IllegalRecord as illegal:
        return ILLEGAL, None, {"error": str(illegal)}
    except NotARecord as reason:
        return NOT_A_RECORD, None, {"error": str(reason)}
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a file name"
        return NOT_A_RECORD, None, {"error": f"cannot be read: {why}"}


def _readable(file: Path, record: Record, outcome: dict[str, Any]) -> Iterable[str]:
    yield f"{file.name}: {record.game.name}, {', '.join(record.seats)}"
    for number, deal in enumerate(outcome["deals"], start=1):
        facts = " · ".join(
            f"{key.replace('_', ' ')} {_words(value)}" for key, value in deal.items() if value != []
        )
        yield f"  deal {number}: {facts}"
    winners = outcome["winners"]
    state = "unfinished" if winners is None else f"won by side {_words(winners)}"
    yield f"  score {_words(outcome['score'])}, {state}"


def _words(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case [[*_], *_]:
            return ", ".join(_words(part) for part in value)
        case list():
            return " ".join(_words(part) for part in value)
        case _:
            return str(value)
