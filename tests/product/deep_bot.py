"""The bot with two AI players of its own: `quick` answers at once, `deep` thinks as it is told.

In the folder that DEEP_FOLDER names each writes into `log` what it does and in which process;
`seconds` says how long `deep` burns its core.
"""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from bot.players import registry


def note(word: str) -> None:
    with (Path(os.environ["DEEP_FOLDER"]) / "log").open("a") as log:
        log.write(f"{word} {os.getpid()}\n")


@dataclass(frozen=True)
class Quick:
    """Answers at once."""

    def choose(self, view, legal, rng):
        note("quick")
        return legal[0]


@dataclass(frozen=True)
class Deep:
    """Thinks whatever its clock says."""

    def within(self, seconds: float | None) -> "Deep":
        return self

    def choose(self, view, legal, rng):
        note("begins")
        end = time.perf_counter() + float((Path(os.environ["DEEP_FOLDER"]) / "seconds").read_text())
        while time.perf_counter() < end:
            pass
        note("deep")
        return legal[-1]


def main() -> int:
    levels = MappingProxyType({"quick": Quick(), "deep": Deep()})
    registry.POLICIES = MappingProxyType(dict.fromkeys(registry.POLICIES, levels))
    from tests.product.dealt_bot import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
