"""What is offered while an option of a command is being typed."""

from collections.abc import Mapping

from discord import app_commands

MOST_CHOICES, LONGEST_TEXT = 25, 100
"""How many Discord offers, and how long each may be."""


def matching(known: Mapping[str, str], current: str) -> list[app_commands.Choice[str]]:
    """The values whose text fits to what has been typed so far, as many as can be offered."""
    found = [
        app_commands.Choice(name=text[:LONGEST_TEXT], value=value)
        for value, text in known.items()
        if current.casefold() in text.casefold()
    ]
    return found[:MOST_CHOICES]
