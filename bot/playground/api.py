"""The meaning of each REST call: our own checks, what simcord lacks, then simcord.

One table of routes, tried in order; what none of them takes is simcord's to answer.
"""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from typing import Any

from . import checks
from .backend import Discord
from .errors import ApiError, invalid_form, too_many
from .limits import Limits
from .request_log import Request
from .upload import Upload

Json = dict[str, Any]
Handler = Callable[["Api", Request, re.Match[str], Sequence[Upload]], Any]

_EPHEMERAL = 1 << 6
_EMOJI_BYTES = 256 * 1024
_EPOCH_MS = 1_420_070_400_000  # where the time in an id begins
_OLD = 3600.0  # seconds after which edits of a message are slowed down
_MESSAGE, _UPDATE, _CHOICES, _MODAL = 4, 7, 8, 9


class Api:
    """Answers the bot's REST calls."""

    def __init__(
        self, discord: Discord, describe_gateway: Callable[[], Json], limits: Limits
    ) -> None:
        """Answer for this Discord; where its gateway is may be known only later."""
        self._discord = discord
        self._describe_gateway = describe_gateway
        self._limits = limits
        self._nonces: dict[tuple[str, str], int] = {}
        self._images: dict[str, bytes] = {}

    def emoji_image(self, emoji_id: str) -> bytes | None:
        """Return the picture of one of the application's emojis."""
        return self._images.get(emoji_id)

    def call(self, request: Request, files: Sequence[Upload]) -> Any:
        """Answer a call with JSON data, or raise the `ApiError` Discord would answer."""
        for pattern, handler in _ROUTES:
            if match := pattern.fullmatch(f"{request.method} {request.path}"):
                return handler(self, request, match, files)
        return self._forward(request, files)

    def _forward(self, request: Request, files: Sequence[Upload]) -> Any:
        answer = self._discord.call(
            request.method, request.path, request.body, request.query, files
        )
        request.audience = _only_reader(answer)
        return answer

    # ------------------------------------------------------------------ messages

    def _create_message(
        self, request: Request, match: re.Match[str], files: Sequence[Upload]
    ) -> Any:
        body, channel = request.body or {}, match["channel"]
        self._check_place(int(channel), posting=True)
        checks.check_message(body, self._discord.emoji_ids())
        nonce = body.get("nonce")
        if nonce is not None and len(str(nonce)) > 25:
            raise invalid_form(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
        key = (channel, str(nonce))
        if nonce is not None and body.get("enforce_nonce") and key in self._nonces:
            earlier = self._discord.find_message(int(channel), self._nonces[key])
            if earlier is not None:
                return {**self._discord.message_payload(earlier), "nonce": nonce}
        answer = self._forward(request, files)
        if nonce is not None:
            self._nonces[key] = int(answer["id"])
            answer["nonce"] = nonce
        return answer

    def _edit_message(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        self._check_place(int(match["channel"]), posting=False)
        checks.check_message(request.body or {}, self._discord.emoji_ids())
        if self._is_old(match["message"]) and (
            wait := self._limits.spend_old_edit(match["channel"], request.at)
        ):
            raise too_many(wait, code=30046)
        return self._forward(request, files)

    def _is_old(self, message: str) -> bool:
        """Tell whether a message, whose id says when it was posted, is older than an hour."""
        if not message.isdecimal():
            return False
        posted = ((int(message) >> 22) + _EPOCH_MS) / 1000
        return self._discord.now().timestamp() - posted > _OLD

    def _check_place(self, channel_id: int, *, posting: bool) -> None:
        if self._discord.is_forum(channel_id):
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        archived, locked = self._discord.thread_state(channel_id)
        if archived and not posting:
            raise ApiError(400, 50083, "Thread is archived")
        if archived and locked:
            raise ApiError(403, 160005, "Thread is locked")
        if archived:
            self._discord.revive_thread(channel_id)

    # ------------------------------------------------------------------ interactions

    def _callback(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        body = request.body or {}
        data = body.get("data") or {}
        if body.get("type") in (_MESSAGE, _UPDATE, _MODAL):
            checks.check_message(data, self._discord.emoji_ids(), ("data",))
        if body.get("type") == _CHOICES and len(data.get("choices") or []) > 25:
            raise invalid_form(
                ("data", "choices"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."
            )
        answer = self._forward(request, files)
        if body.get("type") in (_CHOICES, _MODAL):
            request.audience = self._discord.interaction_user(int(match["id"]))
        return answer if request.query.get("with_response") in ("1", "true", "True") else None

    def _webhook(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        if self._discord.token_expired(match["token"]):
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if isinstance(request.body, dict):
            checks.check_message(request.body, self._discord.emoji_ids())
        return self._forward(request, files)

    # ------------------------------------------------------------------ application

    def _about_me(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        return self._discord.call("GET", "/oauth2/applications/@me")

    def _gateway(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        return self._describe_gateway()

    def _set_commands(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        self._check_application(match["application"])
        checks.check_commands(request.body)
        bodies = [
            {key: value for key, value in command.items() if key not in ("nsfw", "id")}
            for command in request.body or []
        ]
        return [
            {"nsfw": False, "version": "1", **command}
            for command in self._discord.set_commands(bodies)
        ]

    def _add_command(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        added = request.body or {}
        kept = [
            {key: value for key, value in command.items() if key not in ("id", "application_id")}
            for command in self._discord.commands()
            if (command["name"], command["type"]) != (added.get("name"), added.get("type", 1))
        ]
        request = Request("PUT", request.path, request.route, [*kept, added], "bot", request.at)
        return self._set_commands(request, match, files)[-1]

    def _check_application(self, application: str) -> None:
        if application != str(self._discord.application_id):
            raise ApiError(
                403, 20012, "You are not authorized to perform this action on this application"
            )

    def _add_emoji(self, request: Request, match: re.Match[str], files: Sequence[Upload]) -> Any:
        self._check_application(match["application"])
        body = request.body or {}
        name = str(body.get("name") or "")
        if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
            raise invalid_form(("name",), "STRING_TYPE_REGEX", "String value did not match.")
        if name in self._discord.emoji_names():
            raise invalid_form(
                ("name",),
                "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
                "An emoji with that name already exists",
            )
        image = _decoded(str(body.get("image") or ""))
        emoji = self._forward(request, files)
        self._images[str(emoji["id"])] = image
        return emoji


def _only_reader(answer: Any) -> int | None:
    """Return who alone can read the message in an answer, if it is an ephemeral one."""
    if not isinstance(answer, dict):
        return None
    message = answer.get("resource", {}).get("message", answer)
    if not message.get("flags", 0) & _EPHEMERAL or "interaction_metadata" not in message:
        return None
    return int(message["interaction_metadata"]["user"]["id"])


def _decoded(data_uri: str) -> bytes:
    found = re.fullmatch(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", data_uri, re.DOTALL)
    try:
        image = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        image = b""
    if not image:
        raise invalid_form(("image",), "IMAGE_INVALID", "Unsupported image type given")
    if len(image) > _EMOJI_BYTES:
        raise invalid_form(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256 kb.")
    return image


def _route(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))


_ROUTES: tuple[tuple[re.Pattern[str], Handler], ...] = (
    (_route("POST /channels/{channel}/messages"), Api._create_message),
    (_route("PATCH /channels/{channel}/messages/{message}"), Api._edit_message),
    (_route("POST /interactions/{id}/{token}/callback"), Api._callback),
    (_route("(POST|PATCH|GET|DELETE) /webhooks/{id}/{token}"), Api._webhook),
    (_route("(PATCH|GET|DELETE) /webhooks/{id}/{token}/messages/{message}"), Api._webhook),
    (_route("GET /applications/@me"), Api._about_me),
    (_route("GET /gateway(/bot)?"), Api._gateway),
    (_route("PUT /applications/{application}/commands"), Api._set_commands),
    (_route("POST /applications/{application}/commands"), Api._add_command),
    (_route("POST /applications/{application}/emojis"), Api._add_emoji),
)
