"""The limits that neither Discord's description nor simcord knows, refused as Discord refuses them.

Everything here is pure: a body in, nothing or an `ApiError` out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from .emoji import check_emoji
from .errors import ApiError, invalid_form

Path = tuple[str | int, ...]
Json = Mapping[str, Any]

_BUTTON, _STRING_SELECT = 2, 3
_SUBCOMMANDS = (1, 2)
_MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
_MOST_CHARACTERS = 8000


def components(roots: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every component of a tree with its path, parents first."""
    for index, component in enumerate(roots if isinstance(roots, list) else []):
        if not isinstance(component, dict):
            continue
        here = (*path, index)
        yield here, component
        yield from components(component.get("components"), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(child := component.get(key), dict):
                yield (*here, key), child


def check_message(body: Json, known_emojis: frozenset[str], path: Path = ()) -> None:
    """Refuse a message (or modal) whose components or embeds Discord would refuse."""
    for where, component in components(body.get("components"), (*path, "components")):
        if component.get("type") == _BUTTON:
            _check_button(component, known_emojis, where)
        elif component.get("type") == _STRING_SELECT:
            _check_select(component, known_emojis, where)
    for index, embed in enumerate(body.get("embeds") or []):
        if isinstance(embed, dict) and not _says_something(embed):
            raise invalid_form(
                (*path, "embeds", index), "BASE_TYPE_REQUIRED", "This field is required"
            )


def _check_button(button: Json, known_emojis: frozenset[str], where: Path) -> None:
    if button.get("style") != 6 and not button.get("label") and not button.get("emoji"):
        raise invalid_form(
            where, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji"
        )
    check_emoji(button.get("emoji"), known_emojis, where)


def _check_select(select: Json, known_emojis: frozenset[str], where: Path) -> None:
    options = select.get("options") or []
    if (select.get("max_values") or 1) > len(options):
        raise invalid_form(
            (*where, "max_values"),
            "NUMBER_TYPE_MAX",
            f"max_values must be at most the number of options ({len(options)})",
        )
    if sum(bool(option.get("default")) for option in options) > (select.get("max_values") or 1):
        raise invalid_form(
            (*where, "options"), "SELECT_TOO_MANY_DEFAULTS", "More defaults than max_values"
        )
    for index, option in enumerate(options):
        check_emoji(option.get("emoji"), known_emojis, (*where, "options", index))


def _says_something(embed: Json) -> bool:
    parts = ("title", "description", "fields", "image", "thumbnail", "author", "footer", "video")
    return any(embed.get(part) for part in parts)


def check_commands(commands: Any) -> None:
    """Refuse a set of application commands that Discord would refuse as a whole."""
    seen: set[tuple[int, str]] = set()
    counts = dict.fromkeys(_MOST_COMMANDS, 0)
    for index, command in enumerate(commands or []):
        kind, name = int(command.get("type") or 1), str(command.get("name") or "")
        if (kind, name) in seen:
            raise invalid_form(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add((kind, name))
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] > _MOST_COMMANDS.get(kind, 1):
            raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
        if kind == 1:
            _check_chat_input(command, (index,))


def _check_chat_input(command: Json, path: Path) -> None:
    _check_name(command, path)
    if not command.get("description"):
        raise invalid_form(
            (*path, "description"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."
        )
    _check_options(command, path)
    if _characters(command) > _MOST_CHARACTERS:
        raise invalid_form(
            path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)"
        )


def _check_options(parent: Json, path: Path) -> None:
    names: set[str] = set()
    optional_seen = False
    for index, option in enumerate(parent.get("options") or []):
        where = (*path, "options", index)
        _check_name(option, where)
        if option["name"] in names:
            raise invalid_form(
                (*where, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                "Option names must be unique",
            )
        names.add(option["name"])
        if option.get("required") and optional_seen:
            raise invalid_form(
                where,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= option.get("type") not in _SUBCOMMANDS and not option.get("required")
        if option.get("choices") and option.get("autocomplete"):
            raise invalid_form(
                where,
                "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
                "Choices and autocomplete exclude each other",
            )
        _check_options(option, where)


def _check_name(named: Json, path: Path) -> None:
    name = str(named.get("name") or "")
    fits = 1 <= len(name) <= 32 and all(c in "-_'" or c.isalnum() for c in name)
    if not fits or name != name.lower():
        raise invalid_form(
            (*path, "name"),
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        )


def _characters(node: Json) -> int:
    own = len(str(node.get("name") or "")) + len(str(node.get("description") or ""))
    choices = node.get("choices") or []
    own += sum(len(str(choice["name"])) + len(str(choice["value"])) for choice in choices)
    return own + sum(_characters(option) for option in node.get("options") or [])
