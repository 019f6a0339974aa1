"""The bots' processes, and what the system says they use."""

import asyncio
import contextlib
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.lean_discord import App, LeanDiscord

ROOT = Path(__file__).resolve().parents[2]
BARE = ("-m", "tests.bench.bare_bot")
OURS = ("-m", "bot", "run", "--no-playground")
_TICK = os.sysconf("SC_CLK_TCK")
_START_TIMEOUT = 60.0


class BotProcess:
    """A bot in a process of its own, ready once it has said so in its log."""

    def __init__(
        self, discord: LeanDiscord, app: App, command: Sequence[str], settings: Mapping[str, str]
    ) -> None:
        """Run this command against that Discord."""
        self.app = app
        self._command = (sys.executable, *command)
        own = {k: v for k, v in os.environ.items() if not k.startswith(("PLUCK_", "DISCORD_"))}
        self._environment = {
            **own,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            **discord.settings(app),
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self.log: list[str] = []
        self.ready_after = 0.0
        self.identified_after = 0.0

    async def __aenter__(self) -> "BotProcess":
        """Start; returns once the bot is ready, and notes how many seconds that took."""
        began = time.monotonic()
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.STDOUT}
        self._process = await asyncio.create_subprocess_exec(
            *self._command, cwd=ROOT, env=self._environment, **pipes
        )
        self._reader = asyncio.create_task(self._read(self._process))
        try:
            async with asyncio.timeout(_START_TIMEOUT):
                await self.app.identified.wait()
                self.identified_after = time.monotonic() - began
                await self._ready.wait()
        except TimeoutError:
            await self.__aexit__()
            raise RuntimeError("the bot is not ready:\n" + "".join(self.log)) from None
        self.ready_after = time.monotonic() - began
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it at once: nothing of it is needed any more."""
        assert self._process is not None
        assert self._reader is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._reader
        self.app.identified.clear()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def cpu_seconds(self) -> float:
        """The processor time used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    @property
    def memory(self) -> int:
        """The bytes it holds in memory now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 if found else 0

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for raw in process.stdout:
            line = raw.decode(errors="replace")
            self.log.append(line)
            if "ready" in line:
                self._ready.set()
