"""The check of a database, as a command: a line for every problem, and one for the whole."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bot.engine.contract import AnyGame
from bot.store.errors import StoreError
from bot.store.integrity import Inspection, Problem, inspect
from bot.store.migrate import read_migrations
from bot.streams import writing_to
from bot.table import audit
from bot.table.shelf import Shelf

HEALTHY, PROBLEMS, UNREADABLE = 0, 1, 2


def check_file(path: Path, migrations: Path, games: Mapping[str, AnyGame]) -> int:
    """Print what is wrong with the database at `path`, beside a running bot or at rest.

    Returns the exit status: 0 if it is healthy, 1 if there are problems, 2 if it is no database
    of ours or cannot be read. Nothing is changed, and no line shows a card. Ends the program with
    3 where stdout takes nothing more, as on a full disk.
    """
    worst = HEALTHY
    for status, line in _report(path, migrations, games):
        worst = max(worst, status)
        with writing_to(sys.stdout):
            print(line)
    return worst


def _report(
    path: Path, migrations: Path, games: Mapping[str, AnyGame]
) -> Iterator[tuple[int, str]]:
    """Each line to be printed, with the exit status that it stands for."""
    tables = found = 0
    try:
        with inspect(path, read_migrations(migrations)) as inspection:
            for number, problems in _looked_at(inspection, Shelf(games)):
                tables += number
                for problem in problems:
                    found += 1
                    place = "database" if problem.table is None else f"table {problem.table}"
                    yield PROBLEMS, f"{place}: {problem.text}"
    except StoreError as error:
        yield UNREADABLE, f"{path}: {error}"
        return
    status = PROBLEMS if found else HEALTHY
    yield status, f"{path}: {_counted(tables, 'table')}, {_counted(found, 'problem')}"


def _looked_at(inspection: Inspection, shelf: Shelf) -> Iterator[tuple[int, Iterable[Problem]]]:
    """How many tables were looked at in each step, and what is wrong there."""
    yield 0, inspection.problems()
    try:
        for table in inspection.table_ids() if inspection.has_tables else ():
            yield 1, _problems_of(inspection, shelf, table)
    except StoreError as error:
        yield 0, [Problem(None, f"its tables cannot be read on: {error}")]


def _problems_of(inspection: Inspection, shelf: Shelf, table: str) -> list[Problem]:
    try:
        return [
            Problem(table, text)
            for text in inspection.read(lambda unit: list(audit.problems(unit, shelf, table)))
        ]
    except StoreError as error:
        return [Problem(table, f"cannot be read: {error}")]
    except Exception as error:  # whatever is stored there, the others are looked at too
        return [Problem(table, f"cannot be checked: {type(error).__name__}")]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
