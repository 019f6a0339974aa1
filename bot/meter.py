"""What may be counted and timed while the bot works; this meter forgets it all.

Whoever has something to tell is given a meter and tells it, whether or not anybody reads it.
Nothing told to a meter names a person, a table or a card.
"""


class Meter:
    """Forgets what it is told. One that remembers is a subclass."""

    def pressed(self, kind: str) -> None:
        """Somebody did something: pressed a component, used a command, sent a form."""

    def refused(self, why: str) -> None:
        """A request was refused, for that reason out of a closed list."""

    def thought(self, level: str, seconds: float) -> None:
        """An AI player of that level has taken so long to choose an action."""

    def called(self, method: str, route: str) -> None:
        """Discord was asked for something; the route is a template, without ids and tokens."""

    def failed(self, status: int, code: str) -> None:
        """Discord answered with an error (its HTTP status and its code), or not at all (0)."""

    def lagged(self, seconds: float) -> None:
        """The event loop came so much later to something than it was asked to."""
