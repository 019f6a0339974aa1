"""How far people have come in the lessons of a game."""

from collections.abc import Callable

from bot.store.database import Store


class Progress:
    """Remembers finished lessons."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Keep them in this store."""
        self._store = store
        self._now = now

    async def finish(self, user: int, game: str, lesson: str) -> None:
        """Note that a person has been through a lesson; once more changes nothing."""
        at = self._now()
        await self._store.write(lambda unit: unit.lessons.finish(user, game, lesson, at=at))

    async def done(self, user: int, game: str) -> frozenset[str]:
        """The keys of the lessons of a game that a person has been through."""
        return await self._store.read(lambda unit: unit.lessons.done(user, game))
