"""The archive for people without Python, in a root folder with nothing but the C library."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from tests.packages.distributions import ROOT, SRC, package_files
from tools.archive import PARTS, archive_name
from tools.web import STATIC

PROGRAM = f"/{archive_name()}/parlour"
# The C library, and zlib for the program that starts Python. All other libraries must be in the archive.
SYSTEM_LIBRARIES = {
    *("libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1", "libutil.so.1"),
    "libz.so.1",
}


def built_archive() -> Path:
    """Return the archive, built now if `make dist` has not built it from this source."""
    path = ROOT / "dist" / f"{archive_name()}.tar.gz"
    if not path.exists() or outdated_files(path, archive_files()):
        subprocess.run([sys.executable, "-m", "tools.dist"], cwd=ROOT, check=True)
        assert outdated_files(path, archive_files()) == set()
    return path


def archive_files() -> dict[str, Path]:
    """Return the files of the source that the archive holds unchanged, by their names in it."""
    page = (STATIC / "_app" / "immutable").rglob("*.js")
    package = {f"_internal/{path.relative_to(SRC).as_posix()}": path for path in (*package_files(), *page)}
    documents = {path.name: path for path in PARTS.iterdir()}
    return {f"{archive_name()}/{name}": path for name, path in {**package, **documents}.items()}


def outdated_files(archive: Path, files: dict[str, Path]) -> set[str]:
    """Return which files an archive lacks or holds with other content."""
    missing = set(files)
    with tarfile.open(archive) as packed:
        for member in packed:
            if member.name in missing:
                held = packed.extractfile(member)
                if held is not None and held.read() == files[member.name].read_bytes():
                    missing.remove(member.name)
    return missing


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
