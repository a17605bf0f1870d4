"""The documentation as a site: links lead somewhere, all pages are in the navigation, no other host is used."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.games.registry import own_keys
from tools.docs_site import ROOT, SITE, BrokenLink, Page, linked, navigation, pages, write_source


def in_navigation(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    return [path for inner in (entry.values() if isinstance(entry, dict) else entry) for path in in_navigation(inner)]


def test_all_links_lead_to_pages_files_and_headings(tmp_path: Path) -> None:
    found = write_source(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")} == {page.path for page in found}
    readme = (tmp_path / "index.md").read_text("utf-8")
    assert "](library.md)" in readme
    assert "](screenshots/" in readme
    assert "](docs/" not in readme
    for page in tmp_path.rglob("*.md"):
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?![a-z]+:)([^()#\s]+)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_page_is_in_the_navigation_once() -> None:
    found = pages()
    assert sorted(in_navigation(navigation(found))) == sorted(page.path for page in found)


def test_pages_are_in_the_section_of_their_readers() -> None:
    entries: Any = navigation(pages())
    sections = {title: in_navigation(inner) for entry in entries for title, inner in entry.items()}
    assert {"club.md", *(f"rules/{key}.md" for key in own_keys())} <= set(sections["Play"])
    assert {"bot-api.md", "matches.md", "python.md"} <= set(sections["Bots and research"])
    assert not {"bot-api.md", "club.md", "matches.md"} & set(sections["Contribute"])


def test_the_rules_are_shown_with_their_diagrams_and_lesson() -> None:
    rules = next(page for page in pages() if page.path == "rules/pylos.md").text
    assert "```diagram" not in rules
    assert rules.count("<svg") > 10
    assert "2a3>3a1: Light raises the ball on 2a3 to 3a1." in rules
    assert "## Lesson" in rules


@pytest.mark.parametrize("key", own_keys())
def test_players_find_rules_advice_and_a_screenshot_of_each_game(key: str) -> None:
    text = next(page for page in pages() if page.path == f"rules/{key}.md").text
    assert re.search(r"^## (Tips for beginners|Good to know)$", text, re.MULTILINE)
    assert f"](../screenshots/match-{key}-light.jpg)" in text


@pytest.mark.parametrize(
    ("link", "fault"),
    [("[gone](gone.md)", "there is no docs/gone"), ("[a](#nothing)", "has no heading #nothing")],
)
def test_a_link_that_leads_nowhere_is_an_error(link: str, fault: str) -> None:
    page = Page("rl.md", "docs/rl.md", f"# A heading\n\n{link}")
    with pytest.raises(BrokenLink, match=fault):
        linked(page, {page.origin: page})


def test_links_fit_the_site() -> None:
    page = Page(
        "decisions/README.md",
        "docs/decisions/README.md",
        "[r](../../README.md) [s](../../setup.py) `x` [t](#top)\n# Top",
    )
    readme = Page("index.md", "README.md", "")
    assert linked(page, {page.origin: page, readme.origin: readme}).startswith(
        "[r](../index.md) s `x` [t](README.md#top)"
    )


@pytest.mark.long
def test_the_site_is_built_and_loads_nothing_from_another_host() -> None:
    subprocess.run([sys.executable, "-m", "tools.docs_site"], cwd=ROOT, check=True)
    reference = (SITE / "python.html").read_text("utf-8")
    assert re.search(r"analyse\(", re.sub(r"<[^>]+>", "", reference))
    documented = set(re.findall(r'<h\d id="([\w.]+)"', reference))
    names = ("Position", "records.Record", "pictures.svg", "protocol.EngineProcess", "errors.IllegalMove")
    assert {f"parlour.{name}" for name in (*names, "games.PlainGame", "rl.BatchEnv")} - documented == set()
    loaded = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="https?:|<link[^>]*\shref="https?:')
    for path in SITE.rglob("*.html"):
        assert not loaded.search(path.read_text("utf-8")), path
