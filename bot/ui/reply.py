"""Who asks something of us, and what they are answered."""

from dataclasses import dataclass, field

from bot.table.model import Person, TableView
from bot.ui.panel import Form, PrivatePanel


@dataclass(frozen=True, slots=True)
class Caller:
    """Who speaks to us, from where. `private` says that they pressed on a message of their own.

    `lacking` names the permissions without which we cannot show a table in that channel.
    """

    interaction: int
    guild: int
    person: Person
    channel: int = 0
    lacking: tuple[str, ...] = ()
    manager: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person gets to see: a panel, or nothing but that the press was received.

    `hand` is the table whose hand the panel shows, if it shows one; `file` is a name and what is
    in the file, sent with the panel's text. A `form` is opened in the place of
    the panel, while there is time. A reply `apart` never takes a message's place.
    """

    panel: PrivatePanel | None = field(default=None, repr=False)
    hand: TableView | None = None
    file: tuple[str, bytes] | None = field(default=None, repr=False)
    form: Form | None = None
    apart: bool = False
