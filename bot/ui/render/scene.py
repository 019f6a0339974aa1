"""A table and the words to speak of it, as far as they are the same in every game of tricks."""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.engine.cards import Card, Suit
from bot.table.model import SeatHolder, Status, TableView
from bot.ui.panel import Block, Divider, Text
from bot.ui.render.holders import Names, is_hurried, is_present, moment
from bot.ui.texts import Texts

_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


class Scene:
    """One table as its view shows it; the view has tricks, a draw for the first dealer, scores."""

    def __init__(self, texts: Texts, table: TableView) -> None:
        """Speak of this table; it has a view, so its match has begun."""
        self.texts = texts
        self.table = table
        self.view: Any = table.view
        self.names = Names(texts, table)

    def say(self, key: str, **values: object) -> str:
        """A sentence in the words of this game, where it has words of its own for it."""
        return self.texts.of_game(self.table.game, key, **values)

    @property
    def scored(self) -> bool:
        """Whether the deal in view has been scored and no other dealt since."""
        return self.view.deal > 0 and self.view.phase in ("deal", "over")

    @property
    def asked(self) -> tuple[SeatHolder, ...]:
        """Whom the deal waits for."""
        return tuple(self.table.holders[seat] for seat in self.view.asked)

    def card(self, card: Card) -> str:
        """A card by name: `10♥`, `Big Joker`."""
        if card.suit is None:
            return self.texts(f"card.{card}")
        rank = "10" if card.rank == "T" else card.rank
        return rank + _SYMBOLS[card.suit]

    def suit(self, suit: Suit) -> str:
        """A suit with its sign, as a name: `♠ Spades`."""
        return self.texts(f"suit_label.{suit}")

    def suit_word(self, suit: Suit) -> str:
        """A suit within a sentence: `spades`."""
        return self.texts(f"suit.{suit}")

    def plays(self, trick: Any) -> str:
        """Who played what, in order; the best card so far stands out."""
        return " · ".join(
            self.texts(
                "board.play_ahead" if seat == trick.winner else "board.play",
                name=self.names(seat),
                card=self.card(card),
            )
            for seat, card in trick.plays
        )

    def side(self, side: int) -> str:
        """A side by the names of its seats."""
        return self.together(self.names(seat) for seat in self.view.sides[side])

    def together(self, names: Iterable[str]) -> str:
        """Several names as one side."""
        return " & ".join(names)

    def tricks(self) -> list[str]:
        """What lies on the table, and the trick before it."""
        lines = []
        if self.view.trick is not None and self.view.trick.plays:
            number = len(self.view.tricks) + 1
            plays = self.plays(self.view.trick)
            lines.append(self.say("board.book", number=number, plays=plays))
        return [*lines, *self.last_trick()]

    def last_trick(self) -> list[str]:
        """The trick that was complete last, and who took it."""
        if not self.view.tricks:
            return []
        last = self.view.tricks[-1]
        return [self.say("board.last", plays=self.plays(last), name=self.names(last.winner))]

    def claimed(self) -> list[str]:
        """Who took the last tricks of the deal at once, if somebody did."""
        claim = self.table.claimed
        if claim is None:
            return []
        return [self.say("summary.claimed", name=self.names(claim.seat), count=claim.tricks)]

    def trick_by_trick(self) -> Iterator[str]:
        """Every trick of the deal: who led, the cards in order, who took it."""
        for number, trick in enumerate(self.view.tricks, 1):
            yield self.texts(
                "last_deal.trick",
                number=number,
                leader=self.names(trick.plays[0][0]),
                cards=" ".join(self._played(trick, seat, card) for seat, card in trick.plays),
                winner=self.names(trick.winner),
            )

    def _played(self, trick: Any, seat: int, card: Card) -> str:
        """A card of a trick that is over; the one that took it stands out."""
        text = self.card(card)
        return self.texts("last_deal.best", card=text) if seat == trick.winner else text

    def turn(self, key: str, now: float, **values: object) -> list[str]:
        """Whose turn it is, and until when if that is a person who is there."""
        asked = self.asked
        if not asked or self.table.status is Status.PAUSED:
            return []
        who = self.texts.listed([self.names(each.seat) for each in asked], "list.either")
        turn = self.texts(key, names=who, **values)
        timed = [
            (each.due_at, each) for each in asked if is_present(each) and each.due_at is not None
        ]
        if not timed:
            return [self.texts("turn.open", turn=turn)]
        due_at, first = min(timed, key=lambda each: each[0])
        key = "turn.hurry" if is_hurried(first, now) else "turn.until"
        return [self.texts(key, turn=turn, until=moment(due_at))]

    def draw(self) -> list[str]:
        """Who drew what for the first deal; a seat that comes again begins another round."""
        if not self.view.draw or self.view.dealer is None:
            return []
        rounds: list[list[str]] = []
        drawn: set[int] = set()
        for seat, card in self.view.draw:
            if not rounds or seat in drawn:
                rounds.append([])
                drawn = set()
            drawn.add(seat)
            play = self.texts("board.play", name=self.names(seat), card=self.card(card))
            rounds[-1].append(play)
        text = ", ".join(rounds[0])
        for again in rounds[1:]:
            text = self.texts("board.draw_again", before=text, round=", ".join(again))
        return [self.texts("board.draw", rounds=text, dealer=self.names(self.view.dealer))]

    def absences(self) -> list[str]:
        """Who is late, away, or has left, and who plays instead."""
        lines = []
        for holder in self.table.holders:
            name = self.names(holder.seat)
            if holder.left:
                absent = self.names.absent(holder.seat)
                level = self.names.level(holder.seat)
                lines.append(self.texts("board.left", name=name, level=level, absent=absent))
            elif holder.away:
                if self.table.status is not Status.PAUSED:
                    lines.append(self.texts("board.away", name=name))
            elif holder.misses:
                lines.append(self.texts("board.late", name=name))
        return lines

    def own_state(self, seat: int) -> list[str]:
        """That the holder of a hand was late or is away, if so."""
        holder = self.table.holders[seat]
        if holder.away:
            paused = self.table.status is Status.PAUSED
            return [self.texts("hand.away_paused" if paused else "hand.away")]
        return [self.texts("hand.late")] if holder.misses else []

    def waiting(self) -> str:
        """For whom the deal waits, and for what, as the holder of a hand reads it."""
        names = [self.names(holder.seat) for holder in self.asked]
        if not names:
            return self.texts("hand.dealing")
        return self.texts(
            f"hand.waiting_{self.view.phase}",
            names=self.texts.listed(names, "list.either"),
            channel=f"<#{self.table.channel}>",
        )

    def go_on(self) -> str:
        """What the holder of a hand may do between two deals."""
        own = self.table.own
        return self.texts("hand.ready" if own is not None and own.ready else "hand.press_next")

    def winners(self) -> str:
        """Who has won the match."""
        winners: tuple[int, ...] = self.view.winners or ()
        if len(winners) > 1:
            names = self.texts.listed([self.side(side) for side in winners])
            return self.texts("summary.shared", name=names)
        team = len(self.view.sides[winners[0]]) > 1
        return self.texts("summary.won_team" if team else "summary.won", name=self.side(winners[0]))

    def places(self) -> list[str]:
        """Everybody by place: the winners share the first, equal scores any other."""
        view = self.view
        merits = [(side in (view.winners or ()), score) for side, score in enumerate(view.score)]
        merits = [(won, 0 if won else score) for won, score in merits]
        places = [1 + sum(other > own for other in merits) for own in merits]
        order = sorted(range(len(places)), key=lambda side: (places[side], -view.score[side]))
        return [
            self.texts(
                "summary.place",
                place=places[side],
                name=self.together(self.names.full(seat) for seat in view.sides[side]),
                points=self.texts.counted("count.points", view.score[side]),
            )
            for side in order
        ]

    def outcome(self, deal: list[str]) -> tuple[Block, ...]:
        """A scored deal in these lines; after the last one the places come first."""
        texts, view = self.texts, self.view
        game = texts(f"game.{self.table.game}")
        if view.winners is None:
            head = texts("summary.title", game=game, deal=view.deal)
            return (Text("\n".join([head, *deal])),)
        places = "\n".join([self.winners(), *self.places()])
        last = texts("summary.last_hand", deal=view.deal)
        return (Text(places), Divider(), Text("\n".join([last, *deal])))


def parts(*groups: list[str]) -> tuple[Block, ...]:
    """Groups of lines with dividers between; those that tell nothing are left out."""
    blocks: list[Block] = []
    for lines in groups:
        if lines:
            blocks += (Divider(), Text("\n".join(lines)))
    return tuple(blocks[1:])
