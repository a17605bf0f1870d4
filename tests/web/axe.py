"""axe-core in the page: what it finds that shuts people out."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def serious(page: Page) -> list[str]:
    """The serious and critical violations on the page as it stands, each with where it is."""
    page.evaluate(source())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {violation['help']} ({node['target'][0]}: {node['failureSummary']})"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
