"""The command line, and the root where everything is put together."""

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from bot.streams import writing_to

MIGRATIONS = Path(__file__).resolve().parent.parent / "data" / "migrations"
OK = 0
FAILED = 1
BAD_START = 2
STOPPED_EARLY = 130
SIGNALS = (signal.SIGTERM, signal.SIGINT)


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name, `run` without any; returns its exit status."""
    options = _parser().parse_args(arguments)
    for number in SIGNALS:
        signal.signal(number, _quit if options.command in (None, "run") else _interrupt)
    try:
        return _obey(options)
    except KeyboardInterrupt:
        return STOPPED_EARLY


def _quit(*_: object) -> None:
    """End a bot that has not begun yet; once it has, it ends itself."""
    os._exit(OK)


def _interrupt(*_: object) -> None:
    """Let a command tidy up and end; whatever comes after the first signal changes nothing."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _obey(options: argparse.Namespace) -> int:
    # Imported late: replaying a record needs no Discord, and a worker process nothing of this.
    match options.command:
        case "replay":
            from bot.record.command import replay_files

            return replay_files(options.files, as_json=options.json)
        case "arena":
            return _arena(options)
        case _:
            return _with_settings(options)


def _arena(options: argparse.Namespace) -> int:
    from bot.arena.command import hold_contest

    return hold_contest(
        options.game,
        options.preset,
        options.seats.split(","),
        rounds=options.deals,
        seed=options.seed,
        whole=options.matches,
        as_json=options.json,
        workers=options.workers,
    )


def _with_settings(options: argparse.Namespace) -> int:
    from bot.settings import BadSettings, load_settings

    try:
        settings = load_settings()
    except BadSettings as error:
        print(error, file=sys.stderr)
        return BAD_START
    match options.command:
        case "check":
            from bot.engine.registry import GAMES
            from bot.table.check import check_file

            return check_file(options.file or settings.pluck_db, MIGRATIONS, GAMES)
        case "backup":
            return _back_up(settings.pluck_db, options.file, overwrite=options.overwrite)
        case "health":
            from bot.monitor.ask import ask_health

            status, said = ask_health(settings.pluck_health_host, settings.pluck_health_port)
            with writing_to(sys.stdout):
                print(said)
            return status
    import asyncio

    import uvloop

    from bot.run import run

    # A quicker loop than the standard library's: most of what a press costs is sockets.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run(settings, playground=getattr(options, "playground", True)))


def _back_up(source: Path, target: Path, *, overwrite: bool) -> int:
    from bot.store.backup import CannotBackUp, back_up
    from bot.store.errors import StoreError

    try:
        back_up(source, target, overwrite=overwrite)
    except StoreError as error:
        print(f"no backup: {error}", file=sys.stderr)
        return BAD_START if isinstance(error, CannotBackUp) else FAILED
    with writing_to(sys.stdout):
        print(f"{source} is copied to {target}, and the copy is sound")
    return 0


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with that line on stderr and status 2."""
        self.exit(BAD_START, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bot", description="Tables of Pluck for Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="start the bot (the default)")
    run.add_argument(
        "--no-playground",
        dest="playground",
        action="store_false",
        help="without a token, end instead of starting the playground",
    )
    replay = commands.add_parser("replay", help="play records again and say how they end")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="print one JSON object a file")
    _add_arena(commands)
    _add_upkeep(commands)
    return parser


def _add_upkeep(commands: "argparse._SubParsersAction[_Parser]") -> None:
    check = commands.add_parser("check", help="say whether a database is sound; changes nothing")
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="instead of PLUCK_DB")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to")
    backup.add_argument("--overwrite", action="store_true", help="replace FILE if it is there")
    commands.add_parser("health", help="ask the running bot how it is")


def _add_arena(commands: "argparse._SubParsersAction[_Parser]") -> None:
    arena = commands.add_parser("arena", help="let AI players play each other and count")
    arena.add_argument("--seats", required=True, metavar="LEVEL,...", help="who plays")
    arena.add_argument("--deals", type=_count, default=100, metavar="N", help="how many deals")
    arena.add_argument("--matches", action="store_true", help="play N whole matches instead")
    arena.add_argument("--game", metavar="G", help="which game, the first one by default")
    arena.add_argument("--preset", metavar="P", help="by which rules, the first ones by default")
    arena.add_argument("--seed", type=int, default=1, metavar="S", help="decides the cards")
    arena.add_argument("--workers", type=_count, metavar="N", help="how many processes play")
    arena.add_argument("--json", action="store_true", help="print one JSON object")


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
