"""A small Discord on loopback, so that the bot can be played, tested and shown without Discord.

REST (`/api/v10`), gateway and a web page on 127.0.0.1. The bot connects to it with the real
discord.py and does not know the difference. `Playground` is the way in.
"""

import logging

from .faults import FOREVER, Fault
from .limits import Limits

# simcord tries out a client of its own while it is imported; what that one lacks is no news.
_discord_log = logging.getLogger("discord")
_level = _discord_log.level
_discord_log.setLevel(logging.ERROR)
try:
    from .server import Playground
finally:
    _discord_log.setLevel(_level)

__all__ = ["FOREVER", "Fault", "Limits", "Playground"]
