"""Without the packages of the extra, importing `parlour.rl` says what to install, and nothing else needs them."""

import subprocess
import sys

import pytest

MISSING = "import sys; sys.modules[{package!r}] = None\n"


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", ["numpy", "gymnasium", "pettingzoo"])
def test_a_missing_package_is_named_with_the_extra(package: str) -> None:
    done = run(MISSING.format(package=package) + "import parlour.rl")
    assert f"parlour.rl needs the package {package}. Install it with: pip install 'parlour[rl]'" in done.stderr


def test_the_library_does_not_need_numpy() -> None:
    code = "import parlour; parlour.analyse(parlour.game('sim').start(), seconds=None, nodes=100); print('works')"
    assert run(MISSING.format(package="numpy") + code).stdout.strip() == "works"
