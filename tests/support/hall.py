"""Tables without a database in a Discord of a few lines, for tests of what shows them.

    hall = Hall()
    table = hall.open()
    hall.change(table)

Every call that is made is kept with its moment; `hall.fail` puts a fault in its way.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord

from bot.table.model import Board, Display, Look, Refused, Status, TableView
from bot.ui.calls import Calls
from bot.ui.hands import Hands, LiveHand
from bot.ui.panel import Panel, PrivatePanel, PublicPanel, Text
from bot.ui.passes import Passes
from bot.ui.precedence import Precedence
from bot.ui.publisher import Publisher
from tests.support.panels import holder, lobby_table

CHANNEL, GUILD = 500, 1
DISCORD_EPOCH = 1_420_070_400
EARLY = 10_000.0  # an hour that Discord knows, so that messages have ids


class Call(NamedTuple):
    """A call that reached Discord: a post, edit, delete, mention or push, by the bot or a token."""

    kind: str
    by: str
    channel: int
    message: int
    at: float
    view: Any = None
    nonce: str = ""


class Failure(NamedTuple):
    """What is to go wrong with calls of a kind: an error, or an answer that never comes."""

    kinds: tuple[str, ...]
    by: str
    error: BaseException | None
    applied: bool
    again: list[int]


def refusal(status: int, code: int = 0, *, via: bool = True) -> discord.HTTPException:
    """What discord.py raises for that answer."""
    headers = {"Via": "1.1 google"} if via else {}
    response = SimpleNamespace(status=status, reason="", headers=headers)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kinds.get(status, kind)(response, {"code": code, "message": "no"})


class PlainPanels:
    """Panels that say which table and revision they show, and nothing else."""

    def public(self, table: TableView, now: float) -> PublicPanel:
        return PublicPanel((Text(f"{table.id} at {table.rev}"),))

    def reduced(self, table: TableView) -> PublicPanel:
        return PublicPanel((Text(f"summary of {table.id}"),))

    def hand(self, table: TableView) -> PrivatePanel:
        return PrivatePanel((Text(f"hand at {table.rev}"),))

    def occasion(self, table: TableView) -> int:
        return table.rev

    def nudge(self, table: TableView, users: list[int]) -> str:
        return f"{users} at {table.id}"

    def refusal(self, refused: Refused) -> str:
        return refused.why.value

    def message(self, text: str) -> PrivatePanel:
        return PrivatePanel((Text(text),))


@dataclass
class Hall:
    """Many tables and the publisher that shows them."""

    takes: float = 0.05
    calls: list[Call] = field(default_factory=list)
    boards: dict[str, Board] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    suspended: list[str] = field(default_factory=list)
    messages: dict[int, Any] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    trouble: list[BaseException] = field(default_factory=list)
    pressed: dict[str, int] = field(default_factory=dict)
    reads: int = 0
    recorded: int = 0
    is_out: bool = False
    weather: Callable[[Call], tuple[BaseException | None, bool] | None] = lambda call: None
    nonces: dict[tuple[int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.hands, self.passes = Hands(self.now), Passes(self.now)
        self.panels: Any = PlainPanels()
        self.publisher = Publisher(
            HallCalls(self),
            self,
            self,
            self.panels,
            self.hands,
            self.passes,
            Precedence(),
            now=self.now,
            nudge_after=20.0,
        )
        self._numbers = iter(range(10**9))

    def now(self) -> float:
        return DISCORD_EPOCH + EARLY + self.loop.time()

    # ------------------------------------------------------------------ tables

    def open(self, *, posted: bool = True) -> str:
        """A table in its first deal; its board stands there unless told not to."""
        name = f"t{len(self.boards)}"
        people = [holder(seat) for seat in range(3)]
        table = lobby_table(*people, status=Status.PLAYING, deal=1)
        table = replace(table, id=name, channel=CHANNEL + len(self.boards))
        message = self._new_message(table.channel) if posted else None
        display = Display(table.rev, message, self.now(), int(posted), None, None)
        self.boards[name] = Board(table, display, {})
        return name

    def change(self, name: str, **changes: Any) -> None:
        """Something happens at the table that everybody can see."""
        board = self.boards[name]
        table = replace(board.table, rev=board.table.rev + 1, **changes)
        self.boards[name] = replace(board, table=table)
        self.publisher.notify(name)

    def display(self, name: str, **changes: Any) -> None:
        board = self.boards[name]
        self.boards[name] = replace(board, display=replace(board.display, **changes))

    def deal(self, name: str) -> None:
        """The next deal begins."""
        self.change(name, deal=self.boards[name].table.deal + 1)

    def wait_for(self, name: str, user: int, ask: int = 6) -> None:
        """The table waits for this person."""
        self.boards[name] = replace(self.boards[name], waiting={user: (ask, self.now())})
        self.publisher.notify(name)

    def give_hand(self, name: str, user: int, *, here: bool = True, age: float = 0) -> LiveHand:
        """That person has a hand before them, drawn for some other occasion."""
        number, channel = next(self._numbers), self.boards[name].table.channel
        at = self.now() - age
        hand = LiveHand(f"hand {number}", number, at, None, channel if here else channel + 1)
        self.hands.remember(name, user, hand)
        return hand

    def is_shown(self, name: str) -> bool:
        """Whether the board in Discord shows the newest revision."""
        board = self.boards[name]
        found = self.messages.get(board.display.message or 0)
        return found is not None and found == texts_of(self.panels.public(board.table, 0))

    # ------------------------------------------------------------------ faults

    def fail(
        self,
        *kinds: str,
        error: BaseException | None = None,
        times: int = 1,
        by: str = "",
        applied: bool = False,
    ) -> None:
        """Let calls of these kinds fail so many times, or never be answered."""
        self.failures.append(Failure(kinds, by, error, applied, [times]))

    # ------------------------------------------------------------------ reading what was done

    def made(self, kind: str = "", by: str = "", since: float = 0.0) -> list[Call]:
        return [
            call
            for call in self.calls
            if kind in ("", call.kind)
            and call.at >= since
            and (by in ("", call.by) or (by == "token" and call.by != "bot"))
        ]

    # ------------------------------------------------------------------ what the publisher asks

    async def board(self, name: str) -> Board | None:
        return self.boards.get(name)

    async def look(self, name: str, shown: Mapping[int, int]) -> Look:
        self.reads += 1
        if self.trouble:
            raise self.trouble.pop(0)
        return Look(self.boards[name], self._behind(name, shown))

    async def views(self, name: str, shown: Mapping[int, int]) -> Mapping[int, TableView]:
        return (await self.look(name, shown)).hands

    def _behind(self, name: str, shown: Mapping[int, int]) -> Mapping[int, TableView]:
        table = self.boards[name].table
        return {user: self._seen(table, user) for user, rev in shown.items() if rev < table.rev}

    def _seen(self, table: TableView, user: int) -> TableView:
        seats = [each.seat for each in table.holders if each.user == user]
        return replace(table, seat=seats[0] if seats else None)

    async def scored_deal(self, name: str, guild: int, user: None, number: int) -> TableView:
        return self.boards[name].table

    async def shown(self, name: str, rev: int) -> None:
        self.revisions[name] = rev

    async def posted(self, name: str, message: int, at: float, deal: int) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.recorded += 1
        self.display(name, message=message, message_at=at, message_deal=deal)

    async def nudged(self, name: str, message: int | None, ask: int | None) -> None:
        self.display(name, nudge=message, nudged_ask=ask)

    async def suspend(self, name: str, channel: int | None = None) -> None:
        board = self.boards[name]
        self.suspended.append(name)
        if board.table.status not in (Status.SUSPENDED, Status.OVER):
            table = replace(board.table, status=Status.SUSPENDED, rev=board.table.rev + 1)
            self.boards[name] = replace(board, table=table)
            self.publisher.notify(name)

    # ------------------------------------------------------------------ Discord

    async def take(self, call: Call) -> int:
        """A call reaches Discord; the id of the message it made or changed."""
        call = call._replace(at=self.loop.time())
        self.calls.append(call)
        await asyncio.sleep(self.takes)
        if struck := self._struck(call):
            error, applied = struck
            if applied:
                self._apply(call)
            if error is None:
                await asyncio.sleep(10**6)
            raise error
        return self._apply(call)

    def _struck(self, call: Call) -> tuple[BaseException | None, bool] | None:
        """What goes wrong with this call, and whether it takes effect all the same."""
        by = "bot" if call.by == "bot" else "token"
        for failure in self.failures:
            if call.kind in failure.kinds and failure.by in ("", by) and failure.again[0]:
                failure.again[0] -= 1
                return failure.error, failure.applied
        return self.weather(call)

    def _apply(self, call: Call) -> int:
        if call.kind in ("post", "mention"):
            return self._post(call)
        if call.kind != "push" and call.message not in self.messages:
            raise refusal(404, 10008)
        if call.kind == "delete":
            del self.messages[call.message]
        elif call.kind == "edit":
            self.messages[call.message] = texts_of(call.view)
        return call.message

    def _post(self, call: Call) -> int:
        """Post a message, or find the one that the same nonce has made."""
        key = (call.channel, call.nonce)
        if not call.nonce or self.nonces.get(key) not in self.messages:
            self.nonces[key] = self._new_message(call.channel, call.view)
        return self.nonces[key]

    def _new_message(self, channel: int, view: Any = None) -> int:
        milliseconds = int((EARLY + self.loop.time()) * 1000)
        message = (milliseconds << 22) + next(self._numbers)
        self.messages[message] = texts_of(view)
        return message


class HallCalls(Calls):
    """The same calls, in a hall."""

    def __init__(self, hall: Hall) -> None:
        gate = asyncio.Event()
        gate.set()
        super().__init__(SimpleNamespace(http=SimpleNamespace(_global_over=gate)))
        self.gate = gate
        self.hall = hall

    def reaches(self, guild: int) -> bool:
        return not self.hall.is_out

    def channel(self, channel_id: int, guild: int) -> Any:
        return HallChannel(self.hall, channel_id)

    async def edit_with(self, token: str, message: int | None, panel: Any) -> None:
        kind = "push" if token.startswith("hand") and message is not None else "edit"
        if message in self.hall.messages:
            kind = "edit"
        call = Call(kind, token, 0, message or self.hall.pressed[token], 0, panel)
        async with asyncio.timeout(8):
            await self.hall.take(call)

    async def follow_up(self, token: str, panel: Any) -> int:
        async with asyncio.timeout(8):
            return await self.hall.take(Call("post", token, 0, 0, 0, panel))


class HallChannel(NamedTuple):
    hall: Hall
    id: int

    def get_partial_message(self, message: int) -> Any:
        async def edit(view: Any) -> None:
            await self.hall.take(Call("edit", "bot", self.id, message, 0, view))

        async def delete() -> None:
            await self.hall.take(Call("delete", "bot", self.id, message, 0))

        return SimpleNamespace(edit=edit, delete=delete)

    async def send(self, content: str = "", *, view: Any = None, nonce: str = "", **_: Any) -> Any:
        kind = "mention" if view is None else "post"
        message = await self.hall.take(Call(kind, "bot", self.id, 0, 0, view, nonce))
        return SimpleNamespace(id=message, created_at=discord.utils.snowflake_time(message))


def texts_of(shown: Any) -> str | None:
    """All that can be read in a panel or in what was sent."""
    if shown is None:
        return None
    if isinstance(shown, Panel):
        return shown.text
    return "\n".join(_texts(shown.to_components()))


def _texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if "content" in component:
            yield component["content"]
        yield from _texts(component.get("components", []))
