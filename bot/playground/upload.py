"""Files that a request brings along."""

from dataclasses import dataclass
from io import BytesIO


@dataclass
class Upload:
    """A file of a multipart request, in the shape simcord reads."""

    filename: str
    fp: BytesIO
    description: str | None = None
