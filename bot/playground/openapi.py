"""Holds every request of the bot against Discord's own description of its API.

Objects are closed, so that a misspelt key is a violation and not silence. This module alone needs
jsonschema-rs, which only tests install; it is imported only where a description is given.
"""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs

# What discord.py itself adds to an edit and to a command, though nothing describes it.
_TOLERATED = {
    "MessageEditRequestPartial": "tts",
    "IncomingWebhookUpdateRequestPartial": "tts",
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": "tts",
    "ApplicationCommandUpdateRequest": "nsfw",
    "ApplicationCommandCreateRequest": "nsfw",
}
_BODY = re.compile(r"^application/json")


class Description:
    """Discord's OpenAPI description, compiled as far as requests have needed it."""

    def __init__(self, path: Path) -> None:
        """Read the description from a file."""
        self._spec: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        _close(self._spec)
        schemas = self._spec["components"]["schemas"]
        for name, key in _TOLERATED.items():
            if name in schemas:
                schemas[name]["properties"].setdefault(key, {"type": "boolean"})
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template) + "$"), template)
            for template in sorted(self._spec["paths"], key=lambda path: path.count("{"))
        ]
        self._validators: dict[str, Any] = {}

    def violations(self, method: str, path: str, body: Any) -> list[str]:
        """Return what Discord's description says against this request, in words."""
        template = next((name for found, name in self._paths if found.match(path)), None)
        operation = self._spec["paths"].get(template, {}).get(method.lower())
        if operation is None:
            return [f"{method} {path}: no such route"]
        content = operation.get("requestBody", {}).get("content", {})
        schema = next((c["schema"] for kind, c in content.items() if _BODY.match(kind)), None)
        if schema is None or body is None:
            return []
        return [
            f"{method} {template}: {'/'.join(map(str, cause.instance_path))}: {cause.message}"
            for error in self._validator(f"{method} {template}", schema).iter_errors(body)
            for cause in _causes(error)
        ]

    def _validator(self, key: str, schema: dict[str, Any]) -> Any:
        if key not in self._validators:
            whole = {**schema, "components": self._spec["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[key]


def _causes(error: Any) -> list[Any]:
    """Return what is wrong below an error: of a choice, the branch that came closest."""
    branches = getattr(error.kind, "context", None)
    if not branches:
        return [error]
    meant = [b for b in branches if not any("type" in cause.instance_path[-1:] for cause in b)]
    closest = max(meant or branches, key=lambda b: max(len(c.instance_path) for c in b))
    return [deepest for cause in closest for deepest in _causes(cause)]


def _close(node: Any) -> None:
    """Forbid, in every object below `node`, the keys it does not name."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            node.setdefault("additionalProperties", False)
        for child in node.values():
            _close(child)
    elif isinstance(node, list):
        for child in node:
            _close(child)
