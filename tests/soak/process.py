"""Keeps the bot's process going: ends it when told to, and starts it again however it ended."""

import asyncio
import contextlib
import os
import signal
import time

from tests.support.wire import BotProcess

_STARTS = 12
_LONGEST_STOP = 10.0
_UNREACHABLE = "Discord cannot be reached"
"""With which a start may end while requests fail."""


class Keeper:
    """A process that is started again, as systemd or a container's restart policy would do."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.problems: list[str] = []
        self.ends: list[str] = []
        """How the process ended each time."""
        self.failed_starts = 0
        self._ordered: tuple[str, float] | None = None
        self._order = asyncio.Event()
        self._up = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the bot, and watch over it from now on. Raises AssertionError if it cannot be."""
        await self.bot.start()
        self._up.set()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """End it for good, as a deploy does."""
        if self._task is not None:
            await self.until_up()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._terminate()

    def end(self, how: str, downtime: float) -> None:
        """Kill the process, this very moment and even while it starts, or ask it to stop."""
        process = self.bot.process
        if process is None or process.returncode is not None or self._ordered is not None:
            return
        if how == "kill":
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        elif not self._up.is_set():
            return
        self._ordered = (how, downtime)
        self._order.set()
        self._up.clear()

    async def until_up(self) -> None:
        """Wait until the bot is there."""
        await asyncio.wait_for(self._up.wait(), 120)

    async def _watch(self) -> None:
        while (process := self.bot.process) is not None:
            await self._until_ended_or_ordered(process)
            self._up.clear()
            how, downtime = self._ordered or ("by itself", 0.5)
            if how == "terminate":
                await self._terminate()
            else:
                if how == "by itself":
                    self.problems.append(f"the bot ended by itself: {self.bot.log[-3000:]}")
                await process.wait()
                await self.bot.kill()
            self.ends.append(how)
            await asyncio.sleep(downtime)
            await self._start()

    async def _until_ended_or_ordered(self, process: asyncio.subprocess.Process) -> None:
        """Wait until the process ends, of which SIGTERM gives no guarantee."""
        ended, ordered = (
            asyncio.ensure_future(each) for each in (process.wait(), self._order.wait())
        )
        await asyncio.wait({ended, ordered}, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        ordered.cancel()

    async def _start(self) -> None:
        """Start it; with the weather as it is that may take more than one attempt."""
        for _ in range(_STARTS):
            self._ordered = None
            self._order.clear()
            lines = len(self.bot.logs)
            try:
                await self.bot.start()
            except AssertionError:
                self._failed("".join(self.bot.logs[lines:]))
                await asyncio.sleep(0.5)
                continue
            break
        else:
            self.problems.append("the bot cannot be started any more")
        self._up.set()

    def _failed(self, said: str) -> None:
        """Note a start that came to nothing: because it was killed, or Discord failed it."""
        if self._ordered is not None:
            self.ends.append("kill")
            return
        self.failed_starts += 1
        if _UNREACHABLE not in said:
            self.problems.append(f"a start fails: {said}")

    async def _terminate(self) -> None:
        began = time.monotonic()
        try:
            status = await self.bot.terminate(_LONGEST_STOP)
        except AssertionError:
            self.problems.append("SIGTERM did not end the bot within 10 s")
            return
        if status != 0:
            took = time.monotonic() - began
            self.problems.append(f"after SIGTERM the exit status was {status}, in {took:.1f} s")
