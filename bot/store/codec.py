"""Codec: values of a game (states, actions) to JSON text and back, checked, with versions.

What is stored may show somebody's hand, so no error raised here contains any of it, nor is
chained to one that does.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from bot.engine.contract import Upcast
from bot.store.errors import BadState

S = TypeVar("S")


class Codec(Generic[S]):
    """Turns values of one type into JSON text and back.

    `version` is the present form; `upcasts[n]` turns the JSON object of version n into that of
    version n + 1. A text of an old version is brought up step by step, then validated.
    """

    def __init__(
        self,
        state_type: type[S],
        version: int = 1,
        upcasts: Mapping[int, Upcast] | None = None,
    ) -> None:
        """Raises ValueError where the upcasts leave a gap below `version`.

        `state_type` is any type pydantic understands; as a rule a frozen dataclass.
        """
        self.version = version
        self._adapter = TypeAdapter(state_type)
        self._upcasts = dict(upcasts or {})
        self._field_names = (
            frozenset(field.name for field in fields(state_type))
            if is_dataclass(state_type)
            else frozenset()
        )
        oldest = min(self._upcasts, default=version)
        if sorted(self._upcasts) != list(range(oldest, version)):
            raise ValueError(f"upcasts must lead from version {oldest} to {version} without a gap")

    def dump(self, state: S) -> str:
        """The value as compact JSON of the present version; BadState where it has not the type."""
        try:
            # A value of a wrong type would otherwise be stored with a warning that quotes it.
            return self._adapter.dump_json(state, warnings="error").decode()
        except (PydanticSerializationError, ValueError, TypeError, AttributeError):
            problem = "a value to be stored does not have its declared type"
        raise BadState(problem)

    def load(self, text: str, version: int) -> S:
        """The value stored as `text` by that version.

        Raises BadState where the version is unknown or the text does not fit the type.
        """
        if version != self.version:
            text = self._brought_up(text, version)
        try:
            return self._adapter.validate_json(text, strict=True, extra="forbid")
        except ValidationError as error:
            problem = self._described(error)
        raise BadState(problem)

    def _brought_up(self, text: str, version: int) -> str:
        if version > self.version:
            raise BadState(f"stored by version {version}, newer than {self.version}")
        if version not in self._upcasts:
            raise BadState(f"stored by version {version}, which can no longer be read")
        step = version
        try:
            value = json.loads(text)
            for step in range(version, self.version):
                value = self._upcasts[step](value)
            return json.dumps(value)
        except Exception as error:  # an upcast is fed whatever was stored, and may fail anyhow
            problem = f"cannot be brought up from version {step} ({type(error).__name__})"
        raise BadState(problem)

    def _described(self, error: ValidationError) -> str:
        first = error.errors(include_input=False, include_context=False, include_url=False)[0]
        # Only names known beforehand: a key or a tag of the stored text may itself be a card.
        place = first["loc"][0] if first["loc"] else ""
        where = f" at {place}" if place in self._field_names else ""
        return f"does not fit its type: {first['type']}{where} ({error.error_count()} in all)"
