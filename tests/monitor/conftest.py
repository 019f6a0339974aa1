"""Health on a machine that may be busy with other things."""

import pytest

from bot.monitor import health, page
from tests.support.clock import PATIENCE


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Nothing is unhealthy because the machine was slow; where it shall be, the test says so."""
    monkeypatch.setattr(health, "_PROBE_SECONDS", PATIENCE)
    monkeypatch.setattr(health, "WORST_LAG", PATIENCE)
    monkeypatch.setattr(page, "_COUNTING_SECONDS", PATIENCE)
