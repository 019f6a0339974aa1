"""The only SQL of the bot: one SQLite file, units of work, rows as plain values.

It knows no Discord and no table service; a game's state is text to it, given a type by `Codec`.
"""

from bot.store.codec import Codec
from bot.store.database import Store
from bot.store.errors import BadState, Busy, Conflict, StoreError
from bot.store.unit import Unit

__all__ = ["BadState", "Busy", "Codec", "Conflict", "Store", "StoreError", "Unit"]
