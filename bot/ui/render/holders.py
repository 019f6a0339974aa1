"""Who holds a seat, by the name others see, and how long they may still think."""

from bot.engine.seats import Seat
from bot.table.model import SeatHolder, TableView
from bot.ui.texts import Texts, plain_name, safe_name


class Names:
    """What the holders of a table's seats are called."""

    def __init__(self, texts: Texts, table: TableView) -> None:
        """Speak of the holders of this table."""
        self._texts = texts
        self._holders = table.holders
        self._plain = [plain_name(self._known_as(holder)) for holder in table.holders]
        self._safe = [safe_name(name) for name in self._plain]

    def __call__(self, seat: Seat) -> str:
        """The name of a seat's holder as it may stand in a sentence."""
        return self._safe[seat] + self._tail(seat)

    def plain(self, seat: Seat) -> str:
        """The same for a button, where nothing is markdown."""
        return self._plain[seat] + self._tail(seat)

    def full(self, seat: Seat, *, bold: bool = False) -> str:
        """The name, and what kind of holder it is: an AI player, away, a substitute."""
        holder, name = self._holders[seat], f"**{self(seat)}**" if bold else self(seat)
        if holder.level is not None and holder.left:
            return self._texts(
                "ai.for", name=name, level=self.level(seat), absent=self.absent(seat)
            )
        if holder.level is not None:
            return self._texts("ai.full", name=name, level=self.level(seat))
        return self._texts("seat.away", name=name) if holder.away else name

    def in_lobby(self, seat: Seat) -> str:
        """Who sits there, or for whom the seat is kept, before a match."""
        holder = self._holders[seat]
        if not holder.empty:
            return self.full(seat)
        if holder.reserved:
            return self._texts("seat.reserved", name=safe_name(holder.name))
        return self._texts("seat.empty")

    def level(self, seat: Seat) -> str:
        """How well the AI player of that seat plays, in a word."""
        return level_name(self._texts, self._holders[seat].level or "")

    def absent(self, seat: Seat) -> str:
        """Who held the seat before an AI player took it over."""
        return safe_name(self._holders[seat].name)

    def _known_as(self, holder: SeatHolder) -> str:
        key = f"ai.name.{holder.seat}"
        return holder.name if holder.level is None else self._texts(key)

    def _tail(self, seat: Seat) -> str:
        """What tells apart two holders of one name: the number of the seat."""
        own = self._plain[seat].casefold()
        twins = sum(other.casefold() == own for other in self._plain)
        return self._texts("seat.twin", number=seat + 1) if twins > 1 else ""


def level_name(texts: Texts, level: str) -> str:
    """The word for a level of AI players; its own name where there is none."""
    key = f"level.{level}"
    return texts(key) if key in texts else level


def is_present(holder: SeatHolder) -> bool:
    """Whether a person holds the seat and is not away."""
    return holder.user is not None and not holder.away


def is_hurried(holder: SeatHolder, now: float) -> bool:
    """Whether a present person is in the second half of their time."""
    if not is_present(holder) or holder.asked_at is None or holder.due_at is None:
        return False
    return now >= (holder.asked_at + holder.due_at) / 2


def moment(at: float) -> str:
    """A moment as Discord counts down to it, in everybody's own language."""
    return f"<t:{int(at)}:R>"
