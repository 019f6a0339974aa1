"""The page in a real browser: tabs are people."""

import asyncio
import re
import time

import pytest
from playwright.async_api import expect

from tests.support.browser import PHONE, browser_at, button, needs_browser, run

pytestmark = needs_browser


@pytest.fixture
async def tab(playground):
    async with browser_at(playground) as open_as:
        yield open_as


async def test_three_tabs_are_three_people(bot, tab, playground):
    alice, bob, carol = [await tab(name) for name in ("alice", "bob", "carol")]
    await run(alice, "echo panel")
    await button(bob, "Count").click()
    for page in (alice, bob, carol):
        await expect(page.locator(".container")).to_contain_text("Pressed 1 times")
        await expect(page.locator(".reference")).to_have_text("AAlice used /echo panel")
        await expect(page.locator(".author + .tag")).to_have_text("APP")
        await expect(button(page, "No")).to_be_disabled()
    await button(carol, "Secret").click()
    secret = carol.locator("[data-ephemeral]")
    await expect(secret).to_contain_text("only for carol")
    await expect(secret).to_contain_text("Only you can see this")
    await expect(bob.locator(".message")).to_have_count(1)
    await secret.get_by_role("button", name="Dismiss message").click()
    await expect(secret).to_have_count(0)
    assert (
        len(playground.discord.messages(playground.discord.people["carol"], await here(carol))) == 1
    )


async def here(page):
    return int(await page.get_attribute("#room", "data-channel-id"))


async def test_slash_commands_have_options_choices_and_autocomplete(bot, tab):
    page = await tab("alice")
    await page.fill("#entry", "/say")
    suggestions = page.locator("#suggestions [role=option]")
    await expect(suggestions).to_have_text(["/echo sayRepeat what you say"])
    await page.keyboard.press("Enter")
    await expect(page.locator("#command")).to_contain_text("/echo say")
    await page.keyboard.press("Enter")
    await expect(page.locator("#complaint")).to_have_text("text is required.")
    await page.locator("input[data-option=text]").press_sequentially("he")
    await expect(suggestions).to_have_text(["he!"])
    await suggestions.first.click()
    await page.click(".add-option[data-option=whom]")
    await expect(suggestions).to_have_text(["Alice", "Bob", "Carol", "Dave", "Pluck"])
    await page.keyboard.type("Bo")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.click("#send")
    await expect(page.locator(".message")).to_contain_text("he! to Bob")
    await expect(page.locator("#command")).to_be_hidden()


async def test_selects_and_modals(bot, tab):
    page = await tab("alice")
    await run(page, "echo panel")
    await button(page, "Choose a suit").click()
    await page.get_by_role("option", name="Hearts").click()
    await expect(page.locator(".message").last).to_contain_text("chose H")
    await button(page, "Ask").click()
    dialog = page.get_by_role("dialog", name="A question")
    await dialog.get_by_label("Your name").fill("Alice")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("required")
    await dialog.get_by_role("button", name="Suit").click()
    await dialog.get_by_role("option", name="Clubs").click()
    await dialog.get_by_role("button", name="Submit").click()
    await expect(page.locator(".message").last).to_contain_text("Alice likes C")
    await expect(dialog).to_be_hidden()


async def test_a_press_nobody_answers_fails_visibly(bot, tab, playground, monkeypatch):
    page = await tab("alice")
    await run(page, "echo panel")
    await expect(button(page, "Silent")).to_be_visible()
    too_late = asyncio.Event()

    async def in_vain(ready, timeout):
        await too_late.wait()
        raise TimeoutError

    monkeypatch.setattr(playground.pulse, "until", in_vain)
    await button(page, "Silent").click()
    await expect(page.locator("[data-custom-id='echo:silent'][data-loading]")).to_be_visible()
    too_late.set()
    await expect(page.locator(".message .failure")).to_have_text("This interaction failed")
    await expect(page.locator("[data-loading]")).to_have_count(0)


async def test_mentions_are_seen_from_another_channel(bot, tab, alice, bob):
    page = await tab("bob")
    panel = (await alice.slash("echo panel")).message
    await page.click("[data-channel=lounge]")
    await page.clock.install()  # what is shown for a while only stays until it is pressed
    await page.clock.pause_at(time.time() + 60)
    await alice.select(panel, "Choose a player", str(bob.id))
    await expect(page.locator(".toast")).to_contain_text("Pluck mentioned you")
    await expect(page.locator("[data-channel=card-room] .badge")).to_have_text("1")
    await expect(page).to_have_title(re.compile(r"^\(1\)"))
    await page.click(".toast")
    await expect(page.locator("[data-mentions-me] .mention.mine")).to_have_text("@Bob")
    await expect(page.locator(".badge")).to_have_count(0)


async def test_files_embeds_threads_and_plain_words(bot, tab, alice, playground):
    page = await tab("alice")
    await alice.slash("echo file")
    await alice.slash("echo embed")
    await expect(page.locator(".embed-title")).to_have_text("An embed")
    async with page.expect_download() as saving:
        await page.get_by_label("Download record.json").click()
    assert (await saving.value).suggested_filename == "record.json"
    thread = playground.people.post(alice.id, playground.channel("card-room"), "Table one")
    await page.click(f"[data-channel-id='{thread}']")
    await page.fill("#entry", "**Hi** <img src=x onerror=alert(1)> <t:1:R> \\*no\\*")
    await page.keyboard.press("Enter")
    said = page.locator(".message")
    await expect(said.locator("strong")).to_have_text("Hi")
    await expect(said).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(said).to_contain_text("*no*")
    await expect(said.locator("time.timestamp")).to_contain_text("years ago")


async def test_relative_times_count_live(tab, alice, playground):
    page = await tab("alice")
    moment = int(playground.discord.now().timestamp()) + 59
    alice.say(f"ends <t:{moment}:R>")
    shown = page.locator("time[data-relative]")
    await expect(shown).to_have_text(re.compile(r"in [1-5]\d seconds"))
    first = await shown.text_content()
    await expect(shown).not_to_have_text(first)


async def test_the_page_comes_back_after_an_outage(tab, alice, playground):
    page = await tab("alice")
    alice.say("before")
    await expect(page.locator(".message")).to_contain_text("before")
    await playground.stop()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await playground.start()
    alice.say("after")
    await expect(page.locator("#state")).to_have_text("")
    await expect(page.locator(".markdown")).to_have_text(["before", "after"])


async def test_a_phone_has_a_drawer_and_buttons_to_tap(bot, tab, alice):
    await alice.slash("echo panel")
    page = await tab("alice", size=PHONE, has_touch=True, is_mobile=True)
    await expect(page.locator("#sidebar")).to_be_hidden()
    await expect(button(page, "Count")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    for box in [await b.bounding_box() for b in await page.locator(".row .button").all()]:
        assert box["height"] >= 40
        assert box["width"] >= 44
        assert box["x"] + box["width"] <= 390
    await page.tap("#menu")
    await page.locator("[data-channel=lounge]").tap()
    await expect(page.locator("#sidebar")).to_be_hidden()
    await expect(page.locator("#title")).to_contain_text("lounge")
    await page.fill("#entry", "/echo panel")
    await page.tap("#suggestions [data-command='echo panel']")
    await page.tap("#give-up")
    await expect(page.locator("#command")).to_be_hidden()
    await expect(page.locator("#give-up")).to_be_hidden()
    await expect(page.locator("#entry")).to_have_value("")


async def test_the_door_lists_the_people(tab, playground):
    page = await tab("dave")
    await page.goto(playground.page_url)
    await expect(page.locator("#doors a")).to_have_text(["AAlice", "BBob", "CCarol", "DDave"])
    assert (await page.goto(f"{playground.page_url}/as/nobody")).status == 404
