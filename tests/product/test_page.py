"""A deal played by clicking: the playground's page in a real browser, each tab a person."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

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

CHOICE = "#messages [data-ephemeral] button:not([disabled])"
CARD = f'{CHOICE}[data-custom-id*=":p."]'
ANSWER = f'{CARD}, {CHOICE}[data-custom-id*=":t."]'

pytestmark = [pytest.mark.asyncio(loop_scope="module"), needs_browser]


@pytest_asyncio.fixture(loop_scope="module")
async def tab(place):
    async with browser_at(place.playground) as open_as:
        yield open_as


async def click_an_answer(page, tap=False):
    """Click the first enabled card or suit; which it was, once the hand has changed."""
    custom_id = await page.locator(ANSWER).first.get_attribute("data-custom-id")
    choice = page.locator(f'{CHOICE}[data-custom-id="{custom_id}"]')
    await (choice.tap() if tap else choice.click())
    gone = page.locator(f'#messages button[data-custom-id="{custom_id}"]')
    await expect(gone).to_have_count(0, timeout=PATIENCE)
    await settled(page)
    return custom_id


async def test_three_tabs_play_a_deal_by_clicking(place, room, tab):
    tabs = [await tab(name, room.channel) for name in ("alice", "bob", "carol")]
    alice, bob, carol = tabs
    await run(alice, "pluck new", preset="rounds", target="1")
    await expect(alice.locator("#messages [data-ephemeral]")).to_contain_text("You sit in seat 1")
    for page in (bob, carol):
        await button(page, "Join").click()
        await expect(page.locator("#messages [data-ephemeral]")).to_contain_text("You sit in seat")
    await expect(button(alice, "Start")).to_be_enabled(timeout=PATIENCE)
    await button(alice, "Start").click()
    clicked = []
    summary = "#messages .message:not([data-ephemeral]) .container >> text=hand 1 is over"
    while len(clicked) < 51:
        for page in tabs:
            while await page.locator(ANSWER).count():
                custom_id = await click_an_answer(page)
                clicked += [custom_id] if ":p." in custom_id else []
        await alice.wait_for_timeout(20)
    for page in tabs:
        await expect(page.locator(summary)).to_be_visible(timeout=PATIENCE)
        private = page.locator("#messages [data-ephemeral]").get_by_role(
            "button", name="Next", exact=True
        )
        await private.click()
    assert len({custom_id.split(".")[-1] for custom_id in clicked}) == 51
    board = alice.locator("#messages .message:not([data-ephemeral])").last
    await expect(board).to_contain_text("hand 2 of 3", timeout=PATIENCE)
    # The first deal's message has become its summary, and nobody sees another's hand.
    await expect(alice.locator(summary)).to_have_count(1)
    for page in tabs:
        await expect(page.locator("#messages [data-ephemeral]")).to_have_count(1)


async def test_a_phone_plays_cards_by_tapping(place, room, tab):
    page = await tab("dave", room.channel, PHONE, has_touch=True, is_mobile=True)
    await run(page, "pluck new", preset="classic")
    for label in ("Add AI (easy)", "Add AI (normal)"):
        await button(page, label).tap()
        await expect(page.locator("#messages")).to_contain_text("(AI, ", timeout=PATIENCE)
    await expect(button(page, "Start")).to_be_enabled(timeout=PATIENCE)
    await button(page, "Start").tap()
    for _ in range(4):
        await page.locator(ANSWER).first.wait_for()
        await click_an_answer(page, tap=True)
    hand = page.locator("#messages [data-ephemeral]")
    await expect(hand).to_contain_text("Your hand")
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = await boxes_of(page, "#messages [data-ephemeral] .row .button")
    assert boxes
    for box in boxes:
        assert box["height"] >= 40
        assert box["x"] >= 0
        assert box["right"] <= 390


async def test_a_manager_chooses_channels_from_a_menu_that_shows_the_choice(place, room, tab):
    page = await tab("alice", room.channel, PHONE, has_touch=True, is_mobile=True)
    await run(page, "settings")
    panel = page.locator("#messages [data-ephemeral]").last
    face = panel.locator("[data-custom-id='st:1:channels'] .select-face")
    for name in ("card-room", "lounge"):
        await face.tap()
        await panel.get_by_role("option", name=f"#{name}", exact=True).tap()
        await face.tap()
        await expect(face).to_contain_text(f"#{name}", timeout=PATIENCE)
    await expect(face).to_have_text("#card-room, #lounge")
    await expect(panel).to_contain_text("Tables may be opened in #card-room and #lounge only.")
    await panel.get_by_role("button", name="Everywhere", exact=True).tap()
    await expect(panel).to_contain_text("in every channel", timeout=PATIENCE)
    await expect(face).to_have_text("Only in certain channels")
