"""The record as pydantic models: what is a record at all, before any rule is applied.

The models of a game's rules and actions are derived from its dataclasses, closed against unknown
keys and strict about kinds, so that the record and the engine cannot drift apart.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import datetime, timedelta
from functools import cache
from json import dumps
from typing import Annotated, Any, Literal, Union, get_args, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    create_model,
)

from bot.engine.cards import Card
from bot.engine.contract import AnyGame
from bot.engine.registry import GAMES
from bot.engine.seats import SEAT, Seat, count_of
from bot.record.text import on_one_line, strict_json

FORMAT = "pluck-record/1"
CLOSED = ConfigDict(extra="forbid", strict=True, frozen=True, hide_input_in_errors=True)


class NotARecord(Exception):
    """The text is no record; the message says why in one line."""

    def __init__(self, reason: str) -> None:
        """Keep the reason, on one line whatever it quotes."""
        super().__init__(on_one_line(reason))


def _utc_time(text: str) -> str:
    offset = datetime.fromisoformat(text).utcoffset()
    if offset not in (None, timedelta(0)):
        raise ValueError("not a time in UTC")
    return text


class Entry(BaseModel):
    """One action of a deal; the models of a game's actions add their fields."""

    model_config = CLOSED
    seat: int
    at: Annotated[str, AfterValidator(_utc_time)] | None = None
    by: Literal["player", "ai", "timeout"] | None = None


class Head(BaseModel):
    """What stands above the deals."""

    model_config = CLOSED
    format: Literal["pluck-record/1"]
    game: str
    preset: str
    rules: dict[str, JsonValue] = {}
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """An action of a record with the seat that took it."""

    seat: Seat
    action: Any


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal of a record."""

    dealer: Seat
    deck: tuple[Card, ...]
    actions: tuple[RecordedAction, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A well-formed record. Whether its actions are legal is for `replay` to find out."""

    game: AnyGame
    rules: Any
    seats: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]


def parse(text: bytes) -> Record:
    """The record in a JSON document; raises NotARecord with the reason."""
    try:
        document = strict_json(text)
        if not isinstance(document, dict):
            raise NotARecord("a record is a JSON object")
        return _parse(document, text)
    except ValidationError as error:
        raise NotARecord(_first_error(error)) from None
    except ValueError as error:
        raise NotARecord(str(error)) from None


def complete_rules(game: AnyGame, preset: str, changed: dict[str, JsonValue]) -> Any:
    """The preset's rules with some fields changed; raises ValueError if they do not fit."""
    adapter = TypeAdapter[Any](game.rules_type)
    wanted = adapter.dump_python(game.presets[preset], mode="json") | changed
    closed = create_model("Closed", __config__=CLOSED, rules=(game.rules_type, ...))
    text = TypeAdapter(dict[str, Any]).dump_json({"rules": wanted})
    read: Any = closed.model_validate_json(text)
    rules = read.rules
    # A tag left out would get its default and 3.0 would pass for 3: only what reads back as it
    # was written is accepted.
    for name, value in adapter.dump_python(rules, mode="json").items():
        if dumps(value, sort_keys=True) != dumps(wanted[name], sort_keys=True):
            raise ValueError(f"rules.{name}: a missing key, or not of its kind")
    if misfit := game.check(rules):
        raise ValueError(f"rules: {misfit}")
    return rules


def _parse(document: dict[str, Any], text: bytes) -> Record:
    game = GAMES.get(key) if isinstance(key := document.get("game"), str) else None
    if game is None:
        raise NotARecord("game: missing, or not a game on offer")
    record: Any = _model(game.key).model_validate_json(text)
    if record.preset not in game.presets:
        raise NotARecord("preset: not a preset of this game")
    rules = complete_rules(game, record.preset, record.rules)
    seats = count_of(game.sides(rules))
    if len(record.seats) != seats:
        raise NotARecord(f"seats: these rules need {seats} names")
    pack = Counter(game.pack(rules))
    for number, deal in enumerate(record.deals, start=1):
        if Counter(deal.deck) != pack:
            raise NotARecord(f"deal {number}: the deck is not the pack of these rules")
        if not 0 <= deal.dealer < seats:
            raise NotARecord(f"deal {number}: a dealer who is not at this table")
        for place, entry in enumerate(deal.actions):
            if not all(0 <= seat < seats for seat in _seats_in(entry)):
                raise NotARecord(f"deal {number} action {place}: a seat that is not at this table")
    deals = tuple(
        RecordedDeal(
            deal.dealer,
            deal.deck,
            tuple(RecordedAction(entry.seat, _action(game, entry)) for entry in deal.actions),
        )
        for deal in record.deals
    )
    return Record(game, rules, record.seats, deals)


@cache
def _model(key: str) -> type[BaseModel]:
    """The closed model of a whole record of this game."""
    kinds = [_entry_model(kind) for kind in _kinds(GAMES[key])]
    entry: Any = Annotated[Union[tuple(kinds)], Field(discriminator="type")]  # noqa: UP007
    deal = create_model(
        "RecordedDeal",
        __config__=CLOSED,
        dealer=(int, ...),
        deck=(tuple[Card, ...], ...),
        actions=(tuple[entry, ...], ...),
    )
    return create_model("Record", __base__=Head, deals=(tuple[deal, ...], ...))


def _entry_model(kind: type) -> type[BaseModel]:
    """The closed model of one kind of action: an entry with the fields of its dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    definitions: dict[str, Any] = {
        field.name: (
            hints[field.name],
            ... if field.default is MISSING or field.name == "type" else field.default,
        )
        for field in fields(kind)
    }
    return create_model(f"Recorded{kind.__name__}", __base__=Entry, **definitions)


def _kinds(game: AnyGame) -> tuple[type, ...]:
    return get_args(game.seat_action_type) or (game.seat_action_type,)


def _action(game: AnyGame, entry: Any) -> Any:
    kind = _kinds_by_tag(game.key)[entry.type]
    return kind(*(getattr(entry, field.name) for field in fields(kind)))


@cache
def _kinds_by_tag(key: str) -> dict[str, type]:
    """The action dataclasses of this game by their `type`."""
    kinds = _kinds(GAMES[key])
    return {get_args(get_type_hints(kind)["type"])[0]: kind for kind in kinds}


def _seats_in(entry: Entry) -> Iterable[Seat]:
    yield entry.seat
    for name, field in type(entry).model_fields.items():
        if SEAT in field.metadata:
            yield getattr(entry, name)


def _first_error(error: ValidationError) -> str:
    """Where the first thing is wrong and what, in one line."""
    first = _most_telling(error.errors(include_input=False, include_url=False))
    place = ".".join(str(part) for part in first["loc"])
    match first["type"]:
        case "enum" | "literal_error" | "union_tag_invalid":
            problem = "not one of the values of its kind"
        case "extra_forbidden" | "unexpected_keyword_argument":
            problem = "unknown key"
        case "missing" | "union_tag_not_found":
            problem = "missing key"
        case _:
            problem = first["msg"].removeprefix("Value error, ")
    return f"{place}: {problem}" if place else problem


def _most_telling(errors: Sequence[Any]) -> Any:
    """The first error; of kinds that were tried in turn, what is wrong with the one meant."""
    not_meant = [each for each in errors if each["loc"][-1:] == ("kind",)]
    tried = {each["loc"][:-1] for each in not_meant}
    meant = [each for each in errors if each["loc"][:-1] not in tried]
    return [*meant, *not_meant][0]
