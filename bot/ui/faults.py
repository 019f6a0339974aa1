"""What can go wrong on the way to Discord, and what each fault means for a table."""

from typing import Any

import aiohttp
import discord

EXPECTED_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What can go wrong on the way to Discord without being our mistake."""

UNKNOWN_MESSAGE = 10008
ARCHIVED = 50083
ANSWERED_ALREADY = 40060
_GONE = frozenset({10003, 10004, 40058, 50001, 50008, 50013, 50024, 50083, 160005})
"""Codes that say that a channel, or our right to write in it, is gone."""
_INVALID = (401, 403, 429)
"""Who is answered these too often is shut out by Discord."""


class Unreadable(aiohttp.ClientPayloadError):
    """Discord has done something, and its answer cannot be read."""


class LongLimit(discord.HTTPException):
    """Discord will take no such call for so long that somebody else should do the waiting."""

    def __init__(self, response: aiohttp.ClientResponse, answer: dict[str, Any]) -> None:
        """`answer` says for how many seconds, and whether that goes for every call."""
        super().__init__(response, answer)
        self.seconds: float = answer["retry_after"]
        self.is_global: bool = answer["global"]


def describe(error: BaseException) -> str:
    """A fault for the log: its kind and Discord's code, never its text, which may show a card."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} code {error.code}"
    return type(error).__name__


def is_gone(error: BaseException) -> bool:
    """Whether there is no channel any more in which we may write: trying again will not help."""
    if not isinstance(error, discord.HTTPException):
        return False
    # A refusal without a code comes from the proxy in front of Discord, which knows no channels.
    return error.code in _GONE or (isinstance(error, discord.Forbidden) and error.code != 0)


def is_refusal_of_content(error: BaseException) -> bool:
    """Whether Discord does not like what we send, an emoji of a button, say."""
    return isinstance(error, discord.HTTPException) and error.status == 400 and not is_gone(error)


def is_definite(error: BaseException) -> bool:
    """Whether the call has certainly done nothing; otherwise only its answer may be lost."""
    return isinstance(error, discord.HTTPException) and error.status < 500


def counts_against_us(error: BaseException) -> bool:
    """Whether Discord counts this refusal, and shuts out whoever has too many of them."""
    return isinstance(error, discord.HTTPException) and error.status in _INVALID


def seconds_to_wait(error: BaseException) -> float:
    """For how many seconds at least the call is not to be repeated."""
    return error.seconds if isinstance(error, LongLimit) else 0.0


def is_shut_out(error: BaseException) -> bool:
    """Whether the refusal comes from the proxy in front of Discord: then all calls are refused."""
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return False
    return "Via" not in error.response.headers
