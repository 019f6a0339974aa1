"""Discord's memory and manners, borrowed from simcord. Only this module and `cdn` touch simcord.

Its interfaces are internal to it, so its version is pinned and everything it lends passes here:
guild, channels, people, messages, interactions and application commands, and the answers to REST
calls. Nothing here knows of HTTP, WebSockets or the page.
"""

import copy
import datetime
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import discord
from simcord import intents as simcord_intents
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction, Message, Overwrite
from simcord.enums import ChannelType, OverwriteType
from simcord.http.router import dispatch
from simcord.interactions import base_payload

from .cdn import Cdn
from .clock import Clock
from .errors import ApiError, NotPossible
from .upload import Upload

Json = dict[str, Any]
Listener = Callable[[str, Mapping[str, Any]], None]

_FILE_LIMIT = 10 * 1024 * 1024
_THREADS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)
BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
).value
"""What the README's invitation asks for, and nothing more."""


class Discord:
    """One guild with its channels, its people and one bot."""

    def __init__(
        self, people: Iterable[str], bot_name: str, now: Callable[[], datetime.datetime] | None
    ) -> None:
        """Make the guild, its people (the first moderates it) and the bot."""
        clock = Clock(now or (lambda: datetime.datetime.now(datetime.UTC)))
        self._backend = Backend(clock=clock)  # type: ignore[arg-type]
        self._backend.transcript = deque(maxlen=0)  # type: ignore[assignment]
        self._backend.http_requests = deque(maxlen=0)  # type: ignore[assignment]
        self._backend.cdn = self._cdn = Cdn()
        self._backend.bot_user.name = bot_name
        self.application_id: int = self._backend.application_id
        self.bot_id: int = self._backend.bot_user.id
        self.people: dict[str, int] = {}
        self.guild_id = self._make_guild("The Card Room", people)

    def _make_guild(self, name: str, people: Iterable[str]) -> int:
        guild = self._backend.create_guild(name)
        bot_role = next(role for role in guild.roles.values() if role.managed)
        bot_role.permissions = BOT_PERMISSIONS
        moderator = copy.replace(bot_role) if hasattr(copy, "replace") else copy.copy(bot_role)
        moderator.id, moderator.name, moderator.managed = (
            self._backend.snowflake(),
            "Moderator",
            False,
        )
        moderator.permissions = discord.Permissions(manage_guild=True).value
        guild.roles[moderator.id] = moderator
        for person in people:
            user = self._backend.make_user(person, global_name=person.title())
            roles = [] if self.people else [moderator.id]
            self._backend.add_member(guild.id, user.id, roles=roles)
            self.people[person] = user.id
        return guild.id

    # ------------------------------------------------------------------ clock, events, REST

    @property
    def cdn_base(self) -> str:
        """The address that attachments' addresses begin with."""
        return self._cdn.base

    @cdn_base.setter
    def cdn_base(self, url: str) -> None:
        self._cdn.base = url

    def attachment(self, path: str) -> bytes | None:
        """Return the content of the attachment at `path`."""
        return self._cdn.get(path)

    def now(self) -> datetime.datetime:
        """Return the time it is in this Discord."""
        return self._backend.clock.now()

    def advance(self, seconds: float) -> None:
        """Put this Discord's clock forward."""
        self._backend.advance_clock(seconds)

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every gateway event, unfiltered, as it happens."""
        self._backend.subscribers.append(listener)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: Mapping[str, str] | None = None,
        files: Iterable[Upload] = (),
    ) -> Any:
        """Answer a REST call of the bot, or raise the `ApiError` Discord would answer."""
        try:
            answer = dispatch(
                self._backend,
                method,
                path,
                json=body,
                params=dict(query or {}),
                files=list(files),
                message_content_access=False,
            )
        except BackendError as error:
            raise ApiError(error.status, error.code, error.message, error.errors) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ApiError(400, 50035, f"Invalid Form Body: {error!r}") from error
        return self._completed(answer)

    def _completed(self, payload: Any) -> Any:
        """Fill in, everywhere below `payload`, who installed the application: the guild."""
        owners = {"0": str(self.guild_id)}
        if isinstance(payload, dict):
            if isinstance(metadata := payload.get("interaction_metadata"), dict):
                metadata["authorizing_integration_owners"] = owners
            for key in ("resource", "message"):
                self._completed(payload.get(key))
        elif isinstance(payload, list):
            for item in payload:
                self._completed(item)
        return payload

    # ------------------------------------------------------------------ gateway

    def bot_user(self) -> Json:
        """Return the bot's user."""
        return dict(serializers.user_payload(self._backend.bot_user))

    def guild_ids(self) -> list[int]:
        """Return the guilds the bot is in."""
        return [i for i, guild in self._backend.guilds.items() if self.bot_id in guild.members]

    def guild_create(self, guild_id: int) -> Json:
        """Return the GUILD_CREATE event of a guild."""
        return dict(
            serializers.guild_create_payload(self._backend, self._backend.get_guild(guild_id))
        )

    def event_for(self, event: str, payload: Mapping[str, Any], intents: int) -> Json | None:
        """Return `payload` as a connection with these intents may see it, if it may at all."""
        wanted = discord.Intents._from_value(intents)
        gate = simcord_intents.required_intent(event, payload)
        if gate is not None and not getattr(wanted, gate):
            return None
        seen = copy.deepcopy(dict(payload))
        self._completed(seen)
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not wanted.message_content:
            simcord_intents.censor_message(seen, self.bot_id, backend=self._backend)
        if event == "GUILD_CREATE":
            simcord_intents.prune_guild_create(seen, wanted, self.bot_id)
        return seen

    # ------------------------------------------------------------------ channels

    def create_channel(self, name: str, kind: str = "text", topic: str | None = None) -> int:
        """Make a channel of the guild (`text`, `voice` or `forum`) and return its id."""
        channel_type = ChannelType[kind.upper()]
        channel = self._backend.create_channel(self.guild_id, name, type=channel_type, topic=topic)
        return channel.id

    def create_thread(self, channel_id: int, name: str, owner_id: int) -> int:
        """Start a public thread (in a forum: a post) and return its id."""
        forum = self._backend.get_channel(channel_id).type == ChannelType.FORUM
        thread = self._backend.create_thread(channel_id, name, owner_id, broadcast=not forum)
        if forum:
            self._backend.announce_thread_create(thread)
        return thread.id

    def archive_thread(self, thread_id: int, *, locked: bool = False) -> None:
        """Archive a thread, and lock it if asked: only a moderator's word opens it again."""
        self._backend.edit_channel(
            thread_id, {}, thread_metadata={"archived": True, "locked": locked}
        )

    def thread_state(self, channel_id: int) -> tuple[bool, bool]:
        """Return whether the channel is an archived thread, and whether a locked one."""
        channel = self._backend.channels.get(channel_id)
        state = channel.thread_metadata if channel is not None else None
        return (state.archived, state.locked) if state is not None else (False, False)

    def revive_thread(self, thread_id: int) -> None:
        """Take a thread out of the archive, as a new message in it does, and unlock it."""
        state = {"archived": False, "locked": False}
        self._backend.edit_channel(thread_id, {}, thread_metadata=state)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel or thread."""
        self._backend.delete_channel(channel_id)

    def is_forum(self, channel_id: int) -> bool:
        """Tell whether the channel takes posts only, no messages."""
        channel = self._backend.channels.get(channel_id)
        return channel is not None and channel.type == ChannelType.FORUM

    def forbid(self, channel_id: int, user_id: int, *permissions: str) -> None:
        """Take permissions from one member in one channel; with none given, restore them all."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        overwrite = Overwrite(user_id, OverwriteType.MEMBER, deny=denied)
        self._backend.set_overwrite(channel_id, overwrite)

    def remove_bot(self) -> None:
        """Kick the bot from the guild, where channels and messages stay."""
        del self._backend.get_guild(self.guild_id).members[self.bot_id]
        self._backend.emit("GUILD_DELETE", {"id": str(self.guild_id)})

    def invite_bot(self) -> None:
        """Bring the bot back to the guild, with the same rights as before."""
        guild = self._backend.get_guild(self.guild_id)
        roles = [role.id for role in guild.roles.values() if role.managed]
        self._backend.add_member(guild.id, self.bot_id, roles=roles)
        self._backend.emit("GUILD_CREATE", self.guild_create(guild.id))

    def lose_guild(self) -> None:
        """Begin an outage: the guild is there but cannot be reached."""
        self._backend.emit("GUILD_DELETE", {"id": str(self.guild_id), "unavailable": True})

    def find_guild(self) -> None:
        """End an outage."""
        back = {**self.guild_create(self.guild_id), "unavailable": False}
        self._backend.emit("GUILD_CREATE", back)

    def channels(self, user_id: int) -> list[Json]:
        """Return the channels and living threads a person sees, in their order."""
        guild = self._backend.guilds.get(self.guild_id)
        ids = [*guild.channel_ids, *guild.thread_ids] if guild else []
        return [
            dict(serializers.channel_payload(self._backend, channel))
            for channel in (self._backend.channels[i] for i in ids)
            if channel_accessible(self._backend, channel.id, user_id) and not _archived(channel)
        ]

    def can_see(self, user_id: int, channel_id: int) -> bool:
        """Tell whether a person sees this channel, if there is one."""
        return channel_accessible(self._backend, channel_id, user_id)

    # ------------------------------------------------------------------ messages

    def messages(self, user_id: int, channel_id: int, limit: int = 50) -> list[Message]:
        """Return the newest messages a person sees in a channel, oldest first."""
        if not channel_accessible(self._backend, channel_id, user_id, history=True):
            return []
        found = (m for m in self._backend.messages[channel_id].values() if m.visible_to(user_id))
        return sorted(found, key=lambda message: message.id)[-limit:]

    def find_message(self, channel_id: int, message_id: int) -> Message | None:
        """Return a message, whoever may see it."""
        return self._backend.messages.get(channel_id, {}).get(message_id)

    def message_payload(self, message: Message) -> Json:
        """Return a message as Discord sends it to its people."""
        payload = copy.deepcopy(dict(serializers.message_payload(self._backend, message)))
        return dict(self._completed(payload))

    def say(self, user_id: int, channel_id: int, content: str, reply_to: int | None = None) -> int:
        """Post a person's message and return its id."""
        if self.is_forum(channel_id):
            raise NotPossible("Forums take posts, not messages.")
        reference = {"message_id": str(reply_to)} if reply_to else None
        message = self._backend.create_message(channel_id, user_id, content, reference=reference)
        return message.id

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message; of an ephemeral one its reader has pressed Dismiss."""
        if self.find_message(channel_id, message_id) is not None:
            self._backend.delete_message(channel_id, message_id)

    def emoji_ids(self) -> frozenset[str]:
        """Return the ids of all custom emojis the bot may use."""
        own: set[int] = set(self._backend.application_emojis)
        for guild in self._backend.guilds.values():
            own.update(guild.emojis)
        return frozenset(map(str, own))

    def emoji_names(self) -> frozenset[str]:
        """Return the names of the application's emojis."""
        return frozenset(emoji.name for emoji in self._backend.application_emojis.values())

    # ------------------------------------------------------------------ commands, interactions

    def commands(self, user_id: int | None = None, channel_id: int | None = None) -> list[Json]:
        """Return the global commands, or those that one person may use in one channel."""
        if user_id is None or channel_id is None:
            return list(self._backend.commands.get(None, {}).values())
        return self._backend.visible_commands(user_id=user_id, channel_id=channel_id)

    def set_commands(self, commands: list[Json]) -> list[Json]:
        """Replace the global commands; what keeps its name keeps its id."""
        return self._backend.register_commands(None, commands)

    def resolve(self, values: Iterable[tuple[str, int]], channel_id: int, user_id: int) -> Json:
        """Return the `resolved` block for `("user" | "channel", id)` pairs."""
        resolved: Json = {}
        guild = self._backend.get_guild(self.guild_id)
        for kind, identity in values:
            if kind == "user":
                user = dict(serializers.user_payload(self._backend.get_user(identity)))
                resolved.setdefault("users", {})[str(identity)] = user
                if (member := guild.members.get(identity)) is not None:
                    resolved.setdefault("members", {})[str(identity)] = self._member(
                        member, channel_id
                    )
            else:
                channel = dict(
                    serializers.channel_payload(self._backend, self._backend.get_channel(identity))
                )
                channel["permissions"] = str(
                    self._backend.compute_permissions(self.guild_id, user_id, identity)
                )
                resolved.setdefault("channels", {})[str(identity)] = channel
        return resolved

    def _member(self, member: Any, channel_id: int) -> Json:
        guild = self._backend.get_guild(self.guild_id)
        payload = serializers.member_payload(self._backend, guild, member, with_user=False)
        permissions = self._backend.compute_permissions(self.guild_id, member.user_id, channel_id)
        return {**payload, "permissions": str(permissions)}

    def interact(
        self,
        kind: int,
        user_id: int,
        channel_id: int,
        data: Json,
        *,
        source: Message | None = None,
        command: str | None = None,
    ) -> Interaction:
        """Send INTERACTION_CREATE to the bot and return the record of its answer."""
        if not self.guild_ids():
            raise NotPossible("The app is not in this server.")
        record, payload = base_payload(
            self._backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self.guild_id,
            user_id=user_id,
            data=data,
        )
        record.command_name = command or record.command_name
        payload["authorizing_integration_owners"] = {"0": str(self.guild_id)}
        payload["attachment_size_limit"] = _FILE_LIMIT
        payload["guild"] = {"id": str(self.guild_id), "locale": "en-US", "features": []}
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = self.message_payload(source)
        self._backend.emit("INTERACTION_CREATE", payload)
        return record

    def interaction_user(self, interaction_id: int) -> int | None:
        """Return who began an interaction."""
        record = self._backend.interactions.get(interaction_id)
        return record.user_id if record is not None else None

    def token_expired(self, token: str) -> bool:
        """Tell whether this is the token of an interaction older than 15 minutes."""
        record = self._backend.interactions.get(self._backend.interaction_tokens.get(token, 0))
        expires = record.expires_at if record is not None else None
        return expires is not None and self._backend.now_iso() >= expires


def _archived(channel: Channel) -> bool:
    state = channel.thread_metadata
    return channel.type in _THREADS and state is not None and state.archived
