"""The settings: environment variables, or a `.env` file, checked before anything starts."""

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Seconds = Annotated[float, Field(gt=0, le=7 * 24 * 3600, allow_inf_nan=False)]


class BadSettings(Exception):
    """A setting has a value that cannot be used; the message names it, in one line."""


class Settings(BaseSettings):
    """Every setting of the bot. Durations are in seconds, unless their name says otherwise."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    discord_api_url: str = "https://discord.com/api/v10"
    discord_gateway_url: str = "wss://gateway.discord.gg/"
    pluck_db: Path = Path("data/var/pluck.db")
    pluck_turn_seconds: Seconds = 90
    pluck_ai_seconds: Seconds = 1.2
    pluck_ai_think_ms: Annotated[int, Field(ge=10, le=10_000)] = 300
    pluck_ai_workers: Annotated[int, Field(ge=1, le=64)] | None = None
    pluck_next_seconds: Seconds = 20
    pluck_nudge_seconds: Seconds = 20
    pluck_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    pluck_health_host: str = "127.0.0.1"
    pluck_health_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    pluck_playground_port: Annotated[int, Field(ge=0, le=65535)] = 8765

    @field_validator("pluck_log_level", mode="before")
    @classmethod
    def _in_any_case(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("discord_token")
    @classmethod
    def _is_one_word(cls, token: SecretStr | None) -> SecretStr | None:
        word = "" if token is None else token.get_secret_value().strip()
        if word and not _is_word(word):
            raise ValueError("must be the one word that Discord shows, with nothing around it")
        return SecretStr(word) if word else None

    @field_validator("pluck_db")
    @classmethod
    def _names_a_file(cls, path: Path) -> Path:
        try:
            other = path.exists() and not path.is_file()
        except OSError as error:
            raise ValueError(error.strerror) from None
        if not path.name or other:
            raise ValueError("must name a file, not a folder or a device")
        return path

    @field_validator("pluck_health_host")
    @classmethod
    def _is_a_host(cls, host: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9.:_-]+", host) or not _is_name(host):
            raise ValueError("must be an address or the name of a host, without a port")
        return host

    @field_validator("discord_api_url", "discord_gateway_url")
    @classmethod
    def _has_its_scheme(cls, address: str, info: ValidationInfo) -> str:
        schemes = ("http", "https") if info.field_name == "discord_api_url" else ("ws", "wss")
        if not _is_address(address, schemes):
            raise ValueError(
                f"must be an address that begins with {schemes[0]}:// or {schemes[1]}://, "
                "without spaces or a password"
            )
        return address.rstrip("/") if info.field_name == "discord_api_url" else address


def _is_address(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(text)
        if parts.scheme not in schemes or not parts.hostname or parts.port == 0:
            return False
        # Neither may say who asks: that is what the token is for.
        return parts.username is None and _is_word(text) and _is_name(parts.hostname)
    except ValueError:
        return False


def _is_word(text: str) -> bool:
    """Whether it is of visible ASCII characters only, as headers and addresses are."""
    return bool(re.fullmatch(r"[!-~]+", text))


def _is_name(host: str) -> bool:
    """Whether a resolver takes this at all: one part that is empty or long, and it does not."""
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def load_settings() -> Settings:
    """The settings of this process. Raises BadSettings naming the first bad one."""
    try:
        return Settings()
    except UnicodeDecodeError:
        raise BadSettings(".env: not text in UTF-8") from None
    except OSError as error:
        raise BadSettings(f".env: {error.strerror}") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        name = str(first["loc"][0]).upper() if first["loc"] else "a setting"
        message = first["msg"].removeprefix("Value error, ")
        raise BadSettings(f"{name}: {message[0].lower()}{message[1:]}") from None
