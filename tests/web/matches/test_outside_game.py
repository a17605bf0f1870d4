"""A compiled game of an outside package in the browser."""

import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from parlour.games.contract.position import COMPILED
from tests.examples.outside_package import install_connect_four
from tests.packages.playing import serving
from tests.server.processes import free_port
from tests.web.conftest import NewPage
from tests.web.screen import Screen, result


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_compiled_outside_game_is_chosen_and_played_on_the_page(player: NewPage, tmp_path: Path) -> None:
    site = install_connect_four(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(site), "PARLOUR_FOLDER": str(tmp_path / "data")}
    serve = [sys.executable, "-m", "parlour", "serve", "--host", "127.0.0.1", "--port", str(free_port()), "--no-qr"]
    with serving([*serve], environment) as owner:
        page = player(at=owner.removesuffix(urlsplit(owner).path))
        page.goto(owner)
        page.get_by_role("link", name="Connect Four").first.click()
        expect(page).to_have_url(re.compile("/play/connect-four$"))
        screen = Screen.new(page, game="connect-four").ready()
        # Always the first column that is not full.
        while screen.state["outcome"] is None:
            screen.play()
        expect(result(page)).to_be_visible()
        assert screen.state["outcome"]["reason"] == "row"
        page.close()
