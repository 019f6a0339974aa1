"""What the loopback Discord answers when it refuses: status, code and words of Discord's own."""

from typing import Any

REFUSALS: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached."),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    160005: (403, "Thread is locked"),
}
"""The refusals that a bot with tables meets: status and words by Discord's code."""

VIA = "1.1 google"
"""The header by which an answer is known to come from Discord, and not from before it."""


class ApiError(Exception):
    """A refusal of the REST API, as Discord would phrase it."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        """Refuse with this HTTP status, JSON error code and message."""
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.extra: dict[str, Any] = {}
        self.headers: dict[str, str] = {}

    def to_json(self) -> dict[str, Any]:
        """Return the body Discord sends with this refusal."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotPossible(Exception):
    """A person tried what Discord's own client would not let them do."""


def invalid_form(path: tuple[str | int, ...], code: str, message: str) -> ApiError:
    """Return 400/50035 with Discord's nested list of what is wrong and where."""
    return ApiError(400, 50035, REFUSALS[50035][1], nested(path, code, message))


def nested(path: tuple[str | int, ...], code: str, message: str) -> dict[str, Any]:
    """Return one complaint about a body in the tree in which Discord lists them."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path):
        errors = {str(key): errors}
    return errors


def too_many(wait: float, *, code: int = 0, scope: str = "user", via: bool = True) -> ApiError:
    """Return 429 with `wait` seconds to go; `scope` is `user`, `global` or `shared`.

    Without `via` it looks as if the proxy in front of Discord had sent it: discord.py takes that
    for a ban and gives up at once.
    """
    _, words = REFUSALS.get(code, (429, "You are being rate limited."))
    error = ApiError(429, code, words)
    error.extra = {"retry_after": wait, "global": scope == "global"}
    error.headers = {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope}
    if scope == "global":
        error.headers["X-RateLimit-Global"] = "true"
    if via:
        error.headers["Via"] = VIA
    return error
