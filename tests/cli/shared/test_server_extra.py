"""Without the extra `server` most commands work, and the others name what to install."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MODULES = [
    re.split(r"[<>=;\[ ]", package)[0].replace("-", "_") for package in PROJECT["optional-dependencies"]["server"]
]
# Runs the command line as if some packages were not installed.
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from parlour.cli import run
sys.exit(run(sys.argv[2:]))
"""


def parlour_without_server(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(MODULES), *args],
        env={**os.environ, "PARLOUR_FOLDER": str(folder), "LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "args",
    [["serve"], ["worker"], ["--no-browser"], ["import", __file__], ["bridge", "http://127.0.0.1:9"]],
    ids=lambda args: args[0],
)
def test_the_error_names_the_extra(tmp_path: Path, args: list[str]) -> None:
    done = parlour_without_server(tmp_path, *args)
    assert done.returncode == 2
    assert "pip install 'parlour[server]'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "args", [["games"], ["perft", "sim", "--depth", "2"], ["backup", "all.jsonl"], ["serve", "--help"]], ids=" ".join
)
def test_everything_else_works(tmp_path: Path, args: list[str]) -> None:
    at = [str(tmp_path / arg) if arg.endswith(".jsonl") else arg for arg in args]
    done = parlour_without_server(tmp_path, *at)
    assert done.returncode == 0, done.stderr
