"""A player whose tab is hidden is notified of a move: title, icon, sound, notification."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.screen import ANNA, Screen, random_game

THINKER = {"is": "bot", "level": "custom", "custom": {"method": "alphabeta", "seconds": 60}}
LISTEN = """
window.soundCount = 0;
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) {
    window.soundCount += 1;
    return start.apply(this, when);
  };
}
window.notified = [];
window.Notification = class {
  static permission = 'granted';
  constructor() {
    throw new TypeError('Illegal constructor.');
  }
};
ServiceWorkerRegistration.prototype.showNotification = async function (text) {
  window.notified.push(text);
};
Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
"""
"""Record sounds, which are still played, and notifications, which are not; `away` means that another tab is in front.

As on phones, only the service worker has notifications. The headless shell of Chromium permits none."""


def look_away(page: Page, away: bool) -> None:
    page.evaluate("(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }", away)


def test_the_computer_moves_while_another_tab_is_in_front(player: NewPage) -> None:
    page = player({"muted": False, "notify": True}, script=LISTEN)
    screen = Screen.new(page, ANNA, THINKER, game="yinsh").play()
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    title, icon = page.title(), page.locator("link[rel=icon]")
    look_away(page, True)
    count = page.evaluate("window.soundCount")
    screen.choose("Move now")
    screen.has_ply(2).ready()
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    page.wait_for_function("(before) => window.soundCount > before", arg=count)
    page.wait_for_function("() => window.notified.some((text) => text.includes('YINSH'))")
    look_away(page, False)
    expect(page).to_have_title(title)
    expect(icon).to_have_attribute("href", "/icon.svg")
    # Muted by its key, the page plays no sound; and a visible page needs no notification.
    page.keyboard.press("m")
    count, notified = page.evaluate("[window.soundCount, window.notified.length]")
    screen.play().choose("Move now")
    screen.has_ply(4).ready()
    expect(page).to_have_title(title)
    assert page.evaluate("[window.soundCount, window.notified.length]") == [count, notified]


def test_a_row_and_the_end_have_sounds(player: NewPage) -> None:
    page = player({"muted": False}, script=LISTEN)
    moves = random_game("yinsh", 4)
    screen = Screen.new(page, game="yinsh", moves=moves[:-3]).ready()
    # Without animations a move has no sound, but a completed row and the end of the game do.
    for text in (moves[-3], moves[-1]):
        count = page.evaluate("window.soundCount")
        screen.play(text)
        page.wait_for_function("(before) => window.soundCount > before", arg=count)
        if text == moves[-3]:
            screen.play(moves[-2])
