"""Drives the bot from outside: people who press and read, and the bot's process.

The playground runs in the test's own loop, the bot as a process of its own, so what is tested is
what crosses the wire. Nothing here imports the bot.

    async with Playground() as playground, BotProcess(playground, db=tmp_path / "pluck.db"):
        alice = Person(playground, "alice")
        opened = await alice.slash("pluck new", preset="classic")
        await alice.press(opened.message, "Start")
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.playground import Playground
from bot.playground.people import Answer
from tests.support.clock import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
_EPHEMERAL = 1 << 6
_BUTTON, _TEXT = 2, 10
_SELECTS = (3, 5, 6, 7, 8)


@dataclass(frozen=True)
class Control:
    """A button or a select as a person sees it."""

    custom_id: str
    label: str
    disabled: bool
    kind: int
    style: int = 0
    options: tuple[tuple[str, str], ...] = ()  # label, value


@dataclass(frozen=True)
class Seen:
    """A message as it was when a person looked at it."""

    channel_id: int
    id: int
    data: dict[str, Any]

    @property
    def ephemeral(self) -> bool:
        return bool(self.data["flags"] & _EPHEMERAL)

    @property
    def json(self) -> str:
        """The whole message as text, for secrecy checks."""
        return json.dumps(self.data, ensure_ascii=False)

    @property
    def components(self) -> list[dict[str, Any]]:
        """Every component, nested ones too, in reading order."""
        return list(_walk(self.data["components"]))

    @property
    def text(self) -> str:
        """All that can be read in the message, the labels of its controls excepted."""
        parts = [self.data["content"]]
        for embed in self.data["embeds"]:
            parts += [embed.get("title"), embed.get("description")]
            for field in embed.get("fields") or []:
                parts += [field["name"], field["value"]]
            parts.append((embed.get("footer") or {}).get("text"))
        parts += [part["content"] for part in self.components if part["type"] == _TEXT]
        return "\n".join(part for part in parts if part)

    @property
    def controls(self) -> list[Control]:
        return [_control(c) for c in self.components if c["type"] in (_BUTTON, *_SELECTS)]

    @property
    def buttons(self) -> list[Control]:
        return [control for control in self.controls if control.kind == _BUTTON]

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    @property
    def enabled(self) -> list[str]:
        return [button.label for button in self.buttons if not button.disabled]

    @property
    def disabled(self) -> list[str]:
        return [button.label for button in self.buttons if button.disabled]

    def control(self, what: str) -> Control:
        """Return the control with this label, or whose custom_id begins or ends so ("p.QS")."""
        fits = (
            lambda c: c.label == what,
            lambda c: c.custom_id.startswith(what),
            lambda c: c.custom_id.partition("~")[0].endswith(f":{what}"),
        )
        found = [control for fit in fits for control in self.controls if fit(control)]
        assert found, f"nothing called {what!r} among {self.labels} in:\n{self.text}"
        return found[0]


@dataclass(frozen=True)
class Result:
    """What came of an interaction.

    `kind` is `message`, `update`, `deferred`, `deferred_update`, `modal` or `autocomplete`;
    `message` is the message made or changed, as the person saw it once that was done.
    """

    kind: str
    message: Seen | None
    answer: Answer

    @property
    def modal(self) -> dict[str, Any]:
        assert self.answer.modal is not None, f"no modal, but {self.kind}"
        return self.answer.modal

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""


class Person:
    """One of the guild's people, in one channel unless told otherwise."""

    def __init__(self, playground: Playground, name: str, channel: str | int = "card-room") -> None:
        self.playground = playground
        self.name = name
        self.id = playground.discord.people[name]
        self.channel = channel

    # ------------------------------------------------------------------ reading

    def visible_messages(self, channel: str | int | None = None) -> list[Seen]:
        """Return what this person sees in a channel, own ephemeral messages too, oldest first."""
        where = self._where(channel)
        discord = self.playground.discord
        return [
            Seen(where, message.id, discord.message_payload(message))
            for message in discord.messages(self.id, where)
        ]

    def look(self, message: Seen) -> Seen | None:
        """Return the message as it is now, if this person can see it still."""
        fresh = (m for m in self.visible_messages(message.channel_id) if m.id == message.id)
        return next(fresh, None)

    def received(self) -> list[str]:
        """Return, as JSON, all that the bot ever sent which this person could see.

        Public messages and this person's ephemeral ones, every edit of them, modals and choices.
        """
        return [
            json.dumps(request.body, ensure_ascii=False)
            for request in self.playground.requests
            if request.applied and request.body and request.audience in (None, self.id)
        ]

    async def see(
        self,
        wanted: str | Callable[[Seen], object] = "",
        *,
        channel: str | int | None = None,
        ephemeral: bool | None = None,
        timeout: float = PATIENCE,
    ) -> Seen:
        """Return the newest message with that text (or that is `wanted`), once it is there."""
        fits = wanted if callable(wanted) else lambda seen: wanted in seen.text

        def find() -> Seen | None:
            for seen in reversed(self.visible_messages(channel)):
                if (ephemeral is None or seen.ephemeral == ephemeral) and fits(seen):
                    return seen
            return None

        try:
            return await self.playground.pulse.until(find, timeout)
        except TimeoutError:
            shown = "\n---\n".join(seen.text for seen in self.visible_messages(channel))
            what = wanted if isinstance(wanted, str) else "what was wanted"
            raise AssertionError(f"{self.name} did not see {what!r} but:\n{shown}") from None

    # ------------------------------------------------------------------ acting

    def say(self, content: str, channel: str | int | None = None) -> Seen:
        """Post a message."""
        message_id = self.playground.people.say(self.id, where := self._where(channel), content)
        return next(seen for seen in self.visible_messages(where) if seen.id == message_id)

    def dismiss(self, message: Seen) -> None:
        """Put an ephemeral message away."""
        self.playground.people.dismiss(self.id, message.channel_id, message.id)

    async def slash(self, command: str, channel: str | int | None = None, **options: Any) -> Result:
        """Run a command, named with its subcommands: `slash("pluck new", preset="classic")`."""
        where = self._where(channel)
        answer = await self.playground.people.slash(self.id, where, command, options)
        return await self._result(answer, f"/{command}")

    async def autocomplete(
        self,
        command: str,
        option: str,
        typed: str = "",
        channel: str | int | None = None,
        **filled: Any,
    ) -> list[tuple[str, Any]]:
        """Return the names and values the bot offers for an option being typed."""
        answer = await self.playground.people.autocomplete(
            self.id, self._where(channel), command, option, typed, filled
        )
        assert answer.kind == "autocomplete", f"no choices for /{command} {option}"
        return [(choice["name"], choice["value"]) for choice in answer.choices]

    async def press(self, message: Seen, what: str) -> Result:
        """Press the enabled button with this label, or whose custom_id begins or ends so.

        The message may be stale: what it showed when it was read is what is pressed.
        """
        control = message.control(what)
        assert not control.disabled, f"{what!r} is disabled"
        return await self.forge(message, control.custom_id)

    async def forge(
        self, message: Seen, custom_id: str, kind: int = _BUTTON, values: Sequence[str] = ()
    ) -> Result:
        """Press any custom_id at all on a message, whether or not it is there."""
        answer = await self.playground.people.press(
            self.id, message.channel_id, message.id, custom_id, kind=kind, values=values
        )
        return await self._result(answer, custom_id)

    async def select(self, message: Seen, what: str, *values: str) -> Result:
        """Choose in a select, found by placeholder or custom_id, options by label or value."""
        control = message.control(what)
        assert not control.disabled, f"{what!r} is disabled"
        by_label = dict(control.options)
        chosen = [by_label.get(value, value) for value in values]
        return await self.forge(message, control.custom_id, control.kind, chosen)

    async def submit_modal(self, opened: Result, **values: Any) -> Result:
        """Submit the modal that `opened` brought; values by custom_id or by label."""
        named = {}
        for component in opened.modal["components"]:
            field = component.get("component") or (component.get("components") or [{}])[0]
            label = component.get("label") or field.get("label")
            for key in (label, field.get("custom_id")):
                if key in values:
                    named[field["custom_id"]] = values[key]
        assert len(named) == len(values), f"fields {sorted(values)} do not fit {opened.modal}"
        answer = await self.playground.people.submit(self.id, opened.answer.record.id, named)
        return await self._result(answer, opened.modal["title"])

    # ------------------------------------------------------------------ plumbing

    def _where(self, channel: str | int | None) -> int:
        place = self.channel if channel is None else channel
        return place if isinstance(place, int) else self.playground.channel(place)

    async def _result(self, answer: Answer, what: str) -> Result:
        assert answer.kind, f"the bot did not answer {self.name}'s {what} within 3 s"
        if answer.kind == "deferred":
            try:
                await self.playground.pulse.until(lambda: not self._pending(answer), PATIENCE)
            except TimeoutError:
                raise AssertionError(f"the deferred answer to {what} never came") from None
        found = self.visible_messages(answer.record.channel_id) if answer.message_id else []
        message = next((seen for seen in found if seen.id == answer.message_id), None)
        return Result(answer.kind, message, answer)

    def _pending(self, answer: Answer) -> bool:
        """Tell whether the bot has neither completed nor deleted its deferred answer."""
        channel_id, message_id = answer.record.channel_id, answer.record.message_id or 0
        kept = self.playground.discord.find_message(channel_id, message_id) is not None
        return answer.record.deferred and kept


class BotProcess:
    """The bot in a process of its own, connected to the playground.

    Settings are environment variables: `BotProcess(playground, db=path, PLUCK_AI_SECONDS=0.01)`.
    """

    def __init__(
        self,
        playground: Playground,
        *,
        db: Path | None = None,
        command: Sequence[str] = (sys.executable, "-m", "bot"),
        **settings: object,
    ) -> None:
        self.playground = playground
        self.command = tuple(command)
        self.logs: list[str] = []
        self.process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("PLUCK_", "DISCORD_"))},
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": playground.token,
            "DISCORD_API_URL": playground.api_url,
            "DISCORD_GATEWAY_URL": playground.gateway_url,
            **({"PLUCK_DB": str(db)} if db is not None else {}),
            **{name: str(value) for name, value in settings.items()},
        }

    @property
    def log(self) -> str:
        """All that the process has written so far."""
        return "".join(self.logs)

    async def start(self, timeout: float = PATIENCE) -> None:
        """Start, and return once the bot has identified and its commands are known."""
        gateway, discord = self.playground.gateway, self.playground.discord
        before = gateway.identified
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.STDOUT}
        process = await asyncio.create_subprocess_exec(
            *self.command, cwd=ROOT, env=self.environment, limit=1 << 24, **pipes
        )
        self.process, self._reader = process, asyncio.create_task(self._read(process))
        deadline = time.monotonic() + timeout
        while not (gateway.identified > before and discord.commands()):
            late = time.monotonic() > deadline
            if late or process.returncode is not None:
                await self.kill()
                why = "was not ready in time" if late else f"ended with {process.returncode}"
                raise AssertionError(f"the bot {why}:\n{self.log}")
            await asyncio.sleep(0.01)

    async def kill(self) -> None:
        """End it as a power cut would: kill -9."""
        await self._end(signal.SIGKILL, PATIENCE)

    async def terminate(self, timeout: float = 10.0) -> int:
        """Ask it to stop, as a deploy does, and return its exit status."""
        return await self._end(signal.SIGTERM, timeout)

    async def restart(self) -> None:
        """Kill -9 and start again."""
        await self.kill()
        await self.start()

    async def __aenter__(self) -> "BotProcess":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def _end(self, how: signal.Signals, timeout: float) -> int:
        if (process := self.process) is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        try:
            status = await asyncio.wait_for(process.wait(), timeout)
        except TimeoutError:
            process.kill()
            raise AssertionError(f"the bot did not stop:\n{self.log}") from None
        if self._reader is not None:
            await self._reader
        self.process = None
        return status

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.logs.append(line.decode(errors="replace"))


def _walk(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        if accessory := component.get("accessory"):
            yield accessory


def _control(component: dict[str, Any]) -> Control:
    emoji = component.get("emoji") or {}
    return Control(
        custom_id=component.get("custom_id") or "",
        label=component.get("label") or component.get("placeholder") or emoji.get("name") or "",
        disabled=bool(component.get("disabled")),
        kind=component["type"],
        style=component.get("style") or 0,
        options=tuple((o["label"], o["value"]) for o in component.get("options") or []),
    )
