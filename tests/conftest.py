"""How the suite is run."""

import os


def pytest_xdist_auto_num_workers():
    """Two workers for each core: much of the suite waits, for processes, sockets and clocks."""
    return 2 * (os.cpu_count() or 1)
