"""Opening a table from Discord: where it may stand, in a thread of its own, for invited people."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import discord

from bot.table.guilds import Guilds, seconds_of
from bot.table.model import Refused, TableView
from bot.table.opening import Opening, Wish
from bot.ui.calls import THOSE_NAMED, Calls
from bot.ui.faults import EXPECTED_FAULTS, describe
from bot.ui.render.panels import Panels
from bot.ui.reply import Caller, Reply
from bot.ui.respond import caller_of, lacking, person_of
from bot.ui.texts import Texts, plain_name, safe_name

log = logging.getLogger(__name__)

T = TypeVar("T")
Interaction = discord.Interaction[Any]
Guest = discord.User | discord.Member
BOARD_FIRST = 1.0
"""For how many seconds the answer waits for the table's message, so that the hand is below it."""
_FIRST = 0.0
"""A moment before all others: a new table goes before any board."""
_THREAD_SLEEPS: Final = 1440
"""After so many minutes without a message Discord puts a thread away."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks for when opening a table; what is left out the server decides."""

    game: str
    preset: str | None = None
    target: int | None = None
    clock: str | None = None
    invited: tuple[Guest, ...] = ()
    thread: bool | None = None


class Doorman:
    """Opens tables where they may stand, and calls the invited."""

    def __init__(
        self,
        opening: Opening,
        guilds: Guilds,
        panels: Panels,
        texts: Texts,
        calls: Calls,
        until_posted: Callable[[str, float], Awaitable[None]],
    ) -> None:
        """Open tables there; `until_posted` waits for a table's message."""
        self._opening = opening
        self._guilds = guilds
        self._panels = panels
        self._texts = texts
        self._until_posted = until_posted
        self._calls = calls

    async def open(self, interaction: Interaction, wanted: Wanted) -> Reply:
        """Open a table here. The answer is private and becomes the host's hand. Raises Refused."""
        clock = None if wanted.clock is None else seconds_of(wanted.clock)
        if obstacle := self.obstacle(interaction):
            return Reply(self._panels.message(obstacle))
        caller = caller_of(interaction)
        guests = _guests(wanted, caller.person.id)
        wish = Wish(
            interaction=caller.interaction,
            guild=caller.guild,
            channel=caller.channel,
            game=wanted.game,
            preset=wanted.preset,
            length=wanted.target,
            clock_seconds=clock,
            invited=tuple(user.id for user in guests),
            places=(caller.channel, *_places(interaction)),
        )
        thread = await self._thread(interaction, caller, wish, wanted.thread)
        if thread is None and wanted.thread:
            return Reply(self._panels.message(self._texts("answer.no_thread")))
        stands = caller.channel if thread is None else thread.id
        try:
            view = await self._opening.open(caller.person, replace(wish, channel=stands))
        except Refused:
            if thread is not None:
                await self._quietly(thread.delete)
            raise
        await self._until_posted(view.id, BOARD_FIRST)
        notes = await self._invite(view, guests)
        if thread is not None:
            notes.insert(0, self._texts("answer.in_thread", channel=f"<#{thread.id}>"))
        return Reply(self._panels.hand(view, note="\n".join(notes) or None), view)

    async def practice(self, interaction: Interaction, game: str, level: str) -> Reply:
        """Open a table here against AI players, and start it. Raises Refused."""
        if obstacle := self.obstacle(interaction):
            return Reply(self._panels.message(obstacle))
        caller = caller_of(interaction)
        wish = Wish(
            interaction=caller.interaction,
            guild=caller.guild,
            channel=caller.channel,
            game=game,
            places=_places(interaction),
        )
        view = await self._opening.practice(caller.person, wish, level)
        await self._until_posted(view.id, BOARD_FIRST)
        return Reply(self._panels.hand(view), view, apart=True)

    def obstacle(self, interaction: Interaction) -> str | None:
        """Why a table cannot stand in this channel, in a sentence; None if it can."""
        if isinstance(interaction.channel, discord.ForumChannel | discord.CategoryChannel):
            return self._texts("answer.forum")
        missing = ", ".join(lacking(interaction))
        return self._texts("answer.no_permission", missing=missing) if missing else None

    async def _thread(
        self, interaction: Interaction, caller: Caller, wish: Wish, wanted: bool | None
    ) -> discord.Thread | None:
        """A new thread for the table; None where it will stand here, or none can be made.

        Raises Refused where no table may be opened, so that no thread is left empty.
        """
        if wanted is None:
            wanted = (await self._guilds.settings(caller.guild)).thread
        channel, rights = interaction.channel, interaction.app_permissions
        may = rights.create_public_threads and rights.send_messages_in_threads
        if not (wanted and may and isinstance(channel, discord.TextChannel)):
            return None
        await self._opening.check(caller.person, wish)
        news, usual = discord.ChannelType.news_thread, discord.ChannelType.public_thread
        name = self._texts("answer.thread_name", host=plain_name(caller.person.name))
        return await self._quietly(
            lambda: channel.create_thread(
                name=name,
                type=news if channel.is_news() else usual,
                auto_archive_duration=_THREAD_SLEEPS,
            )
        )

    async def _invite(self, table: TableView, guests: tuple[Guest, ...]) -> list[str]:
        """Mention the invited, once: in a message of its own, since an edit notifies nobody.

        What is to be said about those who cannot see it is returned.
        """
        channel = self._calls.channel(table.channel, table.guild)
        if reached := [user.id for user in guests if _sees(user)]:
            text = self._panels.invitation(table, reached)
            await self._quietly(
                lambda: channel.send(text, allowed_mentions=THOSE_NAMED, nonce=f"{table.id}.i")
            )
        others = [safe_name(person_of(user).name) for user in guests if not _sees(user)]
        if not others:
            return []
        return [self._texts("answer.not_reached", names=self._texts.listed(others))]

    async def _quietly(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Make a call without which the table stands all the same."""
        try:
            return await self._calls.in_turn(call, _FIRST)
        except EXPECTED_FAULTS as fault:
            log.info("something at a new table fails: %s", describe(fault))
            return None


def _guests(wanted: Wanted, host: int) -> tuple[Guest, ...]:
    """Who is invited, each once: neither a bot nor the host."""
    people = {user.id: user for user in wanted.invited if not user.bot and user.id != host}
    return tuple(people.values())


def _sees(user: Guest) -> bool:
    """Whether somebody belongs to the server and can see the channel of the interaction."""
    if not isinstance(user, discord.Member):
        return False
    return user.resolved_permissions is None or user.resolved_permissions.view_channel


def _places(interaction: Interaction) -> tuple[int, ...]:
    """The channels to which this one belongs: a thread's channel, a channel's category."""
    channel = interaction.channel
    parents = (getattr(channel, "parent_id", None), getattr(channel, "category_id", None))
    return tuple(parent for parent in parents if parent)
