"""Every house rule switched in the lobby by its menu or form, and seen to hold in play.

Each is switched to every value that it has, also back to the usual one. Alice holds a hand that
takes every book where that is what a rule is about.
"""

import json
from typing import Any

import pytest

from tests.product.decks import filled as filled_48
from tests.product.decks import prepare
from tests.product.place import Room
from tests.product.stage import Person, Table, cards_in, code_of, open_table

pytestmark = pytest.mark.asyncio(loop_scope="module")

WRITTEN = {"Quotas": "quotas", "Target": "length"}
"""The points that are written in a form."""

PACK = ["BJ", "LJ", *(rank + suit for suit in "CDHS" for rank in "AKQJT98765432")]
PACK_51 = [card for card in PACK if card not in ("2D", "2H", "2S")]
PACK_52 = PACK[2:]
MIGHTY = ["BJ", "LJ", *(card for card in PACK_51 if card[1] == "S"), "AC", "AD", "AH"]
VOID_IN_CLUBS = ["BJ", "LJ", *(card for card in PACK_51 if card[1] == "H"), "AD", "KD", "QD"]
FOR_ALICE = ["AS", "3C", "4C", "5C"]
"""A draw that makes Alice the first dealer."""


def filled(pack: list[str], *first: str) -> list[str]:
    """The whole pack, these cards first."""
    return [*first, *(card for card in pack if card not in first)]


def dealt(alice: list[str], bob: list[str]) -> list[str]:
    """The pack that gives Alice, who deals, these cards, and Bob these and others."""
    others = [card for card in PACK_51 if card not in (*alice, *bob)]
    bob = [*bob, *others[: 17 - len(bob)]]
    carol = [card for card in others if card not in bob]
    return [card for three in zip(bob, carol, alice, strict=True) for card in three]


DECKS = {
    "mighty": [filled(PACK_51, *FOR_ALICE), dealt(MIGHTY, ["2C", "3C"])],
    "void": [filled(PACK_51, *FOR_ALICE), dealt(VOID_IN_CLUBS, ["2C", "3C"])],
    "carols jack": [filled(PACK_51, "AS", "KS", "JD")],
}


async def change(person: Person, editor: Any, point: str, value: str) -> Any:
    """Change one point in the editor; the editor afterwards."""
    if point in WRITTEN:
        opened = await person.press(editor, f"form.{WRITTEN[point]}")
        return (await person.submit_modal(opened, answer=value)).message
    return (await person.select(editor, point, value)).message


async def agreed(
    room: Room, *changes: tuple[str, str], preset: str = "classic", decks: str = "", seats: int = 3
) -> Table:
    """A match whose rules Alice has changed point by point, and the others have agreed to."""
    prepare(room.place, DECKS.get(decks, []))
    people = [room.alice, room.bob, room.carol, room.dave][:seats]
    table = await open_table(room, *people, preset=preset)
    await table.on_board("Alice can press Start")
    editor = (await room.alice.press(table.board, "House rules")).message
    for point, value in changes:
        editor = await change(room.alice, editor, point, value)
    for guest in people[1:]:
        await guest.press(await table.on_board("asked again"), "I agree")
    await table.on_board("Alice can press Start")
    await table.start()
    return table


def rules(table: Table) -> dict[str, Any]:
    """The rules by which the match runs."""
    return dict(json.loads(table.place.row(table.id)["rules"]))


async def answer(table: Table, person: Person, code: str) -> Any:
    """Wait until somebody may answer so, and do it; the hand afterwards."""
    ids = await table.place.wait(
        lambda: [each for each in table.answers(person) if code_of(each) == code],
        f"to press {code}",
    )
    return (await table.answer(person, ids[0])).message


async def win_every_book(table: Table) -> None:
    """Let Alice name spades and take all there is."""
    alice, bob, carol = table.people
    await answer(table, alice, "t.S")
    await answer(table, bob, "p.2C")
    await table.place.wait(lambda: table.answers(carol), "Carol's turn")
    await table.answer(carol)
    await answer(table, alice, "p.AC")
    await table.place.wait(lambda: "Take the rest" in table.hand(alice).enabled, "the claim")
    await alice.press(table.hand(alice), "Take the rest")


async def second_hand(table: Table) -> None:
    """Go on to the hand after the one in which Alice has taken all."""
    await win_every_book(table)
    await table.all_press_next()
    await table.turn()


async def codes(table: Table, person: Person, kind: str) -> list[str]:
    """What a person may answer, once that is asked."""
    ids = await table.place.wait(
        lambda: [each for each in table.answers(person) if code_of(each).startswith(kind)],
        f"{person.name} is asked for {kind}",
    )
    return [code_of(each) for each in ids]


def two_pinochles() -> list[list[str]]:
    """A draw that Bob wins, and a deal in which Alice holds two pinochles and the best trumps."""
    alice = ["QS", "QS", "JD", "JD", "AH", "AH", "9S", "9S", "9C", "9C", "9D", "9D"]
    bob = ["TS", "TS", "KC", "KC", "TC", "TC", "KD", "KD", "TD", "TD", "JS", "JS"]
    dealt = [card for at in range(0, 12, 3) for card in (*alice[at : at + 3], *bob[at : at + 3])]
    return [filled_48("9C", "AD"), filled_48(*dealt, "JH")]


async def take_a_trick(table: Table) -> None:
    """Let Alice lead an ace of trump, and Bob give what he likes."""
    alice, bob = table.people
    await answer(table, alice, "p.AH")
    await table.place.wait(lambda: table.answers(bob), "Bob's turn")
    await table.answer(bob)


async def all_hands(table: Table) -> list[set[str]]:
    """Everybody's cards, once all have been dealt and shown."""
    await table.place.wait(
        lambda: all(cards_in(table.hand(person)) for person in table.people), "everybody's cards"
    )
    return [cards_in(table.hand(person)) for person in table.people]


@pytest.mark.parametrize(
    ("preset", "deck", "pack", "quotas"),
    [("classic", "54", PACK, [7, 6, 5]), ("full-deck", "51", PACK_51, [7, 6, 4])],
)
async def test_the_deck(room, preset, deck, pack, quotas):
    table = await agreed(room, ("Deck", deck), preset=preset)
    assert (rules(table)["deck"], rules(table)["quotas"]) == (deck, quotas)
    hands = await all_hands(table)
    assert [len(cards) for cards in hands] == [len(pack) // 3] * 3
    assert set().union(*hands) == set(pack)


@pytest.mark.parametrize(
    ("preset", "seats", "written", "quotas"),
    [("classic", 3, "9/5/3", [9, 5, 3]), ("partners", 4, "9 4", [9, 4])],
)
async def test_the_quotas(room, preset, seats, written, quotas):
    table = await agreed(room, ("Quotas", written), preset=preset, seats=seats)
    assert rules(table)["quotas"] == quotas
    board = await table.on_board("My hand")
    assert all(f"0/{quota}" in board.text for quota in quotas)


async def test_the_first_dealer_by_a_draw(room):
    table = await agreed(room, ("First dealer", "high_card"), preset="house", decks="mighty")
    assert rules(table)["first_dealer"] == "high_card"
    await table.on_board("Draw for dealer: Alice A♠, Bob 3♣, Carol 4♣. Alice deals first.")
    assert await codes(table, room.alice, "t.")


async def test_the_first_dealer_by_a_jack(room):
    table = await agreed(room, ("First dealer", "first_jack"), decks="carols jack")
    assert rules(table)["first_dealer"] == "first_jack"
    await table.on_board("Carol was dealt the first Jack and deals first.")
    assert await codes(table, room.carol, "t.")


async def test_when_trump_is_named(room):
    table = await agreed(room, ("Trump is named", "before_plucks"), decks="mighty")
    assert rules(table)["trump_call"] == "before_plucks"
    await second_hand(table)
    await answer(table, room.bob, "t.H")
    await answer(table, room.alice, "k.to.1")
    offered = await codes(table, room.alice, "k.")
    held = cards_in(table.hand(room.alice))
    assert {code.split(".")[1] for code in offered} == {
        card for card in held if card[1] not in "HJ"
    }


async def test_where_trump_is_named_after_the_plucks_any_suit_is_offered(room):
    table = await agreed(
        room,
        ("First dealer", "high_card"),
        ("Trump is named", "after_plucks"),
        preset="house",
        decks="mighty",
    )
    assert rules(table)["trump_call"] == "after_plucks"
    await second_hand(table)
    await answer(table, room.alice, "k.to.1")
    offered = await codes(table, room.alice, "k.")
    held = cards_in(table.hand(room.alice))
    assert {code.split(".")[1] for code in offered} == held - {"BJ", "LJ"}


@pytest.mark.parametrize("locked", [True, False])
async def test_locked_jokers(room, locked):
    by_house = [("First dealer", "high_card"), ("Jokers", "free")]
    changes, preset = ([("Jokers", "locked")], "classic") if locked else (by_house, "house")
    table = await agreed(room, *changes, preset=preset, decks="void")
    assert rules(table)["jokers_locked"] is locked
    await answer(table, room.alice, "t.H")
    await answer(table, room.bob, "p.2C")
    await table.place.wait(lambda: table.answers(room.carol), "Carol's turn")
    await table.answer(room.carol)
    may = await codes(table, room.alice, "p.")
    assert ("p.BJ" in may) is not locked
    assert {"p.AH", "p.AD"} <= set(may)
    await answer(table, room.alice, "p.3H")
    assert "p.BJ" in await codes(table, room.alice, "p.")


@pytest.mark.parametrize("lead", ["two_of_clubs", "caller"])
async def test_the_first_lead(room, lead):
    changes = [("First lead", each) for each in dict.fromkeys(["two_of_clubs", lead])]
    table = await agreed(room, *changes, preset="partners", seats=4)
    assert rules(table)["opening_lead"] == lead
    caller = await table.turn()
    await answer(table, caller, "t.S")
    may = await codes(table, caller, "p.")
    if lead == "two_of_clubs":
        assert may == ["p.2C"]
    else:
        plain = {card for card in cards_in(table.hand(caller)) if card[1] != "S"}
        assert {code[2:] for code in may} == plain


async def test_jokers_in_the_deck_of_partners(room):
    table = await agreed(room, ("Deck", "52j"), ("Jokers", "locked"), preset="partners", seats=4)
    assert (rules(table)["deck"], rules(table)["jokers_locked"]) == ("52j", True)
    assert set().union(*await all_hands(table)) == set(PACK) - {"2D", "2H"}


async def test_no_jokers_in_the_deck_of_partners(room):
    table = await agreed(room, ("Deck", "52j"), ("Deck", "52"), preset="partners", seats=4)
    assert rules(table)["deck"] == "52"
    assert set().union(*await all_hands(table)) == set(PACK_52)


async def test_a_match_over_rounds(room):
    table = await agreed(room, ("Match", "rounds"), ("Target", "1"), decks="mighty")
    assert rules(table)["match"] == {"count": 1, "kind": "rounds"}
    await table.on_board("hand 1 of 3")
    await second_hand(table)
    await table.on_board("hand 2 of 3")


async def test_a_match_to_a_number_of_points(room):
    table = await agreed(
        room, ("Match", "points"), ("Target", "10"), preset="rounds", decks="mighty"
    )
    assert rules(table)["match"] == {"target": 10, "kind": "points"}
    await win_every_book(table)
    await table.on_board("Alice wins the match")


@pytest.mark.parametrize(
    ("worth", "said", "status", "points"),
    [
        ("announce", "Alice won every book.\n", "playing", 10),
        ("double", "Points count twice.", "playing", 20),
        ("win", "and with it the match.", "over", 10),
    ],
)
async def test_a_boston(room, worth, said, status, points):
    changes = [("Target", "100"), *(("Boston", each) for each in ("win", worth))]
    table = await agreed(room, *changes, decks="mighty")
    assert rules(table)["boston"] == worth
    await win_every_book(table)
    board = await table.on_board(said)
    assert table.status == status
    assert f"**+{points}** points" in board.text


async def test_mercy_where_no_book_was_won(room):
    table = await agreed(room, ("No books", "mercy"), decks="mighty")
    assert rules(table)["zero_books"] == "mercy"
    await second_hand(table)
    hand = await answer(table, room.alice, "k.to.1")
    assert "which suit do you want?" in hand.text
    hand = await answer(table, room.alice, "k.suit.C.1")
    assert "which card do you give for the highest in clubs?" in hand.text
    offered = await codes(table, room.alice, "k.")
    await answer(table, room.alice, offered[0])
    pluck = (table.acts("pluck"))[-1]
    assert (pluck["suit"], pluck["target"]) == ("C", 1)


async def test_no_mercy_where_no_book_was_won(room):
    table = await agreed(
        room, ("No books", "mercy"), ("No books", "none"), ("Target", "100"), decks="mighty"
    )
    assert rules(table)["zero_books"] == "none"
    await second_hand(table)
    hand = await answer(table, room.alice, "k.to.1")
    assert "which card do you offer?" in hand.text
    await answer(table, room.alice, (await codes(table, room.alice, "k."))[0])
    assert (table.acts("pluck"))[-1].get("suit") is None


@pytest.mark.parametrize(("double", "first", "melds"), [("on", 300, 300), ("off", 40, 80)])
async def test_a_double_pinochle(room, double, first, melds):
    prepare(room.place, two_pinochles())
    table = await open_table(room, room.alice, room.bob, game="pinochle")
    editor = (await room.alice.press(table.board, "House rules")).message
    for value in dict.fromkeys(["on", double]):
        editor = await change(room.alice, editor, "Double pinochle", value)
    await room.bob.press(await table.on_board("asked again"), "I agree")
    await table.on_board("Alice can press Start")
    await table.start()
    await take_a_trick(table)
    meld = "m.QSJDQSJD" if double == "on" else "m.QSJD"
    assert set(await codes(table, room.alice, "m.")) == {"m.none", "m.QSJD", meld}
    hand = await answer(table, room.alice, meld)
    assert f"Melds {first}" in hand.text
    if double == "off":
        await take_a_trick(table)
        hand = await answer(table, room.alice, "m.QSJD")
    assert f"Melds {melds}" in hand.text
    assert rules(table)["double_pinochle"] is (double == "on")


async def test_hints(room):
    prepare(room.place, [])
    table = await open_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    editor = (await room.alice.press(table.board, "House rules")).message
    off = (await room.alice.press(editor, "No hints")).message
    assert "Allow hints" in off.labels
    await table.on_board("No hints at this table.")
    await table.start()
    await table.turn()
    assert "Hint" not in table.hand(room.alice).labels
