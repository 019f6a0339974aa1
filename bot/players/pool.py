"""Worker processes for work that would keep the event loop waiting.

They are spawned, never forked from a process with threads. A worker does one thing at a time and
can be killed at it; then another one takes its place. Nothing of what a worker is given, or of what
goes wrong with that, is ever printed or logged.
"""

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, TypeVar, TypeVarTuple

log = logging.getLogger(__name__)

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

_START_WITHIN = 30.0
_PAUSE_AFTER_FAILURE = 5.0
_ALONE = 2.0
"""How many seconds beyond its limit a worker lives if nobody is there to kill it."""


def spare_cores() -> int:
    """How many workers leave a core to the event loop, and at least one."""
    return max(1, cores() - 1)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerDied(Exception):
    """The worker has died at its work, or before."""


class WorkFailed(Exception):
    """The work has raised; the message is the kind of error and nothing else."""


class Pool:
    """A number of worker processes that are started, killed and replaced as need be.

    It belongs to one event loop. Use it as `async with`, or call `start` and `close`.
    """

    def __init__(self, workers: int, prepare: Callable[[], object] | None = None) -> None:
        """Start nothing yet. `prepare` is called in each worker before it counts as free.

        It can be pickled, and loads what the work will need: without it, the AI players.
        """
        self._workers = workers
        self._prepare = prepare or _load_players
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._all: set[_Worker] = set()
        self._waiting = self._brief = 0
        self._starting: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Pool":
        """Begin to start the workers."""
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Kill the workers."""
        await self.close()

    @property
    def free(self) -> int:
        """How many workers wait for work now, or soon will: what they are at is brief."""
        return max(0, self._free.qsize() + self._brief - self._waiting)

    def start(self) -> None:
        """Start the workers in the background."""
        for _ in range(self._workers):
            self._add_worker()

    async def run(
        self,
        function: Callable[[*Arguments], T],
        *arguments: *Arguments,
        limit: float | None = None,
        brief: bool = False,
    ) -> T:
        """What the function returns, in the next free worker.

        Raises TimeoutError if there is no result within `limit` seconds, WorkerDied, or
        WorkFailed, also where something cannot be pickled. Who gives up waiting, for whatever
        reason, kills the worker. Work that is `brief` is over before anybody else loses patience.
        """
        request = _request(function, arguments, limit)
        async with asyncio.timeout(limit):
            worker = await self._take()
            self._brief += brief
            try:
                succeeded, result = await worker.work(request)
            except BaseException:
                self._replace(worker)
                raise
            finally:
                self._brief -= brief
            self._free.put_nowait(worker)
        if not succeeded:
            raise WorkFailed(result)
        found: T = result
        return found

    async def close(self) -> None:
        """Kill every worker, whatever it is at."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        while self._all:
            self._all.pop().kill()
        self._free = asyncio.LifoQueue()

    async def _take(self) -> "_Worker":
        """The next free worker that is alive."""
        self._waiting += 1
        try:
            while not (worker := await self._free.get()).is_alive:
                self._replace(worker)
            return worker
        finally:
            self._waiting -= 1

    def _replace(self, worker: "_Worker") -> None:
        if worker in self._all:  # else the pool has been closed meanwhile
            self._all.remove(worker)
            worker.kill()
            self._add_worker()

    def _add_worker(self) -> None:
        task = asyncio.create_task(self._start_one())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_one(self) -> None:
        """Start a worker, however often that takes."""
        while True:
            worker = None
            try:
                worker = _Worker(self._prepare)
                self._all.add(worker)
                async with asyncio.timeout(_START_WITHIN):
                    await worker.receive()
            except (OSError, WorkerDied) as fault:
                log.warning("a worker process cannot be started: %s", type(fault).__name__)
                if worker is not None:
                    self._all.remove(worker)
                    worker.kill()
                await asyncio.sleep(_PAUSE_AFTER_FAILURE)
            else:
                self._free.put_nowait(worker)
                return


class _Worker:
    """One worker process, seen from outside."""

    def __init__(self, prepare: Callable[[], object]) -> None:
        """Start it; its first message says that it is ready. Raises OSError."""
        spawning = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawning.Pipe()
        self._process = spawning.Process(target=_serve, args=(theirs, prepare), daemon=True)
        with _interrupts_held_back():
            self._process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    async def work(self, request: bytes) -> tuple[bool, Any]:
        """Whether it succeeded, and the result or the kind of error. Raises WorkerDied."""
        try:
            self._pipe.send_bytes(request)
        except OSError:
            raise WorkerDied from None
        answer: tuple[bool, Any] = await self.receive()
        return answer

    async def receive(self) -> Any:
        """Its next message. Raises WorkerDied."""
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._pipe.fileno(), arrived.set)
        try:
            await arrived.wait()
            return self._pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied from None
        finally:
            loop.remove_reader(self._pipe.fileno())

    def kill(self) -> None:
        """End it; whoever waits for its answer hears that it has died."""
        self._process.kill()
        self._process.join()
        self._process.close()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """What is started here never hears Ctrl-C: that is for whoever started it."""
    resource_tracker.ensure_running()  # else it is started in between, and lets them through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _request(
    function: Callable[..., Any], arguments: tuple[Any, ...], limit: float | None
) -> bytes:
    """The work as it is sent. Raises WorkFailed."""
    try:
        return pickle.dumps((function, arguments, 0.0 if limit is None else limit + _ALONE))
    except Exception as error:
        raise WorkFailed(type(error).__name__) from None


def _load_players() -> None:
    import_module("bot.players.registry")


def _serve(pipe: "Connection[Any, Any]", prepare: Callable[[], object]) -> None:
    """Work until the other end of the pipe is closed, which it also is when its process dies."""
    try:
        prepare()
        pipe.send(None)
        while True:
            pipe.send_bytes(_outcome(pipe.recv_bytes()))
    except (EOFError, OSError):
        return


def _outcome(request: bytes) -> bytes:
    """Whether the work succeeded, and the result or the kind of error."""
    try:
        function, arguments, alone_for = pickle.loads(request)
        signal.setitimer(signal.ITIMER_REAL, alone_for)  # whose signal kills
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        return pickle.dumps((False, type(error).__name__))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
