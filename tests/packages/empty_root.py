"""The archive for people without Python, in a root folder with nothing but the C library."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tests.packages.distributions import ROOT
from tools.archive import archive_name

PROGRAM = f"/{archive_name()}/parlour"
# The C library, and zlib for the program that starts Python. All other libraries must be in the archive.
SYSTEM_LIBRARIES = {
    *("libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1", "libutil.so.1"),
    "libz.so.1",
}


def built_archive() -> Path:
    """Return the archive, built now if `make dist` has not built it."""
    path = ROOT / "dist" / f"{archive_name()}.tar.gz"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "tools.dist"], cwd=ROOT, check=True)
    return path


def libraries() -> list[Path]:
    """Return the dynamic loader and the C library of this machine."""
    shown = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    paths = {line.split()[0]: Path(line.split()[-1]) for line in reversed(shown.splitlines()) if "x86-64" in line}
    return [path for name, path in paths.items() if name in SYSTEM_LIBRARIES or name.startswith("ld-linux")]


def unpack_in_empty_root(root: Path) -> Path:
    """Make a root folder with the C library, a folder for data and the archive."""
    for folder in ("lib64", "tmp", "data"):
        (root / folder).mkdir()
    (root / "lib").symlink_to("lib64")
    for path in libraries():
        shutil.copy(path, root / "lib64" / path.name)
    with tarfile.open(built_archive()) as packed:
        packed.extractall(root, filter="data")
    return root
