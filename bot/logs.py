"""How the log looks. Our level governs our loggers only.

At DEBUG the libraries beneath print whole events, tokens and states among them, so they never
say more than INFO. Nothing that carries a hand is ever formatted.
"""

import logging
import sys
import traceback

_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def set_up_logs(level: str) -> None:
    """Write the log to stderr: ours from `level` on, the libraries' from INFO, or `level`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    for name in ("bot", "cogs"):
        logging.getLogger(name).setLevel(level)
    for quiet in ("aiosqlite", "aiohttp.access", "discord.http"):
        logging.getLogger(quiet).setLevel(max(logging.WARNING, root.level))
    # It names tasks, and discord.py names a task after the button that was pressed.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def trail(error: BaseException) -> str:
    """What kind of failure it was and where it happened, without its message.

    The message of an error may quote what it was about: a card, a state, a token.
    """
    lines = traceback.format_tb(error.__traceback__)
    return f"{type(error).__name__}\n{''.join(lines)}".rstrip()
