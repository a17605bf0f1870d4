"""The parts of the archive that need no PyInstaller; `tests/packages/test_archive.py` plays the whole of it."""

import os
import shutil
import subprocess
import sys
import tarfile
from configparser import ConfigParser
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.packages.empty_root import outdated_files
from tests.packages.playing import start_and_play
from tools import archive


def test_its_start_script_serves_the_page_and_plays_a_game(tmp_path: Path) -> None:
    script = tmp_path / "start.py"
    script.write_text(archive.START)
    environment = {"PARLOUR_FOLDER": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    assert start_and_play([sys.executable, script], environment) == "triangle"


def test_its_start_script_restores_the_library_path_for_the_browser_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/archive/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/opt/lib")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", "/archive/_internal")
    exec(archive.START, {"__name__": "start"})
    assert os.environ["LD_LIBRARY_PATH"] == "/opt/lib"
    assert "DYLD_LIBRARY_PATH" not in os.environ


def test_a_program_that_does_not_start_is_not_packed() -> None:
    with pytest.raises(SystemExit, match=r"(?s)does not start.*a library is missing"):
        archive.try_program([sys.executable, "-c", "raise SystemExit('a library is missing')"])


def test_a_program_that_serves_its_page_is_packed(tmp_path: Path) -> None:
    script = tmp_path / "start.py"
    script.write_text(archive.START)
    archive.try_program([sys.executable, script])


def test_every_module_that_is_packed_by_name_exists() -> None:
    by_name = {*archive.HIDDEN_IMPORTS, *archive.imports_of_compiled_modules()}
    assert len(by_name) > len(archive.HIDDEN_IMPORTS)
    assert [name for name in by_name if find_spec(name) is None] == []


def test_an_archive_of_an_older_source_is_noticed(tmp_path: Path) -> None:
    files = {f"parlour/{name}": tmp_path / name for name in ("same", "changed", "new")}
    for path in files.values():
        path.write_text("before")
    with tarfile.open(tmp_path / "archive.tar.gz", "w:gz") as packed:
        for name in ("same", "changed"):
            packed.add(tmp_path / name, f"parlour/{name}")
    (tmp_path / "changed").write_text("after")
    assert outdated_files(tmp_path / "archive.tar.gz", files) == {"parlour/changed", "parlour/new"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no menu entry")
@pytest.mark.parametrize("name", ["Parlour 1.0", r"""100 % "fun" & $HOME | `id` \n"""])
def test_the_menu_entry_starts_the_program_in_any_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(archive.PARTS, folder)
    menu = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    subprocess.run([folder / "add-to-menu.sh"], env=menu, capture_output=True, check=True)
    entry = ConfigParser(interpolation=None, delimiters="=")
    entry.read(tmp_path / ".local/share/applications/parlour.desktop", encoding="utf-8")
    values = {key: value.replace(r"\\", "\\") for key, value in entry["Desktop Entry"].items()}
    assert values["icon"] == f"{folder}/parlour.svg"
    # Quotes mean the same as in a shell, and %% is a single %.
    command = subprocess.run(["sh", "-c", f"printf %s {values['exec']}"], capture_output=True, text=True, check=True)
    assert command.stdout.replace("%%", "%") == f"{folder}/parlour"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no menu entry, and Windows has zip files")
def test_the_folder_is_packed_with_program_documents_and_menu_entry(tmp_path: Path) -> None:
    program = tmp_path / "dist" / "parlour" / "parlour"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)
    name = archive.archive_name()
    with tarfile.open(archive.pack_folder(tmp_path, tmp_path)) as packed:
        modes = {member.name: member.mode for member in packed}
    documents = {"README.txt", "LICENSE.txt", "parlour.svg", "parlour.desktop", "add-to-menu.sh"}
    assert {f"{name}/{one}" for one in (*documents, "parlour")} <= modes.keys()
    assert modes[f"{name}/parlour"] & 0o111
    assert modes[f"{name}/add-to-menu.sh"] & 0o111
