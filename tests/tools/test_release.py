"""The release workflow uses what exists: parts of `make dist`, supported Pythons, tools without other packages."""

import re
import subprocess
import sys
import tomllib
from typing import Any

import msgspec
import pytest

from tools import dist
from tools.prerequisites import OLDEST

JOBS: dict[str, Any] = msgspec.yaml.decode((dist.ROOT / ".github/workflows/release.yaml").read_text())["jobs"]


def test_the_steps_name_parts_that_exist() -> None:
    steps = "\n".join(step.get("run", "") for job in JOBS.values() for step in job["steps"])
    named = re.findall(r'make dist ARGS="([\w ]+)"|-m tools\.dist ([\w ]+)', steps)
    assert len(named) == 2
    assert {part for pair in named for words in pair for part in words.split()} <= dist.PARTS.keys()


def test_packages_are_installed_and_played_before_they_are_uploaded() -> None:
    steps = [step.get("run", "upload") for step in JOBS["sdist"]["steps"][1:]]
    [test] = [step for step in steps if "pytest" in step]
    assert steps.index(test) < steps.index("upload")
    assert (dist.ROOT / test.split("#")[0].split()[-1]).is_file()


@pytest.mark.parametrize("job", ["wheels", "archives"])
def test_every_system_has_a_job(job: str) -> None:
    assert {name.split("-")[0] for name in JOBS[job]["strategy"]["matrix"]["os"]} == {"ubuntu", "macos", "windows"}


def test_archives_are_built_for_every_system_and_processor_of_the_wheels() -> None:
    wheels, archives = (
        {(name.split("-")[0], "-".join(name.split("-")[2:])) for name in JOBS[job]["strategy"]["matrix"]["os"]}
        for job in ("wheels", "archives")
    )
    assert wheels - archives == {("windows", "arm")}


def test_wheels_are_built_for_every_supported_python() -> None:
    project = tomllib.loads((dist.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    versions = range(OLDEST[1], dist.NEWEST[1] + 1)
    assert project["tool"]["cibuildwheel"]["build"].split() == [f"cp3{version}-*" for version in versions]


def test_the_archive_is_made_by_any_python_with_uv() -> None:
    """The workflow installs nothing else: on Windows some of the tools for tests do not exist."""
    code = f"import sys; sys.path.insert(0, {str(dist.ROOT)!r}); import tools.dist"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
