"""What the loopback Discord answers when it refuses: status, code and words of Discord's own."""

from typing import Any


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
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path):
        errors = {str(key): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)
