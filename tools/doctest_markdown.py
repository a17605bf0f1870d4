"""A Markdown extension: examples with `>>>`, in pages and docstrings, are code and not quotations."""

from __future__ import annotations

import re

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

FIRST = 100
"""Priority before fenced blocks are read."""


class _FenceDoctests(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        out: list[str] = []
        fenced = example = False
        for line in lines:
            if re.match(r"\s*```", line) and not example:
                fenced = not fenced
            if not fenced and not example and line.startswith(">>> "):
                example = True
                out.append("```pycon")
            elif example and not line.strip():
                example = False
                out.append("```")
            out.append(line)
        return [*out, "```"] if example else out


class DoctestExtension(Extension):
    """Fences the examples of a page."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # the name that Markdown calls
        md.preprocessors.register(_FenceDoctests(md), "doctests", FIRST)
