"""Text at the edges: JSON read more strictly than `json` does, and lines that stay lines."""

import json
from typing import Any, NoReturn


def strict_json(text: bytes) -> Any:
    """The value of a JSON document in UTF-8.

    Raises ValueError, with a reason, also for a repeated key, null, NaN or Infinity, none of which
    stands in a record, and for nesting too deep to read.
    """
    try:
        return json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_unambiguous,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
        )
    except UnicodeDecodeError:
        raise ValueError("the file is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"bad JSON in line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("bad JSON: nested too deeply") from None


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    if any(value is None for value in found.values()):
        raise ValueError("a key has no value (null)")
    return found


def _whole_number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise ValueError("bad JSON: a number has too many digits") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"bad JSON: {name} is no number")


def on_one_line(text: str) -> str:
    """The text with line breaks and whatever else cannot be seen written as escapes."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
