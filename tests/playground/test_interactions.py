"""The real discord.py, in a process of its own, against the playground."""

import aiohttp
import pytest

from bot.playground.errors import NotPossible
from tests.support.clock import PATIENCE


async def test_a_press_edits_the_message_for_everybody(bot, alice, bob):
    panel = (await alice.slash("echo panel")).message
    assert panel.labels == ["Count", "Secret", "Ask", "Silent", "No"]
    assert panel.disabled == ["No"]
    pressed = await bob.press(panel, "Count")
    assert pressed.kind == "update"
    assert "Pressed **1** times" in pressed.text
    assert "Pressed **1** times" in alice.look(panel).text
    assert panel.data["interaction_metadata"]["name"] == "echo panel"


async def test_a_stale_view_presses_what_it_showed(bot, alice):
    stale = (await alice.slash("echo panel")).message
    await alice.press(stale, "Count")
    again = await alice.press(stale, "Count")
    assert "Pressed **1** times" in again.text
    forged = await alice.forge(stale, "echo:count:42")
    assert "Pressed **42** times" in forged.text


async def test_an_ephemeral_message_is_seen_by_its_reader_only(bot, alice, bob):
    panel = (await alice.slash("echo panel")).message
    secret = await bob.press(panel, "secret")  # the end of its custom_id
    assert secret.kind == "message"
    assert secret.message.ephemeral
    assert secret.text == "only for bob"
    assert bob.look(secret.message)
    assert alice.look(secret.message) is None
    assert all("only for bob" not in seen.json for seen in alice.visible_messages())
    assert any("only for bob" in body for body in bob.received())
    assert not any("only for bob" in body for body in alice.received())
    bob.dismiss(secret.message)
    assert bob.look(secret.message) is None


async def test_a_silent_bot_makes_the_press_fail(bot, alice, playground):
    panel = (await alice.slash("echo panel")).message
    playground.people._patience = 0.1
    with pytest.raises(AssertionError, match="did not answer alice's echo:silent"):
        await alice.press(panel, "Silent")


async def test_selects_carry_values_and_resolved_members(bot, alice, bob):
    panel = (await alice.slash("echo panel")).message
    assert (await alice.select(panel, "Choose a suit", "Hearts")).text == "chose H"
    called = await alice.select(panel, "Choose a player", str(bob.id))
    assert called.text == f"called <@{bob.id}>"
    assert called.message.data["mentions"][0]["username"] == "bob"


async def test_a_modal_is_filled_and_submitted_once(bot, alice, bob):
    panel = (await alice.slash("echo panel")).message
    opened = await alice.press(panel, "Ask")
    assert opened.modal["title"] == "A question"
    with pytest.raises(NotPossible, match="not open"):
        await bob.submit_modal(opened, name="Bob", suit=["C"])
    with pytest.raises(NotPossible, match="not an option"):
        await alice.submit_modal(opened, name="Alice", suit=["X"])
    with pytest.raises(NotPossible, match="required"):
        await alice.submit_modal(opened, name="Alice")
    said = await alice.submit_modal(opened, **{"Your name": "Alice", "Suit": ["C"]})
    assert said.text == "Alice likes C"
    with pytest.raises(NotPossible, match="already"):
        await alice.submit_modal(opened, name="Alice", suit=["C"])


async def test_commands_are_synced_typed_and_completed(bot, alice, bob, playground):
    (command,) = playground.discord.commands()
    names = [option["name"] for option in command["options"]]
    assert names == ["panel", "slow", "say", "file", "post", "embed"]
    said = await alice.slash("echo say", text="ho", times="2", whom=bob.id)
    assert said.text == "ho ho to Bob"
    assert await alice.autocomplete("echo say", "text", "hel") == [("hel!", "hel!")]
    with pytest.raises(NotPossible, match="required"):
        await alice.slash("echo say")
    with pytest.raises(NotPossible, match="does not fit"):
        await alice.slash("echo say", text="ho", times="many")
    with pytest.raises(NotPossible, match="not a choice"):
        await alice.slash("echo panel", size=7)
    with pytest.raises(NotPossible, match="no option"):
        await alice.slash("echo panel", colour="red")
    with pytest.raises(NotPossible, match="no subcommand"):
        await alice.slash("echo nothing")


async def test_a_deferred_answer_and_its_follow_up(bot, alice):
    slow = await alice.slash("echo slow")
    assert slow.kind == "deferred"
    assert slow.text == "there you are"
    assert slow.message.ephemeral
    assert (await alice.see("and one more")).ephemeral


async def test_a_file_can_be_downloaded(bot, alice, playground):
    (file,) = (await alice.slash("echo file")).message.data["attachments"]
    assert (file["filename"], file["description"]) == ("record.json", "a record")
    assert file["url"].startswith(playground.page_url)
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as answer:
        assert await answer.json() == {"game": "pluck"}


async def test_bot_token_messages_and_a_deleted_answer(bot, alice, playground):
    began = playground.discord.now().timestamp()
    await alice.slash("echo post")
    await alice.see("posted and edited")
    await playground.pulse.until(lambda: len(alice.visible_messages()) == 1, PATIENCE)
    calls = [request.key for request in playground.requests.matching("", since=began)]
    assert calls == [
        "POST /interactions/{id}/{token}/callback",
        "POST /channels/{id}/messages",
        "PATCH /channels/{id}/messages/{id}",
        "DELETE /webhooks/{id}/{token}/messages/@original",
    ]
    assert [r.auth for r in playground.requests.matching("messages/{id}$")] == ["bot"]
    assert [r.auth for r in playground.requests.matching("callback")] == ["interaction"]


async def test_content_and_embeds_can_be_read(bot, alice):
    message = (await alice.slash("echo embed")).message
    assert message.text.splitlines() == [
        "content",
        "An embed",
        "with **bold**",
        "One",
        "1",
        "the end",
    ]


async def test_threads_and_forum_posts_are_channels(bot, alice, bob, playground):
    thread = playground.people.post(alice.id, playground.channel("card-room"), "Table one")
    panel = (await alice.slash("echo panel", channel=thread)).message
    assert bob.look(panel)
    post = playground.people.post(bob.id, playground.channel("tournaments"), "Friday", "Who plays?")
    assert (await bob.slash("echo panel", channel="Friday")).message.channel_id == post
    with pytest.raises(NotPossible, match="forum"):
        await alice.slash("echo panel", channel="tournaments")


async def test_what_is_gone_cannot_be_used(bot, alice, playground):
    panel = (await alice.slash("echo panel", channel="lounge")).message
    playground.discord.delete_message(panel.channel_id, panel.id)
    with pytest.raises(NotPossible, match="message is gone"):
        await alice.press(panel, "Count")
    playground.discord.delete_channel(panel.channel_id)
    with pytest.raises(NotPossible, match="no such channel"):
        await alice.press(panel, "Count")
    channel = playground.channel("card-room")
    playground.discord.remove_bot()
    with pytest.raises(NotPossible, match="not in this server"):
        await alice.slash("echo panel", channel=channel)


async def test_every_request_was_as_discord_describes_it(bot, alice, bob, playground):
    if playground._rest._description is None:
        pytest.skip("DISCORD_OPENAPI does not name Discord's description")
    panel = (await alice.slash("echo panel")).message
    await alice.press(panel, "Count")
    await alice.submit_modal(await alice.press(panel, "Ask"), name="Alice", suit=["C"])
    for command in ("slow", "file", "post"):
        await alice.slash(f"echo {command}")
    await alice.autocomplete("echo say", "text", "x")
    assert playground.violations == []
