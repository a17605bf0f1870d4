"""The page of the archive for people without Python, in a browser."""

import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.packages.empty_root import PROGRAM, unpack_in_empty_root
from tests.packages.playing import serving
from tests.web.conftest import NewPage
from tests.web.screen import Screen, result


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="empty root folders are made with Linux namespaces")
def test_the_archive_starts_without_arguments_and_a_game_is_played_on_its_page(player: NewPage, tmp_path: Path) -> None:
    root = unpack_in_empty_root(tmp_path)
    environment = {"PARLOUR_FOLDER": "/data", "PYTHONUNBUFFERED": "1"}
    with serving(["/usr/bin/unshare", "--map-root-user", "/usr/sbin/chroot", root, PROGRAM], environment) as owner:
        page = player(at=owner.removesuffix(urlsplit(owner).path))
        page.goto(owner)
        page.get_by_role("link", name="Sim").first.click()
        expect(page).to_have_url(re.compile("/play/sim$"))
        screen = Screen.new(page, game="sim").ready()
        while screen.state["outcome"] is None:
            screen.play()
        expect(result(page)).to_be_visible()
        assert screen.state["outcome"]["reason"] == "triangle"
        page.close()
