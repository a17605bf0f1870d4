"""The source distribution and the wheel made from it contain everything that Parlour needs."""

import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packages.distributions import ROOT, SRC, build, copy_source, package_files, unpack
from tools import build_backend

PAGE = "parlour/server/static/index.html"


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = copy_source(tmp_path_factory.mktemp("source"))
    return build("build_sdist", source, tmp_path_factory.mktemp("sdist"), PARLOUR_SKIP_WEB="1")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(sdist, tmp_path_factory.mktemp("unpacked"))


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("build_wheel", unpacked, tmp_path_factory.mktemp("wheel"), PARLOUR_COMPILE="0")


def test_the_source_distribution_has_the_package_the_built_page_and_its_source(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {path.relative_to(ROOT).as_posix() for path in package_files()} - names == set()
    web = [path for path in (ROOT / "web" / "src").rglob("*") if path.is_file()]
    assert {path.relative_to(ROOT).as_posix() for path in web} - names == set()
    needed = {f"src/{PAGE}", "web/package-lock.json", "web/vite.config.ts", "tools/web.py", "tools/build_backend.py"}
    assert needed - names == set()
    unwanted = ("tests/", "web/node_modules/", "packages/", "docs/")
    assert [name for name in names if name.startswith(unwanted) or name.endswith((".so", ".pyc"))] == []


def test_the_wheel_has_the_package_and_the_page(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {path.relative_to(SRC).as_posix() for path in package_files()} - names == set()
    page = [path for path in (SRC / "parlour" / "server" / "static").rglob("*") if path.is_file()]
    missing = {path.relative_to(SRC).as_posix() for path in page} - names
    assert missing <= {"parlour/server/static/.built"}
    assert PAGE in names
    assert [
        name for name in names if name.split("/")[0] not in ("parlour", f"{wheel.name.split('-py3')[0]}.dist-info")
    ] == []


def test_a_wheel_that_is_not_compiled_is_for_every_platform(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_packing_needs_node_and_so_does_a_wheel_whose_page_is_not_built() -> None:
    assert build_backend.NODE in build_backend.get_requires_for_build_sdist()
    assert build_backend.NODE in build_backend.get_requires_for_build_wheel()


def test_a_wheel_from_the_source_distribution_needs_no_node(unpacked: Path) -> None:
    assert build_backend.has_packed_page(unpacked)
    assert not build_backend.has_packed_page()


def test_both_packages_contain_the_licence(sdist: Path, wheel: Path) -> None:
    with tarfile.open(sdist) as archive:
        assert any(name.endswith("/LICENSE") for name in archive.getnames())
    assert any(name.endswith("/licenses/LICENSE") for name in zipfile.ZipFile(wheel).namelist())
