"""The command line, and the root where everything is put together."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.settings import BadSettings, load_settings

BAD_START = 2
STOPPED_EARLY = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name, `run` without any; returns its exit status."""
    options = _parser().parse_args(arguments)
    # Imported late: replaying a record needs no Discord, and running needs no record reader.
    if options.command == "replay":
        from bot.record.command import replay_files

        return replay_files(options.files, as_json=options.json)
    try:
        settings = load_settings()
    except BadSettings as error:
        print(error, file=sys.stderr)
        return BAD_START
    try:
        from bot.run import run

        return asyncio.run(run(settings, playground=getattr(options, "playground", True)))
    except KeyboardInterrupt:
        return STOPPED_EARLY


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Tables of Pluck for Discord."
    )
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
    return parser


if __name__ == "__main__":
    sys.exit(main())
