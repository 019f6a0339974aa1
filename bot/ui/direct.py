"""The two calls that are made at each card, with the press's own token and nothing besides.

The library's own calls make an object of each answer, a whole message with its components, and
nobody looks at it. What it does for us stays: retries, limits, and what goes wrong. Private names
of discord.py are used in this file only for that, and its version is pinned.
"""

from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.ui.discordify import components
from bot.ui.panel import Panel

_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
_UPDATE = discord.InteractionResponseType.message_update
_FLAGS = discord.MessageFlags(components_v2=True).value
_NOBODY = discord.AllowedMentions.none().to_dict()


async def update_pressed(interaction: discord.Interaction[Any], panel: Panel) -> None:
    """Answer a press by showing this panel on the message that was pressed.

    Raises what `InteractionResponse.edit_message` does.
    """
    response = interaction.response
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    route = Route("POST", _CALLBACK, webhook_id=interaction.id, webhook_token=interaction.token)
    answer = {"type": _UPDATE.value, "data": _content(panel)}
    await async_context.get().request(route, interaction._session, payload=answer)
    response._response_type = _UPDATE


async def edit_message(client: discord.Client, token: str, message: int, panel: Panel) -> None:
    """Show this panel on a message that was made or changed with the token.

    Raises what `Webhook.edit_message` does.
    """
    session = client.http._HTTPClient__session  # type: ignore[attr-defined]
    await async_context.get().edit_webhook_message(
        client.application_id or 0, token, message, session=session, payload=_content(panel)
    )


def _content(panel: Panel) -> dict[str, Any]:
    return {"components": components(panel), "flags": _FLAGS, "allowed_mentions": _NOBODY}
