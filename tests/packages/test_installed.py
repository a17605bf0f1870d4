"""Parlour plays where it was installed from its packages, without the source tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packages.distributions import ROOT, build, copy_source, unpack
from tests.packages.playing import start_and_play
from tests.server.processes import free_port

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]
UV = Path(sys.executable).with_name("uv")
NOW_ERRORS = ("incompatible-pointer-types", "int-conversion", "implicit-function-declaration", "implicit-int")
"""Warnings that gcc reports as errors since version 14."""


def outside_environment() -> dict[str, str]:
    """Return the variables of this process without those of Parlour, Python and the virtual environment."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PARLOUR", "PYTHON", "VIRTUAL"))}


def run(*command: str | Path, folder: Path | None = None) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=outside_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack a source distribution made from a copy of this source."""
    copy = copy_source(tmp_path_factory.mktemp("source"))
    sdist = build("build_sdist", copy, tmp_path_factory.mktemp("sdist"), PARLOUR_SKIP_WEB="1")
    return unpack(sdist, tmp_path_factory.mktemp("unpacked"))


@pytest.fixture(scope="module")
def interpreted_wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("build_wheel", source, tmp_path_factory.mktemp("wheel"), PARLOUR_COMPILE="0")


def install(wheel: Path, folder: Path, *extras: str) -> Path:
    """Install a wheel and the locked packages of some extras into a new environment; return its folder of programs."""
    named = [word for extra in extras for word in ("--extra", extra)]
    locked = run(UV, "export", "--frozen", "--quiet", "--no-emit-project", "--no-default-groups", *named, folder=ROOT)
    (folder / "requirements.txt").write_text(locked)
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv")
    to = ("--python", folder / "venv" / "bin" / "python")
    run(UV, "pip", "install", "--quiet", *to, "--requirements", folder / "requirements.txt")
    run(UV, "pip", "install", "--quiet", *to, "--no-deps", wheel)
    return folder / "venv" / "bin"


def serve_and_play(parlour: list[str | Path], folder: Path) -> str:
    """Serve with a command and a data folder of its own, and play a game; return the result's reason."""
    command = [*parlour, "serve", "--host", "127.0.0.1", "--port", str(free_port()), "--no-qr"]
    own = {"PARLOUR_FOLDER": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    return start_and_play(command, {**outside_environment(), **own})


@pytest.mark.parametrize(("compiled", "speed"), [("0", "interpreted (slow): this is the package"), ("1", "compiled")])
def test_a_wheel_from_the_source_distribution_serves_the_page_and_plays(
    source: Path, tmp_path: Path, compiled: str, speed: str
) -> None:
    strict = " ".join(f"-Werror={warning}" for warning in NOW_ERRORS)
    wheel = build("build_wheel", source, tmp_path, PARLOUR_COMPILE=compiled, CFLAGS=strict)
    programs = install(wheel, tmp_path, "server")
    assert f"rules and search: {speed}" in run(programs / "parlour", "--version", folder=tmp_path)
    assert serve_and_play([programs / "parlour"], tmp_path) == "triangle"


def test_without_the_extra_it_is_a_library_and_a_command_line(interpreted_wheel: Path, tmp_path: Path) -> None:
    programs = install(interpreted_wheel, tmp_path)
    assert (
        run(programs / "python", "-c", "import parlour; print(parlour.game('sim').start().perft(2))").strip() == "210"
    )
    assert "surakarta" in run(programs / "parlour", "games", folder=tmp_path)
    run(programs / "parlour", "play", "sim", "--bot", "1", "--bot", "1", folder=tmp_path)
    done = subprocess.run([programs / "parlour", "serve"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'parlour[server]'" in done.stderr


def test_the_machine_learning_extra_passes_the_test_of_pettingzoo(interpreted_wheel: Path, tmp_path: Path) -> None:
    programs = install(interpreted_wheel, tmp_path, "rl")
    script = "from pettingzoo.test import api_test; from parlour.rl import env; api_test(env('sim'), num_cycles=100)"
    assert "Passed API test" in run(programs / "python", "-W", "ignore", "-c", script, folder=tmp_path)


def test_uvx_runs_the_wheel_without_an_install(interpreted_wheel: Path, tmp_path: Path) -> None:
    command = (UV, "tool", "run", "--no-config", "--isolated", "--python", sys.executable)
    parlour: list[str | Path] = [*command, "--from", f"{interpreted_wheel}[server]", "parlour"]
    assert "rules and search: interpreted" in run(*parlour, "--version", folder=tmp_path)
    assert serve_and_play(parlour, tmp_path) == "triangle"


def test_an_isolated_build_of_the_source_distribution_makes_the_page(tmp_path: Path) -> None:
    """From a fresh clone: neither the page nor the packages of Node are there."""
    source = copy_source(tmp_path / "source")
    shutil.rmtree(source / "src/parlour/server/static")
    assert not (source / "web/node_modules").exists()
    run(UV, "build", "--no-config", "--sdist", "--python", sys.executable, "--out-dir", tmp_path, source)
    [sdist] = tmp_path.glob("parlour-*.tar.gz")
    static = unpack(sdist, tmp_path / "unpacked") / "src/parlour/server/static"
    assert "/_app/" in (static / "index.html").read_text(encoding="utf-8")
    assert any(static.rglob("*.js"))
