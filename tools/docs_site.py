"""`python -m tools.docs_site`: build the documentation as a site in `build/site`, which needs no other host.

The pages are those of `docs/`, the README and others of the repository, plus the rules of the games with diagrams and
a reference made from docstrings. They are first written to `build/docs`, with links that fit there: a link to a file
that is not a page becomes plain text, and a broken link is an error.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from parlour.games import games
from parlour.games.contract.game import Game
from parlour.games.drawing.svg import render
from parlour.games.learning.lessons import steps_of
from parlour.games.learning.rule_diagrams import Diagram, read_page

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"

SECTIONS: dict[str, tuple[str, ...]] = {
    "Play": ("club.md",),
    "Host": ("serving.md", "storing.md", "scaling.md", "reliability.md", "security.md", "deploy.md"),
    "Bots and research": (
        *("library.md", "rl.md", "bot-api.md", "protocol.md", "positions.md", "records.md"),
        *("matches.md", "strength.md", "api.md"),
    ),
    "Write a game": ("tutorial.md", "game-reference.md", "contract.md"),
    "Contribute": ("contributing.md", "walkthrough.md", "glossary.md", "moved.md", "packaging.md", "changelog.md"),
}
"""Sections of the site and their first pages; a page of `docs/` that is not named here is in the last section."""

RENAMED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "deploy/README.md": "deploy.md",
}
"""Pages outside `docs/`, by their path in the repository."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$|^>>> .*?(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)

REFERENCE = "python.md"
"""The page generated from docstrings; it has no file in the repository."""
API_MODULES = (
    *("parlour", "parlour.records", "parlour.pictures", "parlour.protocol", "parlour.errors"),
    *("parlour.games", "parlour.rl"),
)
"""The public modules of that page; each has a list of its public names."""
API_PAGE = "\n".join(
    [
        "# Python reference\n",
        "Generated from the docstrings. [The library](library.md) is an introduction.\n",
        *(f"::: {module}" for module in API_MODULES),
    ]
)


class BrokenLink(Exception):
    """A link in the documentation that leads nowhere."""


class Page(msgspec.Struct):
    """A page of the site: its path there, the file it comes from in the repository, and its Markdown."""

    path: str
    origin: str
    text: str


# ---- Pages -----------------------------------------------------------------------------------------------------------


def pages() -> list[Page]:
    """Return all pages, with their original links."""
    files = [*RENAMED, *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md")))]
    found = [
        Page(RENAMED.get(name, name.removeprefix("docs/")), name, (ROOT / name).read_text("utf-8")) for name in files
    ]
    found += [Page(f"rules/{game.key}.md", f"docs/rules/{game.key}.md", rules(game)) for game in games()]
    return [*found, Page(REFERENCE, f"docs/{REFERENCE}", API_PAGE)]


def _outside_fences(markdown: str, change: Callable[[str], str]) -> str:
    """Change what is outside of fenced blocks and examples."""
    parts = []
    last = 0
    for fence in _FENCE.finditer(markdown):
        parts += [change(markdown[last : fence.start()]), fence[0]]
        last = fence.end()
    return "".join([*parts, change(markdown[last:])])


def rules(game: Game) -> str:
    """Return the page about a game: its rules with diagrams, the texts of its lesson, and what it looks like."""
    markdown, diagrams = read_page(game, game.rules())
    for n, diagram in enumerate(diagrams):
        markdown = markdown.replace(f"```diagram\n{n}\n```", _drawn(diagram))
    steps = steps_of(game)
    if steps:
        markdown += "\n\n## Lesson\n\nOn the page of Parlour you play this lesson on the board.\n"
        for step in steps:
            markdown += f"\n### {step.title}\n\n{step.text.strip()}\n\n"
            markdown += _picture(render(step.start(game), size=300))
    screenshot = f"docs/screenshots/match-{game.key}-light.jpg"
    if (ROOT / screenshot).is_file():
        markdown += f"\n\n## On the page\n\n![A game of {game.title}](../{screenshot.removeprefix('docs/')})\n"
    return markdown


def _drawn(diagram: Diagram) -> str:
    """Return the picture of a diagram, with what it shows below."""
    position = diagram.position
    effects = position.effects(position.read_move(diagram.legal)) if diagram.legal else ()
    says = diagram.says()
    labels = [site.label for site in position.game.board(position.options).sites]
    picked = " ".join(labels[site] for site in diagram.illegal)
    caption = " ".join(filter(None, (f"{diagram.legal or f'✗ {picked}'}: {says}" if says else "", diagram.caption)))
    return _picture(render(position, effects=effects, size=300)) + f"\n\n*{caption}*"


def _picture(svg: str) -> str:
    return f'<div class="board">{" ".join(svg.split())}</div>\n'


# ---- Links -----------------------------------------------------------------------------------------------------------


def linked(page: Page, everything: dict[str, Page]) -> str:
    """Return the text of a page with links that fit the site; raise `BrokenLink`. `everything` is by origin."""
    return _outside_fences(page.text, lambda text: _relinked(page, text, everything))


def _relinked(page: Page, text: str, everything: dict[str, Page]) -> str:
    def one(link: re.Match[str]) -> str:
        image, label, target = link[1], link[2], link[3]
        if "[" in label:
            label = _relinked(page, label, everything)
        if re.match(r"[a-z]+:", target):
            return f"{image}[{label}]({target})"
        name, _, anchor = target.partition("#")
        where = posixpath.normpath(posixpath.join(posixpath.dirname(page.origin), name)) if name else page.origin
        goal = everything.get(where)
        if goal is None:
            if not (ROOT / where).exists():
                raise BrokenLink(f"{page.origin}: there is no {where}")
            asset = where.startswith("docs/") and (ROOT / where).is_file()
            return f"{image}[{label}]({_relative(where.removeprefix('docs/'), page)})" if asset else label
        if anchor and anchor not in anchors(goal.text):
            raise BrokenLink(f"{page.origin}: {where} has no heading #{anchor}")
        return f"[{label}]({_relative(goal.path, page)}{f'#{anchor}' if anchor else ''})"

    return _LINK.sub(one, text)


def _relative(path: str, page: Page) -> str:
    return posixpath.relpath(path, posixpath.dirname(page.path) or ".")


def anchors(markdown: str) -> set[str]:
    """Return the anchors of the headings of a page.

    >>> sorted(anchors("# Top\\n## Moves, and `picks`"))
    ['moves-and-picks', 'top']
    """
    found = set()
    for heading in _HEADING.findall(_FENCE.sub("", markdown)):
        plain = re.sub(r"[^\w\s-]", "", heading.strip().lower())
        found.add(re.sub(r"[-\s]+", "-", plain).strip("-"))
    return found


# ---- The site --------------------------------------------------------------------------------------------------------


def navigation(found: list[Page]) -> list[object]:
    """Return the sections and their pages."""
    paths = [page.path for page in found]
    known = {path for section in SECTIONS.values() for path in section} | {"index.md", REFERENCE}
    others = [path for path in paths if path not in known and not path.startswith("rules/")]
    nav: list[object] = [{"Parlour": "index.md"}]
    for title, first in SECTIONS.items():
        entries: list[object] = list(first)
        if title == "Play":
            entries = [path for path in paths if path.startswith("rules/")] + entries
        if title == "Bots and research":
            entries.append(REFERENCE)
        if title == "Contribute":
            entries += [path for path in others if "/" not in path]
            for folder in sorted({path.split("/")[0] for path in others if "/" in path}):
                inside = [path for path in others if path.startswith(f"{folder}/")]
                entries.append(
                    {folder.capitalize(): sorted(inside, key=lambda path: (not path.endswith("README.md"), path))}
                )
        nav.append({title: entries})
    return nav


def write_source(target: Path = SOURCE) -> list[Page]:
    """Write all pages and pictures; return the pages. Raise `BrokenLink`."""
    shutil.rmtree(target, ignore_errors=True)
    found = pages()
    everything = {page.origin: page for page in found}
    for page in found:
        path = target / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(linked(page, everything), encoding="utf-8")
    for asset in _assets():
        path = target / asset.relative_to(ROOT / "docs")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(asset, path)
    (target / "site.css").write_text(".board svg { max-width: 100%; height: auto; }\n", encoding="utf-8")
    return found


def _assets() -> Iterator[Path]:
    return (path for path in sorted((ROOT / "docs").rglob("*")) if path.suffix in (".jpg", ".json", ".png", ".svg"))


def configuration(found: list[Page]) -> dict[str, object]:
    """Return the configuration of MkDocs: nothing is loaded from another host."""
    return {
        "site_name": "Parlour",
        "docs_dir": str(SOURCE),
        "site_dir": str(SITE),
        "use_directory_urls": False,
        "theme": {
            "name": "material",
            "font": False,
            "features": ["navigation.tabs", "navigation.top", "search.highlight", "content.code.copy"],
            "palette": [
                {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "brown"},
                {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "brown"},
            ],
        },
        "extra_css": ["site.css"],
        "markdown_extensions": [
            *("attr_list", "md_in_html", "tables", "pymdownx.superfences"),
            "tools.doctest_markdown:DoctestExtension",
        ],
        "plugins": [
            "search",
            {
                "mkdocstrings": {
                    "handlers": {
                        "python": {
                            "paths": [str(ROOT / "src")],
                            "options": {
                                "docstring_style": None,
                                "show_source": False,
                                "show_signature_annotations": True,
                                "members_order": "source",
                                "show_if_no_docstring": False,
                                "filters": ["!^_"],
                            },
                        }
                    }
                }
            },
        ],
        "validation": {"links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn"}},
        "nav": navigation(found),
    }


def build() -> int:
    """Build the site; return the exit status of MkDocs, which fails for every warning."""
    found = write_source()
    settings = ROOT / "build" / "mkdocs.json"  # JSON is YAML
    settings.write_bytes(msgspec.json.format(msgspec.json.encode(configuration(found))))
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", str(settings)], cwd=ROOT
    )
    if built.returncode == 0:
        print(f"{SITE / 'index.html'}: {len(found)} pages")
    return built.returncode


if __name__ == "__main__":
    sys.exit(build())
