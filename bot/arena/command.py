"""`python -m bot arena --seats LEVEL,LEVEL,... [--deals N] [--preset P] [--seed S] [--matches]`."""

import asyncio
import json
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.arena.contest import BadContest, Contest, Round, make_contest, play_round
from bot.arena.estimate import SHARES, Estimate, by_level, report, steps
from bot.players.pool import Pool, WorkerDied, WorkFailed, cores
from bot.streams import writing_to

OK, FAILED, BAD_ARGUMENTS = 0, 1, 2
HEADINGS = {
    "excess": "tricks over quota",
    "points": "points",
    "hands": "hands won",
    "matches": "matches won",
}


def hold_contest(
    game: str | None,
    preset: str | None,
    levels: Sequence[str],
    *,
    rounds: int,
    seed: int,
    whole: bool,
    as_json: bool,
    workers: int | None,
) -> int:
    """Let the levels play so many rounds, and print what came of it.

    What is None is chosen: the first game, its first preset, a worker for each core; the numbers
    do not depend on the workers. Returns the exit status: 0, 1 if a level or a worker failed, 2
    if the levels do not fit, both after one line on stderr. Ends the program with 3 where stdout
    takes nothing more. Raises KeyboardInterrupt when told to stop.
    """
    try:
        contest = make_contest(game, preset, levels, seed=seed, whole=whole)
        played = asyncio.run(_play_with_progress(contest, rounds, workers or cores()))
    except BadContest as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENTS
    except WorkerDied:
        print("a worker process died", file=sys.stderr)
        return FAILED
    except WorkFailed as error:
        print(f"a level failed: {error}", file=sys.stderr)
        return FAILED
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    with writing_to(sys.stdout):
        if as_json:
            print(json.dumps(report(contest, played)))
        else:
            _print(contest, played)
    return OK


async def _play_with_progress(contest: Contest, rounds: int, workers: int) -> list[Round]:
    _stop_when_told()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("rounds", total=rounds)
        advance = partial(progress.advance, bar)
        return await _play_all(contest, rounds, min(workers, rounds), advance)


def _stop_when_told() -> None:
    """Let a signal to end cancel what runs now, which then leaves nothing behind."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, lambda: task.cancelling() or task.cancel())


async def _play_all(
    contest: Contest, rounds: int, workers: int, advance: Callable[[], None]
) -> list[Round]:
    """All rounds, in order, whoever plays them. Raises WorkerDied or WorkFailed."""
    waiting = iter(range(rounds))
    played: dict[int, Round] = {}

    async def play_on(pool: Pool) -> None:
        for number in waiting:
            played[number] = await pool.run(play_round, contest, number)
            advance()

    async with Pool(workers) as pool:
        await asyncio.gather(*(play_on(pool) for _ in range(workers)))
    return [played[number] for number in range(rounds)]


def _print(contest: Contest, played: list[Round]) -> None:
    results = by_level(contest, played)
    kind = "matches" if contest.whole else "deals"
    table = Table(
        box=box.SIMPLE_HEAD,
        title=f"{contest.preset}: {len(played)} {kind} in {len(contest.seatings)} seatings",
        title_justify="left",
    )
    # Where no tricks are due, points tell who was better, and one column of them is enough.
    quotas = any(found["excess"] != found["points"] for found in results.values())
    measures = [each for each in next(iter(results.values())) if quotas or each != "excess"]
    table.add_column("level")
    for measure in measures:
        table.add_column(HEADINGS[measure], justify="right")
    for level, found in results.items():
        table.add_row(level, *(_words(found[each], share=each in SHARES) for each in measures))
    console = Console(width=100)
    console.print(table)
    for step in steps(contest, played):
        better, unit = _words(step.excess, share=False), HEADINGS["excess" if quotas else "points"]
        console.print(f"  {step.better} over {step.than}: {better} {unit} a deal")


def _words(found: Estimate, *, share: bool) -> str:
    """A mean with its interval, as a percentage if it is a share."""
    form = "{:.1%}" if share else "{:+.2f}"
    if found.low is None or found.high is None:
        return form.format(found.mean)
    return f"{form} ({form} to {form})".format(found.mean, found.low, found.high)
