"""Changes a JSON document a little: what a fuzzer that knows only bytes seldom hits upon."""

import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    3,
    99,
    2**63,
    1.0,
    3.5,
    "",
    "QS",
    "BJ",
    "S",
    "pluck",
    "timeout",
    "\x00",
    "\u202e",
    [],
    {},
    [[]],
)


def mutated(text: bytes, seed: int) -> bytes | None:
    """The document with one to three places changed; None if it is no JSON document."""
    rng = Random(seed)
    try:
        document = json.loads(text)
        for _ in range(rng.randint(1, 3)):
            document = _changed(document, rng)
        return json.dumps(document, ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return None


def _changed(value: Any, rng: Random) -> Any:
    """The value with a change somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return _changed_entry(value, key, rng)
    if isinstance(value, list) and value and rng.random() < 0.9:
        return _changed_list(value, rng)
    return rng.choice(ODD)


def _changed_entry(value: dict[str, Any], key: str, rng: Random) -> dict[str, Any]:
    match rng.randrange(8):
        case 0:
            return {name: each for name, each in value.items() if name != key}
        case 1:
            return {**value, key + "x": value[key]}
        case 2:
            return {**value, rng.choice(list(value)): value[key]}
        case _:
            return {**value, key: _changed(value[key], rng)}


def _changed_list(value: list[Any], rng: Random) -> list[Any]:
    here, there = rng.randrange(len(value)), rng.randrange(len(value))
    match rng.randrange(8):
        case 0:
            return value[:here] + value[here + 1 :]
        case 1:
            return [*value[:here], value[there], *value[here:]]
        case 2 | 3:
            swapped = list(value)
            swapped[here], swapped[there] = swapped[there], swapped[here]
            return swapped
        case _:
            return [*value[:here], _changed(value[here], rng), *value[here + 1 :]]
