"""One person in one room, who plays as people do: mostly properly, and sometimes not.

What a person wants is drawn from a stream of their own, the same number of draws each step, so
that neither the other people nor the time a step takes move what comes next. A step waits until
it can be taken. What is on offer then depends on how the match goes, and that on time too.
"""

import asyncio
import contextlib
import time
from collections import deque
from random import Random
from typing import TYPE_CHECKING

from bot.playground.errors import NotPossible
from tests.soak.dice import stream, weighted
from tests.soak.ledger import REFUSALS, Deed
from tests.soak.sight import Sight, look
from tests.support.wire import Control, Seen

if TYPE_CHECKING:
    from tests.soak.room import Room

PATIENCE = 0.4
"""For how many seconds somebody waits for something to happen before they look for themselves."""
WANTS = (
    ("play", 66.0),
    ("press_twice", 6.0),
    ("press_an_old_button", 6.0),
    ("press_what_is_dimmed", 4.0),
    ("press_nonsense", 1.0),
    ("look", 4.0),
    ("dismiss", 3.0),
    ("rest", 1.2),
    ("leave", 0.8),
    ("run_a_command", 5.0),
    ("end_it", 0.2),
)
COMMANDS = (
    ("pluck hand", 4.0),
    ("pluck table", 1.0),
    ("pluck move", 0.7),
    ("pluck record", 2.0),
    ("pluck help", 0.5),
    ("leaderboard", 2.0),
    ("stats", 1.0),
    ("pluck new", 0.3),
)
NONSENSE = (
    "tb:1:{table}:0:p.QS",
    "tb:1:{table}:999999999:t.S",
    "tb:1:{table}:0:k.to.9",
    "tb:1:{table}:0:sit.99",
    "tb:1:{table}:0:ai.grandmaster",
    "tb:1:{table}:0:end.now",
    "tb:0:{table}:0:hand",
    "tb:1:nosuchtable:0:hand",
    "tb:1:{table}:-1:p.2C",
    "tb:1:{table}:0:p.2C~999",
    "lb:1::wins:all:9999",
    "ru:1:nosuchtable",
    "xx",
)


class Guest:
    """A person, what they remember, and how they spend their time."""

    def __init__(self, room: "Room", name: str, seed: int, *, plays: bool) -> None:
        """Somebody who `plays` takes a seat; a visitor looks on, and meddles."""
        self.room, self.name, self.plays = room, name, plays
        self._soak = room.soak
        self._playground = room.soak.playground
        self.user = self._playground.discord.people[name]
        self._wants = stream(seed, "wants", room.number, name)
        self._proper = stream(seed, "proper", room.number, name)
        self._pressed: deque[tuple[Seen, str]] = deque(maxlen=12)
        self._waits_since: float | None = None

    async def misbehave(self, steps: int) -> None:
        """Take so many steps, of which some are not what the game is about."""
        for _ in range(steps):
            if self._soak.is_late() or self.room.has_had_enough():
                return
            want, own = weighted(self._wants, WANTS), self._wants.getrandbits(64)
            while not await self._do(want, Random(own)):
                if self._soak.is_late() or self.room.has_had_enough():
                    return

    async def play_on(self) -> None:
        """Play properly until nothing is left to be played in this room."""
        while not self.room.is_done() and not self._soak.is_late():
            await self._do("play", Random(self._proper.getrandbits(64)))

    async def move(self, table: str) -> None:
        """Do the next proper thing at one table: press what is asked, or look for it."""
        sight, rng = self._look_at(table), Random(self._proper.getrandbits(64))
        try:
            if (move := self._next_move(sight, rng)) is not None:
                await self._press(*move)
            else:
                await self._look(sight, rng)
        except NotPossible:
            return

    async def _do(self, want: str, rng: Random) -> bool:
        """Do what is wanted, or else the next proper thing; False if it was only waited."""
        tables = self.room.unfinished()
        sight = self._look_at(rng.choice(tables) if tables else None)
        try:
            return await getattr(self, f"_{want}")(sight, rng) or await self._play(sight, rng)
        except NotPossible:
            await asyncio.sleep(0.05)  # What was looked at has gone meanwhile, or the bot.
            return False

    def _look_at(self, table: str | None) -> Sight:
        return look(self._playground, self.user, self.room.channel, table)

    # ------------------------------------------------------------------ playing

    async def _play(self, sight: Sight, rng: Random) -> bool:
        """Do what a well-behaved person would do next, or wait for it."""
        if (move := self._next_move(sight, rng)) is not None:
            told = await self._press(*move)
        elif self.room.may_open(self):
            told = await self._open(sight, rng)
        else:
            return await self._wait(rng)
        if move is None or move[0] is sight.board or told in REFUSALS:
            await self._see_it_change(sight.board)
        self._waits_since = None
        return True

    def _next_move(self, sight: Sight, rng: Random) -> tuple[Seen, str] | None:
        """The button that a well-behaved person would press."""
        if sight.hand is not None:
            if sight.answers:
                return sight.hand, rng.choice(sight.answers)
            for code in ("next", "back"):
                if found := sight.enabled(code):
                    return found[0], found[1].custom_id
        wanted = self._wanted_in_lobby(sight, rng) if sight.at_table("close") else None
        return None if wanted is None else (wanted[0], wanted[1].custom_id)

    def _wanted_in_lobby(self, sight: Sight, rng: Random) -> tuple[Seen, Control] | None:
        text, own = sight.board.text, self.name.title()
        seated = own in text and f"kept for {own}" not in text
        join, start, ai = (sight.at_table(code) for code in ("join", "start", "ai."))
        hosts = f"{own} · host" in text
        if self.room.is_closing:
            return sight.at_table("close")[0] if hosts else None
        if start and hosts:
            return start[0]
        if join and not seated and self.plays:
            return join[0]
        if ai and hosts and rng.random() < self.room.eagerness(text):
            return rng.choice(ai)
        return None

    async def _open(self, sight: Sight, rng: Random) -> str:
        """Open the next table: with the button of the last one, or by command."""
        again = sight.enabled("again")
        if again and rng.random() < 0.7:
            return await self._press(again[0], again[1].custom_id)
        return await self._slash("pluck new", **self.room.options)

    async def _see_it_change(self, board: Seen | None) -> None:
        """Nobody presses at the table again before what they did can be seen there."""
        if board is None:
            return
        find, text = self._playground.discord.find_message, board.json
        payload = self._playground.discord.message_payload
        with contextlib.suppress(TimeoutError):
            await self._playground.pulse.until(
                lambda: (
                    (now := find(board.channel_id, board.id)) is None
                    or Seen(board.channel_id, board.id, payload(now)).json != text
                ),
                PATIENCE,
            )

    async def _wait(self, rng: Random) -> bool:
        """Wait for something to happen; who has waited for long looks for their hand: True."""
        pulse = self._playground.pulse
        try:
            await asyncio.wait_for(pulse.after(pulse.beats), PATIENCE)
            await asyncio.sleep(0.03)
        except TimeoutError:
            pass
        now = time.monotonic()
        self._waits_since = self._waits_since or now
        if now - self._waits_since <= 2 * PATIENCE:
            return False
        self._waits_since = now
        return await self._look(self._look_at(rng.choice(self.room.unfinished() or [None])), rng)

    # ------------------------------------------------------------------ everything else

    async def _look(self, sight: Sight, rng: Random) -> bool:
        """Look for one's hand where a button for it is; call the table where there is none."""
        unfinished = self.room.unfinished()
        if found := sight.enabled("hand"):
            table = sight.table
            told = await self._press(found[0], found[1].custom_id)
        elif unfinished:
            table = rng.choice(unfinished)
            told = await self._slash("pluck table", table=table)
        else:
            return False
        if "resting" in told:
            await self._slash("pluck move", table=table)
        return True

    async def _press_twice(self, sight: Sight, rng: Random) -> bool:
        """Press so quickly that the second press is on its way before the first is answered."""
        if not sight.answers:
            return False
        first, second = rng.choice(sight.answers), rng.choice(sight.answers)
        second = second if rng.random() < 0.3 else first
        await asyncio.gather(self._press(sight.hand, first), self._press(sight.hand, second))
        return True

    async def _press_an_old_button(self, sight: Sight, rng: Random) -> bool:
        if not self._pressed:
            return False
        await self._press(*rng.choice(self._pressed))
        return True

    async def _press_what_is_dimmed(self, sight: Sight, rng: Random) -> bool:
        """Press a card that may not be played, or one's own by way of the public message."""
        cards = [] if sight.hand is None else [b for b in sight.hand.buttons if b.disabled]
        if not cards or sight.board is None:
            return False
        where = sight.board if rng.random() < 0.3 else sight.hand
        await self._press(where, rng.choice(cards).custom_id)
        return True

    async def _press_nonsense(self, sight: Sight, rng: Random) -> bool:
        if sight.board is None:
            return False
        await self._press(sight.board, rng.choice(NONSENSE).format(table=sight.table))
        return True

    async def _dismiss(self, sight: Sight, rng: Random) -> bool:
        if sight.hand is None:
            return False
        self._playground.people.dismiss(self.user, self.room.channel, sight.hand.id)
        return True

    async def _rest(self, sight: Sight, rng: Random) -> bool:
        """Do nothing for a while, perhaps for longer than one's time."""
        await asyncio.sleep(rng.uniform(0.1, 1.3) * self._soak.plan.turn_seconds)
        return True

    async def _leave(self, sight: Sight, rng: Random) -> bool:
        """Take a free seat, or press Leave, and mean it or not."""
        if seats := sight.at_table("sit."):
            seen, button = rng.choice(seats)
            await self._press(seen, button.custom_id)
            return True
        if not (found := sight.enabled("leave")):
            return False
        await self._press(found[0], found[1].custom_id)
        asked = self._look_at(sight.table).newest
        if asked is not None and "Yes, leave the match" in asked.labels and rng.random() < 0.5:
            await self._press(asked, asked.control("Yes, leave the match").custom_id)
        return True

    async def _run_a_command(self, sight: Sight, rng: Random) -> bool:
        command, options = weighted(rng, COMMANDS), {}
        if command == "leaderboard":
            options["sort"] = rng.choice(("wins", "points", "win_rate", "bostons"))
        elif command == "pluck new":
            options["target"] = 1
        elif command.startswith("pluck ") and command != "pluck help":
            named = sight.table and (command == "pluck move" or rng.random() < 0.7)
            options |= {"table": sight.table} if named else {}
        await self._slash(command, **options)
        return True

    async def _end_it(self, sight: Sight, rng: Random) -> bool:
        """The host may end a match; anybody may try."""
        if sight.table is None:
            return False
        await self._slash("pluck end", table=sight.table)
        return True

    # ------------------------------------------------------------------ on the wire

    async def _press(self, seen: Seen, custom_id: str) -> str:
        """Press; what was told in the message that came of it, a refusal by its sentence."""
        self._pressed.append((seen, custom_id))
        at, channel = time.time(), seen.channel_id
        answer = await self._playground.people.press(self.user, channel, seen.id, custom_id)
        return self._enter(answer, channel, custom_id, at, private=seen.ephemeral)

    async def _slash(self, command: str, **options: object) -> str:
        at, channel = time.time(), self.room.channel
        answer = await self._playground.people.slash(self.user, channel, command, options)
        what = " ".join(["/" + command, *map(str, options.values())])
        return self._enter(answer, channel, what, at, private=False)

    def _enter(self, answer, channel: int, what: str, at: float, *, private: bool) -> str:
        record = answer.record
        deed = Deed(record.id, record.token, self.user, channel, what, private, at)
        self._soak.ledger.enter(deed)
        message = self._playground.discord.find_message(channel, answer.message_id or 0)
        if not answer.kind or message is None:
            return ""
        seen = Seen(channel, message.id, self._playground.discord.message_payload(message))
        return next((line for line in seen.text.split("\n") if line in REFUSALS), seen.text)
