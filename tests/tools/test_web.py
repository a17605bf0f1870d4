"""Which packages of the page are installed: playing needs no tools that check and test it."""

import os
from pathlib import Path

import pytest

from tools import web

OPTIONS = ["--no-audit", "--no-fund", "--prefer-offline"]


class Npm:
    """Writes what is installed where npm does, and remembers its commands."""

    def __init__(self, folder: Path) -> None:
        self.commands: list[list[str]] = []
        self.installed = folder / "node_modules" / ".package-lock.json"

    def __call__(self, arguments: list[str], cwd: Path) -> int:
        assert arguments[-len(OPTIONS) :] == OPTIONS
        self.commands.append(arguments[: -len(OPTIONS)])
        self.installed.parent.mkdir(exist_ok=True)
        self.installed.write_text('{"vite": {}}' if "--omit=dev" in arguments else '{"vitest": {"dev": true}}')
        return 0

    def change_lock(self) -> None:
        later = self.installed.stat().st_mtime + 1
        os.utime(self.installed.parents[1] / "package-lock.json", (later, later))


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    npm = Npm(tmp_path)
    (tmp_path / "package-lock.json").touch()
    monkeypatch.delenv("PARLOUR_SKIP_WEB", raising=False)
    monkeypatch.setattr(web, "WEB", tmp_path)
    monkeypatch.setattr(web, "npm", npm)
    return npm


def test_building_the_page_installs_no_tools(npm: Npm) -> None:
    web.install_packages(tools=False)
    web.install_packages(tools=False)
    assert npm.commands == [["ci", "--omit=dev"]]


def test_tools_are_added_to_what_is_installed_and_stay(npm: Npm) -> None:
    web.install_packages(tools=False)
    web.install()
    web.install()
    web.install_packages(tools=False)
    assert npm.commands == [["ci", "--omit=dev"], ["install", "--no-save"]]


def test_a_new_lock_file_installs_the_same_selection_again(npm: Npm) -> None:
    web.install_packages(tools=False)
    npm.change_lock()
    web.install_packages(tools=False)
    npm.change_lock()
    web.install()
    npm.change_lock()
    web.install_packages(tools=False)
    assert npm.commands == [["ci", "--omit=dev"], ["ci", "--omit=dev"], ["ci"], ["ci"]]


def test_a_missing_tool_is_named_with_what_installs_it(npm: Npm) -> None:
    with pytest.raises(SystemExit, match=r"vitest\.mjs is missing: run make sync"):
        web.test()
