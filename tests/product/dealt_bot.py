"""The bot whose chance comes from a test, so that whatever fails can be dealt once more.

What lies beside its database is asked before each deal: `decks.json` holds decks that are dealt
first, and `luck` the seed of all that follows.
"""

import json
import os
import sys
from pathlib import Path
from random import Random, SystemRandom

from bot import backroom
from bot.engine.cards import Card


class Luck(Random):
    """Deals and plays by that seed; the names of tables are never the same twice."""

    def __init__(self):
        super().__init__("")
        self._folder = Path(os.environ["PLUCK_DB"]).parent
        self._cards, self._dealt_from = Random(""), ""

    def sample(self, population, k, **more):
        if deck := self._stacked(population):
            return deck
        seed = self._read("luck")
        if seed != self._dealt_from:
            self._cards, self._dealt_from = Random(seed), seed
            self.seed(seed)
        return self._cards.sample(population, k, **more)

    def choices(self, *args, **more):
        return SystemRandom().choices(*args, **more)

    def _stacked(self, population):
        """The next order that was prepared for this pack, if there is one."""
        decks = json.loads(self._read("decks.json") or "[]")
        if not decks or sorted(decks[0]) != sorted(population):
            return []
        (self._folder / "decks.json").write_text(json.dumps(decks[1:]))
        return [Card(code) for code in decks[0]]

    def _read(self, name):
        file = self._folder / name
        return file.read_text() if file.exists() else ""


def main() -> int:
    backroom.SystemRandom = Luck
    from bot.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
