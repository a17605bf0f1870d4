"""Records of games as files in HTTP responses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Literal

from litestar import Response
from litestar.response import Stream

from parlour.match.records.json_format import write_json
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record

RecordFormat = Literal["text", "json"]
_FILES: dict[RecordFormat, tuple[str, str]] = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "json": ("application/json", "json"),
}
"""Media type and file name extension of each format."""


def record_file(text: str, name: str, form: RecordFormat) -> Response[str]:
    """Return a record as a file."""
    kind, ending = _FILES[form]
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}.{ending}"'})


def record_writer(form: RecordFormat) -> Callable[[Record], str]:
    """Return the function that writes records in a format."""
    return write_json if form == "json" else write_record


def record_stream(records: AsyncIterator[str], form: RecordFormat, name: str = "parlour-games") -> Stream:
    """Return written records as one file that is sent while they are read."""
    kind, ending = _FILES[form]
    return Stream(
        _json_array(records) if form == "json" else _separated(records),
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{name}.{ending}"'},
    )


async def _separated(records: AsyncIterator[str]) -> AsyncIterator[str]:
    between = ""
    async for record in records:
        yield between + record
        between = "\n"


async def _json_array(records: AsyncIterator[str]) -> AsyncIterator[str]:
    before = "["
    async for record in records:
        yield before + record
        before = ","
    yield "[]" if before == "[" else "]"
