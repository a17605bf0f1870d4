"""The archive for people without Python runs in an empty root folder: no Python, no compiler, no network."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packages.distributions import ROOT
from tests.packages.terminal import Terminal
from tools.archive import archive_name

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform != "linux", reason="empty root folders are made with Linux namespaces"),
]
# The C library, and zlib for the program that starts Python. All other libraries must be in the archive.
SYSTEM_LIBRARIES = {
    *("libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1", "libutil.so.1"),
    "libz.so.1",
}


@pytest.fixture(scope="module")
def archive() -> Path:
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


@pytest.fixture(scope="module")
def empty_root(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    for folder in ("lib64", "tmp", "data"):
        (root / folder).mkdir()
    (root / "lib").symlink_to("lib64")
    for path in libraries():
        shutil.copy(path, root / "lib64" / path.name)
    with tarfile.open(archive) as packed:
        packed.extractall(root, filter="data")
    return root


def test_it_plays_a_game_in_an_empty_root(empty_root: Path) -> None:
    program = f"/{archive_name()}/parlour"
    command = ["unshare", "--map-root-user", "--net", sys.executable, "-m", "tests.packages.playing"]
    done = subprocess.run([*command, str(empty_root), program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "triangle"


def test_it_plays_on_the_whole_terminal(empty_root: Path) -> None:
    """Textual finds its widgets and styles by name: a moment of play shows that they are all packed."""
    program = empty_root / archive_name() / "parlour"
    environment = {"PARLOUR_FOLDER": str(empty_root / "data"), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    with Terminal([program, "play", "sim", "--no-keep", "--full-screen"], environment) as terminal:
        terminal.until("Type a move")
        terminal.send(b"A-B\r")
        terminal.until("1. A-B")
        terminal.send(b"\x11")
        assert terminal.exit_status() == 0


def test_its_rules_are_compiled_and_its_documents_are_there(empty_root: Path) -> None:
    folder = empty_root / archive_name()
    shown = subprocess.run([folder / "parlour", "--version"], capture_output=True, text=True, check=True).stdout
    assert "rules and search: compiled" in shown
    names = {"README.txt", "LICENSE.txt", "parlour.svg", "parlour.desktop", "add-to-menu.sh"}
    assert names <= {path.name for path in folder.iterdir()}


def test_it_holds_the_wheel_that_was_built_with_it(empty_root: Path) -> None:
    """An installer's cache may hold an older wheel of the same name."""
    wheel = next((ROOT / "dist").glob("parlour-*-py3-none-any.whl"))
    inside = empty_root / archive_name() / "_internal"
    with zipfile.ZipFile(wheel) as packed:
        shared = [name for name in packed.namelist() if (inside / name).is_file() and name.startswith("parlour/")]
        assert len(shared) > 500
        assert [name for name in shared if packed.read(name) != (inside / name).read_bytes()] == []


def test_add_to_menu_writes_an_entry_with_the_place_of_the_folder(empty_root: Path, tmp_path: Path) -> None:
    folder = empty_root / archive_name()
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    subprocess.run([folder / "add-to-menu.sh"], env=environment, capture_output=True, check=True)
    entry = (tmp_path / ".local/share/applications/parlour.desktop").read_text()
    assert f'Exec="{folder}/parlour"' in entry
    assert f"Icon={folder}/parlour.svg" in entry
    assert "@FOLDER@" not in entry
