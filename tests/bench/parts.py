"""The parts of the bench: each is a module with a TITLE and `measure`, which returns rows."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from tests.bench import (
    part_busy,
    part_calls,
    part_memory,
    part_press,
    part_rollouts,
    part_start,
    part_storage,
    part_thinking,
)
from tests.bench.scale import Scale


class Part(Protocol):
    """What is measured together."""

    TITLE: str

    async def measure(self, scale: Scale, folder: Path) -> list[dict[str, Any]]:
        """A row of named values for each size; files go to `folder`."""


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "press": part_press,
        "calls": part_calls,
        "busy": part_busy,
        "memory": part_memory,
        "storage": part_storage,
        "start": part_start,
        "thinking": part_thinking,
        "rollouts": part_rollouts,
    }
)
"""In the order in which they are measured."""
