"""Add what `parlour dev` shows to a server's pages: the report on the watched game, and reload on save."""

from __future__ import annotations

from urllib.parse import parse_qs

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.games.conformance import translate
from parlour.i18n.catalogue import load_catalogue
from parlour.i18n.languages import choose_language, languages
from parlour.i18n.translate_error import translate_error
from parlour.server.app import Application
from parlour.server.dev.watched_game import GameReport, WatchedGame

SCRIPT_PATH = "/dev/client.js"
REPORT_PATH = "/dev/report"

SCRIPT = """
const TEXTS = CATALOGUES;
let shown = null;
const panel = document.createElement('section');
panel.id = 'dev-report';
panel.setAttribute('aria-live', 'polite');
Object.assign(panel.style, {
  position: 'fixed', left: '8px', bottom: '8px', zIndex: 1000, maxWidth: 'min(46rem, calc(100vw - 16px))',
  maxHeight: '40vh', overflow: 'auto', padding: '8px 12px', borderRadius: '8px', font: '14px/1.4 system-ui',
  background: '#1c1c1c', color: '#f4f4f4', whiteSpace: 'pre-wrap', pointerEvents: 'none',
});
function text(key, game) {
  return (TEXTS[document.documentElement.lang] ?? TEXTS.en)[key].replace('{game}', () => game);
}
function words(report) {
  if (report.error) return `\u2717 ${report.error}`;
  const lines = report.failures.map(
    ({ check, options, why }) => `\u2717 ${check}${options ? ` (${options})` : ''}: ${why}`,
  );
  lines.push(...report.warnings.map((text) => `! ${text}`));
  if (report.checking) lines.push(text('checking', report.title));
  else if (!report.failures.length) lines.push(`\u2713 ${text('passes', report.title)}`);
  return lines.join('\\n');
}
async function look() {
  try {
    const address = `REPORT?language=${document.documentElement.lang}`;
    const report = await (await fetch(address, { cache: 'no-store' })).json();
    if (shown !== null && report.version !== shown) location.reload();
    shown = report.version;
    const found = words(report);
    const pictures = report.failures.map(({ picture }) => picture).join('');
    if (panel.dataset.found !== found + pictures) {
      panel.dataset.found = found + pictures;
      panel.textContent = found;
      const drawn = document.createElement('div');
      drawn.innerHTML = pictures;
      panel.append(drawn);
    }
    panel.setAttribute('aria-label', text('panel', report.title));
    panel.style.borderLeft = `4px solid ${report.error || report.failures.length ? '#e0523f' : '#4fa35b'}`;
    if (!panel.isConnected) document.body.append(panel);
  } catch {}
  setTimeout(look, 500);
}
look();
"""
TEXT_KEYS = ("panel", "checking", "passes")


class DevPage:
    """ASGI middleware that serves the script and the report."""

    def __init__(self, app: ASGIApp, watched: WatchedGame) -> None:
        self._app = app
        self._watched = watched

    @staticmethod
    def script() -> str:
        """Return the script of the page, with its texts in all languages."""
        texts = {
            language: {key: load_catalogue("server", language)[f"server.dev.{key}"] for key in TEXT_KEYS}
            for language in languages()
        }
        return SCRIPT.replace("REPORT", REPORT_PATH).replace("CATALOGUES", msgspec.json.encode(texts).decode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == ScopeType.HTTP else ""
        if path == SCRIPT_PATH:
            await _answer(send, self.script().encode(), b"text/javascript; charset=utf-8")
        elif path == REPORT_PATH:
            language = choose_language(*parse_qs(scope["query_string"].decode()).get("language", []))
            shown = localize_report(self._watched.report, language)
            await _answer(send, msgspec.json.encode(shown), b"application/json")
        else:
            await self._app(scope, receive, send)


def localize_report(report: GameReport, language: str) -> dict[str, object]:
    """Return a report as the page shows it."""
    return {
        "version": report.version,
        "title": report.title,
        "checking": report.checking,
        "error": "" if report.error is None else translate_error(report.error, language),
        "failures": [
            {
                "check": failure.title(language),
                "options": failure.options,
                "why": failure.explain(language),
                "picture": report.pictures.get(failure.fault, ""),
            }
            for failure in report.failures
        ],
        "warnings": [translate(warning, language) for warning in report.warnings],
    }


def add_dev_page(app: Application, watched: WatchedGame) -> None:
    """Let a server's pages show the report on a watched game."""
    app.site.page = app.site.page.replace("</body>", f'<script src="{SCRIPT_PATH}" defer></script></body>')
    app.app = DevPage(app.app, watched)


async def _answer(send: Send, body: bytes, kind: bytes) -> None:
    headers = [(b"content-type", kind), (b"cache-control", b"no-store"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
