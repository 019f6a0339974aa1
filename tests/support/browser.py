"""The playground's page in a real browser: each tab is a person."""

import os
import shutil
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import async_playwright, expect

from tests.support import clock

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
]
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
PATIENCE = 1_000 * clock.PATIENCE
"""In milliseconds, as the browser counts."""
REQUIRED = os.environ.get("PLUCK_BROWSER") == "required"
expect.set_options(timeout=PATIENCE)

needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not REQUIRED, reason="there is no Chromium here"
)


@asynccontextmanager
async def browser_at(playground):
    """A browser whose `open(person)` gives a tab; whatever a page complains of is an error."""
    assert CHROMIUM is not None, "PLUCK_BROWSER=required, but there is no Chromium"
    complaints = []
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)

        async def open_as(person, channel=None, size=DESKTOP, **more):
            page = await chromium.new_page(viewport=size, **more)
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            await page.goto(f"{playground.page_url}/as/{person}")
            await page.wait_for_selector("[data-channel=card-room]", state="attached")
            if channel is not None:
                await enter(page, channel)
            return page

        yield open_as
        await chromium.close()
    assert complaints == []


async def enter(page, channel):
    """Go to a channel, by its id; on a phone the list of channels is behind a button."""
    here = page.locator(f"[data-channel-id='{channel}']")
    await here.wait_for(state="attached")
    if not await here.is_visible():
        await page.click("#menu")
    await here.click()


async def run(page, command, **options):
    """Run a slash command the way one clicks it."""
    await page.fill("#entry", f"/{command}")
    await page.click(f"#suggestions [data-command='{command}']")
    for name, value in options.items():
        if await page.locator(f".add-option[data-option={name}]").count():
            await page.click(f".add-option[data-option={name}]")
        await page.fill(f"#command input[data-option={name}]", value)
    await page.click("#send")


def button(page, label):
    return page.locator("#messages").get_by_role("button", name=label, exact=True)


async def settled(page):
    """Wait until every press is answered: a message takes no other one before."""
    await expect(page.locator("#messages [data-pending]")).to_have_count(0, timeout=PATIENCE)


async def boxes_of(page, selector):
    """Where these elements are and how large, all at one moment: they are drawn anew at any."""
    return await page.evaluate(
        "all => Array.from(document.querySelectorAll(all),"
        " each => each.getBoundingClientRect().toJSON())",
        selector,
    )
