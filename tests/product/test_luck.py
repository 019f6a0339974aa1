"""That the cards of these tests follow from a seed, so that a test that fails fails again."""

import pytest

from tests.product.stage import start_table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def dealt(room, name):
    """The draw and the first deal of a match that is dealt by that name."""
    room.place.deal_by(name)
    table = await start_table(room, room.alice, ai=["easy", "easy"], preset="classic")
    acts = [*table.acts("draw"), *table.acts("deal")]
    await room.alice.slash("pluck end", table=table.id)
    return [act["order"] for act in acts]


async def test_one_name_is_one_deal_whatever_was_dealt_before(room):
    first, other, again = [await dealt(room, name) for name in ("one", "other", "one")]
    assert len(first) == 2
    assert again == first
    assert other != first
