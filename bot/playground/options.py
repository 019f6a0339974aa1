"""Fills a slash command's options as Discord's client would, refusing what it would refuse."""

from collections.abc import Iterable, Mapping
from typing import Any

from .errors import NotPossible

Json = dict[str, Any]

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 1, 2, 3, 4, 5, 6, 7, 10
_MENTIONABLE = 9


def leaf_of(commands: Iterable[Json], words: str) -> tuple[Json, list[Json]]:
    """Return the command and the chain of subcommand options that `words` ("pluck new") names."""
    name, *rest = words.split()
    root = next((c for c in commands if c["name"] == name and c.get("type", 1) == 1), None)
    if root is None:
        raise NotPossible(f"There is no command /{name} here.")
    node, chain = root, []
    for word in rest:
        options = node.get("options") or []
        node = next((o for o in options if o["name"] == word and o["type"] <= GROUP), {})
        if not node:
            raise NotPossible(f"/{name} has no subcommand {word}.")
        chain.append(node)
    if any(option["type"] <= GROUP for option in node.get("options") or []):
        raise NotPossible(f"/{words} is not complete.")
    return root, chain


def command_data(root: Json, chain: list[Json], options: list[Json]) -> Json:
    """Return the interaction's `data` for the command with its leaf's filled options."""
    for node in reversed(chain):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    return {"id": root["id"], "name": root["name"], "type": 1, "options": options}


def fill(leaf: Json, values: Mapping[str, Any], focused: str | None = None) -> list[Json]:
    """Return the leaf's options with these values; while one is `focused`, nothing is required."""
    declared = {option["name"]: option for option in leaf.get("options") or []}
    if unknown := [name for name in values if name not in declared]:
        raise NotPossible(f"There is no option {unknown[0]}.")
    if focused is None:
        missing = [o["name"] for o in declared.values() if o.get("required")]
        if missing := [name for name in missing if name not in values]:
            raise NotPossible(f"The option {missing[0]} is required.")
    return [_filled(declared[n], v, focused) for n, v in values.items() if v is not None]


def mentioned(options: Iterable[Json]) -> list[tuple[str, int]]:
    """Return the users and channels that filled options point at, for `resolved`."""
    kinds = {USER: "user", _MENTIONABLE: "user", CHANNEL: "channel"}
    return [(kinds[o["type"]], int(o["value"])) for o in options if o["type"] in kinds]


def _filled(option: Json, value: Any, focused: str | None) -> Json:
    name, kind = option["name"], option["type"]
    if name == focused:
        return {"name": name, "type": kind, "value": value, "focused": True}
    value = _typed(name, kind, value)
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotPossible(f"{value!r} is not a choice of {name}.")
    size = len(value) if kind == STRING else value
    low = option.get("min_length" if kind == STRING else "min_value")
    high = option.get("max_length" if kind == STRING else "max_value")
    if kind in (STRING, INTEGER, NUMBER) and not (
        (low is None or size >= low) and (high is None or size <= high)
    ):
        raise NotPossible(f"{name} is out of range.")
    return {"name": name, "type": kind, "value": value}


def _typed(name: str, kind: int, value: Any) -> Any:
    try:
        if kind == INTEGER:
            return int(value)
        if kind == NUMBER:
            return float(value)
        if kind == BOOLEAN:
            return value if isinstance(value, bool) else str(value).lower() == "true"
        if kind in (USER, CHANNEL, _MENTIONABLE):
            return str(int(value))
    except ValueError:
        raise NotPossible(f"{value!r} does not fit the option {name}.") from None
    return str(value)
