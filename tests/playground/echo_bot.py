"""A tiny discord.py bot with one of everything, for the playground's own tests."""

import asyncio
import io
import os

import discord
import yarl
from discord import app_commands
from discord.ext import commands


class NumberedFile(discord.File):
    """A file whose number is text, as Discord describes it; discord.py sends a number."""

    def to_dict(self, index):
        return {**super().to_dict(index), "id": str(index)}


class Panel(discord.ui.LayoutView):
    """A Components V2 message with buttons of every style and two selects."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        text = discord.ui.TextDisplay(
            f"## Table of ten\nPressed **{count}** times, *ends* <t:1900000000:R>\n"
            "- first\n- second\n-# small print, `code`"
        )
        picture = discord.ui.TextDisplay("> quoted\n[rules](https://example.com/rules)")
        row = discord.ui.ActionRow(
            Press(f"echo:count:{count + 1}", "Count", discord.ButtonStyle.primary),
            Press("echo:secret", "Secret", discord.ButtonStyle.secondary),
            Press("echo:ask", "Ask", discord.ButtonStyle.success, emoji="♠️"),
            Press("echo:silent", "Silent", discord.ButtonStyle.danger),
            Press("echo:no", "No", discord.ButtonStyle.secondary, disabled=True),
        )
        choose = discord.ui.ActionRow(
            discord.ui.Select(
                custom_id="echo:choose",
                placeholder="Choose a suit",
                options=[
                    discord.SelectOption(label="Spades", value="S", description="the highest"),
                    discord.SelectOption(label="Hearts", value="H"),
                ],
            )
        )
        whom = discord.ui.ActionRow(
            discord.ui.UserSelect(custom_id="echo:whom", placeholder="Choose a player")
        )
        self.add_item(
            discord.ui.Container(
                text, discord.ui.Separator(), picture, row, choose, whom, accent_colour=0x2ECC71
            )
        )
        self.stop()


class Press(discord.ui.Button):
    def __init__(self, custom_id: str, label: str, style: discord.ButtonStyle, **more) -> None:
        super().__init__(custom_id=custom_id, label=label, style=style, **more)


class Question(discord.ui.Modal, title="A question"):
    name = discord.ui.Label(
        text="Your name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )
    suit = discord.ui.Label(
        text="Suit",
        component=discord.ui.Select(
            custom_id="suit",
            options=[discord.SelectOption(label="Clubs", value="C")],
        ),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="echo:question", timeout=60)
        self.stop()


class Echo(commands.Bot):
    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def setup_hook(self) -> None:
        self.tree.add_command(echo)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        custom_id = (interaction.data or {}).get("custom_id", "")
        if not custom_id.startswith("echo:"):
            return
        verb, _, rest = custom_id.removeprefix("echo:").partition(":")
        response = interaction.response
        if verb == "count":
            await response.edit_message(view=Panel(int(rest)))
        elif verb == "secret":
            await response.send_message(f"only for {interaction.user.name}", ephemeral=True)
        elif verb == "ask":
            await response.send_modal(Question())
        elif verb == "question":
            fields = {
                c.get("component", {}).get("custom_id"): c["component"]
                for c in interaction.data["components"]
            }
            text = f"{fields['name']['value']} likes {fields['suit']['values'][0]}"
            await response.send_message(text)
        elif verb == "choose":
            await response.send_message("chose " + ", ".join(interaction.data["values"]))
        elif verb == "whom":
            await response.send_message(
                f"called <@{interaction.data['values'][0]}>",
                allowed_mentions=discord.AllowedMentions(users=True),
            )


echo = app_commands.Group(name="echo", description="One of everything", guild_only=True)


@echo.command(description="Open a panel")
@app_commands.describe(title="What to call it", size="How large")
@app_commands.choices(size=[app_commands.Choice(name="Small", value=1)])
async def panel(interaction: discord.Interaction, title: str = "Table", size: int = 1) -> None:
    await interaction.response.send_message(view=Panel())


@echo.command(description="Answer slowly")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await asyncio.sleep(0.05)
    await interaction.edit_original_response(content="there you are")
    await interaction.followup.send("and one more", ephemeral=True)


@echo.command(description="Repeat what you say")
@app_commands.describe(text="What to say", times="How often", whom="To whom")
async def say(
    interaction: discord.Interaction, text: str, times: int = 1, whom: discord.Member | None = None
) -> None:
    to = f" to {whom.display_name}" if whom else ""
    await interaction.response.send_message(" ".join([text] * times) + to)


@say.autocomplete("text")
async def say_text(
    interaction: discord.Interaction, current: str
) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{current}!", value=f"{current}!")]


@echo.command(description="Get a file")
async def file(interaction: discord.Interaction) -> None:
    sheet = NumberedFile(io.BytesIO(b'{"game": "pluck"}'), "record.json", description="a record")
    await interaction.response.send_message("here", file=sheet)


@echo.command(description="Post with the bot's own token")
async def post(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    message = await interaction.channel.send("posted", nonce="twice")
    await message.edit(content="posted and edited")
    await interaction.delete_original_response()


@echo.command(description="Old style")
async def embed(interaction: discord.Interaction) -> None:
    sheet = discord.Embed(title="An embed", description="with **bold**", colour=0xE67E22)
    sheet.add_field(name="One", value="1").set_footer(text="the end")
    await interaction.response.send_message("content", embed=sheet)


def main() -> None:
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    url = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = url
    Echo().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
