"""What Discord, or whatever stands before it, answers to our requests.

discord.py takes for granted that an answer is what it ought to be, and fails with an error of its
own where one is cut short, empty, or a page of HTML. Here such an answer is a fault like others.
"""

import json
import math
from typing import Any

import aiohttp
import discord

from bot.ui.faults import LongLimit, Unreadable

SHORT_LIMIT, LONGEST_LIMIT = 1.0, 8.0
"""For how many seconds discord.py may wait for the end of a limit: with the bot's token, where all
others wait beside it and would be refused as well, and with that of a press."""
_SOME_TIME = 1.0
"""How many seconds to wait where Discord says that there is a limit but not for how long."""
_JSON = "application/json"


async def read_response(response: aiohttp.ClientResponse) -> Any:
    """What an answer says, as discord.py expects it: JSON, or text.

    Of a refusal that is the code alone. Raises LongLimit where Discord asks for more patience
    than discord.py should have, and Unreadable where it has done something and does not tell what.
    """
    text = await response.text(encoding="utf-8", errors="replace")
    data = _parsed(text) if _JSON in response.headers.get("Content-Type", "") else text
    if response.status < 300:
        if data is None or (isinstance(data, str) and data):
            raise Unreadable
        return data
    return _limit(response, data) if response.status == 429 else _refusal(data)


def read_responses_with_care() -> None:
    """Let discord.py read every answer in this way. It has no other way to be told."""
    for module in (discord.http, discord.webhook.async_):
        module.json_or_text = read_response  # type: ignore[attr-defined]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _refusal(data: Any) -> dict[str, Any]:
    code = data.get("code") if isinstance(data, dict) else None
    return {"code": code if isinstance(code, int) else 0, "message": ""}


def _limit(response: aiohttp.ClientResponse, data: Any) -> dict[str, Any]:
    """What is said of a limit. Raises LongLimit if it lasts for long."""
    said = data if isinstance(data, dict) else {}
    wait = _seconds(said.get("retry_after", response.headers.get("Retry-After")))
    answer = {**_refusal(data), "retry_after": wait, "global": said.get("global") is True}
    # Without `Via` it is not Discord that answers, but the proxy that shuts us out.
    by_bot = "Authorization" in response.request_info.headers
    if wait > (SHORT_LIMIT if by_bot else LONGEST_LIMIT) and "Via" in response.headers:
        raise LongLimit(response, answer)
    return answer


def _seconds(said: Any) -> float:
    try:
        seconds = float(said)
    except (TypeError, ValueError, OverflowError):
        return _SOME_TIME
    return max(seconds, 0.0) if math.isfinite(seconds) else _SOME_TIME
