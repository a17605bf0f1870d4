"""The archive for people without Python runs in an empty root folder: no Python, no compiler, no network."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.packages.distributions import ROOT
from tests.packages.empty_root import PROGRAM, unpack_in_empty_root
from tests.packages.terminal import Terminal
from tools.archive import archive_name

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform != "linux", reason="empty root folders are made with Linux namespaces"),
]


@pytest.fixture(scope="module")
def empty_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack_in_empty_root(tmp_path_factory.mktemp("root"))


@pytest.mark.parametrize("arguments", [[], ["serve", "--host", "127.0.0.1", "--no-qr"]], ids=["double click", "serve"])
def test_it_plays_a_game_in_an_empty_root(empty_root: Path, arguments: list[str]) -> None:
    command = ["unshare", "--map-root-user", "--net", sys.executable, "-m", "tests.packages.playing"]
    started = [str(empty_root), PROGRAM, *arguments]
    done = subprocess.run([*command, *started], cwd=ROOT, capture_output=True, text=True, check=False)
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
    assert "@" not in entry
