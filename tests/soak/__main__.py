"""The long soak: one seed after another until the time is up. `make soak MINUTES=… SEED=…`.

Without a seed the first is drawn. It ends with status 1 at the first seed that fails, and says
how to run that one again.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import SystemRandom

from tests.soak.plan import draw
from tests.soak.soak import Report, soak


def main() -> int:
    options = _options()
    seed = options.seed if options.seed is not None else SystemRandom().randrange(1_000_000)
    until = time.monotonic() + 60 * options.minutes
    reports: list[Report] = []
    failed = 0
    while True:
        report = _one(seed, options)
        reports.append(report)
        print(report, flush=True)
        for problem in report.problems:
            print(f"  {problem}")
        if report.problems:
            failed += 1
            print(f"  again: make soak SEED={seed} MINUTES=0", flush=True)
            if not options.go_on:
                break
        seed += 1
        if time.monotonic() >= until:
            break
    _sum_up(reports)
    return 1 if failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="0 is one seed")
    parser.add_argument("--seed", type=int, help="the first seed; the others follow it")
    parser.add_argument("--short", action="store_true", help="the form that runs with the tests")
    parser.add_argument("--go-on", action="store_true", help="go on after a seed that fails")
    parser.add_argument("--keep", type=Path, help="a folder for databases and logs, one a seed")
    return parser.parse_args()


def _one(seed: int, options: argparse.Namespace) -> Report:
    plan = draw(seed, short=options.short)
    tell = partial(print, flush=True)
    tell(f"seed {seed}: {len(plan.rooms)} rooms, {len(plan.storms)} storms")
    with tempfile.TemporaryDirectory(prefix="soak-") as temporary:
        folder = options.keep / str(seed) if options.keep else Path(temporary)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return asyncio.run(soak(plan, folder, tell)).report


def _sum_up(reports: list[Report]) -> None:
    faults, blows = Counter[str](), Counter[str]()
    for report in reports:
        faults.update(report.faults)
        blows.update(report.blows)
    minutes = sum(report.seconds for report in reports) / 60
    ends = [end for report in reports for end in report.ends]
    print(
        f"{len(reports)} seeds in {minutes:.1f} minutes:"
        f" {sum(r.tables for r in reports)} tables,"
        f" {sum(r.matches for r in reports)} matches to the end,"
        f" {sum(r.deeds for r in reports)} deeds,"
        f" {sum(r.requests for r in reports)} requests;"
        f" killed {ends.count('kill')} times, stopped {ends.count('terminate')} times,"
        f" {sum(r.failed_starts for r in reports)} starts failed"
    )
    print("blows: " + ", ".join(f"{what} {n}" for what, n in sorted(blows.items())))
    print("faults: " + ", ".join(f"{what} {n}" for what, n in sorted(faults.items())))


if __name__ == "__main__":
    sys.exit(main())
