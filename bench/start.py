"""Time from starting Parlour to its first page: wall time and CPU time.

The target is less than 1.5 seconds. The second start finds its files in the page cache, like most starts.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time

import httpx
from rich.console import Console
from rich.table import Table

from bench.load import processor

STARTS = 3


def start(folder: str) -> tuple[float, float]:
    """Return the seconds until the first page was served, and the CPU time until then."""
    environment = {**os.environ, "PARLOUR_FOLDER": folder, "PARLOUR_LOG": "error"}
    command = [sys.executable, "-u", "-m", "parlour", "--no-browser"]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = next(found[1] for line in process.stdout if (found := re.match(r"Parlour is at (\S+)", line)))
        httpx.get(address).raise_for_status()
        return time.perf_counter() - began, processor(process.pid)
    finally:
        process.terminate()
        process.communicate()


def main() -> None:
    grid = Table("start", "first page after", "processor time", box=None)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, STARTS + 1):
            wall, busy = start(folder)
            grid.add_row(str(number), f"{wall:.2f} s", f"{busy:.2f} s")
    Console().print(grid)
    Console().print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
