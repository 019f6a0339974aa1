"""Tables as the people at them see and play them: by reading messages and pressing buttons.

    table = await open_table(room, alice, bob, carol, preset="race", target=3)
    await table.start()
    await table.play(cards=20)

Nothing here knows the bot from inside. What is in its database is read only to see that nothing
has changed there.
"""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.playground import Fault, Playground
from tests.product.place import PEOPLE, Place, Room
from tests.support.clock import PATIENCE
from tests.support.wire import ROOT, BotProcess, Person, Result, Seen

BOT = (sys.executable, "-m", "bot")
DEALT_BOT = (sys.executable, "-m", "tests.product.dealt_bot")
CALM = {
    "PLUCK_TURN_SECONDS": 120,
    "PLUCK_AI_SECONDS": 0.02,
    "PLUCK_NEXT_SECONDS": 60,
    "PLUCK_NUDGE_SECONDS": 60,
    "PLUCK_LOG_LEVEL": "DEBUG",
}
"""Settings at which nothing happens by itself while a test looks."""

CALLBACK = "POST /interactions/{id}/{token}/callback"
PUSH = "PATCH /webhooks/{id}/{token}/messages/{id}"
EDIT = "PATCH /channels/{id}/messages/{id}"
POST = "POST /channels/{id}/messages"
DELETE = "DELETE /channels/{id}/messages/{id}"

_CODE = re.compile(r"[ptkmd]\..+")


@dataclass
class Table:
    """A table and who came to it, in the order of their seats."""

    place: Place
    id: str
    people: list[Person]
    opened: Result
    game: str = "pluck"
    rng: Random = field(default_factory=lambda: Random(7))

    # ------------------------------------------------------------------ reading

    @property
    def host(self) -> Person:
        return self.people[0]

    @property
    def board(self) -> Seen:
        """The newest public message with buttons of this table."""
        found = self.boards()
        assert found, "there is no board"
        return found[-1]

    def boards(self, channel: int | None = None) -> list[Seen]:
        seen = self.host.visible_messages(channel)
        return [each for each in seen if not each.ephemeral and self._is_mine(each)]

    def hand(self, person: Person) -> Seen:
        """The newest message in which this person sees their hand."""
        hands = self.hands(person)
        assert hands, f"{person.name} sees no hand"
        return hands[-1]

    def hands(self, person: Person) -> list[Seen]:
        seen = person.visible_messages()
        return [s for s in seen if s.ephemeral and "Refresh" in s.labels and self._is_mine(s)]

    def answers(self, person: Person) -> list[str]:
        """The custom_ids with which this person may answer what they are asked."""
        hands = self.hands(person)
        return answers(hands[-1]) if hands else []

    def asked(self) -> list[Person]:
        """Whose hand says that it is their turn."""
        return [person for person in self.people if self.answers(person)]

    def waits_for_next(self, person: Person) -> bool:
        hands = self.hands(person)
        return bool(hands) and "Next" in hands[-1].enabled

    @property
    def status(self) -> str:
        return str(self.place.row(self.id)["status"])

    @property
    def kept(self) -> list[dict[str, Any]]:
        return self.place.kept(self.id)

    def acts(self, kind: str = "") -> list[dict[str, Any]]:
        """What has been done at the table, as stored."""
        events = self.place.ask("SELECT * FROM events WHERE table_id = ? ORDER BY seq", self.id)
        acts = [{**event, **json.loads(event["action"])} for event in events]
        return [act for act in acts if kind in ("", act["type"])]

    async def record(self) -> dict[str, Any]:
        """The record as the last of the people gets it."""
        shown = (await self.people[-1].slash(f"{self.game} record", table=self.id)).message
        assert shown is not None
        path = shown.data["attachments"][0]["url"].partition("/cdn")[2]
        return dict(json.loads(self.place.playground.discord.attachment(path) or b""))

    # ------------------------------------------------------------------ acting

    async def start(self) -> None:
        """The host presses Start; one need not wait until the board looks enabled."""
        await self.host.forge(self.board, self.board.control("Start").custom_id)
        await self.place.wait(self.asked_or_ai, "the first question")

    async def on_board(self, wanted: str | Callable[[Seen], object] = "My hand") -> Seen:
        """The board once it shows that text or button."""
        fits = wanted if callable(wanted) else lambda s: wanted in s.labels or wanted in s.text

        def shown() -> Seen | None:
            boards = self.boards()
            return boards[-1] if boards and fits(boards[-1]) else None

        seen: Seen = await self.place.wait(shown, f"a board with {wanted}")
        return seen

    async def shown(self) -> None:
        """Wait until the board shows all that has happened."""
        await self.place.wait(self.is_shown, "the board")

    def is_shown(self) -> bool:
        row = self.place.row(self.id)
        return bool(row["shown_rev"] == row["rev"])

    def asked_or_ai(self) -> bool:
        return bool(self.asked()) or self.status != "playing" or len(self.acts()) > 2

    async def turn(self) -> Person:
        """Whoever sees that it is their turn, once somebody does."""
        return (await self.place.wait(self.asked, "somebody's turn"))[0]

    async def answer(self, person: Person, custom_id: str | None = None) -> Result:
        """Answer what this person is asked, at random if need be."""
        chosen = custom_id or self.rng.choice(self.answers(person))
        return await person.forge(self.hand(person), chosen)

    async def play(
        self, *, cards: int = 10_000, until: Callable[[], object] = lambda: False
    ) -> int:
        """Answer whatever anybody is asked; `cards` is how many may be played. Returns how many."""
        played = 0
        while played < cards and not until():
            if self.is_over():
                break
            await self.place.wait(
                lambda: self.asked() or self.anybody_next() or self.is_over() or until(),
                "somebody's turn",
            )
            for person in self.people:
                if self.answers(person) and played < cards and not until():
                    custom_id = self.rng.choice(self.answers(person))
                    await self.answer(person, custom_id)
                    played += code_of(custom_id).startswith("p.")
                elif self.waits_for_next(person) and not until():
                    await person.press(self.hand(person), "Next")
        return played

    async def all_press_next(self) -> None:
        """Everybody says that they are ready for the next deal."""
        for person in self.people:
            await self.place.wait(lambda: self.waits_for_next(person), f"{person.name}'s Next")  # noqa: B023
            await person.press(self.hand(person), "Next")

    def anybody_next(self) -> bool:
        return any(self.waits_for_next(person) for person in self.people)

    def is_over(self) -> bool:
        return any("Play again" in self.hand(p).labels for p in self.people if self.hands(p))

    async def play_deal(self) -> None:
        """Play until a deal has been scored."""
        before = self.deals_scored()
        await self.play(until=lambda: self.anybody_next() and self.deals_scored() > before)

    def deals_scored(self) -> int:
        deals = len(self.acts("deal"))
        return deals - (self.place.row(self.id)["pause_rev"] is None)

    def _is_mine(self, seen: Seen) -> bool:
        return any(f":{self.id}" in button.custom_id for button in seen.buttons)


def code_of(custom_id: str) -> str:
    return custom_id.split(":")[-1].partition("~")[0]


def ask_of(custom_id: str) -> int:
    return int(custom_id.split(":")[3])


def answers(seen: Seen) -> list[str]:
    """The custom_ids of a hand that answer its question."""
    buttons = [button for button in seen.buttons if not button.disabled]
    return [each.custom_id for each in buttons if _CODE.fullmatch(code_of(each.custom_id))]


def cards_in(seen: Seen) -> set[str]:
    """The codes of the cards that stand on a hand's buttons."""
    codes = [code_of(button.custom_id).split(".") for button in seen.buttons]
    return {parts[1] for parts in codes if parts[0] in ("p", "k") and len(parts[1]) == 2}


async def open_table(
    room: Room, *people: Person, game: str = "pluck", ai: Sequence[str] = (), **options: Any
) -> Table:
    """The first of the people opens a table and adds the AI players, the others join."""
    host, *guests = people
    opened = await host.slash(f"{game} new", **options)
    assert opened.message is not None
    found = [b.custom_id for b in opened.message.buttons if b.custom_id.startswith("tb:")]
    assert found, opened.text
    table = Table(room.place, found[0].split(":")[2], list(people), opened, game)
    board = await host.see(table._is_mine, ephemeral=False)
    for guest in guests:
        joined = await guest.press(board, "Join")
        assert joined.message is not None, "joining is answered by a hand"
    for level in ai:
        await host.press(board, f"Add AI ({level})")
    return table


async def start_table(room: Room, *people: Person, **options: Any) -> Table:
    """The same, and the host presses Start."""
    table = await open_table(room, *people, **options)
    await table.start()
    return table


async def trio(room: Room, **options: Any) -> Table:
    """A match of three people in which the first card lies."""
    people = [room.alice, room.bob, room.carol]
    table = await start_table(room, *people, **{"preset": "classic", **options})
    await table.play(cards=1)
    await table.on_board("My hand")
    await table.turn()
    return table


def order(place: Place, key: str, **fault: Any) -> Any:
    """A misfortune for the next call of that kind."""
    return place.playground.faults.add(Fault("^" + re.escape(key) + "$", **fault))


@asynccontextmanager
async def open_place(
    folder: Path, command: Sequence[str] = DEALT_BOT, **settings: object
) -> AsyncIterator[Place]:
    """A Discord with the bot in it, calm unless the settings say otherwise.

    The cards follow from the folder's name.
    """
    described = os.environ.get("DISCORD_OPENAPI")
    playground = Playground(people=PEOPLE, openapi=Path(described) if described else None)
    async with playground:
        db = folder / "pluck.db"
        bot = BotProcess(playground, db=db, command=command, **{**CALM, **settings})
        place = Place(playground, bot, db)
        place.deal_by(folder.name)
        await bot.start()
        try:
            yield place
        finally:
            await bot.kill()


async def run_bot(
    *arguments: str,
    env: dict[str, str],
    command: Sequence[str] = BOT,
) -> tuple[int, str]:
    """Run a command of the bot to its end; its exit status and all that it wrote."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PLUCK_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(
        *command,
        *arguments,
        env={**clean, "PYTHONPATH": str(ROOT), **env},
        cwd=env.get("PWD", str(ROOT)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    except TimeoutError:
        process.kill()
        raise
    return process.returncode or 0, out.decode()
