"""Calls to Discord: paced where they share the bot's limit, outside it with a press's token."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.ui.direct import edit_message
from bot.ui.discordify import layout
from bot.ui.faults import LongLimit, counts_against_us, is_shut_out
from bot.ui.panel import Panel
from bot.ui.turnstile import Turnstile

T = TypeVar("T")

LONGEST_CALL = 15.0
"""For how many seconds a call with the bot's token may take, the library's retries included."""
LONGEST_TOKEN_CALL = 8.0
"""The same for a call with the token of a press."""
LONGEST_SILENCE = 60.0
"""For no more seconds than this nothing is asked for at all, however long Discord wants to rest."""
THOSE_NAMED = discord.AllowedMentions(everyone=False, roles=False, users=True)
"""For a text that names nobody but those who are meant. A list of users would not do: discord.py
sends their ids as numbers, and Discord describes them as text."""
_ORIGINAL = "@original"


class Calls:
    """All that is asked of Discord without being the answer to a press."""

    def __init__(self, client: discord.Client) -> None:
        """Speak through this client, with the bot's token only in turn."""
        self._client = client
        self._turnstile = Turnstile()

    @property
    def is_free(self) -> bool:
        """Whether nobody waits for a turn, so that the next one comes at once."""
        return self._turnstile.is_free

    async def turn(self, since: float) -> None:
        """Wait for a turn, as `Turnstile.turn`; the call is then made by `now`."""
        await self._turnstile.turn(since)

    def reaches(self, guild: int) -> bool:
        """Whether that server answers; of one that is not known that is for a call to find out."""
        found = self._client.get_guild(guild)
        return found is None or not found.unavailable

    def channel(self, channel_id: int, guild: int) -> discord.PartialMessageable:
        """A channel, whether or not there is one with that id."""
        return self._client.get_partial_messageable(channel_id, guild_id=guild)

    async def in_turn(self, call: Callable[[], Awaitable[T]], since: float) -> T:
        """Make a call with the bot's token when it is its turn; twice, if a limit is soon over.

        Raises what goes wrong.
        """
        await self.turn(since)
        try:
            return await self.now(call)
        except LongLimit as limit:
            if limit.seconds > LONGEST_CALL:
                raise
            await asyncio.sleep(limit.seconds)
        await self.turn(since)
        return await self.now(call)

    async def now(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call with the bot's token whose turn it is. Raises what goes wrong."""
        try:
            async with asyncio.timeout(LONGEST_CALL):
                return await call()
        except (TimeoutError, asyncio.CancelledError):
            # A call that is given up while it waits for the end of a global limit leaves
            # discord.py's gate shut, and every later call would wait before it for ever.
            self._client.http._global_over.set()
            raise
        except discord.HTTPException as fault:
            if is_shut_out(fault):
                self._turnstile.shut_out()
            elif isinstance(fault, LongLimit) and fault.is_global:
                self._turnstile.shut_out(min(fault.seconds, LONGEST_SILENCE))
            if counts_against_us(fault):
                self._turnstile.refused()
            raise

    async def edit_with(self, token: str, message: int | None, panel: Panel) -> None:
        """Edit a message with a token that made or changed it; None is the one that was pressed.

        Raises what goes wrong.
        """
        # The library knows a message by its number only; this one has a name.
        named: int = _ORIGINAL if message is None else message  # type: ignore[assignment]
        async with asyncio.timeout(LONGEST_TOKEN_CALL):
            await edit_message(self._client, token, named, panel)

    async def follow_up(self, token: str, panel: Panel) -> int:
        """Post in public with the token of a press that is answered; the message's id.

        Discord cannot tell a repeated post from a new one: after a fault nobody knows whether
        the message is there. Raises what goes wrong.
        """
        async with asyncio.timeout(LONGEST_TOKEN_CALL):
            sent = await self._webhook(token).send(view=layout(panel), wait=True)
        return sent.id

    async def close(self) -> None:
        """Give nobody a turn any more."""
        await self._turnstile.close()

    def _webhook(self, token: str) -> discord.Webhook:
        return discord.Webhook.partial(self._client.application_id or 0, token, client=self._client)
