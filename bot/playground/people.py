"""What people do: speak, press, choose, run commands. And how the bot answered each of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from . import modals, options
from .backend import Discord
from .errors import NotPossible
from .pulse import Pulse

Json = dict[str, Any]

_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_BUTTON = 2
_SELECTS = {5: "user", 8: "channel"}
#: After so many seconds without an answer Discord shows that an interaction failed.
PATIENCE = 3.0


class _Record(Protocol):
    """What is known of an interaction and of the bot's answer to it."""

    id: int
    token: str
    user_id: int
    channel_id: int
    responded: bool
    response_kind: Any
    message_id: int | None
    source_message_id: int | None
    modal: Json | None
    modal_consumed: bool
    autocomplete_choices: list[Json] | None

    @property
    def deferred(self) -> bool: ...


@dataclass(frozen=True)
class Answer:
    """The bot's answer to one interaction: nothing if it did not answer in time.

    `kind` is `message`, `deferred`, `deferred_update`, `update`, `modal`, `autocomplete` or "".
    """

    kind: str
    record: _Record

    @property
    def modal(self) -> Json | None:
        """The modal the bot opened."""
        return self.record.modal

    @property
    def choices(self) -> list[Json]:
        """The choices the bot offered for an option being typed."""
        return self.record.autocomplete_choices or []

    @property
    def message_id(self) -> int | None:
        """The message the bot made or changed in answer."""
        return self.record.message_id


class People:
    """Acts on behalf of the guild's people."""

    def __init__(self, discord: Discord, pulse: Pulse, patience: float = PATIENCE) -> None:
        """Act in this Discord, waiting `patience` seconds for the bot."""
        self._discord = discord
        self._pulse = pulse
        self._patience = patience
        self._modals: dict[int, _Record] = {}

    def say(self, user_id: int, channel_id: int, content: str, reply_to: int | None = None) -> int:
        """Post a message; return its id."""
        self._enter(user_id, channel_id)
        archived, locked = self._discord.thread_state(channel_id)
        if locked:
            raise NotPossible("This thread is locked.")
        if archived:
            self._discord.revive_thread(channel_id)
        message_id = self._discord.say(user_id, channel_id, content, reply_to)
        self._pulse.beat()
        return message_id

    def post(self, user_id: int, channel_id: int, name: str, content: str = "") -> int:
        """Start a thread, or in a forum a post with its first message; return the thread's id."""
        self._enter(user_id, channel_id)
        thread_id = self._discord.create_thread(channel_id, name, user_id)
        if content:
            self._discord.say(user_id, thread_id, content)
        self._pulse.beat()
        return thread_id

    def dismiss(self, user_id: int, channel_id: int, message_id: int) -> None:
        """Put an ephemeral message away for good."""
        message = self._discord.find_message(channel_id, message_id)
        if message is None or not message.is_ephemeral or not message.visible_to(user_id):
            raise NotPossible("There is no such private message.")
        self._discord.delete_message(channel_id, message_id)
        self._pulse.beat()

    async def press(
        self,
        user_id: int,
        channel_id: int,
        message_id: int,
        custom_id: str,
        *,
        kind: int = _BUTTON,
        values: Sequence[str] | None = None,
    ) -> Answer:
        """Press a button or choose in a select; whether it is there is the bot's business."""
        self._enter(user_id, channel_id)
        message = self._discord.find_message(channel_id, message_id)
        if message is None or not message.visible_to(user_id):
            raise NotPossible("That message is gone.")
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 0}
        if kind != _BUTTON:
            data["values"] = list(values or ())
        if kind in _SELECTS:
            chosen = [(_SELECTS[kind], int(value)) for value in values or ()]
            data["resolved"] = self._discord.resolve(chosen, channel_id, user_id)
        record = self._discord.interact(_COMPONENT, user_id, channel_id, data, source=message)
        return await self._answer(record)

    async def slash(
        self, user_id: int, channel_id: int, command: str, values: Mapping[str, Any]
    ) -> Answer:
        """Run a slash command, named with its subcommands ("pluck new")."""
        self._enter(user_id, channel_id)
        if self._discord.is_forum(channel_id):
            raise NotPossible("Commands can be used in a forum's posts, not in the forum itself.")
        root, chain = options.leaf_of(self._discord.commands(user_id, channel_id), command)
        filled = options.fill(chain[-1] if chain else root, values)
        data = options.command_data(root, chain, filled)
        if pointed := options.mentioned(filled):
            data["resolved"] = self._discord.resolve(pointed, channel_id, user_id)
        record = self._discord.interact(_COMMAND, user_id, channel_id, data, command=command)
        return await self._answer(record)

    async def autocomplete(
        self,
        user_id: int,
        channel_id: int,
        command: str,
        option: str,
        typed: str,
        values: Mapping[str, Any],
    ) -> Answer:
        """Type into an option of a slash command and see what the bot suggests."""
        self._enter(user_id, channel_id)
        root, chain = options.leaf_of(self._discord.commands(user_id, channel_id), command)
        leaf = chain[-1] if chain else root
        filled = options.fill(leaf, {**values, option: typed}, focused=option)
        data = options.command_data(root, chain, filled)
        record = self._discord.interact(_AUTOCOMPLETE, user_id, channel_id, data, command=command)
        return await self._answer(record)

    async def submit(self, user_id: int, interaction_id: int, values: Mapping[str, Any]) -> Answer:
        """Submit the modal that the bot opened in answer to that interaction."""
        opened = self._modals.get(interaction_id)
        if opened is None or opened.modal is None or opened.user_id != user_id:
            raise NotPossible("That modal is not open.")
        self._enter(user_id, opened.channel_id)
        if opened.modal_consumed:
            raise NotPossible("That modal has been submitted already.")
        data = modals.submission(opened.modal, values)
        if pointed := modals.mentioned(opened.modal, values):
            data["resolved"] = self._discord.resolve(pointed, opened.channel_id, user_id)
        opened.modal_consumed = True
        source = None
        if opened.source_message_id is not None:
            source = self._discord.find_message(opened.channel_id, opened.source_message_id)
        record = self._discord.interact(_MODAL, user_id, opened.channel_id, data, source=source)
        return await self._answer(record)

    def _enter(self, user_id: int, channel_id: int) -> None:
        if not self._discord.can_see(user_id, channel_id):
            raise NotPossible("There is no such channel.")

    async def _answer(self, record: _Record) -> Answer:
        self._pulse.beat()
        try:
            await self._pulse.until(lambda: record.responded, self._patience)
        except TimeoutError:
            return Answer("", record)
        if record.modal is not None:
            self._modals[record.id] = record
        return Answer(str(record.response_kind), record)
