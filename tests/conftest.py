"""What holds for all tests: no verdict depends on luck, on the clock, or on the tests before."""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    derandomize="PLUCK_EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


@pytest.fixture
def caplog(caplog):
    """What is logged in one test: what others have left behind complains before it begins."""
    gc.collect()
    caplog.clear()
    return caplog


def pytest_xdist_auto_num_workers():
    """One more than there are processors: half of the suite waits for a bot or a browser."""
    return (os.cpu_count() or 1) + 1
