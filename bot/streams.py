"""What a command prints: nothing goes down quietly where stdout takes nothing more."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

UNWRITTEN = 3
"""The exit status where something could not be written."""


@contextmanager
def writing_to(stream: TextIO | None) -> Iterator[None]:
    """Within, something is printed to that stream, which may be missing.

    Ends the program with `UNWRITTEN` and a line on stderr where the stream takes nothing more, as
    on a full disk; a reader who has gone away does not matter.
    """
    try:
        yield
        if stream is not None:
            stream.flush()
    except OSError as error:
        if stream is not None:
            # Python writes what is left when it ends, and must not fail at that either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            with suppress(OSError):
                print(f"cannot write: {error.strerror}", file=sys.stderr, flush=True)
            raise SystemExit(UNWRITTEN) from None
