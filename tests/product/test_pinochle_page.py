"""Pinochle by clicking: a trick and a meld in a real browser, and on a phone."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.product.decks import prepare, stacked
from tests.support.browser import (
    PATIENCE,
    PHONE,
    boxes_of,
    browser_at,
    button,
    needs_browser,
    run,
    settled,
)

pytestmark = [pytest.mark.asyncio(loop_scope="module"), needs_browser]


@pytest_asyncio.fixture(loop_scope="module")
async def tab(place):
    async with browser_at(place.playground) as open_as:
        yield open_as


def card(page, code):
    """An enabled card on the person's own hand, by its code; of two equal ones the last."""
    hand = page.locator("#messages [data-ephemeral]")
    return hand.locator(f'button:not([disabled])[data-custom-id*=":p.{code}"]').last


async def test_two_tabs_play_a_trick_and_one_lays_a_meld(place, room, tab):
    prepare(place, stacked())
    alice = await tab("alice", room.channel)
    bob = await tab("bob", room.channel, PHONE, has_touch=True, is_mobile=True)
    await run(alice, "pinochle new")
    await expect(button(bob, "Join")).to_be_enabled(timeout=PATIENCE)
    await button(bob, "Join").tap()
    await expect(button(alice, "Start")).to_be_enabled(timeout=PATIENCE)
    await button(alice, "Start").click()
    await card(alice, "AS").click(timeout=PATIENCE)
    await card(bob, "JS").tap(timeout=PATIENCE)

    exchange = button(alice, "Exchange the 9♥ for the A♥ · 10")
    await exchange.click(timeout=PATIENCE)
    await expect(exchange).to_have_count(0, timeout=PATIENCE)
    await settled(alice)
    await button(alice, "A pinochle · 40").click(timeout=PATIENCE)
    board = bob.locator("#messages .message:not([data-ephemeral])").last
    await expect(board).to_contain_text("a pinochle, 40", timeout=PATIENCE)
    await expect(board).to_contain_text("turn-up 9♥")
    await expect(board).to_contain_text("On the table: Q♠ J♦")
    hand = alice.locator("#messages [data-ephemeral]").last
    await expect(hand).to_contain_text("On the table before you:")
    await settled(alice)
    # A card that lies on the table is played like any other.
    await card(alice, "QS").click()
    await expect(board).to_contain_text("Trick 2: Alice Q♠", timeout=PATIENCE)
    assert await bob.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    boxes = await boxes_of(bob, "#messages [data-ephemeral] .row .button")
    assert len(boxes) > 12
    assert all(box["height"] >= 40 and box["right"] <= PHONE["width"] for box in boxes)
