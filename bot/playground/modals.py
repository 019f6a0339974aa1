"""Fills a modal as Discord's client would, and answers with what it submits."""

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import NotPossible

Json = dict[str, Any]

_ROW, _TEXT_INPUT, _TEXT_DISPLAY, _LABEL, _RADIO, _CHECKBOX = 1, 4, 10, 18, 21, 23
_SINGLE = (_TEXT_INPUT, _RADIO, _CHECKBOX)
_USER_SELECT, _CHANNEL_SELECT, _STRING_SELECT = 5, 8, 3


def submission(modal: Json, values: Mapping[str, Any]) -> Json:
    """Return the interaction's `data` for a modal submitted with `values` by custom_id."""
    known = {control["custom_id"] for control in controls(modal)}
    if unknown := [key for key in values if key not in known]:
        raise NotPossible(f"The modal has no field {unknown[0]!r}.")
    return {
        "custom_id": modal["custom_id"],
        "components": [_filled(component, values) for component in modal["components"]],
    }


def controls(modal: Json) -> Iterator[Json]:
    """Yield the fields of a modal, out of their labels and rows."""
    for component in modal["components"]:
        if component["type"] == _LABEL:
            yield component["component"]
        elif component["type"] == _ROW:
            yield from component["components"]


def mentioned(modal: Json, values: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the users and channels chosen in a modal, for `resolved`."""
    kinds = {_USER_SELECT: "user", _CHANNEL_SELECT: "channel"}
    return [
        (kinds[control["type"]], int(identity))
        for control in controls(modal)
        if control["type"] in kinds
        for identity in values.get(control["custom_id"]) or ()
    ]


def _filled(component: Json, values: Mapping[str, Any]) -> Json:
    kind, identity = component["type"], component.get("id", 0)
    if kind == _LABEL:
        return {"type": kind, "id": identity, "component": _filled(component["component"], values)}
    if kind == _ROW:
        children = [_filled(child, values) for child in component["components"]]
        return {"type": kind, "id": identity, "components": children}
    if kind == _TEXT_DISPLAY:
        return {"type": kind, "id": identity}
    return _field(component, values.get(component["custom_id"]))


def _field(control: Json, value: Any) -> Json:
    kind, name = control["type"], control["custom_id"]
    if control.get("required", kind != _CHECKBOX) and value in (None, "", []):
        raise NotPossible(f"The field {name!r} is required.")
    answer = {"type": kind, "id": control.get("id", 0), "custom_id": name}
    if kind in _SINGLE:
        empty: Any = {_TEXT_INPUT: "", _CHECKBOX: False}.get(kind)
        if kind == _TEXT_INPUT and len(str(value or "")) > (control.get("max_length") or 4000):
            raise NotPossible(f"The field {name!r} is too long.")
        return {**answer, "value": empty if value is None else value}
    chosen = [value] if isinstance(value, str) else [str(item) for item in value or ()]
    offered = {option["value"] for option in control.get("options") or []}
    if kind == _STRING_SELECT and (unknown := [v for v in chosen if v not in offered]):
        raise NotPossible(f"{unknown[0]!r} is not an option of {name!r}.")
    return {**answer, "values": chosen}
