"""The file format of solutions: docs/pylos-solved.md describes it.

A file is a line of JSON (`TableHeader`) followed by the compressed planes in the order of the header.
"""

from __future__ import annotations

import lzma
import os
import shutil
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import msgspec

from parlour.errors import ParlourError
from parlour.games.pylos.solution.index import PositionIndex, position_index
from parlour.games.pylos.solution.planes import Plane, plane_size
from parlour.games.pylos.solution.rule_set import MAX_OWN
from parlour.games.pylos.tables import pyramid

FORMAT = "parlour pylos solution 1"
MAX_HEADER_BYTES = 1 << 20
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 4, "lp": 0, "pb": 0}]
"""Tuned for rows of bits: neighbouring bytes are correlated, their alignment is irrelevant."""


class TableFileError(ParlourError):
    """Raised if a file is not a solution, or is damaged."""


class PlaneEntry(msgspec.Struct, frozen=True):
    """Where a plane is in a file: its group, the number of compressed bytes, and the checksum of its content.

    A plane without set bits takes no bytes.
    """

    balls: int
    own: int
    plane: int
    length: int
    checksum: int


class TableHeader(msgspec.Struct, frozen=True):
    """What a file holds: the options that were solved, the value of the start, and the planes."""

    format: str
    options: dict[str, bool | int | str]
    start_result: int
    start_turns: int | None
    planes: tuple[PlaneEntry, ...]
    compressed: bool = True


class TableFile:
    """An open file of planes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                line = file.readline(MAX_HEADER_BYTES)
                size = os.fstat(file.fileno()).st_size
        except OSError as error:
            raise TableFileError(f"{path} cannot be read: {error.strerror}.") from error
        try:
            self.header = msgspec.json.decode(line, type=TableHeader)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise TableFileError(f"{path} is not a solution of Pylos.") from error
        if self.header.format != FORMAT:
            raise TableFileError(f"{path} has another format: {self.header.format[:40]}.")
        self._entries: dict[tuple[int, int, int], tuple[PlaneEntry, int]] = {}
        at = len(line)
        for entry in self.header.planes:
            self._entries[entry.balls, entry.own, entry.plane] = entry, at
            at += entry.length
        if size != at:
            raise TableFileError(f"{path} is incomplete.")

    @property
    def index(self) -> PositionIndex:
        return position_index(int(self.header.options["size"]))

    def is_complete(self) -> bool:
        """Return whether the file has all positions."""
        return all(any(self.has(balls, plane) for plane in Plane) for balls in range(pyramid(self.index.size).apex))

    def start_of(self, balls: int, own: int, plane: Plane) -> int:
        """Return where a plane begins in the file."""
        return self._entries[balls, own, plane][1]

    def has(self, balls: int, plane: Plane) -> bool:
        """Return whether the file has a plane of the positions with a number of balls."""
        return any((balls, own, plane) in self._entries for own in range(MAX_OWN))

    def read(self, balls: int, own: int, plane: Plane) -> bytes:
        """Return a plane of a group."""
        entry, at = self._entries[balls, own, plane]
        index = self.index
        group = balls * MAX_OWN + own
        size = plane_size(index.groups[group + 1] - index.groups[group], index.binomials[group], plane)
        if not entry.length:
            return bytes(size)
        with self.path.open("rb") as file:
            file.seek(at)
            packed = file.read(entry.length)
        try:
            found = lzma.decompress(packed, lzma.FORMAT_RAW, filters=FILTERS)
        except lzma.LZMAError as error:
            raise TableFileError(f"{self.path} is damaged.") from error
        if len(found) != size or zlib.crc32(found) != entry.checksum:
            raise TableFileError(f"{self.path} is damaged.")
        return found


class TableWriter(msgspec.Struct, frozen=True):
    """Writes planes, which come from a solver, to a file."""

    options: dict[str, bool | int | str]
    result: int
    turns: int | None
    index: PositionIndex
    plane: Callable[[int, int, Plane], bytes]
    threads: int
    on_plane: Callable[[int, int], None]

    def write(self, path: Path, layers: Iterable[tuple[int, Plane]], *, compressed: bool = True) -> int:
        """Write layers to a file and return its size."""
        wanted = [
            (balls, own, kind)
            for balls, kind in layers
            for own in range(MAX_OWN)
            if self.index.groups[balls * MAX_OWN + own + 1] > self.index.groups[balls * MAX_OWN + own]
        ]
        entries = []
        unfinished = path.with_suffix(".unfinished")
        with TemporaryFile(dir=path.parent) as planes, ThreadPoolExecutor(self.threads) as pool:
            # The library releases the interpreter lock while it compresses. Few planes are kept in memory at a time.
            for first in range(0, len(wanted), 2 * self.threads):
                part = wanted[first : first + 2 * self.threads]
                for (balls, own, kind), packed in zip(
                    part, pool.map(partial(self._pack, compressed), part), strict=True
                ):
                    entries.append(PlaneEntry(balls, own, int(kind), len(packed.content), packed.checksum))
                    planes.write(packed.content)
                self.on_plane(min(first + len(part), len(wanted)), len(wanted))
            header = TableHeader(FORMAT, self.options, self.result, self.turns, tuple(entries), compressed)
            planes.seek(0)
            with unfinished.open("wb") as target:
                target.write(msgspec.json.encode(header) + b"\n")
                shutil.copyfileobj(planes, target, 1 << 20)
        unfinished.replace(path)
        return path.stat().st_size

    def _pack(self, compressed: bool, plane: tuple[int, int, Plane]) -> PackedPlane:
        content = self.plane(*plane)
        checksum = zlib.crc32(content)
        if not compressed:
            return PackedPlane(content, checksum)
        if content.count(0) == len(content):
            return PackedPlane(b"", checksum)
        return PackedPlane(lzma.compress(content, lzma.FORMAT_RAW, filters=FILTERS), checksum)


class PackedPlane(msgspec.Struct, frozen=True):
    content: bytes
    checksum: int
