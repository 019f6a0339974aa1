"""The page: 200 or 503 with a little JSON, and numbers for Prometheus."""

import json
import socket
from types import SimpleNamespace

import aiohttp
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from bot.monitor.ask import ask_health
from bot.monitor.health import Doctor
from bot.monitor.metrics import Metrics
from bot.monitor.page import Page
from tests.monitor.test_health import Gateway
from tests.support.clock import Clock
from tests.support.tables import ANN, BEN, Club


@pytest.fixture
async def page(tmp_path):
    """A page about one lobby and one match, with what stands behind it."""
    club = await Club.at(tmp_path / "pluck.db", Clock())
    await club.lobby("classic", ANN)
    await club.match("classic", BEN)
    gateway, metrics = Gateway(), Metrics(CollectorRegistry())
    served = Page(Doctor(gateway, club.store, metrics), metrics, club.store)
    await served.start("127.0.0.1", 0)
    (_, port), *_ = served._runner.addresses
    yield SimpleNamespace(
        gateway=gateway, metrics=metrics, port=port, store=club.store, page=served
    )
    await served.close()
    await club.close()


async def get(page, path):
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{page.port}{path}") as response,
    ):
        return response.status, await response.text()


async def numbers(page):
    """Every sample of the metrics, by its name and the values of its labels."""
    status, text = await get(page, "/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_a_healthy_bot_is_200(page):
    status, text = await get(page, "/healthz")
    assert status == 200
    assert json.loads(text)["healthy"] is True


async def test_a_bot_without_its_gateway_is_503_and_says_so(page):
    page.gateway.ready = False
    status, text = await get(page, "/healthz")
    assert status == 503
    assert json.loads(text)["gateway"]["ready"] is False
    assert (await numbers(page))["pluck_gateway_ready",] == 0


async def test_there_is_nothing_else(page):
    for path in ("/", "/healthz/", "/metrics/x", "/../.env"):
        assert (await get(page, path))[0] == 404


async def test_what_happens_is_counted(page):
    meter = page.metrics
    meter.pressed("component")
    meter.pressed("component")
    meter.refused("stale")
    meter.called("POST", "/channels/{id}/messages")
    meter.failed(404, "10008")
    meter.thought("normal", 0.02)
    meter.watch(lambda: 3)
    found = await numbers(page)
    assert found["pluck_presses_total", "component"] == 2
    assert found["pluck_refusals_total", "stale"] == 1
    assert found["pluck_rest_calls_total", "POST", "/channels/{id}/messages"] == 1
    assert found["pluck_discord_errors_total", "10008", "404"] == 1
    assert found["pluck_ai_thinking_seconds_count", "normal"] == 1
    assert found["pluck_publisher_backlog",] == 3
    assert found["pluck_gateway_ready",] == 1
    assert found["pluck_gateway_latency_seconds",] == 0.04
    assert found["pluck_database_writable",] == 1


async def test_open_tables_are_counted_by_status(page):
    found = await numbers(page)
    tables = {key[1]: value for key, value in found.items() if key[0] == "pluck_open_tables"}
    assert tables == {"lobby": 1, "playing": 1, "paused": 0, "suspended": 0}


async def test_a_database_that_is_gone_does_not_silence_the_metrics(page):
    await page.store.close()
    assert (await numbers(page))["pluck_database_writable",] == 0


async def test_a_port_that_is_taken_is_an_error_and_nothing_is_left(page):
    second = Page(Doctor(page.gateway, page.store, page.metrics), page.metrics, page.store)
    with pytest.raises(OSError, match="in use"):
        await second.start("127.0.0.1", page.port)
    await second.close()


async def test_two_bots_in_one_process_count_apart():
    one, other = Metrics(CollectorRegistry()), Metrics(CollectorRegistry())
    one.refused("stale")
    assert b"stale" not in other.text()


def test_asking_a_bot_that_is_not_there():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        host, port = nobody.getsockname()
        assert ask_health(host, port) == (1, f"no answer on port {port}: ConnectionRefusedError")


def test_asking_without_a_port():
    assert ask_health("127.0.0.1", None) == (2, "PLUCK_HEALTH_PORT is not set")
