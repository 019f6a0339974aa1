"""The bot with stacked decks: those in `decks.json`, beside its database, are dealt first."""

import json
import os
import sys
from pathlib import Path
from random import SystemRandom

from bot import backroom
from bot.engine.cards import Card


class Stacked(SystemRandom):
    """Shuffles a pack into the next order that was prepared for it, while there is one."""

    def sample(self, population, k, **more):
        file = Path(os.environ["PLUCK_DB"]).with_name("decks.json")
        decks = json.loads(file.read_text()) if file.exists() else []
        if not decks or sorted(decks[0]) != sorted(population):
            return super().sample(population, k, **more)
        file.write_text(json.dumps(decks[1:]))
        return [Card(code) for code in decks[0]]


def main() -> int:
    backroom.SystemRandom = Stacked
    from bot.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
