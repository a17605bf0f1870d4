"""The description of the HTTP interface."""

import pytest
from litestar.openapi.plugins import JsonRenderPlugin

from tests.server.browser import Browser


def test_the_description_is_encoded_once(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    first = browser.get("/schema/openapi.json")
    assert first.json()["info"]["title"] == "Parlour"
    monkeypatch.setattr(JsonRenderPlugin, "render_json", None)
    for path in ("/schema", "/schema/openapi.json"):
        assert browser.get(path).content == first.content
