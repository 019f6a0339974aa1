"""The results as a table that people can read."""

from collections.abc import Mapping
from typing import Any


def table(results: Mapping[str, Any]) -> str:
    """All parts, one below the other, each turned on its side: a line for each quantity."""
    head = f"{results['began']} UTC, Python {results['python']}, {results['processors']} processors"
    return "\n".join([head, "", *(_part(part) for part in results["parts"].values())])


def _part(part: Mapping[str, Any]) -> str:
    rows = part["rows"]
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [[name, *(str(row.get(name, "")) for row in rows)] for name in names]
    widths = [max(len(line[column]) for line in lines) for column in range(len(rows) + 1)]
    text = "\n".join(
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
        for line in lines
    )
    return f"{part['title']}\n\n{text}\n"
