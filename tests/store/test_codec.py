"""The codec: what goes in comes out, and no error shows a hand."""

import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import Any, Literal

import pytest

from bot.store import BadState, Codec


class Card(StrEnum):
    QUEEN = "QS"
    ACE = "AH"
    LOW = "2C"


class Phase(IntEnum):
    CALL = 1
    PLAY = 2


@dataclass(frozen=True, slots=True)
class Play:
    card: Card
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Pass:
    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    owed: Mapping[int, int]
    seen: frozenset[Card]
    taken: dict[Card, int]
    last: Play | Pass | None
    phase: Phase
    lead: tuple[int, Card] | None = None
    share: float = 0.5


A_STATE = State(
    hands=((Card.QUEEN, Card.ACE), (), (Card.LOW,)),
    owed={0: 2, 11: 1},
    seen=frozenset({Card.LOW, Card.ACE}),
    taken={Card.ACE: 1},
    last=Play(Card.LOW),
    phase=Phase.PLAY,
    lead=(1, Card.QUEEN),
)
STATES = [
    A_STATE,
    replace(A_STATE, last=Pass(), lead=None),
    replace(A_STATE, last=None, hands=(), owed={}, seen=frozenset(), taken={}),
]


@pytest.fixture
def codec() -> Codec[State]:
    return Codec(State)


def edited(codec: Codec[State], **changes: Any) -> str:
    return json.dumps(json.loads(codec.dump(A_STATE)) | changes)


class TestRoundTrip:
    @pytest.mark.parametrize("state", STATES)
    def test_keeps_a_state_and_its_types(self, codec, state):
        loaded = codec.load(codec.dump(state), 1)
        assert loaded == state
        assert type(loaded.phase) is Phase
        assert all(type(card) is Card for hand in loaded.hands for card in hand)
        assert type(loaded.last) is type(state.last)

    def test_stores_cards_as_their_text(self, codec):
        assert json.loads(codec.dump(A_STATE))["hands"] == [["QS", "AH"], [], ["2C"]]

    def test_works_for_a_union_of_actions(self):
        codec: Codec[Any] = Codec(Play | Pass)
        for action in (Play(Card.ACE), Pass()):
            assert codec.load(codec.dump(action), 1) == action


class TestWhatDoesNotFit:
    @pytest.mark.parametrize(
        ("changes", "complaint"),
        [
            ({"hands": [["ZQ"]]}, "enum at hands"),
            ({"hands": "QS"}, "tuple_type at hands"),
            ({"phase": "2"}, "phase"),
            ({"share": "0.5"}, "float_type at share"),
            ({"owed": {"QS": 1}}, "int_parsing at owed"),
            ({"taken": {"ZQ": 1}}, "enum at taken"),
            ({"last": {"kind": "QS"}}, "at last"),
            ({"lead": [1]}, "missing at lead"),
            ({"QS": 1}, "unexpected_keyword_argument"),
        ],
    )
    def test_is_refused_and_named_by_its_field(self, codec, changes, complaint):
        with pytest.raises(BadState, match=complaint) as caught:
            codec.load(edited(codec, **changes), 1)
        assert_hides_cards(caught.value)

    @pytest.mark.parametrize("text", ["", "QS", "null", "[]", '{"hands": [["QS"', "{}", "7"])
    def test_is_refused_where_it_is_no_state_at_all(self, codec, text):
        with pytest.raises(BadState) as caught:
            codec.load(text, 1)
        assert_hides_cards(caught.value)

    @pytest.mark.parametrize(
        "state",
        [
            replace(A_STATE, phase="QS"),
            replace(A_STATE, hands="QS"),
            replace(A_STATE, hands=(("QS",),)),
            replace(A_STATE, lead=(1, Card.QUEEN, Card.QUEEN)),
            replace(A_STATE, last=Card.QUEEN),
            Play(Card.QUEEN),
            "QS",
        ],
    )
    @pytest.mark.filterwarnings("error:Pydantic")
    def test_is_not_stored(self, codec, state):
        with pytest.raises(BadState) as caught:
            codec.dump(state)
        assert_hides_cards(caught.value)


def assert_hides_cards(error: BaseException) -> None:
    """Neither the message nor anything it is chained to names a card that was stored."""
    assert error.__cause__ is None
    assert error.__context__ is None
    assert not {"QS", "ZQ", "AH"} & set(str(error).replace("'", " ").split())
    assert "QS" not in "".join(traceback.format_exception_only(error))


@dataclass(frozen=True)
class Third:
    """Version 3: points became a score for each seat, and the game got a name."""

    score: tuple[int, ...]
    name: str


def to_second(value: dict[str, Any]) -> dict[str, Any]:
    return {"score": [value["points"]] * 3}


def to_third(value: dict[str, Any]) -> dict[str, Any]:
    return value | {"name": "unnamed"}


class TestVersions:
    @pytest.fixture
    def codec(self) -> Codec[Third]:
        return Codec(Third, 3, {1: to_second, 2: to_third})

    @pytest.mark.parametrize(
        ("text", "version", "expect"),
        [
            ('{"points": 4}', 1, Third((4, 4, 4), "unnamed")),
            ('{"score": [1, 2]}', 2, Third((1, 2), "unnamed")),
            ('{"score": [1], "name": "a"}', 3, Third((1,), "a")),
        ],
    )
    def test_old_ones_are_brought_up_step_by_step(self, codec, text, version, expect):
        assert codec.load(text, version) == expect

    @pytest.mark.parametrize(
        ("text", "version", "complaint"),
        [
            ('{"points": 4}', 4, "newer than 3"),
            ('{"points": 4}', 0, "can no longer be read"),
            ('{"QS": 4}', 1, r"from version 1 \(KeyError\)"),
            ('["QS"]', 2, r"from version 2 \(TypeError\)"),
            ("QS", 2, r"from version 2 \(JSONDecodeError\)"),
            ('{"points": "QS"}', 1, "int_type at score"),
        ],
    )
    def test_what_cannot_be_brought_up_is_refused(self, codec, text, version, complaint):
        with pytest.raises(BadState, match=complaint) as caught:
            codec.load(text, version)
        assert_hides_cards(caught.value)

    @pytest.mark.parametrize(
        ("version", "upcasts"),
        [
            (3, {1: to_second}),
            (4, {1: to_second, 3: to_third}),
            (2, {1: to_second, 2: to_third}),
        ],
    )
    def test_a_gap_is_found_at_once(self, version, upcasts):
        with pytest.raises(ValueError, match="without a gap"):
            Codec(Third, version, upcasts)
