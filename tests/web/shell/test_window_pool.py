"""What a test can rely on in a page that other tests have used before."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.polling import poll
from tests.web.window_pool import WindowPool

VIEWPORT: ViewportSize = {"width": 360, "height": 300}
FOUND = """[Object.keys(localStorage).filter((key) => key !== 'parlour.tour').length, sessionStorage.length,
    document.cookie.includes('one=1'), window.changed ?? false]"""
"""What is stored, apart from the mark that the tour was seen, which every page has."""


def stored(page: Page) -> list[object]:
    """Return what a page of the server finds when it is opened."""
    page.goto("/health")
    found: list[object] = page.evaluate(FOUND)
    return found


def test_a_reused_page_is_empty_and_has_the_requested_size(windows: WindowPool) -> None:
    first = windows.take(VIEWPORT)
    first.add_script("window.changed = true")
    first.store_settings({"theme": "light"})
    first.page.route("**/api/games", lambda route: route.abort())
    assert stored(first.page)[0] == 1
    assert stored(first.page)[3] is True
    first.page.evaluate("sessionStorage.one = 1; document.cookie = 'one=1'")
    first.page.context.new_page()
    assert first.give_back() == []
    second = windows.take({"width": 400, "height": 300})
    assert second is first
    assert stored(second.page) == [0, 0, False, False]
    assert second.page.evaluate("innerWidth") == 400
    assert second.page.evaluate("fetch('/api/games').then((answer) => answer.status)") == 200
    assert len(second.context.pages) == 1
    with pytest.raises(AssertionError, match="fresh"):
        second.page.on("request", print)
    second.give_back()


def test_a_request_to_another_host_is_an_error_unless_it_is_expected(windows: WindowPool) -> None:
    window = windows.take(VIEWPORT)
    window.page.goto("/")
    expect(window.page.get_by_role("banner")).to_be_visible()
    request = "fetch('http://elsewhere.example/').catch(() => null)"
    window.watch.expects = ("elsewhere.example",)
    window.page.evaluate(request)
    assert window.watch.errors == []
    window.watch.expects = ()
    window.page.evaluate(request)
    assert any("Content Security Policy" in error for error in poll(window.page, lambda: window.watch.errors, bool))
    assert window.give_back() != []
