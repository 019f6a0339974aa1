"""What people did, one entry an interaction, and how the wire says that it was answered."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.playground.request_log import Request
from tests.support.wire import ROOT

_TEXTS = tomllib.loads((ROOT / "data" / "texts" / "en.toml").read_text(encoding="utf-8"))
REFUSALS = {sentence: key for key, sentence in _TEXTS["why"].items()} | {
    _TEXTS["answer"][key]: key for key in ("old_button", "not_on_message", "broken")
}
"""Every sentence with which a press is refused, and the name of the reason."""
OUR_FAULT = frozenset({"broken", "set_aside"})

_TABLE_ID = re.compile(r"tb:1:([a-z0-9]{1,16}):([0-9]{1,9}):([A-Za-z0-9.]{1,40})(?:~[0-9]{1,2})?")
_STEP = re.compile(r"k\.(?:to|suit)\..*")
GAME_CODE = re.compile(r"[ptk]\..+")
_VERBS = re.compile(r"join|leave\.yes|ai\.\w+|noai|close|start|sit\.\d|next|back|again")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_LATE = re.compile(r"/webhooks/\d+/([^/]+)/messages/@original")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)")
_MESSAGE, _RECEIPT, _UPDATE = 4, 6, 7


@dataclass
class Deed:
    """One interaction of a person with the bot."""

    interaction: int
    token: str = field(repr=False)
    user: int
    channel: int
    what: str
    """The custom_id that was pressed, or the command."""
    private: bool
    at: float
    answers: list[Any] = field(default_factory=list, repr=False)
    """The bodies of what was shown in answer, in order."""
    received: bool = False
    """Whether the press was receipted without a word."""

    @property
    def table(self) -> str | None:
        return found[1] if (found := _TABLE_ID.fullmatch(self.what)) else None

    @property
    def ask(self) -> int:
        return int(found[2]) if (found := _TABLE_ID.fullmatch(self.what)) else 0

    @property
    def code(self) -> str:
        return found[3] if (found := _TABLE_ID.fullmatch(self.what)) else ""

    @property
    def is_action(self) -> bool:
        """Whether it is to play a card, name trump or pluck."""
        return bool(GAME_CODE.fullmatch(self.code)) and not _STEP.fullmatch(self.code)

    @property
    def changes(self) -> bool:
        """Whether something must be stored if it is accepted."""
        return self.is_action or bool(_VERBS.fullmatch(self.code))

    @property
    def refusal(self) -> str | None:
        """The reason that the person was told, if it was refused."""
        told = (text for body in self.answers for text in sentences(body))
        return next((REFUSALS[text] for text in told if text in REFUSALS), None)

    @property
    def succeeded(self) -> bool:
        """Whether its answer said so; False too where no answer came."""
        shown = bool(self.answers) or (self.received and not self.private)
        return shown and self.refusal is None


class Ledger:
    """All deeds of a soak, by interaction."""

    def __init__(self) -> None:
        self.deeds: dict[int, Deed] = {}

    def enter(self, deed: Deed) -> None:
        self.deeds[deed.interaction] = deed

    def __iter__(self) -> Iterator[Deed]:
        return iter(list(self.deeds.values()))

    def text(self) -> str:
        """All deeds in order, one a line, for whoever looks for what went wrong."""
        return "".join(
            f"{deed.at:.3f} {deed.user} {deed.channel} {deed.what}"
            f" -> {deed.refusal or ('shown' if deed.answers else deed.received and 'received')}\n"
            for deed in sorted(self, key=lambda deed: deed.at)
        )

    def read(self, requests: Iterable[Request]) -> None:
        """Write to each deed what these, which are all, have shown in answer to it."""
        for deed in self:
            deed.answers, deed.received = [], False
        by_token = {deed.token: deed for deed in self}
        for request in requests:
            if not request.applied:
                continue
            if found := _CALLBACK.fullmatch(request.path):
                _answered(self.deeds.get(int(found[1])), request.body or {})
            elif found := _LATE.fullmatch(request.path) or (
                request.method == "POST" and _FOLLOW_UP.fullmatch(request.path)
            ):
                deed = by_token.get(found[1])
                if deed is not None and request.body:
                    deed.answers.append(request.body)


def _answered(deed: Deed | None, body: dict[str, Any]) -> None:
    if deed is None:
        return
    if body.get("type") in (_MESSAGE, _UPDATE):
        deed.answers.append(body.get("data") or {})
    elif body.get("type") == _RECEIPT:
        deed.received = True


def sentences(node: Any) -> Iterator[str]:
    """Every text of a message, block by block."""
    if isinstance(node, dict):
        if isinstance(text := node.get("content"), str):
            yield text
        for child in node.values():
            yield from sentences(child)
    elif isinstance(node, list):
        for child in node:
            yield from sentences(child)


def code_of_event(action: str) -> str:
    """An action of the database as its button names it."""
    act = json.loads(action)
    match act["type"]:
        case "play":
            return f"p.{act['card']}"
        case "trump":
            return f"t.{act['suit']}"
        case "pluck":
            suit = f".{act['suit']}" if act.get("suit") else ""
            return f"k.{act['card']}.{act['target']}{suit}"
        case other:
            return str(other)
