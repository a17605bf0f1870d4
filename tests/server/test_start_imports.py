"""The server starts without importing what its first answer does not need."""

import subprocess
import sys

SLOW = {"alembic", "asyncpg", "redis", "saq", "ray", "rich", "PIL", "numpy", "httpx", "multiprocessing.managers"}
OTHER_PROGRAMS = {"parlour.lab", "parlour.terminal", "parlour.games.conformance"}


def test_the_server_imports_no_library_that_only_some_requests_need() -> None:
    script = "import sys, parlour.server.run; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    loaded = set(ran.stdout.split())
    assert "parlour.server.app" in loaded
    assert not loaded & (SLOW | OTHER_PROGRAMS)
