"""Text at the edges: JSON read more strictly than `json` does, and lines that stay lines."""

import json
from typing import Any, NoReturn


class _Members(list[tuple[str, Any]]):
    """The members of a JSON object as they are written, repeated keys too."""


def strict_json(text: bytes) -> Any:
    """The value of a JSON document in UTF-8.

    Raises ValueError, with a reason, also for a repeated key, null, NaN or Infinity, none of which
    stands in a record, and for nesting too deep to read.
    """
    try:
        written = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_Members,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
        )
        return _unambiguous(written, ())
    except UnicodeDecodeError:
        raise ValueError("the file is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"bad JSON in line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("bad JSON: nested too deeply") from None


def _unambiguous(written: Any, place: tuple[str | int, ...]) -> Any:
    """What is written at a place, with its objects as dicts."""
    if isinstance(written, _Members):
        found: dict[str, Any] = {}
        for key, value in written:
            inner = (*place, key)
            if key in found:
                raise ValueError(f"{_path(inner)}: a key that stands twice")
            if value is None:
                raise ValueError(f"{_path(inner)}: a key without a value (null)")
            found[key] = _unambiguous(value, inner)
        return found
    if isinstance(written, list):
        return [_unambiguous(value, (*place, index)) for index, value in enumerate(written)]
    return written


def _path(place: tuple[str | int, ...]) -> str:
    return ".".join(map(str, place))


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
