"""Installing from the wheels in dist/, by uv and by pip: time, processor time and space.

Every way is taken twice, and the second time is measured: downloads are warm. It begins with an empty environment and
ends with `parlour --version`. `make dist` builds the wheels.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

DIST = Path(__file__).resolve().parents[1] / "dist"
UV = Path(sys.executable).with_name("uv")
EXTRAS = ("", "server")
WAYS: dict[str, tuple[str, ...]] = {
    "uv pip install": (str(UV), "pip", "install", "--quiet", "--python", "{python}"),
    "pip install": ("{python}", "-m", "pip", "install", "--quiet"),
    "pip install --no-compile": ("{python}", "-m", "pip", "install", "--quiet", "--no-compile"),
}


def wheel() -> Path | None:
    """Return the wheel for this Python, or else the one for all platforms."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    found = [*DIST.glob(f"parlour-*-{tag}-*.whl"), *DIST.glob("parlour-*-py3-none-any.whl")]
    return found[0] if found else None


def processor_seconds() -> float:
    """Return the CPU time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def install(way: Sequence[str], what: str) -> tuple[float, float, int]:
    """Return the seconds, the CPU time, and the bytes that were added to an empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        programs = Path(folder) / "bin"
        empty = size(Path(folder))
        began, busy = time.perf_counter(), processor_seconds()
        subprocess.run([*(word.format(python=programs / "python") for word in way), what], check=True)
        subprocess.run([programs / "parlour", "--version"], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - began, processor_seconds() - busy, size(Path(folder)) - empty


def main() -> None:
    console = Console()
    found = wheel()
    if found is None:
        console.print("There is no wheel in dist/: run make dist.", style="red")
        return
    grid = Table("way", "extra", "time", "processor time", "on disk", box=None)
    for extra in EXTRAS:
        for name, way in WAYS.items():
            what = f"{found}[{extra}]" if extra else str(found)
            install(way, what)
            wall, busy, added = install(way, what)
            grid.add_row(name, extra or "–", f"{wall:.1f} s", f"{busy:.1f} s", f"{added / 1e6:.0f} MB")
    console.print(grid)
    console.print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
